"""What the list section of the book charges (p. 17 and 18, extras p. 26 to 28)."""

from __future__ import annotations

import pytest

from tests.breaking_news import GAME, Written, assess, find_codes, line, price, printed

CLASSES = {
    "special-forces": 20,
    "elite": 15,
    "veteran": 12,
    "trained": 12,
    "recruit": 7,
    "terrorist-commando": 12,  # and mercenaries and trained militia
    "fanatic": 8,
    "militia": 5,
}
LEADERSHIP = {"": 0, "level-1": 5, "level-2": 10, "level-3": 15, "level-4": 20}
WEAPONS = {
    "assault-rifle": 0,
    "sniper-rifle": 15,
    "rpg": 7,
    "light-mortar": 7,
    "heavy-at": 15,
    "grenade-launcher": 5,
    "lmg": 5,
    "mmg": 7,
    "hmg": 10,
}
UNPRICED = {"pistol": 0, "smg": 0, "rifle": 0, "flamethrower": 0}

every_class = pytest.mark.parametrize("troop_class", CLASSES)


def keys_of(kind: str) -> set[str]:
    return {entry.key for entry in GAME.entries.values() if entry.kind == kind}


def test_nothing_that_has_a_price_is_forgotten_here() -> None:
    assert keys_of("troop-class") == set(CLASSES)
    assert keys_of("leadership") == set(LEADERSHIP) - {""}
    assert keys_of("weapon") == {*WEAPONS, *UNPRICED, "hand-grenade", "tank-gun"}
    assert keys_of("crewed-weapon") == set(CREWED)
    assert keys_of("vehicle") == set(VEHICLES)
    assert keys_of("extra") == {written["entry"] for written, _ in EXTRAS}


# Men on foot


def soldier(leadership: str, weapon: str) -> Written:
    led = {"leadership": leadership} if leadership else {}
    return line("rifleman", weapon=weapon, **led)


@every_class
@pytest.mark.parametrize("leadership", LEADERSHIP)
@pytest.mark.parametrize("weapon", [*WEAPONS, *UNPRICED])
def test_a_man_costs_class_leadership_and_weapon(
    troop_class: str, leadership: str, weapon: str
) -> None:
    right = CLASSES[troop_class] + LEADERSHIP[leadership] + {**WEAPONS, **UNPRICED}[weapon]

    assert price(soldier(leadership, weapon), troop_class) == right


@pytest.mark.parametrize(
    ("written", "troop_class", "right"),
    [
        (line("team-leader", leadership="level-3"), "veteran", 27),  # p. 30
        (line("grenadier", 3), "veteran", 51),
        (line("gunner", 2), "veteran", 34),
        (line("leader", leadership="level-2"), "fanatic", 18),
        (line("sniper"), "special-forces", 35),  # p. 31
        (line("rifleman", weapon="grenade-launcher", medic="medic"), "special-forces", 35),
        (line("fighter", 2, weapon="rpg"), "terrorist-commando", 38),  # the book prints 36
        (line("rocket-gunner"), "veteran", 19),  # p. 33
        (line("rifleman", 2, medic="medic"), "veteran", 44),  # p. 35
        (line("sniper"), "fanatic", 23),  # p. 36
        (line("rifleman", weapon="lmg", troop_class="elite"), "veteran", 20),
    ],
)
def test_a_line_costs_what_the_book_prints(written: Written, troop_class: str, right: int) -> None:
    assert price(written, troop_class) == right


# Weapons that several men serve: the weapon and its men, each as a man of the class

CREWED = {"mmg-team": (7, 3), "at-team": (15, 2), "light-mortar-team": (7, 1), "hmg-team": (10, 3)}


@every_class
@pytest.mark.parametrize("entry", CREWED)
def test_a_crewed_weapon_costs_its_weapon_and_its_men(entry: str, troop_class: str) -> None:
    weapon, men = CREWED[entry]

    assert price(line(entry), troop_class) == weapon + men * CLASSES[troop_class]
    assert price(line(entry, crew={"own-men": men}), troop_class) == weapon


def test_the_crewed_weapons_of_the_checkpoint_cost_what_the_book_prints() -> None:
    assert (price(line("mmg-team")), price(line("at-team"))) == (43, 39)  # p. 33


def test_a_gunner_with_a_medium_machine_gun_is_one_man() -> None:
    assert price(line("gunner", weapon="mmg"), "elite") == 22


# Vehicles: without crew, and without machine gun but for the heavy ones

VEHICLES = {
    **dict.fromkeys(("unprotected-vehicle", "technical", "van", "vm90", "land-rover"), 10),
    **dict.fromkeys(("protected-vehicle", "hummer", "humvee"), 15),
    **dict.fromkeys(("light-armoured-vehicle", "puma-4x4", "puma-6x6", "lav-iii"), 25),
    **dict.fromkeys(("vbl", "vab", "vcc-1"), 25),
    **dict.fromkeys(("tank", "heavy-armoured-vehicle", "centauro"), 50),
    **dict.fromkeys(("afv", "bradley", "warrior", "dardo", "bmp"), 50),
}
GUNS = {"": 0, "lmg": 5, "mmg": 7, "hmg": 10}


