"""Every restriction of Breaking News: a list that passes, one on the edge, one that fails."""

from __future__ import annotations

import pytest

from lists.rules.roster import Roster
from tests.breaking_news import (
    GAME,
    assess,
    band,
    find_codes,
    line,
    mend,
    muster,
    outline,
    platoon,
    printed,
    scratch,
    squad,
    team,
)
from tests.breaking_news.restrictions import MEDIC, RESTRICTIONS
from tests.breaking_news.scenarios import HUMVEE, SCENARIOS, black_hawk, delta, rangers

RULES = {**RESTRICTIONS, **SCENARIOS}
LEFT_TO_THE_PLAYER = {
    "unpriced-weapon",
    "figures-four-to-twelve",
    "black-hawk-teams",
    "black-hawk-teams-missing",
    "black-hawk-delta",
    "black-hawk-crew",
}

every_rule = pytest.mark.parametrize("code", RULES)


def test_every_restriction_stands_in_these_tables() -> None:
    assert set(RULES) == {restriction.code for restriction in GAME.restrictions}


@every_rule
def test_a_list_that_keeps_the_rule_has_no_such_problem(code: str) -> None:
    assert code not in find_codes(RULES[code].passes)


@every_rule
def test_a_list_on_the_edge_has_no_such_problem(code: str) -> None:
    assert code not in find_codes(RULES[code].edge)


@every_rule
def test_a_list_that_breaks_the_rule_has_this_problem_and_no_other(code: str) -> None:
    rule = RULES[code]

    problems = assess(rule.fails).problems

    expected = (code, rule.severity, rule.node, rule.page, rule.arithmetic)
    assert [outline(problem) for problem in problems] == [expected]


@every_rule
def test_its_fix_leaves_a_list_in_order(code: str) -> None:
    (problem,) = assess(RULES[code].fails).problems

    left = find_codes(mend(RULES[code].fails, problem))

    assert left == ([code] if code in LEFT_TO_THE_PLAYER else [])


@pytest.mark.parametrize(
    ("code", "group", "options", "left"),
    [
        ("half-support-weapons", "weapon", {"rpg", "lmg"}, 3),
        ("one-medic-a-team", "medic", {"medic"}, 1),
        ("black-hawk-rpg", "weapon", {"rpg"}, 8),
    ],
)
def test_a_fix_takes_from_no_more_than_are_too_many(
    code: str, group: str, options: set[str], left: int
) -> None:
    (problem,) = assess(RULES[code].fails).problems

    mended = mend(RULES[code].fails, problem)

    taken = [
        node for node in mended.walk() if options & {c.option for c in node.options.get(group, ())}
    ]
    assert sum(node.count for node in taken) == left
    assert len({node.id for node in mended.walk()}) == len(list(mended.walk()))


# More ways to break a rule, or not to

EMBEDDED, INDEPENDENT = line("press-embedded"), line("press-independent")
EXPLOSIVES, MORTARS, INFILTRATION = line("explosives"), line("heavy-mortars"), line("infiltration")
MERCENARIES, BLACK_HAWK = "saving-the-mercenaries", "black-hawk-down"
PAID_HUMVEE = line("humvee", gun="mmg", crew={"crew": 2})

AIRBORNE = [
    line("section-leader", 2, leadership="level-1"),
    line("rifleman", 2),
    line("grenadier", 2),
    line("gunner", 2),
]
CHECKPOINT = [("checkpoint-mmg", ""), ("checkpoint-milan", "")]
ELITE_TEAM = team(
    "elite",
    line("team-leader", leadership="level-3"),
    line("rifleman", weapon="grenade-launcher"),
    line("sniper"),
    line("gunner"),
    INFILTRATION,
)

type Found = list[tuple[str, str]]

