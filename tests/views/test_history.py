"""The history of a list, one revision, two side by side: to whom, what, and at what cost."""

from __future__ import annotations

import json
import re
from copy import copy
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils.html import escape

from lists.building.history import A_PAGE
from lists.building.revisions import undo
from lists.models import Actor, Link, Revision, RevisionName, Roster
from lists.rules.document import clean_line
from lists.sharing.links import freeze_revision, make_link, revoke_link
from tests.factories import act, create_home_guard, create_user, find_node, holder_of, newest

HOSTILE = '<script>alert(\'x\')</script>"><img src=x onerror=y> hx-get="/" \\ ‮{{ 7 }}'


@pytest.fixture
def row(home_guard: Roster) -> Roster:
    """A list at revision 4: named, its limit set, a soldier more."""
    act(home_guard, "name", name="Patrol")
    act(home_guard, "limit", limit=90)
    act(home_guard, "count", find_node(home_guard, "soldier").id, count=4)
    home_guard.refresh_from_db()
    return home_guard


def at(row: Roster, part: str = "history/") -> str:
    return f"/lists/{row.edit_token}/{part}"


def read(client: Client, path: str) -> str:
    response = client.get(path)
    assert response.status_code == 200
    return response.content.decode()


def find_acts(page: str) -> list[str]:
    return re.findall(r'class="revision-act">(?:<b.*?</b> )?<span>(.*?)</span>', page)


# Who may look


@pytest.mark.parametrize("who", ["owner", "stranger", ""])
@pytest.mark.parametrize("address", ["code", "edit_token", "view", "frozen"])
def test_whoever_may_edit_sees_the_history(
    client: Client, db: None, who: str, address: str
) -> None:
    users = {name: create_user(name) for name in ("owner", "stranger")}
    row = create_home_guard(Actor(user=users["owner"].pk))
    act(row, "limit", limit=90)
    row.refresh_from_db()
    addresses = {
        "code": row.code,
        "edit_token": row.edit_token,
        "view": make_link(row).code,
        "frozen": freeze_revision(row, 1).code,
    }
    if who:
        client.force_login(users[who])
    path = f"/lists/{addresses[address]}/"
    may = address == "edit_token" or (address == "code" and who == "owner")

    sent = [
        client.get(f"{path}history/"),
        client.get(f"{path}history/1/"),
        client.get(f"{path}compare/"),
        client.post(f"{path}history/1/name/", {"name": "First"}),
        client.post(f"{path}history/1/restore/", {"base": 2}),
    ]

    assert [each.status_code for each in sent] == ([200, 200, 200, 303, 303] if may else [404] * 5)
    assert RevisionName.objects.exists() == may
    assert newest(row).number == (3 if may else 2)


def test_nobody_reads_who_another_is(client: Client, db: None) -> None:
    users = {name: create_user(name) for name in ("Owner", "Stranger")}
    row = create_home_guard(Actor(user=users["Owner"].pk))
    client.force_login(users["Stranger"])

    pages = [read(client, at(row)), read(client, at(row, "history/1/"))]

    for page in pages:
        assert "the owner of the list" in page
        assert "owner@example.org" not in page
        assert ">Owner<" not in page


def test_a_get_writes_nothing_and_a_form_of_another_site_neither(
    client: Client, row: Roster
) -> None:
    for page in ("history/1/name/", "history/1/restore/"):
        assert client.get(at(row, page)).status_code == 405
        assert Client(enforce_csrf_checks=True).post(at(row, page)).status_code == 403
    for page in ("history/", "history/1/", "compare/?from=1&to=2"):
        with CaptureQueriesContext(connection) as captured:
            client.get(at(row, page))
        assert not [q for q in captured if not q["sql"].lstrip().startswith("SELECT")]

    assert newest(row).number == 4


# The history


def test_the_history_tells_each_revision_newest_first(client: Client, row: Roster) -> None:
    undo(row, holder_of(row), base=4)

    page = read(client, at(row))

    assert find_acts(page) == [
        "Undone: Soldier (Team): 4 instead of 3",
        "Soldier (Team): 4 instead of 3",
        "Limit set to 90 points",
        "The list was renamed",
        "Started with Home guard",
    ]
    assert re.findall(r"revision-moved number\">(.*?)<", page) == ["−6", "+6", "", "", "+29"]
    assert len(re.findall(r"<time [^>]*>\d\d:\d\d</time>", page)) == 5
    assert at(row, "history/5/") in page
    assert at(row) in read(client, at(row, ""))  # from the builder's menu


def test_the_history_speaks_spanish(client: Client, row: Roster) -> None:
    page = client.get(at(row), headers={"Accept-Language": "es"}).content.decode()

    assert "Historial de «Patrol»" in page
    assert "Límite puesto en 90 puntos" in find_acts(page)


