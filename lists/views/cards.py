"""A list as cards to play with."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from lists.building.rosters import Evaluated
from lists.interchange.files import File
from lists.printing.cards import print_cards
from lists.printing.renderer import PrintFailed

from .access import find_visible
from .downloads import read_language, read_paper
from .exports import evaluate_asked, show_pdf, tell_failure
from .limits import limit_prints


@require_safe
@limit_prints()
def cards_pdf(request: HttpRequest, address: str) -> HttpResponse:
    """One card for each piece; with `each=kind` one for each line, with a row for each piece."""
    evaluated = evaluate_asked(request, find_visible(request, address))
    try:
        file = print_cards_for(request, evaluated)
    except PrintFailed as failure:
        context = {"reason": failure.reason, "address": address, "are_cards": "yes"}
        return tell_failure(request, "lists/print/failed.html", context)
    return show_pdf(request, file)


def print_cards_for(request: HttpRequest, evaluated: Evaluated) -> File:
    """The cards in the language, on the paper and of the sort that the address asks for."""
    return print_cards(
        evaluated,
        read_language(request),
        paper=read_paper(request),
        is_shared=request.GET.get("each") == "kind",
    )
