"""A scenario: what it says, all its lists made at once, and those there are of it."""

from __future__ import annotations

import secrets

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import get_language
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from lists.building.catalogues import find_catalogue, find_latest_edition
from lists.building.scenarios import create_scenario, find_of_scenario
from lists.models import Edition
from lists.rules.catalogue import Catalogue, Scenario
from lists.wording.kept import show_kept
from lists.wording.systems import show_scenario, show_system

from .access import find_actor, remember_created
from .limits import limit_making


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@limit_making()
def scenario_detail(request: HttpRequest, system: str, scenario: str) -> HttpResponse:
    edition, catalogue, found = _find_scenario(system, scenario)
    if request.method == "POST":
        return _make_lists(request, edition, found)
    language = get_language() or "en"
    made = find_of_scenario(find_actor(request), edition, found.key)
    context = {
        "system": show_system(catalogue, language),
        "scenario": show_scenario(catalogue, found, language),
        "kept": list(show_kept(made, find_actor(request), language)),
        "is_next": not made,
        "key": secrets.token_urlsafe(16),
    }
    return render(request, "lists/pages/scenario.html", context)


def _find_scenario(system: str, key: str) -> tuple[Edition, Catalogue, Scenario]:
    edition = find_latest_edition(system)
    catalogue = find_catalogue(edition) if edition else None
    found = catalogue.scenarios.get(key) if catalogue else None
    if edition is None or catalogue is None or found is None:
        raise Http404
    return edition, catalogue, found


def _make_lists(request: HttpRequest, edition: Edition, scenario: Scenario) -> HttpResponse:
    """Make the lists, which this browser remembers, and show them."""
    actor, language = find_actor(request), get_language() or "en"
    key = request.POST.get("key", "")
    for roster in create_scenario(actor, edition, scenario, language=language, key=key):
        remember_created(request, roster)
    way = reverse("scenario-detail", args=[edition.system.key, scenario.key])
    return HttpResponseRedirect(f"{way}#kept", status=303)
