"""My lists: whose they are, how they are found, and what is done to one and to several."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from lists.building.filing import MOST_TAGS, add_tag, archive
from lists.building.intents import apply_intent
from lists.models import Actor, Roster, User
from tests.factories import act, create_home_guard, create_user, newest

HOSTILE = '<script>alert(1)</script>"><img src=x onerror=y>{{ 7 }}'


@pytest.fixture
def ana(db: None) -> User:
    return create_user("Ana")


@pytest.fixture
def mine(client: Client, ana: User) -> Roster:
    """A list of somebody who is signed in."""
    client.force_login(ana)
    return create_home_guard(Actor(ana.pk))


def remember(client: Client, **names: list[str]) -> None:
    """What this browser's session remembers."""
    session = client.session
    session.update(names)
    session.save()


def read(client: Client, query: str = "") -> str:
    response = client.get(f"/lists/{query}")
    assert response.status_code == 200
    return response.content.decode()


def find_names(page: str) -> list[str]:
    """The lists that a page shows, in its order."""
    return [unescape(name) for name in re.findall(r'scope="row"><a [^>]*>(.*?)</a>', page)]


def send(client: Client, act: str, *rows: Roster, **fields: object) -> Any:
    codes = [row.code for row in rows]
    return client.post(f"/lists/{act}/", {"list": codes, "place": "q=home&page=1", **fields})


def name(row: Roster, text: str) -> Roster:
    act(row, "name", name=text)
    row.refresh_from_db()
    return row


# Whose they are


def test_a_person_sees_their_own_and_what_this_browser_keeps(client: Client, ana: User) -> None:
    own, created, linked = create_home_guard(Actor(ana.pk)), create_home_guard(), None
    linked = name(create_home_guard(Actor(create_user("Bob").pk)), "Linked")
    name(own, "Own"), name(created, "Created"), name(create_home_guard(), "Strange")
    remember(client, created=[created.code], linked=[linked.edit_token])

    anonymous = find_names(read(client))
    client.force_login(ana)
    Roster.objects.filter(pk=created.pk).update(owner=None)
    signed_in = find_names(read(client))
    elsewhere = Client()
    elsewhere.force_login(ana)

    assert sorted(anonymous) == ["Created", "Linked"]
    assert sorted(signed_in) == ["Created", "Linked", "Own"]
    assert find_names(read(elsewhere)) == ["Own"]
    assert find_names(read(Client())) == []


def test_ones_own_are_opened_by_their_code_and_others_by_their_edit_link(
    client: Client, mine: Roster
) -> None:
    linked = create_home_guard()
    remember(client, linked=[linked.edit_token])
    page = read(client)

    assert f'href="/lists/{mine.code}/"' in page
    assert mine.edit_token not in page
    assert f'href="/lists/{linked.edit_token}/"' in page
    for address in (mine.code, linked.edit_token):
        assert client.get(f"/lists/{address}/").status_code == 200


ACTS = ["rename", "duplicate", "forget", "archive", "unarchive", "delete", "tag", "untag"]


@pytest.mark.parametrize("act", ACTS)
@pytest.mark.parametrize("who", ["", "Bob"])
def test_nobody_else_does_anything_to_a_list(client: Client, ana: User, act: str, who: str) -> None:
    row = create_home_guard(Actor(ana.pk))
    add_tag(Actor(ana.pk), [row.code], "club")
    if who:
        client.force_login(create_user(who))
    was = Roster.objects.values().get()

    assert client.get(f"/lists/{act}/").status_code == 405
    response = send(client, act, row, name="Stolen", base=1, key="k", tag="stolen")

    assert response.status_code in {303, 404}
    assert Roster.objects.values().get() == was
    assert [tag.text for tag in row.tags.all()] == ["club"]


@pytest.mark.parametrize("act", ["archive", "delete", "tag"])
def test_who_keeps_the_edit_link_of_anothers_list_does_not_order_it(
    client: Client, ana: User, act: str
) -> None:
    row = create_home_guard(Actor(ana.pk))
    remember(client, linked=[row.edit_token])

    send(client, act, row, tag="x")

    row.refresh_from_db()
    assert (row.archived_at, row.deleted_at, row.tags.count()) == (None, None, 0)
    opened = read(client, f"?open={row.code}")
    assert "my-lists" in opened
    assert "/lists/rename/" in opened
    assert 'formaction="/lists/archive/"' not in opened.split('class="several"')[0]


