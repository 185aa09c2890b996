"""Icons out of the sprite, as templates place them."""

from functools import cache

from django import template
from django.templatetags.static import static
from django.utils.html import format_html
from django.utils.safestring import SafeString

register = template.Library()


@register.simple_tag
def icon(name: str, label: str = "") -> SafeString:
    """A sign of static/icons/sprite.svg; without a label it says nothing that the text does not."""
    if not label:
        return _draw(name)
    return format_html(
        '<svg class="icon" role="img" aria-label="{}"><use href="{}"/></svg>', label, _find(name)
    )


@cache
def _draw(name: str) -> SafeString:
    return format_html('<svg class="icon" aria-hidden="true"><use href="{}"/></svg>', _find(name))


@cache
def _find(name: str) -> str:
    return f"{static('icons/sprite.svg')}#{name}"
