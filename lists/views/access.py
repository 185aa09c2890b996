"""Who asks, and for which roster; what is not theirs is not there."""

from __future__ import annotations

from typing import Final

from django.http import HttpRequest
from django.shortcuts import get_object_or_404

from lists.models import Actor, Roster

CREATED: Final = "created"
LINKED: Final = "linked"
MOST_REMEMBERED: Final = 500


def find_actor(request: HttpRequest, address: str = "") -> Actor:
    """The person behind a request, at the address by which they came."""
    user = request.user.pk if request.user.is_authenticated else None
    return Actor(
        user=user,
        address=address,
        created=find_created(request),
        linked=frozenset(_remembered(request, LINKED)),
    )


def find_editable(request: HttpRequest, address: str) -> tuple[Roster, Actor]:
    """The roster at an address that the person may edit, and that person; else 404."""
    actor = find_actor(request, address)
    return get_object_or_404(Roster.objects.editable_by(actor)), actor


def find_visible(request: HttpRequest, address: str) -> Roster:
    """The roster at an address that the person may read; else 404."""
    visible = Roster.objects.visible_to(find_actor(request, address))
    return get_object_or_404(visible.select_related("owner"))


def find_created(request: HttpRequest) -> frozenset[str]:
    """The codes of the rosters that were created in this browser's session."""
    return frozenset(_remembered(request, CREATED))


def remember_created(request: HttpRequest, roster: Roster) -> None:
    """Keep in this browser's session that the roster was created here."""
    _remember(request, CREATED, roster.code)


def remember_linked(request: HttpRequest, roster: Roster) -> None:
    """Keep in this browser's session the edit link of a roster that was created elsewhere.

    Kept is the link and not the roster: an edit link that has been replaced opens nothing here.
    """
    _remember(request, LINKED, roster.edit_token)


def forget_linked(request: HttpRequest, roster: Roster) -> None:
    """Keep the edit link of a roster no longer."""
    others = [each for each in _remembered(request, LINKED) if each != roster.edit_token]
    request.session[LINKED] = others


def _remember(request: HttpRequest, name: str, key: str) -> None:
    others = [each for each in _remembered(request, name) if each != key]
    request.session[name] = [*others, key][-MOST_REMEMBERED:]


def _remembered(request: HttpRequest, name: str) -> list[str]:
    return list(request.session.get(name, ()))
