"""What each reading of the book changes, and by how much."""

from __future__ import annotations

from dataclasses import replace

import pytest

from lists.rules.places import Board, find_statistics
from lists.rules.roster import Roster
from tests.breaking_news import (
    GAME,
    assess,
    band,
    find_codes,
    line,
    muster,
    printed,
    scratch,
    squad,
    team,
)

VM90 = line("vm90", gun="mmg", crew={"own-men": 2})
LAND_ROVER = line("land-rover", gun="hmg", crew={"own-men": 2})
VBL = line("vbl", 2, gun="mmg", crew={"own-men": 2})
VAB = line("vab", gun="hmg", crew={"own-men": 2})
VCC_1 = line("vcc-1", gun="mmg", crew={"own-men": 2})
BMP = line("bmp", crew={"own-men": 2})

COMMANDOS = muster(
    "iraqi-insurgents",
    team(
        "terrorist-commando",
        line("leader", leadership="level-2"),
        line("fighter", 2, weapon="lmg"),
        line("fighter", 2, weapon="rpg"),
        line("fighter", 6),
    ),
)

TOTALS = [
    ("trained-points", "table", printed("canadian-mechanised"), 131, 115),
    ("trained-points", "table", printed("panzergrenadiers"), 159, 135),
    ("trained-points", "table", scratch(team("trained", line("mmg-team"))), 43, 37),
    ("trained-points", "table", printed("us-marines"), 148, 148),
    ("commando-points", "table", COMMANDOS, 166, 155),  # p. 31, with 11 in every line
    ("commando-points", "table", printed("iraqi-insurgents"), 65, 65),
    ("printed-leadership", "charged", printed("somali-warlords"), 35, 60),
    ("printed-leadership", "charged", printed("taliban"), 35, 60),
    ("printed-leadership", "charged", printed("iraqi-insurgents"), 65, 120),
    ("printed-leadership", "charged", printed("special-forces"), 120, 135),
    ("printed-leadership", "charged", printed("us-marines"), 148, 148),
    (
        "printed-leadership",  # whoever pays for his leadership does not pay twice
        "charged",
        muster("somali-warlords", band(line("fighter", 2, leadership="level-1"))),
        45,
        60,
    ),
    ("vm90", "protected", printed("monte-cervino", VM90, LAND_ROVER), 192, 202),
    ("vm90", "protected", printed("us-marines"), 148, 148),
    ("vbl", "protected", printed("french-2e-rep", VBL), 239, 219),
    ("vbl", "protected", printed("french-2e-rep", VAB), 210, 200),
    ("vbl", "protected", printed("san-marco", VCC_1), 158, 148),
    ("bmp", "light-armoured", printed("taliban", BMP), 85, 67),
    (
        "bmp",
        "light-armoured",
        printed("taliban", line("bmp", gun="hmg", crew={"own-men": 2})),
        85,
        70,
    ),
]

MOVE_NO_TOTAL = {
    "tolerance",
    "press-payer",
    "intelligence-bound",
    "speculative-save",
    "kept-rifle",
    "taliban-support",
}


def read_by(roster: Roster, reading: str, value: str) -> Roster:
    return replace(roster, readings={**roster.readings, reading: value})


def test_every_reading_stands_in_these_tables() -> None:
    assert {reading for reading, *_ in TOTALS} | MOVE_NO_TOTAL == set(GAME.readings)


@pytest.mark.parametrize(("reading", "value", "roster", "before", "after"), TOTALS)
def test_a_reading_moves_the_total(
    reading: str, value: str, roster: Roster, before: int, after: int
) -> None:
    assert assess(roster).total == before
    assert assess(read_by(roster, reading, value)).total == after


@pytest.mark.parametrize("reading", sorted(MOVE_NO_TOTAL))
@pytest.mark.parametrize("army_list", GAME.army_lists)
def test_the_other_readings_move_no_total(reading: str, army_list: str) -> None:
    roster = printed(army_list, line("press-embedded"), line("intelligence"), line("sniper"))

    totals = {
        assess(read_by(roster, reading, value.key)).total for value in GAME.readings[reading].values
    }

    assert len(totals) == 1


