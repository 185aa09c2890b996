"""Strategies for rosters of a catalogue: mostly sensible, sometimes foreign or nonsense."""

from __future__ import annotations

from itertools import count
from typing import Any

from hypothesis import strategies as st

from lists.rules.catalogue import Catalogue, Entry, OptionGroup, Role, Take
from lists.rules.roster import Choice, Node, Roster

KEYS = st.sampled_from(["ghost", "", "rifleman", "team", "veteran", "__class__", "x" * 80])
COUNTS = st.one_of(st.integers(1, 6), st.integers(-2, 2000))


def rosters(catalogue: Catalogue, *, wild: bool = False) -> st.SearchStrategy[Roster]:
    """Rosters of the catalogue; wild ones also hold unknown keys and impossible counts."""
    return st.composite(_draw_roster)(catalogue, wild)


def _draw_roster(draw: Any, catalogue: Catalogue, wild: bool) -> Roster:
    ids = (f"n{serial}" for serial in count(1))
    tops = [e for e in catalogue.entries.values() if not catalogue.top.isdisjoint(e.answers)]
    nodes = draw(st.lists(st.sampled_from(tops), min_size=0, max_size=3))
    readings = {
        key: draw(st.sampled_from([value.key for value in reading.values]))
        for key, reading in catalogue.readings.items()
    }
    return Roster(
        system=catalogue.system,
        edition=catalogue.edition,
        edition_hash=catalogue.hash,
        army_list=draw(st.sampled_from(sorted(catalogue.army_lists))),
        name="Drawn",
        points_limit=draw(st.sampled_from([0, 50, 150, 400])),
        readings=readings,
        scenario=draw(st.sampled_from(["", *sorted(catalogue.scenarios)])),
        opponent=draw(st.sampled_from(["", "regular", "irregular"])),
        children=tuple(_draw_node(draw, catalogue, entry, ids, wild, 3) for entry in nodes),
    )


def _draw_node(
    draw: Any, catalogue: Catalogue, entry: Entry, ids: Any, wild: bool, depth: int
) -> Node:
    node_id = next(ids)
    held = [
        other
        for other in catalogue.entries.values()
        if other.role is not Role.OPTION and (entry.may_hold(other) or (wild and draw_rarely(draw)))
    ]
    children = (
        draw(st.lists(st.sampled_from(held), max_size=6 if depth == 3 else 2))
        if held and depth
        else []
    )
    options = {
        key: draw(choices(catalogue, group, wild))
        for key, group in entry.groups.items()
        if draw(st.booleans())
    }
    if wild and draw(st.booleans()):
        options[draw(KEYS)] = (Choice(draw(KEYS)),)
    is_unit = entry.role is Role.UNIT
    return Node(
        id=node_id,
        entry=draw(KEYS) if wild and draw_rarely(draw) else entry.key,
        count=1 if is_unit else draw(COUNTS if wild else st.integers(1, 6)),
        options=options,
        children=tuple(
            _draw_node(draw, catalogue, child, ids, wild, depth - 1) for child in children
        ),
    )


def draw_rarely(draw: Any) -> bool:
    """True about once in eight draws."""
    return bool(draw(st.integers(0, 7)) == 7)


def choices(
    catalogue: Catalogue, group: OptionGroup, wild: bool
) -> st.SearchStrategy[tuple[Choice, ...]]:
    """What may be taken in a group; wild draws go beyond what it offers."""
    if group.take is Take.NUMBER:
        number = COUNTS if wild else st.integers(group.smallest, group.largest)
        return number.map(lambda taken: (Choice(group.key, taken),))
    keys = st.sampled_from(sorted(group.options)) if group.options else KEYS
    one = st.builds(Choice, st.one_of(keys, KEYS) if wild else keys, COUNTS if wild else st.just(1))
    most = 3 if wild or group.take is Take.SOME else 1
    least = 1 if group.required else 0
    return st.lists(one, min_size=least, max_size=most, unique_by=lambda c: c.option).map(tuple)
