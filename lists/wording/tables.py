"""Tables of a catalogue in words: entries with their statistics, and the tables of the book."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import compress

from lists.rules.catalogue import (
    Catalogue,
    Entry,
    Reading,
    Reference,
    SheetPlan,
    SheetTable,
    Statistic,
)
from lists.rules.evaluate import lay_out
from lists.rules.formula import Number
from lists.rules.roster import NOTHING, Node, Roster
from lists.rules.usage import Used, find_used

from .words import Names, fill_message, join_words, write_number

NOTHING_THERE = "–"
LONGEST_HEAD = 20
"""A table whose statistics all have names no longer than this is headed by them."""
LONGEST_VALUE = 6
"""What is no longer stands beside three others on a phone."""


@dataclass(frozen=True, slots=True)
class ShownColumn:
    """A statistic at the head of a table, and the parts beneath it where it is a list."""

    key: str
    name: str
    short: str
    text: str
    parts: tuple[str, ...]

    @property
    def width(self) -> int:
        """How many cells of a row stand under it."""
        return len(self.parts) or 1


@dataclass(frozen=True, slots=True)
class ShownCell:
    """One value, and what it is called where it stands alone."""

    label: str
    value: str

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to show but a dash."""
        return self.value == NOTHING_THERE

    @property
    def is_long(self) -> bool:
        """Whether it is words, or more than a narrow column takes."""
        return len(self.value) > LONGEST_VALUE


@dataclass(frozen=True, slots=True)
class ShownRow:
    """An entry with a cell for each column, or part of one."""

    key: str
    name: str
    points: str
    cells: tuple[ShownCell, ...]
    text: str
    remark: str
    page: int | None
    source: str = ""  # what its numbers are from, where they have no page
    nation: str = ""  # the only one that may field it
    brings: str = ""  # "Heavy AT gun (turret), 2 MMG": what it comes with
    prices: str = ""  # "Experience: Regular 50, Veteran 65.": what it pays for its options
    effects: str = ""  # why it is not as its book prints it

    @property
    def has_no_price(self) -> bool:
        """Whether its points are those that other entries pay for it."""
        return self.points == NOTHING_THERE


@dataclass(frozen=True, slots=True)
class ShownTable:
    """Entries of one kind with their statistics; columns without a value are left out."""

    key: str
    name: str
    columns: tuple[ShownColumn, ...]
    rows: tuple[ShownRow, ...]
    has_text: bool = False  # each row says what its entry does

    @property
    def has_parts(self) -> bool:
        """Whether its head has a second line."""
        return any(column.parts for column in self.columns)

    @property
    def has_pages(self) -> bool:
        """Whether its rows are from pages, and not from other sources."""
        return any(row.page for row in self.rows) or not any(row.source for row in self.rows)

    @property
    def only_source(self) -> str:
        """What all its rows are from; empty where that is to be told row by row."""
        sources = {row.source for row in self.rows}
        return "" if self.has_pages or len(sources) > 1 else sources.pop()

    @property
    def is_named(self) -> bool:
        """Whether the names of its statistics fit above their columns; else their short ones do."""
        return all(len(column.name) <= LONGEST_HEAD for column in self.columns)

    @property
    def span(self) -> int:
        """How many columns it has with name and points, and page or source."""
        return self.width + (1 if self.only_source else 2)

    @property
    def width(self) -> int:
        """How many columns it has with the name."""
        return sum(column.width for column in self.columns) + 1


@dataclass(frozen=True, slots=True)
class ShownReference:
    """A table of the book that is looked up during play."""

    key: str
    name: str
    columns: tuple[str, ...]
    rows: tuple[tuple[ShownCell, ...], ...]
    text: str
    page: int | None


def show_used(names: Names, roster: Roster, plan: SheetPlan) -> Iterator[ShownTable]:
    """The tables of a sheet that a roster has anything to show in."""
    for table in plan.tables:
        used = find_used(names.catalogue, roster, table)
        if not table.statistics:
            used = tuple(each for each in used if each.entry.text)
        if used:
            yield show_entries(names, table, used)


