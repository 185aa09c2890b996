"""What a player starts from: the default roster of an army list, the lists of a scenario."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import count
from typing import Any

from .catalogue import ArmyList, Catalogue, Row, SuggestedList
from .compiling.plain import read_options
from .roster import NOTHING, Choice, Node, Options, Roster


def number_ids() -> Iterator[str]:
    """The ids n1, n2 and so on, for rosters that nobody has saved yet."""
    return (f"n{serial}" for serial in count(1))


def build_default_roster(catalogue: Catalogue, army_list: ArmyList) -> Roster:
    """The printed rows in one unit: first options, smallest counts, the edition's usual limit."""
    ids = number_ids()
    unit_id = next(ids)
    rows = [row for row in army_list.rows if row.start]
    children = tuple(_build_row(row, next(ids)) for row in rows)
    unit = Node(unit_id, army_list.unit, options=_first(army_list.options), children=children)
    return _build_roster(catalogue, army_list, catalogue.limit_default, (unit,))


def _build_row(row: Row, node_id: str) -> Node:
    return Node(node_id, row.entries[0], row.start, options=_first(row.options))


def _first(options: Mapping[str, tuple[str, ...]]) -> Options:
    return {group: (Choice(keys[0]),) for group, keys in options.items() if keys}


def build_addition(row: Row, node_id: str) -> Node:
    """One of what a row or addition prints, as the list prints it."""
    return Node(node_id, row.entries[0], 1, options=_first(row.options))


def find_base(upgrade: Row, rows: Iterable[Row]) -> Row | None:
    """The row that an upgrade is about, or None."""
    return next(
        (row for row in rows if not row.upgrade and upgrade.entries[0] in row.entries), None
    )


def find_upgrades(catalogue: Catalogue, upgrade: Row) -> Iterator[tuple[str, str]]:
    """The options that an upgrade allows in place of what its men start with, with their groups."""
    for key, options in upgrade.options.items():
        if catalogue.groups[key].listed and catalogue.groups[key].default:
            yield from ((key, option) for option in options)


def build_upgrade(base: Row, group: str, option: str, node_id: str) -> Node:
    """One of what a row prints, with an option that an upgrade allows."""
    node = build_addition(base, node_id)
    return replace(node, options={**node.options, group: (Choice(option),)})


def build_empty_roster(catalogue: Catalogue, army_list: ArmyList) -> Roster:
    """A roster of an army list with nothing in it."""
    return _build_roster(catalogue, army_list, catalogue.limit_default, ())


def build_suggested_roster(catalogue: Catalogue, scenario: str, suggested: SuggestedList) -> Roster:
    """A list that a scenario suggests, attached to it."""
    army_list = catalogue.army_lists[suggested.army_list]
    children = tuple(read_nodes(suggested.roster, number_ids()))
    roster = _build_roster(catalogue, army_list, suggested.points_limit, children, scenario)
    return replace(roster, opponent=suggested.opponent)


def _build_roster(
    catalogue: Catalogue,
    army_list: ArmyList,
    points_limit: int,
    children: tuple[Node, ...],
    scenario: str = "",
) -> Roster:
    return Roster(
        system=catalogue.system,
        edition=catalogue.edition,
        edition_hash=catalogue.hash,
        army_list=army_list.key,
        points_limit=points_limit,
        readings={reading.key: reading.default for reading in catalogue.readings.values()},
        scenario=scenario,
        children=children,
    )


def read_nodes(plain: Iterable[Mapping[str, Any]], ids: Iterator[str]) -> Iterator[Node]:
    """Nodes as data writes them by hand, with the ids given."""
    for each in plain:
        yield Node(
            next(ids),
            each["entry"],
            each.get("count", 1),
            name=_text(each.get("name")),
            note=_text(each.get("note")),
            options=read_options(each.get("options") or NOTHING),
            children=tuple(read_nodes(each.get("children") or (), ids)),
        )


def _text(value: Any) -> str:
    return value if isinstance(value, str) else ""
