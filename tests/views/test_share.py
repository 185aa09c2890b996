"""The page on which links are made, and what they open: to whom, in what words, at what cost."""

from __future__ import annotations

import json
import logging
import re
from types import SimpleNamespace
from typing import Any

import pytest
from django.test import Client

from armybuilder.logs import WithoutSecrets
from lists.models import Actor, Link, Roster
from lists.rules.document import read_document
from lists.sharing.links import freeze_revision, make_link, revoke_link
from lists.views import limits
from tests.factories import act, create_home_guard, create_user, newest
from tests.views.test_exports import read_text

HOSTILE = '<script>alert(\'x\')</script>"><img src=x onerror=y> hx-get="/" \\ ‮{{ 7 }}'
PARTS = ["", "sheet.pdf", "cards.pdf", "roster.txt", "roster.json", "copy/"]
READ = ["", "roster.txt", "roster.json", "sheet.pdf", "cards.pdf"]


@pytest.fixture
def row(home_guard: Roster) -> Roster:
    act(home_guard, "name", name="Milicia del río")
    return home_guard


@pytest.fixture
def view(row: Roster) -> str:
    return path_of(make_link(row))


@pytest.fixture
def frozen(row: Roster) -> str:
    return path_of(freeze_revision(row, 2))


def path_of(link: Link) -> str:
    return f"/{'s' if link.kind == Link.Kind.VIEW else 'f'}/{link.code}/"


def share(row: Roster, act: str = "") -> str:
    return f"/lists/{row.edit_token}/share/{act}"


def read(client: Client, path: str, **headers: str) -> str:
    return client.get(path, headers=headers).content.decode()


# Who may share


@pytest.mark.parametrize("who", ["owner", "stranger", ""])
@pytest.mark.parametrize("address", ["code", "edit_token"])
def test_whoever_may_edit_may_share(client: Client, db: None, who: str, address: str) -> None:
    users = {name: create_user(name) for name in ("owner", "stranger")}
    row = create_home_guard(Actor(user=users["owner"].pk))
    link = freeze_revision(row, 1)
    if who:
        client.force_login(users[who])
    at = f"/lists/{getattr(row, address)}/share/"
    may = who == "owner" or address == "edit_token"

    sent = [
        client.get(at),
        client.post(f"{at}view/"),
        client.post(f"{at}freeze/", {"number": 1}),
        client.post(f"{at}revoke/", {"link": link.code}),
    ]

    assert [each.status_code for each in sent] == ([200, 303, 303, 303] if may else [404] * 4)
    link.refresh_from_db()
    assert (link.revoked_at is not None) == may
    assert row.links.views().exists() == may


def test_a_get_makes_nothing(client: Client, row: Roster) -> None:
    for page in ("view/", "freeze/", "revoke/"):
        assert client.get(share(row, page)).status_code == 405
    client.get(share(row))
    client.get(f"/lists/{row.edit_token}/sheet.pdf")

    assert not Link.objects.exists()


def test_a_form_of_another_site_makes_nothing(row: Roster) -> None:
    strict = Client(enforce_csrf_checks=True)

    assert strict.post(share(row, "view/")).status_code == 403
    assert not Link.objects.exists()


@pytest.mark.parametrize("number", ["", "0", "-1", "99", "1.5", "x", "٣", "9" * 30, "\0"])
def test_only_a_revision_that_is_there_is_frozen(client: Client, row: Roster, number: str) -> None:
    assert client.post(share(row, "freeze/"), {"number": number}).status_code == 404
    assert not Link.objects.exists()


def test_links_are_made_shown_and_revoked(client: Client, row: Roster) -> None:
    client.post(share(row, "view/"))
    client.post(share(row, "freeze/"), {"number": 2})
    view, frozen = row.links.views().get(), row.links.frozen().get()

    page = read(client, share(row))
    assert path_of(view) in page
    assert path_of(frozen) in page
    assert page.count('class="qr"') == 2
    assert f"/lists/{row.edit_token}/" in page
    assert not re.search(r"data:|style=|<style|onclick", page)

    for link in (view, frozen):
        client.post(share(row, "revoke/"), {"link": link.code})
        assert client.get(path_of(link)).status_code == 404
        assert path_of(link) not in read(client, share(row))


@pytest.mark.usefixtures("frozen")
def test_who_sees_a_frozen_list_is_not_nobody(client: Client, row: Roster) -> None:
    page = read(client, share(row))
    other = read(client, share(create_home_guard()))

    said = ["Nobody sees this list yet.", "Only what you have frozen is seen by others."]
    assert [sentence in page for sentence in said] == [False, True]
    assert [sentence in other for sentence in said] == [True, False]


def test_the_builder_leads_to_sharing(client: Client, row: Roster) -> None:
    assert f'href="{share(row)}"' in read(client, f"/lists/{row.edit_token}/")


# Who sees what is shared


