"""The trash: what was deleted, brought back by one click, or purged before its time."""

from __future__ import annotations

from typing import Final

from django.conf import settings
from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from lists.building.claiming import claim_created
from lists.building.trash import delete_rosters, purge_of, restore_rosters
from lists.forms.my_lists import read_marked, read_posted_place
from lists.models import Link, Roster
from lists.wording.my_lists import show_deleted

from .access import find_actor, find_editable, remember_linked

PAGE: Final = 50


@require_safe
@never_cache
def trash(request: HttpRequest) -> HttpResponse:
    actor = find_actor(request)
    deleted = Roster.objects.in_trash_of(actor).with_edition().order_by("-deleted_at", "-pk")
    page = Paginator(deleted, PAGE).get_page(request.GET.get("page"))
    rows = show_deleted(page, settings.TRASH_DAYS, actor, get_language() or "en")
    context = {"page": page, "rows": list(rows), "trash_days": settings.TRASH_DAYS}
    return render(request, "lists/mine/trash.html", context)


@require_POST
@never_cache
def roster_delete(request: HttpRequest, address: str) -> HttpResponse:
    """Put the list of a builder in the trash, where this browser finds it again."""
    roster, actor = find_editable(request, address)
    if not delete_rosters(actor, [roster.code]):
        raise Http404
    if not roster.is_kept_by(actor):
        remember_linked(request, roster)
    return HttpResponseRedirect(f"{reverse('my-lists')}?deleted={roster.code}", status=303)


@require_POST
@never_cache
def trash_restore(request: HttpRequest) -> HttpResponse:
    actor = find_actor(request)
    restored = restore_rosters(actor, read_marked(request.POST.getlist("list")))
    if not restored:
        raise Http404
    if actor.user is not None:  # what lay here on signing in was not claimed
        claim_created(actor.user, actor.created.intersection(restored))
    count = len(restored)
    text = ngettext("%(count)d list is back.", "%(count)d lists are back.", count)
    messages.success(request, text % {"count": count})
    if "place" not in request.POST:
        return HttpResponseRedirect(reverse("trash"), status=303)
    place = read_posted_place(request.POST)
    place["at"] = restored[0]
    return HttpResponseRedirect(f"{reverse('my-lists')}?{place.urlencode()}", status=303)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def trash_purge(request: HttpRequest, code: str) -> HttpResponse:
    actor = find_actor(request)
    deleted = Roster.objects.in_trash_of(actor).with_edition()
    roster = get_object_or_404(deleted, code__in=read_marked([code]))
    if request.method == "POST":
        purge_of(actor, code)
        messages.success(request, _("Deleted for good."))
        return HttpResponseRedirect(reverse("trash"), status=303)
    rows = list(show_deleted([roster], settings.TRASH_DAYS, actor, get_language() or "en"))
    frozen = Link.objects.to(roster).standing().frozen().count()
    return render(request, "lists/mine/purge.html", {"row": rows[0], "frozen": frozen})
