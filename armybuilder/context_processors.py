from dataclasses import dataclass

from django.conf import settings
from django.http import HttpRequest

from lists.views.theme import THEMES


@dataclass(frozen=True, slots=True)
class Site:
    """What the head of every page shows: the site's name, and which of its parts this is."""

    name: str
    section: str


def site(request: HttpRequest) -> dict[str, object]:
    """What every template may say about the site, and the colours that its visitor chose."""
    theme = request.COOKIES.get("theme", "")
    section = _find_section(request.path)
    return {
        "SITE_NAME": settings.SITE_NAME,
        "SITE": Site(settings.SITE_NAME, section),
        "THEME": theme if theme in THEMES else "",
    }


def _find_section(path: str) -> str:
    """The part of the site that a page belongs to; a list itself may be anybody's."""
    if path.startswith("/systems/"):
        return "systems"
    return "lists" if path == "/lists/" or path.startswith("/lists/trash/") else "elsewhere"
