"""Mail waits until it is sent: it outlives failures and restarts, and goes out once."""

from __future__ import annotations

import smtplib
from collections.abc import Callable
from datetime import timedelta
from io import StringIO
from typing import Any

import pytest
from django.core import mail
from django.core.mail import EmailMessage
from django.core.mail.backends.locmem import EmailBackend as Memory
from django.core.management import call_command
from django.utils import timezone

from mailing import delivery
from mailing.delivery import FIRST_PAUSE, LEASE, MOST_ATTEMPTS, deliver_due
from mailing.models import Letter

pytestmark = pytest.mark.django_db


class Refusing(Memory):
    """A mail server that answers as `answer` says."""

    answer: Exception | None = None

    def send_messages(self, messages: Any) -> int:
        if self.answer:
            raise self.answer
        return super().send_messages(messages)


@pytest.fixture(autouse=True)
def server(settings: Any, monkeypatch: pytest.MonkeyPatch) -> Callable[[Exception | None], None]:
    """Mail is kept as in production; the server takes it, or fails as it is told to."""
    settings.MAILERS = {
        "default": {"BACKEND": "mailing.backend.EmailBackend"},
        "delivery": {"BACKEND": "tests.mailing.test_delivery.Refusing"},
    }
    monkeypatch.setattr(Refusing, "answer", None)
    return lambda answer: setattr(Refusing, "answer", answer)


@pytest.fixture
def now(monkeypatch: pytest.MonkeyPatch) -> Callable[[timedelta], None]:
    """Lets time pass, as far as delivery knows."""
    clock = [timezone.now() + timedelta(seconds=1)]

    class Clock:
        @staticmethod
        def now() -> Any:
            return clock[0]

    monkeypatch.setattr(delivery, "timezone", Clock)
    return lambda passed: clock.__setitem__(0, clock[0] + passed)


def write(to: str = "ana@example.org") -> None:
    EmailMessage("Tu código", "Ñandú\n", "muster@example.org", [to]).send()


def test_a_mail_waits_and_is_then_sent_as_it_was_written(now: Any) -> None:
    write()
    assert (len(mail.outbox), Letter.objects.count()) == (0, 1)
    message_id = Letter.objects.get().message_id

    assert deliver_due() == 1

    sent = mail.outbox[0]
    assert (sent.subject, sent.body, sent.from_email, sent.to) == (
        "Tu código",
        "Ñandú\n",
        "muster@example.org",
        ["ana@example.org"],
    )
    assert sent.message()["Message-ID"] == message_id
    assert not Letter.objects.exists()


def test_a_failure_is_tried_again_after_growing_pauses(server: Any, now: Any) -> None:
    write()
    server(ConnectionRefusedError())

    for attempt in range(3):
        assert deliver_due() == 0
        now(FIRST_PAUSE * 2**attempt - timedelta(seconds=1))
        deliver_due()
        assert Letter.objects.get().attempts == attempt + 1
        now(timedelta(seconds=1))

    server(None)
    assert deliver_due() == 1
    assert len(mail.outbox) == 1


def test_a_letter_is_given_up_after_so_many_attempts_and_kept(
    server: Any, now: Any, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("mailing.delivery.logger.propagate", True)
    write()
    server(smtplib.SMTPAuthenticationError(535, b"ana@example.org is wrong"))

    for _ in range(MOST_ATTEMPTS + 2):
        deliver_due()
        now(timedelta(days=1))

    letter = Letter.objects.get()
    assert letter.attempts == MOST_ATTEMPTS
    faults = [each.getMessage() for each in caplog.records if each.levelname == "ERROR"]
    assert faults == [f"{letter} is given up after 10 attempts (SMTPAuthenticationError 535)."]
    assert "ana@example.org" not in caplog.text


def test_a_letter_outlives_the_process_that_had_it(server: Any, now: Any) -> None:
    write()
    server(KeyboardInterrupt())
    with pytest.raises(KeyboardInterrupt):
        deliver_due()
    server(None)

    assert deliver_due() == 0
    now(LEASE)

    assert deliver_due() == 1


def test_what_another_has_taken_is_left_to_it(now: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    write()
    seen = Letter.objects.get()
    assert delivery._take() is not None
    monkeypatch.setattr(
        "mailing.models.LetterQuerySet.first",
        lambda self, seen=[seen]: seen.pop() if seen else None,
    )

    assert delivery._take() is None


def test_one_that_fails_does_not_hold_up_the_next(
    now: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    write("bad@example.org")
    write("good@example.org")

    def send(self: Any, messages: list[EmailMessage]) -> int:
        if messages[0].to == ["bad@example.org"]:
            raise smtplib.SMTPRecipientsRefused({})
        return Memory.send_messages(self, messages)

    monkeypatch.setattr(Refusing, "send_messages", send)

    assert deliver_due() == 1
    assert list(Letter.objects.values_list("recipients", flat=True)) == [["bad@example.org"]]


def test_more_than_a_text_is_not_kept() -> None:
    message = EmailMessage("a", "b", "muster@example.org", ["ana@example.org"])
    message.attach("a.txt", "hidden", "text/plain")

    with pytest.raises(ValueError, match="Only a text"):
        message.send()


def test_an_operator_tries_again_what_was_given_up() -> None:
    write()
    Letter.objects.update(attempts=MOST_ATTEMPTS, given_up_at=timezone.now())
    said = StringIO()

    call_command("deliver_mail", stdout=said)
    call_command("deliver_mail", "--again", stdout=said)

    assert said.getvalue() == ("0 sent, 0 waiting, 1 given up.\n1 sent, 0 waiting, 0 given up.\n")
