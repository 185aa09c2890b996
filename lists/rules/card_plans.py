"""What an edition declares to stand on the cards of its figures, teams, vehicles and extras."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from .formula import Formula, Predicate
from .roster import NOTHING

type Plain = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Addend:
    """A statistic of what is chosen in a group, added to others within bounds."""

    group: str
    statistic: str
    at_least: int | None = None
    at_most: int | None = None

    def bound(self, number: int) -> int:
        """The number, no lower and no higher than the bounds."""
        if self.at_least is not None:
            number = max(number, self.at_least)
        return number if self.at_most is None else min(number, self.at_most)


@dataclass(frozen=True, slots=True)
class CardRow:
    """A way to use what a table is about: a count and values, with what is added to them."""

    values: str
    count: str = ""
    name: Mapping[str, str] = field(default_factory=lambda: NOTHING)
    label: Mapping[str, str] = field(default_factory=lambda: NOTHING)  # in place of the entry's
    of: Predicate | None = None
    add: Addend | None = None
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Brought:
    """An entry that comes along unchosen, while its condition holds."""

    entry: str
    when: Formula | None = None


@dataclass(frozen=True, slots=True)
class CardTable:
    """What a card's subject has of a kind; counted values above the highest lower the count."""

    kind: str
    rows: tuple[CardRow, ...]
    brings: tuple[Brought, ...] = ()
    highest: int | None = None


@dataclass(frozen=True, slots=True)
class CardValue:
    """A statistic of the subject, or of what is chosen in a group; `add` makes it another."""

    statistic: str
    group: str = ""
    name: Mapping[str, str] = field(default_factory=lambda: NOTHING)
    add: int = 0
    at_least: int | None = None
    when: Formula | None = None


@dataclass(frozen=True, slots=True)
class CardBoxes:
    """Boxes to tick: what for, and how many."""

    name: Mapping[str, str]
    short: Mapping[str, str]
    count: Formula
    when: Formula | None = None


@dataclass(frozen=True, slots=True)
class CardBlock:
    """A part of a card: one of its fields is filled."""

    table: CardTable | None = None
    values: tuple[CardValue, ...] = ()
    derived: tuple[str, ...] = ()
    boxes: tuple[CardBoxes, ...] = ()
    text: bool = False


@dataclass(frozen=True, slots=True)
class CardPlan:
    """The card of the entries that it is for: what stands under the name, and its blocks."""

    of: Predicate
    head: tuple[str, ...]
    blocks: tuple[CardBlock, ...]


class Reader(Protocol):
    """What checks the parts of a plan that name others."""

    def formula(self, text: str | int) -> Formula: ...

    def predicate(self, text: str) -> Predicate: ...

    def check(self, sort: str, key: str) -> None: ...


def read_card_plans(plain: Iterable[Plain], reader: Reader) -> tuple[CardPlan, ...]:
    """The plans of the `cards` section (see docs/data-format.md)."""
    return tuple(
        CardPlan(
            reader.predicate(plan["of"]),
            tuple(_check(reader, "group", plan.get("head", ()))),
            tuple(_read_block(block, reader) for block in plan["blocks"]),
        )
        for plan in plain
    )


def _check(reader: Reader, sort: str, keys: Iterable[str]) -> Iterator[str]:
    for key in keys:
        reader.check(sort, key)
        yield key


def _read_block(plain: Plain, reader: Reader) -> CardBlock:
    table = plain.get("table")
    return CardBlock(
        table=_read_table(table, reader) if table else None,
        values=tuple(_read_value(each, reader) for each in plain.get("values", ())),
        derived=tuple(_check(reader, "value", plain.get("derived", ()))),
        boxes=tuple(_read_boxes(each, reader) for each in plain.get("boxes", ())),
        text=bool(plain.get("text")),
    )


def _read_table(plain: Plain, reader: Reader) -> CardTable:
    reader.check("kind", plain["kind"])
    return CardTable(
        kind=plain["kind"],
        rows=tuple(_read_row(each, reader) for each in plain["rows"]),
        brings=tuple(_read_brought(each, reader) for each in plain.get("brings", ())),
        highest=plain.get("highest"),
    )


def _read_row(plain: Plain, reader: Reader) -> CardRow:
    named = [plain["values"], *filter(None, (plain.get("count"),)), *plain.get("notes", ())]
    list(_check(reader, "statistic", named))
    add = plain.get("add")
    return CardRow(
        values=plain["values"],
        count=plain.get("count", ""),
        name=plain.get("name", NOTHING),
        label=plain.get("label", NOTHING),
        of=reader.predicate(plain["of"]) if plain.get("of") else None,
        add=_read_addend(add, reader) if add else None,
        notes=tuple(plain.get("notes", ())),
    )


def _read_addend(plain: Plain, reader: Reader) -> Addend:
    reader.check("group", plain["group"])
    reader.check("statistic", plain["statistic"])
    return Addend(plain["group"], plain["statistic"], plain.get("at_least"), plain.get("at_most"))


def _read_brought(plain: Plain, reader: Reader) -> Brought:
    reader.check("entry", plain["entry"])
    return Brought(plain["entry"], _read_condition(plain, reader))


def _read_value(plain: Plain, reader: Reader) -> CardValue:
    reader.check("statistic", plain["statistic"])
    if plain.get("group"):
        reader.check("group", plain["group"])
    return CardValue(
        statistic=plain["statistic"],
        group=plain.get("group", ""),
        name=plain.get("name", NOTHING),
        add=plain.get("add", 0),
        at_least=plain.get("at_least"),
        when=_read_condition(plain, reader),
    )


def _read_boxes(plain: Plain, reader: Reader) -> CardBoxes:
    return CardBoxes(
        plain["name"],
        plain.get("short", plain["name"]),
        reader.formula(plain.get("count", 1)),
        _read_condition(plain, reader),
    )


def _read_condition(plain: Plain, reader: Reader) -> Formula | None:
    return reader.formula(plain["when"]) if plain.get("when") is not None else None
