"""A roster laid out for evaluation: each node as a place that formulas can ask.

A place answers for itself, asks the places above it for what it lacks, and adds up those beneath.
Places stand in one row, parents first, so "all beneath" is a slice.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction

from .catalogue import (
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
from .formula import Formula, Number, Predicate, exact
from .roster import NOTHING, Choice, Node, Options, Roster

DEEPEST = 24
"""How many places may stand above one another, those of nested options included."""

NONE_CHOSEN: tuple[Choice, ...] = ()


class Board:
    """All places of one roster and what holds for the whole of it."""

    def __init__(self, catalogue: Catalogue, roster: Roster) -> None:
        self.catalogue = catalogue
        self.roster = roster
        self.currency = catalogue.currencies[0].key
        self.army_list: ArmyList | None = catalogue.army_lists.get(roster.army_list)
        self.scenario: Scenario | None = catalogue.scenarios.get(roster.scenario)
        self.readings = {
            key: chosen
            if (chosen := roster.readings.get(key)) in _keys(reading.values)
            else reading.default
            for key, reading in catalogue.readings.items()
        }
        self.places: list[Place] = []
        self.faults: list[tuple[str, str]] = []
        self._matches: dict[Predicate, tuple[list[Number], list[int]]] = {}
        self._points: dict[str, Number] = {}
        self.root = Place(self, None, None, None, roster.children)
        self._lay_out(roster.children, self.root)
        self.root.end = len(self.places)
        self.active = {
            effect.key: bool(self.evaluate(effect.when, self.root)) if effect.when else True
            for effect in catalogue.effects
            if not effect.is_local
        }
        self.changes = {
            effect.field for effect in catalogue.effects if self.active.get(effect.key, True)
        }

    def _lay_out(self, nodes: tuple[Node, ...], up: Place) -> None:
        for node in nodes:
            place = Place(self, node, self.catalogue.entries.get(node.entry), up, node.children)
            place.index = len(self.places)
            self.places.append(place)
            if node.children:
                self._lay_out(node.children, place)
            place.end = len(self.places)

    def evaluate(self, formula: Formula, place: Place) -> Number:
        """A formula's value at a place; 0, remembered as a fault, where it divides by zero."""
        try:
            return formula.evaluate(place)
        except ZeroDivisionError:
            self.faults.append((place.id, formula.text))
            return 0

    def is_active(self, effect: Effect, place: Place) -> bool:
        """Whether an effect holds at a place."""
        if effect.is_local:
            return not effect.when or bool(self.evaluate(effect.when, place))
        return self.active.get(effect.key, False)

    def apply_effects(self, entry: Entry, field: str, value: Number, place: Place) -> Number:
        """A value of an entry after the effects on it, in their order."""
        effects = self.catalogue.index.effects[entry.key]
        for effect in effects if effects and field in self.changes else ():
            if effect.field == field and self.is_active(effect, place):
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
        if field not in self.changes:
            return ()
        return tuple(
            effect.key
            for effect in self.catalogue.index.effects[entry.key]
            if effect.field == field and self.is_active(effect, place)
        )

    def count(self, predicate: Predicate, start: int, end: int) -> Number:
        """The sum of the counts of the matching places in a slice of the row."""
        counts, _ = self._matching(predicate)
        return counts[end] - counts[start]

    def lines(self, predicate: Predicate, start: int, end: int) -> int:
        """The number of matching places in a slice of the row."""
        _, lines = self._matching(predicate)
        return lines[end] - lines[start]

    def _matching(self, predicate: Predicate) -> tuple[list[Number], list[int]]:
        found = self._matches.get(predicate)
        if found is None:
            counts: list[Number] = [0]
            lines = [0]
            for place in self.places:
                matches = predicate.matches(place)
                counts.append(counts[-1] + (place.times if matches else 0))
                lines.append(lines[-1] + (1 if matches else 0))
            found = self._matches[predicate] = counts, lines
        return found


def _keys(values: Iterable[object]) -> set[str]:
    return {value.key for value in values}  # type: ignore[attr-defined]


