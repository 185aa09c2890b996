"""Every act on a roster, what it touches and when two acts conflict."""

from __future__ import annotations

from dataclasses import replace

import pytest

from lists.rules.edits import (
    AddNode,
    Choose,
    DuplicateNode,
    Edit,
    MoveNode,
    RemoveNode,
    RenameNode,
    SetCount,
    SetField,
    SetNote,
    SetReading,
    Several,
    find_conflicts,
)
from lists.rules.roster import Choice, Node, Roster

LEADER = Node("leader", "team-leader")
MEN = Node("men", "rifleman", 3)
GUNNERS = Node("gunners", "gunner", 2, options={"weapon": (Choice("lmg"),)})
TEAM = Node("team", "team", children=(LEADER, MEN))
OTHER = Node("other", "team", children=(GUNNERS,))
ROSTER = Roster("a-game", "1", "hash", "marines", points_limit=150, children=(TEAM, OTHER))


def outline(roster: Roster) -> list[tuple[str, list[str]]]:
    return [(unit.id, [child.id for child in unit.children]) for unit in roster.children]


@pytest.mark.parametrize(
    ("edit", "expected"),
    [
        (AddNode("team", Node("new", "sniper")), [("team", ["leader", "men", "new"])]),
        (AddNode("team", Node("new", "sniper"), 0), [("team", ["new", "leader", "men"])]),
        (AddNode("gone", Node("new", "sniper")), [("team", ["leader", "men"])]),
        (RemoveNode("men"), [("team", ["leader"])]),
        (RemoveNode("gone"), [("team", ["leader", "men"])]),
        (DuplicateNode("leader", ("copy",)), [("team", ["leader", "copy", "men"])]),
        (MoveNode("men", "team", 0), [("team", ["men", "leader"])]),
        (MoveNode("leader", "team", 1), [("team", ["men", "leader"])]),
        (MoveNode("team", "men", 0), [("team", ["leader", "men"])]),
        (MoveNode("men", "gone", 0), [("team", ["leader", "men"])]),
        (
            Several((RemoveNode("men"), AddNode("team", Node("new", "sniper")))),
            [("team", ["leader", "new"])],
        ),
    ],
)
def test_acts_on_the_tree(edit: Edit, expected: list[tuple[str, list[str]]]) -> None:
    assert outline(edit.apply(ROSTER)) == [*expected, ("other", ["gunners"])]


def test_moving_to_another_unit_takes_the_node_along() -> None:
    moved = MoveNode("men", "other", 0).apply(ROSTER)

    assert outline(moved) == [("team", ["leader"]), ("other", ["men", "gunners"])]
    assert moved.find("men") == MEN


def test_a_copy_of_a_unit_has_new_ids_throughout() -> None:
    doubled = DuplicateNode("team", ("t2", "l2", "m2")).apply(ROSTER)

    assert outline(doubled)[1] == ("t2", ["l2", "m2"])
    assert doubled.find("m2") == replace(MEN, id="m2")


@pytest.mark.parametrize(
    ("edit", "node", "expected"),
    [
        (SetCount("men", 5), "men", replace(MEN, count=5)),
        (SetCount("men", 0), "men", replace(MEN, count=1)),
        (SetCount("men", 10**9), "men", replace(MEN, count=999)),
        (RenameNode("men", "Los de Ruiz"), "men", replace(MEN, name="Los de Ruiz")),
        (SetNote("men", "Paint!"), "men", replace(MEN, note="Paint!")),
        (
            Choose("gunners", "weapon", (Choice("mmg"),)),
            "gunners",
            replace(GUNNERS, options={"weapon": (Choice("mmg"),)}),
        ),
        (Choose("gunners", "weapon", None), "gunners", replace(GUNNERS, options={})),
        (Choose("gunners", "weapon", ()), "gunners", replace(GUNNERS, options={"weapon": ()})),
    ],
)
def test_acts_on_one_node(edit: Edit, node: str, expected: Node) -> None:
    assert edit.apply(ROSTER).find(node) == expected


@pytest.mark.parametrize(
    ("edit", "expected"),
    [
        (SetField("name", "Patrol"), replace(ROSTER, name="Patrol")),
        (SetField("points_limit", 200), replace(ROSTER, points_limit=200)),
        (SetField("points_limit", -5), replace(ROSTER, points_limit=0)),
        (SetField("scenario", "patrol"), replace(ROSTER, scenario="patrol")),
        (SetField("optional_rules", ("smoke",)), replace(ROSTER, optional_rules=("smoke",))),
        (SetReading("trained", "table"), replace(ROSTER, readings={"trained": "table"})),
    ],
)
def test_acts_on_the_roster_itself(edit: Edit, expected: Roster) -> None:
    assert edit.apply(ROSTER) == expected


def test_a_roster_has_no_other_fields_to_set() -> None:
    with pytest.raises(ValueError, match="no field"):
        SetField("edition_hash", "forged").apply(ROSTER)


@pytest.mark.parametrize(
    ("made_first", "made_second", "conflicts"),
    [
        (SetCount("men", 5), SetCount("men", 6), [("men", "count")]),
        (SetCount("men", 5), RenameNode("men", "Ruiz"), []),
        (SetCount("men", 5), SetCount("gunners", 1), []),
        (RemoveNode("men"), SetCount("men", 6), [("men", "count")]),
        (RemoveNode("men"), RenameNode("leader", "Ruiz"), []),
        (SetNote("men", "Left."), RemoveNode("team"), [("team", "subtree")]),
        (SetNote("men", "Left."), RemoveNode("leader"), []),
        (MoveNode("team", "", 1), RemoveNode("team"), []),
        (RemoveNode("team"), AddNode("team", Node("new", "sniper")), [("team", "exists")]),
        (
            AddNode("team", Node("a", "sniper")),
            AddNode("team", Node("b", "sniper")),
            [],
        ),
        (MoveNode("men", "other", 0), MoveNode("men", "team", 0), [("men", "place")]),
        (
            Choose("gunners", "weapon", (Choice("mmg"),)),
            Choose("gunners", "weapon", None),
            [("gunners", "options.weapon")],
        ),
        (
            Choose("gunners", "weapon", (Choice("mmg"),)),
            Choose("gunners", "leadership", (Choice("level-1"),)),
            [],
        ),
        (SetField("name", "A"), SetField("points_limit", 200), []),
        (SetField("name", "A"), SetField("name", "B"), [("", "name")]),
        (SetReading("a", "x"), SetReading("b", "y"), []),
    ],
)
def test_two_acts_conflict_only_where_they_touch_the_same(
    made_first: Edit, made_second: Edit, conflicts: list[tuple[str, str]]
) -> None:
    current = made_first.apply(ROSTER)

    assert find_conflicts(made_second, ROSTER, current) == conflicts
