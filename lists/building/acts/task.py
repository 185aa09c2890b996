"""An intent in front of the roster that it is meant for, and what it comes to."""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from lists.rules.catalogue import ArmyList, Catalogue, Entry
from lists.rules.edits import Edit
from lists.rules.roster import NOTHING, Node, Roster

from ..values import InvalidIntent, Values

ALPHABET: Final = "abcdefghijklmnopqrstuvwxyz0123456789"


def new_id() -> str:
    """A random id for a node."""
    return "".join(secrets.choice(ALPHABET) for _ in range(12))


def new_ids() -> Iterator[str]:
    """As many random ids as are asked for."""
    return iter(new_id, "")


class UnknownNode(InvalidIntent):
    """An intent names a node that the roster does not have, or no longer."""

    def __init__(self, field: str, node: str) -> None:
        super().__init__(field, "unknown")
        self.node = node


@dataclass(frozen=True, slots=True)
class Act:
    """What an intent comes to: the edit, and what history says of it in keys and numbers."""

    edit: Edit
    parameters: Mapping[str, Any] = field(default_factory=lambda: NOTHING)
    code: str = ""  # what history calls it, where that is not the operation


@dataclass(frozen=True, slots=True)
class Task:
    """What an operation works from: the node that is meant, its values, the roster as it stands."""

    node_id: str
    values: Values
    catalogue: Catalogue
    roster: Roster
    ids: Iterator[str]

    @property
    def node(self) -> Node:
        """The node that is meant; raises UnknownNode."""
        return self.find_node("node", self.node_id)

    @property
    def entry(self) -> Entry:
        """The entry of the node that is meant; raises InvalidIntent where the edition lacks it."""
        entry = self.catalogue.find_entry(self.node)
        if entry is None:
            raise InvalidIntent("node", "unknown-entry", entry=self.node.entry)
        return entry

    @property
    def army_list(self) -> ArmyList:
        """The army list that the roster is built from; raises InvalidIntent."""
        army_list = self.catalogue.army_lists.get(self.roster.army_list)
        if army_list is None:
            raise InvalidIntent("", "unknown-army-list", army_list=self.roster.army_list)
        return army_list

    def find_node(self, field: str, node_id: str) -> Node:
        """The node that a value of the intent names; raises UnknownNode."""
        node = self.roster.find(node_id)
        if node is None:
            raise UnknownNode(field, node_id)
        return node