@pytest.mark.parametrize(
    ("limit", "pro_rata", "begun", "five_percent"),
    [
        (0, 0, 0, 0),
        (40, 41, 45, 42),
        (100, 102, 105, 105),
        (150, 153, 155, 157),
        (200, 205, 205, 210),
        (201, 206, 211, 211),
        (350, 358, 360, 367),
        (400, 410, 410, 420),
    ],
)
def test_the_tolerance_is_read_in_three_ways(
    limit: int, pro_rata: int, begun: int, five_percent: int
) -> None:
    roster = printed("us-marines", limit=limit)

    allowed = [
        assess(read_by(roster, "tolerance", value)).allowed
        for value in ("pro-rata", "begun", "five-percent")
    ]

    assert allowed == [pro_rata, begun, five_percent]


@pytest.mark.parametrize(
    ("value", "codes"),
    [
        ("by-mover", ["press-by-kind", "press-by-kind"]),
        ("either", []),
    ],
)
def test_the_press_is_paid_by_whoever_moves_it_or_by_either(value: str, codes: list[str]) -> None:
    wrong_way_round = scratch(
        squad(line("press-independent")), band(line("press-embedded")), press_payer=value
    )

    assert find_codes(wrong_way_round) == codes


@pytest.mark.parametrize(
    ("value", "level", "codes"),
    [
        ("by-kind", 3, []),
        ("by-leader", 2, []),
        ("by-leader", 3, ["intelligence-above-leader"]),
    ],
)
def test_intelligence_is_bound_by_kind_or_by_the_leader(
    value: str, level: int, codes: list[str]
) -> None:
    intelligence = line("intelligence", intelligence_level=level)

    assert find_codes(scratch(squad(intelligence), intelligence_bound=value)) == codes


@pytest.mark.parametrize(("value", "bonus"), [("plus-two", 2), ("plus-one", 1)])
def test_the_save_against_speculative_fire_is_read_in_two_ways(value: str, bonus: int) -> None:
    derived = assess(scratch(squad(), speculative_save=value)).derived

    assert derived["n1"]["speculative-save-bonus"] == bonus


@pytest.mark.parametrize(
    ("value", "troop_class", "keeping"),
    [
        ("special-forces-sniper", "special-forces", {"sniper-rifle", "grenade-launcher"}),
        ("special-forces-sniper", "elite", {"grenade-launcher"}),
        ("every-support-weapon", "elite", {"sniper-rifle", "rpg", "lmg", "grenade-launcher"}),
        ("none", "special-forces", {"grenade-launcher"}),
    ],
)
def test_who_keeps_his_rifle_is_read_in_three_ways(
    value: str, troop_class: str, keeping: set[str]
) -> None:
    weapons = ["sniper-rifle", "rpg", "lmg", "grenade-launcher", "mmg", "heavy-at", "light-mortar"]
    men = [line("rifleman", weapon=weapon) for weapon in weapons]
    board = Board(GAME, scratch(team(troop_class, *men), kept_rifle=value))

    kept = {
        weapon
        for weapon, place in zip(weapons, board.places[1:], strict=True)
        if find_statistics(board, place, GAME.entries[weapon])["keeps-rifle"] == 1
    }

    assert kept == keeping


@pytest.mark.parametrize(
    ("value", "rockets", "found"),
    [
        ("as-the-other-lists", 3, []),
        ("as-the-other-lists", 4, [("half-support-weapons", "n1")]),
        ("as-printed", 1, [("option-outside-list", "n4")]),
    ],
)
def test_the_taliban_carry_support_weapons_as_the_others_or_none(
    value: str, rockets: int, found: list[tuple[str, str]]
) -> None:
    leader, men = line("leader", leadership="level-1"), line("guerrilla", 6 - rockets)
    rocketeers = line("guerrilla", rockets, weapon="rpg")
    roster = muster("taliban", team("militia", leader, men, rocketeers), taliban_support=value)

    assert [(problem.code, problem.node) for problem in assess(roster).problems] == found


@pytest.mark.parametrize(
    ("reading", "value", "entry", "save"),
    [
        ("vm90", "unprotected", "vm90", None),
        ("vm90", "protected", "land-rover", "4+"),
        ("vbl", "light-armoured", "vab", "3+"),
        ("vbl", "protected", "vcc-1", "4+"),
        ("bmp", "afv", "bmp", "2+"),
        ("bmp", "light-armoured", "bmp", "3+"),
    ],
)
def test_a_vehicle_saves_as_what_it_is_read_to_be(
    reading: str, value: str, entry: str, save: str | None
) -> None:
    board = Board(GAME, read_by(scratch(squad(line(entry))), reading, value))

    statistics = find_statistics(board, board.places[3], GAME.entries[entry])

    assert statistics["save-small-arms"] == save
