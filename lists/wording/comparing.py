"""What differs between two lists, in words, each side by the names of its own edition."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import override

from lists.building.rosters import find_verdict
from lists.rules.comparing import Comparison, Difference, Side, Term
from lists.rules.roster import Node

from .display import ShownNode, show_roster, word_verdict
from .settings import word_opponent
from .words import Names, write_difference, write_number

ADDED, REMOVED, CHANGED = "added", "removed", "changed"


@dataclass(frozen=True, slots=True)
class ShownSide:
    """One of the two lists as a whole."""

    name: str
    total: str
    limit: str  # empty where there is none
    verdict: str
    verdict_words: str


@dataclass(frozen=True, slots=True)
class ShownTerm:
    """Something that holds for a whole list or for a line, on both sides."""

    name: str
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class ShownLine:
    """A line as one side has it."""

    count: int
    name: str
    entry_name: str  # where a player has named it
    equipment: str
    unit: str
    points: str


@dataclass(frozen=True, slots=True)
class ShownDifference:
    """A line that differs: as each side has it, None where it has not, and what differs."""

    kind: str  # added, removed or changed
    kind_words: str
    before: ShownLine | None
    after: ShownLine | None
    changes: tuple[ShownTerm, ...]
    remark: str  # what has no values on both sides
    moved: str

    @property
    def sides(self) -> tuple[ShownLine | None, ShownLine | None]:
        """Both lines, the one before first."""
        return self.before, self.after


@dataclass(frozen=True, slots=True)
class ShownComparison:
    """Two lists side by side."""

    before: ShownSide
    after: ShownSide
    moved: str
    terms: tuple[ShownTerm, ...]
    lines: tuple[ShownDifference, ...]
    summary: str  # "2 added, 1 removed, 1 changed."

    @property
    def is_empty(self) -> bool:
        """Whether nothing differs."""
        return not (self.terms or self.lines)


def show_comparison(
    before: Side, after: Side, comparison: Comparison, language: str
) -> ShownComparison:
    """Two lists and what differs between them, in one language."""
    with override(language):
        sides = _Side(before, language), _Side(after, language)
        lines = tuple(_show_line(*sides, each) for each in comparison.lines)
        return ShownComparison(
            before=sides[0].show(),
            after=sides[1].show(),
            moved=write_difference(comparison.moved) if comparison.moved else "",
            terms=tuple(_show_term(*sides, each) for each in comparison.terms),
            lines=lines,
            summary=_count_kinds(lines),
        )


def _count_kinds(lines: Iterable[ShownDifference]) -> str:
    kinds = [line.kind for line in lines]
    words = {
        ADDED: _("%(number)d added"),
        REMOVED: _("%(number)d removed"),
        CHANGED: _("%(number)d changed"),
    }
    counted = [
        text % {"number": kinds.count(kind)} for kind, text in words.items() if kind in kinds
    ]
    return f"{', '.join(counted)}." if counted else ""


class _Side:
    """One list in the words of its edition."""

    def __init__(self, side: Side, language: str) -> None:
        self.roster = side.roster
        self.evaluation = side.evaluation
        self.names = Names(side.catalogue, language)
        self.shown = show_roster(*side, language)
        self.nodes = {node.id: node for node in self.shown.walk()}
        self.units = dict(_find_units(self.shown.nodes, ""))

    def show(self) -> ShownSide:
        verdict = str(find_verdict(self.evaluation.problems))
        shown = self.shown
        limit = shown.limit if shown.has_limit else ""
        return ShownSide(shown.name, shown.total, limit, verdict, word_verdict(verdict))

    def line(self, node: Node) -> ShownLine:
        shown = self.nodes[node.id]
        is_unit = shown.role == "unit"
        return ShownLine(
            count=node.count,
            name=shown.name if node.name or is_unit else shown.entry_name,
            entry_name=shown.entry_name if node.name else "",
            equipment=shown.level if is_unit else shown.equipment,
            unit=self.units.get(node.id, ""),
            points=shown.total,
        )

    # What a field says

    def term(self, field: str, value: object) -> str:
        name, _dot, key = field.partition(".")
        match name, value:
            case "readings", str(chosen):
                return self.reading(key, chosen)
            case "army_list", str(army_list):
                return self.names.army_list(army_list)
            case "system", str():
                return self.names.choose(self.names.catalogue.system_name)
            case "points_limit", int(limit):
                return self.names.points(limit) if limit else _("nothing")
            case "scenario", str(scenario) if scenario:
                known = self.names.catalogue.scenarios.get(scenario)
                return self.names.choose(known.name) if known else scenario
            case "opponent", str(opponent) if opponent:
                return word_opponent(self.names, opponent)
            case "optional_rules", tuple(rules) if rules:
                return ", ".join(map(self.rule, rules))
        return str(value) if value not in (None, "", ()) else _("nothing")

    def reading(self, key: str, chosen: str) -> str:
        reading = self.names.catalogue.readings[key]
        return self.names.choose(next(v.name for v in reading.values if v.key == chosen))

    def rule(self, key: str) -> str:
        known = self.names.catalogue.optional_rules.get(key)
        return self.names.choose(known.name) if known else key

    def field(self, node: Node, field: str) -> str:
        name, _dot, group = field.partition(".")
        match name:
            case "options":
                return self.options(node, group)
            case "entry":
                return self.names.of(node).entry(node.entry)
            case "edition":
                return self.edition(node)
            case "place":
                return self.units.get(node.id, "") or _("the top of the list")
        value = getattr(node, name)
        return str(value) if value != "" else _("nothing")

    def edition(self, node: Node) -> str:
        """By which edition a line goes, if not by that of its list."""
        names = self.names.of(node)
        return _("that of the list") if names is self.names else names.catalogue.edition

    def options(self, node: Node, group: str) -> str:
        """What a line has in a group; a unit's own choice, and a number, as they are."""
        taken, names = node.options.get(group), self.names.of(node)
        if taken is None:
            return _("as it starts")
        known = names.catalogue.groups.get(group)
        if known is not None and known.take == "number":
            return ", ".join(write_number(choice.count) for choice in taken)
        return ", ".join(
            names.entry(choice.option)
            if choice.count == 1
            else f"{choice.count} {names.entry(choice.option, choice.count)}"
            for choice in taken
        ) or _("nothing")


