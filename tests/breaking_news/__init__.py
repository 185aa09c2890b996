"""Rosters of Breaking News, written as short as a list on paper.

Nodes are numbered as they stand, parents first: a team is n1, its lines n2, n3 and so on. Groups
and readings are written with `_` for `-`. A limit of 0 is no limit.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

from lists.rules.beginnings import (
    build_default_roster,
    build_empty_roster,
    number_ids,
    read_nodes,
)
from lists.rules.edits import with_new_ids
from lists.rules.evaluate import evaluate
from lists.rules.evaluation import Evaluation, Problem
from lists.rules.formula import Number
from lists.rules.roster import Roster
from tests.catalogues import breaking_news

GAME = breaking_news()

type Written = dict[str, Any]


def line(entry: str, count: int = 1, **options: Any) -> Written:
    """A node as data writes it: line("fighter", 2, weapon="rpg")."""
    given = {group.replace("_", "-"): taken for group, taken in options.items()}
    return {"entry": entry, "count": count, "options": given}


def team(troop_class: str, *lines: Written) -> Written:
    """A team of a class; without one it inherits what its group starts with."""
    options = {"troop-class": troop_class} if troop_class else {}
    return {"entry": "team", "options": options, "children": list(lines)}


def platoon(*nodes: Written) -> Written:
    return {"entry": "platoon", "children": list(nodes)}


def squad(*more: Written, of: str = "veteran") -> Written:
    """Four regulars, 58 points as veterans: a leader (n2) and three riflemen (n3); more from n4."""
    leader = line("team-leader", leadership="level-2")
    return team(of, leader, line("rifleman", 3), *more)


def band(*more: Written, of: str = "militia") -> Written:
    """Four irregulars: a leader (n2) and three fighters (n3); more from n4."""
    return team(of, line("leader", leadership="level-1"), line("fighter", 3), *more)


def muster(
    army_list: str,
    *nodes: Written,
    limit: int = 0,
    scenario: str = "",
    opponent: str = "",
    rules: tuple[str, ...] = (),
    **readings: str,
) -> Roster:
    """A roster of an army list; other readings than the first by their key."""
    roster = build_empty_roster(GAME, GAME.army_lists[army_list])
    chosen = {key.replace("_", "-"): value for key, value in readings.items()}
    return replace(
        roster,
        points_limit=limit,
        scenario=scenario,
        opponent=opponent,
        optional_rules=rules,
        readings={**roster.readings, **chosen},
        children=tuple(read_nodes(nodes, number_ids())),
    )


def printed(army_list: str, *more: Written, **settings: Any) -> Roster:
    """What a list prints, in one team, and further lines behind it; a limit only where given."""
    start = build_default_roster(GAME, GAME.army_lists[army_list])
    (unit,) = start.children
    ids = (f"n{serial}" for serial in range(len(unit.children) + 2, 100))
    children = (*unit.children, *read_nodes(more, ids))
    settings = {"points_limit": settings.pop("limit", 0), **settings}
    return replace(start, children=(replace(unit, children=children),), **settings)


def scratch(*nodes: Written, **more: Any) -> Roster:
    """A roster of the open list, in which no row, count or extra can be amiss."""
    return muster("from-scratch", *nodes, **more)


def assess(roster: Roster) -> Evaluation:
    return evaluate(GAME, roster)


def price(written: Written, troop_class: str = "veteran", **more: Any) -> Number:
    """What one line costs in a team of a class."""
    receipt = assess(scratch(team(troop_class, written), **more)).find_receipt("n2")
    assert receipt is not None
    return receipt.total


def outline(problem: Problem) -> tuple[str, str, str, int | None, Written]:
    """A problem as tables write it: code, severity, node, page and arithmetic."""
    arithmetic = {k: v for k, v in problem.parameters.items() if v is not None}
    return problem.code, str(problem.severity), problem.node, problem.page, arithmetic


def mend(roster: Roster, problem: Problem) -> Roster:
    """The roster after the fix that a problem brings."""
    for edit in with_new_ids(problem.fix, (f"new-{serial}" for serial in range(20))):
        roster = edit.apply(roster)
    return roster


def find_codes(roster: Roster) -> list[str]:
    return [problem.code for problem in assess(roster).problems]


ILLEGAL, GUIDANCE, NOTE = "illegal", "outside-guidance", "note"


@dataclass(frozen=True)
class Rule:
    """Three lists: clearly right, only just right, and the nearest that is wrong.

    The wrong one has one problem and no other: this, at `node`, with this arithmetic.
    """

    severity: str
    page: int | None
    passes: Roster
    edge: Roster
    fails: Roster
    node: str = ""
    arithmetic: Written = field(default_factory=dict)


def measured(measure: int, excess: int, **more: Any) -> Written:
    """What a rule measured, by how much it is wrong, and its bounds."""
    return {"measure": measure, "excess": excess, **more}
