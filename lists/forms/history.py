"""What the pages of a list's history are sent: a revision, its name, and what is to be compared."""

from __future__ import annotations

import re
from typing import Final, NamedTuple
from urllib.parse import urlsplit

from django import forms
from django.http import QueryDict
from django.urls import Resolver404, resolve
from django.utils.translation import gettext_lazy as _

from lists.models import CODE_PATTERN
from lists.rules.document import LONGEST_NAME, clean_line

LONGEST_NUMBER: Final = 9
LONGEST_LINK: Final = 2_000
INPUT: Final = {"class": "input"}


def read_number(query: QueryDict, field: str) -> int:
    """The number of a revision; 0, which is none, where it is not given or is no number."""
    text = query.get(field, "")
    is_number = text.isascii() and text.isdigit() and len(text) <= LONGEST_NUMBER
    return int(text) if is_number else 0


class RevisionNameForm(forms.Form):
    """What a revision is called; nothing takes its name away."""

    name = forms.CharField(
        label=_("Name of this revision"),
        required=False,
        max_length=LONGEST_NAME,
        widget=forms.TextInput(attrs={**INPUT, "autocomplete": "off"}),
    )

    def clean_name(self) -> str:
        return clean_line(self.cleaned_data["name"])


class Pasted(NamedTuple):
    """What a pasted link leads by: the address of a list, or the code of a link to one."""

    address: str = ""
    code: str = ""


class CompareForm(forms.Form):
    """What is compared: two revisions of a list, or one of them with another list."""

    NAMES: Final = {"first": "from", "second": "to", "other": "with"}
    FAULTS: Final = {
        "invalid": _("Write the number of a revision."),
        "min_value": _("Revisions count from 1."),
        "max_value": _("There is no such revision. The newest is %(limit_value)s."),
        "required": _("Write the number of a revision."),
    }

    first = forms.IntegerField(
        label=_("From revision"),
        min_value=1,
        widget=forms.TextInput(attrs={**INPUT, "inputmode": "numeric", "autocomplete": "off"}),
        error_messages=FAULTS,
    )
    second = forms.IntegerField(
        label=_("To revision"),
        min_value=1,
        widget=forms.TextInput(attrs={**INPUT, "inputmode": "numeric", "autocomplete": "off"}),
        error_messages=FAULTS,
    )
    other = forms.CharField(
        label=_("Or with another list"),
        required=False,
        max_length=LONGEST_LINK,
        widget=forms.TextInput(
            attrs={**INPUT, "inputmode": "url", "autocomplete": "off", "spellcheck": "false"}
        ),
        help_text=_("Paste its address, or a link to it."),
    )

    def __init__(self, query: QueryDict, *, newest: int) -> None:
        given = {name: query[name] for name in self.NAMES.values() if query.get(name)}
        start = newest if given.get("with") else max(newest - 1, 1)
        super().__init__({"from": str(start), "to": str(newest), **given})
        self.newest = newest

    def add_prefix(self, field_name: str) -> str:
        return self.NAMES.get(field_name, field_name)

    def clean_first(self) -> int:
        return self._check(self.cleaned_data["first"])

    def clean_second(self) -> int:
        return self._check(self.cleaned_data["second"])

    def _check(self, number: int) -> int:
        if number > self.newest:
            message = self.FAULTS["max_value"] % {"limit_value": self.newest}
            raise forms.ValidationError(message)
        return number

    def clean_other(self) -> Pasted | None:
        """Where the link leads; what is none leads nowhere, and is told like one that is gone."""
        text = self.cleaned_data["other"]
        return read_link(text) if text else None


def read_link(text: str) -> Pasted:
    """What a link to a list, or the code in one, leads by."""
    if re.fullmatch(CODE_PATTERN, text):
        return Pasted(address=text, code=text)
    try:
        found = resolve(urlsplit(text).path).kwargs
    except (Resolver404, ValueError):
        return Pasted()
    return Pasted(address=found.get("address", ""), code=found.get("code", ""))
