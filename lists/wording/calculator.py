"""The quick calculator in words: what can be asked of a selection, and the receipt at once."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import override

from lists.rules.catalogue import Catalogue, OptionGroup, Take
from lists.rules.evaluate import evaluate
from lists.rules.places import Board, Place
from lists.rules.roster import Choice
from lists.rules.trial import (
    NODE_ID,
    UNIT_ID,
    Trial,
    build_trial,
    find_candidates,
    find_groups,
    find_list,
    is_switch,
)

from .receipts import ShownPart, show_parts
from .words import Names, write_number

MOST: Final = 99
"""The most of what is counted."""

NONE: Final = "-"


def name_field(group: str, option: str = "") -> str:
    """The field of a group, or of one of its options where these are counted."""
    return f"o_{group}_{option}" if option else f"o_{group}"


@dataclass(frozen=True, slots=True)
class ShownAnswer:
    """One of the answers to choose from."""

    value: str
    label: str
    is_chosen: bool


@dataclass(frozen=True, slots=True)
class ShownQuestion:
    """A field: answers to choose from, or a number between two."""

    name: str
    label: str
    answers: tuple[ShownAnswer, ...] = ()
    number: int = 0
    smallest: int = 0
    largest: int = 0
    mistyped: str | None = None

    @property
    def fault(self) -> str:
        """What to write where what was typed is no such number; empty where it is one."""
        if self.mistyped is None:
            return ""
        words = _(
            "Write a whole number from %(smallest)d to %(largest)d. "
            "Until then %(number)d is counted."
        )
        bounds = {"smallest": self.smallest, "largest": self.largest}
        return words % {**bounds, "number": self.number}

    @property
    def value(self) -> str:
        """What is answered."""
        chosen = (answer.value for answer in self.answers if answer.is_chosen)
        return next(chosen, "") if self.answers else str(self.number)


@dataclass(frozen=True, slots=True)
class ShownKind:
    """The selections of one kind."""

    name: str
    entries: tuple[ShownAnswer, ...]


@dataclass(frozen=True, slots=True)
class ShownCalculator:
    """What is asked, and what it comes to."""

    system: str
    system_name: str
    entry: str
    name: str
    kinds: tuple[ShownKind, ...]
    questions: tuple[ShownQuestion, ...]
    parts: tuple[ShownPart, ...]
    total: str
    points: str  # with their unit
    text: str
    remark: str
    page: int | None


def show_calculator(catalogue: Catalogue, trial: Trial, language: str) -> ShownCalculator | None:
    """A trial in words; None for a game without army lists."""
    army_list = find_list(catalogue, trial.entry)
    if army_list is None:
        return None
    with override(language):
        roster = build_trial(catalogue, army_list, trial)
        receipt = evaluate(catalogue, roster).find_receipt(NODE_ID)
        assert receipt is not None
        names, entry = Names(catalogue, language), catalogue.entries[trial.entry]
        desk = _Desk(names, trial, Board(catalogue, roster))
        return ShownCalculator(
            system=catalogue.system,
            system_name=names.choose(catalogue.system_name),
            entry=entry.key,
            name=names.entry(entry.key),
            kinds=tuple(desk.kinds()),
            questions=tuple(desk.questions()),
            parts=show_parts(catalogue, roster, receipt, language),
            total=write_number(receipt.total),
            points=names.points(receipt.total),
            text=names.choose(entry.text),
            remark=names.choose(entry.remark),
            page=entry.page,
        )


@dataclass(frozen=True, slots=True)
class _Desk:
    """Asks what there is to be asked of one trial."""

    names: Names
    trial: Trial
    board: Board

    def kinds(self) -> Iterator[ShownKind]:
        catalogue = self.names.catalogue
        candidates = list(find_candidates(catalogue))
        for kind in catalogue.kinds.values():
            entries = tuple(
                ShownAnswer(each.key, self.names.fielded(each.key), each.key == self.trial.entry)
                for each in candidates
                if each.kind == kind.key
            )
            if entries:
                yield ShownKind(self.names.choose(kind.name), entries)

    def questions(self) -> Iterator[ShownQuestion]:
        entry = self.names.catalogue.entries[self.trial.entry]
        of_unit, of_entry = find_groups(self.names.catalogue, entry)
        places = {place.id: place for place in self.board.places}
        for node_id, groups, options in (
            (UNIT_ID, of_unit, self.trial.unit_options),
            (NODE_ID, of_entry, self.trial.options),
        ):
            for group in groups:
                yield from self.ask(places[node_id], group, options.get(group.key, ()))

    def ask(
        self, place: Place, group: OptionGroup, taken: tuple[Choice, ...]
    ) -> Iterator[ShownQuestion]:
        label = self.names.choose(group.name)
        if group.take is Take.NUMBER:
            number = taken[0].count if taken else group.smallest
            yield ShownQuestion(
                name_field(group.key),
                label,
                number=number,
                smallest=group.smallest,
                largest=group.largest,
            )
        elif group.take is Take.ONE or is_switch(group):
            answers = tuple(self.answers(place, group, taken))
            yield ShownQuestion(name_field(group.key), label, answers)
        else:
            yield from self.count(place, group, taken)

    def answers(
        self, place: Place, group: OptionGroup, taken: tuple[Choice, ...]
    ) -> Iterator[ShownAnswer]:
        chosen = taken[0].option if taken else ""
        if not group.required:
            yield ShownAnswer(NONE, _("None"), not chosen)
        for key in group.options:
            label = f"{self.names.entry(key)} ({self.price(place, group, key)})"
            yield ShownAnswer(key, label, key == chosen)

    def count(
        self, place: Place, group: OptionGroup, taken: tuple[Choice, ...]
    ) -> Iterator[ShownQuestion]:
        counts = {choice.option: choice.count for choice in taken}
        for key, option in group.options.items():
            number, field = counts.get(key, 0), name_field(group.key, key)
            if option.at_most == 1:
                answers = self.whether(self.price(place, group, key), is_taken=number > 0)
                yield ShownQuestion(field, self.names.entry(key), answers)
            else:
                largest = MOST if option.at_most is None else option.at_most
                label = self.names.entry(key, 2)
                yield ShownQuestion(field, label, number=number, largest=largest)

    def whether(self, price: str, *, is_taken: bool) -> tuple[ShownAnswer, ...]:
        """The answers where of an option there may be one: as numbers, like where more may be."""
        yes = _("Yes (%(points)s)") % {"points": price}
        return ShownAnswer("0", _("No"), not is_taken), ShownAnswer("1", yes, is_taken)

    def price(self, place: Place, group: OptionGroup, key: str) -> str:
        """What an option costs here, given all else that is answered."""
        return write_number(place.option_value(group.key, Choice(key), self.board.currency))
