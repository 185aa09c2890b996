"""What the five scenarios demand (p. 29 to 37)."""

from __future__ import annotations

from lists.rules.roster import Roster
from tests.breaking_news import (
    GUIDANCE,
    ILLEGAL,
    NOTE,
    Rule,
    Written,
    band,
    line,
    measured,
    scratch,
    squad,
    team,
)

PATROL, JOURNALIST, CHECKPOINT = "patrol", "kidnapped-journalist", "checkpoint"
MERCENARIES, BLACK_HAWK = "saving-the-mercenaries", "black-hawk-down"

AMBUSH, INFILTRATION = line("ambush"), line("infiltration")
SUPPORT, EVACUATION = line("improved-support"), line("helicopter-evacuation")
MMG_TEAM, AT_TEAM, TECHNICAL = line("mmg-team"), line("at-team"), line("technical", gun="hmg")
MEDIC = line("rifleman", medic="medic")
HUMVEE = line("humvee", gun="mmg", crew={"own-men": 2})


def rocketeers(count: int) -> Written:
    return line("fighter", count, weapon="rpg")


def delta(*more: Written) -> Written:
    """Four special forces in three lines, one of them a medic."""
    leader = line("team-leader", leadership="level-3")
    return team("special-forces", leader, line("rifleman", 2), MEDIC, *more)


def rangers(*more: Written) -> Written:
    """Five elite men in three lines, one of them a medic."""
    return squad(MEDIC, *more, of="elite")


def black_hawk(*teams: Written) -> Roster:
    """Teams of the last scenario, in a game of many figures."""
    return scratch(*teams, scenario=BLACK_HAWK, rules=("platoon-game",))


def americans(*teams: Written) -> Roster:
    """Crew (n1 to n3) and Delta (n4 to n7) of the last scenario, and further teams from n8."""
    return black_hawk(squad(), delta(), *teams)


