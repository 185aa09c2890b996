"""Acts on a roster: each is a pure function from roster to roster and names what it touches.

`touches` gives the (node, field) pairs that the act reads or writes; two acts made at the same
time conflict only when one changed a pair that the other touches. The node "" is the roster.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Protocol

from .roster import Choice, Node, Roster, insert_node, replace_node

type Pair = tuple[str, str]

ROSTER = ""
LARGEST_COUNT = 999


class Edit(Protocol):
    """One act on a roster."""

    def apply(self, roster: Roster) -> Roster:
        """The roster after the act; the same roster where its node is gone."""

    def touches(self) -> frozenset[Pair]:
        """The (node, field) pairs that the act reads or writes."""


@dataclass(frozen=True, slots=True)
class AddNode:
    """Put a new node under a parent ("" for the top); position -1 is the end."""

    parent: str
    node: Node
    position: int = -1

    def apply(self, roster: Roster) -> Roster:
        return insert_node(roster, self.parent, self.position, self.node)

    def touches(self) -> frozenset[Pair]:
        return frozenset({(self.parent, "exists")} if self.parent else ())


@dataclass(frozen=True, slots=True)
class RemoveNode:
    """Take a node and all beneath it out of the roster; what changed there is not lost unseen."""

    node: str

    def apply(self, roster: Roster) -> Roster:
        return replace_node(roster, self.node, ())

    def touches(self) -> frozenset[Pair]:
        return frozenset({(self.node, "subtree")})


@dataclass(frozen=True, slots=True)
class DuplicateNode:
    """Put a copy of a node right behind it; the copy's nodes take the new ids in order."""

    node: str
    new_ids: tuple[str, ...]

    def apply(self, roster: Roster) -> Roster:
        node = roster.find(self.node)
        if node is None:
            return roster
        return replace_node(roster, self.node, (node, renumber(node, iter(self.new_ids))))

    def touches(self) -> frozenset[Pair]:
        return frozenset({(self.node, "exists")})


@dataclass(frozen=True, slots=True)
class SetCount:
    """How many of a selection there are."""

    node: str
    count: int

    def apply(self, roster: Roster) -> Roster:
        return _change(roster, self.node, count=min(max(self.count, 1), LARGEST_COUNT))

    def touches(self) -> frozenset[Pair]:
        return frozenset({(self.node, "count")})


@dataclass(frozen=True, slots=True)
class Choose:
    """What a node is given in one group; None goes back to what it inherits or starts with."""

    node: str
    group: str
    choices: tuple[Choice, ...] | None

    def apply(self, roster: Roster) -> Roster:
        node = roster.find(self.node)
        if node is None:
            return roster
        options = {group: taken for group, taken in node.options.items() if group != self.group}
        if self.choices is not None:
            options[self.group] = self.choices
        return _change(roster, self.node, options=options)

    def touches(self) -> frozenset[Pair]:
        return frozenset({(self.node, f"options.{self.group}")})


@dataclass(frozen=True, slots=True)
class RenameNode:
    """The name that the player gives a node."""

    node: str
    name: str

    def apply(self, roster: Roster) -> Roster:
        return _change(roster, self.node, name=self.name)

    def touches(self) -> frozenset[Pair]:
        return frozenset({(self.node, "name")})


@dataclass(frozen=True, slots=True)
class SetNote:
    """The note that the player keeps on a node."""

    node: str
    note: str

    def apply(self, roster: Roster) -> Roster:
        return _change(roster, self.node, note=self.note)

    def touches(self) -> frozenset[Pair]:
        return frozenset({(self.node, "note")})


@dataclass(frozen=True, slots=True)
class ReleaseNode:
    """Let the roster's own edition price a node that was kept by an older one."""

    node: str

    def apply(self, roster: Roster) -> Roster:
        return _change(roster, self.node, edition="")

    def touches(self) -> frozenset[Pair]:
        return frozenset({(self.node, "edition")})


@dataclass(frozen=True, slots=True)
class MoveNode:
    """Put a node under another parent ("" for the top) or at another position among its own."""

    node: str
    parent: str
    position: int

    def apply(self, roster: Roster) -> Roster:
        node = roster.find(self.node)
        if node is None or any(each.id == self.parent for each in node.walk()):
            return roster
        if self.parent and roster.find(self.parent) is None:
            return roster
        without = replace_node(roster, self.node, ())
        return insert_node(without, self.parent, self.position, node)

    def touches(self) -> frozenset[Pair]:
        pairs = {(self.node, "exists"), (self.node, "place")}
        return frozenset(pairs | ({(self.parent, "exists")} if self.parent else set()))


