"""What players have written of their own, kept so that it can be offered in their other lists."""

from __future__ import annotations

from typing import Any, Self

from django.conf import settings
from django.db import models
from django.utils import timezone

from lists.rules.document import LONGEST_KEY, LONGEST_NAME

from .plain import PlainField


class OwnEntryQuerySet(models.QuerySet["OwnEntry"]):
    """The questions that are asked about entries of players' own."""

    def visible_to(self, user: int | None, system: str) -> Self:
        """Those that a person has written for a game system, the last used first."""
        if user is None:
            return self.none()
        return self.filter(owner=user, system=system).order_by("-used_at", "-pk")


class OwnEntry(models.Model):
    """An entry that a player has written in one of their rosters, as they wrote it last.

    It is a copy: each roster carries its own, and none changes with this one.
    """

    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        related_name="own_entries",
        db_index=False,
    )
    system = models.CharField(max_length=LONGEST_KEY)
    key = models.CharField(max_length=LONGEST_KEY)
    like = models.CharField(max_length=LONGEST_KEY)
    name = models.CharField(max_length=LONGEST_NAME)
    points = models.CharField(max_length=20)
    statistics = PlainField(default=dict)
    used_at = models.DateTimeField(default=timezone.now)

    objects = OwnEntryQuerySet.as_manager()

    class Meta:
        ordering = ["system", "-used_at"]
        verbose_name_plural = "own entries"
        constraints = [
            models.UniqueConstraint(fields=["owner", "system", "key"], name="own_entry_once"),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def plain(self) -> dict[str, Any]:
        """The entry as a roster carries it."""
        own = {"key": self.key, "like": self.like, "name": self.name, "points": self.points}
        return {**self.statistics, **own}