def test_a_form_of_another_site_changes_nothing(ana: User) -> None:
    row = create_home_guard(Actor(ana.pk))
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(ana)

    assert all(send(strict, act, row).status_code == 403 for act in ACTS)


# How they are found


@pytest.fixture
def several(client: Client, mine: Roster, ana: User) -> None:
    """Three lists: one renamed, one tagged and ready, one over its limit."""
    name(mine, "Río abajo")
    tagged = name(create_home_guard(Actor(ana.pk), scouts=1), "Bravo")
    add_tag(Actor(ana.pk), [tagged.code], "Sunday club")
    Roster.objects.filter(pk=tagged.pk).update(state=Roster.State.READY)
    over = name(create_home_guard(Actor(ana.pk), scouts=5), "Alpha 100%")
    assert over.verdict == "illegal"
    away = name(create_home_guard(Actor(ana.pk)), "Put away")
    archive(Actor(ana.pk), [away.code])


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("", ["Alpha 100%", "Bravo", "Río abajo"]),
        ("?q=bravo", ["Bravo"]),
        ("?q=r%C3%ADo", ["Río abajo"]),
        ("?q=R%C3%8DO", ["Río abajo"]),
        ("?q=sunday", ["Bravo"]),
        ("?q=home+guard", ["Alpha 100%", "Bravo", "Río abajo"]),
        ("?q=100%25", ["Alpha 100%"]),
        ("?q=_", []),
        ("?q=%00", ["Alpha 100%", "Bravo", "Río abajo"]),
        ("?q=away", []),
        ("?verdict=illegal", ["Alpha 100%"]),
        ("?verdict=legal&state=draft", ["Río abajo"]),
        ("?state=ready", ["Bravo"]),
        ("?tag=Sunday+club", ["Bravo"]),
        ("?tag=nothing", []),
        ("?least=30", ["Alpha 100%", "Bravo"]),
        ("?least=30&most=36", ["Bravo"]),
        ("?limit=50", ["Alpha 100%", "Bravo", "Río abajo"]),
        ("?limit=51", []),
        ("?least=x&most=-1&limit=" + "9" * 40, ["Alpha 100%", "Bravo", "Río abajo"]),
        ("?system=small-game", ["Alpha 100%", "Bravo", "Río abajo"]),
        ("?system=other&nation=other/x", ["Alpha 100%", "Bravo", "Río abajo"]),
        ("?archived=on", ["Put away"]),
        ("?sort=name", ["Alpha 100%", "Bravo", "Río abajo"]),
        ("?sort=points", ["Alpha 100%", "Bravo", "Río abajo"]),
        ("?sort=created", ["Alpha 100%", "Bravo", "Río abajo"]),
        ("?sort=owner__password&page=-4", ["Alpha 100%", "Bravo", "Río abajo"]),
    ],
)
def test_lists_are_found_by_what_is_sought(
    client: Client, several: None, query: str, found: list[str]
) -> None:
    assert find_names(read(client, query)) == found


def test_lists_are_found_by_their_nation(client: Client, several: None) -> None:
    nations = re.findall(r'value="(small-game/[^"]*)"', read(client))

    found = {nation: find_names(read(client, f"?nation={nation}")) for nation in nations}

    assert sorted(map(len, found.values()))[-1] == 3
    assert sum(map(len, found.values())) == 3


def test_the_order_is_that_asked_for(client: Client, mine: Roster, ana: User) -> None:
    name(create_home_guard(Actor(ana.pk), scouts=1), "beta")
    name(mine, "Alpha")  # changed last

    orders = {
        sort: find_names(read(client, f"?sort={sort}"))
        for sort in ("changed", "created", "name", "points")
    }

    assert orders == {
        "changed": ["Alpha", "beta"],
        "created": ["beta", "Alpha"],
        "name": ["Alpha", "beta"],
        "points": ["beta", "Alpha"],
    }


