"""How a player keeps order: rosters are archived and tagged, which changes nothing they hold."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from django.db import transaction
from django.utils import timezone

from lists.models import Actor, Roster, Tag
from lists.models.roster import RosterQuerySet

MOST_TAGS: Final = 10
"""How many tags a roster may have."""


@dataclass(frozen=True, slots=True)
class Tagged:
    """What came of tagging: how many rosters have the tag now, and how many have no room for it."""

    tagged: int
    full: int


def archive(actor: Actor, codes: Iterable[str]) -> int:
    """Put rosters out of sight; how many there were."""
    found = _find(actor, codes).at_hand()
    return found.update(archived_at=timezone.now())


def unarchive(actor: Actor, codes: Iterable[str]) -> int:
    """Bring rosters back into sight; how many there were."""
    return _find(actor, codes).archived().update(archived_at=None)


@transaction.atomic
def add_tag(actor: Actor, codes: Iterable[str], text: str) -> Tagged:
    """Give rosters a tag. One that differs in capitals only counts as the same."""
    keys = list(_find(actor, codes).values_list("pk", flat=True))
    tags = list(Tag.objects.filter(roster__in=keys).values_list("roster", "text"))
    has_it = {key for key, other in tags if other.casefold() == text.casefold()}
    counts = Counter(key for key, _ in tags)
    full = {key for key in keys if counts[key] >= MOST_TAGS} - has_it
    new = [Tag(roster_id=key, text=text) for key in keys if key not in has_it | full]
    Tag.objects.bulk_create(new, ignore_conflicts=True)
    return Tagged(len(keys) - len(full), len(full))


def remove_tag(actor: Actor, codes: Iterable[str], text: str) -> int:
    """Take a tag off rosters; how many had it."""
    return Tag.objects.filter(roster__in=_find(actor, codes), text=text).delete()[0]


def find_tags(rosters: Iterable[Roster]) -> dict[int, list[str]]:
    """The tags of rosters, in their order, by the key of each roster that has any."""
    tags = Tag.objects.filter(roster__in=[row.pk for row in rosters]).order_by("text")
    found: dict[int, list[str]] = {}
    for key, text in tags.values_list("roster", "text"):
        found.setdefault(key, []).append(text)
    return found


def _find(actor: Actor, codes: Iterable[str]) -> RosterQuerySet:
    return Roster.objects.managed_by(actor).filter(code__in=list(codes))
