"""The quick calculator: what one selection costs, and the way from there into a list."""

from __future__ import annotations

import secrets
from collections.abc import Iterable
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect, QueryDict
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from lists.building.calculator import add_trial, create_from_trial
from lists.building.catalogues import find_catalogue, latest_editions
from lists.building.saving import Busy, Conflict
from lists.building.values import InvalidIntent
from lists.forms.calculator import keep_mistyped, read_trial
from lists.models import Actor, Edition, Roster
from lists.models.roster import RosterQuerySet
from lists.wording.calculator import show_calculator
from lists.wording.kept import show_kept

from .access import find_actor, remember_created

MOST_OFFERED = 60


@require_safe
@never_cache
def calculator(request: HttpRequest) -> HttpResponse:
    """The fragment that scripts ask for; a page without them asks the home page instead."""
    if not getattr(request, "htmx", False):
        way = f"{reverse('home')}?{request.GET.urlencode()}#calculator"
        return HttpResponseRedirect(way)
    kept = Roster.objects.kept_by(find_actor(request)).at_hand().with_edition()[:MOST_OFFERED]
    context = find_calculator(request, latest_editions(), kept)
    return render(request, "lists/pages/calculator.html#fragment", context)


def find_calculator(
    request: HttpRequest, latest: Iterable[Edition], kept: Iterable[Roster]
) -> dict[str, Any]:
    """What the calculator shows of what the address asks; nothing where there is no game.

    It can be added to those of the lists given that are of the same game.
    """
    editions = {edition.system.key: edition for edition in latest}
    edition = _choose(editions, request.GET)
    catalogue = find_catalogue(edition) if edition else None
    trial = read_trial(catalogue, request.GET) if catalogue else None
    if edition is None or catalogue is None or trial is None:
        return {"calculator": None}
    language = get_language() or "en"
    shown = show_calculator(catalogue, trial, language)
    names = {key: find_catalogue(each).system_name for key, each in editions.items()}
    fitting = [row for row in kept if row.edition.system_id == edition.system_id]
    return {
        "calculator": keep_mistyped(shown, request.GET) if shown else None,
        "calculator_systems": [(key, words.get(language, key)) for key, words in names.items()],
        "calculator_lists": list(show_kept(fitting, find_actor(request), language)),
        "calculator_key": secrets.token_urlsafe(16),
    }


def _choose(editions: dict[str, Edition], query: QueryDict) -> Edition | None:
    """The edition asked for, else the first of a game that is played to so many points."""
    every = list(editions.values())
    priced = [each for each in every if find_catalogue(each).limit_default]
    return editions.get(query.get("system", ""), next(iter((*priced, *every)), None))


def _find_kept(actor: Actor, edition: Edition) -> RosterQuerySet:
    return Roster.objects.kept_by(actor).filter(edition__system=edition.system)


@require_POST
@never_cache
def calculator_add(request: HttpRequest) -> HttpResponse:
    """Add what was tried to one of this browser's lists, or to a new one."""
    editions = {edition.system.key: edition for edition in latest_editions()}
    edition = editions.get(request.POST.get("system", ""))
    if edition is None:
        raise Http404
    key, address = request.POST.get("key", ""), request.POST.get("list", "")
    if not address:
        return _start_list(request, edition, key)
    kept = _find_kept(find_actor(request), edition)
    row = get_object_or_404(kept.editable_by(find_actor(request, address)))
    trial = read_trial(find_catalogue(row.edition), request.POST)
    if trial is None:
        raise Http404
    try:
        add_trial(row, find_actor(request, address), trial, key=key)
    except (InvalidIntent, Conflict, Busy):
        messages.error(request, _("It could not be added. Try again, or add it here."))
    return HttpResponseRedirect(reverse("builder", args=[address]), status=303)


def _start_list(request: HttpRequest, edition: Edition, key: str) -> HttpResponse:
    trial = read_trial(find_catalogue(edition), request.POST)
    if trial is None:
        raise Http404
    row = create_from_trial(find_actor(request), edition, trial, key=key)
    remember_created(request, row)
    return HttpResponseRedirect(reverse("builder", args=[row.edit_token]), status=303)
