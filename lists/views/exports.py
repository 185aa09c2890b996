"""A list handed out: as a PDF sheet, as JSON, as text; and the schema of the JSON."""

from __future__ import annotations

from urllib.parse import urljoin

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.views.decorators.csp import csp_override
from django.views.decorators.http import require_safe

from lists.building.rosters import Evaluated, evaluate_past, evaluate_roster
from lists.forms.history import read_number
from lists.interchange.documents import export_json
from lists.interchange.files import File
from lists.interchange.schema import build_schema
from lists.interchange.text import write_text
from lists.models import Revision, Roster
from lists.printing.renderer import PrintFailed
from lists.printing.sheet import print_sheet
from lists.sharing.drawing import find_address
from lists.sharing.links import find_view_link

from .access import find_visible
from .downloads import hand_out, read_language, read_paper
from .limits import limit_prints

RETRY_SECONDS = 10


@require_safe
@limit_prints()
def sheet_pdf(request: HttpRequest, address: str) -> HttpResponse:
    roster = find_visible(request, address)
    evaluated = evaluate_asked(request, roster)
    player = roster.owner.name if roster.owner else ""
    link = find_view_link(roster) if evaluated.row is roster else None
    shared_at = find_address(link) if link else ""
    try:
        file = print_for(request, evaluated, player=player, address=shared_at)
    except PrintFailed as failure:
        context = {"reason": failure.reason, "address": address}
        return tell_failure(request, "lists/print/failed.html", context)
    return show_pdf(request, file)


def evaluate_asked(request: HttpRequest, roster: Roster) -> Evaluated:
    """The roster as it stands, or as it stood at the `revision` asked for; 404 for none."""
    if "revision" not in request.GET:
        return evaluate_roster(roster)
    try:
        return evaluate_past(roster, read_number(request.GET, "revision"))
    except Revision.DoesNotExist:
        raise Http404 from None


def print_for(
    request: HttpRequest, evaluated: Evaluated, *, player: str = "", address: str = ""
) -> File:
    """The sheet in the language and on the paper asked for; raises PrintFailed."""
    language, paper = read_language(request), read_paper(request)
    return print_sheet(evaluated, language, paper=paper, player=player, address=address)


@csp_override({})  # browsers show a PDF in a plug-in of theirs, which our policy would refuse
def show_pdf(request: HttpRequest, file: File) -> HttpResponse:
    return hand_out(file, inline=True)


def tell_failure(request: HttpRequest, template: str, context: dict[str, str]) -> HttpResponse:
    response = render(request, template, context, status=503)
    response["Retry-After"] = str(RETRY_SECONDS)
    return response


@require_safe
def roster_json(request: HttpRequest, address: str) -> HttpResponse:
    evaluated = evaluate_asked(request, find_visible(request, address))
    return hand_out(export_json(evaluated.roster, evaluated.evaluation))


@require_safe
def roster_text(request: HttpRequest, address: str) -> HttpResponse:
    evaluated = evaluate_asked(request, find_visible(request, address))
    return hand_out(write_text(evaluated, read_language(request)), inline=True)


@require_safe
def roster_schema(request: HttpRequest) -> HttpResponse:
    schema = build_schema(urljoin(settings.BASE_URL, request.path))
    response = JsonResponse(schema, content_type="application/schema+json")
    response["Access-Control-Allow-Origin"] = "*"
    return response
