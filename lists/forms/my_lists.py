"""What the addresses and forms of My lists say: what is sought, a place among them, a tag."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from lists.building.sought import CHANGED, CREATED, NAME, POINTS, Sought
from lists.models import Roster, Verdict
from lists.models.remarks import LONGEST_TAG
from lists.rules.document import LARGEST_LIMIT, clean_line
from lists.wording.my_lists import Offered

LONGEST_TEXT: Final = 80
MOST_MARKED: Final = 100
LONGEST_CODE: Final = 22
PLACE: Final = ("q", "system", "nation", "least", "most", "limit", "verdict", "state", "tag")
ELSE: Final = ("archived", "sort", "page")
INPUT: Final = {"class": "input"}
NUMBER: Final = {**INPUT, "inputmode": "numeric", "autocomplete": "off"}

ANY = ("", _("Any"))
ORDERS = [
    (CHANGED, _("Changed last")),
    (CREATED, _("Made last")),
    (NAME, _("Name")),
    (POINTS, _("Most points")),
]


class SeekForm(forms.Form):
    """What is sought among one's lists; a field that cannot be right says so and does not count."""

    q = forms.CharField(
        label=_("Name, army list or tag"),
        required=False,
        max_length=LONGEST_TEXT,
        widget=forms.TextInput(attrs={**INPUT, "type": "search", "autocomplete": "off"}),
    )
    sort = forms.ChoiceField(label=_("Order"), required=False, choices=ORDERS)
    system = forms.ChoiceField(label=_("Game"), required=False)
    nation = forms.ChoiceField(label=_("Nation"), required=False)
    verdict = forms.ChoiceField(
        label=_("Legality"), required=False, choices=[ANY, *Verdict.choices]
    )
    state = forms.ChoiceField(
        label=_("State"), required=False, choices=[ANY, *Roster.State.choices]
    )
    tag = forms.CharField(
        label=_("Tag"), required=False, max_length=LONGEST_TAG, widget=forms.Select
    )
    least = forms.IntegerField(
        label=_("Points from"),
        required=False,
        min_value=0,
        max_value=LARGEST_LIMIT,
        widget=forms.TextInput(attrs=NUMBER),
    )
    most = forms.IntegerField(
        label=_("Points up to"),
        required=False,
        min_value=0,
        max_value=LARGEST_LIMIT,
        widget=forms.TextInput(attrs=NUMBER),
    )
    limit = forms.IntegerField(
        label=_("Limit"),
        required=False,
        min_value=0,
        max_value=LARGEST_LIMIT,
        widget=forms.TextInput(attrs=NUMBER),
    )
    archived = forms.BooleanField(label=_("The archived ones"), required=False)

    def __init__(self, query: QueryDict, offered: Offered, tags: Sequence[str]) -> None:
        super().__init__(query, auto_id="seek-%s")
        self.has_systems = len(offered.systems) > 1
        self._offer("system", offered.systems)
        self._offer("nation", offered.nations)
        chosen = clean_line(query.get("tag", ""))[:LONGEST_TAG]
        every = [*tags, chosen] if chosen and chosen not in tags else tags
        self._offer("tag", [(tag, tag) for tag in every])
        for name in ("sort", "system", "nation", "verdict", "state", "tag"):
            self.fields[name].widget.attrs.update(INPUT)

    def _offer(self, name: str, choices: Iterable[tuple[str, str]]) -> None:
        field: Any = self.fields[name]
        field.widget.choices = [ANY, *choices]
        if isinstance(field, forms.ChoiceField):
            field.choices = field.widget.choices

    def clean_q(self) -> str:
        return clean_line(self.cleaned_data["q"])

    def read(self) -> Sought:
        """What is sought, as far as it was said rightly."""
        self.is_valid()
        said = self.cleaned_data
        return Sought(
            text=said.get("q", ""),
            system=said.get("system", ""),
            nation=said.get("nation", ""),
            least=said.get("least"),
            most=said.get("most"),
            limit=said.get("limit"),
            verdict=said.get("verdict", ""),
            state=said.get("state", ""),
            tag=said.get("tag", ""),
            is_archived=said.get("archived", False),
            order=said.get("sort") or CHANGED,
        )

    @property
    def used(self) -> int:
        """How many of the fields that are folded away say something."""
        folded = (*PLACE[1:], "archived")
        return sum(bool(self.data.get(name)) for name in folded)

    @property
    def is_used(self) -> bool:
        """Whether anything is sought at all."""
        return bool(self.used or self.data.get("q"))


class TagForm(forms.Form):
    """A tag to be added or taken off."""

    tag = forms.CharField(
        label=_("Tag"),
        max_length=LONGEST_TAG,
        error_messages={"required": _("Write a tag first.")},
    )

    def clean_tag(self) -> str:
        tag = clean_line(self.cleaned_data["tag"])
        if not tag:
            raise forms.ValidationError(_("Write a tag first."))
        return tag


def read_place(query: QueryDict) -> QueryDict:
    """Where among one's lists an address leads: what is sought, the order, the page; no more."""
    place = QueryDict(mutable=True)
    for name in (*PLACE, *ELSE):
        text = query.get(name, "").replace("\0", "")[:LONGEST_TEXT]
        if text:
            place[name] = text
    return place


def read_posted_place(post: QueryDict) -> QueryDict:
    """The place that a form was sent from, and leads back to."""
    return read_place(QueryDict(post.get("place", "")))


def read_marked(values: Iterable[str]) -> list[str]:
    """The codes of lists that were marked, each once; too many are not looked at."""
    fitting = (value for value in values if len(value) == LONGEST_CODE)
    return list(dict.fromkeys(fitting))[:MOST_MARKED]