def show_kind(names: Names, kind: str) -> ShownTable:
    """All entries of a kind as they are printed, with all statistics declared for it."""
    catalogue = names.catalogue
    keys = [
        key
        for key, statistic in catalogue.statistics.items()
        if kind in statistic.kinds and not statistic.is_hidden
    ]
    entries = [
        entry for entry in catalogue.entries.values() if entry.kind == kind and not entry.is_hidden
    ]
    used = [Used(entry, entry.statistics, ()) for entry in entries]
    table = show_entries(names, SheetTable(kind, tuple(keys)), used)
    prices = _find_starting_prices(catalogue, entries)
    priced = _find_priced(catalogue)
    return replace(
        table,
        rows=tuple(
            replace(
                row,
                points=_write_price(entry, price, priced),
                nation=names.choose(catalogue.nations.get(catalogue.find_nation(entry.key), {})),
                prices=" ".join(_write_prices(names, entry)),
                brings=_write_brought(names, entry, row.name),
            )
            for row, entry, price in zip(table.rows, entries, prices, strict=True)
        ),
    )


def _find_starting_prices(catalogue: Catalogue, entries: Sequence[Entry]) -> list[Number]:
    """What each of the entries costs as it is before anything is chosen."""
    nodes = tuple(Node(f"n{serial}", entry.key) for serial, entry in enumerate(entries))
    roster = Roster(catalogue.system, catalogue.edition, catalogue.hash, "", children=nodes)
    return [
        place.amounts_of[catalogue.currencies[0].key] for place in lay_out(catalogue, roster).places
    ]


def _find_priced(catalogue: Catalogue) -> set[str]:
    """The options that have other points with each entry that offers them."""
    return {
        option.key
        for entry in catalogue.entries.values()
        for group in entry.groups.values()
        for option in group.options.values()
        if option.points is not None
    }


def _write_price(entry: Entry, starting: Number, priced: set[str]) -> str:
    if entry.points:
        return write_number(entry.points)
    return NOTHING_THERE if entry.key in priced else write_number(starting)


def _write_brought(names: Names, entry: Entry, name: str) -> str:
    """What it comes with, where it is not called just that."""
    brought = ", ".join(map(names.brought, entry.brings))
    return "" if brought == name else brought


def _write_prices(names: Names, entry: Entry) -> Iterator[str]:
    """Group by group the options for which the entry has points of its own."""
    for group in entry.groups.values():
        prices = [
            f"{names.entry(option.key)}\N{NO-BREAK SPACE}{write_number(option.points)}"
            for option in group.options.values()
            if option.points is not None
        ]
        if prices:
            comma = "; " if any("," in each for each in prices) else ", "
            yield f"{names.choose(group.name)}: {comma.join(prices)}."


def show_entries(names: Names, table: SheetTable, used: Sequence[Used]) -> ShownTable:
    """A table of entries in words."""
    statistics = [names.catalogue.statistics[key] for key in table.statistics]
    values = [
        [value for statistic in statistics for value in _spread(names, statistic, each.statistics)]
        for each in used
    ]
    filled = [
        any(value != NOTHING_THERE for value in column) for column in zip(*values, strict=True)
    ]
    columns = list(_show_columns(names, statistics, filled))
    labels = [label for column in columns for label in _label(column)]
    return ShownTable(
        key=table.kind,
        name=names.choose(names.catalogue.kinds[table.kind].name),
        columns=tuple(columns),
        rows=tuple(
            _show_row(names, each, map(ShownCell, labels, compress(row, filled)))
            for each, row in zip(used, values, strict=True)
        ),
        has_text=table.has_text,
    )


def _spread(names: Names, statistic: Statistic, statistics: Mapping[str, object]) -> Iterator[str]:
    """The cells of one statistic: one, or one for each of its parts."""
    value = statistics.get(statistic.key)
    if not statistic.columns:
        yield write_value(names, value)
        return
    parts = value if isinstance(value, tuple) else (value,)
    for position in range(len(statistic.columns)):
        yield write_value(names, parts[position] if position < len(parts) else None)


def describe(names: Names, entry: Entry) -> str:
    """What is to be known of an entry: its statistics, and what it does."""
    values = ", ".join(show_statistics(names, entry))
    return " · ".join(filter(None, (values, names.choose(entry.text))))


