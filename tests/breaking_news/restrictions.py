"""Leaders, weapons, crews and extras: a table of what each restriction lets pass (p. 3 to 28)."""

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
    muster,
    platoon,
    scratch,
    squad,
    team,
)

SUPPORT, ENGAGEMENT = line("improved-support"), line("rules-of-engagement")
EMBEDDED, INDEPENDENT = line("press-embedded"), line("press-independent")
AMBUSH, INFILTRATION, MORTARS = line("ambush"), line("infiltration"), line("heavy-mortars")
MMG_TEAM, TECHNICAL = line("mmg-team"), line("technical", gun="hmg")
MEDIC = line("rifleman", medic="medic")
SECTION_LEADER = line("section-leader", leadership="level-1")


def intelligence(level: int) -> Written:
    return line("intelligence", intelligence_level=level)


def negotiation(level: int) -> Written:
    return line("negotiation", negotiation_level=f"negotiation-{level}")


def somalis(count: int, *more: Written) -> Roster:
    """A leader and so many fighters with rifles of the Somali list."""
    leader = line("leader", leadership="level-1")
    return muster("somali-warlords", team("militia", leader, line("fighter", count), *more))


LEADERS = {
    "team-without-leader": Rule(
        GUIDANCE,
        15,
        passes=scratch(squad()),
        edge=scratch(team("veteran", MMG_TEAM, line("hummer"))),
        fails=scratch(team("veteran", SECTION_LEADER, line("rifleman", 3))),
        node="n1",
        arithmetic=measured(0, 1, at_least=1, men=4),
    ),
    "irregular-team-without-leader": Rule(
        GUIDANCE,
        15,
        passes=scratch(band()),
        edge=scratch(team("militia", TECHNICAL, TECHNICAL)),
        fails=scratch(team("militia", line("fighter", 4))),
        node="n1",
        arithmetic=measured(0, 1, at_least=1, men=4),
    ),
    "platoon-without-leader": Rule(
        NOTE,
        15,
        passes=scratch(platoon(squad(), line("platoon-leader", leadership="level-3"))),
        edge=scratch(platoon(), squad()),
        fails=scratch(platoon(squad(), squad())),
        node="n1",
        arithmetic=measured(0, 1, at_least=1, teams=2),
    ),
    "leadership-4": Rule(
        GUIDANCE,
        25,
        passes=muster("us-rangers", squad(of="elite")),
        edge=muster("special-forces", team("elite", line("team-leader", leadership="level-4"))),
        fails=muster(
            "us-rangers",
            team(
                "elite",
                line("team-leader", leadership="level-4"),
                SECTION_LEADER,
                SECTION_LEADER,
                line("rifleman", 2),
                line("grenadier", 2),
                line("gunner", 2),
            ),
        ),
        node="n2",
    ),
}

WEAPONS_AND_CREWS = {
    "half-support-weapons": Rule(
        GUIDANCE,
        24,
        passes=somalis(5),
        # Half of eight: the crew of the technical counts, its machine gun does not.
        edge=somalis(
            1, line("fighter", 2, weapon="rpg"), line("fighter", 2, weapon="lmg"), TECHNICAL
        ),
        fails=somalis(2, line("fighter", 3, weapon="rpg"), line("fighter", weapon="lmg")),
        node="n1",
        arithmetic=measured(4, 1, at_most=3, figures=7),
    ),
    "unpriced-weapon": Rule(
        NOTE,
        17,
        passes=scratch(squad(line("gunner", weapon="lmg"))),
        edge=scratch(squad(line("gunner", weapon="assault-rifle"))),
        fails=scratch(squad(line("gunner", weapon="rifle"))),
        node="n4",
    ),
    "vehicle-without-crew": Rule(
        ILLEGAL,
        18,
        passes=scratch(squad(line("hummer"))),
        edge=scratch(squad(line("hummer", crew={"own-men": 1}))),
        fails=scratch(squad(line("hummer", crew=[]))),
        node="n4",
        arithmetic=measured(0, 1, at_least=1),
    ),
    "crew-too-small": Rule(
        ILLEGAL,
        18,
        passes=scratch(squad(MMG_TEAM)),
        edge=scratch(squad(line("mmg-team", crew={"crew": 2, "own-men": 1}))),
        fails=scratch(squad(line("mmg-team", crew={"crew": 2}))),
        node="n4",
        arithmetic=measured(2, 1, at_least=3),
    ),
    "own-men-not-there": Rule(
        ILLEGAL,
        35,
        passes=scratch(squad(line("hummer", crew={"own-men": 2}))),
        edge=scratch(squad(line("hummer", 2, crew={"own-men": 2}))),
        fails=scratch(
            squad(
                line("hummer", 2, crew={"own-men": 2}),
                line("mmg-team", crew={"own-men": 1, "crew": 2}),
            )
        ),
        node="n1",
        arithmetic=measured(5, 1, at_most=4),
    ),
}

