"""Undo, redo and restore: each appends a revision that holds the document of an earlier one."""

from __future__ import annotations

from functools import partial

from lists.models import RESTORED, Actor, Revision
from lists.models import Roster as RosterRow
from lists.rules.document import read_document

from .saving import Gesture, Head, Saved, Step, save
from .values import InvalidIntent, read_whole

UNDONE, REDONE = "undone", "redone"


def undo(row: RosterRow, actor: Actor, *, base: int, key: str = "") -> Saved:
    """Go back to the state before the last act; raises Conflict where the base is not current."""
    return save(row, actor, Gesture.read(base, key), _undo)


def redo(row: RosterRow, actor: Actor, *, base: int, key: str = "") -> Saved:
    """Do again what was undone last; raises Conflict where the base is not current."""
    return save(row, actor, Gesture.read(base, key), _redo)


def restore(row: RosterRow, actor: Actor, number: int, *, base: int, key: str = "") -> Saved:
    """Go back to any earlier state; this is an act like any other, and undone like one."""
    number = read_whole("number", number)
    return save(row, actor, Gesture.read(base, key), partial(_restore, number))


def _undo(head: Head) -> Step | None:
    head.require_unchanged()
    current = head.current
    if current.undo_to is None:
        return None
    target = head.find(current.undo_to)
    return _return_to(
        target,
        code=UNDONE,
        of=current.origin,
        restores=target.origin,
        undo_to=target.undo_to,
        redo_to=current.number,
    )


def _redo(head: Head) -> Step | None:
    head.require_unchanged()
    if head.current.redo_to is None:
        return None
    target = head.find(head.current.redo_to)
    return _return_to(
        target,
        code=REDONE,
        of=target.origin,
        restores=target.origin,
        undo_to=target.undo_to,
        redo_to=target.redo_to,
    )


def _restore(number: int, head: Head) -> Step | None:
    head.require_unchanged()
    if not 1 <= number <= head.current.number:
        raise InvalidIntent("number", "unknown")
    target = head.find(number)
    if target.document == head.current.document:
        return None
    return _return_to(
        target, code=RESTORED, of=number, restores=number, undo_to=head.current.number
    )


def _return_to(
    target: Revision,
    *,
    code: str,
    of: int,
    restores: int,
    undo_to: int | None,
    redo_to: int | None = None,
) -> Step:
    """A step to the exact document of another revision, on the edition that it stood on."""
    return Step(
        code=code,
        parameters={"of": of},
        roster=read_document(target.document)[0],
        document=target.document,
        edition=target.edition,
        restores=restores,
        undo_to=undo_to,
        redo_to=redo_to,
    )
