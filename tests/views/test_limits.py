"""Who counts as one client, and how often one may ask."""

from types import SimpleNamespace
from typing import Any

import pytest
from django.test import RequestFactory

from lists.views import limits
from lists.views.limits import find_client, is_over_limit

SPOOFED = "203.0.113.9, 198.51.100.2"


@pytest.mark.parametrize(
    ("proxies", "server", "forwarded", "client"),
    [
        (0, "192.0.2.1", "", "192.0.2.1"),
        (0, "192.0.2.1", SPOOFED, "192.0.2.1"),
        (1, "127.0.0.1", SPOOFED, "198.51.100.2"),
        (2, "127.0.0.1", SPOOFED, "203.0.113.9"),
        (3, "127.0.0.1", SPOOFED, "127.0.0.1"),
        (1, "127.0.0.1", "nonsense", "unknown"),
        (1, "", "", "unknown"),
        (0, "2001:db8:1:2:3:4:5:6", "", "2001:db8:1:2::"),
        (0, "2001:db8:1:2:ffff::1", "", "2001:db8:1:2::"),
        (0, "::ffff:192.0.2.1", "", "192.0.2.1"),
        (0, "::1", "", "::"),
    ],
)
def test_a_client_is_known_by_its_address(
    settings: Any, proxies: int, server: str, forwarded: str, client: str
) -> None:
    settings.TRUSTED_PROXIES = proxies
    headers = {"X-Forwarded-For": forwarded} if forwarded else {}

    request = RequestFactory().get("/", REMOTE_ADDR=server, headers=headers)

    assert find_client(request) == client


def test_a_window_ends_and_each_thing_has_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    request = RequestFactory().get("/")
    now = [1000.0]
    monkeypatch.setattr(limits, "time", SimpleNamespace(time=lambda: now[0]))

    asked = [is_over_limit(request, "prints", 2) for _ in range(4)]
    assert asked == [False, False, True, True]
    assert not is_over_limit(request, "links", 2)
    now[0] += limits.WINDOW
    assert not is_over_limit(request, "prints", 2)


def test_no_limit_counts_nothing() -> None:
    request = RequestFactory().get("/")

    assert not any(is_over_limit(request, "prints", 0) for _ in range(5))
