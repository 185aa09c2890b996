"""The address of a link, and its QR code."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from urllib.parse import urljoin

import segno
from django.conf import settings
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe

from lists.models import Link

QUIET = 4
"""How many modules around a QR code stay empty, as its standard asks."""


def find_address(link: Link) -> str:
    """Where a link leads, in full, as it is sent to others."""
    return urljoin(settings.BASE_URL, reverse(f"shared-{link.kind}", args=[link.code]))


def draw_qr(address: str, *, border: int = QUIET) -> SafeString:
    """The QR code of an address as an SVG without colours of its own but black."""
    drawn = segno.make(address, error="m", micro=False).svg_inline(
        omitsize=True, border=border, svgclass="qr", lineclass=None
    )
    return mark_safe(drawn)  # noqa: S308  # segno draws lines and copies no text


@dataclass(frozen=True, slots=True)
class ShownLink:
    """A link as whoever shares a roster sees it."""

    code: str
    address: str
    qr: SafeString
    number: int | None  # the revision that it is frozen at
    name: str
    is_ready: bool
    created_at: datetime


def show_link(link: Link) -> ShownLink:
    """A link with its address and the code that a telephone reads."""
    address = find_address(link)
    return ShownLink(
        code=link.code,
        address=address,
        qr=draw_qr(address),
        number=link.number,
        name=link.name,
        is_ready=link.is_ready,
        created_at=link.created_at,
    )
