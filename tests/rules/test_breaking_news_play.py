"""What follows from a roster in play: initiative, morale, support, defeat points at stake."""

from __future__ import annotations

import pytest

from lists.rules.beginnings import build_suggested_roster
from lists.rules.evaluation import Evaluation
from lists.rules.roster import Roster
from tests.breaking_news import (
    GAME,
    Written,
    assess,
    band,
    line,
    platoon,
    printed,
    scratch,
    squad,
    team,
)

SCENARIOS = ("", "patrol", "kidnapped-journalist", "checkpoint", "saving-the-mercenaries")


def suggested(scenario: str, key: str) -> Evaluation:
    attached = GAME.scenarios[scenario]
    (found,) = [each for each in attached.lists if each.key == f"{scenario}-{key}"]
    return assess(build_suggested_roster(GAME, scenario, found))


# The book gives the numbers of each list; what they come to is worked out by hand: initiative,
# morale dice, break point, defeat points at stake.
WORKED = [
    ("patrol", "marines", 4 + 3, 4, 5, 9 * 10),
    ("patrol", "taliban", 3 + 2, 3, 6, 11 * 5),
    ("kidnapped-journalist", "special-forces", 5 + 3, 5, 2, 4 * 10),
    ("kidnapped-journalist", "insurgents", 4 + 2, 4, 6, 11 * 5),
    ("checkpoint", "italians", 4 + 3, 4, 7, 13 * 10 + 7 + 15),
    ("checkpoint", "somalis", 2 + 2, 2, 12, 24 * 5 + 3 * 10),
    ("saving-the-mercenaries", "mercenaries", 2 + 2, 2, 3, 5 * 10),
    ("saving-the-mercenaries", "marines", 4 + 2, 4, 6, 12 * 10),
    ("saving-the-mercenaries", "besiegers", 2 + 2, 2, 5, 8 * 5 + 10),
    ("saving-the-mercenaries", "fanatics", 3 + 2, 3, 7, 13 * 5 + 10),
]


@pytest.mark.parametrize(("scenario", "key", "initiative", "dice", "breaks", "stake"), WORKED)
def test_the_worked_lists_come_to_these_values_in_play(
    scenario: str, key: str, initiative: int, dice: int, breaks: int, stake: int
) -> None:
    evaluation = suggested(scenario, key)

    values = evaluation.derived["n1"]
    names = ("initiative", "morale-dice", "break-point")
    assert tuple(values[name] for name in names) == (initiative, dice, breaks)
    assert evaluation.tallies[""]["at-stake"] == stake


@pytest.mark.parametrize(
    ("troop_class", "initiative", "dice", "covering"),
    [
        ("special-forces", 5, 5, 4),
        ("elite", 5, 5, 3),
        ("veteran", 4, 4, 2),
        ("trained", 3, 3, 1),
        ("recruit", 2, 2, 0),
        ("terrorist-commando", 4, 4, 1),
        ("fanatic", 3, 3, 0),
        ("militia", 2, 2, 0),
    ],
)
def test_the_class_of_the_team_decides_on_initiative_morale_and_covering_fire(
    troop_class: str, initiative: int, dice: int, covering: int
) -> None:
    values = assess(scratch(team(troop_class, line("rifleman", 5)))).derived["n1"]

    names = ("initiative", "morale-dice", "covering-fire-bonus")
    assert tuple(values[name] for name in names) == (initiative, dice, covering)


@pytest.mark.parametrize(
    ("more", "initiative"),
    [
        ([], 4 + 2),
        ([line("section-leader", 5, leadership="level-1")], 4 + 2),  # the highest, not the sum
        ([line("section-leader", leadership="level-3")], 4 + 3),
    ],
)
def test_the_highest_leadership_adds_to_the_initiative(
    more: list[Written], initiative: int
) -> None:
    assert assess(scratch(squad(*more))).derived["n1"]["initiative"] == initiative


@pytest.mark.parametrize(
    ("riflemen", "breaks"), [(1, 1), (2, 1), (3, 2), (4, 2), (9, 5), (10, 5), (11, 6)]
)
def test_a_team_breaks_at_half_its_figures_rounded_up(riflemen: int, breaks: int) -> None:
    roster = scratch(team("veteran", line("rifleman", riflemen)))

    assert assess(roster).derived["n1"]["break-point"] == breaks


