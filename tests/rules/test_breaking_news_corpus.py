"""Lists of Breaking News and what each came to when it was stored: a change is to be meant.

Beside the worked lists of the book (`worked`) these are what every army list starts from, and for
each rule a list that breaks it.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from lists.rules.document import read_document
from lists.rules.evaluate import evaluate
from lists.rules.evaluation import Evaluation
from tests.breaking_news import GAME

CORPUS = sorted((Path(__file__).parents[1] / "corpus/breaking-news/stored").glob("*.json"))

MEASURES = ("measure", "bound")


def write_result(evaluation: Evaluation) -> dict[str, Any]:
    """What is stored of an evaluation: every amount, and every problem with its arithmetic."""
    return {
        "total": str(evaluation.total),
        "legal": evaluation.is_legal,
        "amounts": {each.node: str(each.total) for each in evaluation.receipts},
        "figures": str(evaluation.tallies[""]["figures"]),
        "problems": [
            [
                each.code,
                str(each.severity),
                each.node,
                *(
                    str(each.parameters[key])
                    for key in ("measure", "bound")
                    if key in each.parameters
                ),
            ]
            for each in evaluation.problems
        ],
    }


@pytest.mark.parametrize("path", CORPUS, ids=lambda path: path.stem)
def test_every_list_comes_to_what_is_stored(path: Path) -> None:
    stored = json.loads(path.read_text(encoding="utf-8"))

    roster, leftovers = read_document(stored["document"])

    assert leftovers == ()
    assert write_result(evaluate(GAME, roster)) == stored["result"]


def test_the_corpus_is_large() -> None:
    assert len(CORPUS) >= 30
