"""How often one client may ask for what costs much: so many times a minute, then 429.

Counted in the shared cache, in windows that begin on the minute. Two requests at the same instant
may count as one: this guards the machine, while 128 random bits guard the links.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import wraps
from ipaddress import IPv4Address, IPv6Network, ip_address
from typing import Concatenate, Final

from django.conf import settings
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import add_never_cache_headers

WINDOW: Final = 60  # seconds
IPV6_PREFIX: Final = 64
"""What one household or office is given of IPv6: they count as one client."""

type _View[**P] = Callable[Concatenate[HttpRequest, P], HttpResponse]


def is_over_limit(request: HttpRequest, what: str, at_most: int) -> bool:
    """Count a request of this client, and say whether it is one too many; 0 is no limit."""
    if not at_most:
        return False
    key = f"limit:{what}:{find_client(request)}:{int(time.time() // WINDOW)}"
    if cache.add(key, 1, WINDOW):
        return False
    try:
        return cache.incr(key) > at_most
    except ValueError:  # the cache has dropped it meanwhile
        return False


def find_client(request: HttpRequest) -> str:
    """The client's address: as the outermost proxy of ours saw it, else as the server did."""
    address = request.META.get("REMOTE_ADDR", "")
    seen = request.headers.get("X-Forwarded-For", "").split(",")
    if 0 < settings.TRUSTED_PROXIES <= len(seen):
        address = seen[-settings.TRUSTED_PROXIES].strip()
    try:
        parsed = ip_address(address)
    except ValueError:
        return "unknown"
    if isinstance(parsed, IPv4Address):
        return str(parsed)
    household = IPv6Network((int(parsed), IPV6_PREFIX), strict=False)
    return str(parsed.ipv4_mapped or household.network_address)


def refuse_busy(request: HttpRequest, **context: object) -> HttpResponse:
    """The page that asks for a little patience."""
    response = render(request, "429.html", context, status=429)
    response["Retry-After"] = str(WINDOW)
    add_never_cache_headers(response)
    return response


def limit_prints[**P](layout: str = "") -> Callable[[_View[P]], _View[P]]:
    """Let a client print no more often than the settings say."""

    def limit(view: _View[P]) -> _View[P]:
        @wraps(view)
        def limited(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
            if is_over_limit(request, "prints", settings.PRINTS_A_MINUTE):
                return refuse_busy(request, layout=layout)
            return view(request, *args, **kwargs)

        return limited

    return limit


def limit_making[**P](layout: str = "") -> Callable[[_View[P]], _View[P]]:
    """Let a client make lists, which POST does, no more often than the settings say."""

    def limit(view: _View[P]) -> _View[P]:
        @wraps(view)
        def limited(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
            is_made = request.method == "POST"
            if is_made and is_over_limit(request, "lists", settings.LISTS_A_MINUTE):
                return refuse_busy(request, layout=layout)
            return view(request, *args, **kwargs)

        return limited

    return limit
