"""A roster without what its player typed: what is bought and chosen stays, names and notes go."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from .own_entries import read_points
from .roster import Node, Roster

TYPED = "typed"
"""What stands for the name of an entry that a player wrote."""


def redact(roster: Roster) -> Roster:
    """The same list with nothing in it that a person typed but numbers."""
    return replace(
        roster,
        name="",
        own_entries=tuple(map(_redact_entry, roster.own_entries)),
        children=tuple(map(_redact_node, roster.children)),
    )


def _redact_node(node: Node) -> Node:
    return replace(node, name="", note="", children=tuple(map(_redact_node, node.children)))


def _redact_entry(entry: Mapping[str, Any]) -> Mapping[str, Any]:
    """An own entry keeps its key, which lines name it by, what it is like, and its numbers."""
    return {name: value if _is_kept(name, value) else TYPED for name, value in entry.items()}


def _is_kept(name: str, value: str | int) -> bool:
    if not isinstance(value, str) or name in ("key", "like"):
        return True
    return name == "points" and read_points(value) is not None
