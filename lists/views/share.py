"""The page on which whoever may edit a list makes and revokes the links to it."""

from __future__ import annotations

from contextlib import suppress
from urllib.parse import urljoin

from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import get_language, gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from lists.building.claiming import replace_edit_link
from lists.models import Link, Revision
from lists.sharing.drawing import show_link
from lists.sharing.links import Withheld, freeze_revision, make_link, revoke_link
from lists.wording.kept import name_roster

from .access import find_editable, remember_linked

LONGEST_NUMBER = 9


@require_safe
@never_cache
def roster_share(request: HttpRequest, address: str) -> HttpResponse:
    roster, actor = find_editable(request, address)
    links = list(Link.objects.to(roster).standing().without_document())
    views = [show_link(link) for link in links if link.kind == Link.Kind.VIEW]
    frozen = [show_link(link) for link in links if link.kind == Link.Kind.FROZEN]
    context = {
        "roster": roster,
        "name": name_roster(roster, get_language() or "en"),
        "address": address,
        "view_link": views[0] if views else None,
        "frozen_links": frozen,
        "is_frozen": roster.number in {link.number for link in frozen},
        "edit_link": urljoin(settings.BASE_URL, reverse("builder", args=[roster.edit_token])),
        "may_replace": roster.is_managed_by(actor),
    }
    return render(request, "lists/sharing/share.html", context)


@require_POST
@never_cache
def share_view(request: HttpRequest, address: str) -> HttpResponse:
    roster, _ = find_editable(request, address)
    with suppress(Withheld):  # the page says why there is no link
        make_link(roster)
    return _go_back(address, "view-link")


@require_POST
@never_cache
def share_freeze(request: HttpRequest, address: str) -> HttpResponse:
    roster, _ = find_editable(request, address)
    try:
        with suppress(Withheld):
            freeze_revision(roster, _read_number(request))
    except Revision.DoesNotExist:
        raise Http404 from None
    return _go_back(address, "frozen-links")


def _read_number(request: HttpRequest) -> int:
    """The revision that the page showed; 0, which is none, where no number was sent."""
    sent = request.POST.get("number", "")
    is_number = sent.isascii() and sent.isdigit() and len(sent) <= LONGEST_NUMBER
    return int(sent) if is_number else 0


@require_POST
@never_cache
def share_revoke(request: HttpRequest, address: str) -> HttpResponse:
    roster, _ = find_editable(request, address)
    revoke_link(roster, request.POST.get("link", ""))
    return _go_back(address, "links")


@require_POST
@never_cache
def share_key(request: HttpRequest, address: str) -> HttpResponse:
    """Another edit link, which this browser keeps if it kept the old one."""
    roster, actor = find_editable(request, address)
    is_kept = roster.edit_token in actor.linked
    if not replace_edit_link(roster, actor):
        raise Http404
    roster.refresh_from_db(fields=["edit_token"])
    if is_kept:
        remember_linked(request, roster)
    messages.success(request, gettext("This is the new edit link. The old one opens nothing now."))
    return _go_back(roster.find_address(actor), "edit-link")


def _go_back(address: str, part: str) -> HttpResponse:
    return HttpResponseRedirect(f"{reverse('roster-share', args=[address])}#{part}", status=303)
