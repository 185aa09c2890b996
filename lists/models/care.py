"""What an operator has to look after: reports of shared lists, and what was erased on request."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from .link import Link
from .plain import PlainField

LONGEST_REPORT = 2000


class Report(models.Model):
    """Somebody's complaint about a shared list, until an operator settles it."""

    class Outcome(models.TextChoices):
        OPEN = "open", pgettext_lazy("report", "Open")
        TAKEN_DOWN = "taken-down", _("Taken down")
        DISMISSED = "dismissed", _("Dismissed")

    link = models.ForeignKey(Link, on_delete=models.CASCADE, related_name="reports")
    text = models.TextField(max_length=LONGEST_REPORT)
    created_at = models.DateTimeField(auto_now_add=True)
    outcome = models.CharField(max_length=10, choices=Outcome, default=Outcome.OPEN)
    settled_at = models.DateTimeField(null=True, blank=True)
    settled_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )

    class Meta:
        ordering = ["-created_at", "-pk"]

    def __str__(self) -> str:
        return f"{self.outcome} {self.pk}"


class Redaction(models.Model):
    """That what a person had typed was erased: when, why, and from how many states; not what.

    `figures` counts the rows of each table that were rewritten or deleted.
    """

    class Reason(models.TextChoices):
        REQUEST = "request", _("Asked for by the person")
        ACCOUNT = "account", _("The account was deleted")
        OPERATOR = "operator", _("Taken down by an operator")

    reason = models.CharField(max_length=8, choices=Reason)
    figures = PlainField(default=dict)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-created_at", "-pk"]

    def __str__(self) -> str:
        return f"{self.reason} {self.pk}"
