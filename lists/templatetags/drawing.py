"""Parts of a page that say the same wherever the same value is shown: drawn once, and kept."""

from __future__ import annotations

from collections.abc import Hashable
from threading import Lock

from django import template
from django.conf import settings
from django.template.loader import get_template
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

register = template.Library()

LARGEST_KEPT = 100_000
MOST_KEPT = 16_000_000
"""Characters of one drawing, and of all: what is kept is bounded, whatever lists are looked at."""

type _Key = tuple[str, Hashable, Hashable, str]


class Drawings:
    """What was drawn last: the oldest makes room for the newest."""

    def __init__(self) -> None:
        self.size = 0
        self._kept: dict[_Key, SafeString] = {}
        self._lock = Lock()

    def find(self, key: _Key) -> SafeString | None:
        """The drawing that is kept, if there is one."""
        return self._kept.get(key)

    def keep(self, key: _Key, drawing: SafeString) -> None:
        """Keep a drawing, unless it is too large."""
        if len(drawing) > LARGEST_KEPT:
            return
        with self._lock:
            if key in self._kept:
                return
            self._kept[key] = drawing
            self.size += len(drawing)
            while self.size > MOST_KEPT:
                self.size -= len(self._kept.pop(next(iter(self._kept))))

    def forget(self) -> None:
        """Draw everything anew from now on."""
        with self._lock:
            self._kept.clear()
            self.size = 0


drawings = Drawings()


@register.simple_tag
def draw(name: str, subject: Hashable, urls: Hashable = None) -> SafeString:
    """A template with nothing but a frozen value, as `it`, and the addresses of its page.

    What it draws depends on these and on the language, so that an edit draws anew only what the
    edit has changed.
    """
    if settings.DEBUG:
        return _draw(name, subject, urls)
    key = (name, subject, urls, get_language() or "")
    drawing = drawings.find(key)
    if drawing is None:
        drawing = _draw(name, subject, urls)
        drawings.keep(key, drawing)
    return drawing


def _draw(name: str, subject: Hashable, urls: Hashable) -> SafeString:
    return mark_safe(get_template(name).render({"it": subject, "urls": urls}))  # noqa: S308
