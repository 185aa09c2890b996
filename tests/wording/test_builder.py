from dataclasses import replace

import pytest
from django.http import QueryDict
from django.utils.translation import override

from lists.building.saving import Clash
from lists.building.values import InvalidIntent
from lists.forms.builder import read_intent, read_place
from lists.rules.catalogue import Catalogue
from lists.rules.compiling.catalogue import compile_catalogue
from lists.rules.evaluate import evaluate
from lists.rules.roster import Choice, Node, Roster
from lists.templatetags.drawing import draw, drawings
from lists.wording.builder import show_builder
from lists.wording.place import Place
from lists.wording.replies import word_clash, word_refusal
from lists.wording.summary import ShownGauge, show_gauge
from tests.small_game import both, build_home_guard, compile_small_game, write_small_game

CATALOGUE: Catalogue = compile_small_game()
HOME_GUARD = build_home_guard(CATALOGUE)  # n1 the team, n2 its leader, n3 three soldiers


def show(roster: Roster, place: Place = Place(), language: str = "en"):  # noqa: B008
    return show_builder(CATALOGUE, roster, evaluate(CATALOGUE, roster), place, language)


def with_limit(limit: int) -> Roster:
    return replace(HOME_GUARD, points_limit=limit)


# Places


@pytest.mark.parametrize(
    "place",
    [
        Place(),
        Place(view="add", unit="n1"),
        Place(view="settings"),
        Place(open="n2", query="a & b=c", has_all=True, fits_only=True),
        Place(view="add", row="tank"),
    ],
)
def test_place_reads_what_it_writes(place: Place) -> None:
    assert read_place(QueryDict(place.write().removeprefix("?"))) == place


def test_button_holds_a_whole_intent() -> None:
    post = QueryDict("act=operation%3Dcount%26node%3Dn3%26step%3D1&base=4&key=k&place=%3Fadd%3D1")

    intent = read_intent(post)

    assert (intent.operation, intent.node, intent.value) == ("count", "n3", {"step": "1"})
    assert (intent.base, intent.key) == (4, "k")


# Points


@pytest.mark.parametrize(
    ("limit", "balance", "gauge"),
    [
        (50, "21 points left.", ShownGauge(557, 961, "")),
        (30, "1 point left.", ShownGauge(935, 967, "")),
        (29, "The limit is spent exactly.", ShownGauge(966, 966, "")),
        (
            28,
            "1 point over the limit; up to 29 is accepted.",
            ShownGauge(1000, 965, " is-accepted"),
        ),
        (27, "2 points over the limit.", ShownGauge(1000, 931, " is-over")),
        (0, "No limit.", ShownGauge(1000, 0, " is-over")),
    ],
)
def test_balance_and_gauge_follow_the_limit(limit: int, balance: str, gauge: ShownGauge) -> None:
    roster = with_limit(limit)

    assert show(roster).summary.balance == balance
    assert show_gauge(evaluate(CATALOGUE, roster)) == gauge


# What can be added


def offers_of(roster: Roster, **place: object) -> dict[str, list[str]]:
    sections = show(roster, Place(**place)).adding.sections  # type: ignore[arg-type]
    return {section.key: [offer.label for offer in section.offers] for section in sections}


def test_rows_and_additions_come_first_and_the_rest_stands_behind_a_switch() -> None:
    ours = {
        "rows": ["Leader", "Soldier", "Soldier Machine gun"],
        "additions": ["Truck Machine gun", "2 Scout"],
        "extras": ["Ambush"],
    }

    assert offers_of(HOME_GUARD) == ours
    assert offers_of(HOME_GUARD, has_all=True) == {**ours, "else": ["Squad"]}


def test_search_looks_everywhere_and_for_all_words() -> None:
    assert offers_of(HOME_GUARD, query="machine SOLD") == {"rows": ["Soldier Machine gun"]}
    assert offers_of(HOME_GUARD, query="squ") == {"else": ["Squad"]}
    assert offers_of(HOME_GUARD, query="dragon") == {}


def test_open_list_offers_everything_at_once() -> None:
    raiders = replace(HOME_GUARD, army_list="raiders")

    assert list(offers_of(raiders)) == ["else", "extras"]


def test_offers_name_no_node_so_that_they_look_the_same_in_every_list() -> None:
    sections = show(HOME_GUARD).adding.sections

    acts = {offer.label: offer.act for offer in sections[0].offers}
    assert acts["Soldier"] == "operation=take&entry=soldier&row=soldier"
    assert acts["Soldier Machine gun"] == "operation=take&entry=soldier&row=gunner"


@pytest.mark.parametrize(
    ("place", "unit"),
    [
        (Place(), "n1"),
        (Place(unit="t2"), "t2"),
        (Place(open="s2"), "t2"),
        (Place(unit="gone"), "n1"),
    ],
)
def test_unit_that_is_added_to_is_the_one_at_hand(place: Place, unit: str) -> None:
    second = Node("t2", "team", children=(Node("s2", "soldier"),))
    roster = replace(HOME_GUARD, children=(*HOME_GUARD.children, second))

    adding = show(roster, place).adding

    assert adding.unit is not None
    assert adding.unit.id == unit


