"""What a newer edition would change about a roster, line by line, in words."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.translation import override

from lists.building.upgrading import Preview
from lists.rules.catalogue import Role
from lists.rules.evaluation import Evaluation

from .display import ShownNode, ShownProblem, ShownRoster, show_roster
from .words import Names, write_difference, write_number


@dataclass(frozen=True, slots=True)
class ShownMove:
    """A line whose points would change, or that would be kept by the older edition."""

    name: str
    equipment: str
    before: str
    after: str
    difference: str
    is_kept: bool


@dataclass(frozen=True, slots=True)
class ShownUpgrade:
    """The whole preview."""

    older: str
    newer: str
    base: int  # the revision that was looked at
    before: ShownRoster
    after: ShownRoster
    difference: str
    moves: tuple[ShownMove, ...]
    unchanged: int
    raised: tuple[ShownProblem, ...]  # problems that the newer edition has with it
    cleared: tuple[ShownProblem, ...]  # and those that would be gone


def show_upgrade(preview: Preview, language: str) -> ShownUpgrade:
    """A preview in one language."""
    with override(language):
        return _show(preview, language)


def _show(preview: Preview, language: str) -> ShownUpgrade:
    now, then = preview.before, preview
    before = show_roster(now.catalogue, now.roster, now.evaluation, language)
    after = show_roster(then.catalogue, then.roster, then.evaluation, language)
    moves = tuple(_find_moves(preview, before, after))
    return ShownUpgrade(
        older=Names(now.catalogue, language).choose(now.catalogue.edition_name),
        newer=Names(then.catalogue, language).choose(then.catalogue.edition_name),
        base=now.revision.number,
        before=before,
        after=after,
        difference=write_difference(then.evaluation.total - now.evaluation.total),
        moves=moves,
        unchanged=sum(1 for node in after.walk() if node.role != Role.UNIT) - len(moves),
        raised=tuple(_find_new(now.evaluation, after)),
        cleared=tuple(_find_new(then.evaluation, before)),
    )


def _find_moves(preview: Preview, before: ShownRoster, after: ShownRoster) -> Iterator[ShownMove]:
    """The lines of both stand in the same order, since an upgrade moves and removes none."""
    totals = {each.node: each.total for each in preview.before.evaluation.receipts}
    for was, node in zip(before.walk(), after.walk(), strict=True):
        receipt = preview.evaluation.find_receipt(node.id)
        moved = (receipt.total if receipt else 0) - totals[node.id]
        if moved or (node.edition and not was.edition):
            difference = write_difference(moved) if moved else ""
            yield ShownMove(
                _name_line(node),
                node.equipment,
                write_number(totals[node.id]),
                node.total,
                difference,
                bool(node.edition),
            )


def _name_line(node: ShownNode) -> str:
    if node.is_named:
        return node.name
    return node.entry_name if node.count == 1 else f"{node.count} {node.entry_name}"


def _find_new(other: Evaluation, shown: ShownRoster) -> Iterator[ShownProblem]:
    """The problems that are shown and that another evaluation has not."""
    known = {problem.identity for problem in other.problems}
    for problem in shown.problems:
        if (problem.code, problem.node, problem.subject) not in known:
            yield problem
