"""Acts on the nodes of a roster: add, remove, duplicate, count, name, note, move."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import islice
from typing import Any

from lists.rules.beginnings import (
    build_addition,
    build_default_roster,
    build_upgrade,
    find_base,
    find_upgrades,
)
from lists.rules.catalogue import Entry, Role, Row
from lists.rules.document import LONGEST_NAME, LONGEST_NOTE, MOST_NODES
from lists.rules.edits import (
    LARGEST_COUNT,
    AddNode,
    DuplicateNode,
    Edit,
    MoveNode,
    Pair,
    RemoveNode,
    RenameNode,
    SetCount,
    SetNote,
    Several,
    count_nodes,
    renumber,
)
from lists.rules.roster import Node, Roster

from ..values import InvalidIntent
from .choices import read_options
from .task import Act, Task
from .telling import name_unit, tell_node

# Add


@dataclass(frozen=True, slots=True)
class Unplaced:
    """An addition whose place nobody asked for, so that it conflicts with nothing."""

    edit: Edit

    def apply(self, roster: Roster) -> Roster:
        return self.edit.apply(roster)

    def touches(self) -> frozenset[Pair]:
        return frozenset()


def add(task: Task) -> Act:
    """Add an entry, or what a row of the army list prints, to a node or where it fits."""
    row = _find_row(task)
    entry = _find_entry(task, row)
    node = _build_node(task, entry, row)
    edit = _place_under(task, node, entry) if task.node_id else Unplaced(_place(task, node, entry))
    return Act(edit, {"node": node.id, **tell_node(node)})


def take(task: Task) -> Act:
    """Add what is offered to the unit `into`: to a plain line that is just so, else as a line.

    A plain line is one that can be counted, that nobody has named and that has nothing beneath it.
    """
    unit = task.find_node("into", task.values.key("into"))
    task = replace(task, node_id=unit.id)
    row = _find_row(task)
    entry = _find_entry(task, row)
    node = _build_node(task, entry, row)
    edit = _place_under(task, node, entry)
    twin = next((line for line in unit.children if _is_plain(line) and _is_like(line, node)), None)
    if twin is None or entry.role is not Role.SELECTION:
        return Act(edit, {"node": node.id, **tell_node(node)}, "add")
    count = min(twin.count + node.count, LARGEST_COUNT)
    parameters = {"node": twin.id, "entry": twin.entry, "from": twin.count, "to": count}
    return Act(Unplaced(SetCount(twin.id, count)), parameters, "count")


def _is_plain(node: Node) -> bool:
    """Whether nobody has written on a line or put anything beneath it."""
    return not (node.name or node.note or node.children)


def _is_like(line: Node, node: Node) -> bool:
    return line.entry == node.entry and line.options == node.options


def _find_row(task: Task) -> Row | None:
    key = task.values.key("row")
    if not key:
        return None
    for row in task.army_list.rows:
        if row.key == key:
            return row
    raise InvalidIntent("row", "unknown")


def _find_entry(task: Task, row: Row | None) -> Entry:
    key = task.values.key("entry") or (row.entries[0] if row else "")
    entry = task.catalogue.entries.get(key)
    if entry is None or entry.role is Role.OPTION or entry.is_hidden:
        raise InvalidIntent("entry", "unknown")
    if row and key not in row.entries:
        raise InvalidIntent("entry", "unknown")
    return entry


def _build_node(task: Task, entry: Entry, row: Row | None) -> Node:
    """The node to add; a row that swaps all or none starts with all."""
    node_id = next(task.ids)
    printed = Node(node_id, entry.key)
    if row is not None:
        printed = (
            _build_upgrade(task, row, node_id) if row.upgrade else build_addition(row, node_id)
        )
    chosen = read_options(task.catalogue, entry, task.values.get("options"))
    count = row.at_most if row and row.swap else 1
    if "count" in task.values:
        count = task.values.number("count", 1, LARGEST_COUNT)
    return replace(
        printed, entry=entry.key, count=max(count, 1), options={**printed.options, **chosen}
    )


def _build_upgrade(task: Task, row: Row, node_id: str) -> Node:
    """One of those that an upgrade is about, with the option that is asked for."""
    base = find_base(row, task.army_list.rows)
    option = task.values.key("option")
    for group, offered in find_upgrades(task.catalogue, row):
        if offered == option and base is not None:
            return build_upgrade(base, group, option, node_id)
    raise InvalidIntent("option", "unknown")


def _place_under(task: Task, node: Node, entry: Entry) -> Edit:
    _check_holds(task, "node", task.node_id, entry)
    return AddNode(task.node_id, node)


def _place(task: Task, node: Node, entry: Entry) -> Edit:
    """At the top, else in the last unit that may hold it, else in a new unit."""
    catalogue = task.catalogue
    if not catalogue.top.isdisjoint(entry.answers):
        return AddNode("", node)
    for holder in reversed(list(task.roster.walk())):
        above = catalogue.find_entry(holder)
        if above and above.role is Role.UNIT and above.may_hold(entry):
            return AddNode(holder.id, node)
    unit = _build_unit(task)
    if not catalogue.entries[unit.entry].may_hold(entry):
        raise InvalidIntent("entry", "misplaced", entry=entry.key)
    return Several((AddNode("", unit), AddNode(unit.id, node)))


def _check_holds(task: Task, field: str, parent_id: str, entry: Entry) -> None:
    """Raise InvalidIntent unless an entry may stand under a node ("" for the top)."""
    if not parent_id:
        holds = task.catalogue.top
    else:
        parent = task.catalogue.find_entry(task.find_node(field, parent_id))
        holds = parent.holds if parent else frozenset()
    if holds.isdisjoint(entry.answers):
        raise InvalidIntent(field, "misplaced", entry=entry.key)


def add_unit(task: Task) -> Act:
    """Add a unit of the army list at the top; `filled` brings the rows that a new roster has."""
    unit = _build_unit(task, is_filled=task.values.is_set("filled"))
    return Act(Unplaced(AddNode("", unit)), {"node": unit.id, "entry": unit.entry})


def _build_unit(task: Task, *, is_filled: bool = False) -> Node:
    unit = build_default_roster(task.catalogue, task.army_list).children[0]
    return renumber(unit if is_filled else replace(unit, children=()), task.ids)


# Remove and duplicate


def remove(task: Task) -> Act:
    """Take a node out with all beneath it."""
    node = task.node
    parameters = {"node": node.id, "entry": node.entry, "count": node.count}
    return Act(RemoveNode(node.id), parameters)


def duplicate(task: Task) -> Act:
    """Put a copy of a node right behind it."""
    node = task.node
    ids = tuple(islice(task.ids, count_nodes(node)))
    return Act(DuplicateNode(node.id, ids), {"node": node.id, "entry": node.entry})


# What a node says


def set_count(task: Task) -> Act:
    """How many there are: `count` as it shall be, or a `step` up or down from what it is."""
    node = task.node
    count = task.values.stepped(node.count, 1, LARGEST_COUNT)
    parameters = {"node": node.id, "entry": node.entry, "from": node.count, "to": count}
    return Act(SetCount(node.id, count), parameters)


def rename(task: Task) -> Act:
    """The name that the player gives a node; history holds no typed text, so that it can go."""
    node = task.node
    edit = RenameNode(node.id, task.values.line("name", LONGEST_NAME))
    return Act(edit, {"node": node.id, "entry": node.entry})


def set_note(task: Task) -> Act:
    """The note that the player keeps on a node."""
    node = task.node
    edit = SetNote(node.id, task.values.text("note", LONGEST_NOTE).strip())
    return Act(edit, {"node": node.id, "entry": node.entry})


# Move


def move(task: Task) -> Act:
    """Move a node: `to` up, down, first or last; to a `position` from 1; to another `parent`."""
    node = task.node
    parent_id = _find_new_parent(task, node)
    siblings = [each.id for each in _children_of(task, parent_id)]
    index = siblings.index(node.id) if node.id in siblings else len(siblings)
    position = _find_position(task, index, len(siblings))
    parameters = {"node": node.id, "entry": node.entry, **_tell_new_parent(task, node, parent_id)}
    return Act(MoveNode(node.id, parent_id, position), parameters)


def _tell_new_parent(task: Task, node: Node, parent_id: str) -> dict[str, Any]:
    """The unit that a node is moved `into`, where it is another than its own."""
    parent = task.roster.find(parent_id)
    if parent is None or any(child.id == node.id for child in parent.children):
        return {}
    return name_unit(task.catalogue, task.roster, parent, "into")


def _find_new_parent(task: Task, node: Node) -> str:
    now = task.roster.find_parent(node.id)
    now_id = now.id if now else ""
    parent_id = task.values.key("parent") if "parent" in task.values else now_id
    if any(each.id == parent_id for each in node.walk()):
        raise InvalidIntent("parent", "misplaced", entry=node.entry)
    if parent_id != now_id:
        _check_holds(task, "parent", parent_id, task.entry)
    return parent_id


def _children_of(task: Task, parent_id: str) -> tuple[Node, ...]:
    return task.find_node("parent", parent_id).children if parent_id else task.roster.children


def _find_position(task: Task, index: int, siblings: int) -> int:
    if "position" in task.values:
        return task.values.number("position", 1, MOST_NODES) - 1
    match task.values.key("to"):
        case "up":
            return max(index - 1, 0)
        case "down":
            return min(index + 1, siblings)
        case "first":
            return 0
        case "last" | "":
            return siblings
    raise InvalidIntent("to", "unknown")
