"""The page on which a list is built."""

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from lists.forms.builder import read_place
from lists.models import Actor, Roster

from .access import find_editable
from .page import Reply, render_saved


@require_safe
@never_cache
def builder(request: HttpRequest, address: str) -> HttpResponse:
    roster, actor = find_editable(request, address)
    # Only the page as a whole offers it, so its template asks the request.
    request.keep = _find_keep(address, roster, actor)  # type: ignore[attr-defined]
    place = read_place(request.GET)
    reply = Reply(is_removal="removed" in request.GET)
    return render_saved(request, address, roster, place, reply)


def _find_keep(address: str, roster: Roster, actor: Actor) -> str:
    """Where a list that was opened by its link is kept; empty where it is kept already."""
    return "" if roster.is_kept_by(actor) else reverse("roster-keep", args=[address])
