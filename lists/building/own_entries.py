"""What a player has written of their own in one roster, kept for the others."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from django.db import models, transaction
from django.db.models.functions import Cast
from django.utils import timezone

from lists.models import OwnEntry, Revision
from lists.rules.own_entries import write_points

from .catalogues import find_catalogue

FIELDS: Final = frozenset({"key", "like", "name", "points"})
MOST_KEPT: Final = 50
"""How many entries of one person are kept for a game system; the longest unused make room."""


@transaction.atomic
def keep_own_entry(user: int, system: str, written: Mapping[str, Any]) -> None:
    """Keep an entry that a person has written, in place of what it was before."""
    OwnEntry.objects.update_or_create(
        owner_id=user, system=system, key=written["key"], defaults=_describe(written)
    )
    _make_room(user, system)


@transaction.atomic
def keep_entries_of(user: int, rosters: Iterable[int]) -> None:
    """Keep what stands in rosters that have become a person's, as far as there is room.

    What is kept already stays.
    """
    current = Revision.objects.with_edition().filter(
        roster__in=list(rosters), number=models.F("roster__number")
    )
    written = current.annotate(text=Cast("document", models.TextField())).exclude(
        text__contains='"own_entries": []'
    )
    found: dict[str, dict[str, Mapping[str, Any]]] = {}
    for revision in written.order_by("roster__updated_at", "pk"):
        of_system = found.setdefault(find_catalogue(revision.edition).system, {})
        for each in read_own_entries(revision):
            of_system.setdefault(each["key"], each)
    for system, entries in found.items():
        kept = set(OwnEntry.objects.visible_to(user, system).values_list("key", flat=True))
        new = [
            OwnEntry(owner_id=user, system=system, key=key, **_describe(each))
            for key, each in entries.items()
            if key not in kept
        ]
        room = max(MOST_KEPT - len(kept), 0)
        OwnEntry.objects.bulk_create(new[::-1][:room], ignore_conflicts=True)


def _describe(written: Mapping[str, Any]) -> dict[str, Any]:
    """An entry as its row has it, used just now."""
    return {
        "like": written["like"],
        "name": written["name"],
        "points": str(written["points"]),
        "statistics": {key: each for key, each in written.items() if key not in FIELDS},
        "used_at": timezone.now(),
    }


def _make_room(user: int, system: str) -> None:
    kept = OwnEntry.objects.visible_to(user, system)
    surplus = list(kept.values_list("pk", flat=True)[MOST_KEPT:])
    if surplus:
        OwnEntry.objects.filter(pk__in=surplus).delete()


def read_own_entries(revision: Revision) -> Iterator[dict[str, Any]]:
    """What a player has written in a roster, as far as it is an entry there."""
    catalogue = find_catalogue(revision.edition, revision.document["own_entries"])
    for entry in catalogue.entries.values():
        template = catalogue.entries[entry.like].template if entry.like else None
        if template is not None:
            yield {
                "key": entry.key,
                "like": entry.like,
                "name": next(iter(entry.name.values())),
                "points": write_points(entry.points),
                **{
                    key: entry.statistics[key]
                    for key in template.statistics
                    if key in entry.statistics
                },
            }


def find_kept(user: int | None, system: str) -> list[dict[str, Any]]:
    """The entries that a person has written for a game system, the last used first."""
    return [entry.plain for entry in OwnEntry.objects.visible_to(user, system)]
