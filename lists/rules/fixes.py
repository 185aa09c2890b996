"""From the template of a fix, or from a rule's own knowledge, to the edits that clear a problem."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Set
from math import ceil

from .catalogue import Entry, FixTemplate, OptionGroup, Role, Row
from .edits import AddNode, Choose, Edit, RemoveNode, SetCount, SetField
from .formula import Number
from .places import Board, Place
from .roster import Choice, Node

NEW = "new"
"""The id of a node that a fix adds, until whoever applies the fix gives it one."""


def build_fix(template: FixTemplate, place: Place, excess: Number) -> tuple[Edit, ...]:
    """The edits of a restriction's fix at a place; none where it cannot help."""
    board = place.board
    match template.do:
        case "remove":
            return tuple(RemoveNode(each.id) for each in _outermost(_targets(template, place)))
        case "reduce":
            return reduce_places(_targets(template, place), excess, _find_times(place))
        case "set-count" if template.to is not None and place.node is not None:
            return (SetCount(place.id, int(board.evaluate(template.to, place))),)
        case "set-limit" if template.to is not None:
            return (SetField("points_limit", ceil(board.evaluate(template.to, place))),)
        case "choose" if template.is_counted and excess > 0:
            return _choose_for(template, place, excess)
        case "choose":
            return tuple(
                Choose(each.id, template.group, _choices(template, each))
                for each in _targets(template, place)
            )
        case "add":
            holder = _find_holder(place, template.entry)
            if holder is not None:
                inherited = {key for key, (choices, _at) in holder.taken.items() if choices}
                return (AddNode(holder.id, _build_node(template, board, inherited)),)
            if place.node is None:
                return _add_in_new_unit(template, board)
    return ()


def _add_in_new_unit(template: FixTemplate, board: Board) -> tuple[Edit, ...]:
    """A unit at the top with what is missing in it: of the army list's kind, where that may be."""
    catalogue, army_list = board.catalogue, board.army_list
    added = catalogue.entries[template.entry]
    units = [each for each in catalogue.entries.values() if each.role is Role.UNIT]
    fitting = [
        unit
        for unit in sorted(units, key=lambda each: not army_list or each.key != army_list.unit)
        if unit.may_hold(added) and not catalogue.top.isdisjoint(unit.answers)
    ]
    if not fitting:
        return ()
    missing = _choose_missing(board, fitting[0], frozenset())
    child = _build_node(template, board, missing.keys())
    return (AddNode("", Node(NEW, fitting[0].key, options=missing, children=(child,))),)


def _build_node(template: FixTemplate, board: Board, inherited: Set[str]) -> Node:
    """The node that a fix adds, with what it must have and would not inherit in its unit."""
    missing = _choose_missing(board, board.catalogue.entries[template.entry], inherited)
    return Node(NEW, template.entry, options={**missing, **template.options})


def _choose_missing(
    board: Board, entry: Entry, inherited: Set[str]
) -> Mapping[str, tuple[Choice, ...]]:
    return {
        group.key: choose_first(board, group)
        for group in entry.groups.values()
        if group.required and not group.default and not (group.inherits and group.key in inherited)
    }


def choose_first(board: Board, group: OptionGroup) -> tuple[Choice, ...]:
    """What a group that must not stay empty is given: what the army list offers first."""
    offered = board.army_list.options.get(group.key, ()) if board.army_list else ()
    keys = [key for key in (*offered, *group.options) if key in group.options]
    return tuple(Choice(key) for key in keys[:1])


def _find_times(place: Place) -> int:
    """How often the unit is taken, of one of which a restriction measures what it holds."""
    return place.times if place.is_unit else place.unit.times


