"""What differs between two lists, in words."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from lists.rules.catalogue import Catalogue
from lists.rules.comparing import Side, compare_rosters, compare_states
from lists.rules.compiling.catalogue import compile_catalogue
from lists.rules.edits import (
    AddNode,
    Choose,
    Edit,
    MoveNode,
    RemoveNode,
    SetCount,
    SetField,
    SetNote,
    SetReading,
    Several,
)
from lists.rules.evaluate import evaluate
from lists.rules.roster import Choice, Node, Roster
from lists.rules.upgrading import upgrade
from lists.wording.comparing import ShownComparison, show_comparison
from tests.catalogues import breaking_news
from tests.rosters import rosters
from tests.small_game import build_home_guard, compile_small_game, write_second_edition

GAME, NEWS = compile_small_game(), breaking_news()
SECOND = compile_catalogue(write_second_edition())
TEAM = "team"


def side(roster: Roster, catalogue: Catalogue = GAME) -> Side:
    return Side(catalogue, roster, evaluate(catalogue, roster))


def build_roster() -> Roster:
    built = build_home_guard(GAME)
    (team,) = built.children
    lines = (replace(each, id=each.entry) for each in team.children)
    return replace(built, children=(replace(team, id=TEAM, children=tuple(lines)),))


ROSTER = build_roster()


def show(edit: Edit, language: str = "en") -> ShownComparison:
    before, after = side(ROSTER), side(edit.apply(ROSTER))
    return show_comparison(before, after, compare_states(before, after), language)


@pytest.mark.parametrize(
    ("edit", "changes", "moved"),
    [
        (SetCount("soldier", 5), [("Count", "3", "5")], "+12"),
        (SetNote("soldier", "Left."), [("Note", "nothing", "Left.")], ""),
        (
            Choose("leader", "weapon", (Choice("machine-gun"),)),
            [("Weapon", "as it starts", "Machine gun")],
            "+5",
        ),
        (
            Choose("leader", "kit", (Choice("grenades", 2), Choice("radio"))),
            [("Kit", "as it starts", "2 Grenades, Radio")],
            "+6 1/2",
        ),
        (
            Several((AddNode("", Node("other", "team")), MoveNode("leader", "other", 0))),
            [("Place", "Team", "Team 2")],
            "",
        ),
    ],
)
def test_a_line_says_what_it_had_and_what_it_has(
    edit: Edit, changes: list[tuple[str, str, str]], moved: str
) -> None:
    (line,) = [each for each in show(edit).lines if each.kind == "changed"]

    assert [(each.name, each.before, each.after) for each in line.changes] == changes
    assert line.moved == moved


@pytest.mark.parametrize(
    ("edit", "term"),
    [
        (SetField("points_limit", 0), ("Points limit", "50 points", "nothing")),
        (SetField("scenario", "the-ford"), ("Scenario", "nothing", "The ford")),
        (SetField("opponent", "raiders"), ("Opponent", "nothing", "Raiders")),
        (SetField("optional_rules", ("fog", "mud")), ("Optional rules", "nothing", "Fog, Mud")),
        (
            SetReading("veteran-points", "errata"),
            ("Points of veterans", "The book", "The errata"),
        ),
    ],
)
def test_a_term_is_told_by_its_name(edit: Edit, term: tuple[str, str, str]) -> None:
    (shown,) = show(edit).terms

    assert (shown.name, shown.before, shown.after) == term


def test_what_came_and_went_stands_on_its_own_side() -> None:
    edit = Several((RemoveNode("leader"), AddNode(TEAM, Node("scout", "scout", 2))))

    shown = show(edit)
    gone, new = shown.lines

    assert (gone.kind, gone.after, gone.moved) == ("removed", None, "−11")
    assert (new.kind, new.before, new.moved) == ("added", None, "+14")
    assert new.after is not None
    assert (new.after.count, new.after.name, new.after.unit) == (2, "Scout", "Team")
    assert shown.summary == "1 added, 1 removed."
    assert (shown.before.total, shown.after.total, shown.moved) == ("29", "32", "+3")
    assert (shown.before.verdict_words, shown.after.verdict_words) == ("Legal", "Not legal")


def test_who_costs_something_else_without_having_changed_says_so() -> None:
    shown = show(Choose(TEAM, "troop-class", (Choice("veteran"),)))

    team, *lines = shown.lines
    assert [(each.name, each.after) for each in team.changes] == [("Class", "Veteran")]
    assert {each.remark for each in lines} == {"The same line has another price."}


@pytest.mark.parametrize(
    ("language", "changes"),
    [
        ("en", [("Edition", "that of the list", "1"), ("Kit", "as it starts", "Radio")]),
        ("es", [("Edición", "la de la lista", "1"), ("Equipo", "como al principio", "Radio (es)")]),
    ],
)
def test_what_an_older_edition_keeps_is_told_by_its_name(
    language: str, changes: list[tuple[str, str, str]]
) -> None:
    newer = replace(SECOND, former={GAME.hash: GAME})
    given_radio = Choose("leader", "kit", (Choice("radio"),)).apply(ROSTER)
    sides = side(ROSTER), side(upgrade(given_radio, GAME, newer), newer)

    shown = show_comparison(*sides, compare_states(*sides), language)

    (leader,) = [line for line in shown.lines if len(line.changes) > 1]
    assert [(each.name, each.before, each.after) for each in leader.changes] == changes


def test_a_comparison_speaks_spanish() -> None:
    shown = show(SetCount("soldier", 5), "es")

    assert shown.lines[0].kind_words == "Cambiado"
    assert [each.name for each in shown.lines[0].changes] == ["Cantidad"]


@settings(suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
@given(rosters(NEWS, wild=True), rosters(NEWS, wild=True), st.sampled_from(["en", "es"]))
def test_any_two_lists_can_be_compared(one: Roster, other: Roster, language: str) -> None:
    foreign = replace(one, scenario="gone", opponent="gone", optional_rules=("gone",))
    for before, after in [(one, other), (one, foreign), (foreign, one)]:
        sides = side(before, NEWS), side(after, NEWS)
        comparison = compare_rosters(*sides)

        shown = show_comparison(*sides, comparison, language)

        assert len(shown.lines) == len(comparison.lines)
        assert shown.is_empty == comparison.is_empty


def test_lists_of_two_games_can_be_compared() -> None:
    army_list = NEWS.army_lists["us-marines"]
    news = Roster("breaking-news", NEWS.edition, NEWS.hash, army_list.key)
    sides = side(ROSTER), side(news, NEWS)

    shown = show_comparison(*sides, compare_rosters(*sides), "en")

    assert ("Game", "Small game", "Breaking News") in [
        (each.name, each.before, each.after) for each in shown.terms
    ]
    assert {line.kind for line in shown.lines} == {"removed"}