class Place:
    """One node in its surroundings; the scope of its formulas, the subject of predicates."""

    __slots__ = (
        "amounts_of", "board", "children", "depth", "end", "entry", "id", "index", "node",
        "options", "sums", "times", "up", "_asked",
    )  # fmt: skip

    def __init__(
        self,
        board: Board,
        node: Node | None,
        entry: Entry | None,
        up: Place | None,
        children: tuple[Node, ...] = (),
        options: Options | None = None,
    ) -> None:
        self.board = board
        self.node = node
        self.entry = entry
        self.up = up
        self.children = children
        self.id: str = node.id if node else (up.id if up else "")
        self.options: Options = (
            options if options is not None else node.options if node else NOTHING
        )
        self.index: int = -1
        self.end: int = -1
        # A count that cannot be counts as one, and is a problem of its own.
        self.times: int = max(node.count, 1) * (up.times if up else 1) if node else 1
        self.depth: int = up.depth + 1 if up else 0
        self.amounts_of: dict[str, Number] = {}
        self.sums: dict[str, Number] = {}
        self._asked: dict[str, tuple[tuple[Choice, ...], Place | None]] = {}

    # Its surroundings

    def beneath(self) -> list[Place]:
        """All places under this one."""
        return self.board.places[self.index + 1 : self.end]

    @property
    def unit(self) -> Place:
        """The nearest unit above, or the roster."""
        place = self.up
        while place is not None and place.up is not None:
            if place.entry is not None and place.entry.role is Role.UNIT:
                return place
            place = place.up
        return self.board.root

    @property
    def is_unit(self) -> bool:
        """Whether it groups others."""
        return self.entry is not None and self.entry.role is Role.UNIT

    def group(self, name: str) -> OptionGroup | None:
        """The option group of its entry with this name."""
        return self.entry.groups.get(name) if self.entry else None

    def ask(self, name: str) -> tuple[tuple[Choice, ...], Place | None]:
        """What is taken in a group, and the place it is taken at: here, else above."""
        answer = self._asked.get(name)
        if answer is None:
            answer = self._asked[name] = self._find(name)
        return answer

    def _find(self, name: str) -> tuple[tuple[Choice, ...], Place | None]:
        own = self.options.get(name)
        if own is not None:
            return own, self
        group = self.group(name)
        if self.up is not None and (group is None or group.inherits):
            choices, place = self.up.ask(name)
            if choices:
                return choices, place
        if group is not None:
            return group.default, self
        return NONE_CHOSEN, None

    def _choosers(self, name: str) -> Iterator[tuple[Choice, Place]]:
        choices, place = self.ask(name)
        if place is not None:
            for choice in choices:
                yield choice, place
        elif self.node is None or self.is_unit:
            for other in self.beneath():
                if other.group(name) and (name in other.options or not other.is_unit):
                    for choice in other.ask(name)[0]:
                        yield (
                            Choice(choice.option, choice.count * other.times, choice.options),
                            other,
                        )

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
            unit = self.unit
            return unit._of_one(
                sum(
                    other.times
                    for other in unit.beneath()
                    if other.node and self.node and other.node.entry == self.node.entry
                )
            )
        if self.entry is not None and name in self.entry.statistics:
            return self._statistic(self.entry, name)
        return sum(choice.count for choice, _ in self._choosers(name))

    def attribute(self, name: str, attribute: str) -> Number:
        choices, place = self.ask(name)
        if choices and place is not None:
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

    def amounts(self, name: str, attribute: str, counted: bool) -> Iterator[Number]:
        for choice, place in self._choosers(name):
            value = place.option_value(name, choice, attribute)
            yield choice.count * value if counted else value

    def holds(self, name: str, attribute: str, keys: frozenset[str]) -> bool:
        board = self.board
        match name:
            case "reading":
                return board.readings.get(attribute) in keys
            case "army-list":
                return board.roster.army_list in keys
            case "scenario":
                return board.roster.scenario in keys
            case "opponent":
                return board.roster.opponent in keys
            case "nation":
                return board.army_list is not None and board.army_list.nation in keys
        entries = board.catalogue.entries
        for choice in self.ask(name)[0]:
            if choice.option in keys:
                return True
            entry = entries.get(choice.option)
            if entry is not None and not keys.isdisjoint(entry.answers):
                return True
        return False

    def count(self, predicate: Predicate) -> Number:
        return self._of_one(self.board.count(predicate, *self._slice()))

    def lines(self, predicate: Predicate) -> Number:
        return self.board.lines(predicate, *self._slice())

    def _of_one(self, number: Number) -> Number:
        """A number of what stands here, for one of the unit where it is taken several times."""
        times = self.times if self.is_unit else self.up.times if self.up else 1
        return number if times == 1 else exact(Fraction(number) / times)

    def _slice(self) -> tuple[int, int]:
        if self.index < 0:
            return (0, self.end) if self.node is None and self.up is None else (0, 0)
        return (self.index + 1 if self.is_unit else self.index), self.end

    def answers_to(self, key: str) -> bool:
        return self.entry is not None and key in self.entry.answers

    # What is taken in a group

    def option_value(self, group_name: str, choice: Choice, attribute: str) -> Number:
        """A value of something taken here: its points, a statistic or what it costs.

        What the group does not offer is worth nothing, so no choice can refer to itself.
        """
        board = self.board
        entry = board.catalogue.entries.get(choice.option)
        group = self.group(group_name)
        option = group.options.get(choice.option) if group else None
        if entry is None or option is None or self.depth > DEEPEST:
            return 0
        if attribute in entry.statistics:
            return self._statistic(entry, attribute)
        if option.points is not None and attribute == board.currency:
            return option.points
        formula = entry.formulas.get(attribute)
        if formula is None:
            return entry.constants.get(attribute, 0)
        if formula.text == "points":
            return board.apply_effects(entry, "points", entry.points, self)
        inner = Place(board, None, entry, self, options=choice.options)
        return board.evaluate(formula, inner)

    def _statistic(self, entry: Entry, key: str) -> Number:
        value = entry.statistics[key]
        number = value if isinstance(value, int | Fraction) else 0
        return self.board.apply_effects(entry, key, number, self)


def number_taken(group: OptionGroup, choices: tuple[Choice, ...]) -> int:
    """How many are taken: for a number group the number, else the sum of counts."""
    if group.take is Take.NUMBER:
        return choices[0].count if choices else 0
    return sum(choice.count for choice in choices)


def find_statistics(board: Board, place: Place, entry: Entry) -> Mapping[str, StatisticValue]:
    """The statistics of an entry at a place: its own or those that an effect lends it.

    Effects on numbers among them are applied.
    """
    entries = board.catalogue.entries
    statistics = entry.statistics
    for effect in board.catalogue.index.effects[entry.key]:
        if effect.like and board.is_active(effect, place):
            statistics = entries[effect.like].statistics
    return {
        key: board.apply_effects(entry, key, value, place) if isinstance(value, int) else value
        for key, value in statistics.items()
    }
