"""A list handed out: sheet, JSON, text, schema; to whom, under which name, with which headers."""

from __future__ import annotations

import contextlib
import io
import json
from collections.abc import Iterator
from typing import Any

import pytest
from django.conf import settings
from django.core.cache import caches
from django.test import Client
from pypdf import PdfReader

from lists.models import Actor, Roster
from lists.printing.renderer import Limits
from lists.printing.renderer import _renderer as renderer
from lists.rules.document import read_document
from lists.views.downloads import write_disposition
from tests.factories import act, create_home_guard, create_user

EXPORTS = ["sheet.pdf", "roster.json", "roster.txt"]


@pytest.fixture
def row(db: None) -> Roster:
    roster = create_home_guard()
    act(roster, "name", name="Milicia del río")
    return roster


def address(row: Roster, export: str) -> str:
    return f"/lists/{row.edit_token}/{export}"


def test_the_json_holds_the_document_and_what_it_came_to(client: Client, row: Roster) -> None:
    response = client.get(address(row, "roster.json"))

    exported = json.loads(response.content)
    roster, leftovers = read_document(exported)
    assert (response.status_code, response["Content-Type"]) == (200, "application/json")
    assert (roster.name, leftovers) == ("Milicia del río", ())
    assert (exported["evaluation"]["total"], exported["evaluation"]["legal"]) == (29, True)


@pytest.mark.parametrize(
    ("query", "words"),
    [("", "29 of 50 points."), ("?language=es", "29 de 50 puntos."), ("?language=xx", "29 of 50")],
)
def test_the_text_is_in_the_language_asked_for(
    client: Client, row: Roster, query: str, words: str
) -> None:
    response = client.get(address(row, "roster.txt") + query)

    assert response["Content-Type"] == "text/plain; charset=utf-8"
    assert words in response.content.decode()


@pytest.mark.parametrize("export", EXPORTS)
def test_exports_are_named_after_the_list_and_kept_by_nobody(
    client: Client, row: Roster, export: str
) -> None:
    response = client.get(address(row, export))

    extension = export.partition(".")[2]
    kind = "attachment" if extension == "json" else "inline"
    assert response["Content-Disposition"] == (
        f'{kind}; filename="milicia-del-rio.{extension}"; '
        f"filename*=UTF-8''milicia-del-r%C3%ADo.{extension}"
    )
    assert response["X-Robots-Tag"] == "noindex"
    assert set(response["Cache-Control"].split(", ")) == {"private", "no-cache"}


@pytest.mark.parametrize(
    ("name", "header"),
    [
        ("патруль.pdf", "inline; filename=\"list.pdf\"; filename*=UTF-8''%D0%BF%D0%B0%D1%82"),
        ("a-b_c.pdf", "inline; filename=\"a-b_c.pdf\"; filename*=UTF-8''a-b_c.pdf"),
    ],
)
def test_old_browsers_get_a_plain_name(name: str, header: str) -> None:
    assert write_disposition(name, inline=True).startswith(header)


@pytest.mark.parametrize("export", EXPORTS)
def test_whoever_lacks_the_link_finds_nothing(client: Client, row: Roster, export: str) -> None:
    stranger = create_user("stranger")
    client.force_login(stranger)

    addresses = [f"/lists/{row.code}/{export}", f"/lists/{'x' * 22}/{export}", f"/lists/x/{export}"]

    assert [client.get(each).status_code for each in addresses] == [404, 404, 404]


@pytest.mark.parametrize("export", EXPORTS)
def test_exports_write_nothing_and_take_few_queries(
    client: Client, row: Roster, export: str, django_assert_max_num_queries: Any
) -> None:
    client.get(address(row, export))  # compiles the catalogue

    with django_assert_max_num_queries(3) as captured:
        client.get(address(row, export))
    assert [query["sql"] for query in captured if not query["sql"].startswith("SELECT")] == []
    assert client.post(address(row, export)).status_code == 405


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("", ("en", 595, 842)),
        ("?paper=letter&language=es", ("es", 612, 792)),
        ("?paper=<b>&language=<b>", ("en", 595, 842)),
    ],
)
def test_the_sheet_is_asked_for_in_a_language_and_on_a_paper(
    client: Client, row: Roster, query: str, expected: tuple[str, int, int]
) -> None:
    pdf = read_pdf(client.get(address(row, "sheet.pdf") + query))

    box = pdf.pages[0].mediabox
    assert (pdf.root_object["/Lang"], round(box.width), round(box.height)) == expected


def test_the_sheet_names_its_player_and_no_secret(client: Client, db: None) -> None:
    user = create_user("Elena")
    owned = create_home_guard(Actor(user=user.pk))

    text = read_text(client.get(address(owned, "sheet.pdf")))

    assert "Elena" in text
    assert owned.edit_token not in text
    assert owned.code not in text


def read_pdf(response: Any) -> PdfReader:
    assert (response.status_code, response["Content-Type"]) == (200, "application/pdf")
    return PdfReader(io.BytesIO(response.content))


def read_text(response: Any) -> str:
    return "\n".join(page.extract_text() for page in read_pdf(response).pages)


@contextlib.contextmanager
def printing_under(limits: Limits) -> Iterator[None]:
    """Print anew, in a renderer that takes no more than this."""
    caches["prints"].clear()
    kept = renderer.limits
    renderer.limits = limits
    try:
        yield
    finally:
        renderer.limits = kept


def test_a_sheet_too_large_is_refused_with_a_way_out(client: Client, row: Roster) -> None:
    with printing_under(Limits(html=100)):
        response = client.get(address(row, "sheet.pdf") + "?language=es&paper=a4")

    page = response.content.decode()
    assert (response.status_code, response["Retry-After"]) == (503, "10")
    assert "The list is too large for one sheet." in page
    assert f'href="{address(row, "sheet.pdf")}?language=es&amp;paper=a4"' in page
    assert "Content-Security-Policy" in response


def test_a_sheet_waits_a_while_for_others_and_says_so(client: Client, row: Roster) -> None:
    with printing_under(Limits(patience=0.05)), renderer._turn():
        response = client.get(address(row, "sheet.pdf"))

    assert response.status_code == 503
    assert "Others are printing just now." in response.content.decode()


def test_the_schema_says_where_it_is_found(client: Client) -> None:
    response = client.get("/schema/roster-1.json")

    schema = json.loads(response.content)
    assert schema["$id"] == f"{settings.BASE_URL}/schema/roster-1.json"
    assert response["Content-Type"] == "application/schema+json"
    assert response["Access-Control-Allow-Origin"] == "*"
