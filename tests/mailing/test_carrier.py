"""Gunicorn carries mail by itself, whatever happens to it."""

from __future__ import annotations

import runpy

import pytest
from django.conf import settings
from django.db import OperationalError

from mailing import delivery
from mailing.delivery import Carrier


def test_every_worker_of_gunicorn_carries_mail(monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[bool] = []
    monkeypatch.setattr(Carrier, "start", lambda self: started.append(self.daemon))

    runpy.run_path(str(settings.ROOT / "gunicorn.conf.py"))["post_worker_init"](None)

    assert started == [True]


def test_a_carrier_outlives_a_fault_and_comes_when_it_is_woken(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    looks: list[int] = []

    def look() -> int:
        looks.append(1)
        delivery.wake()
        raise OperationalError if len(looks) == 1 else SystemExit

    monkeypatch.setattr(delivery, "deliver_due", look)
    with pytest.raises(SystemExit):
        Carrier().run()

    assert len(looks) == 2
