"""Every code of the core: a list that passes, one on the edge, one that fails."""

from __future__ import annotations

import pytest

from lists.rules.compiling.catalogue import compile_catalogue
from lists.rules.edits import Choose, Edit, RemoveNode, SetCount
from lists.rules.evaluate import evaluate
from lists.rules.roster import Choice
from lists.wording.problems import SENTENCES
from tests.breaking_news import Written, assess, find_codes, line, mend, outline, printed
from tests.breaking_news.core import CORE
from tests.small_game import build_home_guard, write_small_game

NOT_IN_THIS_GAME = {
    "too-few-options",
    "formula-without-value",
    "kept-by-older-edition",
    "own-entry",
}
LEFT_OVER: dict[str, list[str]] = {
    "points-within-tolerance": ["points-within-tolerance"],
    "unknown-army-list": ["unknown-army-list"],
}

every_code = pytest.mark.parametrize("code", CORE)


@pytest.mark.parametrize("severity", ["illegal", "outside-guidance", "note"])
def test_an_edition_says_how_grave_it_is_to_leave_a_list(severity: str) -> None:
    severities = {"count-above-list": severity}
    catalogue = compile_catalogue({**write_small_game(), "severities": severities})
    home_guard = build_home_guard(catalogue)
    roster = SetCount(home_guard.children[0].children[1].id, 6).apply(home_guard)

    problems = evaluate(catalogue, roster).problems

    assert ("count-above-list", severity) in [(each.code, each.severity) for each in problems]


def test_every_code_of_the_core_stands_in_these_tables() -> None:
    assert {*CORE, *NOT_IN_THIS_GAME} == set(SENTENCES)


@every_code
def test_a_list_in_order_has_no_such_problem(code: str) -> None:
    assert code not in find_codes(CORE[code].passes)


@every_code
def test_a_list_on_the_edge_has_no_such_problem(code: str) -> None:
    assert code not in find_codes(CORE[code].edge)


@every_code
def test_a_list_out_of_order_has_this_problem_and_no_other(code: str) -> None:
    rule = CORE[code]

    problems = assess(rule.fails).problems

    expected = (code, rule.severity, rule.node, rule.page, rule.arithmetic)
    assert [outline(problem) for problem in problems] == [expected]


@every_code
def test_its_fix_leaves_a_list_in_order(code: str) -> None:
    (problem,) = assess(CORE[code].fails).problems

    assert find_codes(mend(CORE[code].fails, problem)) == LEFT_OVER.get(code, [])


@pytest.mark.parametrize(
    ("army_list", "more", "gone"),
    [
        ("us-rangers", [], (RemoveNode("n4"),)),  # two riflemen: 30 for the 22 that are too many
        ("panzergrenadiers", [], (SetCount("n3", 9),)),
        ("us-marines", [line("sniper")], (RemoveNode("n7"),)),
        (
            "us-marines",
            [line("mmg-team"), line("ambush")],
            (RemoveNode("n8"), RemoveNode("n7")),
        ),
    ],
)
def test_over_the_limit_the_least_goes_and_the_leader_last(
    army_list: str, more: list[Written], gone: tuple[Edit, ...]
) -> None:
    problem = assess(printed(army_list, *more, limit=150)).problems[0]

    assert problem.code == "points-over-limit"
    assert problem.fix == gone


@pytest.mark.parametrize(
    ("grenades", "expected"),
    [
        (3, []),
        (2, []),
        (1, [("illegal", "n2", {"group": "kit", "measure": 1, "at_least": 2})]),
    ],
)
def test_a_group_may_ask_for_a_least_number(grenades: int, expected: list[object]) -> None:
    document = write_small_game()
    kit = next(group for group in document["groups"] if group["key"] == "kit")
    kit["at_least"] = "2"
    game = compile_catalogue(document)
    roster = Choose("n2", "kit", (Choice("grenades", grenades),)).apply(build_home_guard(game))

    problems = [p for p in evaluate(game, roster).problems if p.code == "too-few-options"]

    assert [(p.severity, p.node, p.parameters) for p in problems] == expected


@pytest.mark.parametrize(("grenades", "expected"), [(4, []), (1, []), (0, [("illegal", "n2", {})])])
def test_a_formula_without_a_value_is_said_where_it_stands(
    grenades: int, expected: list[object]
) -> None:
    document = write_small_game()
    document["entries"][1]["formula"] = {"points": "4 / kit"}
    game = compile_catalogue(document)
    roster = Choose("n2", "kit", (Choice("grenades", grenades),)).apply(build_home_guard(game))

    problems = [p for p in evaluate(game, roster).problems if p.code == "formula-without-value"]

    assert [(p.severity, p.node, p.parameters) for p in problems] == expected
