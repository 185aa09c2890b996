"""How a list comes to be: a new one, one out of a file, one that a link opens."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any
from urllib.parse import urlsplit

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.db import models
from django.urls import Resolver404, resolve
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from lists.building.catalogues import find_catalogue
from lists.interchange.documents import LARGEST_FILE, Imported, import_json
from lists.models import Edition
from lists.rules.beginnings import build_default_roster, build_empty_roster
from lists.rules.document import LARGEST_LIMIT, LONGEST_NAME, UnreadableDocument, clean_line
from lists.rules.roster import Roster
from lists.wording.documents import word_unreadable
from lists.wording.systems import ShownSystem, show_system

INPUT = {"class": "input"}


class Start(models.TextChoices):
    """What a new list holds."""

    DEFAULT = "default", _("The list as it is printed, ready to be changed")
    EMPTY = "empty", _("Nothing, to be filled by hand")


class NewRosterForm(forms.Form):
    """A new list of one of the army lists that there are, or of those of the game that is named."""

    army_list = forms.ChoiceField(
        label=_("Army list"),
        widget=forms.Select(attrs=INPUT),
        error_messages={
            "invalid_choice": _("There is no such army list. Choose one."),
            "required": _("Choose an army list."),
        },
    )
    name = forms.CharField(
        label=_("Name"),
        required=False,
        max_length=LONGEST_NAME,
        widget=forms.TextInput(attrs={**INPUT, "autocomplete": "off"}),
        help_text=_("Without one it is called after its army list."),
    )
    points_limit = forms.IntegerField(
        label=_("Points limit"),
        required=False,
        min_value=0,
        max_value=LARGEST_LIMIT,
        widget=forms.TextInput(attrs={**INPUT, "inputmode": "numeric", "autocomplete": "off"}),
        help_text=_("0 for none. Left empty it is what the game is usually played at."),
        error_messages={
            "invalid": _("Write a whole number."),
            "min_value": _("Write 0 or more."),
            "max_value": _("That is more than any list may spend."),
        },
    )
    start = forms.ChoiceField(
        label=_("It starts with"),
        choices=Start.choices,
        initial=Start.DEFAULT,
        widget=forms.RadioSelect,
    )

    def __init__(
        self, *args: Any, editions: Iterable[Edition], game: str = "", **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        every = {edition.system.key: edition for edition in editions}
        self.editions = {game: every[game]} if game in every else every
        systems = [self._show(edition) for edition in self.editions.values()]
        self.game = systems[0] if game in every else None
        field = self.fields["army_list"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = list(_group_lists(systems))

    def _show(self, edition: Edition) -> ShownSystem:
        return show_system(find_catalogue(edition), get_language() or "en")

    def clean_name(self) -> str:
        return clean_line(self.cleaned_data["name"])

    @property
    def edition(self) -> Edition:
        """The edition of the chosen army list."""
        return self.editions[self.cleaned_data["army_list"].partition("/")[0]]

    def build(self) -> Roster:
        """The roster that was asked for."""
        catalogue = find_catalogue(self.edition)
        army_list = catalogue.army_lists[self.cleaned_data["army_list"].partition("/")[2]]
        is_empty = self.cleaned_data["start"] == Start.EMPTY
        build = build_empty_roster if is_empty else build_default_roster
        roster = replace(build(catalogue, army_list), name=self.cleaned_data["name"])
        limit = self.cleaned_data["points_limit"]
        return roster if limit is None else replace(roster, points_limit=limit)


def _group_lists(systems: Sequence[ShownSystem]) -> Iterator[tuple[str, list[tuple[str, str]]]]:
    """The army lists by nation, the nations by game where there are several."""
    for system in systems:
        for nation in system.nations:
            title = f"{system.name}: {nation.name}" if len(systems) > 1 else nation.name
            yield title, [(f"{system.key}/{each.key}", each.fielded) for each in nation.lists]


class ImportForm(forms.Form):
    """A list out of a JSON file; once cleaned, `file` is what was read."""

    file = forms.FileField(
        label=_("File"),
        widget=forms.FileInput(attrs={**INPUT, "accept": ".json,application/json"}),
        help_text=_("A JSON file that Muster has written, up to 4 MB."),
        error_messages={
            "required": _("Choose a file."),
            "empty": _("The file is empty."),
            "missing": _("Choose a file."),
        },
    )

    def clean_file(self) -> Imported:
        upload: UploadedFile[bytes] = self.cleaned_data["file"]
        try:
            return import_json(upload.read(LARGEST_FILE + 1))
        except UnreadableDocument as error:
            raise forms.ValidationError(word_unreadable(error, get_language() or "en")) from None


class OpenForm(forms.Form):
    """A link to a list; once cleaned, `link` is the address that stands in it."""

    link = forms.CharField(
        label=_("Link"),
        max_length=2_000,
        widget=forms.TextInput(
            attrs={**INPUT, "inputmode": "url", "autocomplete": "off", "spellcheck": "false"}
        ),
        error_messages={"required": _("Paste the link of a list.")},
    )

    def clean_link(self) -> str:
        try:
            match = resolve(urlsplit(self.cleaned_data["link"]).path)
        except (Resolver404, ValueError):
            match = None
        if match is None or "address" not in match.kwargs:
            raise forms.ValidationError(_("This is no link to a list. Copy the whole of it."))
        address: str = match.kwargs["address"]
        return address
