"""What stands on the card of one place of a roster, in keys and numbers."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from math import floor

from .card_plans import Addend, CardBoxes, CardPlan, CardRow, CardTable, CardValue
from .catalogue import Brought, Catalogue, Entry, StatisticValue
from .formula import Predicate
from .places import Board, Place, find_statistics
from .roster import Choice

SIGNED = re.compile(r"[+-]?\d+")
MOST_BOXES = 60


@dataclass(frozen=True, slots=True)
class Cell:
    """A value of a table's row, and the count that goes with it where that is another."""

    value: StatisticValue
    count: int | None = None


@dataclass(frozen=True, slots=True)
class FilledRow:
    """One way to use one entry, with the statistics behind its notes.

    `brought` says how many of it come along, and where they are, where they are not chosen.
    """

    row: CardRow
    entry: Entry
    count: StatisticValue
    cells: tuple[Cell, ...]
    notes: Mapping[str, StatisticValue]
    brought: tuple[Brought, ...] = ()


class Subject:
    """An entry as predicates over keys, kinds and categories see it."""

    def __init__(self, entry: Entry) -> None:
        self.entry = entry

    def answers_to(self, key: str) -> bool:
        return self.entry.answers_to(key)

    def holds(self, name: str, attribute: str, keys: frozenset[str]) -> bool:
        return False


def matches(predicate: Predicate | None, entry: Entry) -> bool:
    """Whether a predicate is true of an entry; without one it is."""
    return predicate is None or predicate.matches(Subject(entry))


def find_plan(catalogue: Catalogue, entry: Entry) -> CardPlan | None:
    """The first plan that is for an entry; what none is for has no card."""
    return next((plan for plan in catalogue.cards if matches(plan.of, entry)), None)


# Tables


def fill_table(board: Board, place: Place, table: CardTable) -> Iterator[FilledRow]:
    """The rows of all that a place has of the table's kind, each in the order of the plan."""
    for entry, brought in _find_entries(board, place, table):
        statistics = find_statistics(board, place, entry)
        for row in table.rows:
            if statistics.get(row.values) is not None and matches(row.of, entry):
                filled = _fill_row(board, place, table, row, entry, statistics)
                yield replace(filled, brought=brought)


def _find_entries(
    board: Board, place: Place, table: CardTable
) -> Iterator[tuple[Entry, tuple[Brought, ...]]]:
    """What is chosen of a kind, and behind it what comes along; each once."""
    entries = board.catalogue.entries
    chosen = (choice.option for choice in _find_chosen(place))
    brought = find_brought(board.catalogue, place)
    always = [
        each.entry for each in table.brings if each.when is None or board.evaluate(each.when, place)
    ]
    for key in dict.fromkeys((*chosen, *(each.entry for each in brought), *always)):
        if key in entries and entries[key].kind == table.kind:
            yield entries[key], tuple(each for each in brought if each.entry == key)


def _find_chosen(place: Place) -> list[Choice]:
    return [
        choice
        for key in (place.entry.groups if place.entry else ())
        for choice in place.ask(key)[0]
        if choice.count > 0
    ]


def find_brought(catalogue: Catalogue, place: Place) -> tuple[Brought, ...]:
    """What comes with the entry of a place and with what was chosen for it."""
    brought = list(place.entry.brings if place.entry else ())
    for choice in _find_chosen(place):
        if choice.option in catalogue.entries:
            brought += catalogue.entries[choice.option].bring(choice.count)
    return tuple(brought)


def find_texts(catalogue: Catalogue, place: Place, keys: tuple[str, ...]) -> Iterator[Entry]:
    """What is chosen and what comes along that answers to a key and has a text; each once."""
    chosen = (choice.option for choice in _find_chosen(place))
    brought = (each.entry for each in find_brought(catalogue, place))
    for key in dict.fromkeys((*chosen, *brought)):
        entry = catalogue.entries.get(key)
        if entry and entry.text and any(map(entry.answers_to, keys)):
            yield entry


def _fill_row(
    board: Board,
    place: Place,
    table: CardTable,
    row: CardRow,
    entry: Entry,
    statistics: Mapping[str, StatisticValue],
) -> FilledRow:
    value = statistics[row.values]
    values = value if isinstance(value, tuple) else (value,)
    added = _find_addend(board, place, row.add) if row.add else 0
    count = statistics.get(row.count) if row.count else None
    highest = table.highest if row.count else None
    cells = tuple(_lower(shift(each, added), highest, count) for each in values)
    notes = {key: statistics[key] for key in row.notes if statistics.get(key) is not None}
    return FilledRow(row, entry, count, cells, notes)


def _lower(value: StatisticValue, highest: int | None, count: StatisticValue) -> Cell:
    """A value above the highest stands as the highest, with a smaller count, or not at all."""
    if highest is None or not isinstance(value, int) or value <= highest:
        return Cell(value)
    left = count - (value - highest) if isinstance(count, int) else 0
    return Cell(highest, left) if left > 0 else Cell(None)


def _find_addend(board: Board, place: Place, addend: Addend) -> int:
    if addend.formula is not None:
        return addend.bound(floor(board.evaluate(addend.formula, place)))
    value = find_value_of(board, place, addend.group, addend.statistic)
    return addend.bound(read_signed(value))


# Values


def find_values(
    board: Board, place: Place, values: tuple[CardValue, ...]
) -> Iterator[tuple[CardValue, StatisticValue]]:
    """The values that a place has, those that hold only sometimes left out where they do not."""
    for each in values:
        if each.when is not None and not board.evaluate(each.when, place):
            continue
        owner = _find_owner(board, place, each.group)
        if owner is None or each.statistic not in owner.statistics:
            continue
        value = find_value_of(board, place, each.group, each.statistic)
        yield each, shift(value, each.add, at_least=each.at_least)


def find_value_of(board: Board, place: Place, group: str, statistic: str) -> StatisticValue:
    """A statistic of a place's own entry, or of what is chosen in a group there or above."""
    owner = _find_owner(board, place, group)
    return find_statistics(board, place, owner).get(statistic) if owner else None


def _find_owner(board: Board, place: Place, group: str) -> Entry | None:
    if not group:
        return place.entry
    choices, _ = place.ask(group)
    return board.catalogue.entries.get(choices[0].option) if choices else None


def read_signed(value: StatisticValue) -> int:
    """A whole number, written as one or as a text such as "+1"; 0 for anything else."""
    if isinstance(value, int):
        return value
    return int(value) if isinstance(value, str) and SIGNED.fullmatch(value) else 0


def shift(value: StatisticValue, by: int, *, at_least: int | None = None) -> StatisticValue:
    """A number, or a text that starts with one, changed by so much: "3+" by -1 is "2+"."""
    if isinstance(value, int):
        return value + by if at_least is None else max(value + by, at_least)
    found = SIGNED.match(value) if isinstance(value, str) and by else None
    if found is None:
        return value
    number = int(found[0]) + by
    number = number if at_least is None else max(number, at_least)
    return f"{number}{found.string[found.end() :]}"


def count_boxes(board: Board, place: Place, boxes: CardBoxes) -> int:
    """How many boxes there are to tick; 0 where they are for something else."""
    if boxes.when is not None and not board.evaluate(boxes.when, place):
        return 0
    return min(max(int(board.evaluate(boxes.count, place)), 0), MOST_BOXES)
