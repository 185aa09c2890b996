"""Lists that become a person's: those made in this browser on signing in, others when asked for."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.auth.signals import user_logged_in
from django.dispatch import receiver
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import NoReverseMatch, reverse
from django.utils.http import urlencode
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from lists.building.catalogues import find_catalogue
from lists.building.claiming import claim_created, claim_roster
from lists.models import Roster, User
from lists.wording.words import Names

from .access import find_created, find_editable


@receiver(user_logged_in, dispatch_uid="lists.claim_on_signing_in")
def claim_on_signing_in(request: HttpRequest, user: User, **_: Any) -> None:
    """Make what was created in this browser the person's who signs in, or has just signed up."""
    claimed = claim_created(user.pk, find_created(request))
    if claimed:
        text = ngettext(
            "%(count)d list that you made in this browser is yours now, wherever you sign in.",
            "%(count)d lists that you made in this browser are yours now, wherever you sign in.",
            claimed,
        )
        messages.success(request, text % {"count": claimed}, fail_silently=True)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def roster_claim(request: HttpRequest, address: str) -> HttpResponse:
    """Ask whether to replace the edit link, and make the list the person's."""
    roster, actor = find_editable(request, address)
    if actor.user is not None and roster.owner_id == actor.user:
        return _go_to(roster)
    if roster.owner_id is not None:
        raise Http404
    if actor.user is None:
        return _ask_to_sign_in(request)
    link = request.POST.get("link", "")
    if request.method != "POST" or link not in {"new", "keep"}:
        status = 422 if request.method == "POST" else 200
        context = {"address": address, "name": _find_name(roster), "is_unanswered": status == 422}
        return render(request, "lists/mine/claim.html", context, status=status)
    if not claim_roster(roster, actor, has_new_link=link == "new"):
        return _tell_too_late(request, address)
    text = _("The list is yours. You find it under “My lists” wherever you sign in.")
    messages.success(request, text)
    return _go_to(roster)


def _tell_too_late(request: HttpRequest, address: str) -> HttpResponse:
    """Back to the list of somebody who was quicker; 404 where they have replaced its edit link."""
    find_editable(request, address)
    messages.warning(request, _("Somebody else has just made this list theirs."))
    return HttpResponseRedirect(reverse("builder", args=[address]), status=303)


def _ask_to_sign_in(request: HttpRequest) -> HttpResponse:
    try:
        way = reverse("account_login")
    except NoReverseMatch:
        raise Http404 from None
    return HttpResponseRedirect(f"{way}?{urlencode({'next': request.path})}", status=303)


def _go_to(roster: Roster) -> HttpResponse:
    return HttpResponseRedirect(reverse("builder", args=[roster.code]), status=303)


def _find_name(roster: Roster) -> str:
    names = Names(find_catalogue(roster.edition), get_language() or "en")
    return roster.name or names.army_list(roster.army_list)
