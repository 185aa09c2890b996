"""The page on which a list is built."""

from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from lists.building.upgrading import find_newer
from lists.forms.builder import read_place

from .access import find_editable
from .page import Reply, render_saved


@require_safe
@never_cache
def builder(request: HttpRequest, address: str) -> HttpResponse:
    roster, actor = find_editable(request, address)
    place = read_place(request.GET)
    newer = find_newer(roster)
    reply = Reply(
        is_removal="removed" in request.GET,
        has_new_unit="added" in request.GET,
        can_be_claimed=actor.user is not None and roster.owner_id is None,
        can_be_kept=not roster.is_kept_by(actor),
        newer=newer.key if newer and newer.pk != roster.declined_id else "",
    )
    return render_saved(request, address, roster, place, reply)
