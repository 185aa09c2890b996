"""What is worked out for single lines, and values of lists that effects change."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from lists.rules.cards import fill_table, find_plan
from lists.rules.checks import find_option_problems
from lists.rules.compiling.catalogue import compile_catalogue
from lists.rules.compiling.sections import InvalidCatalogue
from lists.rules.evaluate import evaluate, lay_out
from lists.rules.roster import Choice, Node, Roster
from tests.small_game import both, build_home_guard, write_small_game


def write_with(**sections: Any) -> dict[str, Any]:
    """The small game with further items in some of its sections."""
    document = write_small_game()
    for section, items in sections.items():
        document[section] = [*document.get(section, ()), *items]
    return document


def derive(**more: Any) -> dict[str, Any]:
    return {"key": "price", "name": both("Price"), "formula": "weapon.points + 1", **more}


@pytest.mark.parametrize(
    ("of", "expected"),
    [
        ({}, {"n2": {"price": 1}, "n3": {"price": 1}}),
        ({"of": "leader"}, {"n2": {"price": 1}}),
        ({"of": "figure", "when": "weapon.points > 0"}, {"n2": {}, "n3": {}}),
        ({"of": "vehicle"}, {}),
    ],
)
def test_a_value_is_worked_out_for_the_lines_it_is_of(
    of: dict[str, str], expected: dict[str, Any]
) -> None:
    catalogue = compile_catalogue(write_with(derived=[derive(scope="selection", **of)]))

    derived = evaluate(catalogue, build_home_guard(catalogue)).derived

    assert {key: values for key, values in derived.items() if key not in ("", "n1")} == expected


def test_a_value_of_lines_is_of_what_an_entry_answers_by_itself() -> None:
    asks = derive(scope="selection", of="weapon in {rifle}")

    with pytest.raises(InvalidCatalogue, match="asks about a choice"):
        compile_catalogue(write_with(derived=[asks]))


RANGES = {"key": "ranges", "name": both("Ranges"), "kinds": ["weapon"]}


def write_card_game(add: dict[str, Any], act: dict[str, Any]) -> dict[str, Any]:
    """A game with ranges on its rifles, which an effect changes, and cards that add to them."""
    effect = {"key": "far", "name": both("Far"), "of": "rifle", "field": "ranges", **act}
    document = write_with(statistics=[RANGES], effects=[effect])
    rifle = next(entry for entry in document["entries"] if entry["key"] == "rifle")
    rifle["statistics"] = {"ranges": [2, None, "4+"]}
    table = {"kind": "weapon", "rows": [{"values": "ranges", "add": add}]}
    document["cards"] = [{"of": "figure", "blocks": [{"table": table}]}]
    return document


@pytest.mark.parametrize(
    ("act", "add", "cells"),
    [
        ({"add": "1"}, {"formula": "0"}, [3, None, "4+"]),
        ({"set": "9"}, {"formula": "0"}, [9, None, "4+"]),
        ({"add": "0"}, {"formula": "points - 1"}, [12, None, "14+"]),
        ({"add": "0"}, {"formula": "points", "at_most": 2}, [4, None, "6+"]),
        ({"add": "1"}, {"group": "troop-class", "statistic": "save"}, [7, None, "8+"]),
    ],
)
def test_effects_and_formulas_change_each_number_of_a_list(
    act: dict[str, str], add: dict[str, Any], cells: list[Any]
) -> None:
    catalogue = compile_catalogue(write_card_game(add, act))
    board = lay_out(catalogue, build_home_guard(catalogue))
    leader = board.places[1]
    assert leader.entry is not None
    plan = find_plan(catalogue, leader.entry)
    assert plan is not None
    assert plan.blocks[0].table is not None

    (row,) = fill_table(board, leader, plan.blocks[0].table)

    assert [cell.value for cell in row.cells] == cells


def test_the_fix_of_one_option_taken_too_often_mends_all_of_its_group() -> None:
    document = write_small_game()
    kit = next(group for group in document["groups"] if group["key"] == "kit")
    kit["options"] = [{"option": "grenades", "at_most": 1}, {"option": "radio", "at_most": 1}]
    catalogue = compile_catalogue(document)
    taken = (Choice("grenades", 2), Choice("radio", 2))
    guard = build_home_guard(catalogue)
    roster = _with_leader(guard, Node("n2", "leader", options={"kit": taken}))

    (problem,) = find_option_problems(lay_out(catalogue, roster))
    mended = problem.fix[0].apply(roster)

    assert problem.code == "too-many-options"
    assert list(find_option_problems(lay_out(catalogue, mended))) == []


def _with_leader(roster: Roster, leader: Node) -> Roster:
    (team,) = roster.children
    children = (leader, *team.children[1:])
    return replace(roster, children=(replace(team, children=children),))
