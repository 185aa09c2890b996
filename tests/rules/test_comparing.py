"""What differs between two states of a roster, and between two rosters."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from lists.rules.comparing import (
    Comparison,
    Side,
    compare_rosters,
    compare_states,
    match_by_likeness,
)
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
    renumber,
)
from lists.rules.evaluate import evaluate
from lists.rules.roster import Choice, Node, Roster
from tests.catalogues import breaking_news
from tests.rosters import rosters
from tests.small_game import compile_small_game

GAME = compile_small_game()
PATIENT = settings(suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])


def side(roster: Roster, catalogue: object = GAME) -> Side:
    return Side(catalogue, roster, evaluate(catalogue, roster))  # type: ignore[arg-type]


def write_team(name: str, *lines: Node, entry: str = "team") -> Node:
    regular = {"troop-class": (Choice("regular"),)}
    return Node(name, entry, options=regular, children=lines)


ROSTER = Roster(
    "small-game",
    GAME.edition,
    GAME.hash,
    "home-guard",
    "Patrol",
    50,
    children=(
        write_team("t1", Node("leader", "leader"), Node("a", "soldier", 3), Node("b", "scout")),
        write_team("t2", Node("c", "soldier", 2)),
    ),
)


def outline(comparison: Comparison) -> list[tuple[str, str, tuple[str, ...], object]]:
    return [
        (each.before.id if each.before else "", each.after.id if each.after else "", each.fields,
         each.moved)
        for each in comparison.lines
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("edit", "lines"),
    [
        (SetCount("a", 5), [("a", "a", ("count",), 12)]),
        (RenameNode("a", "Ruiz"), [("a", "a", ("name",), 0)]),
        (SetNote("a", "Left."), [("a", "a", ("note",), 0)]),
        (
            Choose("a", "weapon", (Choice("machine-gun"),)),
            [("a", "a", ("options.weapon",), 15)],
        ),
        (AddNode("t2", Node("n", "scout")), [("", "n", (), 7)]),
        (RemoveNode("b"), [("b", "", (), -7)]),
        (RemoveNode("t2"), [("t2", "", (), 0), ("c", "", (), -12)]),
        (MoveNode("b", "t2", 0), [("b", "b", ("place",), 0)]),
        (MoveNode("b", "t1", 0), [("b", "b", ("place",), 0)]),
        (MoveNode("leader", "t1", 2), [("leader", "leader", ("place",), 0)]),
        (MoveNode("t2", "", 0), [("t2", "t2", ("place",), 0)]),
        (DuplicateNode("b", ("d",)), [("", "d", (), 7)]),
        # who inherits from what has changed costs something else, and is told with it
        (
            Choose("t2", "troop-class", (Choice("veteran"),)),
            [("t2", "t2", ("options.troop-class",), 0), ("c", "c", (), 6)],
        ),
        (
            Several((RemoveNode("a"), AddNode("t1", Node("n", "soldier", 3)))),
            [("", "n", (), 18), ("a", "", (), -18)],
        ),
    ],
)
def test_of_one_roster_what_has_changed_is_told_line_by_line(
    edit: Edit, lines: list[tuple[str, str, tuple[str, ...], object]]
) -> None:
    comparison = compare_states(side(ROSTER), side(edit.apply(ROSTER)))

    assert sorted(outline(comparison)) == sorted(lines)
    assert comparison.terms == ()


def test_nothing_chosen_is_nothing_taken_where_a_line_starts_with_nothing() -> None:
    emptied = [Choose("a", group, ()).apply(ROSTER) for group in ("kit", "weapon")]

    assert [compare_states(side(ROSTER), side(each)).is_empty for each in emptied] == [True, False]


@pytest.mark.parametrize(
    ("edit", "term"),
    [
        (SetField("name", "Raid"), ("name", "Patrol", "Raid")),
        (SetField("points_limit", 80), ("points_limit", 50, 80)),
        (SetField("scenario", "the-ford"), ("scenario", "", "the-ford")),
        (SetField("optional_rules", ("fog",)), ("optional_rules", (), ("fog",))),
        (
            SetReading("veteran-points", "errata"),
            ("readings.veteran-points", "book", "errata"),
        ),
        (SetReading("veteran-points", "book"), None),
    ],
)
def test_what_holds_for_the_whole_roster_is_told_apart(
    edit: Edit, term: tuple[str, object, object] | None
) -> None:
    comparison = compare_states(side(ROSTER), side(edit.apply(ROSTER)))

    assert comparison.terms == ((term,) if term else ())
    assert comparison.is_empty == (term is None)


def test_what_is_gone_stands_where_it_stood() -> None:
    after = Several((RemoveNode("a"), SetCount("b", 2))).apply(ROSTER)

    comparison = compare_states(side(ROSTER), side(after))

    assert [each[0] for each in outline(comparison)] == ["a", "b"]


@pytest.mark.parametrize(
    ("children", "pairs"),
    [
        # the same with other ids, whatever the order of the units
        (
            (
                write_team("u2", Node("x", "soldier", 2)),
                write_team("u1", Node("w", "leader"), Node("y", "soldier", 3), Node("z", "scout")),
            ),
            {"t1": "u1", "t2": "u2", "leader": "w", "a": "y", "b": "z", "c": "x"},
        ),
        # of two lines the one that is just so, then the one that is called so
        (
            (write_team("u1", Node("x", "soldier", 9, name="Ruiz"), Node("y", "soldier", 3)),),
            {"t1": "u1", "a": "y"},
        ),
        # a line of another entry is another line
        ((write_team("u1", Node("x", "squad")),), {"t1": "u1"}),
        # a unit of another entry holds what may have moved there
        (
            (write_team("u1", Node("x", "scout"), entry="platoon"),),
            {"b": "x"},
        ),
        ((), {}),
    ],
)  # fmt: skip
def test_the_lines_of_two_rosters_are_paired_by_what_they_are(
    children: tuple[Node, ...], pairs: dict[str, str]
) -> None:
    assert match_by_likeness(ROSTER, replace(ROSTER, children=children)) == pairs


# What holds for all rosters

NEWS = breaking_news()


@PATIENT
@given(rosters(NEWS, wild=True))
def test_nothing_differs_between_a_roster_and_itself(roster: Roster) -> None:
    ids = iter(f"copy-{serial}" for serial in range(10_000))
    copy = replace(roster, children=tuple(renumber(each, ids) for each in roster.children))
    same = side(roster, NEWS)

    assert compare_states(same, same).is_empty
    assert compare_rosters(same, same).is_empty
    assert compare_rosters(same, side(copy, NEWS)).is_empty


@PATIENT
@given(rosters(NEWS, wild=True), rosters(NEWS, wild=True), st.booleans())
def test_lines_move_the_total_and_swapping_sides_mirrors_them(
    one: Roster, other: Roster, is_same: bool
) -> None:
    compare = compare_states if is_same else compare_rosters
    before, after = side(one, NEWS), side(other, NEWS)

    there, back = compare(before, after), compare(after, before)

    assert sum(each.moved for each in there.lines) == there.moved
    assert there.moved == after.evaluation.total - before.evaluation.total == -back.moved
    assert find_ids(there) == {(new, old) for old, new in find_ids(back)}
    assert [(t.field, t.after, t.before) for t in there.terms] == [tuple(t) for t in back.terms]


def find_ids(comparison: Comparison) -> set[tuple[str, str]]:
    """Those added, removed or changed; which of several changed places depends on who is first."""
    return {
        (each.before.id if each.before else "", each.after.id if each.after else "")
        for each in comparison.lines
        if not (each.before and each.after) or {*each.fields} - {"place"}
    }
