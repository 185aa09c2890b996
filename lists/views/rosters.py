"""Lists made and kept: a new one, one out of a file, one that was opened by its link."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.html import format_html_join
from django.utils.safestring import mark_safe
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from lists.building.catalogues import latest_editions
from lists.building.rosters import create_roster
from lists.forms.builder import read_posted_place
from lists.forms.rosters import ImportForm, NewRosterForm
from lists.interchange.documents import Imported
from lists.models import Roster
from lists.wording.documents import word_leftovers

from .access import find_actor, find_editable, remember_created, remember_linked
from .limits import limit_making
from .own_entries import keep_brought

IMPORTED = "imported"


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@limit_making()
def roster_new(request: HttpRequest) -> HttpResponse:
    is_sent = request.method == "POST"
    form = NewRosterForm(
        request.POST if is_sent else None,
        editions=latest_editions(),
        game=request.GET.get("game", ""),
        initial={"army_list": request.GET.get("list", "")},
    )
    if is_sent and form.is_valid():
        return _go_to(request, create_roster(find_actor(request), form.build(), form.edition))
    context = {"form": form}
    return render(request, "lists/pages/new.html", context, status=422 if is_sent else 200)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@limit_making()
def roster_import(request: HttpRequest) -> HttpResponse:
    is_sent = request.method == "POST"
    form = ImportForm(request.POST, request.FILES) if is_sent else ImportForm()
    if is_sent and form.is_valid():
        found = form.cleaned_data["file"]
        actor = find_actor(request)
        roster = create_roster(actor, found.roster, found.edition, code=IMPORTED)
        keep_brought(request, actor, roster)
        _tell_leftovers(request, found)
        return _go_to(request, roster)
    context = {"form": form}
    return render(request, "lists/pages/import.html", context, status=422 if is_sent else 200)


@require_POST
@never_cache
def roster_keep(request: HttpRequest, address: str) -> HttpResponse:
    roster, actor = find_editable(request, address)
    if not roster.is_kept_by(actor):
        remember_linked(request, roster)
    messages.success(request, _("Kept. You find it under “My lists”."))
    back = reverse("builder", args=[address]) + read_posted_place(request.POST).write()
    return HttpResponseRedirect(back, status=303)


def _tell_leftovers(request: HttpRequest, found: Imported) -> None:
    """One message with a line for each thing that the file holds and the list does not."""
    sentences = word_leftovers(found.leftovers, get_language() or "en")
    if sentences:
        lines = [_("Imported, but not everything as it stood in the file:"), *sentences]
        messages.warning(
            request, format_html_join(mark_safe("<br>"), "{}", ((line,) for line in lines))
        )


def _go_to(request: HttpRequest, roster: Roster) -> HttpResponse:
    """To the builder of a new list, which this browser remembers."""
    remember_created(request, roster)
    return HttpResponseRedirect(reverse("builder", args=[roster.edit_token]), status=303)
