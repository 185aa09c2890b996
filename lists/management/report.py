"""An evaluation for a terminal: as plain values that become JSON, and as lines of text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from django.utils.translation import override

from lists.building.rosters import find_verdict
from lists.interchange.documents import make_plain, write_problem
from lists.rules.catalogue import Catalogue
from lists.rules.document import Leftover
from lists.rules.evaluation import Evaluation, Ingredient, Part, Problem, Receipt
from lists.rules.roster import Node, Roster
from lists.wording.display import word_verdict
from lists.wording.problems import word_problem
from lists.wording.receipts import word_receipt
from lists.wording.words import Names

type Plain = dict[str, Any]


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
        added = {"message": self._word(problem), "has_fix": bool(problem.fix)}
        return {**write_problem(problem), **added}

    def _word(self, subject: Receipt | Problem) -> str:
        if isinstance(subject, Receipt):
            return word_receipt(self.catalogue, self.roster, subject, self.language)
        return word_problem(self.catalogue, self.roster, subject, self.language)

    def _word_sum(self, node: Node) -> str:
        currency = self.catalogue.currencies[0].key
        with override(self.language):
            return self.names.points(self.evaluation.tallies[node.id][currency])

    def write_lines(self) -> Iterator[str]:
        """The same for people: a line a node, the total, a line a problem, the verdict."""
        evaluation = self.evaluation
        totals = {receipt.node: receipt for receipt in evaluation.receipts}
        for depth, node in walk(self.roster):
            receipt = totals[node.id]
            name = node.name or self.names.entry(node.entry, node.count)
            count = f"{node.count} " if node.count != 1 else ""
            words = self._word(receipt)
            if node.children and not receipt.total:
                words = self._word_sum(node)
            yield f"{'  ' * depth}{count}{name}: {words}"
        with override(self.language):
            verdict = word_verdict(find_verdict(evaluation.problems))
        yield f"{make_plain(evaluation.total)} / {evaluation.limit}: {verdict}"
        for problem in evaluation.problems:
            page = f" (p. {problem.page})" if problem.page else ""
            with override(self.language):
                gravity = word_verdict(problem.severity)
            yield f"{gravity}: {self._word(problem)}{page} [{problem.code}]"


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