def test_what_is_empty_or_not_found_is_said(client: Client, mine: Roster) -> None:
    assert "No list is like that." in read(client, "?q=zzz")
    archive(Actor(mine.owner_id), [mine.code])
    assert "All your lists are archived." in read(client)
    assert "No list is here yet." in read(Client())


def test_home_shows_the_newest_and_leads_to_all(client: Client, mine: Roster, ana: User) -> None:
    for serial in range(8):
        name(create_home_guard(Actor(ana.pk)), f"List {serial}")
    page = client.get("/").content.decode()

    assert re.findall(r'class="kept-name">([^<]*)<', page) == [f"List {n}" for n in range(7, 1, -1)]
    assert 'href="/lists/"' in page


def test_many_lists_cost_as_many_queries_as_few(client: Client, mine: Roster, ana: User) -> None:
    counts = []
    for total in (3, 60):
        while Roster.objects.count() < total:
            row = create_home_guard(Actor(ana.pk))
            add_tag(Actor(ana.pk), [row.code], "club")
        read(client, "?q=home&tag=club")
        with CaptureQueriesContext(connection) as queries:
            read(client, "?q=home&tag=club")
        assert all(each["sql"].startswith("SELECT") for each in queries)
        counts.append(len(queries))

    assert counts[0] == counts[1] <= 8
    assert "Page 1 of 2" in read(client)
    assert len(find_names(read(client, "?page=2"))) == 10


@pytest.mark.parametrize(("query", "here"), [("", "?"), ("?q=h&x=1", "?q=h&")])
def test_a_list_is_opened_where_it_stands(
    client: Client, mine: Roster, query: str, here: str
) -> None:
    page = unescape(read(client, query))

    assert f'href="{here}open={mine.code}#list-{mine.code}"' in page


# One list


@pytest.mark.parametrize("scripts", [False, True])
def test_a_list_is_renamed_where_it_stands(client: Client, mine: Roster, scripts: bool) -> None:
    client.headers = {"HX-Request": "true"} if scripts else {}  # type: ignore[attr-defined]
    page = read(client, f"?open={mine.code}")
    assert f'value="{mine.code}"' in page

    response = send(client, "rename", mine, name="  New   name ", base=1, key="gesture")
    again = send(client, "rename", mine, name="New name", base=1, key="gesture")

    assert response["Location"] == again["Location"] == f"/lists/?q=home&page=1&at={mine.code}"
    revision = newest(mine)
    assert (mine.name, revision.number, revision.code, revision.by_id) == (
        "New name",
        2,
        "name",
        mine.owner_id,
    )


@pytest.mark.parametrize(
    ("typed", "base", "status", "words"),
    [("x" * 201, 2, 422, "200"), ("Mine", 1, 409, "“Theirs”"), ("Mine", 77, 422, "")],
)
def test_a_name_that_is_not_saved_is_kept_in_its_field(
    client: Client, mine: Roster, typed: str, base: int, status: int, words: str
) -> None:
    act(mine, "name", name="Theirs")

    response = send(client, "rename", mine, name=typed, base=base, key="k")

    page = response.content.decode()
    assert response.status_code == status
    assert f'value="{typed}"' in page
    assert words in page.split('id="rename-fault"')[1].split("</p>")[0]
    assert newest(mine).document["name"] == "Theirs"


def test_a_list_that_is_gone_by_then_is_not_renamed(
    client: Client, mine: Roster, monkeypatch: pytest.MonkeyPatch
) -> None:
    def delete_first(*args: Any) -> None:
        Roster.objects.filter(pk=mine.pk).update(deleted_at=timezone.now())
        apply_intent(*args)

    monkeypatch.setattr("lists.views.my_lists.apply_intent", delete_first)

    assert send(client, "rename", mine, name="New", base=1).status_code == 404


