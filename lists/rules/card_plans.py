"""What an edition declares to stand on the cards of its figures, teams, vehicles and extras."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from .formula import Formula, Predicate
from .roster import NOTHING


@dataclass(frozen=True, slots=True)
class Addend:
    """A statistic of what is chosen in a group, or a formula, added to others within bounds."""

    group: str = ""
    statistic: str = ""
    formula: Formula | None = None
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
class CardBrought:
    """An entry that comes along unchosen, while its condition holds."""

    entry: str
    when: Formula | None = None


@dataclass(frozen=True, slots=True)
class CardTable:
    """What a card's subject has of a kind; counted values above the highest lower the count."""

    kind: str
    rows: tuple[CardRow, ...]
    brings: tuple[CardBrought, ...] = ()
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
    texts: tuple[str, ...] = ()  # keys, kinds and categories of what is chosen or comes along


@dataclass(frozen=True, slots=True)
class CardPlan:
    """The card of the entries that it is for: what stands under the name, and its blocks."""

    of: Predicate
    head: tuple[str, ...]
    blocks: tuple[CardBlock, ...]
