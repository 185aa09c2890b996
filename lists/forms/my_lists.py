"""What the addresses and forms of My lists say: what is sought, a place among them, a tag."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from lists.building.sought import CHANGED, CREATED, NAME, POINTS, Sought
from lists.models import Roster, Verdict
from lists.models.link import is_code
from lists.models.remarks import LONGEST_TAG
from lists.rules.document import LARGEST_LIMIT, clean_line
from lists.wording.my_lists import Offered

LONGEST_TEXT: Final = 80
MOST_MARKED: Final = 100
PLACE: Final = ("q", "system", "nation", "verdict", "state", "tag", "least", "most", "limit")
BESIDE: Final = ("archived", "sort", "page")

ANY = ("", _("Any"))
ORDERS = [
    (CHANGED, _("Changed last")),
    (CREATED, _("Made last")),
    (NAME, _("Name")),
    (POINTS, _("Most points")),
]


@dataclass(frozen=True, slots=True)
class ShownField:
    """A field of what is sought, as plain values that are drawn once; a text has no choices."""

    name: str
    label: str
    value: str
    choices: tuple[tuple[str, str], ...]
    is_number: bool
    longest: int
    fault: str


class SeekForm(forms.Form):
    """What is sought among one's lists; a field that cannot be right says so and does not count."""

    q = forms.CharField(
        label=_("Name, army list or tag"),
        required=False,
        max_length=LONGEST_TEXT,
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
    tag = forms.ChoiceField(label=_("Tag"), required=False)
    least = forms.IntegerField(
        label=_("Points from"),
        required=False,
        min_value=0,
        max_value=LARGEST_LIMIT,
    )
    most = forms.IntegerField(
        label=_("Points up to"),
        required=False,
        min_value=0,
        max_value=LARGEST_LIMIT,
    )
    limit = forms.IntegerField(
        label=_("Limit"),
        required=False,
        min_value=0,
        max_value=LARGEST_LIMIT,
    )
    archived = forms.BooleanField(label=_("The archived ones"), required=False)

    def __init__(self, query: QueryDict, offered: Offered, tags: Sequence[str]) -> None:
        super().__init__(query)
        self.has_systems = len(offered.systems) > 1
        self._offer("system", offered.systems)
        self._offer("nation", offered.nations)
        chosen = clean_line(query.get("tag", ""))[:LONGEST_TAG]
        every = [*tags, chosen] if chosen and chosen not in tags else tags
        self._offer("tag", [(tag, tag) for tag in every])

    def _offer(self, name: str, choices: Iterable[tuple[str, str]]) -> None:
        field: Any = self.fields[name]
        field.choices = [ANY, *choices]

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
    def first(self) -> list[ShownField]:
        """The fields that stand in sight."""
        return [self._show("q"), self._show("sort")]

    @property
    def folded(self) -> list[ShownField]:
        """The fields that are folded away, games only where there are several."""
        names = PLACE[1:] if self.has_systems else PLACE[2:]
        return [self._show(name) for name in names]

    def _show(self, name: str) -> ShownField:
        field: Any = self.fields[name]
        choices = [(key, str(words)) for key, words in getattr(field, "choices", ())]
        return ShownField(
            name=name,
            label=str(field.label),
            value=self.data.get(name, ""),
            choices=tuple(choices),
            is_number=isinstance(field, forms.IntegerField),
            longest=LONGEST_TEXT,
            fault=" ".join(map(str, self.errors.get(name, ()))),
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
    for name in (*PLACE, *BESIDE):
        text = query.get(name, "").replace("\0", "")[:LONGEST_TEXT]
        if text:
            place[name] = text
    return place


def read_posted_place(post: QueryDict) -> QueryDict:
    """The place that a form was sent from, and leads back to."""
    return read_place(QueryDict(post.get("place", "")))


def read_marked(values: Iterable[str]) -> list[str]:
    """The codes of lists that were marked, each once; too many are not looked at."""
    return list(dict.fromkeys(filter(is_code, values)))[:MOST_MARKED]
