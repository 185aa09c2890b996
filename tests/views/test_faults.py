"""What is answered where too much was sent or asked for, or others kept the database."""

from __future__ import annotations

import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from io import BytesIO
from threading import Barrier
from typing import Any

import pytest
from django.core.files.uploadhandler import TemporaryFileUploadHandler
from django.db import connection, transaction
from django.test import Client

from lists.interchange.documents import LARGEST_FILE, export_json
from lists.models import Roster
from lists.sharing.links import make_link
from tests.factories import create_home_guard, store_small_game
from tests.small_game import build_home_guard, compile_small_game

NEW = {"army_list": "small-game/home-guard", "name": "", "start": "default"}


def make_file(size: int) -> BytesIO:
    file = BytesIO(b" " * size)
    file.name = "list.json"
    return file


# Too large


@pytest.mark.parametrize("path", ["/import/", "/theme/", "/language/", "/lists/x/edit/"])
def test_a_large_file_is_refused_unread_wherever_it_is_sent(db: None, path: str) -> None:
    client = Client(enforce_csrf_checks=True)
    client.get("/import/")  # gives the cookie without which nothing is read at all

    response = client.post(path, {"file": make_file(6 << 20)})

    assert response.status_code == 413


def test_a_large_request_is_refused_in_our_look(client: Client, db: None) -> None:
    for sent in ({"file": make_file(6 << 20)}, {"name": "x" * (3 << 20)}):
        page = client.post("/import/", sent)

        assert page.status_code == 413
        assert "That is too large to be read." in page.content.decode()
        assert 'class="site-head"' in page.content.decode()
        assert "Content-Security-Policy" in page.headers


def test_no_file_is_written_to_the_disk(
    client: Client, db: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    written: list[object] = []
    monkeypatch.setattr(TemporaryFileUploadHandler, "new_file", written.append)

    response = client.post("/import/", {"file": make_file(LARGEST_FILE + 1)})

    assert (response.status_code, written) == (422, [])
    assert "The file is too large. A list takes up to 4.0" in response.content.decode()


# Too often


def make_file_of_a_list() -> BytesIO:
    file = BytesIO(export_json(build_home_guard(compile_small_game())).content)
    file.name = "list.json"
    return file


def test_a_client_makes_so_many_lists_in_a_minute(client: Client, db: None, settings: Any) -> None:
    settings.LISTS_A_MINUTE = 3
    shared = make_link(create_home_guard())
    copy = f"/s/{shared.code}/copy/"

    made = [
        client.post("/new/", NEW),
        client.post("/import/", {"file": make_file_of_a_list()}),
        client.post(copy),
    ]
    refused = [
        client.post("/new/", NEW),
        client.post("/import/", {"file": make_file_of_a_list()}),
        client.post(copy),
        client.post("/scenarios/small-game/ghost/"),
    ]

    assert [answer.status_code for answer in made] == [303] * 3
    assert [answer.status_code for answer in refused] == [429] * 4
    assert {answer["Retry-After"] for answer in refused} == {"60"}
    assert [client.get(path).status_code for path in ("/new/", "/import/", copy)] == [200] * 3
    assert Roster.objects.count() == 1 + 3


# Busy


@contextmanager
def database_kept() -> Iterator[None]:
    """Somebody else writes, and goes on for longer than anybody waits."""
    together = Barrier(2)

    def keep() -> None:
        try:
            with transaction.atomic():
                Roster.objects.select_for_update().first()
                together.wait()
                together.wait()
        finally:
            connection.close()

    with ThreadPoolExecutor(1) as threads:
        keeping = threads.submit(keep)
        together.wait()
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA busy_timeout = 20")
        try:
            yield
        finally:
            together.wait()
            keeping.result()
            connection.close()


on_sqlite = pytest.mark.skipif(connection.vendor != "sqlite", reason="PostgreSQL's savers queue")


@on_sqlite
@pytest.mark.django_db(transaction=True)
def test_a_list_that_cannot_be_made_for_now_asks_to_try_again() -> None:
    store_small_game()
    client = Client(raise_request_exception=False)

    with database_kept():
        response = client.post("/new/", NEW, headers={"accept-language": "en"})

    page = response.content.decode()
    assert (response.status_code, response["Retry-After"]) == (503, "5")
    assert "Others were saving for too long." in page
    assert "Content-Security-Policy" in response.headers
    assert not Roster.objects.exists()
    assert client.post("/new/", NEW).status_code == 303


@on_sqlite
@pytest.mark.django_db(transaction=True)
def test_a_session_that_cannot_be_saved_for_now_asks_to_try_again() -> None:
    store_small_game()
    client = Client(raise_request_exception=False)
    document = json.loads(export_json(build_home_guard(compile_small_game())).content)
    file = BytesIO(json.dumps({**document, "points_limit": -1}).encode())
    file.name = "list.json"
    page = client.post("/import/", {"file": file})["Location"]

    with database_kept():
        kept = client.get(page)  # shows what was left of the file, and strikes it off the session

    assert (kept.status_code, kept["Retry-After"]) == (503, "5")
    assert "Imported, but" in client.get(page).content.decode()


def test_any_other_fault_is_ours(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    store_small_game()
    with connection.cursor() as cursor:
        cursor.execute("DROP TABLE lists_report")
        cursor.execute("DROP TABLE lists_link")
        cursor.execute("ALTER TABLE lists_edition RENAME TO elsewhere")
    client = Client(raise_request_exception=False)

    response = client.get("/")

    assert response.status_code == 500
    assert "it is our fault" in response.content.decode()