MORE: list[tuple[Roster, Found]] = [
    # Two medics are an exception of scenario 4, and only for the coalition (p. 35).
    (scratch(squad(MEDIC, MEDIC), scenario=MERCENARIES), []),
    (scratch(squad(MEDIC, MEDIC, MEDIC), scenario=MERCENARIES), [("one-medic-a-team", "n1")]),
    (
        scratch(band(line("fighter", 2, medic="medic")), scenario=MERCENARIES),
        [("one-medic-a-team", "n1")],
    ),
    # A rule that says why replaces "not among the extras".
    (printed("us-marines", INFILTRATION), [("infiltration-special-forces", "n7")]),
    (printed("us-marines", MORTARS), [("heavy-mortars-irregular", "n7")]),
    (printed("us-marines", EXPLOSIVES), [("explosives-irregular", "n7")]),
    (printed("somali-warlords", line("negotiation")), [("negotiation-regular", "n4")]),
    (printed("somali-warlords", EXPLOSIVES), [("extra-not-offered", "n4")]),
    (printed("taliban", EXPLOSIVES), []),
    # Class and list are both needed to infiltrate.
    (muster("special-forces", ELITE_TEAM), [("infiltration-special-forces", "n6")]),
    (scratch(squad(INFILTRATION, of="veteran")), [("infiltration-special-forces", "n4")]),
    # Press: who moves it pays, and only between kinds.
    (scratch(band(EMBEDDED)), [("press-by-kind", "n4")]),
    (scratch(band(INDEPENDENT), opponent="regular"), []),
    (scratch(band(INDEPENDENT), opponent="irregular"), [("press-opponent", "n4")]),
    # Figures: 4 to 12, but for platoons and games of several squads.
    (scratch(team("veteran", line("team-leader"), line("rifleman", 3))), []),
    (
        scratch(team("veteran", line("team-leader"), line("rifleman", 2))),
        [("figures-four-to-twelve", "")],
    ),
    (scratch(squad(line("gunner", 9)), rules=("platoon-game",)), []),
    (
        scratch(
            platoon(line("platoon-leader", troop_class="elite"), *[squad()] * 4),
        ),
        [],
    ),
    # Every weapon without a price.
    (scratch(squad(line("rifleman", weapon="pistol"))), [("unpriced-weapon", "n4")]),
    (scratch(squad(line("rifleman", weapon="smg"))), [("unpriced-weapon", "n4")]),
    (scratch(squad(line("rifleman", weapon="flamethrower"))), [("unpriced-weapon", "n4")]),
    # Two lines of one extra are one too many, in each of them.
    (
        scratch(squad(line("motivation"), line("motivation"))),
        [("extra-once-a-team", "n4"), ("extra-once-a-team", "n5")],
    ),
    (scratch({**squad(line("ambush"), MEDIC), "count": 2}), []),
    # Nobody serves the weapon.
    (scratch(squad(line("at-team", crew=[]))), [("crew-too-small", "n4")]),
    (scratch(squad(line("light-mortar-team", crew={"own-men": 1}))), []),
    # Leadership 4 outside the special forces list.
    (
        muster("somali-warlords", band(line("fighter", 2, leadership="level-4"))),
        [("leadership-4", "n4")],
    ),
    (
        scratch(squad(line("team-leader", leadership="level-4", weapon="rpg"))),
        [],
    ),
    (
        muster(
            "us-airborne",
            team("veteran", line("team-leader", leadership="level-4", weapon="rpg"), *AIRBORNE),
        ),
        [("option-outside-list", "n2"), ("leadership-4", "n2")],
    ),
    (printed("special-forces", line("negotiation", negotiation_level="negotiation-4")), []),
    # No artillery and no helicopters.
    (scratch(squad(line("improved-support")), scenario="checkpoint"), CHECKPOINT),
    (scratch(squad(), scenario="checkpoint"), CHECKPOINT),
    # Scenario 5, team by team.
    (black_hawk(squad(), delta(PAID_HUMVEE), rangers()), [("black-hawk-delta", "n4")]),
    (black_hawk(squad(line("gunner")), delta(), rangers()), [("black-hawk-crew", "n1")]),
    (
        black_hawk(squad(), delta(), rangers(HUMVEE, HUMVEE)),
        [("black-hawk-humvee", "n8")],
    ),
    (
        black_hawk(band(line("ambush"), line("technical"))),
        [("black-hawk-technical-gun", "n5")],
    ),
    (
        black_hawk(squad(line("helicopter-evacuation")), delta(), rangers()),
        [("evacuation-forbidden", "n4")],
    ),
    (
        black_hawk(squad(line("improved-support")), delta(), rangers()),
        [("support-forbidden", "n4")],
    ),
    (
        muster(
            "somali-warlords",
            band(line("fighter", 2), line("ambush"), EXPLOSIVES),
            scenario=BLACK_HAWK,
        ),
        [("extra-not-offered", "n6")],
    ),
    # In scenario 5 half of all Somalis may carry an RPG, whatever their list says of a team.
    (
        muster(
            "somali-warlords",
            band(line("fighter", 4, weapon="rpg"), line("ambush")),
            scenario=BLACK_HAWK,
        ),
        [],
    ),
]


@pytest.mark.parametrize(("roster", "found"), MORE)
def test_a_roster_has_these_problems_and_no_other(roster: Roster, found: Found) -> None:
    assert [(problem.code, problem.node) for problem in assess(roster).problems] == found
