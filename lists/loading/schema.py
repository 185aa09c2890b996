"""The shape of the files of a catalogue, as docs/data-format.md describes it."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Discriminator,
    Field,
    Tag,
    model_validator,
)

from lists.rules.catalogue import as_number
from lists.rules.compiling.hashing import WORDS
from lists.rules.compiling.plain import read_options, read_span
from lists.rules.document import LONGEST_KEY, LONGEST_NAME
from lists.rules.lexer import MAXIMUM_LENGTH

KEY = r"^[a-z][a-z0-9]*(-[a-z0-9]+)*$"

FOLDED_KINDS = {
    "troop_classes": "troop-class",
    "leadership_levels": "leadership",
    "weapons": "weapon",
    "vehicles": "vehicle",
    "extras": "extra",
}
"""Sections of entries that are all of one kind."""


def check_points(value: int | str) -> int | str:
    """Points as data writes them, in their one normal form: 12 or "7/2"."""
    try:
        number = as_number(value)
    except (ValueError, ZeroDivisionError):
        raise ValueError(f'{value!r} is no number. Write 12 or "7/2".') from None
    return number if isinstance(number, int) else str(number)


def check_span(value: int | str | list[int]) -> int | str:
    """A number or a span, in its one normal form: 3 or "5..11"."""
    try:
        low, high = read_span(value)
    except (ValueError, TypeError):
        raise ValueError(f"{value!r} is no number or span. Write 3 or 5..11.") from None
    return low if low == high else f"{low}..{high}"


def check_options(value: dict[str, Any]) -> dict[str, Any]:
    """What a node takes, group by group, in any of the short forms."""
    try:
        read_options(value)
    except (KeyError, TypeError, AttributeError):
        raise ValueError(
            "Options are written {weapon: lmg}, {crew: {crew: 2}} or {weapon: [{option: lmg}]}."
        ) from None
    return value


def check_key(value: str) -> str:
    """A key that no field of texts has, since such fields do not make an edition's hash."""
    if value in WORDS or value in Words.model_fields:
        raise ValueError(f"`{value}` is the name of a text and cannot be a key. Use another word.")
    return value


def _write_formula(value: object) -> object:
    """A formula that is only a number may be written as one."""
    return str(value) if isinstance(value, int) and not isinstance(value, bool) else value


def _form_of(value: object) -> str:
    """Which of two forms is meant, so that only its own faults are reported."""
    return "long" if isinstance(value, dict | BaseModel) else "short"


class Shape(BaseModel):
    """A mapping in which only declared fields may stand, written in their own types."""

    model_config = ConfigDict(extra="forbid", strict=True)


class Words(Shape):
    """One text in both languages."""

    en: str = Field(min_length=1)
    es: str = Field(min_length=1)


class Name(Words):
    """What something is called: short enough for a column."""

    en: str = Field(min_length=1, max_length=LONGEST_NAME)
    es: str = Field(min_length=1, max_length=LONGEST_NAME)


type Key = Annotated[str, Field(pattern=KEY, max_length=LONGEST_KEY), AfterValidator(check_key)]
type Parameter = Annotated[str, AfterValidator(check_key)]
type Text = Annotated[str, Field(min_length=1)]
type Page = Annotated[int, Field(ge=1)]
type Points = Annotated[int | str, AfterValidator(check_points)]
type Span = Annotated[int | str | list[int], AfterValidator(check_span)]
type FormulaText = Annotated[
    str, Field(min_length=1, max_length=MAXIMUM_LENGTH), BeforeValidator(_write_formula)
]
type Options = Annotated[dict[Key, Any], AfterValidator(check_options)]
type Printed = Annotated[dict[Key, list[Key]], Field(min_length=1)]
type Severity = Literal["illegal", "outside-guidance", "note"]
type Cell = int | str | Words | None
type Value = int | str | list[Cell] | None


class Item(Shape):
    """What nearly everything has: a key, a name and a page."""

    key: Key
    name: Name
    page: Page | None = None


# What an edition declares


class System(Shape):
    key: Key
    name: Name
    text: Words | None = None


class Citation(Shape):
    key: Key
    name: Name
    text: Words | None = None


class Edition(Shape):
    key: Text
    name: Name
    source: Words | None = None
    sources: list[Citation] = []
    gaps: list[Words] = []


class Currency(Shape):
    key: Key
    name: Name
    one: Words | None = None
    numbers: bool = False


class Limit(Shape):
    default: int = Field(0, ge=0)
    tolerance: FormulaText = "0"
    page: Page | None = None


class Kind(Shape):
    key: Key
    name: Name
    role: Literal["unit", "selection", "extra", "option"] = "option"
    formula: dict[Key, FormulaText] = {}
    listed: bool = False
    offered: bool = False


class Statistic(Shape):
    key: Key
    name: Name
    short: Words | None = None
    kinds: list[Key]
    text: Words | None = None
    columns: list[Words] = []
    hidden: bool = False


