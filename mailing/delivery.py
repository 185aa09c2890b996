"""Sends the letters that wait: outside any request, again after a failure, each at least once.

Whoever takes a letter moves its next attempt behind a lease, by an UPDATE that only one can win.
A process that dies with a letter in its hands therefore loses nothing: when the lease ends the
next one takes it.
"""

from __future__ import annotations

import logging
import threading
from datetime import timedelta
from smtplib import SMTPResponseException
from typing import Final

from django.core.mail import mailers
from django.db import connections
from django.utils import timezone

from mailing.models import Letter

MAILER: Final = "delivery"
MOST_ATTEMPTS: Final = 10
FIRST_PAUSE: Final = timedelta(minutes=1)
"""After the first failure; each later pause is twice as long, which comes to eight hours."""
LEASE: Final = timedelta(minutes=5)
"""Far longer than one attempt takes."""
IDLE: Final = 10  # seconds between two looks for letters that another process has kept

logger = logging.getLogger(__name__)
_awake = threading.Event()


def wake() -> None:
    """Have this process's carrier look for letters now."""
    _awake.set()


def deliver_due() -> int:
    """Try every letter that is due once, and say how many were sent."""
    sent = 0
    while (letter := _take()) is not None:
        sent += _deliver(letter)
    return sent


def _take() -> Letter | None:
    """A letter that is due, which nobody else takes while the lease lasts."""
    now = timezone.now()
    while (letter := Letter.objects.due(now).first()) is not None:
        seen = Letter.objects.filter(pk=letter.pk, attempts=letter.attempts, due_at=letter.due_at)
        letter.attempts += 1
        if seen.update(attempts=letter.attempts, due_at=now + LEASE):
            return letter
    return None


def _deliver(letter: Letter) -> bool:
    """Send a letter and forget it; else say when it is tried again, or that it is not."""
    try:
        mailers[MAILER].send_messages([letter.build()])
    except Exception as fault:  # whatever it is, the letter is kept
        _postpone(letter, fault)
        return False
    letter.delete()
    return True


def _postpone(letter: Letter, fault: Exception) -> None:
    """What went wrong is told without the text of the fault, which may name the recipient."""
    reason = type(fault).__name__
    if isinstance(fault, SMTPResponseException):
        reason = f"{reason} {fault.smtp_code}"
    now = timezone.now()
    if letter.attempts < MOST_ATTEMPTS:
        letter.due_at = now + FIRST_PAUSE * 2 ** (letter.attempts - 1)
        logger.warning("%s was not sent (%s) and is tried again.", letter, reason)
    else:
        letter.given_up_at = now
        logger.error("%s is given up after %d attempts (%s).", letter, letter.attempts, reason)
    letter.save(update_fields=["due_at", "given_up_at"])


class Carrier(threading.Thread):
    """Delivers what is due for as long as its process lives."""

    def __init__(self) -> None:
        super().__init__(name="mail", daemon=True)

    def run(self) -> None:
        while True:
            _awake.clear()
            try:
                deliver_due()
            except Exception:
                logger.exception("Letters could not be looked for.")
            finally:
                connections.close_all()
            _awake.wait(IDLE)