def test_a_copy_is_a_list_of_ones_own(client: Client, mine: Roster) -> None:
    name(mine, "x" * 200)

    send(client, "duplicate", mine)

    copy = Roster.objects.exclude(pk=mine.pk).get()
    assert (copy.owner_id, copy.total) == (mine.owner_id, mine.total)
    assert copy.name == "x" * 193 + " (copy)"
    assert newest(copy).code == "duplicated"


def test_a_link_that_is_kept_is_taken_off(client: Client, db: None) -> None:
    row = create_home_guard()
    remember(client, linked=[row.edit_token])

    send(client, "forget", row)

    assert find_names(read(client)) == []
    assert client.get(f"/lists/{row.edit_token}/").status_code == 200


# One or several


def test_several_are_archived_and_brought_back(client: Client, mine: Roster, ana: User) -> None:
    other = create_home_guard(Actor(ana.pk))
    changed = mine.updated_at

    send(client, "archive", mine, other)
    assert find_names(read(client)) == []
    assert len(find_names(read(client, "?archived=on"))) == 2
    send(client, "unarchive", mine)

    assert find_names(read(client)) == ["Home guard"]
    mine.refresh_from_db()
    assert mine.updated_at == changed


def test_several_are_tagged_and_a_tag_comes_off(client: Client, mine: Roster, ana: User) -> None:
    other = create_home_guard(Actor(ana.pk))
    send(client, "tag", mine, other, tag="  Sunday   club ")
    send(client, "tag", mine, tag="SUNDAY CLUB")
    send(client, "untag", other, tag="Sunday club")

    assert [tag.text for tag in mine.tags.all()] == ["Sunday club"]
    assert not other.tags.exists()


@pytest.mark.parametrize("tag", ["", "   ", "x" * 31, "\0", "a\0b"])
def test_what_is_no_tag_is_refused(client: Client, mine: Roster, tag: str) -> None:
    assert send(client, "tag", mine, tag=tag).status_code == 303
    assert not mine.tags.exists()


def test_a_list_has_so_many_tags_and_no_more(client: Client, mine: Roster) -> None:
    for serial in range(MOST_TAGS + 1):
        send(client, "tag", mine, tag=f"tag {serial}")

    assert mine.tags.count() == MOST_TAGS
    assert "at most 10 tags" in read(client)


def test_nothing_marked_is_said(client: Client, mine: Roster) -> None:
    send(client, "archive")

    assert "Mark lists of your own first." in read(client)


@pytest.mark.parametrize("codes", [["x" * 22], ["\0" * 22], ["", "x"], ["x" * 22] * 3000])
def test_codes_of_nothing_change_nothing(
    client: Client, mine: Roster, codes: list[str], settings: Any
) -> None:
    settings.DATA_UPLOAD_MAX_NUMBER_FIELDS = 5000
    for page in ("archive", "delete", "tag", "untag", "rename"):
        response = client.post(f"/lists/{page}/", {"list": codes, "tag": "x"})
        assert response.status_code in {303, 404}

    mine.refresh_from_db()
    assert (mine.archived_at, mine.deleted_at) == (None, None)


def test_hostile_names_tags_and_searches_are_shown_and_never_run(
    client: Client, mine: Roster
) -> None:
    name(mine, HOSTILE)
    send(client, "tag", mine, tag=HOSTILE[:30])
    query = "?q=%3Cscript%3E%22%3E&tag=%3Cscript%3Ealert(1)%3C/script%3E%22%3E%3Ci"

    pages = [read(client, f"?open={mine.code}"), read(client, query)]
    pages.append(client.get("/").content.decode())
    send(client, "delete", mine)
    pages.append(client.get("/lists/trash/").content.decode())
    pages.append(client.get(f"/lists/{mine.code}/purge/").content.decode())

    for page in pages:
        assert not re.search(r"<script>|<img|style=|onclick", page)
    assert HOSTILE in unescape(pages[0])


@pytest.mark.parametrize("place", ["//evil.example", "q=%0d%0aX:1", "next=https://evil.example"])
def test_a_form_leads_back_to_ones_lists_and_nowhere_else(
    client: Client, mine: Roster, place: str
) -> None:
    response = send(client, "archive", mine, place=place)

    assert response["Location"].startswith("/lists/")
    assert "\n" not in response["Location"]
    assert "evil" not in response["Location"]