@pytest.mark.parametrize("entry", VEHICLES)
@pytest.mark.parametrize("gun", GUNS)
def test_a_vehicle_costs_its_sort_its_gun_and_its_crew(entry: str, gun: str) -> None:
    own = {"gun": gun} if gun else {"gun": []}
    right = VEHICLES[entry] + (GUNS[gun] if VEHICLES[entry] < 50 else 0)

    assert price(line(entry, **own, crew={"own-men": 2})) == right
    assert price(line(entry, **own, crew={"crew": 3})) == right + 3 * 12
    assert price(line(entry, **own, crew={"crew": 1, "own-men": 1}), "militia") == right + 5
    assert price(line(entry, 2, **own, crew={"crew": 2})) == 2 * (right + 2 * 12)


@pytest.mark.parametrize(
    ("written", "troop_class", "right"),
    [
        (line("technical", gun="hmg", crew={"crew": 2}), "militia", 30),  # p. 33
        (line("technical", 2, gun="mmg", crew={"crew": 2}), "militia", 54),
        (line("light-armoured-vehicle", gun="hmg", crew={"own-men": 2}), "fanatic", 35),  # p. 36
    ],
)
def test_a_vehicle_of_the_scenarios_costs_what_the_book_prints(
    written: Written, troop_class: str, right: int
) -> None:
    assert price(written, troop_class) == right


# Extras

EXTRAS = [
    (line("infiltration"), 30),
    (line("ambush"), 25),
    (line("helicopter-evacuation"), 25),
    (line("improved-support"), 15),
    (line("heavy-mortars"), 15),
    (line("motivation"), 15),
    (line("rules-of-engagement"), -40),
    (line("intelligence", intelligence_level=1), 10),
    (line("intelligence", intelligence_level=2), 20),
    (line("intelligence", intelligence_level=3), 30),
    (line("intelligence", intelligence_level=4), 40),
    (line("explosives"), 20),
    (line("explosives", detonation="contact"), 20),
    (line("explosives", 3, detonation="remote"), 90),
    (line("press-embedded"), -20),
    (line("press-independent"), 20),
    (line("civilians"), 10),
    (line("civilians", 6), 60),
    (line("negotiation"), 0),
    (line("negotiation", negotiation_level="negotiation-1"), 0),
    (line("negotiation", negotiation_level="negotiation-2"), 5),
    (line("negotiation", negotiation_level="negotiation-3"), 10),
    (line("negotiation", negotiation_level="negotiation-4"), 20),
]


@pytest.mark.parametrize(("written", "right"), EXTRAS)
@pytest.mark.parametrize("troop_class", ["special-forces", "militia"])
def test_an_extra_costs_the_same_for_every_class(
    written: Written, right: int, troop_class: str
) -> None:
    assert price(written, troop_class) == right


# What a player starts from

DEFAULTS = {
    "us-rangers": (25 + 2 * 20 + 2 * 15 + 2 * 20 + 2 * 20, 9),
    "us-marines": (22 + 2 * 17 + 2 * 12 + 2 * 17 + 2 * 17, 9),
    "us-airborne": (22 + 2 * 17 + 2 * 12 + 2 * 17 + 2 * 17, 9),
    "canadian-mechanised": (22 + 17 + 2 * 12 + 2 * 17 + 2 * 17, 8),
    "panzergrenadiers": (22 + 10 * 12 + 17, 12),
    "royal-infantry": (22 + 17 + 2 * 12 + 2 * 17 + 2 * 17, 8),
    "folgore": (22 + 17 + 4 * 12 + 2 * 17, 8),
    "bersaglieri": (22 + 17 + 4 * 12 + 2 * 17, 8),
    "monte-cervino": (25 + 20 + 2 * 15 + 2 * 20 + 2 * 20, 8),
    "san-marco": (22 + 17 + 3 * 12 + 17 + 2 * 17, 8),
    "bripac": (22 + 7 * 12 + 17, 9),
    "french-2e-rep": (25 + 2 * 20 + 2 * 15 + 2 * 20 + 2 * 20, 9),
    "belgian-para-commando": (25 + 6 * 15 + 30 + 20 + 22, 10),
    "dutch-marines": (22 + 4 * 12 + 19 + 2 * 17, 8),
    "somali-warlords": (10 + 5 * 5, 6),
    "taliban": (10 + 5 * 5, 6),
    "iraqi-insurgents": (10 + 11 * 5, 12),
    "special-forces": (35 + 25 + 35 + 25, 4),
}
TOTALS = [175, 148, 148, 131, 159, 131, 121, 121, 155, 126, 123, 175, 187, 123, 35, 35, 65, 120]


def test_all_18_lists_are_here() -> None:
    assert set(DEFAULTS) == set(GAME.army_lists) - {"from-scratch"}
    assert [points for points, _ in DEFAULTS.values()] == TOTALS


@pytest.mark.parametrize("army_list", DEFAULTS)
def test_what_a_list_prints_costs_this_and_is_legal_but_for_the_limit(army_list: str) -> None:
    points, figures = DEFAULTS[army_list]

    evaluation = assess(printed(army_list, limit=150))

    assert evaluation.total == points
    assert evaluation.tallies[""]["figures"] == figures
    over = ["points-over-limit"] if points > 153 else []
    assert [problem.code for problem in evaluation.problems] == over


def test_the_open_list_starts_with_an_empty_team() -> None:
    roster = printed("from-scratch")

    assert assess(roster).total == 0
    assert find_codes(roster) == ["figures-four-to-twelve"]