@dataclass(frozen=True, slots=True)
class SetField:
    """One of the roster's own fields: name, points_limit, scenario, opponent or optional_rules."""

    field: str
    value: str | int | tuple[str, ...]

    def apply(self, roster: Roster) -> Roster:
        match self.field, self.value:
            case "name", str(name):
                return replace(roster, name=name)
            case "points_limit", int(limit):
                return replace(roster, points_limit=max(limit, 0))
            case "scenario", str(scenario):
                return replace(roster, scenario=scenario)
            case "opponent", str(opponent):
                return replace(roster, opponent=opponent)
            case "optional_rules", tuple(rules):
                return replace(roster, optional_rules=rules)
        raise ValueError(f"A roster has no field {self.field!r} that may be {self.value!r}.")

    def touches(self) -> frozenset[Pair]:
        return frozenset({(ROSTER, self.field)})


@dataclass(frozen=True, slots=True)
class SetReading:
    """Which of a contradictory book's values the roster goes by."""

    reading: str
    value: str

    def apply(self, roster: Roster) -> Roster:
        return replace(roster, readings={**roster.readings, self.reading: self.value})

    def touches(self) -> frozenset[Pair]:
        return frozenset({(ROSTER, f"readings.{self.reading}")})


@dataclass(frozen=True, slots=True)
class WriteOwnEntry:
    """An entry of the player's own as it shall be, new or in place of that with its key."""

    entry: Mapping[str, Any]

    def apply(self, roster: Roster) -> Roster:
        key = self.entry["key"]
        former = find_own_entry(roster, key)
        if former is None:
            return replace(roster, own_entries=(*roster.own_entries, self.entry))
        changed = (self.entry if each is former else each for each in roster.own_entries)
        return replace(roster, own_entries=tuple(changed))

    def touches(self) -> frozenset[Pair]:
        return frozenset({(ROSTER, f"own_entries.{self.entry['key']}")})


@dataclass(frozen=True, slots=True)
class ForgetOwnEntry:
    """Take an entry of the player's own out of the roster."""

    key: str

    def apply(self, roster: Roster) -> Roster:
        kept = tuple(each for each in roster.own_entries if each.get("key") != self.key)
        return replace(roster, own_entries=kept)

    def touches(self) -> frozenset[Pair]:
        return frozenset({(ROSTER, f"own_entries.{self.key}")})


@dataclass(frozen=True, slots=True)
class Several:
    """Acts that belong together, done one after the other."""

    edits: tuple[Edit, ...]

    def apply(self, roster: Roster) -> Roster:
        for edit in self.edits:
            roster = edit.apply(roster)
        return roster

    def touches(self) -> frozenset[Pair]:
        return frozenset(pair for edit in self.edits for pair in edit.touches())


@dataclass(frozen=True, slots=True)
class Informed:
    """An act whose outcome follows from what stands at other pairs, which it only reads."""

    edit: Edit
    reads: frozenset[Pair]

    def apply(self, roster: Roster) -> Roster:
        return self.edit.apply(roster)

    def touches(self) -> frozenset[Pair]:
        return self.edit.touches() | self.reads


def _change(roster: Roster, node_id: str, **changes: object) -> Roster:
    node = roster.find(node_id)
    if node is None:
        return roster
    return replace_node(roster, node_id, (replace(node, **changes),))  # type: ignore[arg-type]


def renumber(node: Node, new_ids: Iterator[str]) -> Node:
    """A copy of a node in which it and all beneath it have new ids."""
    node_id = next(new_ids)
    children = tuple(renumber(child, new_ids) for child in node.children)
    return replace(node, id=node_id, children=children)


def count_nodes(node: Node) -> int:
    """How many nodes a node has, itself included: as many ids as a copy of it needs."""
    return sum(1 for _ in node.walk())


def with_new_ids(edits: tuple[Edit, ...], new_ids: Iterator[str]) -> tuple[Edit, ...]:
    """The same edits, in which every node that is added has new ids."""
    return tuple(
        replace(edit, node=renumber(edit.node, new_ids)) if isinstance(edit, AddNode) else edit
        for edit in edits
    )


def find_own_entry(roster: Roster, key: str) -> Mapping[str, Any] | None:
    """What the player has written under a key, the first if twice; None where there is nothing."""
    return next((each for each in roster.own_entries if each.get("key") == key), None)


def find_value(roster: Roster, pair: Pair) -> object:
    """What stands at a (node, field) pair; None where there is nothing."""
    node_id, field = pair
    name, _, key = field.partition(".")
    if node_id == ROSTER and name == "own_entries":
        return find_own_entry(roster, key)
    if node_id == ROSTER:
        value = getattr(roster, name)
        return value.get(key) if isinstance(value, Mapping) else value
    node = roster.find(node_id)
    if node is None:
        return None
    if name == "exists":
        return True
    if name == "subtree":
        return node
    if name == "options":
        return node.options.get(key)
    if name == "place":
        parent = roster.find_parent(node_id)
        return (parent.id if parent else "", roster.siblings_of(node_id).index(node))
    return getattr(node, name)


def find_conflicts(edit: Edit, base: Roster, current: Roster) -> list[Pair]:
    """The pairs that an edit touches and that changed between its base and the current roster."""
    return [
        pair
        for pair in sorted(edit.touches())
        if find_value(base, pair) != find_value(current, pair)
    ]
