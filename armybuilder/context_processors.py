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
    section = request.path.split("/")[1]
    return {
        "SITE_NAME": settings.SITE_NAME,
        "SITE": Site(settings.SITE_NAME, section if section in {"", "systems"} else "elsewhere"),
        "THEME": theme if theme in THEMES else "",
    }
