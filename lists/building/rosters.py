"""Rosters made and read: a new one out of a document, a saved one as values, evaluated."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Any, Final

from django.db import transaction

from lists.models import Actor, Edition, Revision, Verdict
from lists.models import Roster as RosterRow
from lists.models.roster import new_code
from lists.rules.catalogue import Catalogue, Severity
from lists.rules.document import read_document, write_document
from lists.rules.edits import renumber
from lists.rules.evaluate import evaluate
from lists.rules.evaluation import Evaluation, Problem
from lists.rules.formula import Number
from lists.rules.roster import Roster

from .acts import new_ids
from .catalogues import find_catalogue_of

MOST_POINTS: Final = 999_999_999
LARGEST_DOCUMENT: Final = 1 << 20  # bytes; each revision stores one
CREATED: Final = "created"
DUPLICATED: Final = "duplicated"


@dataclass(frozen=True, slots=True)
class Evaluated:
    """A roster in one of its saved states, as values, and what it comes to."""

    row: RosterRow
    revision: Revision
    catalogue: Catalogue
    roster: Roster
    evaluation: Evaluation


def evaluate_revision(row: RosterRow, revision: Revision) -> Evaluated:
    """A saved state, evaluated by the edition that it stands on."""
    roster, _ = read_document(revision.document)
    catalogue = find_catalogue_of(revision.edition, roster)
    return Evaluated(row, revision, catalogue, roster, evaluate(catalogue, roster))


def evaluate_roster(row: RosterRow, number: int | None = None) -> Evaluated:
    """The roster as it stands, or as it stood at a revision; raises Revision.DoesNotExist."""
    return evaluate_revision(row, _find_revision(row, number))


def evaluate_past(row: RosterRow, number: int) -> Evaluated:
    """The roster as it stood at a revision, draft or ready as it was then.

    It stands in a row that is not saved. Raises Revision.DoesNotExist.
    """
    revision = _find_revision(row, number)
    name = str(revision.document["name"])
    return evaluate_copy(revision, name=name, is_ready=revision.is_ready)


def evaluate_copy(revision: Revision, *, name: str, is_ready: bool) -> Evaluated:
    """A state that was kept, evaluated, in a row that is not saved."""
    state = RosterRow.State.READY if is_ready else RosterRow.State.DRAFT
    row = RosterRow(name=name, state=state, number=revision.number, edition=revision.edition)
    return evaluate_revision(row, revision)


def load_document(row: RosterRow, number: int | None = None) -> Roster:
    """The roster as values, current or of a revision; raises Revision.DoesNotExist."""
    roster, _ = read_document(_find_revision(row, number).document)
    return roster


def _find_revision(row: RosterRow, number: int | None) -> Revision:
    return row.revisions.with_edition().get(number=row.number if number is None else number)


@transaction.atomic
def create_roster(
    actor: Actor,
    document: Roster,
    edition: Edition,
    *,
    code: str = CREATED,
    public_code: str = "",
) -> RosterRow:
    """Save a new roster, owned by the actor if signed in, with ids of its own; its revision 1.

    `code` is what history calls its beginning, `public_code` the roster's own where it is not
    drawn; one that is taken raises IntegrityError. The caller remembers the roster's code in the
    browser's session, which is how an actor without an account finds it again.
    """
    catalogue = find_catalogue_of(edition, document)
    roster = _place_on(catalogue, document)
    evaluation = evaluate(catalogue, roster)
    row = RosterRow.objects.create(
        owner_id=actor.user,
        edition=edition,
        number=1,
        code=public_code or new_code(),
        **describe(roster, evaluation),
    )
    Revision.objects.create(
        roster=row,
        number=1,
        edition=edition,
        document=write_document(roster),
        total=row.total,
        verdict=row.verdict,
        code=code,
        parameters={"army_list": roster.army_list, "points": write_points(row.total)},
        by_id=actor.user,
    )
    return row


def duplicate_roster(row: RosterRow, actor: Actor, *, name: str) -> RosterRow:
    """A new roster of the actor's that holds what this one holds, under a name of its own."""
    revision = _find_revision(row, None)
    roster, _ = read_document(revision.document)
    return create_roster(actor, replace(roster, name=name), revision.edition, code=DUPLICATED)


def _place_on(catalogue: Catalogue, roster: Roster) -> Roster:
    ids = new_ids()
    return replace(
        roster,
        system=catalogue.system,
        edition=catalogue.edition,
        edition_hash=catalogue.hash,
        children=tuple(renumber(child, ids) for child in roster.children),
    )


def measure_document(document: Mapping[str, Any]) -> int:
    """How many bytes a document takes where it is stored."""
    return len(json.dumps(document, ensure_ascii=False).encode())


# What listings show


def describe(roster: Roster, evaluation: Evaluation) -> dict[str, Any]:
    """The columns of a roster that listings show, out of its evaluation."""
    return {
        "army_list": roster.army_list,
        "name": roster.name,
        "points_limit": roster.points_limit,
        "total": as_column(evaluation.total),
        "verdict": find_verdict(evaluation.problems),
    }


def find_verdict(problems: Iterable[Problem]) -> Verdict:
    """The gravest severity among problems; notes do not count."""
    severities = {problem.severity for problem in problems}
    if Severity.ILLEGAL in severities:
        return Verdict.ILLEGAL
    return Verdict.OUTSIDE_GUIDANCE if Severity.OUTSIDE_GUIDANCE in severities else Verdict.LEGAL


def as_column(points: Number) -> Decimal:
    """Points as a column holds them: to four decimals, and no more than it can hold."""
    bounded = max(min(points, MOST_POINTS), -MOST_POINTS)
    return round(Decimal(bounded.numerator) / Decimal(bounded.denominator), 4)


def write_points(points: Decimal) -> int | str:
    """Points in the parameters of history: a whole number, else a text such as "2.5"."""
    return int(points) if points == int(points) else str(points.normalize())
