"""A game system, its editions, and what all rows of an edition have in common."""

from __future__ import annotations

from typing import Any, ClassVar, Self

from django.db import models
from django.db.models import F, OuterRef, Q, Subquery
from django.utils.translation import gettext_lazy as _

from lists.rules.document import LONGEST_KEY, LONGEST_NAME
from lists.rules.lexer import MAXIMUM_LENGTH

from .plain import PlainField


class GameSystem(models.Model):
    """A game, such as Breaking News; its numbers stand in its editions."""

    key = models.CharField(max_length=LONGEST_KEY, unique=True)
    name_en = models.CharField(max_length=LONGEST_NAME)
    name_es = models.CharField(max_length=LONGEST_NAME)
    text_en = models.TextField(blank=True)
    text_es = models.TextField(blank=True)

    class Meta:
        ordering = ["key"]

    def __str__(self) -> str:
        return self.name_en


class EditionQuerySet(models.QuerySet["Edition"]):
    """The questions that are asked about editions."""

    def published(self) -> Self:
        """Those that players may build with."""
        return self.filter(state=Edition.State.PUBLISHED)

    def newest(self) -> Self:
        """The newest published one of each game system."""
        return self.published().with_newest().filter(pk=F("newest"))

    def with_newest(self) -> Self:
        """Each with the key of the newest published one of its game system, as `newest`."""
        newest = Edition.objects.published().filter(system=OuterRef("system"))
        newest = newest.order_by("-published_at", "-pk")
        return self.annotate(newest=Subquery(newest.values("pk")[:1]))


class Edition(models.Model):
    """One state of a game system's numbers; once published only its words can be corrected."""

    class State(models.TextChoices):
        DRAFT = "draft", _("Draft")
        PUBLISHED = "published", _("Published")

    system = models.ForeignKey(GameSystem, on_delete=models.PROTECT, related_name="editions")
    key = models.CharField(max_length=LONGEST_KEY)
    name_en = models.CharField(max_length=LONGEST_NAME)
    name_es = models.CharField(max_length=LONGEST_NAME)
    state = models.CharField(max_length=9, choices=State, default=State.DRAFT)
    published_at = models.DateTimeField(null=True, blank=True)
    hash = models.CharField(max_length=64, unique=True)
    words_hash = models.CharField(max_length=64)
    details = PlainField(default=dict)
    texts = PlainField(default=dict)

    newest: int
    """The key of the newest one of its game system, as `with_newest` finds it."""

    objects = EditionQuerySet.as_manager()

    class Meta:
        ordering = ["system", "-published_at"]
        constraints = [
            models.UniqueConstraint(fields=["system", "key"], name="edition_key_once_in_system"),
            models.CheckConstraint(
                condition=Q(state="draft") | Q(published_at__isnull=False),
                name="edition_published_has_date",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.system} {self.key}"

    @property
    def is_published(self) -> bool:
        """Whether players may build with it, and nobody may change its numbers."""
        return self.state == self.State.PUBLISHED


class Row(models.Model):
    """One item of an edition's document: columns for what is looked at, the rest as plain values.

    A column that is empty was not written. `details` holds what else makes the edition's hash,
    `texts` the other words by their path; see `documents`.
    """

    document_names: ClassVar[dict[str, str]] = {}
    """What the document calls a column, where that is another name."""

    position = models.PositiveIntegerField()
    details = PlainField(default=dict, blank=True)
    texts = PlainField(default=dict, blank=True)

    class Meta:
        abstract = True
        ordering = ["position"]


class KeyedRow(Row):
    """An item that others name by its key."""

    key = models.CharField(max_length=LONGEST_KEY)
    page = models.PositiveIntegerField(null=True, blank=True)

    class Meta(Row.Meta):
        abstract = True

    def __str__(self) -> str:
        return self.key


class NamedRow(KeyedRow):
    """An item with a name in both languages."""

    name_en = models.CharField(max_length=LONGEST_NAME)
    name_es = models.CharField(max_length=LONGEST_NAME)

    class Meta(KeyedRow.Meta):
        abstract = True

    def __str__(self) -> str:
        return self.name_en


class DescribedRow(NamedRow):
    """An item that is also explained in both languages."""

    text_en = models.TextField(blank=True)
    text_es = models.TextField(blank=True)

    class Meta(NamedRow.Meta):
        abstract = True


def formula_column(**options: Any) -> models.CharField[str, str]:
    """A column for a formula or predicate; empty where there is none."""
    return models.CharField(max_length=MAXIMUM_LENGTH, blank=True, **options)


def key_column(**options: Any) -> models.CharField[str, str]:
    """A column for a key of the document; empty where there is none."""
    return models.CharField(max_length=LONGEST_KEY, blank=True, **options)


def key_once(name: str, within: str = "edition") -> models.UniqueConstraint:
    """The constraint that a key stands once in its edition, or in its parent."""
    return models.UniqueConstraint(fields=[within, "key"], name=f"{name}_key_once_in_{within}")
