"""The trash: what is deleted opens for nobody, comes back whole, ends when that is asked for."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from lists.building.trash import delete_rosters, purge_of, restore_rosters
from lists.models import Actor, Link, Revision, Roster, User
from lists.sharing.links import freeze_revision, make_link
from tests.building.test_concurrency import run_together
from tests.factories import create_home_guard, create_user, holder_of
from tests.views.test_my_lists import find_names, read, remember


@pytest.fixture
def ana(db: None) -> User:
    return create_user("Ana")


@pytest.fixture
def mine(client: Client, ana: User) -> Roster:
    client.force_login(ana)
    return create_home_guard(Actor(ana.pk))


def delete(client: Client, row: Roster, address: str = "") -> Any:
    return client.post(f"/lists/{address or row.code}/delete/")


def is_deleted(row: Roster) -> bool:
    row.refresh_from_db()
    return row.deleted_at is not None


# Who may


WHO = ["owner", "holder", "stranger", "maker", "keeper", "finder"]


def enter(client: Client, who: str) -> tuple[Roster, str]:
    """A browser of some person, a list, and the address that they have of it."""
    ana = create_user("Ana")
    row = create_home_guard(Actor(ana.pk) if who in {"owner", "holder", "stranger"} else Actor())
    if who == "owner":
        client.force_login(ana)
        return row, row.code
    if who == "stranger":
        client.force_login(create_user("Bob"))
        return row, row.code
    remember(
        client,
        created=[row.code] if who == "maker" else [],
        linked=[row.edit_token] if who in {"keeper", "holder"} else [],
    )
    return row, row.edit_token


@pytest.mark.parametrize("who", WHO)
def test_who_may_delete_brings_back_and_ends(client: Client, db: None, who: str) -> None:
    row, address = enter(client, who)
    may = who not in {"holder", "stranger"}
    page = client.get(f"/lists/{address}/")
    assert (b"/delete/" in page.content) == may

    assert client.get(f"/lists/{address}/delete/").status_code == 405
    deleted = delete(client, row, address)
    assert (deleted.status_code, is_deleted(row)) == ((303, True) if may else (404, False))
    Roster.objects.filter(pk=row.pk).update(deleted_at=row.created_at)
    shown = client.get("/lists/trash/").content.decode()
    asked = client.get(f"/lists/{row.code}/purge/")
    restored = client.post("/lists/trash/restore/", {"list": row.code})

    assert (row.code in shown) == may
    assert [asked.status_code, restored.status_code] == ([200, 303] if may else [404, 404])
    assert is_deleted(row) != may
    Roster.objects.filter(pk=row.pk).update(deleted_at=row.created_at)
    ended = client.post(f"/lists/{row.code}/purge/")
    assert ended.status_code == (303 if may else 404)
    assert Roster.objects.filter(pk=row.pk).exists() != may


def test_nobody_without_the_link_finds_what_was_deleted(client: Client, db: None) -> None:
    row, address = enter(client, "finder")
    delete(client, row, address)

    stranger = Client()
    assert row.code not in stranger.get("/lists/trash/").content.decode()
    assert row.code not in read(stranger, f"?deleted={row.code}")
    assert stranger.post("/lists/trash/restore/", {"list": row.code}).status_code == 404


def test_a_form_of_another_site_deletes_nothing(ana: User) -> None:
    row = create_home_guard(Actor(ana.pk))
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(ana)

    assert delete(strict, row).status_code == 403
    assert strict.post("/lists/trash/restore/", {"list": row.code}).status_code == 403
    assert not is_deleted(row)


# What it does


def test_what_is_deleted_is_answered_as_what_never_was_and_comes_back(
    client: Client, mine: Roster
) -> None:
    view = f"/s/{make_link(mine).code}/"
    frozen = f"/f/{freeze_revision(mine, 1).code}/"
    mark = client.get(view)["ETag"]
    builders = [f"/lists/{mine.code}/", f"/lists/{mine.edit_token}/"]
    parts = ["", "share/", "sheet.pdf", "roster.json", "roster.txt", "claim/"]
    delete(client, mine)

    private = [client.get(at + part) for at in builders for part in parts]
    public = [client.get(view), client.get(view, headers={"if-none-match": mark})]
    unknown = client.get(f"/lists/{'x' * 22}/"), client.get(f"/s/{'x' * 22}/")

    assert {each.status_code for each in (*private, *public)} == {404}
    assert {each.content for each in public} == {unknown[1].content}
    assert len({len(each.content) for each in (*private, unknown[0])}) == 1
    assert client.get(frozen).status_code == 200

    client.post("/lists/trash/restore/", {"list": mine.code})
    assert [client.get(at).status_code for at in (*builders, view, frozen)] == [200] * 4


def test_deleting_is_undone_by_one_click(client: Client, mine: Roster) -> None:
    way = delete(client, mine)["Location"]
    page = client.get(way).content.decode()
    assert "Deleted." in page
    assert f'name="list" value="{mine.code}"' in page

    back = client.post("/lists/trash/restore/", {"list": mine.code, "place": ""})

    assert back["Location"] == f"/lists/?at={mine.code}"
    assert find_names(client.get(back["Location"]).content.decode()) == ["Home guard"]
    assert "Deleted." not in client.get(way).content.decode()


def test_several_are_deleted_and_brought_back_at_once(
    client: Client, mine: Roster, ana: User
) -> None:
    rows = [mine, create_home_guard(Actor(ana.pk))]
    sent = client.post("/lists/delete/", {"list": [row.code for row in rows]})

    assert "2 lists deleted." in client.get(sent["Location"]).content.decode()
    client.post("/lists/trash/restore/", {"list": [row.code for row in rows], "place": ""})

    assert [is_deleted(row) for row in rows] == [False, False]


def test_a_deleted_list_is_not_edited_meanwhile(client: Client, mine: Roster) -> None:
    delete(client, mine)

    edit = {"operation": "name", "name": "Late", "base": 1, "key": "k"}
    assert client.post(f"/lists/{mine.edit_token}/edit/", edit).status_code == 404
    assert Revision.objects.count() == 1


def test_what_is_ended_takes_all_with_it_but_frozen_links(client: Client, mine: Roster) -> None:
    frozen = freeze_revision(mine, 1)
    make_link(mine)
    delete(client, mine)
    assert "One frozen link" in client.get(f"/lists/{mine.code}/purge/").content.decode()

    client.post(f"/lists/{mine.code}/purge/")

    assert not Roster.objects.exists()
    assert not Revision.objects.exists()
    assert client.get(f"/f/{frozen.code}/").status_code == 200
    assert [link.roster for link in Link.objects.all()] == [None, None]


def test_a_list_that_is_not_in_the_trash_is_not_ended(client: Client, mine: Roster) -> None:
    assert client.post(f"/lists/{mine.code}/purge/").status_code == 404
    assert Roster.objects.exists()


@pytest.mark.parametrize("code", ["x" * 22, "x", "%00", "..%2f"])
def test_nothing_is_ended_under_a_code_of_nothing(client: Client, mine: Roster, code: str) -> None:
    assert client.post(f"/lists/{code}/purge/").status_code == 404


def test_a_full_trash_costs_as_many_queries_as_a_short_one(
    client: Client, mine: Roster, ana: User
) -> None:
    counts = []
    for total in (3, 60):
        while Roster.objects.count() < total:
            create_home_guard(Actor(ana.pk))
        Roster.objects.update(deleted_at=mine.created_at)
        client.get("/lists/trash/")
        with CaptureQueriesContext(connection) as queries:
            client.get("/lists/trash/")
        counts.append(len(queries))

    assert counts[0] == counts[1] <= 8


def test_an_empty_trash_says_so(client: Client, db: None) -> None:
    assert "The trash is empty." in client.get("/lists/trash/").content.decode()


@pytest.mark.django_db(transaction=True)
def test_of_two_who_bring_it_back_and_end_it_one_does() -> None:
    for _ in range(5):
        row = create_home_guard()
        holder = holder_of(row)
        delete_rosters(holder, [row.code])
        acts = [
            lambda row=row, holder=holder: bool(restore_rosters(holder, [row.code])),
            lambda row=row, holder=holder: bool(purge_of(holder, row.code).rosters),
        ]

        restored, purged = run_together(2, lambda tab, acts=acts: acts[tab]())

        assert restored != purged
        assert Roster.objects.alive().filter(pk=row.pk).exists() == restored


def test_what_was_made_here_and_comes_back_after_signing_in_is_the_persons(
    client: Client, home_guard: Roster
) -> None:
    strange = create_home_guard()
    remember(client, created=[home_guard.code], linked=[strange.edit_token])
    for row in (home_guard, strange):
        client.post("/lists/delete/", {"list": row.code})
    ana = create_user("Ana")
    client.force_login(ana)

    client.post("/lists/trash/restore/", {"list": [home_guard.code, strange.code]})

    owners = dict(Roster.objects.filter(deleted_at=None).values_list("pk", "owner"))
    assert owners == {home_guard.pk: ana.pk, strange.pk: None}
