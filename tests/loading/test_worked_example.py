"""The whole game of docs/data-format.md: its very lines are loaded, proved, built and printed."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from lists.loading.proof import find_faults
from lists.loading.source import read_folder
from lists.loading.store import store_edition
from lists.rules.beginnings import build_default_roster
from lists.rules.catalogue import Catalogue
from lists.rules.compiling.catalogue import compile_catalogue
from lists.rules.edits import Choose, Several
from lists.rules.evaluate import evaluate
from lists.rules.roster import Choice
from lists.wording.cards import show_cards
from lists.wording.problems import word_problem

PAGE = Path(__file__).parents[2] / "docs" / "data-format.md"
FILE = re.compile(r"```yaml\n# fixtures/(?P<path>[^\n]+)\n(?P<text>.*?)```", re.DOTALL)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The files that the page tells to write, in a folder."""
    for file in FILE.finditer(PAGE.read_text(encoding="utf-8")):
        path = tmp_path / file["path"]
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(file["text"], encoding="utf-8")
    return tmp_path / "lantern-watch"


@pytest.fixture
def game(folder: Path) -> Catalogue:
    source = read_folder(folder)
    assert source.complaints == []
    return compile_catalogue(source.document)


def test_the_game_can_be_played(game: Catalogue) -> None:
    assert list(find_faults(game)) == []


@pytest.mark.django_db
def test_the_game_can_be_loaded(folder: Path) -> None:
    assert store_edition(read_folder(folder)).edition.is_published


def test_a_new_list_costs_what_the_page_says(game: Catalogue) -> None:
    evaluation = evaluate(game, build_default_roster(game, game.army_lists["night-watch"]))

    assert (evaluation.total, evaluation.is_legal) == (27, True)


def test_its_rule_is_worded_and_mended(game: Catalogue) -> None:
    roster = build_default_roster(game, game.army_lists["night-watch"])
    guards = roster.children[0].children[1].id
    roster = Choose(guards, "gear", (Choice("net"),)).apply(roster)

    (problem,) = [p for p in evaluate(game, roster).problems if p.code == "nets-of-three"]

    assert word_problem(game, roster, problem, "es") == "3 de 4 llevan red, como mucho 1."
    mended = evaluate(game, Several(problem.fix).apply(roster))
    assert "nets-of-three" not in {each.code for each in mended.problems}


def test_its_figures_have_cards(game: Catalogue) -> None:
    roster = build_default_roster(game, game.army_lists["night-watch"])

    cards = show_cards(game, roster, evaluate(game, roster), "en")

    assert [(card.name, card.head) for card in cards] == [
        ("Patrol leader", "Sergeant"),
        *[("Guard", "Recruit")] * 3,
    ]
