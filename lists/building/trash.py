"""The trash: what is deleted opens for nobody, comes back by one click, is purged in the end."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Final, Self

from django.db import transaction
from django.db.models import OuterRef, Subquery
from django.utils import timezone

from lists.models import Actor, Link, Revision, Roster
from lists.models.roster import RosterQuerySet
from lists.models.triggers import lifted

BATCH: Final = 100
"""How many rosters are purged in one transaction."""


@dataclass(frozen=True, slots=True)
class Purged:
    """What was purged for good, and how many frozen links still show their copies."""

    rosters: int = 0
    revisions: int = 0
    frozen_links: int = 0

    def __add__(self, other: Self) -> Purged:
        return Purged(
            self.rosters + other.rosters,
            self.revisions + other.revisions,
            self.frozen_links + other.frozen_links,
        )


def delete_rosters(actor: Actor, codes: Iterable[str]) -> list[str]:
    """Put rosters in the trash; the codes of those that are there now by this act."""
    return _stamp(Roster.objects.managed_by(actor), codes, timezone.now())


def restore_rosters(actor: Actor, codes: Iterable[str]) -> list[str]:
    """Bring rosters back as they were, with all their links; the codes of those that came back."""
    return _stamp(Roster.objects.in_trash_of(actor), codes, None)


@transaction.atomic
def _stamp(rosters: RosterQuerySet, codes: Iterable[str], moment: datetime | None) -> list[str]:
    """Write those that are such once they are locked, so that of two acts at once one counts."""
    found = rosters.filter(code__in=list(codes)).order_by("pk").select_for_update()
    code_of = dict(found.values_list("pk", "code"))
    Roster.objects.filter(pk__in=code_of).update(deleted_at=moment)
    return list(code_of.values())


def purge_of(actor: Actor, code: str) -> Purged:
    """Purge a roster out of the actor's trash."""
    return _purge(Roster.objects.in_trash_of(actor).filter(code=code))


def purge_since(moment: datetime) -> Purged:
    """Purge all that was deleted before a moment."""
    purged, old = Purged(), Roster.objects.in_trash_since(moment)
    while (batch := _purge(old)).rosters:
        purged += batch
    return purged


def purge_owned(user: int) -> Purged:
    """Purge all that a person owns, in the trash or not."""
    purged, owned = Purged(), Roster.objects.filter(owner=user)
    while (batch := _purge(owned)).rosters:
        purged += batch
    return purged


def _purge(rosters: RosterQuerySet) -> Purged:
    """Purge some of these; frozen links keep the copies that they hold.

    Links that an operator took down are revoked, since the roster that says so is gone.
    """
    if not rosters.exists():
        return Purged()
    with lifted():
        locked = rosters.order_by("pk").select_for_update()[:BATCH]
        keys = list(locked.values_list("pk", flat=True))
        found = Roster.objects.filter(pk__in=keys)
        revisions = Revision.objects.filter(roster__in=keys).count()
        links = Link.objects.filter(roster__in=keys)
        taken_down = links.filter(revoked_at=None, roster__in=found.withheld())
        taken_down.update(revoked_at=timezone.now())
        frozen = links.filter(revoked_at=None).frozen().count()
        owner = Roster.objects.filter(pk=OuterRef("roster")).values("owner")[:1]
        links.update(former_owner=Subquery(owner))
        found.delete()
    return Purged(len(keys), revisions, frozen)
