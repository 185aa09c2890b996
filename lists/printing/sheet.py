"""The list sheet: an evaluated roster with all that its player looks up at the table."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from itertools import groupby

from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.safestring import SafeString
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import override

from lists.building.rosters import Evaluated
from lists.interchange.files import File, name_file
from lists.rules.catalogue import Role
from lists.sharing.drawing import draw_qr
from lists.wording.display import (
    ShownNode,
    ShownProblem,
    ShownReading,
    ShownRoster,
    ShownValue,
    show_roster,
    word_verdict,
)
from lists.wording.settings import word_opponent
from lists.wording.tables import ShownReference, ShownTable, show_references, show_used
from lists.wording.words import Names

from .cache import print_pdf
from .references import SheetReference, fill_columns

TEMPLATE = "lists/print/sheet.html"
MOST_AT_ONCE = 14
"""Units of more rows than this may be broken between pages."""


class Paper(StrEnum):
    """The paper that a sheet is laid out for."""

    A4 = "a4"
    LETTER = "letter"


@dataclass(frozen=True, slots=True)
class SheetLine:
    """A row of a unit's table: what is fielded, with what, for how much."""

    numbers: str
    count: int
    name: str
    entry_name: str  # where a player has named it
    note: str
    equipment: str
    cells: tuple[str, ...]  # one for each column that the edition asks for
    points: str
    gravity: str
    depth: int
    values: tuple[ShownValue, ...] = ()  # worked out for the line


@dataclass(frozen=True, slots=True)
class SheetExtra:
    """An extra of a unit, with what it does."""

    name: str
    points: str
    options: str
    note: str
    text: str


@dataclass(frozen=True, slots=True)
class SheetUnit:
    """A unit with its values, lines and extras; without a name what stands in none."""

    name: str
    entry_name: str
    level: str
    note: str
    points: str
    depth: int
    values: tuple[ShownValue, ...]
    lines: tuple[SheetLine, ...]
    extras: tuple[SheetExtra, ...]

    @property
    def is_short(self) -> bool:
        """Whether it is kept together on one page."""
        return len(self.lines) + len(self.extras) <= MOST_AT_ONCE


@dataclass(frozen=True, slots=True)
class SheetRule:
    """An optional rule in force."""

    name: str
    text: str
    page: int | None


@dataclass(frozen=True, slots=True)
class SheetProblems:
    """Problems that are equally grave."""

    severity: str
    severity_words: str
    problems: tuple[ShownProblem, ...]


@dataclass(frozen=True, slots=True)
class Sheet:
    """All that stands on a list sheet, in words."""

    language: str
    roster: ShownRoster
    about: str  # army list, nation and game, as far as the name does not say them
    state: str
    is_ready: bool
    player: str
    opponent: str
    date: str
    revision: int
    edition: str
    tallies: tuple[ShownValue, ...]
    numbered: str  # what the numbers of the lines count: "Figure", "Order die"
    columns: tuple[str, ...]
    units: tuple[SheetUnit, ...]
    problems: tuple[SheetProblems, ...]
    support: tuple[ShownValue, ...]
    readings: tuple[ShownReading, ...]
    rules: tuple[SheetRule, ...]
    tables: tuple[ShownTable, ...]
    references: tuple[tuple[SheetReference, ...], ...]  # in columns
    address: str = ""  # where the list is read, by whoever holds the sheet
    qr: SafeString | str = ""


def print_sheet(
    evaluated: Evaluated,
    language: str,
    *,
    paper: Paper = Paper.A4,
    player: str = "",
    address: str = "",
) -> File:
    """The PDF of a roster's list sheet; PrintFailed where there is none.

    The address is where others read the list; without one nothing at the foot says any.
    """
    sheet = build_sheet(evaluated, language, player=player, address=address)
    content = print_pdf(render_sheet(sheet, paper))
    return File(name_file(sheet.roster.name, "pdf"), "application/pdf", content)


def render_sheet(sheet: Sheet, paper: Paper = Paper.A4) -> str:
    """The HTML page of a sheet, which refers to nothing but our own style sheets."""
    with override(sheet.language):
        return render_to_string(TEMPLATE, {"sheet": sheet, "list": sheet.roster, "paper": paper})


def build_sheet(
    evaluated: Evaluated, language: str, *, player: str = "", address: str = ""
) -> Sheet:
    """What stands on the list sheet of a saved state of a roster."""
    catalogue, roster = evaluated.catalogue, evaluated.roster
    names = Names(catalogue, language)
    shown = show_roster(catalogue, roster, evaluated.evaluation, language)
    with override(language):
        return Sheet(
            language=language,
            roster=shown,
            about=_write_about(shown),
            state=_("Ready") if evaluated.row.is_ready else _("Draft"),
            is_ready=evaluated.row.is_ready,
            player=player,
            opponent=word_opponent(names, roster.opponent) if roster.opponent else "",
            date=_write_date(evaluated),
            revision=evaluated.revision.number,
            edition=names.choose(catalogue.edition_name),
            columns=tuple(map(names.group, catalogue.sheet.columns)),
            numbered=_name_numbered(names),
            tallies=tuple(tally for tally in shown.tallies if tally.value != "0"),
            units=tuple(_find_units(names, shown)),
            problems=tuple(_group_problems(shown)),
            support=shown.derived,
            readings=tuple(reading for reading in shown.readings if not reading.is_default),
            rules=tuple(_find_rules(names, roster.optional_rules)),
            tables=tuple(show_used(names, roster, catalogue.sheet)),
            references=fill_columns(tuple(_find_references(names, shown))),
            address=address,
            qr=draw_qr(address, border=0) if address else "",
        )


