"""The ten lists that the book works out in its scenarios, line by line (pages 30 to 36)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from ruamel.yaml import YAML

from lists.rules.document import read_document
from lists.rules.evaluate import evaluate
from lists.rules.evaluation import Evaluation
from tests.catalogues import breaking_news

WORKED = Path(__file__).parent.parent / "corpus" / "breaking-news" / "worked"
EXPECTED: list[dict[str, Any]] = YAML(typ="safe").load(WORKED / "expected.yaml")["lists"]

every_list = pytest.mark.parametrize("expected", EXPECTED, ids=lambda e: e["document"])


def evaluate_worked(name: str) -> Evaluation:
    document = json.loads((WORKED / f"{name}.json").read_text())
    roster, leftovers = read_document(document)
    assert leftovers == ()
    return evaluate(breaking_news(), roster)


def test_all_ten_lists_are_here() -> None:
    assert len(EXPECTED) == 10
    assert {path.stem for path in WORKED.glob("*.json")} == {e["document"] for e in EXPECTED}


@every_list
def test_every_line_comes_to_its_right_amount(expected: dict[str, Any]) -> None:
    evaluation = evaluate_worked(expected["document"])

    amounts = {r.node: r.total for r in evaluation.receipts if r.node in expected["lines"]}
    assert amounts == {node: line["right"] for node, line in expected["lines"].items()}
    assert evaluation.total == expected["right_total"]


@every_list
def test_every_list_has_the_figures_the_book_prints(expected: dict[str, Any]) -> None:
    evaluation = evaluate_worked(expected["document"])

    assert evaluation.tallies[""]["figures"] == expected["figures"]


@every_list
def test_every_list_is_legal_within_its_recomputed_total(expected: dict[str, Any]) -> None:
    evaluation = evaluate_worked(expected["document"])

    assert [p.code for p in evaluation.problems if p.severity == "illegal"] == []


def test_the_book_errs_in_two_of_its_lists() -> None:
    errors = {
        e["document"]: (e["printed_total"], e["right_total"])
        for e in EXPECTED
        if e["printed_total"] != e["right_total"]
    }
    lines = {
        (e["document"], node): (line["printed"], line["right"])
        for e in EXPECTED
        for node, line in e["lines"].items()
        if line["printed"] != line["right"]
    }

    assert errors == {
        "kidnapped-journalist-insurgents": (164, 166),
        "saving-the-mercenaries-fanatics": (186, 196),
    }
    assert lines == {("kidnapped-journalist-insurgents", "n4"): (36, 38)}


def test_a_medic_stands_apart_in_the_receipt_as_in_the_book() -> None:
    receipt = evaluate_worked("kidnapped-journalist-special-forces").find_receipt("n3")

    assert receipt is not None
    assert [part.amount for part in receipt.parts] == [20, 5, 10]
