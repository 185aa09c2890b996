"""Players' lists at rest: the roster, and every state that it was ever saved in."""

from __future__ import annotations

import re
import secrets
from collections.abc import Iterable
from datetime import datetime
from functools import reduce
from operator import or_
from typing import Self

from django.conf import settings
from django.db import models
from django.db.models import Exists, OuterRef, Q
from django.utils.translation import gettext_lazy as _

from lists.rules.document import LONGEST_KEY, LONGEST_NAME

from .actor import Actor
from .catalogue import Edition
from .plain import PlainField

CODE_PATTERN = "[A-Za-z0-9_-]{22}"
"""What a public code or an edit token looks like in a URL."""

LONGEST_IDEMPOTENCY_KEY = 64
RESTORED, MARKED_READY, MARKED_DRAFT = "restored", "marked-ready", "marked-draft"


def new_code() -> str:
    """A public code or a secret token: 128 random bits in 22 characters that fit in a URL."""
    return secrets.token_urlsafe(16)


class Verdict(models.TextChoices):
    """The gravest thing that the evaluation of a roster found."""

    LEGAL = "legal", _("Legal")
    OUTSIDE_GUIDANCE = "outside-guidance", _("Outside guidance")
    ILLEGAL = "illegal", _("Illegal")


class RosterQuerySet(models.QuerySet["Roster"]):
    """The questions that are asked about rosters, access first of all."""

    def alive(self) -> Self:
        """Those that nobody has put in the trash."""
        return self.filter(deleted_at=None)

    def outdated(self, editions: Iterable[Edition]) -> Self:
        """Those for which a newer edition has come that nobody has declined.

        `editions` are all that they stand on, each with its newest.
        """
        older = [edition for edition in editions if edition.pk != edition.newest]
        newest = {edition.newest for edition in older}
        return self.filter(edition__in=older).exclude(declined__in=newest)

    def visible_to(self, actor: Actor) -> Self:
        """Those that the actor may read at the address they came by."""
        return self.editable_by(actor)

    def editable_by(self, actor: Actor) -> Self:
        """Those that the actor may change: by the edit token, or by the code as their owner."""
        if not re.fullmatch(CODE_PATTERN, actor.address):
            return self.none()
        may_edit = Q(edit_token=actor.address)
        if actor.user is not None:
            may_edit |= Q(code=actor.address, owner=actor.user)
        return self.alive().filter(may_edit)

    def kept_by(self, actor: Actor) -> Self:
        """Those that the actor owns, or has created or kept in this browser: for a home page."""
        keeps = Q(code__in=actor.created, owner=None) | Q(edit_token__in=actor.linked)
        if actor.user is not None:
            keeps |= Q(owner=actor.user)
        return self.alive().filter(keeps)

    def managed_by(self, actor: Actor) -> Self:
        """Those that the actor may archive, tag, delete, and give another edit link.

        An owned roster is its owner's alone; one without owner is everybody's who may edit it.
        """
        return self.alive().filter(_is_managed_by(actor))

    def in_trash_of(self, actor: Actor) -> Self:
        """Those in the trash that the actor may bring back, or be rid of for good."""
        return self.filter(_is_managed_by(actor), deleted_at__isnull=False)

    def in_trash_since(self, moment: datetime) -> Self:
        """Those that were put in the trash before a moment, whoever did it."""
        return self.filter(deleted_at__lt=moment)

    def unowned(self) -> Self:
        """Those that nobody has made theirs."""
        return self.filter(owner=None)

    def withheld(self) -> Self:
        """Those whose links an operator has taken down."""
        return self.filter(withheld_at__isnull=False)

    def at_hand(self) -> Self:
        """Those that nobody has archived."""
        return self.filter(archived_at=None)

    def archived(self) -> Self:
        """Those that were put away: out of sight, and as they were."""
        return self.filter(archived_at__isnull=False)

    def called(self, text: str, or_else: Q) -> Self:
        """Those with a text in their name or one of their tags, or to which something applies."""
        tagged = self.model.objects.filter(_contains("tags__text", text), pk=OuterRef("pk"))
        return self.filter(_contains("name", text) | Exists(tagged) | or_else)

    def with_edition(self) -> Self:
        """Each with its edition, as far as that finds the catalogue of it."""
        return self.select_related("edition").only(
            *(column.name for column in self.model._meta.concrete_fields),
            *("edition__key", "edition__hash", "edition__words_hash", "edition__system"),
        )


def _contains(column: str, text: str) -> Q:
    """A text in a column, in capitals or not; SQLite knows those of ASCII alone."""
    written = {text, text.lower(), text.upper(), text.capitalize(), text.title()}
    ways = {text} if text.isascii() else written
    return reduce(or_, (Q(**{f"{column}__icontains": way}) for way in sorted(ways)))


def _is_managed_by(actor: Actor) -> Q:
    held = Q(code__in=actor.created) | Q(edit_token__in=actor.linked)
    if re.fullmatch(CODE_PATTERN, actor.address):
        held |= Q(edit_token=actor.address)
    managed = Q(held, owner=None)
    return managed if actor.user is None else managed | Q(owner=actor.user)