def test_a_platoon_goes_by_its_lowest_class_and_its_highest_leader() -> None:
    leader = line("platoon-leader", leadership="level-3", troop_class="veteran")
    veterans, trained = squad(), squad(of="trained")

    values = assess(scratch(platoon(leader, veterans, trained, veterans))).derived["n1"]

    assert values == {"platoon-initiative": 3 + 3, "platoon-morale-dice": 3 + 3}


# Artillery and the attack helicopter, free for regulars (p. 11, 26 and 27)

SUPPORT, ENGAGEMENT = line("improved-support"), line("rules-of-engagement")


@pytest.mark.parametrize(
    ("roster", "needed"),
    [
        (printed("us-marines"), 4),
        (printed("us-marines", SUPPORT), 3),
        (printed("folgore", ENGAGEMENT), 5),
        (scratch(squad(), squad(ENGAGEMENT)), 5),
        (printed("somali-warlords"), None),
        (printed("us-marines", scenario="patrol"), None),
        (printed("us-marines", SUPPORT, scenario="patrol"), None),
        (printed("special-forces", scenario="kidnapped-journalist"), None),
        (printed("folgore", scenario="checkpoint"), 4),
        (printed("us-marines", scenario="saving-the-mercenaries"), 4),
        (printed("us-rangers", scenario="black-hawk-down"), None),
    ],
)
def test_regulars_call_support_for_nothing_unless_the_scenario_forbids_it(
    roster: Roster, needed: int | None
) -> None:
    assert assess(roster).derived[""].get("free-support") == needed


@pytest.mark.parametrize(("roster", "needed"), [(band(), None), (band(line("heavy-mortars")), 5)])
def test_heavy_mortars_are_called_on_five(roster: Written, needed: int | None) -> None:
    assert assess(scratch(roster)).derived[""].get("heavy-mortar-support") == needed


@pytest.mark.parametrize(("more", "needed"), [([], 5), ([ENGAGEMENT], 6)])
def test_rules_of_engagement_make_speculative_fire_harder(more: list[Written], needed: int) -> None:
    assert assess(scratch(squad(*more))).derived["n1"]["speculative-fire"] == needed


@pytest.mark.parametrize(
    ("unit", "level"),
    [
        (squad(), 1),
        (squad(line("negotiation", negotiation_level="negotiation-3")), 3),
        (band(), None),
    ],
)
def test_every_regular_team_negotiates_at_one(unit: Written, level: int | None) -> None:
    assert assess(scratch(unit)).derived["n1"].get("team-negotiation-level") == level


# Defeat points at stake: 15 a special forces man, 10 a regular, 5 an irregular, 10 an irregular
# leader (p. 16), unless the scenario says otherwise (p. 30 to 38).

MMG_TEAM, AT_TEAM = line("mmg-team"), line("at-team")
TECHNICAL = line("technical", gun="hmg", crew={"crew": 2})


@pytest.mark.parametrize(
    ("unit", "without", "patrol", "journalist", "checkpoint", "mercenaries", "black_hawk"),
    [
        (squad(of="special-forces"), 60, 40, 40, 40, 40, 60),
        (squad(of="elite"), 40, 40, 40, 40, 40, 40),
        (squad(of="recruit"), 40, 40, 40, 40, 40, 40),
        (band(), 25, 20, 20, 20, 25, 25),
        (band(of="terrorist-commando"), 25, 20, 20, 20, 25, 25),
        (band(TECHNICAL), 35, 30, 30, 40, 35, 35),
        (squad(MMG_TEAM), 70, 70, 70, 77, 70, 70),
        (squad(AT_TEAM), 60, 60, 60, 75, 60, 60),
        (squad(line("hummer", crew={"own-men": 2})), 40, 40, 40, 40, 40, 40),
        (squad(line("hummer")), 60, 60, 60, 60, 60, 60),
    ],
)
def test_what_is_at_stake_follows_the_scenario(
    unit: Written,
    without: int,
    patrol: int,
    journalist: int,
    checkpoint: int,
    mercenaries: int,
    black_hawk: int,
) -> None:
    found = [
        assess(scratch(unit, scenario=scenario)).tallies[""]["at-stake"]
        for scenario in (*SCENARIOS, "black-hawk-down")
    ]

    assert found == [without, patrol, journalist, checkpoint, mercenaries, black_hawk]


def test_americans_carry_explosives_for_nothing_in_the_last_scenario() -> None:
    charges = line("explosives", 4, detonation="remote")

    free = assess(scratch(squad(charges), scenario="black-hawk-down"))
    paid = assess(scratch(band(charges), scenario="black-hawk-down"))

    assert free.find_receipt("n4").total == 0
    assert paid.find_receipt("n4").total == 120
