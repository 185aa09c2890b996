"""What a unit is offered: rows, additions, upgrades as men to add, extras, and the rest."""

from __future__ import annotations

from dataclasses import replace

import pytest

from lists.rules.beginnings import build_default_roster
from lists.rules.compiling.catalogue import compile_catalogue
from lists.rules.compiling.sections import InvalidCatalogue
from lists.rules.listing import find_printed
from lists.rules.offers import ADDITIONS, EXTRAS, ROWS, Offer, find_offers
from lists.rules.roster import Choice, Node
from tests.catalogues import breaking_news
from tests.small_game import build_home_guard, write_small_game

CATALOGUE = breaking_news()


def offers_of(army_list: str, *more: Node) -> list[Offer]:
    roster = build_default_roster(CATALOGUE, CATALOGUE.army_lists[army_list])
    team = roster.children[0]
    team = replace(team, children=(*team.children, *more))
    return list(find_offers(CATALOGUE, replace(roster, children=(team,)), team.id))


def test_rows_come_with_what_the_list_prints() -> None:
    rows = [
        (o.entry, o.price, o.taken, o.most) for o in offers_of("us-marines") if o.section == ROWS
    ]

    assert rows == [
        ("team-leader", 22, 1, 1),
        ("section-leader", 17, 2, 2),
        ("rifleman", 12, 2, 2),
        ("grenadier", 17, 2, 2),
        ("gunner", 17, 2, 2),
    ]


def test_an_upgrade_of_one_of_several_men_is_offered_as_a_man() -> None:
    armed = Node("armed", "fighter", 3, options={"weapon": (Choice("rpg"),)})

    additions = [o for o in offers_of("somali-warlords", armed) if o.section == ADDITIONS]

    assert [(o.entry, o.option, o.price, o.taken) for o in additions if o.option] == [
        ("fighter", "rpg", 12, 3),
        ("fighter", "lmg", 10, 0),
    ]


def test_an_upgrade_of_a_single_leader_is_no_second_leader() -> None:
    assert not [o for o in offers_of("us-marines") if o.entry == "team-leader" and o.option]


def test_an_exchange_is_offered_as_a_whole() -> None:
    (exchange,) = [o for o in offers_of("folgore") if o.entry == "grenadier"]

    assert (exchange.count, exchange.most, exchange.section) == (2, 2, ADDITIONS)


def test_extras_are_those_of_the_list_and_those_for_all() -> None:
    extras = {o.entry for o in offers_of("us-marines") if o.section == EXTRAS}

    assert extras == {
        "improved-support",
        "ambush",
        "intelligence",
        "helicopter-evacuation",
        "press-embedded",
        "press-independent",
        "civilians",
        "negotiation",
    }


@pytest.mark.parametrize(
    ("army_list", "entry", "group", "printed"),
    [
        ("us-marines", "team", "troop-class", {"elite", "veteran", "trained"}),
        ("taliban", "team", "troop-class", {"militia", "fanatic", "terrorist-commando"}),
        ("us-marines", "team-leader", "leadership", {"level-2", "level-3"}),
        ("us-marines", "rifleman", "weapon", {"assault-rifle"}),
        ("us-marines", "rifleman", "leadership", set()),
        ("somali-warlords", "fighter", "weapon", {"assault-rifle", "rpg", "lmg"}),
        ("panzergrenadiers", "gunner", "weapon", {"lmg", "mmg"}),
    ],
)
def test_what_the_list_prints_for_a_line_is_known(
    army_list: str, entry: str, group: str, printed: set[str]
) -> None:
    roster = build_default_roster(CATALOGUE, CATALOGUE.army_lists[army_list])
    node = next(each for each in roster.walk() if each.entry == entry)

    assert find_printed(CATALOGUE, roster, node.id)[group] == printed


def test_an_open_list_prints_nothing_and_so_marks_nothing() -> None:
    roster = build_default_roster(CATALOGUE, CATALOGUE.army_lists["from-scratch"])

    assert find_printed(CATALOGUE, roster, roster.children[0].id) == {}


def test_a_row_is_bounded_by_a_rule_that_there_is() -> None:
    document = write_small_game()
    document["army_lists"][0]["rows"][0]["bound"] = "ghost"

    with pytest.raises(InvalidCatalogue, match="No restriction 'ghost'"):
        compile_catalogue(document)


@pytest.mark.parametrize(
    ("at_most", "when", "most", "is_full"),
    [
        ("9", "1", 5, False),
        ("4", "1", 4, False),
        ("3", "1", 3, True),
        ("7 / 2", "1", 3, True),
        ("0", "1", 0, True),
        ("0 - 2", "1", 0, True),
        ("4", "count(truck) > 0", 5, False),
    ],
)
def test_a_row_has_room_for_what_its_rule_leaves(
    at_most: str, when: str, most: int, is_full: bool
) -> None:
    document = write_small_game()
    document["army_lists"][0]["rows"][1]["bound"] = "few-soldiers"
    rule = {**document["restrictions"][1], "code": "few-soldiers", "measure": "count(soldier)"}
    del rule["at_least"]
    document["restrictions"].append({**rule, "at_most": at_most, "when": when})
    game = compile_catalogue(document)
    roster = build_home_guard(game)

    offers = find_offers(game, roster, roster.children[0].id)

    (soldier,) = (each for each in offers if each.row == "soldier")
    assert (soldier.taken, soldier.most, soldier.is_full) == (3, most, is_full)