def test_scripts_are_given_the_part_that_changes(client: Client, mine: Roster) -> None:
    page = client.get("/lists/", headers={"HX-Request": "true"}).content.decode()

    assert "<html" not in page
    assert 'id="my-lists"' in page
    assert 'id="announcement"' in page


# Claiming


def test_signing_in_claims_what_was_made_in_this_browser(client: Client, ana: User) -> None:
    made, linked = create_home_guard(), create_home_guard()
    remember(client, created=[made.code], linked=[linked.edit_token])

    client.force_login(ana)

    assert set(Roster.objects.filter(owner=ana)) == {made}
    assert client.session["linked"] == [linked.edit_token]
    elsewhere = Client()
    elsewhere.force_login(ana)
    assert len(find_names(read(elsewhere))) == 1
    assert Client().get(f"/lists/{made.edit_token}/").status_code == 200


@pytest.mark.parametrize("link", ["keep", "new"])
def test_a_list_is_made_ones_own_by_its_edit_link(client: Client, ana: User, link: str) -> None:
    row = create_home_guard()
    at = f"/lists/{row.edit_token}/"
    client.force_login(ana)
    assert f'href="{at}claim/"' in client.get(at).content.decode()
    assert client.get(f"{at}claim/").status_code == 200
    assert client.post(f"{at}claim/").status_code == 422
    assert not Roster.objects.exclude(owner=None).exists()

    response = client.post(f"{at}claim/", {"link": link})

    assert response["Location"] == f"/lists/{row.code}/"
    assert client.get(f"/lists/{row.code}/").status_code == 200
    assert Client().get(at).status_code == (200 if link == "keep" else 404)
    assert "claim/" not in client.get(f"/lists/{row.code}/").content.decode()


@pytest.mark.parametrize("who", ["owner", "other"])
def test_an_owned_list_is_not_asked_for(client: Client, ana: User, who: str) -> None:
    row = create_home_guard(Actor(ana.pk))
    client.force_login(ana if who == "owner" else create_user("Bob"))
    at = f"/lists/{row.edit_token}/"

    assert f'href="{at}claim/"' not in client.get(at).content.decode()
    response = client.post(f"{at}claim/", {"link": "new"})

    assert response.status_code == (303 if who == "owner" else 404)
    row.refresh_from_db()
    assert (row.owner, f"/lists/{row.edit_token}/") == (ana, at)


def test_the_code_of_a_list_without_owner_claims_nothing(client: Client, ana: User) -> None:
    row = create_home_guard()
    client.force_login(ana)

    assert client.post(f"/lists/{row.code}/claim/", {"link": "keep"}).status_code == 404
    assert not Roster.objects.filter(owner=ana).exists()


@pytest.mark.parametrize("who", ["owner", "holder", "free", "bookmark"])
def test_the_edit_link_is_replaced_by_who_manages_the_list(
    client: Client, ana: User, who: str
) -> None:
    row = create_home_guard() if who in {"free", "bookmark"} else create_home_guard(Actor(ana.pk))
    if who == "owner":
        client.force_login(ana)
    if who == "bookmark":
        remember(client, linked=[row.edit_token])
    at = row.code if who == "owner" else row.edit_token
    may = who != "holder"
    page = client.get(f"/lists/{at}/share/").content.decode()
    assert (f"/lists/{at}/share/key/" in page) == may

    response = client.post(f"/lists/{at}/share/key/")

    old = row.edit_token
    row.refresh_from_db()
    assert (row.edit_token != old) == may
    assert Client().get(f"/lists/{old}/").status_code == (404 if may else 200)
    if may:
        assert client.get(response["Location"]).status_code == 200
        assert row.is_kept_by(Actor(linked=frozenset(client.session.get("linked", ())))) == (
            who == "bookmark"
        )


def test_archived_lists_are_not_offered_on_the_first_page(client: Client, mine: Roster) -> None:
    Roster.objects.filter(pk=mine.pk).update(archived_at=timezone.now())

    assert 'class="kept-name"' not in client.get("/").content.decode()