@pytest.mark.parametrize("who", ["", "stranger"])
@pytest.mark.parametrize("part", PARTS)
def test_a_link_opens_to_all_who_have_it(
    client: Client, view: str, frozen: str, who: str, part: str
) -> None:
    if who:
        client.force_login(create_user(who))

    for path in (view, frozen):
        response = client.get(path + part)
        assert response.status_code == 200
        assert response["X-Robots-Tag"] == "noindex"
        assert {"private", "no-cache"} <= set(response["Cache-Control"].split(", "))
        assert response["Referrer-Policy"] == "same-origin"


@pytest.mark.parametrize("part", PARTS)
def test_unknown_revoked_and_malformed_are_answered_the_same(
    client: Client, row: Roster, view: str, frozen: str, part: str
) -> None:
    for path in (view, frozen):
        revoke_link(row, path.split("/")[2])
    codes = [view.split("/")[2], frozen.split("/")[2], "x" * 22, "x", "%00", row.edit_token]

    answers = [client.get(f"/{letter}/{code}/{part}") for letter in "sf" for code in codes]

    assert {each.status_code for each in answers} == {404}
    assert len({each.content for each in answers}) == 1
    assert len({tuple(sorted(each.headers.items())) for each in answers}) == 1
    assert_is_public(answers[0])


def assert_is_public(response: Any) -> None:
    page = response.content.decode()
    assert not re.search(r"<form|<script|csrf|hx-headers|style=", page)
    assert not response.cookies


@pytest.mark.parametrize("language", ["en", "es"])
def test_public_pages_hold_no_token_form_or_secret(
    client: Client, row: Roster, view: str, frozen: str, language: str
) -> None:
    client.get(share(row))  # this browser has a token

    for path in (view, frozen):
        response = client.get(f"{path}?language={language}")
        assert_is_public(response)
        assert 'name="robots" content="noindex"' in response.content.decode()
        for part in READ[:3]:
            shown = read(client, f"{path}{part}")
            assert row.edit_token not in shown
            assert row.code not in shown


@pytest.mark.parametrize("part", READ)
def test_public_pages_write_nothing_and_take_few_queries(
    client: Client, row: Roster, view: str, frozen: str, part: str, django_assert_num_queries: Any
) -> None:
    client.force_login(create_user("reader"))
    for path, expected in ((view, 3), (frozen, 2)):
        client.get(path + part)  # compiles the catalogue
        with django_assert_num_queries(expected) as captured:
            response = client.get(path + part)
        assert all(query["sql"].startswith("SELECT") for query in captured)
        assert not any("session" in query["sql"] for query in captured)
        assert "Cookie" in response["Vary"]
        assert client.post(path + part).status_code == 405


# What it says


def test_the_page_shows_points_legality_state_and_receipts(client: Client, view: str) -> None:
    page = read(client, view)

    assert "<h1>Milicia del río</h1>" in page
    for words in ("29", "Legal", "Draft", "<details", "As text"):
        assert words in page


def test_a_live_page_follows_and_a_frozen_one_stays(
    client: Client, row: Roster, view: str, frozen: str
) -> None:
    act(row, "name", name="Renamed")

    assert "<h1>Renamed</h1>" in read(client, view)
    page = read(client, frozen)
    assert "<h1>Milicia del río</h1>" in page
    assert "revision 2" in page


def test_the_page_is_in_the_language_asked_for(client: Client, view: str) -> None:
    english = client.get(view, headers={"accept-language": "en"})
    spanish = client.get(f"{view}?language=es", headers={"accept-language": "en"})

    assert (english["Content-Language"], spanish["Content-Language"]) == ("en", "es")
    page = spanish.content.decode()
    assert '<html lang="es"' in page
    assert "Reglamentaria" in page
    assert 'href="sheet.pdf?language=es"' in page
    assert 'href="?language=en"' in page


def test_messengers_are_told_name_points_and_legality(client: Client, view: str) -> None:
    page = read(client, view)

    assert '<meta property="og:title" content="Milicia del río">' in page
    (text,) = re.findall(r'<meta property="og:description" content="([^"]*)">', page)
    assert text.endswith("29 of 50 points. Legal. Draft.")


def test_hostile_names_are_shown_as_they_were_typed(client: Client, row: Roster) -> None:
    act(row, "name", name=HOSTILE)
    view, frozen = make_link(row), freeze_revision(row, newest(row).number)

    for path in (path_of(view), path_of(frozen), f"{path_of(view)}copy/", share(row)):
        page = read(client, path)
        assert "<script>alert" not in page
        assert "<img" not in page
        assert "&lt;script&gt;alert(&#x27;x&#x27;)" in page
        assert 'hx-get="/"' not in page
        assert "{{ 7 }}" in page


def test_json_and_text_are_those_of_the_list(client: Client, frozen: str, row: Roster) -> None:
    act(row, "name", name="Renamed")

    roster, leftovers = read_document(json.loads(read(client, f"{frozen}roster.json")))
    assert (roster.name, leftovers) == ("Milicia del río", ())
    text = read(client, f"{frozen}roster.txt?language=es")
    assert text.startswith("Milicia del río")
    assert "29 de 50 puntos." in text


# Not changed


