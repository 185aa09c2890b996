"""A roster laid out for evaluation: each node as a place that formulas can ask.

A place answers for itself, asks the places above it for what it lacks, and adds up those beneath.
Places stand in one row, parents first, so "all beneath" is a slice.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import NamedTuple

from .catalogue import (
    UNKNOWN,
    ArmyList,
    Catalogue,
    Effect,
    Entry,
    OptionGroup,
    Role,
    Scenario,
    StatisticValue,
    Take,
)
from .evaluation import Part, Problem, Receipt
from .formula import Factor, Formula, Number, Predicate, exact
from .roster import NOTHING, Choice, Node, Options, Roster

DEEPEST = 24
"""How many places may stand above one another, those of nested options included."""


class Kept(NamedTuple):
    """What a node comes to, and breaks, by the older edition that keeps it."""

    receipt: Receipt
    amounts: Mapping[str, Number]
    problems: tuple[Problem, ...]


class Board:
    """All places of one roster and what holds for the whole of it."""

    def __init__(self, catalogue: Catalogue, roster: Roster) -> None:
        self.catalogue = catalogue
        self.roster = roster
        self.currency = catalogue.currencies[0].key
        self.army_list: ArmyList | None = catalogue.army_lists.get(roster.army_list)
        self.scenario: Scenario | None = catalogue.scenarios.get(roster.scenario)
        self.readings = {
            key: reading.settle(roster.readings.get(key))
            for key, reading in catalogue.readings.items()
        }
        self.facts = {
            "army-list": roster.army_list,
            "nation": self.army_list.nation if self.army_list else None,
            "scenario": roster.scenario,
            "opponent": roster.opponent,
        }
        self.places: list[Place] = []
        self.faults: list[tuple[str, str]] = []
        self.parts: dict[tuple[int, str], Part] = {}
        self.kept: Mapping[int, Kept] = {}
        self.tried = 0  # fixes that were looked at to the end
        self._counts: dict[tuple[str, int], int] = {}
        self.root = Place(self, None, None, None, NOTHING)
        self._lay_out(roster.children, self.root)
        self.root.end = len(self.places)
        self.active = {
            effect.key: effect.when is None or bool(self.evaluate(effect.when, self.root))
            for effect in catalogue.effects
            if not effect.is_local
        }
        self.changes = {
            effect.field for effect in catalogue.effects if self.active.get(effect.key, True)
        }

    def _lay_out(self, nodes: tuple[Node, ...], up: Place) -> None:
        for node in nodes:
            place = Place(self, node, self.catalogue.find_entry(node), up, node.options)
            place.index = len(self.places)
            self.places.append(place)
            place.report()
            if node.children:
                self._lay_out(node.children, place)
            place.end = len(self.places)

    def name_unknown(self, node: Node | None) -> str:
        """What a node without an entry counts as: its own, if only what it was given is lacking."""
        is_kept = node is not None and node.edition in self.catalogue.former
        return node.entry if node and is_kept and node.entry in self.catalogue.entries else UNKNOWN

    def evaluate(self, formula: Formula | Factor, place: Place) -> Number:
        """A formula's value at a place; 0, remembered as a fault, where it divides by zero."""
        try:
            value = formula.run(place)
        except ZeroDivisionError:
            self.faults.append((place.id, formula.text))
            return 0
        return exact(value) if type(value) is Fraction else value

    def is_active(self, effect: Effect, place: Place) -> bool:
        """Whether an effect holds at a place."""
        if effect.is_local:
            return not effect.when or bool(self.evaluate(effect.when, place))
        return self.active.get(effect.key, False)

    def apply_effects(self, entry: Entry, field: str, value: Number, place: Place) -> Number:
        """A value of an entry after the effects on it, in their order."""
        effects = self.catalogue.index.effects[entry.key].get(field)
        return self.apply(effects, value, place) if effects else value

    def apply(self, effects: Iterable[Effect], value: Number, place: Place) -> Number:
        """A value after those of the effects that hold at a place."""
        for effect in effects:
            if self.is_active(effect, place):
                amount = self.evaluate(effect.value, place)
                match effect.act:
                    case "set":
                        value = amount
                    case "add":
                        value = value + amount
                    case _:
                        value = value * amount
        return value

    def active_effects(self, entry: Entry, field: str, place: Place) -> tuple[str, ...]:
        """The keys of the effects that hold for a field of an entry."""
        effects = self.catalogue.index.effects[entry.key].get(field, ())
        return tuple([effect.key for effect in effects if self.is_active(effect, place)])

    def count(self, predicate: Predicate, place: Place) -> int:
        """The sum of the counts of those that match among what a place counts."""
        key = predicate.text, place.index
        if key not in self._counts:
            matching = [each.times for each in place.counted() if predicate.matches(each)]
            self._counts[key] = sum(matching)
        return self._counts[key]


