"""A list handed out: as a PDF sheet, as JSON, as text; and the schema of the JSON."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.views.decorators.csp import csp_override
from django.views.decorators.http import require_safe

from lists.building.rosters import evaluate_roster
from lists.interchange.documents import export_json
from lists.interchange.files import File
from lists.interchange.schema import build_schema
from lists.interchange.text import export_text
from lists.printing.renderer import PrintFailed
from lists.printing.sheet import Paper, print_sheet
from lists.wording.display import show_roster

from .access import find_visible
from .downloads import hand_out, read_language

RETRY_SECONDS = 10


@require_safe
def sheet_pdf(request: HttpRequest, address: str) -> HttpResponse:
    roster = find_visible(request, address)
    paper = Paper.LETTER if request.GET.get("paper") == Paper.LETTER else Paper.A4
    player = roster.owner.get_username() if roster.owner else ""
    try:
        file = print_sheet(
            evaluate_roster(roster), read_language(request), paper=paper, player=player
        )
    except PrintFailed as failure:
        return _tell_failure(request, address, failure)
    return _show_pdf(request, file)


@csp_override({})  # browsers show a PDF in a plug-in of theirs, which our policy would refuse
def _show_pdf(request: HttpRequest, file: File) -> HttpResponse:
    return hand_out(file, inline=True)


def _tell_failure(request: HttpRequest, address: str, failure: PrintFailed) -> HttpResponse:
    context = {"reason": failure.reason, "address": address}
    response = render(request, "lists/print/failed.html", context, status=503)
    response["Retry-After"] = str(RETRY_SECONDS)
    return response


@require_safe
def roster_json(request: HttpRequest, address: str) -> HttpResponse:
    evaluated = evaluate_roster(find_visible(request, address))
    return hand_out(export_json(evaluated.roster, evaluated.evaluation))


@require_safe
def roster_text(request: HttpRequest, address: str) -> HttpResponse:
    evaluated = evaluate_roster(find_visible(request, address))
    language = read_language(request)
    shown = show_roster(evaluated.catalogue, evaluated.roster, evaluated.evaluation, language)
    return hand_out(export_text(shown, language, is_ready=evaluated.row.is_ready), inline=True)


@require_safe
def roster_schema(request: HttpRequest) -> HttpResponse:
    schema = build_schema(request.build_absolute_uri(request.path))
    response = JsonResponse(schema, content_type="application/schema+json")
    response["Access-Control-Allow-Origin"] = "*"
    return response
