"""Light or dark, kept in a cookie."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_POST

THEMES = {"light", "dark"}
YEAR = 365 * 24 * 60 * 60


@require_POST
def theme(request: HttpRequest) -> HttpResponse:
    """Keep the colours that were chosen and go back to where they were chosen."""
    back = request.POST.get("next") or request.headers.get("Referer", "/")
    is_ours = url_has_allowed_host_and_scheme(
        back, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    )
    response = HttpResponseRedirect(back if is_ours else "/", status=303)
    chosen = request.POST.get("theme", "")
    if chosen in THEMES:
        response.set_cookie(
            "theme", chosen, YEAR, secure=settings.HTTPS, httponly=True, samesite="Lax"
        )
    return response