class NamedFormula(BaseModel):
    """A key, and beside it one formula a currency."""

    model_config = ConfigDict(extra="allow", strict=True)
    __pydantic_extra__: dict[str, FormulaText] = Field(init=False)

    key: Key


# Groups and entries


class GroupOption(Shape):
    option: Key
    points: Points | None = None
    at_most: int | None = None


class GroupFields(Shape):
    """What a group says, all of which an entry may change for itself."""

    name: Words | None = None
    take: Literal["one", "some", "number"] | None = None
    options: list[
        Annotated[
            Annotated[Key, Tag("short")] | Annotated[GroupOption, Tag("long")],
            Discriminator(_form_of),
        ]
    ] = []
    default: Any = None
    required: bool = False
    inherits: bool = False
    listed: bool = False
    shift: int = Field(0, ge=0)
    own_choice: Severity | None = None
    at_least: FormulaText | None = None
    at_most: FormulaText | None = None
    number: Span | None = None
    one: Words | None = None
    page: Page | None = None

    @model_validator(mode="after")
    def check_default(self) -> GroupFields:
        if self.default is not None:
            check_options({"default": self.default})
        return self


class Group(GroupFields):
    key: Key
    name: Name
    take: Literal["one", "some", "number"]


class EntryGroup(GroupFields):
    group: Key


class Own(Shape):
    """That players may write entries of their own like this one."""

    statistics: list[Key] = []
    text: Words | None = None
    hidden: bool = False


class Brought(Shape):
    """What an entry comes with, unchosen and unpaid."""

    entry: Key
    count: int = Field(1, ge=1)
    name: Words | None = None


class FoldedEntry(Item):
    """An entry whose kind follows from its section."""

    plural: Words | None = None
    short: Words | None = None
    points: Points = 0
    categories: list[Key] = []
    ladder: Key | None = None
    rank: int = 0
    statistics: dict[Key, Value] = {}
    formula: Annotated[
        Annotated[Key, Tag("short")] | Annotated[dict[Key, FormulaText], Tag("long")],
        Discriminator(_form_of),
    ] = {}
    groups: list[
        Annotated[
            Annotated[Key, Tag("short")] | Annotated[EntryGroup, Tag("long")],
            Discriminator(_form_of),
        ]
    ] = []
    holds: list[Key] = []
    brings: list[
        Annotated[
            Annotated[Key, Tag("short")] | Annotated[Brought, Tag("long")],
            Discriminator(_form_of),
        ]
    ] = []
    offered: FormulaText | None = None
    own: Own | None = None
    text: Words | None = None
    remark: Words | None = None
    source: Key | None = None
    aliases: list[Text] = []

    @model_validator(mode="after")
    def check_page(self) -> FoldedEntry:
        if (self.points or self.statistics) and self.page is None and self.source is None:
            raise ValueError(
                "Points and statistics need the page they are read from. Add `page`, or `source`"
                " where it is no book."
            )
        return self


class Entry(FoldedEntry):
    kind: Key


class Category(Shape):
    key: Key
    name: Name


# Army lists


class Nation(Item):
    text: Words | None = None


class Row(Shape):
    entry: Key | None = None
    entries: list[Key] = []
    key: Key | None = None
    name: Name | None = None
    count: Span = 1
    options: Printed = {}
    swap: Key | None = None
    choice: Key | None = None
    when: FormulaText | None = None
    bound: Key | None = None
    page: Page | None = None

    @model_validator(mode="after")
    def check_subject(self) -> Row:
        subjects = [self.entry, self.entries or None, getattr(self, "upgrade", None)]
        if sum(subject is not None for subject in subjects) != 1:
            raise ValueError("A row names one of `entry`, `entries` and, in additions, `upgrade`.")
        return self


class Addition(Row):
    upgrade: Key | None = None


class ArmyList(Item):
    nation: Key
    unit: Key
    options: Printed = {}
    flags: list[Key] = []
    rows: list[Row] = []
    additions: list[Addition] = []
    extras: list[Key] = []
    open: bool = False
    text: Words | None = None
    remark: Words | None = None


# Rules


class Fix(Shape):
    do: Literal["remove", "reduce", "set-count", "choose", "add", "set-limit"]
    of: FormulaText | None = None
    to: FormulaText | None = None
    group: Key | None = None
    option: str | None = None
    entry: Key | None = None
    options: Options = {}


class Restriction(Shape):
    code: Key
    scope: Key
    of: FormulaText | None = None
    when: FormulaText | None = None
    measure: FormulaText | None = None
    at_most: FormulaText | None = None
    at_least: FormulaText | None = None
    require: FormulaText | None = None
    severity: Severity
    page: Page | None = None
    message: Words
    parameters: dict[Parameter, FormulaText] = {}
    replaces: list[Key] = []
    spares_own: bool = False
    fix: Fix | None = None


class Effect(Item):
    of: FormulaText
    field: Key
    set: FormulaText | None = None
    add: FormulaText | None = None
    multiply: FormulaText | None = None
    when: FormulaText | None = None
    layer: Literal["reading", "army-list", "scenario", "house"] = "reading"
    like: Key | None = None
    text: Words | None = None


