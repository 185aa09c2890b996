"""Letters that wait to be sent: kept until the mail server has taken them."""

from __future__ import annotations

from datetime import datetime
from email.utils import format_datetime, make_msgid, parseaddr
from typing import ClassVar, Self

from django.core.mail import EmailMessage
from django.db import models
from django.utils import timezone


class LetterQuerySet(models.QuerySet["Letter"]):
    """Letters by what is to be done with them."""

    def waiting(self) -> Self:
        """Those that are still to be sent."""
        return self.filter(given_up_at=None)

    def due(self, now: datetime) -> Self:
        """Those whose next attempt is to be made by now, the longest waiting first."""
        return self.waiting().filter(due_at__lte=now).order_by("due_at", "pk")

    def given_up(self) -> Self:
        """Those that no attempt could send."""
        return self.exclude(given_up_at=None)


class Letter(models.Model):
    """A text mail on its way; it is deleted once it is sent, since it may hold a code."""

    sender = models.CharField(max_length=320)
    recipients = models.JSONField()
    subject = models.TextField()
    body = models.TextField()
    message_id = models.CharField(max_length=200)
    written_at = models.DateTimeField(default=timezone.now)
    attempts = models.PositiveSmallIntegerField(default=0)
    due_at = models.DateTimeField(default=timezone.now)
    given_up_at = models.DateTimeField(null=True)

    objects: ClassVar[models.Manager[Letter]] = LetterQuerySet.as_manager()

    class Meta:
        indexes = [
            models.Index(
                fields=["due_at"], name="letter_due", condition=models.Q(given_up_at=None)
            ),
        ]

    def __str__(self) -> str:
        return f"Letter {self.pk}"

    @classmethod
    def keep(cls, message: EmailMessage) -> Letter:
        """A saved letter that says what a text mail does; ValueError where it holds more."""
        more = (message.attachments, message.cc, message.bcc, message.reply_to)
        if any([*more, message.extra_headers, getattr(message, "alternatives", None)]):
            raise ValueError("Only a text with its recipients is kept.")
        domain = parseaddr(message.from_email)[1].rpartition("@")[2]
        return cls.objects.create(
            sender=message.from_email,
            recipients=message.to,
            subject=str(message.subject),
            body=str(message.body),
            message_id=make_msgid(domain=domain),
        )

    def build(self) -> EmailMessage:
        """The mail; each attempt sends the same one, so that a second one is known as such."""
        headers = {"Message-ID": self.message_id, "Date": format_datetime(self.written_at)}
        return EmailMessage(self.subject, self.body, self.sender, self.recipients, headers=headers)
