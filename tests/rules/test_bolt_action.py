"""Bolt Action: squads by size and level, places of a platoon, transports, builders' old faults."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

import pytest

from lists.rules.beginnings import build_default_roster
from lists.rules.catalogue import Entry, Row
from lists.rules.edits import AddNode, SetCount
from lists.rules.evaluate import evaluate
from lists.rules.evaluation import Evaluation
from lists.rules.offers import find_offers
from lists.rules.roster import Node, Roster
from lists.rules.usage import find_used
from tests.bolt_action import CATALOGUE, Written, line, muster, platoon

LIEUTENANT = line("german-second-lieutenant")
HEER = "german-heer-infantry-squad"
SQUADS = [entry for entry in CATALOGUE.entries.values() if entry.kind == "squad"]
VEHICLES = [entry for entry in CATALOGUE.entries.values() if entry.kind == "vehicle"]


def germans(*lines: Written) -> Roster:
    return muster("germany", platoon(*lines))


def codes(roster: Roster) -> list[tuple[str, str]]:
    return [(problem.code, problem.node) for problem in evaluate(CATALOGUE, roster).problems]


def price(roster: Roster, node: str) -> int:
    receipt = evaluate(CATALOGUE, roster).find_receipt(node)
    assert receipt is not None
    return int(receipt.each)


# Squads


def levels(entry: Entry) -> Iterator[tuple[str, int]]:
    """The levels of a squad, and what a man costs."""
    for key, option in entry.groups["experience"].options.items():
        yield key, int(option.points or 0)


SIZES = [
    pytest.param(entry, level, man, id=f"{entry.key}-{level}")
    for entry in SQUADS
    for level, man in levels(entry)
]


@pytest.mark.parametrize(("entry", "level", "man"), SIZES)
def test_every_squad_at_its_smallest_one_more_largest_and_one_too_many(
    entry: Entry, level: str, man: int
) -> None:
    men = entry.groups["men"]
    nation = find_nation(entry.key)
    sizes = [men.smallest, men.smallest + 1, men.largest, men.largest + 1]

    rosters = [
        muster(nation, platoon(line(entry.key, experience=level, men=size))) for size in sizes
    ]

    over = 5 if entry.key == "german-volks-grenadier-squad" else 0
    assert [price(roster, "n2") for roster in rosters] == [over + man * size for size in sizes]
    sized = [("number-outside-bounds", "n2") in codes(roster) for roster in rosters]
    assert sized == [False, men.smallest == men.largest, False, True]


def find_nation(key: str) -> str:
    return next(
        army_list.nation
        for army_list in CATALOGUE.army_lists.values()
        for row in army_list.rows
        if key in row.entries
    )


@pytest.mark.parametrize(
    ("key", "options", "points"),
    [
        (HEER, {"men": 5}, 50),
        (HEER, {"men": 6, "nco": "smg", "weapons": "lmg"}, 83),
        (HEER, {"men": 10, "per_man": "anti-tank-grenades"}, 120),
        (HEER, {"men": 10, "per_man": {"anti-tank-grenades": 1, "bicycles": 1}}, 130),
        ("german-volks-grenadier-squad", {"men": 5}, 45),
        ("german-volks-grenadier-squad", {"men": 7, "weapons": {"assault-rifle": 4}}, 81),
        ("german-osttruppen-squad", {"men": 10}, 40),
        ("us-paratrooper-squad-late-war", {"men": 7, "weapons": "bar"}, 103),
        ("us-engineer-squad", {"men": 5, "weapons": {"bar": 2}}, 70),
        ("uk-commando-section", {"men": 10, "nco": "smg", "weapons": {"smg": 9}}, 160),
        ("uk-home-guard-section", {"men": 9, "weapons": {"unarmed": 5}}, 48),
        ("soviet-scout-squad", {"men": 7, "weapons": {"smg": 6}}, 110),
        ("soviet-submachine-gun-squad", {"men": 12, "weapons": "lmg"}, 173),
        ("soviet-partisan-squad", {"men": 10, "per_man": "shirkers"}, 40),
    ],
)
def test_a_squad_is_priced_by_men_and_what_they_carry(
    key: str, options: dict[str, object], points: int
) -> None:
    roster = muster(find_nation(key), platoon(line(key, **options)))

    assert price(roster, "n2") == points


@pytest.mark.parametrize(
    ("key", "options", "points"),
    [
        ("german-second-lieutenant", {}, 50),
        ("german-second-lieutenant", {"experience": "veteran", "extra_men": "extra-man"}, 78),
        ("german-major", {"staff": "intelligence-officer", "gear": "horses"}, 185),
        ("us-captain", {"experience": "inexperienced", "extra_men": {"extra-man": 2}}, 109),
        ("uk-captain", {"staff": {"bagpiper": 2}}, 176),
        ("uk-free-artillery-observer", {"extra_men": {"extra-man": 2}}, 20),
        ("soviet-politruk-commissar", {"attendants": {"regular-man": 2}}, 50),
        ("us-sniper-team", {"weapons": {"smg": 2}}, 54),
        ("german-medium-mortar-team", {"experience": "veteran", "gear": "spotter"}, 75),
        ("soviet-tank-hunters", {}, 28),
        ("soviet-tank-hunters", {"team_men": 4, "weapons": {"smg": 2}, "gear": "panzerfaust"}, 67),
        ("soviet-dog-mines", {"experience": "veteran", "team_men": 3}, 69),
        ("soviet-anti-tank-rifle-squad", {"weapons": {"anti-tank-rifle": 3}}, 95),
        ("soviet-anti-tank-rifle-squad", {"team_men": 7, "per_man": "anti-tank-grenades"}, 84),
    ],
)
def test_officers_and_teams_are_priced_by_level_and_what_goes_with_them(
    key: str, options: dict[str, object], points: int
) -> None:
    roster = muster(find_nation(key), platoon(line(key, **options)))

    assert price(roster, "n2") == points


def test_a_weapon_in_place_of_a_rifle_adds_no_man() -> None:
    plain = germans(LIEUTENANT, line(HEER, men=6), line(HEER, men=6))
    armed = germans(LIEUTENANT, line(HEER, men=6, nco="smg", weapons="lmg"), line(HEER, men=6))

    before, after = evaluate(CATALOGUE, plain), evaluate(CATALOGUE, armed)

    assert before.derived["n1"]["men-in-squads"] == after.derived["n1"]["men-in-squads"] == 12
    assert before.tallies[""]["order-dice"] == after.tallies[""]["order-dice"] == 3
    assert after.total - before.total == 23


@pytest.mark.parametrize(
    ("weapons", "is_right"),
    [
        ({"assault-rifle": 4}, True),
        ({"assault-rifle": 3, "lmg": 1}, True),
        ({"assault-rifle": 4, "lmg": 1}, False),
    ],
)
def test_weapons_are_for_the_men_that_there_are(weapons: dict[str, int], is_right: bool) -> None:
    squad = line("german-heer-veteran-grenadier-squad", men=5, nco="smg", weapons=weapons)

    assert (("too-many-options", "n3") not in codes(germans(LIEUTENANT, squad))) is is_right


def test_adding_a_second_squad_never_moves_the_price_of_the_first() -> None:
    roster = germans(LIEUTENANT, line(HEER, men=8, weapons="lmg"))
    first = price(roster, "n3")

    for entry in SQUADS:
        added = AddNode("n1", Node("added", entry.key)).apply(roster)
        assert price(added, "n3") == first


# Places of a platoon


def test_a_platoon_starts_with_what_must_be_in_it_and_says_what_is_missing() -> None:
    empty = evaluate(CATALOGUE, germans())

    missing = [(p.subject, p.parameters["measure"], p.parameters["bound"]) for p in empty.problems]
    assert missing == [("lieutenant", 0, 1), ("infantry", 0, 2)]
    for army_list in CATALOGUE.army_lists.values():
        default = evaluate(CATALOGUE, build_default_roster(CATALOGUE, army_list))
        assert default.problems == ()
        assert default.tallies[""]["order-dice"] == 3


@pytest.mark.parametrize(
    ("squads", "found"),
    [
        (1, [("count-below-list", "n3")]),
        (2, []),
        (5, []),
        (6, [("count-above-list", "n3")]),
    ],
)
def test_a_platoon_has_two_to_five_squads(squads: int, found: list[tuple[str, str]]) -> None:
    assert codes(germans(LIEUTENANT, line(HEER, squads))) == found


SUPPORT = [
    pytest.param(army_list.nation, row, id=f"{army_list.nation}-{row.key}")
    for army_list in CATALOGUE.army_lists.values()
    for row in army_list.rows
    if row.addition and row.key not in ("transport", "free-unit")
]


THREE_AS_ONE = {("usa", "machine-gun"), ("ussr", "anti-tank"), ("uk", "motorcycles")}


@pytest.mark.parametrize(("nation", "row"), SUPPORT)
def test_each_support_is_counted_in_its_own_platoon(nation: str, row: Row) -> None:
    army_list = CATALOGUE.army_lists[f"{nation}-reinforced-platoon"]
    (first,) = build_default_roster(CATALOGUE, army_list).children
    one = replace(first, children=(*first.children, Node("one", row.entries[0])))
    other = replace(
        one, id="p2", children=tuple(replace(each, id=f"{each.id}-2") for each in one.children)
    )
    roster = replace(muster(nation), children=(one, other))

    assert codes(roster) == []
    most = 3 if (nation, row.key) in THREE_AS_ONE else 1
    assert codes(SetCount("one", most).apply(roster)) == []
    assert codes(SetCount("one", most + 1).apply(roster)) == [("count-above-list", "one")]


@pytest.mark.parametrize(
    ("lines", "measure", "bound"),
    [
        ([line(HEER, 2)], 3, 2),
        ([line(HEER, 2), line("german-75-mm-pak-40")], 3, 3),
        ([line(HEER, 3)], 3, 3),
        ([line(HEER, 2), line("german-sniper-team")], 3, 2),
    ],
)
def test_transports_and_tows_are_one_for_each_squad_and_gun(
    lines: list[Written], measure: int, bound: int
) -> None:
    roster = germans(LIEUTENANT, *lines, line("german-truck", measure))

    found = [
        (p.parameters["measure"], p.parameters["at_most"], p.parameters["squads"])
        for p in evaluate(CATALOGUE, roster).problems
    ]

    assert found == ([(measure, bound, 2)] if measure > bound else [])


def test_the_free_squad_of_the_soviets_may_ride_beside_five_others_and_a_gun() -> None:
    lines = [
        line("soviet-second-lieutenant"),
        line("soviet-guards-squad", 5),
        line("soviet-free-rifle-squad"),
        line("soviet-zis-2-at-gun"),
        line("soviet-truck", 7),
    ]

    assert codes(muster("ussr", platoon(*lines))) == []


def test_seats_add_up() -> None:
    roster = germans(
        LIEUTENANT,
        line(HEER, 2),
        line("german-sdkfz-251-1-half-track-hanomag"),
        line("german-kubelwagen"),
    )

    assert evaluate(CATALOGUE, roster).tallies[""]["seats"] == 15


def test_a_platoon_takes_its_own_nation_only() -> None:
    roster = germans(LIEUTENANT, line(HEER, 2), line("soviet-t-34-medium-tank"))

    (problem,) = evaluate(CATALOGUE, roster).problems

    assert (problem.code, problem.severity, problem.node) == (
        "entry-outside-list",
        "illegal",
        "n4",
    )
    offered = {offer.entry for offer in find_offers(CATALOGUE, roster, "n1")}
    assert offered == {
        entry
        for row in CATALOGUE.army_lists["germany-reinforced-platoon"].rows
        for entry in row.entries
    }


# The data


@pytest.mark.parametrize(
    ("level", "morale", "damage"),
    [("inexperienced", 8, "3+"), ("regular", 9, "4+"), ("veteran", 10, "5+")],
)
def test_levels_are_those_of_the_summary(level: str, morale: int, damage: str) -> None:
    statistics = CATALOGUE.entries[level].statistics

    assert (statistics["morale"], statistics["damage"]) == (morale, damage)


def test_officers_add_one_to_four() -> None:
    bonus = {
        key.removeprefix("german-"): CATALOGUE.entries[key].statistics["morale-bonus"]
        for key in (
            "german-second-lieutenant",
            "german-first-lieutenant",
            "german-captain",
            "german-major",
        )
    }

    assert bonus == {"second-lieutenant": 1, "first-lieutenant": 2, "captain": 3, "major": 4}


def test_there_is_enough_of_each_nation() -> None:
    for army_list in CATALOGUE.army_lists.values():
        printed = {entry for row in army_list.rows for entry in row.entries}
        assert len([entry for entry in VEHICLES if entry.key in printed]) >= 12


def test_every_number_has_its_source_and_every_doubt_its_note() -> None:
    entries = CATALOGUE.entries
    doubtful = [
        "us-2-1-2-ton-truck",
        "german-wirbelwind",
        "uk-archer-sp-17-pdr",
        "soviet-t-60-light-tank",
        "uk-cruiser-tank-mk-viii-cromwell",
        "us-captain",
        "us-engineer-squad",
        "soviet-airborne-squad",
        "uk-armoured-field-ambulance",
    ]

    assert [key for key, entry in entries.items() if entry.source not in CATALOGUE.citations] == []
    assert [key for key in doubtful if not entries[key].remark] == []
    assert not entries["us-m4a1-a2-a3-a4-sherman-75-mm"].remark  # a pattern, and no doubt


STEPS = {"team": (Fraction(7, 10), Fraction(13, 10)), "gun": (Fraction(4, 5), Fraction(6, 5))}
"""What an inexperienced and a veteran one costs, in parts of a regular one; vehicles as guns."""


def is_off_the_steps(entry: Entry) -> bool:
    """Whether a level costs over a point more or less than its step; a gyrostabiliser adds 10."""
    costs = {key: int(each.points or 0) for key, each in entry.groups["experience"].options.items()}
    if "regular" not in costs or costs["regular"] == 0:
        return False
    gyro = any(brought.entry == "gyro-stabilisers" for brought in entry.brings)
    below, above = STEPS.get(entry.kind, STEPS["gun"])
    guns = sum(brought.entry.endswith("-at-gun") for brought in entry.brings)
    wanted = {
        "inexperienced": below * costs["regular"],
        "veteran": above * costs["regular"] + (10 * max(1, guns) if gyro else 0),
    }
    return any(abs(costs[key] - each) > 1 for key, each in wanted.items() if key in costs)


def test_every_price_off_the_steps_between_levels_carries_a_note() -> None:
    off = [
        entry
        for entry in CATALOGUE.entries.values()
        if entry.kind in ("team", "gun", "vehicle") and is_off_the_steps(entry)
    ]

    assert len(off) >= 15
    assert [entry.key for entry in off if not entry.remark] == []


def test_an_evaluation_says_how_many_transports_there_are_and_may_be() -> None:
    evaluation: Evaluation = evaluate(
        CATALOGUE, germans(LIEUTENANT, line(HEER, 2), line("german-truck"))
    )

    derived = evaluation.derived["n1"]
    assert (derived["transports"], derived["transports-allowed"]) == (1, 2)


# What vehicles, guns and teams are armed with


@pytest.mark.parametrize(
    ("key", "options", "points"),
    [
        ("us-m3-half-track", {"fittings": {"mmg-pintle-left": 1, "mmg-pintle-right": 1}}, 129),
        ("german-panzer-iv-ausf-g-h-j", {"fittings": "schurzen"}, 245),
        ("german-sdkfz-222-light-armoured-car",
         {"armament": "german-sdkfz-222-sdkfz-221-with-mmg"}, 75),
        ("german-panzer-iii-ausf-l-m", {"experience": "veteran", "fittings": "schurzen"}, 244),
        ("us-jeep", {"pintle": "hmg-pintle-all-round"}, 46),
        ("soviet-t-34-medium-tank", {"armament": "soviet-t-34-ot-34"}, 235),
        ("soviet-kv-1-heavy-tank", {"armament": "soviet-kv-1-kv-1s"}, 280),
        ("uk-20-mm-polsten-cannon", {}, 50),
        ("uk-20-mm-polsten-cannon", {"barrels": {"light-autocannon": 4}}, 140),
        ("us-light-artillery", {"gear": "gun-shield"}, 50),
        ("us-light-mortar-team", {"gear": "paratrooper-version"}, 40),
        ("us-light-mortar-team", {"experience": "veteran"}, 52),
        ("us-light-mortar-team", {"experience": "veteran", "gear": "paratrooper-version"}, 46),
    ],
)  # fmt: skip
def test_what_a_vehicle_or_gun_is_fitted_with_is_paid_for(
    key: str, options: dict[str, object], points: int
) -> None:
    roster = muster(find_nation(key), platoon(line(key, **options)))

    assert price(roster, "n2") == points


@pytest.mark.parametrize(
    ("key", "options", "seats"),
    [
        ("us-jeep", {}, 3),
        ("us-jeep", {"pintle": "mmg-pintle-all-round"}, 0),
        ("uk-jeep", {"pintle": "mmg-pintle-all-round"}, 0),
        ("uk-universal-carrier-late-war", {}, 5),
        ("uk-universal-carrier-late-war", {"pintle": "piat-front"}, 0),
        ("uk-3-ton-truck", {"fittings": "bedford-qlt"}, 29),
        ("uk-bren-carrier", {"fittings": "carden-loyd-tow"}, 0),
        ("soviet-lend-lease-bren-carrier", {}, 5),
    ],
)
def test_a_fitting_may_take_the_seats(key: str, options: dict[str, object], seats: int) -> None:
    roster = muster(find_nation(key), platoon(line(key, **options)))

    assert evaluate(CATALOGUE, roster).tallies["n2"]["seats"] == seats


def find_weapons(key: str, **options: object) -> set[str]:
    roster = muster(find_nation(key), platoon(line(key, **options)))
    (table,) = (table for table in CATALOGUE.sheet.tables if table.kind == "weapon")
    return {used.entry.key for used in find_used(CATALOGUE, roster, table)}


@pytest.mark.parametrize(
    ("key", "options", "weapons"),
    [
        (HEER, {"men": 6, "nco": "smg", "weapons": "lmg"}, {"rifle", "smg", "lmg"}),
        ("soviet-submachine-gun-squad", {}, {"smg"}),
        ("german-second-lieutenant", {}, {"pistol"}),
        ("german-medium-mortar-team", {}, {"medium-mortar"}),
        ("german-75-mm-pak-40", {}, {"heavy-at-gun"}),
        ("german-panzer-iv-ausf-g-h-j", {}, {"heavy-at-gun", "mmg"}),
        ("us-jeep", {}, set()),
        ("us-jeep", {"pintle": "hmg-pintle-all-round"}, {"hmg"}),
        ("soviet-t-34-medium-tank", {"armament": "soviet-t-34-ot-34"},
         {"medium-at-gun", "mmg", "vehicle-flamethrower"}),
    ],
)  # fmt: skip
def test_a_sheet_lists_the_weapons_of_all_that_is_fielded(
    key: str, options: dict[str, object], weapons: set[str]
) -> None:
    assert find_weapons(key, **options) == weapons


def test_all_that_fights_is_armed_but_for_what_the_data_leave_bare() -> None:
    unarmed = {"transport", "ambulance"}
    bare = {
        entry.key
        for entry in CATALOGUE.entries.values()
        if entry.kind in ("gun", "team", "vehicle")
        and entry.categories.isdisjoint(unarmed)
        and not find_weapons(entry.key)
    }

    assert bare == {
        "german-sdkfz-250-4-alte-aa-half-track",
        "us-m3-scout-car",
        "us-priest-op-m7-command-vehicle",
        "uk-command-armoured-truck",
        "soviet-lend-lease-m3-scout-car",
    }