def test_revisions_can_be_named_and_found_by_it(client: Client, row: Roster) -> None:
    path = at(row, "history/2/")

    assert "No revision has a name yet." in read(client, at(row, "history/?named=1"))
    assert client.post(f"{path}name/", {"name": " Before  the fair "}).url == path  # type: ignore[attr-defined]
    assert "Before the fair" in read(client, path)
    assert find_acts(read(client, at(row, "history/?named=1"))) == ["The list was renamed"]

    client.post(f"{path}name/", {"name": "At the fair"})
    assert [each.name for each in row.revision_names.all()] == ["At the fair"]

    client.post(f"{path}name/", {"name": " "})
    assert not RevisionName.objects.exists()


def test_a_name_that_is_too_long_stays_on_the_page(client: Client, row: Roster) -> None:
    response = client.post(at(row, "history/2/name/"), {"name": "x" * 201})

    assert response.status_code == 422
    assert "x" * 201 in response.content.decode()
    assert not RevisionName.objects.exists()


@pytest.mark.parametrize("number", ["0", "5", "99999999999999999999", "-1", "one"])
def test_only_a_revision_that_is_there_is_shown_restored_and_named(
    client: Client, row: Roster, number: str
) -> None:
    path = at(row, f"history/{number}/")

    sent = [
        client.get(path),
        client.post(f"{path}name/", {"name": "x"}),
        client.post(f"{path}restore/", {"base": 4}),
    ]

    assert [each.status_code for each in sent] == [404] * 3


# One revision


def test_a_revision_is_shown_as_it_stood(client: Client, row: Roster) -> None:
    page = read(client, at(row, "history/3/"))

    assert "Revision 3 of 4" in page
    assert "Limit set to 90 points" in page
    assert '<b class="shared-total">29</b>' in page
    assert "Patrol" in page
    assert at(row, "history/2/") in page
    assert at(row, "history/4/") in page
    assert at(row, "compare/") + "?from=3&amp;to=4" in page
    assert "Restore this revision" not in read(client, at(row, "history/4/"))


def test_an_old_revision_is_handed_out_as_it_was(client: Client, row: Roster) -> None:
    document = json.loads(read(client, at(row, "roster.json?revision=1")))
    text = read(client, at(row, "roster.txt?revision=3"))

    assert (document["name"], document["points_limit"]) == ("", 50)
    assert "29" in text
    assert client.get(at(row, "roster.json?revision=9")).status_code == 404
    assert client.get(at(row, "roster.json?revision=x")).status_code == 404


def test_restoring_appends_a_revision_and_leads_to_the_builder(client: Client, row: Roster) -> None:
    response = client.post(at(row, "history/1/restore/"), {"base": 4, "key": "gesture"})
    again = client.post(at(row, "history/1/restore/"), {"base": 4, "key": "gesture"})

    assert (response.status_code, response.url) == (303, at(row, ""))  # type: ignore[attr-defined]
    assert again.status_code == 303
    revision = newest(row)
    assert (revision.number, revision.code, revision.restores) == (5, "restored", 1)
    assert (row.name, row.points_limit) == ("", 50)
    assert "Revision 1 is restored." in read(client, at(row, ""))


def test_restoring_what_has_changed_meanwhile_says_so_and_can_be_repeated(
    client: Client, row: Roster
) -> None:
    act(row, "limit", limit=70)

    response = client.post(at(row, "history/1/restore/"), {"base": 4})
    page = response.content.decode()

    assert response.status_code == 409
    assert "it stands at revision 5 now" in page
    assert newest(row).number == 5
    (base,) = re.findall(r'name="base" value="(\d+)"', page)
    assert client.post(at(row, "history/1/restore/"), {"base": base}).status_code == 303
    assert newest(row).restores == 1


def test_a_restore_without_its_base_is_refused(client: Client, row: Roster) -> None:
    assert client.post(at(row, "history/1/restore/")).status_code == 422
    assert newest(row).number == 4


# Two side by side


def test_two_revisions_are_compared_line_by_line(client: Client, row: Roster) -> None:
    page = read(client, at(row, "compare/?from=1&to=4"))

    assert "1 changed." in page
    assert re.findall(r"<del>(.*?)</del> <ins>(.*?)</ins>", page) == [
        ("nothing", "Patrol"),
        ("50 points", "90 points"),
        ("3", "4"),
    ]
    assert page.count("+6") == 2  # the line and the whole


def test_without_being_asked_the_last_act_is_compared(client: Client, row: Roster) -> None:
    assert re.findall(r"<del>(.*?)</del>", read(client, at(row, "compare/"))) == ["3"]
    assert "Nothing differs" in read(client, at(row, "compare/?from=4&to=4"))


@pytest.mark.parametrize("query", ["from=0", "from=5", "to=99999999999999999999", "to=x"])
def test_a_number_that_is_no_revision_is_a_fault_of_its_field(
    client: Client, row: Roster, query: str
) -> None:
    response = client.get(at(row, f"compare/?{query}"))

    assert response.status_code == 422
    assert response.content.decode().count("errorlist") == 1


