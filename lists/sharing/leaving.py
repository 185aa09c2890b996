"""The end of an account: its lists go, frozen links keep their copies, and nobody's name stays."""

from __future__ import annotations

from dataclasses import dataclass

from django.db import transaction
from django.db.models import Q

from lists.building.trash import Purged, purge_owned
from lists.models import Link, Redaction, User

from .redacting import redact_links


@dataclass(frozen=True, slots=True)
class Left:
    """What the end of an account ended, and what it left."""

    purged: Purged
    redacted: int


def find_frozen_of(user: int) -> Q:
    """The frozen links to a person's lists, those that are purged included."""
    return Q(roster__owner=user) | Q(former_owner=user)


@transaction.atomic
def delete_account(user: User, *, erases: bool) -> Left:
    """Delete a person's account with all their lists, for good and at once.

    With `erases` what they typed goes from the frozen links as well, which stay.
    """
    purged, redacted = purge_owned(user.pk), 0
    if erases:  # now that nobody can freeze another state
        links = Link.objects.filter(find_frozen_of(user.pk))
        redacted = redact_links(links, Redaction.Reason.ACCOUNT)
    user.delete()
    return Left(purged, redacted)