def _choose_for(template: FixTemplate, place: Place, excess: Number) -> tuple[Edit, ...]:
    """The choice for as many as are too many, from the last line backwards."""
    edits: list[Edit] = []
    left = ceil(excess)
    for target in reversed(_targets(template, place)):
        node = target.node
        if left <= 0 or node is None:
            break
        each = max(target.times // max(node.count, 1) // _find_times(place), 1)
        changed = min(ceil(left / each), max(node.count, 1))
        edits.extend(_divide(target, node, changed, template))
        left -= changed * each
    return tuple(edits)


def _divide(place: Place, node: Node, changed: int, template: FixTemplate) -> tuple[Edit, ...]:
    """A choice for so many of a line: they become a line of their own, unless they are all."""
    choices = _choices(template, place)
    group = place.group(template.group)
    if changed >= node.count or place.up is None:
        is_bare = not choices and group is not None and not group.default
        return (Choose(node.id, template.group, None if is_bare else choices),)
    options = {**node.options, template.group: choices}
    if not choices and group is not None and not group.default:
        del options[template.group]
    position = [each.id for each in place.up.children].index(node.id) + 1
    others = Node(NEW, node.entry, changed, options=options)
    return SetCount(node.id, node.count - changed), AddNode(place.up.id, others, position)


def _choices(template: FixTemplate, place: Place) -> tuple[Choice, ...]:
    """What a fix chooses: an option once or `to` times, a number, or nothing."""
    number = int(place.board.evaluate(template.to, place)) if template.to is not None else 1
    if template.option:
        return (Choice(template.option, number),)
    return (Choice(template.group, number),) if template.to is not None else ()


def _targets(template: FixTemplate, place: Place) -> list[Place]:
    if template.of is None:
        return [place] if place.node else []
    where = [place] if place.node and not place.is_unit else place.beneath()
    return [each for each in where if template.of.matches(each)]


def _outermost(places: list[Place]) -> Iterable[Place]:
    """Those of the places that lie beneath no other of them."""
    end = -1
    for place in places:
        if place.index >= end:
            end = place.end
            yield place


def _find_holder(place: Place, entry_key: str) -> Place | None:
    entry = place.board.catalogue.entries[entry_key]
    where = [place] if place.is_unit else place.unit.beneath() if place.node else place.beneath()
    return next((p for p in where if p.is_unit and p.entry and p.entry.may_hold(entry)), None)


def reduce_places(places: Iterable[Place], excess: Number, times: int = 1) -> tuple[Edit, ...]:
    """Take away as many as are too many in one of `times` units, from the last place backwards.

    What players have written themselves goes last.
    """
    edits: list[Edit] = []
    left = ceil(excess)
    last_first = list(places)[::-1]
    for place in sorted(last_first, key=_is_written):
        if left <= 0 or place.node is None:
            break
        each = max(place.times // max(place.node.count, 1) // times, 1)
        gone = min(ceil(left / each), place.node.count)
        if gone < place.node.count:
            edits.append(SetCount(place.id, place.node.count - gone))
        else:
            edits.append(RemoveNode(place.id))
        left -= gone * each
    return tuple(edits) if left <= 0 else ()


def _is_written(place: Place) -> bool:
    """Whether it is one of the player's own entries."""
    return place.entry is not None and bool(place.entry.like)


def fix_total(board: Board, excess: Number) -> tuple[Edit, ...]:
    """The smallest reduction of one selection that brings the total within what is allowed.

    What the army list needs is spared as long as something else will do, and most of all whom it
    prints once, such as a leader.
    """
    best: tuple[tuple[int, Number], Edit] | None = None
    for place in reversed(board.places):
        price = place.amounts_of.get(board.currency, 0)
        if place.node is None or place.children or price <= 0:
            continue
        each = max(place.times // max(place.node.count, 1), 1)
        gone = ceil(excess / (price * each))
        left = place.node.count - gone
        if left < 0:
            continue
        worth = _find_need(board, place, left), gone * price
        if best is None or worth < best[0]:
            best = worth, SetCount(place.id, left) if left else RemoveNode(place.id)
    return (best[1],) if best else _reduce_several(board, excess)


def _reduce_several(board: Board, excess: Number) -> tuple[Edit, ...]:
    """Several selections taken out, those that the list needs least and that stand last first."""
    edits: list[Edit] = []
    places = [p for p in reversed(board.places) if p.node is not None and not p.children]
    for place in sorted(places, key=lambda each: _find_need(board, each, 0)):
        price = place.amounts_of.get(board.currency, 0)
        if excess <= 0 or price <= 0 or place.node is None:
            continue
        each = max(place.times // max(place.node.count, 1), 1)
        gone = min(ceil(excess / (price * each)), place.node.count)
        left = place.node.count - gone
        edits.append(SetCount(place.id, left) if left else RemoveNode(place.id))
        excess -= gone * price * each
    return tuple(edits) if excess <= 0 else ()


def _find_need(board: Board, place: Place, left: int) -> int:
    """How much the list needs what goes: 1 where it prints more than is left, 2 the only one.

    What the unit has beyond all that the list prints of it is needed least: -1.
    """
    if board.army_list is None or place.entry is None:
        return 0
    rows = [row for row in board.army_list.rows if place.entry.key in row.entries]
    if _is_surplus([row for row in rows if not row.upgrade], place, left):
        return -1
    return max((2 if row.at_least == 1 else 1 for row in rows if left < row.at_least), default=0)


def _is_surplus(rows: list[Row], place: Place, left: int) -> bool:
    """Whether there is still as much as the rows print when all but so many of a line are gone."""
    if not rows or place.node is None:
        return False
    entries = {entry for row in rows for entry in row.entries}
    there = sum(place.unit.held.get(entry, 0) for entry in entries)
    gone = (place.node.count - left) * place.times // max(place.node.count, 1)
    return there - gone >= sum(row.at_most for row in rows) * place.unit.times
