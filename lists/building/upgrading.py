"""A roster moved to a newer edition: looked at first, then one act that can be undone."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import partial

from django.db.models import F

from lists.models import Actor, Edition, Revision
from lists.models import Roster as RosterRow
from lists.rules.catalogue import Catalogue
from lists.rules.document import write_document
from lists.rules.evaluate import evaluate
from lists.rules.evaluation import Evaluation
from lists.rules.roster import Roster
from lists.rules.upgrading import upgrade

from .catalogues import find_catalogue, find_catalogue_of
from .rosters import DUPLICATED, Evaluated, create_roster, evaluate_revision, evaluate_roster
from .saving import Gesture, Head, Saved, Step, save

UPGRADED = "upgraded"


@dataclass(frozen=True, slots=True)
class Preview:
    """A roster as it stands, and what it would come to on a newer edition."""

    before: Evaluated
    edition: Edition
    catalogue: Catalogue
    roster: Roster
    evaluation: Evaluation


def find_newer(row: RosterRow) -> Edition | None:
    """The newest edition of a roster's game system, unless the roster is on it."""
    of_system = Edition.objects.published().filter(system__editions=row.edition_id)
    newest_first = of_system.order_by("-published_at", "-pk")
    newest = newest_first.only("key", "hash", "words_hash", "system").first()
    return newest if newest is not None and newest.pk != row.edition_id else None


def preview_upgrade(row: RosterRow, edition: Edition) -> Preview:
    """What a newer edition would make of the roster; nothing is saved."""
    return _preview(evaluate_roster(row), edition)


def upgrade_roster(
    row: RosterRow, actor: Actor, edition: Edition, *, base: int, key: str = ""
) -> Saved:
    """Move the roster to a newer edition of its game system.

    Raises Conflict where the base is not current: only what was looked at is moved.
    """
    return save(row, actor, Gesture.read(base, key), partial(_upgrade, edition))


def copy_upgraded(row: RosterRow, actor: Actor, edition: Edition) -> RosterRow:
    """A new roster on the newer edition; this one stays where it is, and is asked no more."""
    copy = create_roster(actor, preview_upgrade(row, edition).roster, edition, code=DUPLICATED)
    decline_upgrade(row, actor, edition)
    return copy


def preview_all(rosters: Iterable[RosterRow]) -> Iterator[Preview]:
    """What the newest editions would make of rosters that are on older ones."""
    rows = {row.pk: row for row in rosters}
    newest = {edition.system_id: edition for edition in Edition.objects.newest()}
    current = Revision.objects.with_edition().filter(roster__in=rows, number=F("roster__number"))
    found = {revision.roster_id: revision for revision in current}
    for key, row in rows.items():
        if key in found:
            before = evaluate_revision(row, found[key])
            yield _preview(before, newest[row.edition.system_id])


def decline_upgrade(row: RosterRow, actor: Actor, edition: Edition) -> None:
    """Leave the roster on its edition, and do not mention this newer one again."""
    RosterRow.objects.editable_by(actor).filter(pk=row.pk).update(declined=edition)


def _preview(before: Evaluated, edition: Edition) -> Preview:
    newer = find_catalogue(edition, before.roster.own_entries)
    roster = upgrade(before.roster, before.catalogue, newer)
    catalogue = find_catalogue_of(edition, roster)
    return Preview(before, edition, catalogue, roster, evaluate(catalogue, roster))


def _upgrade(edition: Edition, head: Head) -> Step | None:
    head.require_unchanged()
    current: Revision = head.current
    if current.edition_id == edition.pk:
        return None
    moved = _preview(evaluate_revision(head.row, current), edition).roster
    return Step(
        code=UPGRADED,
        parameters={"from": current.edition.key, "to": edition.key},
        roster=moved,
        document=write_document(moved),
        edition=edition,
        undo_to=current.number,
    )
