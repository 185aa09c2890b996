"""What history says of an act besides the act itself, in keys and numbers: never a typed text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Final

from lists.rules.catalogue import Catalogue, Role
from lists.rules.edits import AddNode, Choose, Edit, RemoveNode, SetCount, SetField
from lists.rules.roster import Choice, Node, Roster

MOST_TOLD: Final = 20
"""Of how many edits of one fix history tells."""


def locate(catalogue: Catalogue, roster: Roster, node_id: str) -> dict[str, Any]:
    """Which of its like a node is, and in which unit it stands; nothing where it is not there.

    A `number` counts from 1, and there is none where there is but one.
    """
    node = roster.find(node_id)
    if node is None:
        return {}
    parent = roster.find_parent(node_id)
    place = _number("number", _count_off(catalogue, roster, node))
    return place | (name_unit(catalogue, roster, parent) if parent else {})


def name_unit(
    catalogue: Catalogue, roster: Roster, unit: Node, prefix: str = "unit"
) -> dict[str, Any]:
    """A unit by the key of its entry and, where there are several, its number."""
    number = _count_off(catalogue, roster, unit)
    return {prefix: unit.entry, **_number(f"{prefix}_number", number)}


def _number(name: str, counted: tuple[int, int]) -> dict[str, Any]:
    number, count = counted
    return {name: number} if count > 1 else {}


def _count_off(catalogue: Catalogue, roster: Roster, node: Node) -> tuple[int, int]:
    """Which node of its entry it is and of how many: units in the roster, lines in their unit."""
    entry = catalogue.entries.get(node.entry)
    if entry is not None and entry.role is Role.UNIT:
        return roster.number(node)
    like = [each.id for each in roster.siblings_of(node.id) if each.entry == node.entry]
    return like.index(node.id) + 1, len(like)


def count_options(taken: tuple[Choice, ...] | None) -> dict[str, int] | None:
    """What is taken in a group, by key; None where it is what the group inherits or starts with."""
    return None if taken is None else {choice.option: choice.count for choice in taken}


def tell_node(node: Node) -> dict[str, Any]:
    """A node that is added: its entry, how many, and what they bring along."""
    options = {group: count_options(taken) for group, taken in node.options.items()}
    told = {"entry": node.entry, "count": node.count}
    return {**told, **({"options": options} if options else {})}


def tell_edits(
    catalogue: Catalogue, roster: Roster, edits: Iterable[Edit]
) -> Iterator[dict[str, Any]]:
    """Edits that an act consists of, each with the code and parameters of an act of its own."""
    for edit in list(edits)[:MOST_TOLD]:
        match edit:
            case AddNode(parent, added):
                unit = roster.find(parent)
                place = name_unit(catalogue, roster, unit) if unit else {}
                yield {"code": "add", **tell_node(added), **place}
            case SetField("points_limit", int(limit)):
                yield {"code": "limit", "from": roster.points_limit, "to": limit}
            case RemoveNode(node_id) | SetCount(node_id) | Choose(node_id):
                if node := roster.find(node_id):
                    place = {"entry": node.entry, **locate(catalogue, roster, node_id)}
                    yield {**place, **_tell_change(node, edit)}


def _tell_change(node: Node, edit: Edit) -> dict[str, Any]:
    match edit:
        case SetCount(_, count):
            return {"code": "count", "from": node.count, "to": count}
        case Choose(_, group, choices):
            taken = count_options(node.options.get(group)), count_options(choices)
            return {"code": "choose", "group": group, "from": taken[0], "to": taken[1]}
    return {"code": "remove", "count": node.count}
