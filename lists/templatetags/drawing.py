"""Parts of a page that say the same wherever the same value is shown: drawn once, and kept."""

from __future__ import annotations

from collections.abc import Hashable
from functools import lru_cache

from django import template
from django.template.context import Context
from django.template.loader import get_template
from django.utils.safestring import SafeString
from django.utils.translation import get_language

register = template.Library()

MOST_KEPT = 4096


@register.simple_tag(takes_context=True)
def draw(context: Context, name: str, subject: Hashable, address: str = "") -> SafeString:
    """A template with nothing but a frozen value, as `it`, and the address of its page.

    What it draws depends on these and on the language, so that an edit draws anew only what the
    edit has changed.
    """
    return _draw(name, subject, address, get_language() or "")


@lru_cache(maxsize=MOST_KEPT)
def _draw(name: str, subject: Hashable, address: str, language: str) -> SafeString:
    return get_template(name).render({"it": subject, "address": address})
