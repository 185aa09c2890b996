"""The last form of an account: typed on purpose, so that nobody deletes it by mistake."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from .rosters import INPUT


class LeavingForm(forms.Form):
    """The address of the account that is to be deleted, and whether to erase what was typed."""

    erases = forms.BooleanField(
        label=_("Erase the names and notes that I typed from the frozen links, too"),
        required=False,
    )
    email = forms.CharField(
        label=_("Type the e-mail address of this account to confirm"),
        widget=forms.EmailInput(attrs={**INPUT, "autocomplete": "off"}),
        error_messages={"required": _("Type the address, so that we know you mean it.")},
    )

    def __init__(self, *args: Any, email: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.expected = email

    def clean_email(self) -> str:
        """Only the account's own address will do."""
        email = str(self.cleaned_data["email"]).strip().lower()
        if email != self.expected:
            raise forms.ValidationError(_("That is not the address of this account."))
        return email
