"""The first page: what this is, how to start a list, and the way back to those there are."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from lists.building.catalogues import find_catalogue, latest_editions
from lists.forms.rosters import OpenForm
from lists.models import Roster
from lists.wording.kept import show_kept
from lists.wording.systems import show_system

from .access import find_actor
from .calculator import find_calculator

MOST_KEPT, MOST_SHOWN = 60, 6


@require_safe
@never_cache
def home(request: HttpRequest) -> HttpResponse:
    return _render_home(request, OpenForm())


@require_POST
@never_cache
def roster_open(request: HttpRequest) -> HttpResponse:
    form = OpenForm(request.POST)
    if not form.is_valid():
        return _render_home(request, form, status=422)
    address = form.cleaned_data["link"]
    if not Roster.objects.visible_to(find_actor(request, address)).exists():
        form.add_error("link", _("There is no list behind this link, or no longer."))
        return _render_home(request, form, status=422)
    return HttpResponseRedirect(reverse("builder", args=[address]), status=303)


def _render_home(request: HttpRequest, form: OpenForm, *, status: int = 200) -> HttpResponse:
    language = get_language() or "en"
    editions = latest_editions()
    actor = find_actor(request)
    kept = Roster.objects.kept_by(actor).at_hand().with_edition()[:MOST_KEPT]
    context = {
        "systems": [show_system(find_catalogue(each), language) for each in editions],
        "kept": list(show_kept(list(kept)[:MOST_SHOWN], actor, language)),
        "form": form,
        **find_calculator(request, editions, kept),
        "way_back": reverse("home") if status == 422 else "",  # /open/ only takes what is sent
    }
    return render(request, "lists/pages/home.html", context, status=status)
