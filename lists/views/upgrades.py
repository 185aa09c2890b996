"""The page that says what a newer edition would change about a list, and asks what to do."""

from __future__ import annotations

from typing import Final

from django.conf import settings
from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from lists.building.saving import Busy, Conflict
from lists.building.sought import find_editions
from lists.building.upgrading import (
    copy_upgraded,
    decline_upgrade,
    find_newer,
    preview_all,
    preview_upgrade,
    upgrade_roster,
)
from lists.building.values import InvalidIntent
from lists.forms.builder import read_base
from lists.models import Actor, Edition, Roster
from lists.wording.upgrading import show_upgrade

from .access import find_actor, find_editable, remember_created
from .limits import is_over_limit, refuse_busy

PAGE: Final = 20
"""How many lists are looked at on one page; each is evaluated by both editions."""


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def roster_upgrade(request: HttpRequest, address: str) -> HttpResponse:
    roster, actor = find_editable(request, address)
    newer = find_newer(roster)
    if request.method != "POST":
        return _render(request, address, roster, newer)
    if newer is None or request.POST.get("edition") != newer.hash:
        return _render(request, address, roster, newer, status=409)
    try:
        return _do(request, address, roster, actor, newer)
    except Roster.DoesNotExist:
        raise Http404 from None
    except InvalidIntent:
        return _render(request, address, roster, newer, status=422)
    except (Conflict, Busy):
        roster, actor = find_editable(request, address)
        return _render(request, address, roster, newer, status=409)


@require_safe
@never_cache
def my_lists_editions(request: HttpRequest) -> HttpResponse:
    """All lists of a person that a newer edition has come for."""
    actor = find_actor(request)
    mine = Roster.objects.kept_by(actor)
    outdated = mine.at_hand().outdated(find_editions(mine)).select_related("edition")
    page = Paginator(outdated.order_by("-updated_at", "-pk"), PAGE).get_page(
        request.GET.get("page")
    )
    language = get_language() or "en"
    rows = [
        (each.before.row.find_address(actor), each.edition.hash, show_upgrade(each, language))
        for each in preview_all(page)
    ]
    return render(request, "lists/mine/editions.html", {"page": page, "rows": rows, "here": "?"})


def _do(
    request: HttpRequest, address: str, roster: Roster, actor: Actor, newer: Edition
) -> HttpResponse:
    """What was chosen on the page; each leads to the builder, where undo is at hand."""
    match request.POST.get("choice"):
        case "keep":
            decline_upgrade(roster, actor, newer)
            messages.info(request, _("The list stays on its edition."))
        case "copy":
            if is_over_limit(request, "lists", settings.LISTS_A_MINUTE):
                return refuse_busy(request)
            copy = copy_upgraded(roster, actor, newer)
            remember_created(request, copy)
            messages.success(request, _("This is the copy. The list itself stays as it was."))
            address = copy.edit_token
        case "upgrade":
            base, key = read_base(request.POST), request.POST.get("key", "")
            upgrade_roster(roster, actor, newer, base=base, key=key)
            messages.success(request, _("Moved to the newer edition. You can undo it."))
        case _:
            return _render(request, address, roster, newer, status=422)
    if "all" in request.POST:  # from the page of all lists, where the others wait
        return HttpResponseRedirect(reverse("my-lists-editions"), status=303)
    return HttpResponseRedirect(reverse("builder", args=[address]), status=303)


def _render(
    request: HttpRequest, address: str, roster: Roster, newer: Edition | None, *, status: int = 200
) -> HttpResponse:
    preview = preview_upgrade(roster, newer) if newer else None
    context = {
        "address": address,
        "name": roster.name,
        "upgrade": show_upgrade(preview, get_language() or "en") if preview else None,
        "edition": newer.hash if newer else "",
        "base": preview.before.revision.number if preview else 0,
        "is_stale": status == 409,
        "way_back": reverse("roster-upgrade", args=[address]) if status != 200 else "",
    }
    return render(request, "lists/upgrade.html", context, status=status)
