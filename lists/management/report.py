"""An evaluation for a terminal: as plain values that become JSON, and as lines of text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from typing import Any

from django.utils.translation import override

from lists.rules.catalogue import Catalogue
from lists.rules.document import Leftover
from lists.rules.evaluation import Evaluation, Ingredient, Part, Problem, Receipt
from lists.rules.roster import Node, Roster
from lists.wording.display import find_verdict, word_verdict
from lists.wording.problems import word_problem
from lists.wording.receipts import word_receipt
from lists.wording.words import Names

type Plain = dict[str, Any]


def make_plain(value: Any) -> Any:
    """The same for JSON, exact: a fraction becomes a text such as "7/2"."""
    if isinstance(value, Mapping):
        return {str(key): make_plain(part) for key, part in value.items()}
    if isinstance(value, str | int | None):
        return value
    if isinstance(value, Fraction):
        return value.numerator if value.denominator == 1 else str(value)
    return [make_plain(part) for part in value] if isinstance(value, Iterable) else str(value)


class Report:
    """What one evaluation says in one language."""

    def __init__(
        self, catalogue: Catalogue, roster: Roster, evaluation: Evaluation, language: str
    ) -> None:
        self.catalogue = catalogue
        self.roster = roster
        self.evaluation = evaluation
        self.language = language
        self.names = Names(catalogue, language)

    def write_plain(self, leftovers: Iterable[Leftover]) -> Plain:
        """Everything, as plain values."""
        evaluation = self.evaluation
        return {
            "total": make_plain(evaluation.total),
            "legal": evaluation.is_legal,
            "points_limit": evaluation.limit,
            "allowed": make_plain(evaluation.allowed),
            "edition": {"key": self.catalogue.edition, "hash": self.catalogue.hash},
            "receipts": [self._write_receipt(receipt) for receipt in evaluation.receipts],
            "problems": [self._write_problem(problem) for problem in evaluation.problems],
            "tallies": make_plain(evaluation.tallies),
            "derived": make_plain(evaluation.derived),
            "leftovers": [
                {"code": each.code, "where": each.where, "value": each.value} for each in leftovers
            ],
        }

    def _write_receipt(self, receipt: Receipt) -> Plain:
        node = self.roster.find(receipt.node)
        return {
            "node": receipt.node,
            "entry": node.entry if node else "",
            "count": receipt.count,
            "each": make_plain(receipt.each),
            "total": make_plain(receipt.total),
            "message": self._word(receipt),
            "parts": [_write_part(part) for part in receipt.parts],
        }

    def _write_problem(self, problem: Problem) -> Plain:
        return {
            "code": problem.code,
            "severity": str(problem.severity),
            "message": self._word(problem),
            "node": problem.node,
            "subject": problem.subject,
            "page": problem.page,
            "parameters": make_plain(problem.parameters),
            "has_fix": bool(problem.fix),
        }

    def _word(self, subject: Receipt | Problem) -> str:
        if isinstance(subject, Receipt):
            return word_receipt(self.catalogue, self.roster, subject, self.language)
        return word_problem(self.catalogue, self.roster, subject, self.language)

    def write_lines(self) -> Iterator[str]:
        """The same for people: a line a node, the total, a line a problem, the verdict."""
        evaluation = self.evaluation
        totals = {receipt.node: receipt for receipt in evaluation.receipts}
        for depth, node in walk(self.roster):
            receipt = totals[node.id]
            name = node.name or self.names.entry(node.entry, node.count)
            count = f"{node.count} " if node.count != 1 else ""
            yield f"{'  ' * depth}{count}{name}: {self._word(receipt)}"
        with override(self.language):
            verdict = word_verdict(find_verdict(evaluation))
        yield f"{make_plain(evaluation.total)} / {evaluation.limit}: {verdict}"
        for problem in evaluation.problems:
            page = f" (p. {problem.page})" if problem.page else ""
            yield f"{problem.severity}: {self._word(problem)}{page} [{problem.code}]"


def walk(roster: Roster) -> Iterator[tuple[int, Node]]:
    """All nodes in the order of the page, each with how deep it stands."""
    waiting = [(0, node) for node in reversed(roster.children)]
    while waiting:
        depth, node = waiting.pop()
        yield depth, node
        waiting.extend((depth + 1, child) for child in reversed(node.children))


def _write_part(part: Part) -> Plain:
    return {
        "amount": make_plain(part.amount),
        "ingredients": [_write_ingredient(ingredient) for ingredient in part.ingredients],
        "effects": list(part.effects),
    }


def _write_ingredient(ingredient: Ingredient) -> Plain:
    return {
        "name": ingredient.name,
        "options": [{"option": key, "count": count} for key, count in ingredient.options],
        "value": make_plain(ingredient.value),
    }