class Roster(models.Model):
    """A player's list; what it holds stands in its revisions, the newest of which is current."""

    class State(models.TextChoices):
        DRAFT = "draft", _("Draft")
        READY = "ready", _("Ready")

    code = models.CharField(max_length=22, unique=True, default=new_code, editable=False)
    edit_token = models.CharField(max_length=22, unique=True, default=new_code, editable=False)
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="rosters",
    )
    state = models.CharField(max_length=5, choices=State, default=State.DRAFT)
    number = models.PositiveIntegerField(default=1)
    created_at = models.DateTimeField(auto_now_add=True)
    updated_at = models.DateTimeField(auto_now=True)
    deleted_at = models.DateTimeField(null=True, blank=True)
    archived_at = models.DateTimeField(null=True, blank=True)
    withheld_at = models.DateTimeField(null=True, blank=True)  # an operator took its links down

    declined = models.ForeignKey(
        Edition, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )  # the newer edition that it shall not be moved to

    # What listings show of the current revision; `building` writes it at each save.
    edition = models.ForeignKey(Edition, on_delete=models.PROTECT, related_name="rosters")
    army_list = models.CharField(max_length=LONGEST_KEY)
    name = models.CharField(max_length=LONGEST_NAME, blank=True)
    points_limit = models.PositiveIntegerField()
    total = models.DecimalField(max_digits=13, decimal_places=4)
    verdict = models.CharField(max_length=16, choices=Verdict)

    objects = RosterQuerySet.as_manager()

    class Meta:
        ordering = ["-updated_at", "-pk"]
        constraints = [
            models.CheckConstraint(condition=Q(number__gte=1), name="roster_number_from_one"),
        ]
        indexes = [
            models.Index(fields=["owner", "-updated_at", "-id"], name="roster_of_owner"),
            models.Index(
                fields=["deleted_at"], condition=~Q(deleted_at=None), name="roster_in_trash"
            ),
        ]

    def __str__(self) -> str:
        return self.name or self.code

    @property
    def is_ready(self) -> bool:
        """Whether its player has marked it ready and not changed it since."""
        return self.state == self.State.READY

    def is_kept_by(self, actor: Actor) -> bool:
        """Whether it is among those that `kept_by` finds, as long as it is alive."""
        if self.owner_id is None and self.code in actor.created:
            return True
        is_owned = actor.user is not None and self.owner_id == actor.user
        return is_owned or self.edit_token in actor.linked

    def is_managed_by(self, actor: Actor) -> bool:
        """Whether it is among those that `managed_by` finds, as long as it is alive."""
        if self.owner_id is not None:
            return self.owner_id == actor.user
        tokens = {actor.address, *actor.linked}
        return self.code in actor.created or self.edit_token in tokens

    def find_address(self, actor: Actor) -> str:
        """Where the actor opens it: their own by its code, any other by its edit link."""
        is_owned = actor.user is not None and self.owner_id == actor.user
        return self.code if is_owned else self.edit_token


class RevisionQuerySet(models.QuerySet["Revision"]):
    """The questions that are asked about revisions."""

    def with_edition(self) -> Self:
        """Each with its edition, as far as that finds the catalogue of it."""
        return self.select_related("edition").only(
            *(column.name for column in self.model._meta.concrete_fields),
            *("edition__key", "edition__hash", "edition__words_hash"),
        )

    def without_document(self) -> Self:
        """Each with all that a listing shows, and with what finds the catalogue of its edition."""
        return self.with_edition().defer("document")


class Revision(models.Model):
    """One saved state of a roster: never changed, and numbers only grow.

    `code` and `parameters` say what was done, and `key` names the gesture, so that its retries find
    what it made. Undo, redo and restore append a revision that names the one whose document it
    restores; `undo_to` and `redo_to` are the revisions that those acts go by from here.
    """

    roster = models.ForeignKey(
        Roster, on_delete=models.CASCADE, related_name="revisions", db_index=False
    )
    number = models.PositiveIntegerField()
    edition = models.ForeignKey(Edition, on_delete=models.PROTECT, related_name="revisions")
    document = PlainField()
    total = models.DecimalField(max_digits=13, decimal_places=4)
    verdict = models.CharField(max_length=16, choices=Verdict)
    code = models.CharField(max_length=40)
    parameters = PlainField(default=dict)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="revisions",
    )
    key = models.CharField(max_length=LONGEST_IDEMPOTENCY_KEY, default=new_code)
    restores = models.PositiveIntegerField(null=True, blank=True)
    undo_to = models.PositiveIntegerField(null=True, blank=True)
    redo_to = models.PositiveIntegerField(null=True, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    objects = RevisionQuerySet.as_manager()

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["roster", "number"], name="revision_number_once"),
            models.UniqueConstraint(fields=["roster", "key"], name="revision_key_once"),
            models.CheckConstraint(condition=Q(number__gte=1), name="revision_number_from_one"),
        ]

    def __str__(self) -> str:
        return f"{self.roster_id}.{self.number}"

    @property
    def origin(self) -> int:
        """The revision whose act led to this state: another's where one was undone or redone."""
        return self.number if self.restores is None or self.code == RESTORED else self.restores

    @property
    def can_undo(self) -> bool:
        """Whether something was done that can be undone from here."""
        return self.undo_to is not None

    @property
    def can_redo(self) -> bool:
        """Whether something was undone that can be done again from here."""
        return self.redo_to is not None

    @property
    def is_ready(self) -> bool:
        """Whether this state of the roster is marked ready."""
        return self.code == MARKED_READY