def show_statistics(names: Names, entry: Entry, *, in_full: bool = False) -> Iterator[str]:
    """The statistics that an entry has, each with what it is called: "Range 36", "Rules: fixed".

    The parts of a list go by what their columns are called, unless there are several such lists.
    """
    declared = [names.catalogue.statistics[key] for key in entry.statistics]
    has_several = sum(bool(statistic.columns) for statistic in declared) > 1
    for statistic in declared:
        if statistic.is_hidden or entry.statistics[statistic.key] is None:
            continue
        name = names.choose(statistic.name if in_full else statistic.short)
        cells = _spread(names, statistic, entry.statistics)
        if statistic.columns and not has_several:
            labels = map(names.choose, statistic.columns)
            parts = zip(labels, cells, strict=True)
            yield from (f"{label} {cell}" for label, cell in parts if cell != NOTHING_THERE)
        elif isinstance(entry.statistics[statistic.key], tuple):
            yield f"{name}: {' / '.join(cells)}"
        else:
            yield f"{name} {next(cells)}"


def _show_columns(
    names: Names, statistics: Iterable[Statistic], filled: Sequence[bool]
) -> Iterator[ShownColumn]:
    """The columns, without those parts that no row has a value for."""
    rest = iter(filled)
    for statistic in statistics:
        kept = [next(rest, False) for _ in statistic.columns or (None,)]
        if any(kept):
            yield ShownColumn(
                statistic.key,
                names.choose(statistic.name),
                names.choose(statistic.short),
                names.choose(statistic.text),
                tuple(map(names.choose, compress(statistic.columns, kept))),
            )


def _label(column: ShownColumn) -> Iterator[str]:
    if not column.parts:
        yield column.short
    for part in column.parts:
        yield f"{column.short} {part}"


def _show_row(names: Names, used: Used, cells: Iterable[ShownCell]) -> ShownRow:
    entry = used.entry
    effects = {effect.key: effect for effect in names.catalogue.effects}
    return ShownRow(
        key=entry.key,
        name=names.entry(entry.key),
        points=write_number(entry.points),
        cells=tuple(cells),
        text=names.choose(entry.text),
        remark=names.choose(entry.remark),
        page=entry.page,
        source=names.source(entry.source),
        effects=", ".join(names.choose(effects[key].name) for key in used.effects),
    )


def show_references(
    names: Names, keys: Iterable[str], in_force: Mapping[str, str] = NOTHING
) -> Iterator[ShownReference]:
    """Tables of the book, in the order of the keys.

    `in_force` has the words of the readings that a roster goes by; where a table names another one,
    all its values stand.
    """
    readings = {
        key.replace("-", "_"): in_force.get(key) or _join_values(names, reading)
        for key, reading in names.catalogue.readings.items()
    }
    for key in keys:
        reference = names.catalogue.references[key]
        if reference.rows:
            yield _show_reference(names, reference, readings)


def _join_values(names: Names, reading: Reading) -> str:
    return join_words(names.choose(value.name) for value in reading.values)


def _show_reference(
    names: Names, reference: Reference, readings: Mapping[str, str]
) -> ShownReference:
    columns = tuple(map(names.choose, reference.columns))
    return ShownReference(
        key=reference.key,
        name=names.choose(reference.name),
        columns=columns,
        rows=tuple(
            tuple(
                ShownCell(label, fill_message(write_value(names, value), readings))
                for label, value in zip(columns or ("",) * len(row), row, strict=True)
            )
            for row in reference.rows
        ),
        text=fill_message(names.choose(reference.text), readings),
        page=reference.page,
    )


def write_value(names: Names, value: object) -> str:
    """A statistic or cell as it is printed; a dash where there is none, and slashes in a list."""
    if value is None:
        return NOTHING_THERE
    if isinstance(value, tuple):
        return " / ".join(write_value(names, part) for part in value)
    if isinstance(value, Mapping):
        return names.choose(value)
    if isinstance(value, int | Fraction):
        return write_number(value)
    text = str(value)
    return f"−{text[1:]}" if text.startswith("-") else text
