"""The codes that the core raises in any game, shown on lists of this one."""

from __future__ import annotations

from dataclasses import replace

from lists.rules.roster import Roster
from tests.breaking_news import (
    GUIDANCE,
    ILLEGAL,
    NOTE,
    Rule,
    line,
    measured,
    muster,
    platoon,
    printed,
    scratch,
    squad,
    team,
)

HUMMER = line("hummer", gun="mmg", crew={"own-men": 2})


def somalis(fighters: int) -> Roster:
    leader = line("leader", leadership="level-1")
    men = team("militia", leader, line("fighter", fighters))
    return muster("somali-warlords", men, rules=("platoon-game",))


def folgore(riflemen: int, grenadiers: int) -> Roster:
    """The Folgore with so many of their four riflemen exchanged: n4 and, behind all, n6."""
    exchanged = [line("grenadier", grenadiers)] if grenadiers else []
    return muster(
        "folgore",
        team(
            "veteran",
            line("team-leader", leadership="level-2"),
            line("section-leader", leadership="level-1"),
            line("rifleman", riflemen),
            line("gunner", 2),
            *exchanged,
        ),
    )


def marines(troop_class: str) -> Roster:
    """What the Marines print, of another class."""
    roster = printed("us-marines")
    written = team(troop_class)["options"]
    (unit,) = muster("us-marines", {"entry": "team", "options": written}).children
    return replace(roster, children=(replace(roster.children[0], options=unit.options),))


def counted(measure: int, bound: int, entry: str, swap: str = "") -> dict[str, object]:
    excess = abs(measure - bound)
    return measured(measure, excess, bound=bound, entries=(entry,), swap=swap)


SEVENTY = squad(line("rifleman"))

POINTS = {
    "points-over-limit": Rule(
        ILLEGAL,
        17,
        passes=scratch(SEVENTY, limit=70),
        edge=scratch(SEVENTY, limit=69),
        fails=scratch(SEVENTY, limit=68),
        arithmetic=measured(70, 2, bound=68, allowed=69),
    ),
    "points-within-tolerance": Rule(
        NOTE,
        17,
        passes=scratch(SEVENTY, limit=70),
        edge=scratch(SEVENTY, limit=0),
        fails=scratch(SEVENTY, limit=69),
        arithmetic=measured(70, 1, bound=69, allowed=70),
    ),
}

STRUCTURE = {
    "unknown-entry": Rule(
        ILLEGAL,
        None,
        passes=scratch(squad(line("gunner"))),
        edge=scratch(squad(line("hmg-team"))),  # no list prints it, and yet it is there
        fails=scratch(squad(line("lmg"))),
        node="n4",
        arithmetic={"entry": "lmg"},
    ),
    "misplaced-entry": Rule(
        ILLEGAL,
        None,
        passes=scratch(squad()),
        edge=scratch(platoon(line("platoon-leader", troop_class="veteran"), squad())),
        fails=scratch(squad(squad())),
        node="n4",
        arithmetic={"entry": "team", "within": "team"},
    ),
    "count-below-one": Rule(
        ILLEGAL,
        None,
        passes=scratch(squad(line("gunner", 2))),
        edge=scratch(squad(line("gunner", 1))),
        fails=scratch(squad(line("gunner", 0))),
        node="n4",
        arithmetic={"measure": 0},
    ),
}

