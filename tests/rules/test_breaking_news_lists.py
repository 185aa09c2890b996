"""What the 18 lists print (p. 18 to 25): additions, extras, classes, leaders and guns."""

from __future__ import annotations

import pytest

from tests.breaking_news import (
    GAME,
    assess,
    find_codes,
    line,
    muster,
    printed,
    squad,
    team,
)

REGULAR = {"ambush", "intelligence", "press-embedded", "press-independent", "medic"}
AMERICAN = REGULAR | {"improved-support", "helicopter-evacuation"}
BOUND = REGULAR | {"rules-of-engagement"}
AIRLIFTED = BOUND | {"helicopter-evacuation"}
IRREGULAR = REGULAR | {"heavy-mortars", "motivation"}

ELITE = {"special-forces", "elite", "veteran"}
VETERAN = {"elite", "veteran", "trained"}
TRAINED = {"veteran", "trained", "recruit"}

BOTH_TEAMS = {"mmg-team": 1, "at-team": 1, "sniper": 1, "light-mortar-team": 1}
ROCKETS = {"rocket-gunner": 2, "sniper": 1, "light-mortar-team": 1}
TECHNICALS = {"technical": 2, "light-mortar-team": 1}

# Beside the printed rows: what may be added and how many, which extras, and which classes
# stand within one level of a printed one.
LISTS = {
    "us-rangers": (BOTH_TEAMS | {"hummer": 2}, AMERICAN, ELITE),
    "us-marines": (BOTH_TEAMS | {"hummer": 2, "lav-iii": 1}, AMERICAN, VETERAN),
    "us-airborne": (BOTH_TEAMS, AMERICAN, VETERAN),
    "canadian-mechanised": (BOTH_TEAMS | {"lav-iii": 1}, BOUND, TRAINED),
    "panzergrenadiers": (
        ROCKETS | {"at-team": 1, "protected-vehicle": 2, "afv": 1},
        BOUND,
        VETERAN | TRAINED,
    ),
    "royal-infantry": (
        BOTH_TEAMS | {"protected-vehicle": 2, "warrior": 1},
        BOUND,
        VETERAN | TRAINED,
    ),
    "folgore": (
        BOTH_TEAMS | ROCKETS | {"grenadier": 2, "puma-4x4": 2},
        AIRLIFTED,
        VETERAN,
    ),
    "bersaglieri": (
        BOTH_TEAMS | ROCKETS | {"grenadier": 2, "puma-4x4": 2, "dardo": 1, "centauro": 1},
        BOUND,
        TRAINED,
    ),
    "monte-cervino": (
        ROCKETS | {"mmg-team": 1, "vm90": 2, "land-rover": 2, "puma-6x6": 2},
        AIRLIFTED,
        ELITE,
    ),
    "san-marco": (ROCKETS | {"mmg-team": 1, "vm90": 2, "vcc-1": 2}, AIRLIFTED, VETERAN),
    "bripac": (BOTH_TEAMS | ROCKETS, AIRLIFTED, VETERAN),
    "french-2e-rep": (BOTH_TEAMS | {"vbl": 2, "vab": 1}, AIRLIFTED, ELITE),
    "belgian-para-commando": ({"light-mortar-team": 1}, AIRLIFTED, ELITE),
    "dutch-marines": (ROCKETS | {"at-team": 1, "grenadier": 2}, AIRLIFTED, VETERAN),
    "somali-warlords": (TECHNICALS, IRREGULAR, {"militia", "fanatic"}),
    "taliban": (
        TECHNICALS | {"bmp": 1},
        IRREGULAR | {"explosives"},
        {"militia", "fanatic", "terrorist-commando"},
    ),
    "iraqi-insurgents": (
        TECHNICALS,
        IRREGULAR | {"explosives"},
        {"militia", "fanatic", "terrorist-commando"},
    ),
    "special-forces": (
        {},
        {
            "infiltration",
            "improved-support",
            "ambush",
            "intelligence",
            "helicopter-evacuation",
            "medic",
        },
        {"special-forces", "elite"},
    ),
}
REGULARS = set(list(LISTS)[:14]) | {"special-forces"}

every_list = pytest.mark.parametrize("army_list", LISTS)


