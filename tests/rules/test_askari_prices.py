"""What Askari prints: points, values, saves and tables, as rows of (what, expected)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.askari import (
    GAME,
    Written,
    army,
    assess,
    command,
    leader,
    line,
    muster,
    price,
    unit,
    value,
)

MELEE = {
    "hand-weapon": (1, 1),
    "bayonet": (1, 1),
    "weapon-and-shield": (2, 2),
    "mounted-lance": (5, 2),
}
# Points, modifier, normal and maximum range, shots (page 31)
MISSILE = {
    "pistol": (3, 1, 5, 10, "2/1"),
    "hunting-rifle": (20, 3, 40, 80, "2/1"),
    "magazine-rifle": (15, 2, 40, 80, "2/1"),
    "magazine-carbine": (12, 2, 30, 60, "2/1"),
    "breech-rifle": (7, 2, 30, 60, "1"),
    "breech-carbine": (6, 2, 20, 40, "1"),
    "muzzle-musket": (2, 1, 20, 40, "1x2"),
    "matchlock": (2, 2, 20, 30, "1x2"),
    "bow": (4, 1, 10, 20, "2/1"),
    "pygmy-bow": (7, 1, 10, 20, "2/1"),
    "throwing-weapon": (3, 1, 5, 10, "1"),
    "hand-bomb": (12, 2, 15, 15, "1"),
    "rifle-grenade": (12, 2, 35, 35, "1"),
    "lever-machine-gun": (20, 2, 40, 80, "5/3"),
    "modern-machine-gun": (30, 2, 40, 80, "6/4"),
    "light-machine-gun": (20, 2, 40, 80, "3/2"),
    "light-muzzle-gun": (25, 2, 40, 80, "1"),
    "heavy-muzzle-gun": (30, 2, 50, 100, "1"),
    "light-quick-gun": (34, 2, 40, 80, "2/1"),
    "light-breech-gun": (30, 2, 50, 100, "1"),
    "medium-breech-gun": (50, 3, 60, 125, "1"),
    "heavy-breech-gun": (55, 4, 80, 160, "1"),
    "rocket-launcher": (25, 2, 35, 70, "1"),
    "mortar": (18, 2, 20, 40, "1"),
    "trench-mortar": (24, 2, 40, 80, "1"),
}
PIECES = {
    option: entry
    for entry in ("machine-gun-piece", "cannon-piece", "launcher-piece")
    for option in GAME.entries[entry].groups["piece-weapon"].options
}


def test_every_weapon_with_numbers_stands_in_these_tables() -> None:
    weapons = {e.key for e in GAME.entries.values() if e.kind == "weapon" and e.statistics}
    melee = {e.key for e in GAME.entries.values() if e.kind == "melee-weapon"}

    assert (weapons, melee) == (set(MISSILE), set(MELEE))


@pytest.mark.parametrize("key", MISSILE)
def test_a_missile_weapon_is_as_printed(key: str) -> None:
    points, modifier, near, far, rate = MISSILE[key]
    printed = GAME.entries[key].statistics

    found = tuple(printed[name] for name in ("modifier", "near", "far", "rate"))
    long_range = None if near == far else modifier - 1
    assert (GAME.entries[key].points, *found) == (points, modifier, near, far, rate)
    assert printed["hits-on"] == (modifier, long_range)


@pytest.mark.parametrize("key", MISSILE)
def test_whoever_has_a_weapon_pays_for_it(key: str) -> None:
    if key in PIECES:
        assert price(line(PIECES[key], piece_weapon=key)) == MISSILE[key][0]
    if key in GAME.entries["ordinary-figure"].groups["missile-weapon"].options:
        assert price(line("ordinary-figure", 10, missile_weapon=key)) == 10 * MISSILE[key][0]


@pytest.mark.parametrize("key", MELEE)
def test_a_melee_weapon_is_as_printed(key: str) -> None:
    points, modifier = MELEE[key]

    assert GAME.entries[key].statistics["modifier"] == modifier
    assert price(line("ordinary-figure", melee_weapon=key)) == points


@pytest.mark.parametrize(
    ("written", "of", "points", "values"),
    [
        (line("army-standard"), "native", 16, (None, 2, None, 5)),
        (line("witch-doctor"), "native", 20, (None, None, None, 5)),
        (line("scout"), "regular", 20, (3, 3, None, 5)),
        (line("scout"), "irregular", 25, (3, 3, None, 5)),
        (line("scout"), "native", 30, (3, 3, None, 5)),
        (line("white-man"), "regular", 25, (3, 3, 3, 6)),
        (line("gun-bearer"), "irregular", 20, (None, 1, None, 5)),
        (line("effendi"), "irregular", 22, (2, 2, None, 5)),
        (line("dragoman"), "irregular", 20, (None, None, None, 5)),
        (line("correspondent"), "regular", 20, (1, 1, 0, 5)),
    ],
)
def test_a_special_character_is_as_printed(
    written: Written, of: str, points: int, values: tuple[int | None, ...]
) -> None:
    printed = GAME.entries[written["entry"]].statistics

    assert price(written, of=of) == points
    assert tuple(printed[key] for key in ("d", "l", "c", "save")) == values


@pytest.mark.parametrize(
    ("written", "points"),
    [
        (line("baggage"), 25),
        (line("baggage", baggage_sort="porters", elements={"elements": 9}), 25),
        (line("luxury-baggage"), 40),
        (line("army-leader", attendants={"attendants": 3}, quality="stern"), 0),
        (line("signals-team"), 0),
        (line("field-hospital"), 0),
    ],
)
def test_baggage_and_what_the_book_leaves_to_the_lists(written: Written, points: int) -> None:
    assert price(written) == points


@pytest.mark.parametrize(
    ("readings", "written", "points"),
    [
        ({}, line("white-man"), 25),
        ({"character_gear": "paid"}, line("white-man"), 46),
        ({"character_gear": "paid"}, line("dragoman"), 20),
        ({}, line("ordinary-figure", missile_weapon="magazine-rifle"), 15),
        (
            {"magazine_points": "carbine-dearer"},
            line("ordinary-figure", missile_weapon="magazine-rifle"),
            12,
        ),
        (
            {"magazine_points": "carbine-dearer"},
            line("ordinary-figure", missile_weapon="magazine-carbine"),
            15,
        ),
        (
            {"magazine_points": "carbine-dearer"},
            line(
                "ordinary-figure",
                missile_weapon="magazine-carbine",
                count_in="weapons-in-points",
            ),
            0,
        ),
        ({}, line("scout", missile_weapon="pistol", melee_weapon="hand-weapon"), 29),
    ],
)
def test_readings_move_prices(readings: dict[str, str], written: Written, points: int) -> None:
    assert price(written, **readings) == points


@pytest.mark.parametrize(
    ("key", "written", "more", "expected"),
    [
        # D is 1: with a modifier of 2 a 3 hits, at long range a 2 (p. 42)
        ("d-near", line("ordinary-figure", missile_weapon="breech-rifle"), {}, 3),
        ("d-far", line("ordinary-figure", missile_weapon="breech-rifle"), {}, 2),
        ("hit-near", line("ordinary-figure", missile_weapon="breech-rifle"), {}, 50),
        ("hit-far", line("ordinary-figure", missile_weapon="breech-rifle"), {}, 33),
        ("hit-near", line("white-man"), {}, 100),
        ("d-near", line("white-man"), {"best_modifier": "of-magazine-rifle"}, 5),
        ("d-near", line("white-man"), {"character_values": "with-weapons"}, 3),
        ("final-l", line("white-man"), {"character_values": "with-weapons"}, 3),
        ("d-near", line("ordinary-figure"), {}, None),
        ("d-far", line("ordinary-figure", missile_weapon="hand-bomb"), {}, None),
        ("d-near", line("gun-bearer"), {}, None),
        ("d-near", line("ordinary-figure", missile_weapon="matchlock"), {}, 3),
        (
            "d-near",
            line("ordinary-figure", missile_weapon="matchlock"),
            {"last_modifier": "of-pygmy-bow"},
            2,
        ),
        ("final-l", line("ordinary-figure", melee_weapon="weapon-and-shield"), {}, 3),
        ("final-l", line("ordinary-figure", special_rule="agile"), {}, 2),
        ("charging-l", line("ordinary-figure", special_rule="fanatic"), {}, 3),
        ("charging-l", line("ordinary-figure", special_rule="agile"), {}, None),
        # The lance's 2 counts once, in the charge or in every turn
        ("final-l", line("ordinary-figure", melee_weapon="mounted-lance"), {}, 1),
        ("charging-l", line("ordinary-figure", melee_weapon="mounted-lance"), {}, 3),
        (
            "final-l",
            line("ordinary-figure", melee_weapon="mounted-lance"),
            {"lance": "every-turn"},
            3,
        ),
        (
            "charging-l",
            line("ordinary-figure", melee_weapon="mounted-lance"),
            {"lance": "every-turn"},
            None,
        ),
        ("save", line("ordinary-figure"), {}, 6),
        ("save", line("ordinary-figure", mount="mounted"), {}, 4),
        ("save", line("officer-figure"), {}, 4),
        ("save", line("musician-figure", mount="mounted"), {}, 5),
        ("save", line("army-leader"), {}, 6),
        ("save", line("army-leader"), {"leader_save": "as-officer"}, 4),
        ("save", line("cannon-piece"), {}, 4),
        ("save", line("field-hospital"), {}, 5),
        ("save", line("baggage"), {}, None),
    ],
)
def test_a_value_of_a_line_is_worked_out(
    key: str, written: Written, more: dict[str, str], expected: int | None
) -> None:
    assert value(key, written, **more) == expected


@pytest.mark.parametrize(
    ("figures", "losses"),
    [(1, 1), (6, 1), (7, 2), (12, 2), (13, 3), (20, 3), (21, 4), (40, 4)],
)
def test_losses_for_a_courage_test_follow_the_size_of_the_unit(figures: int, losses: int) -> None:
    roster = muster(command(leader()), unit(line("ordinary-figure", figures)))

    assert assess(roster).derived["n3"]["courage-losses"] == losses


def test_units_and_scouts_need_orders_and_nobody_else() -> None:
    roster = muster(
        command(leader(), line("scout", 2), line("white-man"), line("baggage")),
        unit(line("ordinary-figure", 9)),
        {**unit(line("cannon-piece"), line("ordinary-figure", 3)), "count": 2},
        unit(),
    )

    assert assess(roster).tallies[""]["order-dice"] == 5


@pytest.mark.parametrize(
    ("quality", "expected"),
    [
        ("stern", {"rally": 4, "reinforcements": 5}),
        ("eloquent", {"rally": 2, "reinforcements": 5}),
        ("martinet", {"rally": 4, "reinforcements": 3}),
    ],
)
def test_a_quality_changes_what_the_army_rolls(quality: str, expected: dict[str, int]) -> None:
    assert assess(muster(command(leader(quality=quality)))).derived[""] == expected


def test_qualities_at_random_are_thirty_six_results() -> None:
    rows = GAME.references["chief-qualities"].rows
    names = [row[1]["en"] for row in rows]
    qualities = [entry for entry in GAME.entries.values() if entry.kind == "quality"]

    assert [count_results(row[0]) for row in rows] == [row[2] for row in rows]
    assert sum(row[2] for row in rows) == 36
    assert sorted(names) == sorted(quality.name["en"] for quality in qualities)


def count_results(cell: str) -> int:
    """How many of the results that two dice can show a cell names."""
    spans = [part.split(" - ") for part in cell.split(", ")]
    return sum(
        "0" < digits[0] <= "6" and "0" < digits[1] <= "6"
        for span in spans
        for digits in map(str, range(int(span[0]), int(span[-1]) + 1))
    )


@pytest.mark.parametrize(
    ("key", "expected"),
    [
        ("regular", ("1d6+8 / 2d6", "1-3", "1-3", "3-5")),
        ("irregular", ("2d6+6 / 2d6+2", "0-3", "0-4", "3-5")),
        ("native", ("3d6+4 / 3d6(+2)", "0-2", "0-4", "4-6")),
    ],
)
def test_a_troop_type_is_as_printed(key: str, expected: tuple[str, ...]) -> None:
    printed: dict[str, Any] = dict(GAME.entries[key].statistics)

    assert tuple(printed[k] for k in ("movement", "d-range", "l-range", "c-range")) == expected


def test_character_with_weapons_of_a_reading_changes_no_ordinary_figure() -> None:
    man = line("ordinary-figure", missile_weapon="breech-rifle")

    assert value("d-near", man, character_values="with-weapons") == 3


def test_a_default_list_has_its_leader_and_nothing_illegal() -> None:
    assert assess(army()).is_legal
