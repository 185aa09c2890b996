"""Small words about the rules, as templates place them."""

from django import template
from django.utils.translation import gettext as _

register = template.Library()


@register.filter
def page_of_rule(page: int | None) -> str:
    """Where the book says it: "p. 19"; nothing without a page."""
    return _("p. %(page)d") % {"page": page} if page else ""
