"""Parts of a page that say the same wherever the same value is shown: drawn once, and kept."""

from __future__ import annotations

from collections.abc import Hashable
from functools import lru_cache

from django import template
from django.conf import settings
from django.template.loader import get_template
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

register = template.Library()

MOST_KEPT = 4096


@register.simple_tag
def draw(name: str, subject: Hashable, urls: Hashable = None) -> SafeString:
    """A template with nothing but a frozen value, as `it`, and the addresses of its page.

    What it draws depends on these and on the language, so that an edit draws anew only what the
    edit has changed.
    """
    language = get_language() or ""
    if settings.DEBUG:
        return _draw.__wrapped__(name, subject, urls, language)
    return _draw(name, subject, urls, language)


@lru_cache(maxsize=MOST_KEPT)
def _draw(name: str, subject: Hashable, urls: Hashable, language: str) -> SafeString:
    return mark_safe(get_template(name).render({"it": subject, "urls": urls}))  # noqa: S308


def forget_drawings() -> None:
    """Draw everything anew from now on."""
    _draw.cache_clear()
