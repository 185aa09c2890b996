"""A roster is a draft until its player marks it ready; each edit makes it a draft again."""

from __future__ import annotations

from functools import partial

from lists.models import MARKED_DRAFT, MARKED_READY, Actor
from lists.models import Roster as RosterRow
from lists.rules.catalogue import Severity
from lists.rules.document import read_document
from lists.rules.evaluation import Problem

from .rosters import evaluate_revision
from .saving import Gesture, Head, Saved, Step, save

State = RosterRow.State


class NotReady(Exception):
    """What is illegal about a roster that was to be marked ready; form errors on their lines."""

    def __init__(self, problems: tuple[Problem, ...]) -> None:
        self.problems = problems
        super().__init__(", ".join(problem.code for problem in problems))


def mark_ready(row: RosterRow, actor: Actor, *, base: int, key: str = "") -> Saved:
    """Mark the roster ready; guidance and notes pass, what is illegal raises NotReady.

    Raises Conflict where the base is not current: only what was looked at can be ready.
    """
    return save(row, actor, Gesture.read(base, key), _mark_ready)


def mark_draft(row: RosterRow, actor: Actor, *, base: int, key: str = "") -> Saved:
    """Take the mark back."""
    return save(row, actor, Gesture.read(base, key), partial(_mark, MARKED_DRAFT, State.DRAFT))


def _mark_ready(head: Head) -> Step | None:
    head.require_unchanged()
    problems = evaluate_revision(head.row, head.current).evaluation.problems
    illegal = tuple(each for each in problems if each.severity is Severity.ILLEGAL)
    if illegal:
        raise NotReady(illegal)
    return _mark(MARKED_READY, State.READY, head)


def _mark(code: str, state: RosterRow.State, head: Head) -> Step | None:
    """A step that changes the state and nothing else: undo and redo lead where they led before."""
    current = head.current
    if head.row.state == state:
        return None
    return Step(
        code=code,
        parameters={},
        roster=read_document(current.document)[0],
        document=current.document,
        edition=current.edition,
        restores=current.origin,
        undo_to=current.undo_to,
        redo_to=current.redo_to,
        state=state,
    )
