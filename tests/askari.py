"""Rosters of Askari, written as short as a list on paper.

Nodes are numbered as they stand, parents first. Groups and readings are written with `_` for `-`.
There is no points limit.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from lists.rules.beginnings import build_empty_roster, number_ids, read_nodes
from lists.rules.catalogue import Catalogue
from lists.rules.evaluate import evaluate
from lists.rules.evaluation import Evaluation, Problem
from lists.rules.formula import Number
from lists.rules.roster import Roster
from tests.breaking_news import Rule, Written, line, measured, mend, outline
from tests.catalogues import load_game

__all__ = [
    "GAME", "UNPRICED", "Rule", "Written", "army", "assess", "command", "find_codes",
    "find_problems", "leader", "line", "measured", "mend", "muster", "outline", "price", "unit",
    "value",
]  # fmt: skip

GAME = load_game("askari")
UNPRICED = "points-of-your-list"
"""The note on whatever the rulebook leaves to the player's list: nearly every list here has it."""


def leader(**options: Any) -> Written:
    """A Leader with a quality that asks for nothing."""
    return line("army-leader", **{"quality": "stern", **options})


def command(*nodes: Written, of: str = "regular") -> Written:
    """The unit of the Leader and the characters."""
    return {"entry": "command", "options": {"troop-type": of}, "children": list(nodes)}


def unit(*lines: Written, of: str = "irregular", **options: Any) -> Written:
    """A unit of a troop type."""
    given = {"troop-type": of, **options}
    return {"entry": "combat-unit", "options": given, "children": list(lines)}


def muster(*nodes: Written, **readings: str) -> Roster:
    """A roster; other readings than the first by their key."""
    roster = build_empty_roster(GAME, GAME.army_lists["own-list"])
    chosen = {key.replace("_", "-"): value for key, value in readings.items()}
    return replace(
        roster,
        readings={**roster.readings, **chosen},
        children=tuple(read_nodes(nodes, number_ids())),
    )


def army(*characters: Written, **readings: str) -> Roster:
    """A Leader (n2) and characters (from n3) in his command (n1)."""
    return muster(command(leader(), *characters), **readings)


def assess(roster: Roster) -> Evaluation:
    return evaluate(GAME, roster)


def find_problems(roster: Roster, game: Catalogue = GAME) -> list[Problem]:
    """What is wrong with a roster, besides that it waits for the player's own figures."""
    return [each for each in evaluate(game, roster).problems if each.code != UNPRICED]


def find_codes(roster: Roster) -> list[str]:
    return [problem.code for problem in find_problems(roster)]


def price(written: Written, of: str = "irregular", **readings: str) -> Number:
    """What one line costs in a unit of a troop type, or among the characters."""
    entry = GAME.entries[written["entry"]]
    holder = unit if GAME.entries["combat-unit"].may_hold(entry) else command
    receipt = assess(muster(holder(written, of=of), **readings)).find_receipt("n2")
    assert receipt is not None
    return receipt.total


def value(key: str, written: Written, *, of: str = "irregular", **more: Any) -> Number | None:
    """What is worked out for one line in a unit; None where it is not."""
    entry = GAME.entries[written["entry"]]
    holder = unit if GAME.entries["combat-unit"].may_hold(entry) else command
    return assess(muster(holder(written, of=of), **more)).derived.get("n2", {}).get(key)
