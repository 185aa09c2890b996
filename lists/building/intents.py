"""An edit of a roster as it arrives: one small intent, applied to whatever stands by then."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from lists.models import Actor
from lists.models import Roster as RosterRow
from lists.rules.catalogue import Catalogue
from lists.rules.document import read_document, write_document
from lists.rules.edits import Edit, find_conflicts, find_value
from lists.rules.roster import NOTHING, Roster

from .acts import OPERATIONS, Act, Task, UnknownNode, locate, new_ids
from .catalogues import find_catalogue_of
from .rosters import LARGEST_DOCUMENT, measure_document
from .saving import Clash, Conflict, Gesture, Head, Saved, Step, save
from .values import InvalidIntent, Values


@dataclass(frozen=True, slots=True)
class Intent:
    """One act on a roster as a page sends it; nothing in it is trusted.

    `node` is the id of what is meant, "" for the roster or where there is no need. `base` is the
    number of the revision that the page showed, `key` names the gesture and is the same in its
    retries. The operations and their values are those of `acts`.
    """

    operation: str
    node: str = ""
    value: Mapping[str, Any] = field(default_factory=lambda: NOTHING)
    base: int = 0
    key: str = ""


def apply_intent(row: RosterRow, intent: Intent, actor: Actor) -> Saved:
    """Do what an intent says to the roster as it stands, and save it as the next revision.

    Raises InvalidIntent for what cannot be done, Conflict for what was changed meanwhile, Busy
    after losing five times, Roster.DoesNotExist where the actor may not edit the roster.
    """
    if not isinstance(intent.operation, str) or intent.operation not in OPERATIONS:
        raise InvalidIntent("operation", "unknown")
    if not isinstance(intent.node, str):
        raise InvalidIntent("node", "unknown")
    return save(row, actor, Gesture.read(intent.base, intent.key), partial(_carry_out, intent))


def _carry_out(intent: Intent, head: Head) -> Step | None:
    current, _ = read_document(head.current.document)
    base = current if head.base is head.current else read_document(head.base.document)[0]
    act = _plan(intent, head, base, current)
    after = act.edit.apply(current)
    if after == current:
        return None
    _check_conflicts(act.edit, base, current)
    document = write_document(after)
    if read_document(document) != (after, ()):  # it would not read back as it was saved
        raise InvalidIntent("", "too-large")
    _check_size(head.current.document, document)
    return Step(
        code=act.code or intent.operation,
        parameters=_describe(act, find_catalogue_of(head.current.edition, current), current, after),
        roster=after,
        document=document,
        edition=head.current.edition,
        undo_to=head.current.number,
    )


def _check_size(before: Mapping[str, Any], after: Mapping[str, Any]) -> None:
    """Raise InvalidIntent for a list that would grow too large; one that is so may shrink."""
    size = measure_document(after)
    if size > LARGEST_DOCUMENT and size > measure_document(before):
        raise InvalidIntent("", "too-large")


def _plan(intent: Intent, head: Head, base: Roster, current: Roster) -> Act:
    """The edit that an intent means; an act on what somebody else has removed is a conflict."""
    catalogue = find_catalogue_of(head.current.edition, current)
    task = Task(intent.node, Values(intent.value), catalogue, current, new_ids())
    try:
        return OPERATIONS[intent.operation](task)
    except UnknownNode as unknown:
        if base.find(unknown.node) is None:
            raise
        clash = Clash(unknown.node, "exists", base=True, current=None, typed=True)
        raise Conflict((clash,)) from None


def _check_conflicts(edit: Edit, base: Roster, current: Roster) -> None:
    clashes = find_conflicts(edit, base, current)
    if clashes:
        typed = edit.apply(base)
        raise Conflict(
            tuple(
                Clash(*pair, *(find_value(each, pair) for each in (base, current, typed)))
                for pair in clashes
            )
        )


def _describe(act: Act, catalogue: Catalogue, before: Roster, after: Roster) -> dict[str, Any]:
    """What history says of the act, with where its node stands and the ids of those added."""
    old = {node.id for node in before.walk()}
    added = [node.id for node in after.walk() if node.id not in old]
    node = act.parameters.get("node", "")
    place = locate(catalogue, before if node in old else after, node)
    return {**act.parameters, **place, **({"added": added} if added else {})}
