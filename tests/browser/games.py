"""Lists of the games that have what the small one lacks: folded rows, own entries, currencies."""

from __future__ import annotations

import json
from typing import Any

from lists.building.rosters import create_roster
from lists.interchange.documents import import_json
from lists.loading.store import store_edition
from lists.models import NOBODY, Roster
from tests.catalogues import read_game

type Written = dict[str, Any]

OWN_ENTRIES: list[Written] = [
    {
        "key": "own-ruga",
        "like": "ordinary-figure",
        "name": "Ruga-Ruga",
        "points": "5/2",
        "d": 2,
        "l": 1,
        "c": 4,
    },
    {
        "key": "own-beja",
        "like": "ordinary-figure",
        "name": "Beja",
        "points": 3,
        "d": 1,
        "l": 3,
        "c": 4,
    },
]


def write_list(system: str, army_list: str, *nodes: Written, **more: Any) -> bytes:
    """A file of a list, as Muster writes it."""
    document = {"schema": 1, "system": system, "army_list": army_list, "children": nodes}
    return json.dumps({**document, **more}).encode()


def write_node(id: str, entry: str, *children: Written, **options: Any) -> Written:
    """A node of a file; its options by group, one by its key, several by key and count."""
    given = {
        group.replace("_", "-"): [
            {"option": key, "count": count}
            for key, count in (taken if isinstance(taken, dict) else {taken: 1}).items()
        ]
        for group, taken in options.items()
    }
    return {"id": id, "entry": entry, "options": given, "children": children}


def save_list(content: bytes) -> Roster:
    """The list that a file becomes, made by nobody in particular."""
    found = import_json(content)
    return create_roster(NOBODY, found.roster, found.edition)


def create_platoon() -> Roster:
    """A platoon of Bolt Action: a squad with arms, a tank with fittings from its row."""
    store_edition(read_game("bolt-action")[0])
    squad = write_node(
        "squad",
        "german-heer-grenadier-squad",
        men={"men": 9},
        nco="smg",
        weapons={"assault-rifle": 1, "lmg": 1},
        carried={"panzerfaust": 2},
    )
    lines = [
        write_node("officer", "german-second-lieutenant", extra_men="extra-man"),
        {**squad, "name": "Gruppe Lang", "note": "Holds the farm.\nNever moves first."},
        write_node("mortar", "german-medium-mortar-team", gear="spotter"),
        write_node("tank", "german-panzer-vi-ausf-b-tiger-ii", fittings="mmg-pintle-all-round"),
        write_node("carrier", "german-sdkfz-251-1-half-track-hanomag"),
        write_node("volks", "german-volks-grenadier-squad"),
    ]
    platoon = write_node("platoon", "platoon", *lines)
    army_list = "germany-reinforced-platoon"
    name = "Kampfgruppe Lang"
    return save_list(write_list("bolt-action", army_list, platoon, name=name, points_limit=1000))


def create_expedition() -> Roster:
    """A list of Askari, two of whose lines are entries that its player has written."""
    store_edition(read_game("askari")[0])
    figures = [
        write_node("ruga", "own-ruga", missile_weapon="matchlock"),
        {**write_node("beja", "own-beja"), "count": 12, "note": "On the left."},
    ]
    chief = write_node("chief", "army-leader", quality="stern")
    nodes = [
        write_node("command", "command", chief, troop_type="regular"),
        write_node("unit", "combat-unit", *figures, troop_type="irregular"),
    ]
    written = write_list("askari", "own-list", *nodes, name="Column", own_entries=OWN_ENTRIES)
    return save_list(written)
