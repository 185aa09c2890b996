"""A catalogue whose army lists cannot be played is found out."""

from collections.abc import Callable
from typing import Any

import pytest

from lists.loading.proof import find_faults
from lists.rules.compiling.catalogue import compile_catalogue
from tests.catalogues import SYSTEMS, load_game
from tests.small_game import both, compile_small_game, write_small_game

type Document = dict[str, Any]


@pytest.mark.parametrize("system", SYSTEMS)
def test_every_army_list_of_each_game_can_be_played(system: str) -> None:
    assert list(find_faults(load_game(system))) == []


def test_every_army_list_of_the_small_game_can_be_played() -> None:
    assert list(find_faults(compile_small_game())) == []


def hold_no_vehicles(document: Document) -> None:
    document["entries"][0]["holds"] = ["figure", "extra"]


def print_foreign_option(document: Document) -> None:
    document["army_lists"][0]["rows"][0]["options"] = {"weapon": ["radio"]}


def print_foreign_group(document: Document) -> None:
    document["army_lists"][0]["additions"][1]["options"] = {"kit": ["radio"]}


def offer_foreign_class(document: Document) -> None:
    document["army_lists"][1]["options"] = {"troop-class": ["rifle"]}


def demand_the_impossible(document: Document) -> None:
    document["restrictions"].append(
        {
            "code": "never",
            "scope": "unit",
            "require": "1 = 2",
            "severity": "illegal",
            "message": both("Never."),
        }
    )


@pytest.mark.parametrize(
    ("spoil", "faults"),
    [
        (hold_no_vehicles, ["home-guard, row truck: team may not hold truck."]),
        (
            print_foreign_option,
            [
                "home-guard: option-not-offered (group: weapon, taken: ('radio',)).",
                "home-guard, row leader: leader is not offered radio as weapon.",
            ],
        ),
        (print_foreign_group, ["home-guard, row scout: scout is not offered radio as kit."]),
        (
            offer_foreign_class,
            [
                "raiders: option-not-offered (group: troop-class, taken: ('rifle',)).",
                "raiders: team is not offered rifle as troop-class.",
            ],
        ),
        (
            demand_the_impossible,
            [
                "home-guard: The search found no legal roster.",
                "raiders: The search found no legal roster.",
            ],
        ),
    ],
)
def test_army_list_that_cannot_be_played_is_named(
    spoil: Callable[[Document], None], faults: list[str]
) -> None:
    document = write_small_game()
    spoil(document)

    assert [str(fault) for fault in find_faults(compile_catalogue(document))] == faults
