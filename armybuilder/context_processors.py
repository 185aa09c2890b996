from django.conf import settings
from django.http import HttpRequest


def site(request: HttpRequest) -> dict[str, str]:
    """What every template may say about the site."""
    return {"SITE_NAME": settings.SITE_NAME}
