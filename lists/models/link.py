"""Links by which a roster is read: as it stands, or as one revision was."""

from __future__ import annotations

import re
from typing import Self

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from lists.rules.document import LONGEST_NAME

from .catalogue import Edition
from .plain import PlainField
from .roster import CODE_PATTERN, Roster, new_code


class LinkQuerySet(models.QuerySet["Link"]):
    """The questions that are asked about links, access first of all."""

    def standing(self) -> Self:
        """Those that nobody has revoked or taken down; a view link wants its roster to be there."""
        has_roster = Q(roster__isnull=False, roster__deleted_at=None)
        is_withheld = Q(roster__withheld_at__isnull=False)
        shown = Q(kind=Link.Kind.FROZEN) | has_roster
        return self.filter(shown, revoked_at=None).exclude(is_withheld)

    def opened_by(self, code: str) -> Self:
        """The one that a code opens, if any."""
        return self.standing().filter(code=code) if is_code(code) else self.none()

    def to(self, roster: Roster) -> Self:
        """Those to a roster, or to one of its revisions."""
        return self.filter(roster=roster)

    def views(self) -> Self:
        """Those that show a roster as it stands."""
        return self.filter(kind=Link.Kind.VIEW)

    def frozen(self) -> Self:
        """Those that show one revision as it was."""
        return self.filter(kind=Link.Kind.FROZEN)

    def without_document(self) -> Self:
        """Each with all that a listing shows."""
        return self.defer("document")

    def with_edition(self) -> Self:
        """Each with its roster, and with its edition as far as that finds the catalogue of it."""
        return self.select_related("edition", "roster").only(
            *(column.name for column in self.model._meta.concrete_fields),
            *(f"roster__{column.name}" for column in Roster._meta.concrete_fields),
            *("edition__key", "edition__hash", "edition__words_hash"),
        )


class Link(models.Model):
    """A secret by which whoever has it reads a roster, and may not change it.

    A view link shows the roster as it stands. A frozen link holds a copy of one revision, so that
    it outlives the roster. Neither changes, but that it is revoked once.
    """

    class Kind(models.TextChoices):
        VIEW = "view", _("View link")
        FROZEN = "frozen", _("Frozen link")

    code = models.CharField(max_length=22, unique=True, default=new_code, editable=False)
    kind = models.CharField(max_length=6, choices=Kind)
    roster = models.ForeignKey(Roster, null=True, on_delete=models.SET_NULL, related_name="links")
    created_at = models.DateTimeField(auto_now_add=True)
    revoked_at = models.DateTimeField(null=True, blank=True)
    former_owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )  # whose its roster was, once that is purged
    redacted_at = models.DateTimeField(null=True, blank=True)

    # What a frozen link copies of its revision; empty for a view link.
    number = models.PositiveIntegerField(null=True, blank=True)
    edition = models.ForeignKey(
        Edition, null=True, blank=True, on_delete=models.PROTECT, related_name="links"
    )
    name = models.CharField(max_length=LONGEST_NAME, blank=True)
    is_ready = models.BooleanField(default=False)
    document = PlainField(null=True, blank=True)

    objects = LinkQuerySet.as_manager()

    class Meta:
        ordering = ["-created_at", "-pk"]
        constraints = [
            models.CheckConstraint(
                condition=Q(kind="view", number=None, edition=None, document=None)
                | Q(
                    kind="frozen",
                    number__isnull=False,
                    edition__isnull=False,
                    document__isnull=False,
                ),
                name="link_frozen_has_copy",
            ),
            models.UniqueConstraint(
                fields=["roster"],
                condition=Q(kind="view", revoked_at=None),
                name="link_one_view_of_roster",
            ),
            models.UniqueConstraint(
                fields=["roster", "number"],
                condition=Q(kind="frozen", revoked_at=None),
                name="link_one_frozen_of_revision",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.pk}"


def is_code(text: str) -> bool:
    """Whether a text is written as a code is."""
    return re.fullmatch(CODE_PATTERN, text) is not None
