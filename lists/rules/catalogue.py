"""Everything one edition offers, as frozen values that a roster is measured against."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from fractions import Fraction
from typing import Any, Final, NamedTuple

from .card_plans import CardPlan
from .formula import Formula, Number, Predicate
from .roster import NOTHING, Choice, Node, Options

UNKNOWN: Final = ""
"""Stands where entries are told apart for what the edition does not offer."""

Words = Mapping[str, str]
"""One text in each language, by language code."""

StatisticValue = Number | str | tuple[Any, ...] | None
"""A statistic as the book prints it: a number, a text, a row of a table, or "has not"."""


class Severity(StrEnum):
    """How grave a problem is: a broken rule, more than the book suggests, or worth knowing."""

    ILLEGAL = "illegal"
    OUTSIDE_GUIDANCE = "outside-guidance"
    NOTE = "note"


LISTING_SEVERITIES: Final[Mapping[str, Severity]] = {
    "entry-outside-list": Severity.OUTSIDE_GUIDANCE,
    "option-outside-list": Severity.OUTSIDE_GUIDANCE,
    "extra-not-offered": Severity.ILLEGAL,
    "swap-incomplete": Severity.OUTSIDE_GUIDANCE,
    "count-above-list": Severity.OUTSIDE_GUIDANCE,
    "count-below-list": Severity.OUTSIDE_GUIDANCE,
    "choice-exclusive": Severity.OUTSIDE_GUIDANCE,
    "level-beyond-shift": Severity.ILLEGAL,
}
"""How grave it is to leave an army list, by code, where the edition does not say."""


class Take(StrEnum):
    """How many options of a group may be taken."""

    ONE = "one"
    SOME = "some"
    NUMBER = "number"


class Role(StrEnum):
    """How the pages treat a kind of entry."""

    UNIT = "unit"
    SELECTION = "selection"
    EXTRA = "extra"
    OPTION = "option"


@dataclass(frozen=True, slots=True)
class Kind:
    """A sort of entry: figures, vehicles, troop classes."""

    key: str
    name: Words
    role: Role
    listed: bool = False
    offered: bool = False


@dataclass(frozen=True, slots=True)
class Currency:
    """What entries cost or add up to; the first of an edition is what the limit counts."""

    key: str
    name: Words
    one: Words
    numbers: bool = False  # pieces are numbered by it, as the bases of figures are


@dataclass(frozen=True, slots=True)
class Citation:
    """Something other than a page of the book that numbers of an edition are from."""

    key: str
    name: Words
    text: Words


@dataclass(frozen=True, slots=True)
class Statistic:
    """A value that entries of some kinds have, such as a save or a range table."""

    key: str
    name: Words
    short: Words
    kinds: frozenset[str]
    text: Words
    columns: tuple[Words, ...] = ()  # what the values of a list stand for: 25 cm, 50 cm
    is_hidden: bool = False  # it is there for formulas, and no page shows it


@dataclass(frozen=True, slots=True)
class Option:
    """One thing a group offers, with a price of its own where the group sets one."""

    key: str
    points: Number | None = None
    at_most: int | None = None


@dataclass(frozen=True, slots=True)
class OptionGroup:
    """What an entry may be given of one sort, and how many of them."""

    key: str
    name: Words
    take: Take
    options: Mapping[str, Option]
    default: tuple[Choice, ...] = ()
    required: bool = False
    inherits: bool = False
    listed: bool = False
    shift: int = 0
    own_choice: Severity | None = None
    at_least: Formula | None = None
    at_most: Formula | None = None
    smallest: int = 0
    largest: int = 0
    page: int | None = None
    one: Words = field(default_factory=lambda: NOTHING)  # what a number counts, in the singular


@dataclass(frozen=True, slots=True)
class Template:
    """That players may write entries of their own like this one, and which statistics they type."""

    statistics: tuple[str, ...] = ()
    text: Words = field(default_factory=lambda: NOTHING)  # what it is for, where `text` is more
    is_hidden: bool = False  # it is there for those alone that are like it, and not offered


@dataclass(frozen=True, slots=True)
class Brought:
    """What an entry comes with, unchosen and unpaid: how many, and where it has it ("coaxial")."""

    entry: str
    count: int = 1
    name: Words = field(default_factory=lambda: NOTHING)


@dataclass(frozen=True, slots=True)
class Entry:
    """Anything that carries points, can be bought or can be chosen."""

    key: str
    kind: str
    name: Words
    plural: Words
    short: Words
    page: int | None
    points: Number
    categories: frozenset[str]
    answers: frozenset[str]
    statistics: Mapping[str, StatisticValue]
    formulas: Mapping[str, Formula]
    constants: Mapping[str, Number]  # the currencies whose formula asks about nothing
    groups: Mapping[str, OptionGroup]
    holds: frozenset[str]
    role: Role
    brings: tuple[Brought, ...] = ()
    ladder: str = ""
    rank: int = 0
    offered: Formula | None = None
    text: Words = field(default_factory=lambda: NOTHING)
    remark: Words = field(default_factory=lambda: NOTHING)
    source: str = ""  # the key of the citation that its numbers are from, where it has no page
    aliases: tuple[str, ...] = ()
    template: Template | None = None
    like: str = ""  # of an entry of the player's own: the template that it was written like

    @property
    def is_hidden(self) -> bool:
        """Whether it is a template that nothing in a roster may be."""
        return self.template is not None and self.template.is_hidden

    def answers_to(self, key: str) -> bool:
        """Whether this entry has the key, is of the kind or in the category."""
        return key in self.answers

    def bring(self, count: int) -> tuple[Brought, ...]:
        """What so many of this entry come with."""
        return tuple(replace(brought, count=brought.count * count) for brought in self.brings)

    def may_hold(self, other: Entry) -> bool:
        """Whether a node of this entry may have one of the other beneath it."""
        return not self.holds.isdisjoint(other.answers)


@dataclass(frozen=True, slots=True)
class Row:
    """A line that an army list prints, or an addition: which entries, how many, given what."""

    key: str
    entries: tuple[str, ...]
    start: int
    at_least: int
    at_most: int
    options: Mapping[str, tuple[str, ...]]
    addition: bool = False
    upgrade: bool = False
    swap: str = ""
    choice: str = ""
    when: Formula | None = None
    page: int | None = None
    name: Words = field(default_factory=lambda: NOTHING)  # where it prints too many to name them
    bound: str = ""  # the restriction that says how many there may be of those that it prints


@dataclass(frozen=True, slots=True)
class ArmyList:
    """What a formation of one nation fields: rows, additions and extras."""

    key: str
    nation: str
    name: Words
    page: int | None
    unit: str
    options: Mapping[str, tuple[str, ...]]
    flags: frozenset[str]
    rows: tuple[Row, ...]
    extras: frozenset[str]
    is_open: bool = False
    text: Words = field(default_factory=lambda: NOTHING)
    remark: Words = field(default_factory=lambda: NOTHING)


@dataclass(frozen=True, slots=True)
class FixTemplate:
    """How one click clears a problem: an act and what it is done to."""

    do: str
    of: Predicate | None = None
    group: str = ""
    option: str = ""
    entry: str = ""
    options: Options = field(default_factory=lambda: NOTHING)
    to: Formula | None = None
    is_counted: bool = False  # what `of` matches is what the restriction counts


@dataclass(frozen=True, slots=True)
class Restriction:
    """One rule of legality as data: where it holds, what it measures and its bounds."""

    code: str
    scope: str
    severity: Severity
    message: Words
    page: int | None = None
    of: Predicate | None = None
    when: Formula | None = None
    measure: Formula | None = None
    at_most: Formula | None = None
    at_least: Formula | None = None
    require: Formula | None = None
    parameters: Mapping[str, Formula] = field(default_factory=lambda: NOTHING)
    replaces: frozenset[str] = frozenset()
    spares_own: bool = False  # it asks nothing of what players have written
    fix: FixTemplate | None = None


@dataclass(frozen=True, slots=True)
class Effect:
    """What changes a value under a condition, and why."""

    key: str
    name: Words
    of: Predicate
    field: str
    act: str  # set, add or multiply
    value: Formula
    when: Formula | None = None
    page: int | None = None
    layer: str = "reading"
    reading: str = ""
    is_local: bool = False  # its condition asks about the node, so it is tried at each
    like: str = ""  # the entry whose statistics hold in place of its own


@dataclass(frozen=True, slots=True)
class ReadingValue:
    """One of the values that a book gives for the same thing."""

    key: str
    name: Words
    page: int | None = None


@dataclass(frozen=True, slots=True)
class Reading:
    """A number on which the book contradicts itself; a roster pins one of the values."""

    key: str
    name: Words
    text: Words
    page: int | None
    values: tuple[ReadingValue, ...]

    @property
    def default(self) -> str:
        """The key of the value that holds where the roster does not say."""
        return self.values[0].key

    def settle(self, chosen: str | None) -> str:
        """The key of the value that holds: what was chosen, if the book gives it."""
        for value in self.values:
            if value.key == chosen:
                return chosen
        return self.default


@dataclass(frozen=True, slots=True)
class Derived:
    """A value worked out for a line, a unit or the whole, such as initiative or break point."""

    key: str
    name: Words
    scope: str
    formula: Formula
    of: Predicate | None = None
    when: Formula | None = None
    prefix: str = ""
    suffix: str = ""
    page: int | None = None
    text: Words = field(default_factory=lambda: NOTHING)


@dataclass(frozen=True, slots=True)
class OptionalRule:
    """A rule that players may agree on; a roster says which are in force."""

    key: str
    name: Words
    text: Words
    page: int | None = None


@dataclass(frozen=True, slots=True)
class Reference:
    """A table of the book that players look up during play."""

    key: str
    name: Words
    columns: tuple[Words, ...]
    rows: tuple[tuple[Any, ...], ...]
    page: int | None = None
    text: Words = field(default_factory=lambda: NOTHING)


@dataclass(frozen=True, slots=True)
class SheetTable:
    """A table of a printed sheet: what a roster uses of one kind, and the statistics shown of it.

    `brings` names for keys, kinds and categories what comes with them without being chosen.
    """

    kind: str
    statistics: tuple[str, ...]
    brings: Mapping[str, tuple[str, ...]] = field(default_factory=lambda: NOTHING)
    has_text: bool = False


@dataclass(frozen=True, slots=True)
class SheetPlan:
    """What a printed sheet shows beside its units: columns of their tables, tables, references."""

    columns: tuple[str, ...] = ()
    tables: tuple[SheetTable, ...] = ()
    references: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SuggestedList:
    """A roster that a scenario prints, as a document without ids."""

    key: str
    name: Words
    army_list: str
    points_limit: int
    note: Words
    roster: tuple[Mapping[str, Any], ...]
    opponent: str = ""  # a nation, an army list or a category that stands against it


@dataclass(frozen=True, slots=True)
class Scenario:
    """A game to be played: what it changes, forbids and demands, and its suggested lists."""

    key: str
    number: int
    name: Words
    page: int | None
    text: Words
    notes: tuple[Words, ...]
    forbids: frozenset[str]
    lists: tuple[SuggestedList, ...]


class Answers(NamedTuple):
    """What an entry answers to, as the subject of predicates that ask about no choice."""

    keys: frozenset[str]

    def answers_to(self, key: str) -> bool:
        """Whether it has the key, is of the kind or in the category."""
        return key in self.keys

    def holds(self, name: str, attribute: str, keys: frozenset[str]) -> bool:
        """Nothing is chosen."""
        return False


class Worth(NamedTuple):
    """A number that an entry has of its own, and the effects that may change it."""

    value: Number
    effects: tuple[Effect, ...] = ()


@dataclass(frozen=True, slots=True)
class Index:
    """What evaluation looks up often, worked out once when a catalogue is compiled.

    `of_entry`, `effects` (by field), `lending` (effects that lend other statistics) and `worth` (by
    attribute, where no formula has to be asked) are by entry, `rows` by army list and entry.
    `extras` are the entries that army lists offer one by one. `matching` keeps what
    `Catalogue.find_matching` has found.
    """

    of_roster: tuple[Restriction, ...]
    of_entry: Mapping[str, tuple[Restriction, ...]]
    effects: Mapping[str, Mapping[str, tuple[Effect, ...]]]
    lending: Mapping[str, tuple[Effect, ...]]
    worth: Mapping[str, Mapping[str, Worth]]
    derived: Mapping[str, tuple[Derived, ...]]
    rows: Mapping[str, Mapping[str, tuple[Row, ...]]]
    extras: frozenset[str]
    matching: dict[str, frozenset[str]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Catalogue:
    """One edition of one game system, compiled."""

    system: str
    system_name: Words
    system_text: Words
    edition: str
    edition_name: Words
    edition_source: Words
    citations: Mapping[str, Citation]
    gaps: tuple[Words, ...]
    hash: str
    currencies: tuple[Currency, ...]
    limit_default: int
    tolerance: Formula
    limit_page: int | None
    top: frozenset[str]
    kinds: Mapping[str, Kind]
    statistics: Mapping[str, Statistic]
    groups: Mapping[str, OptionGroup]
    entries: Mapping[str, Entry]
    categories: Mapping[str, Words]  # those that have a name
    nations: Mapping[str, Words]
    army_lists: Mapping[str, ArmyList]
    severities: Mapping[str, Severity]
    restrictions: tuple[Restriction, ...]
    effects: tuple[Effect, ...]
    readings: Mapping[str, Reading]
    optional_rules: Mapping[str, OptionalRule]
    derived: tuple[Derived, ...]
    references: Mapping[str, Reference]
    scenarios: Mapping[str, Scenario]
    sheet: SheetPlan
    cards: tuple[CardPlan, ...]
    index: Index = field(compare=False, repr=False)
    former: Mapping[str, Catalogue] = field(
        default_factory=lambda: NOTHING, compare=False, repr=False
    )
    """Older editions by their hash, as far as nodes of a roster are kept by them."""

    @property
    def templates(self) -> tuple[Entry, ...]:
        """The entries that players may write others like."""
        return tuple(entry for entry in self.entries.values() if entry.template)

    @property
    def is_bound(self) -> bool:
        """Whether nothing may stand outside an army list."""
        return self.severities["entry-outside-list"] is Severity.ILLEGAL

    def find_nation(self, entry: str) -> str:
        """The one nation that may field an entry, where nothing may stand outside its lists."""
        printing = [key for key, rows in self.index.rows.items() if entry in rows]
        nations = {self.army_lists[key].nation for key in printing}
        return nations.pop() if self.is_bound and len(nations) == 1 else ""

    def find_row(self, army_list: str, key: str) -> Row | None:
        """A row of an army list."""
        rows = self.army_lists[army_list].rows if army_list in self.army_lists else ()
        return next((row for row in rows if row.key == key), None)

    def find_source(self, node: Node) -> Catalogue:
        """The edition that a node is priced and named by: this, or the older one it is kept by."""
        return self.former.get(node.edition, self)

    def find_entry(self, node: Node) -> Entry | None:
        """A node's entry in this edition; None where it lacks it or the node is kept by another."""
        return None if node.edition in self.former else self.entries.get(node.entry)

    def find_matching(self, predicate: Predicate) -> frozenset[str]:
        """The entries that a predicate is true of which asks about no choice.

        `UNKNOWN` is among them where it is true of what the edition does not offer, too.
        """
        found = self.index.matching.get(predicate.text)
        if found is None:
            subjects = {key: entry.answers for key, entry in self.entries.items()}
            subjects[UNKNOWN] = frozenset()
            found = frozenset(k for k, a in subjects.items() if predicate.matches(Answers(a)))
            self.index.matching[predicate.text] = found
        return found


def as_number(value: int | str) -> Number:
    """A number from data: 12, "7/2" or "2.5", exact.

    Raises ValueError for what is no number.
    """
    if isinstance(value, int):
        return value
    number = Fraction(value)
    return number.numerator if number.denominator == 1 else number
