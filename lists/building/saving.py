"""The one way in which a roster changes: an act on its current revision appends the next.

Nothing is locked. The row advances from the number that was just read, or the act begins again.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Any, Final, Self

from django.db import OperationalError, transaction
from django.utils import timezone

from lists.models import Actor, Edition, Revision, new_code
from lists.models import Roster as RosterRow
from lists.rules.evaluate import evaluate
from lists.rules.roster import Roster

from .catalogues import find_catalogue_of
from .rosters import Evaluated, describe, evaluate_revision, write_points
from .values import InvalidIntent, read_whole

ATTEMPTS: Final = 5
LARGEST_NUMBER: Final = 2**31 - 1
POSTGRESQL_BUSY: Final = {"40001", "40P01", "55P03"}  # not serializable, deadlock, locked
KEY: Final = re.compile("[A-Za-z0-9_-]{0,64}")


class Busy(Exception):
    """Others saved first at every attempt; nothing was saved, and it may be tried again."""


@dataclass(frozen=True, slots=True)
class Clash:
    """A value that an act touches and that somebody else changed: as it was, is, and was typed."""

    node: str
    field: str
    base: object
    current: object
    typed: object


class Conflict(Exception):
    """What an act is about has changed since the page that it was made on; nothing was saved.

    There are no clashes where the act is about the roster as a whole, such as undo.
    """

    def __init__(self, clashes: tuple[Clash, ...] = ()) -> None:
        self.clashes = clashes
        super().__init__(", ".join(f"{clash.node}.{clash.field}" for clash in clashes))


@dataclass(frozen=True, slots=True)
class Gesture:
    """One gesture of a person: the revision that its page showed, and the key its retries repeat.

    Without a key every call is a gesture of its own.
    """

    base: int
    key: str = ""

    @classmethod
    def read(cls, base: object, key: object) -> Self:
        """A gesture as it was sent; raises InvalidIntent."""
        number = read_whole("base", base)
        if not 1 <= number <= LARGEST_NUMBER:
            raise InvalidIntent("base", "unknown")
        if not isinstance(key, str) or not KEY.fullmatch(key):
            raise InvalidIntent("key", "not-a-key")
        return cls(number, key)


@dataclass(frozen=True, slots=True)
class Head:
    """A roster as it stands when an act arrives, and the revision that the act was made on."""

    row: RosterRow
    current: Revision
    base: Revision

    def require_unchanged(self) -> None:
        """Raise Conflict where the roster has moved on since the act's page."""
        if self.base.number != self.current.number:
            raise Conflict

    def find(self, number: int) -> Revision:
        """Another revision; raises Revision.DoesNotExist."""
        return self.row.revisions.with_edition().get(number=number)


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """What an act appends: a state of the roster, and where undo and redo lead from it."""

    code: str
    parameters: Mapping[str, Any]
    roster: Roster
    document: Mapping[str, Any]
    edition: Edition
    undo_to: int | None
    redo_to: int | None = None
    restores: int | None = None
    state: RosterRow.State = RosterRow.State.DRAFT


class Outcome(Enum):
    """What came of an act: saved, saved already by the same gesture, or nothing to change."""

    SAVED = "saved"
    KNOWN = "known"
    UNCHANGED = "unchanged"


@dataclass(frozen=True, slots=True)
class Saved(Evaluated):
    """The state that an act led to; for a gesture already known the one that it led to then."""

    outcome: Outcome

    @property
    def added(self) -> tuple[str, ...]:
        """The ids of the nodes that the act has added, in the order of the page."""
        if self.outcome is Outcome.UNCHANGED:
            return ()
        return tuple(self.revision.parameters.get("added", ()))


def save(
    row: RosterRow, actor: Actor, gesture: Gesture, act: Callable[[Head], Step | None]
) -> Saved:
    """Append what an act makes of the current revision, in one transaction.

    The act is asked again whenever somebody else saved first, and answers None where it changes
    nothing. Raises Busy, what the act raises, InvalidIntent where the gesture's base is no revision
    and Roster.DoesNotExist where the actor may not edit the roster, or no longer.
    """
    key = gesture.key or new_code()
    try:
        with transaction.atomic():
            for _ in range(ATTEMPTS):
                head, known = _read_head(row, actor, gesture.base, key)
                if known is not None:
                    return _found(head.row, known, Outcome.KNOWN)
                step = act(head)
                if step is None:
                    return _found(head.row, head.current, Outcome.UNCHANGED)
                saved = _append(head, step, actor, key)
                if saved is not None:
                    return saved
    except OperationalError as error:
        if is_busy(error):
            raise Busy from error
        raise
    raise Busy


def is_busy(error: OperationalError) -> bool:
    """Whether others kept the database for too long, or waited for this act as it did for them."""
    in_sqlite = getattr(error.__cause__, "sqlite_errorname", None) or ""
    in_postgresql = getattr(error.__cause__, "sqlstate", None)
    return in_sqlite.startswith("SQLITE_BUSY") or in_postgresql in POSTGRESQL_BUSY


def _found(row: RosterRow, revision: Revision, outcome: Outcome) -> Saved:
    now = evaluate_revision(row, revision)
    return Saved(row, revision, now.catalogue, now.roster, now.evaluation, outcome)


def _read_head(row: RosterRow, actor: Actor, base: int, key: str) -> tuple[Head, Revision | None]:
    """The roster as it stands, and the revision that the key has made already.

    The lock lets PostgreSQL's savers queue instead of overtaking each other; SQLite ignores it,
    so `_advance` is what nothing gets past.
    """
    row = RosterRow.objects.editable_by(actor).select_for_update().get(pk=row.pk)
    revisions = row.revisions.with_edition().order_by()
    by_number = revisions.filter(number__in={row.number, base})
    found = list(by_number.union(revisions.filter(key=key), all=True))  # each by its own index
    numbered = {revision.number: revision for revision in found}
    if base not in numbered:
        raise InvalidIntent("base", "unknown")
    known = next((revision for revision in found if revision.key == key), None)
    return Head(row, numbered[row.number], numbered[base]), known


def _append(head: Head, step: Step, actor: Actor, key: str) -> Saved | None:
    """The next revision, or None where the roster is no longer as it was read."""
    catalogue = find_catalogue_of(step.edition, step.roster)
    evaluation = evaluate(catalogue, step.roster)
    columns = describe(step.roster, evaluation)
    if not _advance(head.row, step, actor, columns):
        return None
    points = write_points(columns["total"] - head.current.total)
    revision = Revision.objects.create(
        roster=head.row,
        number=head.row.number,
        edition=step.edition,
        document=step.document,
        total=columns["total"],
        verdict=columns["verdict"],
        code=step.code,
        parameters={**step.parameters, "points": points},
        by_id=actor.user,
        key=key,
        restores=step.restores,
        undo_to=step.undo_to,
        redo_to=step.redo_to,
    )
    return Saved(head.row, revision, catalogue, step.roster, evaluation, Outcome.SAVED)


def _advance(row: RosterRow, step: Step, actor: Actor, columns: Mapping[str, Any]) -> bool:
    """Move the roster on to its next number, unless somebody else has done so since it was read."""
    changes = {
        **columns,
        "number": row.number + 1,
        "edition": step.edition,
        "state": step.state,
        "updated_at": timezone.now(),
    }
    as_read = RosterRow.objects.editable_by(actor).filter(pk=row.pk, number=row.number)
    if not as_read.update(**changes):
        return False
    for column, value in changes.items():
        setattr(row, column, value)
    return True
