"""Every restriction of Breaking News: a list that passes, one on the edge, one that fails."""

from __future__ import annotations

import pytest

from tests.breaking_news import GAME, assess, find_codes, outline
from tests.breaking_news.restrictions import RESTRICTIONS
from tests.breaking_news.scenarios import SCENARIOS

RULES = {**RESTRICTIONS, **SCENARIOS}

every_rule = pytest.mark.parametrize("code", RULES)


def test_every_restriction_stands_in_these_tables() -> None:
    assert set(RULES) == {restriction.code for restriction in GAME.restrictions}


@every_rule
def test_a_list_that_keeps_the_rule_has_no_such_problem(code: str) -> None:
    assert code not in find_codes(RULES[code].passes)


@every_rule
def test_a_list_on_the_edge_has_no_such_problem(code: str) -> None:
    assert code not in find_codes(RULES[code].edge)


@every_rule
def test_a_list_that_breaks_the_rule_has_this_problem_and_no_other(code: str) -> None:
    rule = RULES[code]

    problems = assess(rule.fails).problems

    expected = (code, rule.severity, rule.node, rule.page, rule.arithmetic)
    assert [outline(problem) for problem in problems] == [expected]
