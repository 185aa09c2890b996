"""Whether an army list can be satisfied at all: a search for a legal roster that is not empty."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from heapq import heappop, heappush
from itertools import count

from .beginnings import build_addition, build_default_roster
from .catalogue import ArmyList, Catalogue, Entry, Role, Severity
from .edits import AddNode, Edit, RemoveNode, Several, with_new_ids
from .evaluate import evaluate
from .evaluation import Evaluation
from .roster import Node, Roster

MOST_EVALUATED = 500


@dataclass(order=True, slots=True)
class _Attempt:
    """A roster on the way to a legal one; of two the less illegal, then the earlier, goes first."""

    illegal: int
    serial: int
    roster: Roster = field(compare=False)
    evaluation: Evaluation = field(compare=False)


def find_legal_roster(
    catalogue: Catalogue, army_list: ArmyList, most: int = MOST_EVALUATED
) -> Roster | None:
    """A legal roster in which something is bought; None where the first `most` are no such.

    Starts from the default roster, follows the fixes of its problems, and where there are none
    takes away what is illegal and adds what the list prints.
    """
    serials, ids = count(1), (f"s{serial}" for serial in count(1))
    waiting: list[_Attempt] = []

    def consider(roster: Roster) -> None:
        evaluation = evaluate(catalogue, roster)
        illegal = sum(p.severity is Severity.ILLEGAL for p in evaluation.problems)
        heappush(waiting, _Attempt(illegal, next(serials), roster, evaluation))

    consider(build_default_roster(catalogue, army_list))
    while waiting:
        attempt = heappop(waiting)
        if attempt.evaluation.is_legal and _has_selection(catalogue, attempt.roster):
            return attempt.roster
        for move in _find_moves(catalogue, army_list, attempt):
            if next(serials) > most:
                return None
            consider(Several(with_new_ids(move, ids)).apply(attempt.roster))
    return None


def _has_selection(catalogue: Catalogue, roster: Roster) -> bool:
    return any(
        node.entry in catalogue.entries and catalogue.entries[node.entry].role is Role.SELECTION
        for node in roster.walk()
    )


def _find_moves(
    catalogue: Catalogue, army_list: ArmyList, attempt: _Attempt
) -> Iterator[tuple[Edit, ...]]:
    illegal = [p for p in attempt.evaluation.problems if p.severity is Severity.ILLEGAL]
    fixes = [problem.fix for problem in illegal if problem.fix]
    yield from fixes
    if not fixes:
        yield from ((RemoveNode(problem.node),) for problem in illegal if problem.node)
        yield from _find_additions(catalogue, army_list, attempt.roster)


def _find_additions(
    catalogue: Catalogue, army_list: ArmyList, roster: Roster
) -> Iterator[tuple[Edit, ...]]:
    """Whatever the list prints, or for an open list whatever there is, into each unit."""
    printed = [build_addition(row, "new") for row in army_list.rows if not row.upgrade]
    for unit in roster.walk():
        holder = catalogue.find_entry(unit)
        if holder is not None and holder.role is Role.UNIT:
            for node in printed or _offer_all(catalogue, holder):
                yield (AddNode(unit.id, node),)


def _offer_all(catalogue: Catalogue, holder: Entry) -> list[Node]:
    return [
        Node("new", entry.key)
        for entry in catalogue.entries.values()
        if entry.role is Role.SELECTION and not entry.is_hidden and holder.may_hold(entry)
    ]
