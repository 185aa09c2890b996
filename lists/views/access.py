"""Who asks, and for which roster; what is not theirs is not there."""

from __future__ import annotations

from typing import Final

from django.http import HttpRequest
from django.shortcuts import get_object_or_404

from lists.models import Actor, Roster

CREATED: Final = "created"
MOST_REMEMBERED: Final = 500


def find_actor(request: HttpRequest, address: str = "") -> Actor:
    """The person behind a request, at the address by which they came."""
    user = request.user.pk if request.user.is_authenticated else None
    return Actor(user=user, address=address, created=frozenset(_created(request)))


def find_editable(request: HttpRequest, address: str) -> tuple[Roster, Actor]:
    """The roster at an address that the person may edit, and that person; else 404."""
    actor = find_actor(request, address)
    return get_object_or_404(Roster.objects.editable_by(actor)), actor


def find_visible(request: HttpRequest, address: str) -> Roster:
    """The roster at an address that the person may read; else 404."""
    visible = Roster.objects.visible_to(find_actor(request, address))
    return get_object_or_404(visible.select_related("owner"))


def remember_created(request: HttpRequest, roster: Roster) -> None:
    """Keep in this browser's session that the roster was created here."""
    others = [code for code in _created(request) if code != roster.code]
    request.session[CREATED] = [*others, roster.code][-MOST_REMEMBERED:]


def _created(request: HttpRequest) -> list[str]:
    return list(request.session.get(CREATED, ()))