class Reading(Item):
    text: Words | None = None
    values: list[Item] = Field(min_length=1)


class Derived(Item):
    scope: Key
    of: FormulaText | None = None
    formula: FormulaText
    when: FormulaText | None = None
    prefix: str = ""
    suffix: str = ""
    text: Words | None = None


# What is only shown


class OptionalRule(Item):
    text: Words | None = None


class Reference(Item):
    columns: list[Words] = []
    rows: list[list[Cell]]
    text: Words | None = None

    @model_validator(mode="after")
    def check_width(self) -> Reference:
        for position, row in enumerate(self.rows):
            if self.columns and len(row) != len(self.columns):
                raise ValueError(
                    f"Row {position + 1} has {len(row)} cells for {len(self.columns)} columns."
                )
        return self


class SheetTable(Shape):
    kind: Key
    statistics: list[Key] = []
    text: bool = False
    brings: dict[Key, list[Key]] = {}

    @model_validator(mode="after")
    def check_filled(self) -> SheetTable:
        if not (self.statistics or self.text):
            raise ValueError("A table shows `statistics`, `text: true` or both.")
        return self


class Sheet(Shape):
    columns: list[Key] = []
    tables: list[SheetTable] = []
    references: list[Key] = []


class CardAddend(Shape):
    group: Key | None = None
    statistic: Key | None = None
    formula: FormulaText | None = None
    at_least: int | None = None
    at_most: int | None = None

    @model_validator(mode="after")
    def check_source(self) -> CardAddend:
        if (self.group is None) != (self.statistic is None) or (
            (self.group is None) == (self.formula is None)
        ):
            raise ValueError("What is added is `group` and `statistic`, or a `formula`.")
        return self


class CardRow(Shape):
    values: Key
    count: Key | None = None
    name: Words | None = None
    label: Words | None = None
    of: FormulaText | None = None
    add: CardAddend | None = None
    notes: list[Key] = []


class CardBrought(Shape):
    entry: Key
    when: FormulaText | None = None


class CardTable(Shape):
    kind: Key
    rows: list[CardRow] = Field(min_length=1)
    brings: list[CardBrought] = []
    highest: int | None = None


class CardValue(Shape):
    statistic: Key
    group: Key | None = None
    name: Words | None = None
    add: int = 0
    at_least: int | None = None
    when: FormulaText | None = None


class CardBoxes(Shape):
    name: Words
    short: Words | None = None
    count: FormulaText = "1"
    when: FormulaText | None = None


class CardBlock(Shape):
    table: CardTable | None = None
    values: list[CardValue] = []
    derived: list[Key] = []
    boxes: list[CardBoxes] = []
    text: bool = False
    texts: list[Key] = []

    @model_validator(mode="after")
    def check_one(self) -> CardBlock:
        if len(self.model_fields_set) != 1:
            raise ValueError(
                "A block is one of `table`, `values`, `derived`, `boxes`, `text`, `texts`."
            )
        return self


class Card(Shape):
    of: FormulaText
    head: list[Key] = []
    blocks: list[CardBlock] = Field(min_length=1)


class Node(Shape):
    entry: Key
    count: int = Field(1, ge=1)
    name: str | None = None
    note: str | None = None
    options: Options = {}
    children: list[Node] = []


class SuggestedList(Shape):
    key: Key
    name: Name
    army_list: Key
    points_limit: int = Field(ge=0)
    note: Words | None = None
    roster: list[Node]
    opponent: Key | None = None


class Scenario(Item):
    number: int = 0
    text: Words | None = None
    notes: list[Words] = []
    forbids: list[Key] = []
    lists: list[SuggestedList] = []


# Files


class PartFile(Shape):
    """Any file of a system beside edition.yaml."""

    kinds: list[Kind] = []
    statistics: list[Statistic] = []
    groups: list[Group] = []
    formulas: list[NamedFormula] = []
    entries: list[Entry] = []
    troop_classes: list[FoldedEntry] = []
    leadership_levels: list[FoldedEntry] = []
    weapons: list[FoldedEntry] = []
    vehicles: list[FoldedEntry] = []
    extras: list[FoldedEntry] = []
    categories: list[Category] = []
    nations: list[Nation] = []
    army_list: ArmyList | None = None
    army_lists: list[ArmyList] = []
    restrictions: list[Restriction] = []
    effects: list[Effect] = []
    readings: list[Reading] = []
    optional_rules: list[OptionalRule] = []
    derived: list[Derived] = []
    references: list[Reference] = []
    scenarios: list[Scenario] = []


class EditionFile(PartFile):
    """The edition.yaml of a system."""

    system: System
    edition: Edition
    currencies: list[Currency] = Field(min_length=1)
    limit: Limit | None = None
    top: list[Key] = []
    severities: dict[Key, Severity] = {}
    sheet: Sheet | None = None
    cards: list[Card] = []
