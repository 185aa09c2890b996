"""Acts on what a node is given: choose in a group, clear a group, shift a class by a level."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from lists.rules.catalogue import Catalogue, Entry, OptionGroup, Take
from lists.rules.document import LONGEST_NAME
from lists.rules.edits import LARGEST_COUNT, Choose, Informed, Pair
from lists.rules.places import Board, Place, number_taken
from lists.rules.roster import Choice, Options

from ..values import InvalidIntent, Values
from .choices import Taken, check_offered, find_group, read_choices
from .task import Act, Task
from .telling import count_options


def choose(task: Task) -> Act:
    """Take options in a `group` of the node, or of what it was given (`within`: "crew/crew").

    One of: `choices`, the whole of what is taken; `option`, which replaces what is taken or, where
    a group takes some, is set to its `count` (0 leaves it out) or a `step` from it; `count` or
    `step` alone for a group that is a number. An `option` of "" takes nothing.
    """
    slot = _find_slot(task)
    group = find_group(slot.entry, task.values.key("group"))
    taken = _read_taken(task, group, slot.options.get(group.key, group.default))
    is_start = group.key not in slot.options and not group.inherits and taken == group.default
    return _take(task, slot, group.key, None if is_start else taken)


def clear(task: Task) -> Act:
    """Go back to what a `group` inherits or starts with, or drop one that the edition lacks."""
    slot = _find_slot(task)
    key = task.values.key("group")
    if key not in slot.options:
        find_group(slot.entry, key)
    return _take(task, slot, key, None)


def shift(task: Task) -> Act:
    """Move the class of a node one step `to` up or down on the ladder of what it has now."""
    node = task.node
    group = _find_ladder_group(task)
    place = next(each for each in Board(task.catalogue, task.roster).places if each.id == node.id)
    taken = place.ask(group.key)[0]
    if not taken:
        raise InvalidIntent("group", "nothing-taken")
    shifted = (Choice(_find_next(task, group, taken[0].option), taken[0].count),)
    parameters = _describe(task, group.key, taken, shifted)
    edit = Choose(node.id, group.key, shifted)
    return Act(Informed(edit, frozenset(_find_asked(place, group.key))), parameters)


def _find_asked(place: Place, group: str) -> Iterator[Pair]:
    """Where a choice is looked for: at a place and at those above, up to the one that has made it.

    The topmost place is the roster, which chooses nothing.
    """
    while place.up is not None:
        yield place.id, f"options.{group}"
        if group in place.options:
            return
        place = place.up


# Where options are taken


@dataclass(frozen=True, slots=True)
class _Level:
    """A choice with options of its own, on the way from a node to a nested group."""

    options: Options
    group: str
    taken: Taken
    choice: Choice

    def rebuild(self, inner: Options) -> Options:
        """The options around the choice, with others inside of it."""
        taken = (replace(c, options=inner) if c is self.choice else c for c in self.taken)
        return {**self.options, self.group: tuple(taken)}


@dataclass(frozen=True, slots=True)
class _Slot:
    """What options are given to: a node's entry, or an option of it."""

    entry: Entry
    options: Options
    levels: tuple[_Level, ...] = ()

    def enter(self, catalogue: Catalogue, group_key: str, option: str) -> _Slot:
        """The slot of an option that is taken here; raises InvalidIntent."""
        taken = self.options.get(group_key, find_group(self.entry, group_key, "within").default)
        choice = next((each for each in taken if each.option == option), None)
        entry = catalogue.entries.get(option)
        if choice is None or entry is None:
            raise InvalidIntent("within", "unknown")
        level = _Level(self.options, group_key, taken, choice)
        return _Slot(entry, choice.options, (*self.levels, level))

    def put(self, group: str, taken: Taken | None) -> Options:
        """The node's options after something else is taken in a group here."""
        options: Options = {key: value for key, value in self.options.items() if key != group}
        if taken is not None:
            options = {**options, group: taken}
        for level in reversed(self.levels):
            options = level.rebuild(options)
        return options


def _find_slot(task: Task) -> _Slot:
    slot = _Slot(task.entry, task.node.options)
    path = [part for part in task.values.text("within", LONGEST_NAME).split("/") if part]
    if len(path) % 2:
        raise InvalidIntent("within", "unknown")
    for group_key, option in zip(path[::2], path[1::2], strict=True):
        slot = slot.enter(task.catalogue, group_key, option)
    return slot


def _take(task: Task, slot: _Slot, group: str, taken: Taken | None) -> Act:
    outer = slot.levels[0].group if slot.levels else group
    edit = Choose(task.node_id, outer, slot.put(group, taken).get(outer))
    parameters = _describe(task, group, slot.options.get(group), taken)
    within = [[level.group, level.choice.option] for level in slot.levels]
    return Act(edit, parameters | ({"within": within} if within else {}))


def _describe(task: Task, group: str, before: Taken | None, after: Taken | None) -> dict[str, Any]:
    return {
        "node": task.node_id,
        "entry": task.node.entry,
        "group": group,
        "from": count_options(before),
        "to": count_options(after),
    }


# What is taken


def _read_taken(task: Task, group: OptionGroup, now: Taken) -> Taken:
    values = task.values
    if "choices" in values:
        return read_choices(task.catalogue, group, values.get("choices"))
    if group.take is Take.NUMBER:
        number = values.stepped(number_taken(group, now), 0, LARGEST_COUNT)
        return (Choice(group.key, number),)
    if "option" not in values:
        raise InvalidIntent("option", "missing")
    option = values.key("option")
    if not option:
        return ()
    check_offered(group, option)
    old = next((each for each in now if each.option == option), Choice(option, 0))
    if group.take is Take.ONE:
        return (replace(old, count=1),)
    return _with_count(now, old, _read_count(values, old))


def _read_count(values: Values, old: Choice) -> int:
    if "count" in values or "step" in values:
        return values.stepped(old.count, 0, LARGEST_COUNT)
    return 1


def _with_count(now: Taken, old: Choice, count: int) -> Taken:
    if old not in now:
        now = (*now, old)
    return tuple(
        replace(each, count=count) if each == old else each for each in now if each != old or count
    )


# Ladders


def _find_ladder_group(task: Task) -> OptionGroup:
    key = task.values.key("group")
    if key:
        return find_group(task.entry, key)
    for group in task.entry.groups.values():
        if any(task.catalogue.entries[option].ladder for option in group.options):
            return group
    raise InvalidIntent("group", "missing")


def _find_next(task: Task, group: OptionGroup, option: str) -> str:
    entries = task.catalogue.entries
    now = entries.get(option)
    direction = {"up": 1, "down": -1}.get(task.values.key("to"))
    if now is None or direction is None:
        raise InvalidIntent("to", "unknown")
    steps = [
        entries[key]
        for key in group.options
        if entries[key].ladder == now.ladder and (entries[key].rank - now.rank) * direction > 0
    ]
    if not steps or not now.ladder:
        raise InvalidIntent("to", "end-of-ladder")
    return min(steps, key=lambda entry: abs(entry.rank - now.rank)).key
