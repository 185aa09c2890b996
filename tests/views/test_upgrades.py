"""The page about a newer edition: what it says, what its buttons do, and for whom."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from lists.models import Actor, Edition, Roster, User
from lists.sharing.links import make_link
from tests.factories import act, create_home_guard, create_user, newest, store_game
from tests.small_game import write_second_edition, write_small_game
from tests.views.test_exports import read_text

pytestmark = pytest.mark.django_db


@pytest.fixture
def row() -> Roster:
    return create_home_guard(scouts=1)


@pytest.fixture
def second(row: Roster) -> Edition:
    return store_game(write_second_edition())


def page(row: Roster, part: str = "upgrade/") -> str:
    return f"/lists/{row.edit_token}/{part}"


def choose(client: Client, row: Roster, edition: Edition, choice: str, base: int = 1) -> int:
    fields = {"choice": choice, "edition": edition.hash, "base": base}
    return client.post(page(row), fields).status_code


def test_a_list_on_the_newest_edition_is_told_nothing(client: Client, row: Roster) -> None:
    assert "upgrade" not in client.get(page(row, "")).content.decode()
    assert "nothing to decide" in client.get(page(row)).content.decode()


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", ["First edition", "Second edition", "Leader", "11 → <b>15</b>", "+4", "stays"]),
        ("es", ["Primera edición", "Segunda edición", "Leader (es)", "11 → <b>15</b>", "+4"]),
    ],
)
def test_the_preview_says_line_by_line_what_changes(
    client: Client, row: Roster, second: Edition, language: str, words: list[str]
) -> None:
    client.cookies["django_language"] = language

    text = client.get(page(row)).content.decode()

    assert [word for word in words if word not in text] == []
    assert newest(row).number == 1


def test_the_builder_mentions_it_until_the_list_stays(
    client: Client, row: Roster, second: Edition
) -> None:
    assert page(row) in client.get(page(row, "")).content.decode()

    assert choose(client, row, second, "keep") == 303

    assert page(row) not in client.get(page(row, "")).content.decode()
    assert newest(row).edition.key == "1"


def test_moving_leads_to_the_builder_with_undo_at_hand(
    client: Client, row: Roster, second: Edition
) -> None:
    assert choose(client, row, second, "upgrade") == 303

    text = client.get(page(row, "")).content.decode()
    assert newest(row).edition == second
    assert "edition 1" in text  # the scout is marked
    client.post(page(row, "undo/"), {"base": 2})
    assert newest(row).edition.key == "1"


@pytest.mark.parametrize("part", ["", "roster.txt", "sheet.pdf"])
def test_what_is_kept_is_marked_wherever_it_is_shown(
    client: Client, row: Roster, second: Edition, part: str
) -> None:
    choose(client, row, second, "upgrade")
    link = make_link(row)

    response = client.get(f"/s/{link.code}/{part}")

    text = read_text(response) if part.endswith("pdf") else response.content.decode()
    assert "edition 1" in text


def test_words_that_are_corrected_in_an_older_edition_are_shown_at_once(
    client: Client, row: Roster, second: Edition
) -> None:
    choose(client, row, second, "upgrade")
    shared = f"/s/{make_link(row).code}/"
    shown = client.get(shared)
    for each in (page(row, ""), shared):
        assert "Ranger" not in client.get(each).content.decode()
    corrected = write_small_game()
    scout = next(each for each in corrected["entries"] if each["key"] == "scout")
    scout["name"] = scout["short"] = {"en": "Ranger", "es": "Explorador"}

    store_game(corrected)

    assert "Ranger" in client.get(page(row, "")).content.decode()
    again = client.get(shared, headers={"if-none-match": shown["ETag"]})
    assert "Ranger" in again.content.decode()


def test_a_copy_is_this_browsers(client: Client, row: Roster, second: Edition) -> None:
    assert choose(client, row, second, "copy") == 303

    copy = Roster.objects.exclude(pk=row.pk).get()
    assert (copy.edition, newest(row).edition.key) == (second, "1")
    assert copy.code in client.session["created"]


def test_copies_are_made_no_more_often_than_other_lists(
    client: Client, row: Roster, second: Edition, settings: Any
) -> None:
    settings.LISTS_A_MINUTE = 2

    statuses = [choose(client, row, second, "copy") for _ in range(4)]

    assert statuses == [303, 303, 429, 429]
    assert Roster.objects.count() == 3
    assert choose(client, row, second, "upgrade") == 303


@pytest.mark.parametrize(
    ("change", "status"),
    [
        ({"base": 7}, 422),
        ({"base": 1}, 409),
        ({"edition": "f" * 64, "base": 2}, 409),
        ({"choice": "burn", "base": 2}, 422),
        ({"base": 2}, 303),
    ],
)
def test_only_what_was_looked_at_is_moved(
    client: Client, row: Roster, second: Edition, change: dict[str, object], status: int
) -> None:
    act(row, "limit", limit=90)
    fields = {"choice": "upgrade", "edition": second.hash, **change}

    response = client.post(page(row), fields)

    assert response.status_code == status
    assert newest(row).edition.key == ("2" if status == 303 else "1")


def test_a_stranger_sees_no_such_page(client: Client, row: Roster, second: Edition) -> None:
    for address in (row.code, make_link(row).code, "x" * 22):
        assert client.get(f"/lists/{address}/upgrade/").status_code == 404
        fields = {"choice": "upgrade", "edition": second.hash, "base": 1}
        assert client.post(f"/lists/{address}/upgrade/", fields).status_code == 404
    assert newest(row).edition.key == "1"


# All lists of a person


@pytest.fixture
def ana(client: Client) -> User:
    person = create_user("ana")
    client.force_login(person)
    return person


def test_lists_on_older_editions_are_counted_and_decided(client: Client, ana: User) -> None:
    rows = [create_home_guard(Actor(user=ana.pk), scouts=1) for _ in range(4)]
    create_home_guard(Actor(user=create_user("eva").pk))
    Roster.objects.filter(pk=rows[3].pk).update(archived_at="2026-01-01T00:00Z")
    assert "editions/" not in client.get("/lists/").content.decode()
    second = store_game(write_second_edition())

    assert "for 3 of your lists" in client.get("/lists/").content.decode()
    page = client.get("/lists/editions/").content.decode()

    assert page.count("36 → <b>43</b>") == 3
    for row, choice in zip(rows, ["upgrade", "keep", "copy"], strict=False):
        fields = {"choice": choice, "edition": second.hash, "base": 1, "all": 1}
        response = client.post(f"/lists/{row.code}/upgrade/", fields)
        assert (response.status_code, response["Location"]) == (303, "/lists/editions/")
    assert "where you want them" in client.get("/lists/editions/").content.decode()
    assert "editions/" not in client.get("/lists/").content.decode()
    editions = [newest(row).edition.key for row in rows]
    assert editions == ["2", "1", "1", "1"]
    assert Roster.objects.filter(owner=ana, edition=second).count() == 2


def test_many_lists_cost_as_many_queries_as_few(
    client: Client, ana: User, django_assert_max_num_queries: Any
) -> None:
    for _ in range(12):
        create_home_guard(Actor(user=ana.pk))
    store_game(write_second_edition())
    client.get("/lists/editions/")

    with django_assert_max_num_queries(8):
        assert client.get("/lists/editions/").content.decode().count("upgrade-row") == 12
    with django_assert_max_num_queries(8):
        client.get("/lists/")
