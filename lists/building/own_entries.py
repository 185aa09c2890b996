"""What a player has written of their own in one roster, kept for the others."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from django.db import transaction
from django.utils import timezone

from lists.models import OwnEntry

FIELDS: Final = frozenset({"key", "like", "name", "points"})
MOST_KEPT: Final = 50
"""How many entries of one person are kept for a game system; the longest unused make room."""


@transaction.atomic
def keep_own_entry(user: int, system: str, written: Mapping[str, Any]) -> None:
    """Keep an entry that a person has written, in place of what it was before."""
    OwnEntry.objects.update_or_create(
        owner_id=user,
        system=system,
        key=written["key"],
        defaults={
            "like": written["like"],
            "name": written["name"],
            "points": str(written["points"]),
            "statistics": {key: each for key, each in written.items() if key not in FIELDS},
            "used_at": timezone.now(),
        },
    )
    kept = OwnEntry.objects.visible_to(user, system)
    surplus = list(kept.values_list("pk", flat=True)[MOST_KEPT:])
    if surplus:
        OwnEntry.objects.filter(pk__in=surplus).delete()


def find_kept(user: int | None, system: str) -> list[dict[str, Any]]:
    """The entries that a person has written for a game system, the last used first."""
    return [entry.plain for entry in OwnEntry.objects.visible_to(user, system)]
