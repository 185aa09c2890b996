"""The lists in the corpus of Askari: what each comes to, what is wrong with it, what is worked out.

The sums in expected.yaml are worked out by hand from the book's tables.
"""

from __future__ import annotations

import ast
import json
import operator
from pathlib import Path
from typing import Any

import pytest
from ruamel.yaml import YAML

from lists.rules.document import read_document
from lists.rules.evaluation import Evaluation
from tests.askari import UNPRICED, assess

CORPUS = Path(__file__).parent.parent / "corpus" / "askari"
EXPECTED: list[dict[str, Any]] = YAML(typ="safe").load(CORPUS / "expected.yaml")["lists"]
ACTS: dict[type, Any] = {ast.Add: operator.add, ast.Mult: operator.mul}

every_list = pytest.mark.parametrize("expected", EXPECTED, ids=lambda e: e["document"])


def assess_stored(name: str) -> Evaluation:
    roster, leftovers = read_document(json.loads((CORPUS / f"{name}.json").read_text()))
    assert leftovers == ()
    return assess(roster)


def work_out(node: ast.AST) -> int:
    """The value of a sum of products."""
    if isinstance(node, ast.BinOp):
        result: int = ACTS[type(node.op)](work_out(node.left), work_out(node.right))
        return result
    assert isinstance(node, ast.Constant)
    assert isinstance(node.value, int)
    return node.value


def test_every_list_is_here() -> None:
    assert len(EXPECTED) >= 30
    assert {path.stem for path in CORPUS.glob("*.json")} == {e["document"] for e in EXPECTED}


@every_list
def test_a_list_comes_to_the_sum_of_its_lines(expected: dict[str, Any]) -> None:
    evaluation = assess_stored(expected["document"])

    assert evaluation.total == work_out(ast.parse(expected["sum"], mode="eval").body)
    assert evaluation.total == expected["total"]
    assert evaluation.tallies[""]["figures"] == expected["figures"]
    assert evaluation.tallies[""]["order-dice"] == expected["order_dice"]


@every_list
def test_a_list_has_these_problems_and_no_other(expected: dict[str, Any]) -> None:
    evaluation = assess_stored(expected["document"])
    problems = [each for each in evaluation.problems if each.code != UNPRICED]

    assert [f"{p.code} {p.node or 'list'}" for p in problems] == expected["problems"]


@every_list
def test_this_is_worked_out_for_a_list(expected: dict[str, Any]) -> None:
    derived = assess_stored(expected["document"]).derived

    assert {node or "list": values for node, values in derived.items() if values} == (
        expected["derived"]
    )
