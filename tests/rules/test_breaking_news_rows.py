"""Rosters that leave the rows of their list: swaps, pools, choices, gunners, crews."""

from __future__ import annotations

import pytest

from lists.rules.edits import SetCount
from lists.rules.roster import Roster
from tests.breaking_news import Written, assess, band, find_codes, line, muster, printed, team
from tests.breaking_news.core import folgore

type Found = list[tuple[str, str, int, int]]


def find_counts(roster: Roster) -> Found:
    return [
        (problem.code, problem.node, problem.parameters["measure"], problem.parameters["bound"])
        for problem in assess(roster).problems
        if "bound" in problem.parameters and problem.code != "level-beyond-shift"
    ]


@pytest.mark.parametrize(
    ("riflemen", "grenadiers", "found"),
    [
        (4, 0, []),
        (2, 2, []),
        (2, 0, [("count-below-list", "n4", 2, 4)]),
        (3, 1, [("swap-incomplete", "n6", 1, 2)]),
        (4, 1, [("count-above-list", "n4", 4, 3), ("swap-incomplete", "n6", 1, 2)]),
        (4, 2, [("count-above-list", "n4", 4, 2)]),
        (1, 2, [("count-below-list", "n4", 1, 2)]),
        (2, 3, [("count-above-list", "n6", 3, 2)]),
    ],
)
def test_two_riflemen_are_exchanged_for_two_grenadiers_or_none(
    riflemen: int, grenadiers: int, found: Found
) -> None:
    assert find_counts(folgore(riflemen, grenadiers)) == found


def test_exchanged_grenadiers_cost_five_points_each_and_no_man_more() -> None:
    before, after = assess(folgore(4, 0)), assess(folgore(2, 2))

    assert (before.total, after.total) == (121, 131)
    assert before.tallies[""]["figures"] == after.tallies[""]["figures"] == 8


def test_a_team_that_is_taken_twice_is_measured_as_one() -> None:
    once = printed("us-marines", optional_rules=("platoon-game",))
    twice = SetCount("n1", 2).apply(once)

    assert assess(twice).total == 2 * 148
    assert find_codes(twice) == []


VM90, LAND_ROVER = line("vm90", gun="mmg", crew=[]), line("land-rover", gun="hmg", crew=[])
VBL, VAB = line("vbl", gun="mmg", crew=[]), line("vab", gun="mmg", crew=[])


@pytest.mark.parametrize(
    ("roster", "found"),
    [
        (printed("monte-cervino", VM90, LAND_ROVER), []),
        (printed("monte-cervino", {**VM90, "count": 2}), []),
        (
            printed("monte-cervino", {**VM90, "count": 2}, LAND_ROVER),
            [("count-above-list", "n8", 3, 2)],
        ),
        (printed("french-2e-rep", {**VBL, "count": 2}), []),
        (printed("french-2e-rep", {**VBL, "count": 3}), [("count-above-list", "n7", 3, 2)]),
        (printed("french-2e-rep", {**VAB, "count": 2}), [("count-above-list", "n7", 2, 1)]),
    ],
)
def test_vehicles_share_one_allowance(roster: Roster, found: Found) -> None:
    assert find_counts(roster) == found


def test_two_kinds_that_exclude_each_other_point_at_the_second() -> None:
    problems = assess(printed("french-2e-rep", VBL, VAB)).problems

    assert [
        (p.node, p.parameters["entries"]) for p in problems if p.code == "choice-exclusive"
    ] == [("n8", ("vbl", "vab"))]


def germans(*gunners: Written) -> Roster:
    leader = line("team-leader", leadership="level-2")
    return muster("panzergrenadiers", team("trained", leader, line("rifleman", 10), *gunners))


def belgians(*gunners: Written) -> Roster:
    leader, sniper = line("team-leader", leadership="level-2"), line("sniper")
    men = team("elite", leader, line("rifleman", 6), sniper, *gunners)
    return muster("belgian-para-commando", men)


LMG, MMG = line("gunner", weapon="lmg"), line("gunner", weapon="mmg")


@pytest.mark.parametrize(
    ("roster", "found"),
    [
        (germans(LMG), []),
        (germans(MMG), []),
        (germans(LMG, MMG), [("count-above-list", "n5", 2, 1)]),
        (germans(), [("count-below-list", "n1", 0, 1)]),
        (belgians(LMG, MMG), []),
        (belgians(MMG, LMG), []),
        (belgians(LMG), [("count-below-list", "n1", 0, 1)]),
        (
            belgians(LMG, LMG),
            [("count-above-list", "n6", 2, 1), ("count-below-list", "n1", 0, 1)],
        ),
    ],
)
def test_gunners_stand_in_the_row_of_their_machine_gun(roster: Roster, found: Found) -> None:
    assert find_counts(roster) == found


def test_the_row_that_is_missing_comes_with_its_own_machine_gun() -> None:
    (problem,) = assess(belgians(LMG)).problems

    node = problem.fix[0].node
    assert (node.entry, node.count, node.options["weapon"][0].option) == ("gunner", 1, "mmg")


def test_a_weapon_that_no_row_prints_is_outside_the_list() -> None:
    (problem,) = assess(germans(line("gunner", weapon="hmg"))).problems

    assert (problem.code, problem.node) == ("option-outside-list", "n4")
    assert problem.parameters["printed"] == ("lmg", "mmg")


@pytest.mark.parametrize("leadership", ["level-1", []])
def test_irregulars_may_carry_the_leadership_that_stands_beside_them(leadership: object) -> None:
    men = line("fighter", 5, leadership=leadership)

    assert find_codes(muster("somali-warlords", band(men))) == []


def test_a_crew_of_another_class_than_its_team_is_outside_guidance() -> None:
    crew = [{"option": "crew", "count": 2, "options": {"troop-class": "trained"}}]

    (problem,) = assess(printed("us-marines", line("hummer", gun="mmg", crew=crew))).problems

    assert (problem.code, problem.severity) == ("line-differs-from-unit", "outside-guidance")
    assert problem.parameters == {
        "group": "troop-class",
        "taken": ("trained",),
        "unit": ("veteran",),
    }


@pytest.mark.parametrize(
    ("taken", "code"),
    [("ghost", "option-not-offered"), ([], "option-missing"), (["elite"] * 2, "too-many-options")],
)
def test_a_crew_of_no_class_or_of_an_unknown_one_is_illegal(taken: object, code: str) -> None:
    crew = [{"option": "crew", "count": 2, "options": {"troop-class": taken}}]

    problems = assess(printed("us-marines", line("hummer", gun="mmg", crew=crew))).problems

    assert [(p.code, p.severity, p.node) for p in problems][:1] == [(code, "illegal", "n7")]