OPTIONS = {
    "option-not-offered": Rule(
        ILLEGAL,
        None,
        passes=scratch(squad(line("gunner", weapon="mmg"))),
        edge=scratch(squad(line("rifleman", weapon="heavy-at"))),
        fails=scratch(squad(line("rifleman", weapon="tank-gun"))),
        node="n4",
        arithmetic={"group": "weapon", "taken": ("tank-gun",)},
    ),
    "option-missing": Rule(
        ILLEGAL,
        None,
        passes=scratch(squad(line("rifleman", troop_class="veteran"))),
        edge=scratch(squad(line("rifleman"))),  # has its team's
        fails=scratch(squad(of="")),
        node="n1",
        arithmetic={"group": "troop-class"},
    ),
    "number-outside-bounds": Rule(
        ILLEGAL,
        None,
        passes=scratch(squad(line("intelligence"))),
        edge=scratch(squad(line("intelligence", intelligence_level=1))),
        fails=scratch(squad(line("intelligence", intelligence_level=0))),
        node="n4",
        arithmetic={"group": "intelligence-level", "measure": 0, "at_least": 1, "at_most": 4},
    ),
    "too-many-options": Rule(
        ILLEGAL,
        None,
        passes=scratch(squad(line("rifleman", weapon="lmg"))),
        edge=scratch(squad(line("rifleman", weapon="lmg", medic="medic"))),
        fails=scratch(squad(line("rifleman", weapon=["lmg", "rpg"]))),
        node="n4",
        arithmetic={"group": "weapon", "measure": 2, "at_most": 1},
    ),
    "line-differs-from-unit": Rule(
        GUIDANCE,
        17,
        passes=scratch(squad()),
        edge=scratch(squad(line("rifleman", troop_class="veteran"))),
        fails=scratch(squad(line("rifleman", troop_class="elite"))),
        node="n4",
        arithmetic={"group": "troop-class", "taken": ("elite",), "unit": ("veteran",)},
    ),
}

LISTS = {
    "unknown-army-list": Rule(
        ILLEGAL,
        None,
        passes=printed("us-marines"),
        edge=scratch(squad()),
        fails=replace(scratch(squad()), army_list="martians"),
    ),
    "entry-outside-list": Rule(
        GUIDANCE,
        19,
        passes=printed("us-marines", HUMMER),
        edge=muster("from-scratch", squad(HUMMER)),
        fails=printed("us-airborne", HUMMER),
        node="n7",
        arithmetic={"entry": "hummer", "army_list": "us-airborne"},
    ),
    "option-outside-list": Rule(
        GUIDANCE,
        19,
        passes=printed("us-marines", HUMMER),
        edge=printed("us-marines", {**HUMMER, "options": {**HUMMER["options"], "gun": "hmg"}}),
        fails=printed("us-marines", {**HUMMER, "options": {**HUMMER["options"], "gun": "lmg"}}),
        node="n7",
        arithmetic={"group": "gun", "taken": ("lmg",), "printed": ("mmg", "hmg")},
    ),
    "extra-not-offered": Rule(
        ILLEGAL,
        19,
        passes=printed("us-marines", line("improved-support")),
        edge=printed("us-marines", line("civilians", 3), line("negotiation")),
        fails=printed("us-marines", line("rules-of-engagement")),
        node="n7",
        arithmetic={"entry": "rules-of-engagement", "army_list": "us-marines"},
    ),
    "swap-incomplete": Rule(
        GUIDANCE,
        21,
        passes=folgore(4, 0),
        edge=folgore(2, 2),
        fails=folgore(3, 1),
        node="n6",
        arithmetic=counted(1, 2, "grenadier", "rifleman"),
    ),
    "count-above-list": Rule(
        GUIDANCE,
        24,
        passes=somalis(5),
        edge=somalis(11),
        fails=somalis(12),
        node="n3",
        arithmetic=counted(12, 11, "fighter"),
    ),
    "count-below-list": Rule(
        GUIDANCE,
        24,
        passes=somalis(11),
        edge=somalis(5),
        fails=somalis(4),
        node="n3",
        arithmetic=counted(4, 5, "fighter"),
    ),
    "choice-exclusive": Rule(
        GUIDANCE,
        23,
        passes=printed("french-2e-rep", line("vab", gun="mmg", crew={"own-men": 2})),
        edge=printed("french-2e-rep", line("vbl", 2, gun="mmg", crew={"own-men": 2})),
        fails=printed(
            "french-2e-rep",
            line("vbl", gun="mmg", crew={"own-men": 2}),
            line("vab", gun="hmg", crew={"own-men": 2}),
        ),
        node="n8",
        arithmetic={"entries": ("vbl", "vab")},
    ),
    "level-beyond-shift": Rule(
        ILLEGAL,
        17,
        passes=marines("veteran"),
        edge=marines("elite"),
        fails=marines("special-forces"),
        node="n1",
        arithmetic={
            "taken": ("special-forces",),
            "printed": ("veteran",),
            "measure": 2,
            "bound": 1,
        },
    ),
}

CORE = {**POINTS, **STRUCTURE, **OPTIONS, **LISTS}