type Taken = tuple[tuple[Choice, ...], Place | None]
"""What is taken in a group, and the place it is taken at."""

NOT_TAKEN: Taken = (), None


class Place:
    """One node in its surroundings; the scope of its formulas, the subject of predicates."""

    __slots__ = (
        "amounts_of", "board", "depth", "end", "entry", "groups", "held", "id", "index",
        "is_group", "is_unit", "node", "options", "sums", "taken", "times", "unit", "up",
    )  # fmt: skip

    def __init__(
        self,
        board: Board,
        node: Node | None,
        entry: Entry | None,
        up: Place | None,
        options: Options,
    ) -> None:
        self.board = board
        self.node = node
        self.entry = entry
        self.up = up
        self.options = options
        self.groups: Mapping[str, OptionGroup] = entry.groups if entry else NOTHING
        self.is_unit: bool = entry is not None and entry.role is Role.UNIT
        self.is_group: bool = self.is_unit or up is None
        self.held: dict[str, int] = {}  # how many of each entry stand beneath, if it is a group
        self.index: int = -1
        self.end: int = 0
        self.amounts_of: dict[str, Number] = {}
        self.sums: dict[str, Number] = {}
        if up is None:
            self.id, self.times, self.depth, self.unit = "", 1, 0, self
        else:
            self.id = node.id if node else up.id
            # A count that cannot be counts as one, and is a problem of its own.
            self.times = max(node.count, 1) * up.times if node else 1
            self.depth = up.depth + 1
            self.unit = up if up.is_unit else up.unit  # the nearest unit above, or the roster
        self.taken = self._find_taken()

    # Its surroundings

    def beneath(self) -> list[Place]:
        """All places under this one."""
        return self.board.places[self.index + 1 : self.end]

    def counted(self) -> list[Place]:
        """What it counts: all beneath it, and itself unless it groups them."""
        start = self.index + 1 if self.is_group else self.index
        return self.board.places[start : self.end]

    def report(self) -> None:
        """Be counted by the units above, and by the roster."""
        key, place = self.entry.key if self.entry else self.board.name_unknown(self.node), self
        while place.up is not None:
            place = place.unit
            place.held[key] = place.held.get(key, 0) + self.times

    @property
    def children(self) -> tuple[Node, ...]:
        """The nodes right under this one."""
        if self.node is None:
            return () if self.up else self.board.roster.children
        return self.node.children

    def group(self, name: str) -> OptionGroup | None:
        """The option group of its entry with this name."""
        return self.groups.get(name)

    def ask(self, name: str) -> Taken:
        """What is taken in a group, and the place it is taken at: here, else above."""
        return self.taken.get(name, NOT_TAKEN)

    def _find_taken(self) -> dict[str, Taken]:
        """The groups in which something is taken: chosen here, else above, else by default."""
        taken = self.up.taken.copy() if self.up else {}
        for name, group in self.groups.items():
            if group.inherits and name in taken:
                continue
            if group.default:
                taken[name] = group.default, self
            else:
                taken.pop(name, None)
        for name, own in self.options.items():
            if own and name in self.board.catalogue.groups:
                taken[name] = own, self
            else:
                taken.pop(name, None)
        return taken

    def _find_choosers(self, name: str) -> list[tuple[Choice, Place]]:
        """What is taken in a group, with its place; beneath a unit that has no such group."""
        choices, place = self.taken.get(name, NOT_TAKEN)
        if place is not None:
            return [(choice, place) for choice in choices]
        if name in self.groups or name in self.options or not self.is_group:
            return []
        return [
            (_multiply(choice, other.times), other)
            for other in self.beneath()
            if name in other.taken and other.is_asked(name)
            for choice in other.taken[name][0]
        ]

    def is_asked(self, name: str) -> bool:
        """Whether it speaks for itself where what stands beneath a unit is asked."""
        return name in self.groups and (name in self.options or not self.is_unit)

    # What formulas ask (see formula.Scope)

    def value(self, name: str) -> Number:
        board = self.board
        if name in self.sums:
            return self._of_one(self.sums[name])
        if name in self.amounts_of and not self.is_unit:
            return self.amounts_of[name]
        if name == "points" and self.entry is not None:
            return board.apply_effects(self.entry, "points", self.entry.points, self)
        if name == "limit":
            return board.roster.points_limit
        if name == "total":
            return board.root.sums.get(board.currency, 0)
        if name == "siblings":
            return self._count_siblings()
        if self.entry is not None and name in self.entry.statistics:
            worth = board.catalogue.index.worth[self.entry.key][name]
            return board.apply(worth.effects, worth.value, self)
        return sum([choice.count for choice, _ in self._find_choosers(name)])

    def attribute(self, name: str, attribute: str) -> Number:
        choices, place = self.taken.get(name, NOT_TAKEN)
        if place is not None:
            return place.option_value(name, choices[0], attribute)
        board = self.board
        match name:
            case "army-list":
                return bool(board.army_list and attribute in board.army_list.flags)
            case "scenario":
                forbidden = attribute.removeprefix("forbids-")
                return bool(board.scenario and forbidden in board.scenario.forbids)
            case "optional-rule":
                return attribute in board.roster.optional_rules
        return 0

    def amounts(self, name: str, attribute: str, counted: bool) -> list[Number]:
        return [
            choice.count * value if counted else value
            for choice, place in self._find_choosers(name)
            for value in [place.option_value(name, choice, attribute)]
        ]

    def holds(self, name: str, attribute: str, keys: frozenset[str]) -> bool:
        board = self.board
        if name in board.facts:
            return board.facts[name] in keys
        if name == "reading":
            return board.readings.get(attribute) in keys
        for choice in self.taken.get(name, NOT_TAKEN)[0]:
            if choice.option in keys:
                return True
            entry = board.catalogue.entries.get(choice.option)
            if entry is not None and not keys.isdisjoint(entry.answers):
                return True
        return False

    def count(self, predicate: Predicate) -> Number:
        if predicate.memberships or not self.is_group:
            return self._of_one(self.board.count(predicate, self))
        matching = self.board.catalogue.find_matching(predicate)
        return self._of_one(sum([count for key, count in self.held.items() if key in matching]))

    def lines(self, predicate: Predicate) -> Number:
        return len([each for each in self.counted() if predicate.matches(each)])

    def _count_siblings(self) -> Number:
        """How many nodes of its entry stand in its unit."""
        if self.node is None or self.entry is None:
            return 0
        return self.unit._of_one(self.unit.held[self.entry.key])

    def _of_one(self, number: Number) -> Number:
        """A number of what stands here, for one of the unit where it is taken several times."""
        times = self.times if self.is_unit else self.up.times if self.up else 1
        return number if times == 1 else exact(Fraction(number) / times)

    def answers_to(self, key: str) -> bool:
        return self.entry is not None and key in self.entry.answers

    # What is taken in a group

    def option_value(self, group_name: str, choice: Choice, attribute: str) -> Number:
        """A value of something taken here: its points, a statistic or what it costs.

        What the group does not offer is worth nothing, so no choice can refer to itself.
        """
        board, key = self.board, choice.option
        group = self.groups.get(group_name)
        option = group.options.get(key) if group else None
        if option is None or self.depth > DEEPEST:
            return 0
        if option.points is not None and attribute == board.currency:
            return option.points
        entry = board.catalogue.entries[key]
        worth = board.catalogue.index.worth[key].get(attribute)
        if worth is not None:
            return board.apply(worth.effects, worth.value, self) if worth.effects else worth.value
        formula = entry.formulas.get(attribute)
        if formula is None:
            return 0
        return board.evaluate(formula, Place(board, None, entry, self, choice.options))