@pytest.mark.parametrize("form", ["edit link", "code", "view link", "frozen link", "bare"])
def test_another_list_is_compared_by_any_link_that_opens_it(
    client: Client, row: Roster, form: str
) -> None:
    user = create_user("Owner")
    client.force_login(user)
    other = create_home_guard(Actor(user=user.pk), scouts=1)
    links = {
        "edit link": f"https://muster.example/lists/{other.edit_token}/?open=n3",
        "code": f"/lists/{other.code}/",
        "view link": f"https://muster.example/s/{make_link(other).code}/",
        "frozen link": f"https://muster.example/f/{freeze_revision(other, 1).code}/?language=es",
        "bare": make_link(other).code,
    }

    page = client.get(at(row, "compare/"), {"with": links[form]}).content.decode()

    assert "The other list" in page
    assert "1 added, 1 changed." in page


def test_a_link_to_the_list_itself_pairs_its_lines_by_what_they_are(
    client: Client, row: Roster
) -> None:
    act(row, "remove", find_node(row, "soldier").id)
    act(row, "add", entry="soldier")

    page = client.get(at(row, "compare/"), {"from": 4, "with": make_link(row).code})

    assert "1 added, 1 removed." in page.content.decode()


def test_what_the_reader_may_not_open_is_not_there(client: Client, row: Roster) -> None:
    other = create_home_guard(Actor(user=create_user("Owner").pk))
    link = make_link(other)
    revoke_link(other, link.code)
    closed = [
        other.code,
        f"/lists/{other.code}/",
        link.code,
        f"/s/{link.code}/",
        "nonsense",
        "x" * 22,
    ]

    answers = [client.get(at(row, "compare/"), {"with": each}) for each in closed]

    assert {each.status_code for each in answers} == {422}
    told = "There is no list behind this link, or no longer."
    assert all(told in each.content.decode() for each in answers)
    assert not Link.objects.opened_by(link.code).exists()


def test_looks_at_other_lists_are_counted(client: Client, row: Roster, settings: Any) -> None:
    settings.LINKS_A_MINUTE = 2

    codes = [client.get(at(row, "compare/"), {"with": "x" * 22}).status_code for _time in range(4)]

    assert codes == [422, 422, 429, 429]
    assert client.get(at(row, "compare/")).status_code == 200


def test_own_lists_are_offered_to_be_compared_with(client: Client, row: Roster) -> None:
    client.post("/new/", {"army_list": "small-game/raiders", "start": "empty", "name": "Raid"})
    other = Roster.objects.get(name="Raid")

    page = read(client, at(row, "compare/"))

    assert f"with={other.edit_token}" in page
    assert f"with={row.edit_token}" not in page


# Hostile texts


def test_names_and_notes_are_texts_wherever_they_are_shown(client: Client, row: Roster) -> None:
    act(row, "name", name=HOSTILE)
    act(row, "rename", find_node(row, "leader").id, name=HOSTILE)
    act(row, "note", find_node(row, "leader").id, note=HOSTILE)
    client.post(at(row, "history/2/name/"), {"name": HOSTILE})
    row.refresh_from_db()

    for part in ("history/", "history/2/", f"history/{row.number}/", "compare/?from=1"):
        page = read(client, at(row, part))
        assert escape(clean_line(HOSTILE)) in page
        assert "<script>alert" not in page
        assert "<img" not in page


# What it costs


def lengthen(row: Roster, revisions: int) -> None:
    """Append as many revisions as that, the last of which undoes an early one."""
    last = newest(row)
    added = []
    for number in range(last.number + 1, last.number + revisions + 1):
        revision = copy(last)
        revision.pk, revision.number, revision.key = None, number, f"copy-{number}"
        added.append(revision)
    added[-1].code, added[-1].parameters = "undone", {"of": 2, "points": 0}
    Revision.objects.bulk_create(added)
    Roster.objects.filter(pk=row.pk).update(number=added[-1].number)
    row.refresh_from_db()


def count_queries(client: Client, path: str) -> int:
    client.get(path)
    with CaptureQueriesContext(connection) as captured:
        assert client.get(path).status_code == 200
    assert not [q for q in captured if "document" in q["sql"]]
    return len(captured)


def test_a_long_history_asks_no_more_than_a_short_one(client: Client, row: Roster) -> None:
    lengthen(row, 6)
    short = count_queries(client, at(row))
    lengthen(row, 490)

    assert count_queries(client, at(row)) <= short + 1  # an act on another page is looked up
    assert short <= 3


def test_history_is_shown_a_page_at_a_time(client: Client, row: Roster) -> None:
    lengthen(row, 2 * A_PAGE + 7)
    total = row.number

    pages = [read(client, at(row, f"history/?from={n}")) for n in ("", total - A_PAGE, 4)]

    shown = [len(find_acts(page)) for page in pages]
    assert shown == [A_PAGE, A_PAGE, 4]
    assert find_acts(pages[0])[0] == "Undone: The list was renamed"
    assert [f"?from={total - A_PAGE}" in page for page in pages] == [True, False, False]
    assert [f"?from={4 + A_PAGE}" in page for page in pages] == [False, False, True]
    assert find_acts(read(client, at(row, "history/?from=9999999"))) == find_acts(pages[0])