# The opened line


def test_opened_line_says_what_it_costs_part_by_part() -> None:
    opened = show(HOME_GUARD, Place(open="n2")).opened

    assert opened is not None
    assert [(part.name, part.amount) for part in opened.parts] == [
        ("Regular", "6"),
        ("Rifle", "0"),
        ("Leader", "5"),
    ]
    assert (opened.up, opened.down) == ("", "operation=move&node=n2&position=2")


def test_figures_are_numbered_across_lines() -> None:
    document = write_small_game()
    document["currencies"][1]["numbers"] = True
    catalogue = compile_catalogue(document)
    evaluation = evaluate(catalogue, HOME_GUARD)

    team = show_builder(catalogue, HOME_GUARD, evaluation, Place(), "en").roster.nodes[0]

    assert [line.numbers for line in team.lines] == ["1", "2–4"]


def test_part_is_drawn_once_for_equal_values_in_each_language() -> None:
    first, again = show(HOME_GUARD).adding.starts, show(HOME_GUARD).adding.starts
    drawings.forget()

    drawn, sizes = set(), []
    for language, starts in (("en", first), ("en", again), ("es", first)):
        with override(language):
            drawn.add(draw("lists/builder/starts.html", starts))
        sizes.append(drawings.size)

    assert len(drawn) == 2
    assert 0 < sizes[0] == sizes[1] < sizes[2]


# Why not


@pytest.mark.parametrize(
    ("refusal", "sentence"),
    [
        (InvalidIntent("count", "not-a-number"), "Write a whole number."),
        (InvalidIntent("count", "too-small", at_least=1), "Write 1 or more."),
        (InvalidIntent("count", "too-large", at_most=999), "Write 999 or less."),
        (InvalidIntent("", "too-large"), "The list cannot grow further."),
        (
            InvalidIntent("name", "too-long", at_most=200),
            "That is too long. Keep to 200 characters.",
        ),
        (
            InvalidIntent("hat", "brimless"),
            "That cannot be done with this list. Reload the page and try again.",
        ),
    ],
)
def test_refusal_says_what_to_do(refusal: InvalidIntent, sentence: str) -> None:
    assert word_refusal(refusal, "en") == sentence


RIFLE, MACHINE_GUN = (Choice("rifle"),), (Choice("machine-gun"),)


@pytest.mark.parametrize(
    ("clash", "name", "current", "typed"),
    [
        (Clash("n3", "count", 3, 4, 7), "Soldier: Count", "4", "7"),
        (Clash("n3", "name", "", "", "Ana"), "Soldier: Name", "nothing", "Ana"),
        (
            Clash("n3", "options.weapon", None, RIFLE, MACHINE_GUN),
            "Soldier: weapon",
            "Rifle",
            "Machine gun",
        ),
        (Clash("n9", "exists", base=True, current=None, typed=True), "Line", "removed", "kept"),
        (Clash("", "points_limit", 50, 60, 70), "Points limit", "60", "70"),
        (Clash("", "scenario", "", "the-ford", ""), "Scenario", "The ford", "nothing"),
        (
            Clash("", "readings.veteran-points", "book", "errata", "book"),
            "Points of veterans",
            "The errata",
            "The book",
        ),
        (Clash("", "optional_rules", (), ("fog",), ("mud",)), "Optional rules", "Fog", "Mud"),
    ],
)
def test_clash_names_the_value_and_both_sides(
    clash: Clash, name: str, current: str, typed: str
) -> None:
    shown = word_clash(CATALOGUE, HOME_GUARD, clash, "en")

    assert (shown.name, shown.current, shown.typed) == (name, current, typed)


# Opponents


def test_opponents_that_rules_ask_about_are_offered_by_their_names() -> None:
    document = write_small_game()
    for entry in document["entries"]:
        if entry["key"] in ("green", "veteran"):
            entry["categories"] = ["local", "foreign"]
    document["categories"] = [{"key": "local", "name": both("Locals", "Paisanos")}]
    document["effects"][0]["when"] = "opponent in {foreign, local, elsewhere}"
    catalogue = compile_catalogue(document)
    roster = build_home_guard(catalogue)

    page = show_builder(
        catalogue, roster, evaluate(catalogue, roster), Place(view="settings"), "es"
    )

    opponents = [(each.key, each.name) for each in page.settings.opponents[1:]]
    assert opponents == [("local", "Paisanos"), ("elsewhere", "Otro lugar"), ("foreign", "foreign")]


@pytest.mark.parametrize(
    ("query", "hint"),
    [
        ("grenades", "Grenades is chosen on a line. Open one, such as: Leader."),
        ("soldier", ""),
        ("dragon", ""),
        ("", ""),
    ],
)
def test_a_search_for_an_option_says_where_it_is_chosen(query: str, hint: str) -> None:
    assert show(HOME_GUARD, Place(query=query)).adding.hint == hint
