"""What is answered where a request is too large to be read, or the database was kept too long."""

from __future__ import annotations

import sys

from django.conf import settings
from django.core.exceptions import RequestDataTooBig
from django.db import OperationalError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.cache import add_never_cache_headers
from django.views import defaults
from django.views.decorators.csrf import requires_csrf_token

from lists.building.saving import is_busy

RETRY_SECONDS = 5


@requires_csrf_token
def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    if isinstance(exception, RequestDataTooBig):
        return render(request, "413.html", status=413)
    if _is_of_busy(exception):
        return _ask_to_try_again()
    return defaults.bad_request(request, exception)


def server_error(request: HttpRequest) -> HttpResponse:
    if _is_of_busy(sys.exception()):
        return _ask_to_try_again()
    return _answer_alone("500.html", 500)


def _is_of_busy(fault: BaseException | None) -> bool:
    """Whether others kept the database; where a session was to be saved, Django says it is gone.

    Asked by these handlers and by no middleware, since none sees what the session's own fails with.
    """
    while fault is not None:
        if isinstance(fault, OperationalError) and is_busy(fault):
            return True
        fault = fault.__context__
    return False


def _ask_to_try_again() -> HttpResponse:
    response = _answer_alone("503.html", 503)
    response["Retry-After"] = str(RETRY_SECONDS)
    add_never_cache_headers(response)
    return response


def _answer_alone(template: str, status: int) -> HttpResponse:
    """A page that reads neither session nor database, which may be what failed."""
    context = {"SITE_NAME": settings.SITE_NAME}
    return HttpResponse(render_to_string(template, context), status=status)
