"""A player's list as frozen values: a tree of nodes and what each was given."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any, NamedTuple

NOTHING: Mapping[str, Any] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Choice:
    """One option taken in a group, how often, and what that option was given in turn."""

    option: str
    count: int = 1
    options: Options = field(default_factory=lambda: NOTHING)


Options = Mapping[str, tuple[Choice, ...]]


@dataclass(frozen=True, slots=True)
class Node:
    """One place in a roster's tree: a unit that groups, or a selection that is bought."""

    id: str
    entry: str
    count: int = 1
    name: str = ""
    note: str = ""
    options: Options = field(default_factory=lambda: NOTHING)
    children: tuple[Node, ...] = ()
    edition: str = ""  # the hash of an older edition that prices this node, or nothing

    def walk(self) -> Iterator[Node]:
        """This node and all beneath it, parents first."""
        yield self
        for child in self.children:
            yield from child.walk()


class Index(NamedTuple):
    """The nodes of a roster by id, and how those of one entry are numbered, from 1."""

    nodes: Mapping[str, Node]
    numbers: Mapping[str, int]
    counts: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Roster:
    """A whole list: what it is built from, what it may spend, and its nodes."""

    system: str
    edition: str
    edition_hash: str
    army_list: str
    name: str = ""
    points_limit: int = 0
    readings: Mapping[str, str] = field(default_factory=lambda: NOTHING)
    scenario: str = ""
    opponent: str = ""
    optional_rules: tuple[str, ...] = ()
    own_entries: tuple[Mapping[str, Any], ...] = ()
    children: tuple[Node, ...] = ()
    _index: Index | None = field(default=None, init=False, repr=False, compare=False)

    def walk(self) -> Iterator[Node]:
        """All nodes, parents before children, in the order of the page."""
        for child in self.children:
            yield from child.walk()

    @property
    def former(self) -> frozenset[str]:
        """The hashes of the older editions that some of its nodes are kept by."""
        return frozenset({node.edition for node in self.walk() if node.edition})

    def find(self, node_id: str) -> Node | None:
        """The node with this id, or None."""
        return self._look_up().nodes.get(node_id)

    def number(self, node: Node) -> tuple[int, int]:
        """Which of the nodes of its entry a node is, from 1, and how many these are."""
        index = self._look_up()
        return index.numbers[node.id], index.counts[node.entry]

    def _look_up(self) -> Index:
        """Built once, since pages look up a node for each line and each problem."""
        if self._index is None:
            object.__setattr__(self, "_index", _build_index(self.walk()))
        assert self._index is not None
        return self._index

    def find_parent(self, node_id: str) -> Node | None:
        """The node that holds the node with this id; None for the top or for no such node."""
        return next(
            (node for node in self.walk() if any(c.id == node_id for c in node.children)), None
        )

    def siblings_of(self, node_id: str) -> tuple[Node, ...]:
        """The children of the place that holds this node, itself included."""
        parent = self.find_parent(node_id)
        return parent.children if parent else self.children


def _build_index(walked: Iterable[Node]) -> Index:
    nodes: dict[str, Node] = {}
    numbers: dict[str, int] = {}
    counts: Counter[str] = Counter()
    for node in walked:
        counts[node.entry] += 1
        nodes.setdefault(node.id, node)
        numbers.setdefault(node.id, counts[node.entry])
    return Index(nodes, numbers, counts)


def release_nodes(roster: Roster) -> Roster:
    """The roster with no node kept by an older edition."""
    return replace(roster, children=tuple(map(_release, roster.children)))


def _release(node: Node) -> Node:
    return replace(node, edition="", children=tuple(map(_release, node.children)))


def replace_node(roster: Roster, node_id: str, changed: tuple[Node, ...]) -> Roster:
    """The roster with one node replaced by others: none removes it, two put one beside it."""
    return replace(roster, children=_replace_among(roster.children, node_id, changed))


def _replace_among(
    nodes: tuple[Node, ...], node_id: str, changed: tuple[Node, ...]
) -> tuple[Node, ...]:
    result: list[Node] = []
    for node in nodes:
        if node.id == node_id:
            result.extend(changed)
            continue
        children = _replace_among(node.children, node_id, changed) if node.children else ()
        result.append(node if children == node.children else replace(node, children=children))
    return tuple(result)


def insert_node(roster: Roster, parent_id: str, position: int, node: Node) -> Roster:
    """The roster with a node put under a parent (the top where the id is empty)."""
    if not parent_id:
        return replace(roster, children=_insert(roster.children, position, node))
    parent = roster.find(parent_id)
    if parent is None:
        return roster
    return replace_node(
        roster, parent_id, (replace(parent, children=_insert(parent.children, position, node)),)
    )


def _insert(nodes: tuple[Node, ...], position: int, node: Node) -> tuple[Node, ...]:
    at = len(nodes) if position < 0 else min(position, len(nodes))
    return (*nodes[:at], node, *nodes[at:])