def _multiply(choice: Choice, times: int) -> Choice:
    if times == 1:
        return choice
    return Choice(choice.option, choice.count * times, choice.options)


def number_taken(group: OptionGroup, choices: tuple[Choice, ...]) -> int:
    """How many are taken: for a number group the number, else the sum of counts."""
    if group.take is Take.NUMBER:
        return choices[0].count if choices else 0
    return sum([choice.count for choice in choices])


def find_statistics(board: Board, place: Place, entry: Entry) -> Mapping[str, StatisticValue]:
    """The statistics of an entry at a place: its own or those that an effect lends it.

    Effects on numbers among them are applied, to each of a list.
    """
    entries = board.catalogue.entries
    statistics = entry.statistics
    for effect in board.catalogue.index.lending[entry.key]:
        if board.is_active(effect, place):
            statistics = entries[effect.like].statistics
    effects = board.catalogue.index.effects[entry.key]
    return {
        key: _change(board, effects[key], value, place) if key in effects else value
        for key, value in statistics.items()
    }


def _change(
    board: Board, effects: tuple[Effect, ...], value: StatisticValue, place: Place
) -> StatisticValue:
    if isinstance(value, tuple):
        return tuple(_change(board, effects, each, place) for each in value)
    return board.apply(effects, value, place) if isinstance(value, int) else value
