"""A game system in words: its nations and army lists, all that it offers, and where it is from."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import override

from lists.rules.beginnings import build_default_roster
from lists.rules.catalogue import ArmyList, Catalogue, Reading, Role, Row, Scenario
from lists.rules.evaluate import lay_out

from .tables import ShownReference, ShownTable, show_kind, show_references
from .words import Names, join_words, write_number


@dataclass(frozen=True, slots=True)
class ShownListName:
    """An army list where one is chosen: its name and what its default roster costs.

    `fielded` is the name with its nation where others field a list that is called the same.
    """

    key: str
    name: str
    fielded: str
    points: str


@dataclass(frozen=True, slots=True)
class ShownNation:
    """A nation with the army lists it fields."""

    key: str
    name: str
    lists: tuple[ShownListName, ...]


@dataclass(frozen=True, slots=True)
class ShownSystem:
    """A game system where one is chosen."""

    key: str
    name: str
    text: str
    edition: str
    limit: int
    nations: tuple[ShownNation, ...]

    @property
    def list_count(self) -> int:
        """How many army lists it has."""
        return sum(len(nation.lists) for nation in self.nations)


@dataclass(frozen=True, slots=True)
class ShownPrintedRow:
    """A line of an army list: how many of what, given what, and what is said about it."""

    count: str
    name: str
    options: str
    remark: str


@dataclass(frozen=True, slots=True)
class ShownArmyList:
    """An army list as its book prints it."""

    key: str
    name: str
    points: str
    level: str
    page: int | None
    text: str
    remark: str
    rows: tuple[ShownPrintedRow, ...]
    additions: tuple[ShownPrintedRow, ...]
    extras: tuple[str, ...]
    is_open: bool


@dataclass(frozen=True, slots=True)
class ShownNationInFull:
    """A nation with its army lists as their book prints them."""

    name: str
    army_lists: tuple[ShownArmyList, ...]


@dataclass(frozen=True, slots=True)
class ShownValueOfReading:
    """One value of a reading, and where it stands."""

    name: str
    page: int | None
    is_default: bool


@dataclass(frozen=True, slots=True)
class ShownDoubt:
    """A reading with its values and the reason for it."""

    key: str
    name: str
    text: str
    page: int | None
    values: tuple[ShownValueOfReading, ...]


@dataclass(frozen=True, slots=True)
class ShownSuggestion:
    """A list that a scenario suggests."""

    name: str
    army_list: str
    limit: str
    note: str


@dataclass(frozen=True, slots=True)
class ShownScenario:
    """A scenario with what it changes and its suggested lists."""

    key: str
    number: int
    name: str
    text: str
    page: int | None
    notes: tuple[str, ...]
    lists: tuple[ShownSuggestion, ...]


@dataclass(frozen=True, slots=True)
class ShownSource:
    """Where numbers are from that have no page, and what is to be said of it."""

    name: str
    text: str


@dataclass(frozen=True, slots=True)
class ShownOptionalRule:
    """A rule that players may agree on."""

    key: str
    name: str
    text: str
    page: int | None


@dataclass(frozen=True, slots=True)
class ShownCatalogue:
    """Everything that a system's page shows."""

    system: ShownSystem
    edition_name: str
    source: str
    sources: tuple[ShownSource, ...]
    gaps: tuple[str, ...]
    nations: tuple[ShownNationInFull, ...]
    tables: tuple[ShownTable, ...]
    readings: tuple[ShownDoubt, ...]
    scenarios: tuple[ShownScenario, ...]
    optional_rules: tuple[ShownOptionalRule, ...]
    references: tuple[ShownReference, ...]


def show_system(catalogue: Catalogue, language: str) -> ShownSystem:
    """A game system with its nations and army lists, as one chooses from them."""
    with override(language):
        names = Names(catalogue, language)
        return ShownSystem(
            key=catalogue.system,
            name=names.choose(catalogue.system_name),
            text=names.choose(catalogue.system_text),
            edition=catalogue.edition,
            limit=catalogue.limit_default,
            nations=tuple(_show_nations(names)),
        )


def _show_nations(names: Names) -> Iterator[ShownNation]:
    for key, army_lists in _group_by_nation(names.catalogue):
        shown = tuple(
            ShownListName(
                each.key,
                names.choose(each.name),
                names.fielded_list(each.key),
                _price(names, each),
            )
            for each in army_lists
        )
        yield ShownNation(key, names.choose(names.catalogue.nations[key]), shown)


def _group_by_nation(catalogue: Catalogue) -> Iterator[tuple[str, list[ArmyList]]]:
    """The nations that field something, in the catalogue's order."""
    for nation in catalogue.nations:
        army_lists = [each for each in catalogue.army_lists.values() if each.nation == nation]
        if army_lists:
            yield nation, army_lists


def _price(names: Names, army_list: ArmyList) -> str:
    """What the default roster costs; nothing where there is none."""
    if not any(row.start for row in army_list.rows):
        return ""
    board = lay_out(names.catalogue, build_default_roster(names.catalogue, army_list))
    return write_number(board.root.sums[board.currency])


