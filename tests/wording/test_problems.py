"""Problems and their fixes in words, by the names of the edition that finds them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from lists.rules.compiling.catalogue import compile_catalogue
from lists.rules.evaluate import evaluate
from lists.rules.roster import Choice, Node
from lists.rules.upgrading import upgrade
from lists.wording.problems import word_fix, word_problem
from tests.small_game import build_home_guard, compile_small_game, write_second_edition

OLD = compile_small_game()
NEW = replace(compile_catalogue(write_second_edition()), former={OLD.hash: OLD})


@pytest.mark.parametrize(
    ("node", "code", "sentence", "fix"),
    [
        (
            Node("b", "soldier", children=(Node("a", "scout"),)),
            "misplaced-entry",
            "Scout cannot stand in: Soldier.",
            "Remove Scout",
        ),
        (
            Node("a", "soldier", options={"kit": (Choice("radio", 2),)}),
            "too-many-options",
            "kit: 2 taken, at most 1.",
            "Choose Radio",
        ),
        (
            Node("a", "soldier", options={"kit": (Choice("radio"),)}),
            "kept-by-older-edition",
            "It stays at the points of edition 1, since 2 lacks it.",
            "Take it as edition 2 has it",
        ),
    ],
)
def test_what_an_older_edition_keeps_is_told_by_its_names(
    node: Node, code: str, sentence: str, fix: str
) -> None:
    unit = Node("t", "team", children=(node,))
    roster = upgrade(replace(build_home_guard(OLD), children=(unit,)), OLD, NEW)

    problem = next(each for each in evaluate(NEW, roster).problems if each.code == code)

    assert word_problem(NEW, roster, problem, "en") == sentence
    assert word_fix(NEW, roster, problem, "en") == fix
