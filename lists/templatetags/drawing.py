"""Parts of a page that say the same wherever the same value is shown: drawn once, and kept."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from threading import Lock
from typing import Protocol

from django import template
from django.conf import settings
from django.template.loader import get_template
from django.utils.html import escape
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from lists.wording.display import ShownNode
from lists.wording.holes import ADDRESS, CHILDREN, NODE, NUMBERS

register = template.Library()

LARGEST_KEPT = 100_000
MOST_KEPT = 16_000_000
"""Characters of one drawing, and of all: what is kept is bounded, whatever lists are looked at."""

type _Key = tuple[str, Hashable, str]


class Drawings:
    """What was drawn last: the oldest makes room for the newest."""

    def __init__(self) -> None:
        self.size = 0
        self._kept: dict[_Key, str] = {}
        self._lock = Lock()

    def find(self, key: _Key) -> str | None:
        """The drawing that is kept, if there is one."""
        return self._kept.get(key)

    def keep(self, key: _Key, drawing: str) -> None:
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


class Page(Protocol):
    """The addresses that a drawing links to, those of its own page and those of any."""

    @property
    def address(self) -> str: ...

    @property
    def holed(self) -> Page: ...


LINE = "lists/builder/line.html"


@register.simple_tag
def draw(name: str, subject: Hashable, urls: Page | None = None, node: str = "") -> SafeString:
    """A template with nothing but a frozen value, as `it`, and its page's addresses, as `urls`.

    What it draws depends on the value and on the language alone, so that an edit draws anew only
    what the edit has changed, and what looks the same in two lists is drawn once. The address of
    the page, and what the template calls `node`, are filled in each time.
    """
    drawing = _find_drawing(name, subject, urls)
    if urls is not None:
        drawing = drawing.replace(ADDRESS, escape(urls.address))
    if node:
        drawing = drawing.replace(NODE, escape(node))
    return SafeString(drawing)


@register.simple_tag
def draw_lines(lines: Iterable[ShownNode], urls: Page) -> SafeString:
    """Closed lines of a roster, with those beneath them."""
    return SafeString("".join(draw_line(line, urls) for line in lines))


@register.simple_tag
def draw_line(line: ShownNode, urls: Page) -> SafeString:
    """A closed line of a roster, with those beneath it."""
    drawing = draw(LINE, line.row, urls, line.id).replace(NUMBERS, escape(line.numbers))
    if line.children:
        drawing = drawing.replace(CHILDREN, draw_lines(line.children, urls))
    return SafeString(drawing)


def _find_drawing(name: str, subject: Hashable, urls: Page | None) -> str:
    """The drawing with its holes; as it is kept, if it is."""
    key = (name, subject, get_language() or "")
    drawing = None if settings.DEBUG else drawings.find(key)
    if drawing is None:
        drawing = _draw(name, subject, urls)
        drawings.keep(key, drawing)
    return drawing


def _draw(name: str, subject: Hashable, urls: Page | None) -> str:
    holes = {"node": NODE, "numbers": NUMBERS, "children": CHILDREN}
    holed = urls.holed if urls else None
    return str(get_template(name).render({"it": subject, "urls": holed, **holes}))
