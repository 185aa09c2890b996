"""The least that a page could cost: what the figures of the real pages are held against."""

from __future__ import annotations

from typing import Any

from django.db import transaction
from django.db.models import F
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template import engines
from django.urls import include, path
from django.views.decorators.csrf import csrf_exempt

from lists.models import Revision, Roster, new_code
from lists.templatetags.drawing import drawings

TWELVE_ROWS = engines["django"].from_string(
    "{% extends 'base.html' %}{% block content %}<table>{% for row in rows %}"
    "<tr><td>{{ row.name }}</td><td>{{ row.count }}</td><td>{{ row.points }}</td></tr>"
    "{% endfor %}</table>{% endblock %}"
)
"""A page of the site with nothing on it but twelve rows."""

ROWS = [{"name": f"Rifleman {serial}", "count": serial, "points": 12} for serial in range(12)]

kept_context: dict[str, Any] = {}
"""The context of a real edit's answer, so that the plain edit renders the same fragment."""


def empty(request: HttpRequest) -> HttpResponse:
    return HttpResponse("")


def twelve_rows(request: HttpRequest) -> HttpResponse:
    return HttpResponse(TWELVE_ROWS.render({"title": "Twelve", "rows": ROWS}, request))


@csrf_exempt
def plain_edit(request: HttpRequest, token: str) -> HttpResponse:
    """Three reads, an update and an insert in a transaction, and the fragment of an edit.

    A plain view keeps no drawings, so it draws the whole fragment each time.
    """
    Roster.objects.get(edit_token=token)
    with transaction.atomic():
        row = Roster.objects.get(edit_token=token)
        revision = row.revisions.with_edition().get(number=row.number)
        Roster.objects.filter(pk=row.pk, number=row.number).update(number=F("number") + 1)
        Revision.objects.create(
            roster=row,
            number=row.number + 1,
            edition=revision.edition,
            document=revision.document,
            total=revision.total,
            verdict=revision.verdict,
            code="count",
            parameters=revision.parameters,
            key=new_code(),
        )
    drawings.forget()
    return render(request, "lists/builder.html#fragment", kept_context)


urlpatterns = [
    path("", include("lists.urls")),
    path("floor/empty/", empty),
    path("floor/rows/", twelve_rows),
    path("floor/edit/<str:token>/", plain_edit),
]