@pytest.mark.parametrize("part", READ)
def test_whoever_has_it_is_told_so_before_it_is_worked_out(
    client: Client, view: str, frozen: str, part: str, django_assert_num_queries: Any
) -> None:
    for path in (view, frozen):
        first = client.get(path + part)
        with django_assert_num_queries(1):
            again = client.get(path + part, headers={"if-none-match": first["ETag"]})
        assert (again.status_code, again.content) == (304, b"")
        assert again["ETag"] == first["ETag"]


def test_the_mark_of_a_page_changes_with_all_that_it_shows(
    client: Client, row: Roster, view: str
) -> None:
    marks = [client.get(view)["ETag"], client.get(f"{view}?language=es")["ETag"]]
    client.cookies["theme"] = "dark"
    marks.append(client.get(view)["ETag"])
    client.post(f"/lists/{row.edit_token}/ready/", {"base": 2, "key": "k"})
    marks.append(client.get(view)["ETag"])
    act(row, "limit", limit=60)
    marks.append(client.get(view)["ETag"])

    assert len(set(marks)) == 5


def test_a_revoked_link_is_gone_at_once(client: Client, row: Roster, view: str) -> None:
    mark = client.get(view)["ETag"]
    revoke_link(row, view.split("/")[2])

    assert client.get(view, headers={"if-none-match": mark}).status_code == 404


# Copying


def test_a_copy_is_a_list_of_ones_own(client: Client, row: Roster, frozen: str) -> None:
    assert Roster.objects.count() == 1
    assert client.get(f"{frozen}copy/").status_code == 200
    assert Roster.objects.count() == 1

    response = client.post(f"{frozen}copy/")

    copy = Roster.objects.exclude(pk=row.pk).get()
    assert (response.status_code, response["Location"]) == (303, f"/lists/{copy.edit_token}/")
    assert (copy.name, copy.total, copy.owner) == ("Milicia del río", row.total, None)
    assert newest(copy).code == "copied"
    assert client.session["created"] == [copy.code]
    assert not copy.links.exists()


def test_a_form_of_another_site_copies_nothing(view: str) -> None:
    assert Client(enforce_csrf_checks=True).post(f"{view}copy/").status_code == 403
    assert Roster.objects.count() == 1


# Print


def test_the_sheet_says_where_a_shared_list_is_read(client: Client, row: Roster) -> None:
    sheet = f"/lists/{row.edit_token}/sheet.pdf"
    assert "/s/" not in read_text(client.get(sheet))

    link = make_link(row)

    text = read_text(client.get(sheet)).replace("\n", "")
    assert f"/s/{link.code}/" in text
    assert row.edit_token not in text
    assert f"/s/{link.code}/" in read_text(client.get(f"/s/{link.code}/sheet.pdf"))


# Logs


@pytest.mark.parametrize(
    ("message", "arguments"),
    [
        ("Error handling request %s %s", ("GET", "/s/{code}/?language=es")),
        ("Invalid request from ip=192.0.2.1: 'GET /f/{code}/ HTTP/9'", ()),
        ('"%s" %s %s', ("GET /lists/{code}/share/ HTTP/1.1", 200, 10)),
    ],
)
def test_no_log_holds_the_code_of_a_link(message: str, arguments: tuple[object, ...]) -> None:
    code = "aB3_-" * 4 + "xy"
    filled = tuple(a.format(code=code) if isinstance(a, str) else a for a in arguments)
    text = message.replace("{code}", code)
    record = logging.LogRecord("gunicorn.error", logging.ERROR, "", 0, text, filled, None)

    line = WithoutSecrets().format(record)

    assert code not in line
    assert "***" in line


# Limits


@pytest.fixture
def one_minute(monkeypatch: pytest.MonkeyPatch) -> None:
    """All that a test does happens within the same minute."""
    monkeypatch.setattr(limits, "time", SimpleNamespace(time=lambda: 1000.0))


@pytest.mark.usefixtures("one_minute")
@pytest.mark.parametrize("path", ["/s/{}/", "/f/" + "x" * 22 + "/", "/s/{}/roster.txt"])
def test_so_many_links_are_looked_up_in_a_minute(
    client: Client, view: str, path: str, settings: Any
) -> None:
    settings.LINKS_A_MINUTE = 2
    path = path.format(view.split("/")[2])

    answers = [client.get(path) for _ in range(3)]

    assert answers[0].status_code == answers[1].status_code != 429
    assert (answers[2].status_code, answers[2]["Retry-After"]) == (429, "60")
    assert_is_public(answers[2])
    assert client.get(path, REMOTE_ADDR="192.0.2.7").status_code != 429


@pytest.mark.usefixtures("one_minute")
def test_so_many_sheets_are_printed_in_a_minute(
    client: Client, row: Roster, view: str, settings: Any
) -> None:
    settings.PRINTS_A_MINUTE = 1

    paths = (f"{view}sheet.pdf", f"{view}sheet.pdf", f"/lists/{row.edit_token}/sheet.pdf")

    assert [client.get(path).status_code for path in paths] == [200, 429, 429]
