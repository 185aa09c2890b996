"""The search finds a legal roster wherever there is one."""

import pytest

from lists.rules.catalogue import Role
from lists.rules.compiling.catalogue import compile_catalogue
from lists.rules.evaluate import evaluate
from lists.rules.search import find_legal_roster
from tests.catalogues import SYSTEMS, load_game
from tests.small_game import both, compile_small_game, write_small_game


@pytest.mark.parametrize("system", SYSTEMS)
def test_every_army_list_has_a_legal_roster_in_which_something_is_bought(system: str) -> None:
    catalogue = load_game(system)

    for army_list in catalogue.army_lists.values():
        roster = find_legal_roster(catalogue, army_list)

        assert roster is not None, army_list.key
        assert evaluate(catalogue, roster).is_legal
        assert any(catalogue.entries[n.entry].role is Role.SELECTION for n in roster.walk())


def test_empty_start_of_an_open_list_is_filled() -> None:
    catalogue = compile_small_game()

    roster = find_legal_roster(catalogue, catalogue.army_lists["raiders"])

    assert roster is not None
    assert [node.entry for node in roster.walk()] == ["team", "leader"]


def test_problems_without_a_fix_are_searched_around() -> None:
    document = write_small_game()
    document["restrictions"].append(
        {
            "code": "on-wheels",
            "scope": "team",
            "measure": "count(truck)",
            "at_least": "1",
            "severity": "illegal",
            "message": both("No truck."),
        }
    )
    catalogue = compile_catalogue(document)

    roster = find_legal_roster(catalogue, catalogue.army_lists["home-guard"])

    assert roster is not None
    assert [node.entry for node in roster.walk()] == ["team", "leader", "soldier", "truck"]


def test_search_gives_up_where_nothing_is_legal() -> None:
    document = write_small_game()
    document["restrictions"].append(
        {
            "code": "never",
            "scope": "unit",
            "require": "1 = 2",
            "severity": "illegal",
            "message": both("Never."),
        }
    )
    catalogue = compile_catalogue(document)

    assert find_legal_roster(catalogue, catalogue.army_lists["home-guard"]) is None