def show_catalogue(catalogue: Catalogue, language: str) -> ShownCatalogue:
    """Everything that one edition offers, in one language."""
    with override(language):
        names = Names(catalogue, language)
        return ShownCatalogue(
            system=show_system(catalogue, language),
            edition_name=names.choose(catalogue.edition_name),
            source=names.choose(catalogue.edition_source),
            sources=tuple(
                ShownSource(names.choose(each.name), names.choose(each.text))
                for each in catalogue.citations.values()
            ),
            gaps=tuple(map(names.choose, catalogue.gaps)),
            nations=tuple(_show_nations_in_full(names)),
            tables=tuple(_show_tables(names)),
            readings=tuple(_show_reading(names, each) for each in catalogue.readings.values()),
            scenarios=tuple(_show_scenario(names, each) for each in catalogue.scenarios.values()),
            optional_rules=tuple(
                ShownOptionalRule(
                    rule.key, names.choose(rule.name), names.choose(rule.text), rule.page
                )
                for rule in catalogue.optional_rules.values()
            ),
            references=tuple(show_references(names, catalogue.references)),
        )


def _show_tables(names: Names) -> Iterator[ShownTable]:
    """A table for each kind that has entries: first those that sheets show, units never."""
    catalogue = names.catalogue
    kinds = [table.kind for table in catalogue.sheet.tables]
    kinds += [key for key, kind in catalogue.kinds.items() if kind.role is not Role.UNIT]
    filled = {entry.kind for entry in catalogue.entries.values() if not entry.is_hidden}
    for kind in dict.fromkeys(kinds):
        if kind in filled:
            yield show_kind(names, kind)


# Army lists


def _show_nations_in_full(names: Names) -> Iterator[ShownNationInFull]:
    for key, army_lists in _group_by_nation(names.catalogue):
        shown = tuple(_show_army_list(names, each) for each in army_lists)
        yield ShownNationInFull(names.choose(names.catalogue.nations[key]), shown)


def _show_army_list(names: Names, army_list: ArmyList) -> ShownArmyList:
    extras = [key for key in names.catalogue.entries if key in army_list.extras]
    return ShownArmyList(
        key=army_list.key,
        name=names.choose(army_list.name),
        points=_price(names, army_list),
        level=_list_options(names, army_list.options),
        page=army_list.page,
        text=names.choose(army_list.text),
        remark=names.choose(army_list.remark),
        rows=tuple(_show_row(names, row) for row in army_list.rows if not row.addition),
        additions=tuple(_show_row(names, row, army_list) for row in army_list.rows if row.addition),
        extras=tuple(map(names.entry, extras)),
        is_open=army_list.is_open,
    )


def _show_row(names: Names, row: Row, army_list: ArmyList | None = None) -> ShownPrintedRow:
    return ShownPrintedRow(
        count="" if row.upgrade else _write_span(row),
        name=names.choose(row.name)
        or names.entries(row.entries, 1 if row.upgrade else row.at_most),
        options=names.entries(row.entries) if row.name else _list_options(names, row.options),
        remark=" ".join(_find_remarks(names, row, army_list)),
    )


def _write_span(row: Row) -> str:
    """ "2", "5–11", or for an addition the most that may be added: "0–2"."""
    if row.at_least == row.at_most:
        return str(row.at_most)
    return f"{row.at_least}–{row.at_most}"


def _list_options(names: Names, options: Mapping[str, tuple[str, ...]]) -> str:
    return ", ".join(names.entries(keys) for keys in options.values() if keys)


def _find_remarks(names: Names, row: Row, army_list: ArmyList | None) -> Iterator[str]:
    if row.swap:
        swapped = {"count": row.at_most, "name": names.entry(row.swap, row.at_most)}
        yield _("Replaces %(count)s %(name)s, all at once or not at all.") % swapped
    others = army_list.rows if army_list and row.choice else ()
    rivals = [each for each in others if each.choice == row.choice and each.key != row.key]
    if rivals:
        others_named = join_words(names.entries(each.entries, each.at_most) for each in rivals)
        yield _("Not together with %(others)s.") % {"others": others_named}


# What else there is


def _show_reading(names: Names, reading: Reading) -> ShownDoubt:
    return ShownDoubt(
        reading.key,
        names.choose(reading.name),
        names.choose(reading.text),
        reading.page,
        tuple(
            ShownValueOfReading(names.choose(value.name), value.page, value.key == reading.default)
            for value in reading.values
        ),
    )


def show_scenario(catalogue: Catalogue, scenario: Scenario, language: str) -> ShownScenario:
    """A scenario in one language."""
    with override(language):
        return _show_scenario(Names(catalogue, language), scenario)


def _show_scenario(names: Names, scenario: Scenario) -> ShownScenario:
    return ShownScenario(
        key=scenario.key,
        number=scenario.number,
        name=names.choose(scenario.name),
        text=names.choose(scenario.text),
        page=scenario.page,
        notes=tuple(map(names.choose, scenario.notes)),
        lists=tuple(
            ShownSuggestion(
                names.choose(each.name),
                names.army_list(each.army_list),
                names.points(each.points_limit),
                names.choose(each.note),
            )
            for each in scenario.lists
        ),
    )
