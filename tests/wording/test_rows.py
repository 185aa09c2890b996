"""Rows of army lists that have a name: their offers, what is folded, what is said of them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from lists.rules.beginnings import build_default_roster
from lists.rules.evaluate import evaluate
from lists.rules.trial import Trial
from lists.wording.builder import show_builder
from lists.wording.calculator import show_calculator
from lists.wording.choices import ShownSection
from lists.wording.place import SETTINGS, Place
from lists.wording.problems import word_fix, word_problem
from lists.wording.systems import show_catalogue, show_system
from tests.bolt_action import CATALOGUE, Written, corpus_roster, line, muster, platoon
from tests.breaking_news import GAME as ITALIANS

ROSTER = corpus_roster("germany-computed")
SQUAD, TANK = "german-heer-infantry-squad", "german-panzer-iv-ausf-g-h-j"


def show_sections(place: Place, language: str = "en") -> dict[str, ShownSection]:
    evaluation = evaluate(CATALOGUE, ROSTER)
    shown = show_builder(CATALOGUE, ROSTER, evaluation, place, language)
    return {section.key: section for section in shown.adding.sections}


def test_each_row_has_a_heading_with_how_many_there_are() -> None:
    sections = show_sections(Place())

    assert [(s.name, s.tally) for s in sections.values()][:3] == [
        ("Lieutenant", "1/1"),
        ("Infantry squads", "3/5"),
        ("Captain or major", "0/1"),
    ]
    assert show_sections(Place(), "es")["transport"].name == "Transportes y remolques"


@pytest.mark.parametrize(
    ("place", "shown", "folded"),
    [
        (Place(), 0, 72),
        (Place(row="transport"), 0, 72),
        (Place(row="tank"), 72, 72),
        (Place(query="tiger"), 4, 0),
        (Place(has_all=True), 72, 0),
    ],
)
def test_a_long_row_is_folded_until_it_is_asked_for(place: Place, shown: int, folded: int) -> None:
    tanks = show_sections(place)["tank"]

    assert (len(tanks.offers), tanks.folded) == (shown, folded)
    assert bool(tanks.link) is bool(folded)


def test_a_folded_row_leads_to_itself_and_back() -> None:
    folded, unfolded = show_sections(Place())["tank"], show_sections(Place(row="tank"))["tank"]

    assert (folded.link, unfolded.link) == ("?row=tank", "?")


def test_a_short_row_is_never_folded() -> None:
    assert [offer.name for offer in show_sections(Place())["senior-officer"].offers] == [
        "Hauptmann (Captain)",
        "Major",
    ]


@pytest.mark.parametrize(
    ("key", "sentence", "fix"),
    [
        ("six-squads", "Infantry squads: 6, at most 5.", "Remove Heer Grenadier Squad"),
        ("one-squad", "Infantry squads: 1, at least 2.", "Add 1 Heer Infantry Squad"),
        (
            "one-transport-too-many",
            "Reinforced platoon: 3 transports and tows for 2 infantry squads and 0 guns."
            " One for each is 2.",
            "Remove Kübelwagen",
        ),
    ],
)
def test_a_problem_names_the_row_and_shows_its_sum(key: str, sentence: str, fix: str) -> None:
    roster = corpus_roster(key)

    (problem,) = evaluate(CATALOGUE, roster).problems

    assert word_problem(CATALOGUE, roster, problem, "en") == sentence
    assert word_fix(CATALOGUE, roster, problem, "en") == fix


def test_the_systems_page_tells_nations_apart_and_gives_the_price_of_each_level() -> None:
    tables = {table.key: table for table in show_catalogue(CATALOGUE, "en").tables}
    rows = {row.key: row for row in tables["vehicle"].rows}

    tank = rows["soviet-t-34-medium-tank"]
    assert (tank.nation, tank.points, tank.source) == ("Soviet Union", "195", "Community data")
    assert tank.prices == (
        "Experience: Inexperienced\xa0156, Regular\xa0195, Veteran\xa0234."
        " Armed with: MMG (hull, front)\xa00; OT-34\xa040."
    )
    assert not tables["vehicle"].has_pages
    assert tables["vehicle"].only_source == "Community data"


def test_the_systems_page_has_no_points_of_what_costs_what_its_unit_pays() -> None:
    tables = {table.key: table for table in show_catalogue(CATALOGUE, "en").tables}
    points = {row.key: row.points for row in tables["equipment"].rows}

    assert points["anti-tank-grenades"] == "–"


def test_the_calculator_tells_nations_apart() -> None:
    shown = show_calculator(CATALOGUE, Trial("uk-medic"), "en")

    assert shown is not None
    headquarters = next(kind for kind in shown.kinds if kind.name == "Headquarters")
    assert "Medic · United Kingdom" in [entry.label for entry in headquarters.entries]


@pytest.mark.parametrize(
    ("limit", "lines", "fix"),
    [
        # One tank too many goes before what the platoon may have.
        (560, [line("german-75-mm-pak-40"), line(TANK), line(TANK)],
         "Remove Panzer IV Ausf. G, H, J"),
        (200, [line("german-75-mm-pak-40"), line(TANK, 2)],
         "Remove 2 Panzer IV Ausf. G, H, J and 75 mm Pak 40"),
        (60, [line("german-sniper-team"), line("german-75-mm-pak-40"), line(TANK),
              line("german-truck")],
         "Remove Truck, Panzer IV Ausf. G, H, J, 75 mm Pak 40 and 2 more"),
    ],
)  # fmt: skip
def test_what_brings_a_list_within_its_limit_is_named(
    limit: int, lines: list[Written], fix: str
) -> None:
    full = platoon(line("german-second-lieutenant"), line(SQUAD, 2), *lines)
    roster = replace(muster("germany", full), points_limit=limit)

    problem = evaluate(CATALOGUE, roster).problems[0]

    assert problem.code == "points-over-limit"
    assert word_fix(CATALOGUE, roster, problem, "en") == fix


@pytest.mark.parametrize(("squads", "tally"), [(2, "0/2"), (5, "0/5")])
def test_a_row_that_a_rule_bounds_says_how_many_there_may_be_now(squads: int, tally: str) -> None:
    roster = muster("germany", platoon(line("german-heer-infantry-squad", squads)))
    shown = show_builder(CATALOGUE, roster, evaluate(CATALOGUE, roster), Place(), "en")

    assert {s.key: s.tally for s in shown.adding.sections}["transport"] == tally


@pytest.mark.parametrize(
    ("language", "names"),
    [
        ("en", ["Reinforced platoon · Germany", "Reinforced platoon · USA"]),
        ("es", ["Pelotón reforzado · Alemania", "Pelotón reforzado · EE. UU."]),
    ],
)
def test_an_army_list_is_told_apart_by_its_nation(language: str, names: list[str]) -> None:
    nations = show_system(CATALOGUE, language).nations

    assert [each.fielded for nation in nations for each in nation.lists][:2] == names


def test_an_army_list_of_a_name_of_its_own_goes_by_that() -> None:
    lists = [each for nation in show_system(ITALIANS, "en").nations for each in nation.lists]

    assert {each.fielded for each in lists} == {each.name for each in lists}


def test_settings_and_terms_speak_of_readings_where_there_are_any() -> None:
    shown = [
        show_builder(game, roster, evaluate(game, roster), Place(view=SETTINGS), "en")
        for game, roster in [
            (CATALOGUE, ROSTER),
            (ITALIANS, build_default_roster(ITALIANS, ITALIANS.army_lists["bersaglieri"])),
        ]
    ]

    assert [page.summary.terms.has_readings for page in shown] == [False, True]
    assert [bool(page.settings and page.settings.readings) for page in shown] == [False, True]