EXTRAS = {
    "extra-once-a-team": Rule(
        ILLEGAL,
        26,
        passes=scratch(squad(AMBUSH, EMBEDDED, INDEPENDENT)),
        edge=scratch(squad(AMBUSH), squad(AMBUSH)),
        fails=scratch(squad(line("ambush", 2))),
        node="n4",
        arithmetic=measured(2, 1, at_most=1),
    ),
    "one-medic-a-team": Rule(
        ILLEGAL,
        28,
        passes=scratch(squad(MEDIC)),
        edge=scratch(squad(MEDIC), squad(MEDIC)),
        fails=scratch(squad(line("rifleman", 2, medic="medic"))),
        node="n1",
        arithmetic=measured(2, 1, at_most=1),
    ),
    "infiltration-special-forces": Rule(
        ILLEGAL,
        26,
        passes=muster("special-forces", squad(INFILTRATION, of="special-forces")),
        edge=scratch(squad(INFILTRATION, of="special-forces")),
        fails=scratch(squad(INFILTRATION, of="elite")),
        node="n4",
    ),
    "improved-support-with-rules-of-engagement": Rule(
        ILLEGAL,
        27,
        passes=scratch(squad(SUPPORT), squad()),
        edge=scratch(squad(ENGAGEMENT), squad(ENGAGEMENT)),
        fails=scratch(squad(SUPPORT), squad(ENGAGEMENT)),
        arithmetic=measured(1, 1, at_most=0),
    ),
    "heavy-mortars-irregular": Rule(
        ILLEGAL,
        26,
        passes=scratch(band(MORTARS)),
        edge=scratch(band(MORTARS, of="terrorist-commando")),
        fails=scratch(squad(MORTARS, of="recruit")),
        node="n4",
    ),
    "explosives-irregular": Rule(
        ILLEGAL,
        27,
        passes=scratch(band(line("explosives", 3))),
        edge=scratch(squad(line("explosives")), scenario="black-hawk-down"),
        fails=scratch(squad(line("explosives"))),
        node="n4",
    ),
    "intelligence-4-special-forces": Rule(
        ILLEGAL,
        27,
        passes=scratch(squad(intelligence(3))),
        edge=scratch(squad(intelligence(4), of="special-forces")),
        fails=scratch(squad(intelligence(4))),
        node="n4",
        arithmetic=measured(4, 1, at_most=3),
    ),
    "intelligence-above-leader": Rule(
        ILLEGAL,
        27,
        passes=scratch(squad(intelligence(3))),
        edge=scratch(squad(intelligence(2)), intelligence_bound="by-leader"),
        # Three section leaders of level 1 are not one of level 3.
        fails=scratch(
            squad(line("section-leader", 3, leadership="level-1"), intelligence(3)),
            intelligence_bound="by-leader",
        ),
        node="n1",
        arithmetic=measured(3, 1, at_most=2),
    ),
    "negotiation-regular": Rule(
        ILLEGAL,
        28,
        passes=muster("us-rangers", squad(negotiation(3), of="elite")),
        edge=scratch(squad(negotiation(1), of="recruit")),
        fails=scratch(band(negotiation(1))),
        node="n4",
    ),
    "negotiation-4-special-forces": Rule(
        ILLEGAL,
        28,
        passes=scratch(squad(negotiation(3))),
        edge=scratch(squad(negotiation(4), of="special-forces")),
        fails=scratch(squad(negotiation(4), of="elite")),
        node="n4",
    ),
    "press-by-kind": Rule(
        ILLEGAL,
        27,
        passes=scratch(squad(EMBEDDED), band(INDEPENDENT)),
        edge=scratch(squad(INDEPENDENT), press_payer="either"),
        fails=scratch(squad(INDEPENDENT)),
        node="n4",
    ),
    "press-opponent": Rule(
        ILLEGAL,
        27,
        passes=scratch(squad(EMBEDDED), opponent="irregular"),
        edge=scratch(squad(EMBEDDED)),
        fails=scratch(squad(EMBEDDED), opponent="regular"),
        node="n4",
    ),
    "figures-four-to-twelve": Rule(
        NOTE,
        3,
        passes=scratch(squad(MMG_TEAM)),
        edge=scratch(squad(line("gunner", 8))),
        fails=scratch(squad(line("gunner", 9))),
        arithmetic=measured(13, 1, at_least=4, at_most=12),
    ),
}

RESTRICTIONS = {**LEADERS, **WEAPONS_AND_CREWS, **EXTRAS}