def find_most(army_list: str, entry: str) -> int:
    """How many of an entry can stand behind the printed rows; 4 where there is no end."""
    for count in range(1, 4):
        evaluation = assess(printed(army_list, line(entry, count, crew=[])))
        added = evaluation.receipts[-1].node
        codes = {problem.code for problem in evaluation.problems if problem.node == added}
        if not codes.isdisjoint({"entry-outside-list", "count-above-list"}):
            return count - 1
    return 4


@every_list
def test_a_list_lets_add_what_it_prints_and_no_more(army_list: str) -> None:
    rows = {entry for row in GAME.army_lists[army_list].rows if row.start for entry in row.entries}
    listed = {e.key for e in GAME.entries.values() if GAME.kinds[e.kind].listed} - rows

    found = {entry: find_most(army_list, entry) for entry in listed}

    assert {entry: most for entry, most in found.items() if most} == LISTS[army_list][0]


@pytest.mark.parametrize("army_list", ["us-rangers", "special-forces"])
def test_a_humvee_comes_with_the_last_scenario(army_list: str) -> None:
    humvee = line("humvee", gun="mmg", crew={"own-men": 2})

    codes = find_codes(printed(army_list, humvee, scenario="black-hawk-down"))

    assert "entry-outside-list" in find_codes(printed(army_list, humvee))
    assert "entry-outside-list" not in codes


REFUSALS = (
    "extra-not-offered infiltration-special-forces heavy-mortars-irregular explosives-irregular "
    "negotiation-regular"
).split()


@every_list
def test_a_list_offers_its_extras_and_those_that_are_for_all(army_list: str) -> None:
    extras = [entry.key for entry in GAME.entries.values() if entry.kind == "extra"]
    offered = {
        extra
        for extra in extras
        if set(REFUSALS).isdisjoint(find_codes(printed(army_list, line(extra))))
    }
    if "extra-not-offered" not in find_codes(printed(army_list, line("gunner", medic="medic"))):
        offered.add("medic")

    for_all = {"civilians", "negotiation"} if army_list in REGULARS else {"civilians"}
    assert offered == LISTS[army_list][1] | for_all


@every_list
def test_a_team_may_stand_one_level_from_what_its_list_prints(army_list: str) -> None:
    classes = [entry.key for entry in GAME.entries.values() if entry.kind == "troop-class"]

    allowed = {
        each
        for each in classes
        if "level-beyond-shift" not in find_codes(muster(army_list, squad(of=each)))
    }

    assert allowed == LISTS[army_list][2]


@every_list
def test_a_list_says_how_well_its_leader_may_lead(army_list: str) -> None:
    entry = GAME.army_lists[army_list].rows[0].entries[0]
    accepted = set()
    for level in ("", "level-1", "level-2", "level-3", "level-4"):
        evaluation = assess(muster(army_list, team("", line(entry, leadership=level or []))))
        if all(problem.node != "n2" for problem in evaluation.problems):
            accepted.add(level)

    regular = {"level-2", "level-3"} if army_list in REGULARS else {"level-1", "level-2", "level-3"}
    special = {"level-3", "level-4"}
    assert accepted == (special if army_list == "special-forces" else regular)


@pytest.mark.parametrize(
    ("army_list", "entry", "guns"),
    [
        ("us-marines", "hummer", {"mmg", "hmg"}),
        ("us-marines", "lav-iii", {"lmg", "mmg", "hmg"}),  # the list names none
        ("panzergrenadiers", "protected-vehicle", {"mmg", "hmg"}),
        ("panzergrenadiers", "afv", {"", "lmg", "mmg", "hmg"}),  # in its price
        ("french-2e-rep", "vbl", {"mmg", "hmg"}),
        ("monte-cervino", "vm90", {"mmg", "hmg"}),
        ("san-marco", "vcc-1", {"mmg", "hmg"}),
        ("folgore", "puma-4x4", {"mmg", "hmg"}),
        ("taliban", "technical", {"mmg", "hmg"}),
        ("taliban", "bmp", {"", "lmg", "mmg", "hmg"}),
    ],
)
def test_a_vehicle_carries_the_guns_that_its_list_names(
    army_list: str, entry: str, guns: set[str]
) -> None:
    accepted = {
        gun
        for gun in ("", "lmg", "mmg", "hmg")
        if "option-outside-list" not in find_codes(printed(army_list, line(entry, gun=gun or [])))
    }

    assert accepted == guns