def _find_references(names: Names, shown: ShownRoster) -> Iterator[ShownReference]:
    in_force = {reading.key: reading.value for reading in shown.readings}
    return show_references(names, names.catalogue.sheet.references, in_force)


def _name_numbered(names: Names) -> str:
    numbered = (names.choose(each.one) for each in names.catalogue.currencies if each.numbers)
    return capfirst(next(numbered, ""))


def _write_about(shown: ShownRoster) -> str:
    words = dict.fromkeys(filter(None, (shown.army_list, shown.nation, shown.system)))
    return " · ".join(word for word in words if word != shown.name)


def _write_date(evaluated: Evaluated) -> str:
    return date_format(timezone.localtime(evaluated.revision.created_at), "j F Y")


def _group_problems(shown: ShownRoster) -> Iterator[SheetProblems]:
    for severity, problems in groupby(shown.problems, key=lambda problem: problem.severity):
        yield SheetProblems(severity, word_verdict(severity), tuple(problems))


def _find_rules(names: Names, keys: tuple[str, ...]) -> Iterator[SheetRule]:
    for rule in names.catalogue.optional_rules.values():
        if rule.key in keys:
            yield SheetRule(names.choose(rule.name), names.choose(rule.text), rule.page)


# Units


def _find_units(names: Names, shown: ShownRoster) -> Iterator[SheetUnit]:
    """The units from top to bottom, and behind them what stands in none."""
    is_alone = len(shown.nodes) == 1
    for node in shown.nodes:
        if node.role == Role.UNIT:
            yield from _walk_units(names, node, 0, is_alone=is_alone)
    loose = tuple(node for node in shown.nodes if node.role != Role.UNIT)
    if loose:
        yield _show_unit(names, None, loose)


def _walk_units(
    names: Names, unit: ShownNode, depth: int, *, is_alone: bool = False
) -> Iterator[SheetUnit]:
    """A unit and those in it; what one alone adds up to stands at the head of the sheet."""
    held = tuple(node for node in unit.children if node.role != Role.UNIT)
    tallies = () if is_alone else tuple(tally for tally in unit.tallies if tally.value != "0")
    yield _show_unit(names, unit, held, depth, values=(*tallies, *unit.derived))
    for inner in unit.units:
        yield from _walk_units(names, inner, depth + 1)


def _show_unit(
    names: Names,
    unit: ShownNode | None,
    held: tuple[ShownNode, ...],
    depth: int = 0,
    *,
    values: tuple[ShownValue, ...] = (),
) -> SheetUnit:
    return SheetUnit(
        name=unit.name if unit else _("In no unit"),
        entry_name=unit.entry_name if unit and unit.is_named else "",
        level=unit.level if unit else "",
        note=unit.note if unit else "",
        points=unit.subtotal if unit else "",
        depth=depth,
        values=values,
        lines=tuple(_find_lines(names, held, 0)),
        extras=tuple(_show_extra(node) for node in _walk(held) if node.role == Role.EXTRA),
    )


def _find_lines(names: Names, nodes: tuple[ShownNode, ...], depth: int) -> Iterator[SheetLine]:
    for node in nodes:
        if node.role != Role.EXTRA:
            yield _show_line(names, node, depth)
            yield from _find_lines(names, node.children, depth + 1)


def _walk(nodes: tuple[ShownNode, ...]) -> Iterator[ShownNode]:
    for node in nodes:
        yield node
        yield from _walk(node.children)


def _show_line(names: Names, node: ShownNode, depth: int) -> SheetLine:
    columns = names.catalogue.sheet.columns
    return SheetLine(
        numbers=node.numbers,
        count=node.count,
        name=node.name if node.is_named else node.entry_name,
        entry_name=node.entry_name if node.is_named else "",
        note=node.note,
        equipment=", ".join(_list_equipment(node, columns)),
        cells=tuple(_list_options(node, group=group) for group in columns),
        points=node.total,
        gravity=node.gravity,
        depth=depth,
        values=node.derived,
    )


def _show_extra(node: ShownNode) -> SheetExtra:
    name = node.name if node.is_named else node.entry_name
    return SheetExtra(
        name=f"{node.count} {name}" if node.count != 1 else name,
        points=node.total,
        options=", ".join(filter(None, (_list_options(node), node.edition))),
        note=node.note,
        text=node.text,
    )


def _list_equipment(node: ShownNode, columns: tuple[str, ...]) -> Iterator[str]:
    """What a line was given and comes with, but for what has columns of its own."""
    options = _list_options(node, without=columns)
    yield from filter(None, (options, *(brought.words for brought in node.brings), node.edition))


def _list_options(node: ShownNode, *, group: str = "", without: tuple[str, ...] = ()) -> str:
    """What a line was given: of one group, or of all but some."""
    return ", ".join(
        option.words
        for option in node.options
        if option.group not in without and (not group or option.group == group)
    )
