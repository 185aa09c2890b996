"""What somebody says about a shared list."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from lists.models.care import LONGEST_REPORT
from lists.rules.document import clean_text


class ReportForm(forms.Form):
    """A report in the reporter's words."""

    text = forms.CharField(
        label=_("What is wrong with it?"),
        max_length=LONGEST_REPORT,
        widget=forms.Textarea(attrs={"class": "input", "rows": 6}),
        error_messages={"required": _("Say what is wrong, in a sentence or two.")},
        help_text=_("Only whoever runs this site reads it. The list's player is not told."),
    )

    def clean_text(self) -> str:
        """The text without what no one can see or type."""
        text = clean_text(str(self.cleaned_data["text"]))
        if not text.strip():
            raise forms.ValidationError(self.fields["text"].error_messages["required"])
        return text
