"""The games: what each offers, and what its book leaves open."""

from __future__ import annotations

import secrets

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from lists.building.catalogues import find_catalogue, find_latest_edition, latest_editions
from lists.wording.systems import show_catalogue, show_system


@require_safe
def systems(request: HttpRequest) -> HttpResponse:
    language = get_language() or "en"
    shown = [show_system(find_catalogue(edition), language) for edition in latest_editions()]
    return render(request, "lists/pages/systems.html", {"systems": shown})


@require_safe
def system_detail(request: HttpRequest, system: str) -> HttpResponse:
    edition = find_latest_edition(system)
    if edition is None:
        raise Http404
    shown = show_catalogue(find_catalogue(edition), get_language() or "en")
    context = {"catalogue": shown, "system": shown.system, "key": secrets.token_urlsafe(16)}
    return render(request, "lists/pages/system.html", context)
