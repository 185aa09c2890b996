"""What is kept beside a roster and its revisions, which never change: tags, and names of states."""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from lists.rules.document import LONGEST_NAME

from .roster import Roster

LONGEST_TAG = 30


class Tag(models.Model):
    """A word by which an owner finds a roster again."""

    roster = models.ForeignKey(
        Roster, on_delete=models.CASCADE, related_name="tags", db_index=False
    )
    text = models.CharField(max_length=LONGEST_TAG, db_index=True)

    class Meta:
        ordering = ["text"]
        constraints = [
            models.UniqueConstraint(fields=["roster", "text"], name="tag_once"),
            models.CheckConstraint(condition=~Q(text=""), name="tag_not_empty"),
        ]

    def __str__(self) -> str:
        return self.text


class RevisionName(models.Model):
    """What a person calls one state of a roster, such as "Before the tournament"."""

    roster = models.ForeignKey(
        Roster, on_delete=models.CASCADE, related_name="revision_names", db_index=False
    )
    number = models.PositiveIntegerField()
    name = models.CharField(max_length=LONGEST_NAME)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["roster", "number"], name="revision_name_once"),
            models.CheckConstraint(condition=~Q(name=""), name="revision_name_not_empty"),
        ]

    def __str__(self) -> str:
        return self.name
