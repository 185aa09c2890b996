from __future__ import annotations

from collections.abc import Sequence

from django.core.mail import EmailMessage
from django.core.mail.backends.base import BaseEmailBackend
from django.db import transaction

from mailing.delivery import wake
from mailing.models import Letter


class EmailBackend(BaseEmailBackend):
    """Keeps mails in the database, with whatever else the transaction saves, to be sent later."""

    def send_messages(self, email_messages: Sequence[EmailMessage]) -> int:
        for message in email_messages:
            Letter.keep(message)
        transaction.on_commit(wake)
        return len(email_messages)