SCENARIOS = {
    "support-forbidden": Rule(
        NOTE,
        29,
        passes=scratch(squad(SUPPORT)),
        edge=scratch(squad(SUPPORT), scenario=MERCENARIES),
        fails=scratch(squad(SUPPORT), scenario=PATROL),
        node="n4",
    ),
    "evacuation-forbidden": Rule(
        ILLEGAL,
        34,
        passes=scratch(squad(EVACUATION)),
        edge=scratch(squad(EVACUATION), scenario=PATROL),
        fails=scratch(squad(EVACUATION), scenario=MERCENARIES),
        node="n4",
    ),
    "patrol-ambush": Rule(
        ILLEGAL,
        29,
        passes=scratch(band(AMBUSH), scenario=PATROL),
        edge=scratch(squad(), scenario=PATROL),
        fails=scratch(band(), scenario=PATROL),
        arithmetic=measured(0, 1, at_least=1),
    ),
    "kidnapped-journalist-infiltration": Rule(
        ILLEGAL,
        31,
        passes=scratch(delta(INFILTRATION), scenario=JOURNALIST),
        edge=scratch(band(), scenario=JOURNALIST),
        fails=scratch(delta(), scenario=JOURNALIST),
        node="n1",
        arithmetic=measured(0, 1, at_least=1),
    ),
    "checkpoint-mmg": Rule(
        ILLEGAL,
        33,
        passes=scratch(squad(MMG_TEAM, AT_TEAM), scenario=CHECKPOINT),
        edge=scratch(band(TECHNICAL), scenario=CHECKPOINT),
        fails=scratch(squad(line("gunner", weapon="mmg"), AT_TEAM), scenario=CHECKPOINT),
        arithmetic=measured(0, 1, at_least=1),
    ),
    "checkpoint-milan": Rule(
        ILLEGAL,
        33,
        passes=scratch(squad(MMG_TEAM, AT_TEAM), scenario=CHECKPOINT),
        edge=scratch(band(TECHNICAL), scenario=CHECKPOINT),
        fails=scratch(squad(MMG_TEAM), scenario=CHECKPOINT),
        arithmetic=measured(0, 1, at_least=1),
    ),
    "checkpoint-vehicle": Rule(
        ILLEGAL,
        33,
        passes=scratch(band(TECHNICAL), scenario=CHECKPOINT),
        edge=scratch(band(line("van", crew={"own-men": 1})), scenario=CHECKPOINT),
        fails=scratch(band(), scenario=CHECKPOINT),
        arithmetic=measured(0, 1, at_least=1),
    ),
    "mercenaries-armoured-crew": Rule(
        ILLEGAL,
        35,
        passes=scratch(
            band(line("light-armoured-vehicle", crew={"own-men": 2})), scenario=MERCENARIES
        ),
        edge=scratch(band(line("technical", crew={"crew": 1})), scenario=MERCENARIES),
        fails=scratch(band(line("bmp", crew={"crew": 1})), scenario=MERCENARIES),
        node="n4",
        arithmetic=measured(1, 1, at_least=2),
    ),
    "black-hawk-teams": Rule(
        ILLEGAL,
        37,
        passes=americans(rangers()),
        edge=black_hawk(band(AMBUSH), band(AMBUSH), band(AMBUSH), band(AMBUSH)),
        fails=americans(rangers(), rangers()),
        arithmetic=measured(4, 1, at_most=3),
    ),
    "black-hawk-teams-missing": Rule(
        NOTE,
        37,
        passes=americans(rangers()),
        edge=black_hawk(band(AMBUSH)),
        fails=americans(),
        arithmetic=measured(2, 1, at_least=3),
    ),
    "black-hawk-delta": Rule(
        ILLEGAL,
        37,
        passes=americans(rangers()),
        edge=black_hawk(squad(), delta(HUMVEE), rangers()),
        fails=black_hawk(squad(), delta(line("sniper")), rangers()),
        node="n4",
        arithmetic=measured(5, 1, at_most=4, at_least=4),
    ),
    "black-hawk-crew": Rule(
        GUIDANCE,
        37,
        passes=americans(rangers()),
        edge=black_hawk(squad(of="recruit"), delta(), rangers()),
        fails=black_hawk(team("veteran", line("team-leader")), delta(), rangers()),
        node="n1",
        arithmetic=measured(1, 3, at_most=4, at_least=4),
    ),
    "black-hawk-medic": Rule(
        ILLEGAL,
        37,
        passes=americans(rangers()),
        edge=black_hawk(squad(), delta(), rangers()),  # none is required of the crew
        fails=americans(squad(of="elite")),
        node="n8",
        arithmetic=measured(0, 1, at_least=1),
    ),
    "black-hawk-humvee": Rule(
        ILLEGAL,
        37,
        passes=americans(rangers()),
        edge=black_hawk(squad(), delta(HUMVEE), rangers(HUMVEE)),
        fails=black_hawk(squad(HUMVEE), delta(HUMVEE), rangers(HUMVEE)),
        node="n1",
        arithmetic=measured(1, 1, at_most=0),
    ),
    "black-hawk-other-vehicle": Rule(
        ILLEGAL,
        37,
        passes=americans(rangers(HUMVEE)),
        edge=americans(rangers(line("hummer"))),
        fails=americans(rangers(line("van"))),
        node="n12",
    ),
    "black-hawk-ambush": Rule(
        ILLEGAL,
        37,
        passes=black_hawk(band(AMBUSH), band(AMBUSH)),
        edge=americans(rangers()),
        fails=black_hawk(band(AMBUSH), band()),
        node="n5",
        arithmetic=measured(0, 1, at_least=1),
    ),
    "black-hawk-technicals": Rule(
        ILLEGAL,
        37,
        passes=black_hawk(band(AMBUSH, TECHNICAL)),
        edge=black_hawk(band(AMBUSH, TECHNICAL), band(AMBUSH, TECHNICAL)),
        fails=black_hawk(band(AMBUSH, line("technical", 2, gun="hmg")), band(AMBUSH, TECHNICAL)),
        arithmetic=measured(3, 1, at_most=2),
    ),
    "black-hawk-only-technicals": Rule(
        ILLEGAL,
        37,
        passes=black_hawk(band(AMBUSH)),
        edge=black_hawk(band(AMBUSH, TECHNICAL)),
        fails=black_hawk(band(AMBUSH, line("bmp"))),
        node="n5",
    ),
    "black-hawk-technical-gun": Rule(
        ILLEGAL,
        37,
        passes=black_hawk(band(AMBUSH, TECHNICAL)),
        edge=scratch(band(line("technical", gun="mmg"))),
        fails=black_hawk(band(AMBUSH, line("technical", gun="mmg"))),
        node="n5",
    ),
    "black-hawk-rpg": Rule(
        ILLEGAL,
        37,
        passes=black_hawk(band(AMBUSH, rocketeers(4))),
        edge=black_hawk(band(AMBUSH), band(AMBUSH, rocketeers(8))),  # half of all, not of a team
        fails=black_hawk(band(AMBUSH), band(AMBUSH, rocketeers(9))),
        arithmetic=measured(9, 1, at_most=8, figures=17),
    ),
}
