from dataclasses import dataclass, replace

from django.conf import settings
from django.http import HttpRequest

from lists.views.theme import THEMES

SECTIONS = ("systems", "account")


@dataclass(frozen=True, slots=True)
class Site:
    """What the head of every page shows: the site's name, which of its parts this is, to whom."""

    name: str
    section: str
    is_signed_in: bool = False


def site(request: HttpRequest) -> dict[str, object]:
    """What every template may say about the site, and the colours that its visitor chose.

    Who asks is found out where `SITE` is shown: a page that shows `PUBLIC_SITE` reads no session.
    """
    theme = request.COOKIES.get("theme", "")
    public = Site(settings.SITE_NAME, _find_section(request.path))

    def find_site() -> Site:
        user = getattr(request, "user", None)
        return replace(public, is_signed_in=bool(user and user.is_authenticated))

    return {
        "SITE_NAME": settings.SITE_NAME,
        "SITE": find_site,
        "PUBLIC_SITE": public,
        "THEME": theme if theme in THEMES else "",
    }


def _find_section(path: str) -> str:
    """The part of the site that a page belongs to; a list itself may be anybody's."""
    first = path.split("/")[1]
    if first in SECTIONS:
        return first
    return "lists" if path == "/lists/" or path.startswith("/lists/trash/") else "elsewhere"