def _find_units(nodes: Iterable[ShownNode], unit: str) -> Iterator[tuple[str, str]]:
    """By the id of each node what it stands in is called."""
    for node in nodes:
        yield node.id, unit
        yield from _find_units(node.children, node.name)


def _show_term(before: _Side, after: _Side, term: Term) -> ShownTerm:
    words = {
        "system": _("Game"),
        "edition": _("Edition"),
        "army_list": _("Army list"),
        "name": _("Name"),
        "points_limit": _("Points limit"),
        "scenario": _("Scenario"),
        "opponent": _("Opponent"),
        "optional_rules": _("Optional rules"),
    }
    field, _dot, key = term.field.partition(".")
    name = words.get(field) or _name_reading(after, key) or _name_reading(before, key) or key
    return ShownTerm(name, before.term(term.field, term.before), after.term(term.field, term.after))


def _name_reading(side: _Side, key: str) -> str:
    reading = side.names.catalogue.readings.get(key)
    return side.names.choose(reading.name) if reading else ""


# Lines


def _show_line(before: _Side, after: _Side, difference: Difference) -> ShownDifference:
    old, new = difference.before, difference.after
    kind = REMOVED if new is None else ADDED if old is None else CHANGED
    words = {ADDED: _("Added"), REMOVED: _("Removed"), CHANGED: _("Changed")}
    return ShownDifference(
        kind=kind,
        kind_words=words[kind],
        before=before.line(old) if old else None,
        after=after.line(new) if new else None,
        changes=tuple(_show_changes(before, after, difference)),
        remark=_remark(difference),
        moved=write_difference(difference.moved) if difference.moved else "",
    )


def _show_changes(before: _Side, after: _Side, difference: Difference) -> Iterator[ShownTerm]:
    old, new = difference.before, difference.after
    if old is None or new is None:
        return
    for field in difference.fields:
        texts = before.field(old, field), after.field(new, field)
        if texts[0] != texts[1]:
            yield ShownTerm(_name_field(after.names.of(new), field), *texts)


def _name_field(names: Names, field: str) -> str:
    name, _dot, group = field.partition(".")
    if name == "options":
        return capfirst(names.group(group))
    words = {
        "entry": _("Line"),
        "count": _("Count"),
        "name": _("Name"),
        "note": _("Note"),
        "edition": _("Edition"),
        "place": _("Place"),
    }
    return words[name]


def _remark(difference: Difference) -> str:
    """Why a line stands here that none of its own values tells."""
    if difference.before is None or difference.after is None:
        return ""
    if not difference.fields:
        return _("The same line has another price.")
    if difference.fields == ("place",):
        return _("It stands in another place.")
    return ""
