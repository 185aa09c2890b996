"""Rosters of Bolt Action that come to stored amounts, dice, seats and problems."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from lists.rules.catalogue import Severity
from lists.rules.edits import Several, with_new_ids
from lists.rules.evaluate import evaluate
from tests.bolt_action import CATALOGUE, CORPUS, corpus_roster, lines_of

every_roster = pytest.mark.parametrize("written", CORPUS, ids=lambda each: each["key"])

CANNOT_BE_CLEARED = {"dice-at-most-8"}
"""Which unit has to go where an event has fewer dice, only its player knows."""


@every_roster
def test_every_roster_evaluates_to_what_is_stored(written: dict[str, Any]) -> None:
    roster = corpus_roster(written["key"])

    evaluation = evaluate(CATALOGUE, roster)

    tallies = evaluation.tallies[""]
    assert {
        "total": evaluation.total,
        "order-dice": tallies["order-dice"],
        "seats": tallies["seats"],
        "lines": lines_of(roster, evaluation),
        "problems": [write(problem) for problem in evaluation.problems],
    } == written["result"]


def write(problem: Any) -> dict[str, Any]:
    measures = ("measure", "bound", "at_most", "at_least")
    numbers = {key: problem.parameters.get(key) for key in measures}
    return {
        "code": problem.code,
        "severity": str(problem.severity),
        "node": problem.node,
        **{key: int(number) for key, number in numbers.items() if number is not None},
    }


@every_roster
def test_no_warning_stays_that_cannot_be_cleared(written: dict[str, Any]) -> None:
    roster = corpus_roster(written["key"])

    for serial, problem in enumerate(evaluate(CATALOGUE, roster).problems):
        if problem.code in CANNOT_BE_CLEARED:
            continue
        ids = (f"new-{serial}-{number}" for number in range(99))
        mended = Several(with_new_ids(problem.fix, ids)).apply(roster)
        before = Counter(each.code for each in evaluate(CATALOGUE, roster).problems)
        after = Counter(each.code for each in evaluate(CATALOGUE, mended).problems)
        assert after[problem.code] < before[problem.code]


def test_the_corpus_is_large_and_shows_every_rule() -> None:
    raised = {problem["code"] for each in CORPUS for problem in each["result"]["problems"]}
    restrictions = {
        rule.code for rule in CATALOGUE.restrictions if rule.severity is Severity.ILLEGAL
    }

    assert len(CORPUS) >= 30
    assert restrictions <= raised
    assert {each["nation"] for each in CORPUS} == set(CATALOGUE.nations)
