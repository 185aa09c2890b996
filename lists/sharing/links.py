"""Links made, resolved and revoked, and the state of a roster that a link shows."""

from __future__ import annotations

from django.db import IntegrityError, transaction
from django.utils import timezone

from lists.building.rosters import Evaluated, create_roster, evaluate_copy, evaluate_roster
from lists.models import Actor, Link, Revision
from lists.models import Roster as RosterRow

COPIED = "copied"


class Withheld(Exception):
    """An operator has taken a roster's links down; it gets no others."""


def make_link(row: RosterRow) -> Link:
    """The view link of a roster: the one that stands, else a new one; raises Withheld."""
    return _find_or_make(row, Link(roster=row, kind=Link.Kind.VIEW))


@transaction.atomic
def freeze_revision(row: RosterRow, number: int) -> Link:
    """The frozen link of a revision, which it copies: the one that stands, else a new one.

    The roster is locked, so that what is erased meanwhile is not copied. Raises
    Revision.DoesNotExist and Withheld.
    """
    locked = RosterRow.objects.select_for_update().filter(pk=row.pk).first()
    if locked is None:
        raise Revision.DoesNotExist
    row = locked
    revision = row.revisions.with_edition().get(number=number)
    copy = Link(
        roster=row,
        kind=Link.Kind.FROZEN,
        number=revision.number,
        edition=revision.edition,
        name=str(revision.document["name"]),
        is_ready=revision.is_ready,
        document=revision.document,
    )
    return _find_or_make(row, copy)


def _find_or_make(row: RosterRow, link: Link) -> Link:
    """Of two who make the same link at the same moment, the second finds the first's."""
    if row.withheld_at is not None:
        raise Withheld
    standing = Link.objects.to(row).standing().filter(kind=link.kind, number=link.number)
    found = standing.first()
    if found is None:
        try:
            with transaction.atomic():
                link.save(force_insert=True)
        except IntegrityError:
            return standing.get()
    return found or link


def revoke_link(row: RosterRow, code: str) -> bool:
    """Let a link of this roster open nothing from now on; whether there was one to revoke."""
    links = Link.objects.to(row).opened_by(code)
    return links.update(revoked_at=timezone.now()) > 0


def resolve_link(code: str, kind: str = "") -> Link:
    """The link that a code opens, of a kind or of any.

    Raises Link.DoesNotExist, whatever the cause.
    """
    links = Link.objects.opened_by(code).with_edition()
    return (links.filter(kind=kind) if kind else links).get()


def find_view_link(row: RosterRow) -> Link | None:
    """The view link of a roster, if there is one."""
    return Link.objects.to(row).standing().views().first()


# What a link shows


def evaluate_link(link: Link) -> Evaluated:
    """What a link shows, evaluated: the roster as it stands, or the copy that was frozen.

    A copy stands in rows that are not saved, dated by the moment of freezing.
    """
    if link.kind == Link.Kind.VIEW:
        assert link.roster is not None
        return evaluate_roster(link.roster)
    assert link.number is not None
    revision = Revision(
        number=link.number,
        edition=link.edition,
        document=link.document,
        created_at=link.created_at,
    )
    return evaluate_copy(revision, name=link.name, is_ready=link.is_ready)


def copy_shared(link: Link, actor: Actor) -> RosterRow:
    """A new roster of the actor's, with what a link shows; the shared one stays as it is."""
    shown = evaluate_link(link)
    return create_roster(actor, shown.roster, shown.revision.edition, code=COPIED)
