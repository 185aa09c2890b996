"""The page on which anyone tells the operator what is wrong with a shared list."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.utils.cache import add_never_cache_headers
from django.utils.translation import get_language
from django.views.decorators.http import require_http_methods

from lists.forms.reports import ReportForm
from lists.models import Link
from lists.sharing.links import evaluate_link
from lists.sharing.reports import report_link
from lists.wording.shared import show_shared

from .limits import limit_making
from .shared import LAYOUT, open_link


@require_http_methods(["GET", "HEAD", "POST"])
@open_link
@limit_making(layout=LAYOUT)
def shared_report(request: HttpRequest, link: Link) -> HttpResponse:
    is_posted = request.method == "POST"
    form = ReportForm(request.POST if is_posted else None)
    if is_posted and form.is_valid():
        report_link(link, form.cleaned_data["text"])
        way = f"{request.path}?sent=1&language={get_language()}"
        return HttpResponseRedirect(way, status=303)
    context = {
        "form": form,
        "is_sent": "sent" in request.GET,
        "shared": show_shared(evaluate_link(link), get_language() or "en"),
    }
    status = 422 if is_posted else 200
    response = render(request, "lists/sharing/report.html", context, status=status)
    add_never_cache_headers(response)
    return response
