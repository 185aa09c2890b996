from django.conf import settings
from django.http import HttpRequest

THEMES = {"light", "dark"}


def site(request: HttpRequest) -> dict[str, str]:
    """What every template may say about the site, and the colours that its visitor chose."""
    theme = request.COOKIES.get("theme", "")
    return {"SITE_NAME": settings.SITE_NAME, "THEME": theme if theme in THEMES else ""}
