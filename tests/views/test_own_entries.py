"""Entries of the player's own on the builder: written, changed, forgotten, offered elsewhere."""

from __future__ import annotations

import json
import re
from html import unescape
from typing import Any
from urllib.parse import parse_qs

import pytest
from django.test import Client
from pytest_django.fixtures import DjangoAssertNumQueries

from lists.building.rosters import evaluate_roster
from lists.models import Actor, OwnEntry, Roster
from lists.printing.sheet import build_sheet, render_sheet
from lists.sharing.links import freeze_revision, make_link
from tests.factories import (
    act,
    create_home_guard,
    create_user,
    find_node,
    newest,
    outline,
    store_game,
)
from tests.small_game import write_small_game

BEJA = {"like": "volunteer", "name": "Beja warrior", "points": "5/2", "statistic-drill": "3"}
HOSTILE = '<b onclick="x">"Beja\'</b>'


def show(client: Client, row: Roster, query: str = "", address: str = "") -> str:
    """The builder's page."""
    response = client.get(f"/lists/{address or row.edit_token}/{query}")
    assert response.status_code == 200
    return response.content.decode()


def write(client: Client, row: Roster, address: str = "", **changes: str) -> Any:
    """Fill in the form of a new entry as it stands on the page, and send it."""
    page = show(client, row, "?add=1", address)
    (form,) = re.findall(r'<form[^>]*id="form-new-volunteer".*?</form>', page, re.DOTALL)
    fields = dict(re.findall(r'name="([^"]+)" value="([^"]*)"', form))
    typed = re.findall(r'<input class="input[^>]* name="([^"]+)"', form)
    assert set(typed) == {"name", "points", "statistic-drill"}
    fields = {name: unescape(value) for name, value in fields.items()}
    return client.post(f"/lists/{address or row.edit_token}/edit/", {**fields, **BEJA, **changes})


def press(client: Client, row: Roster, page: str, button: str) -> Any:
    """Press a button of the form of all buttons."""
    act_of = re.search(rf'<button[^>]*id="{button}"[^>]*value="([^"]*)"', page)
    assert act_of, button
    row.refresh_from_db()
    values = {"act": unescape(act_of[1]), "base": row.number, "key": ""}
    values["into"] = find_node(row, "team").id
    return client.post(f"/lists/{row.edit_token}/edit/", values)


def find_own_key(row: Roster) -> str:
    return str(newest(row).document["own_entries"][0]["key"])


def test_an_entry_is_written_and_added_by_forms_alone(client: Client, home_guard: Roster) -> None:
    written = write(client, home_guard)
    key = find_own_key(home_guard)
    press(client, home_guard, show(client, home_guard), f"offer-{key}")

    assert (written.status_code, written["Location"][-4:]) == (303, "#add")
    assert outline(home_guard)[-1] == (key, 1)
    page = show(client, home_guard)
    assert "31 1/2" in page
    assert "is the player&#x27;s own entry" in page


def test_it_is_changed_in_its_own_form(client: Client, home_guard: Roster) -> None:
    write(client, home_guard)
    key = find_own_key(home_guard)
    form = show(client, home_guard).split(f'id="form-{key}"')[1].split("</form>")[0]
    assert f'name="entry" value="{key}"' in form
    assert 'value="5/2" data-saved="5/2"' in form

    values = {"operation": "own-entry", "entry": key, "base": 2, "key": ""}
    client.post(f"/lists/{home_guard.edit_token}/edit/", {**values, **BEJA, "points": "7"})

    assert newest(home_guard).document["own_entries"][0]["points"] == 7


def test_it_is_forgotten_where_no_line_is_it(client: Client, home_guard: Roster) -> None:
    write(client, home_guard)
    key = find_own_key(home_guard)
    unused = show(client, home_guard)
    act(home_guard, "add", entry=key)

    forget = re.search(rf'<button[^>]*id="forget-{key}"[^>]*>', show(client, home_guard))
    assert forget
    assert "disabled" in forget[0]
    refused = press(client, home_guard, unused, f"forget-{key}")
    act(home_guard, "remove", find_node(home_guard, key).id)
    press(client, home_guard, unused, f"forget-{key}")

    assert refused.status_code == 422
    assert newest(home_guard).document["own_entries"] == []


@pytest.mark.parametrize(
    ("changes", "field"),
    [({"points": "many"}, "points"), ({"statistic-drill": "x"}, "statistic-drill")],
)
def test_what_is_refused_stands_at_its_field_with_all_that_was_typed(
    client: Client, home_guard: Roster, changes: dict[str, str], field: str
) -> None:
    response = write(client, home_guard, **changes)

    page = response.content.decode()
    assert response.status_code == 422
    assert f'id="fault-new-volunteer-{field}"' in page
    assert '<details class="own" id="write-own" open>' in page
    for typed in ({**BEJA, **changes}["name"], *changes.values()):
        assert f'value="{typed}"' in page
    assert newest(home_guard).number == 1


def test_what_two_change_at_once_can_still_be_saved(client: Client, home_guard: Roster) -> None:
    write(client, home_guard)
    key = find_own_key(home_guard)
    act(home_guard, "own-entry", **{**BEJA, "entry": key, "points": "6"})
    values = {"operation": "own-entry", "entry": key, "base": 2, "key": "", **BEJA, "points": "7"}

    response = client.post(f"/lists/{home_guard.edit_token}/edit/", values)
    page = response.content.decode()
    press(client, home_guard, page, "conflict-mine")

    assert response.status_code == 409
    assert "Beja warrior, 6" in page
    assert "Beja warrior, 7" in page
    assert newest(home_guard).document["own_entries"][0]["points"] == 7


def test_what_is_typed_is_text_everywhere(client: Client, home_guard: Roster) -> None:
    write(client, home_guard, name=HOSTILE)
    act(home_guard, "add", entry=find_own_key(home_guard))
    base = f"/lists/{home_guard.edit_token}/"

    pages = [client.get(f"{base}{path}").content.decode() for path in ("", "history/", "?add=1")]
    text = client.get(f"{base}roster.txt").content.decode()

    assert not [page for page in pages if "<b onclick" in page]
    assert all("&lt;b onclick" in page for page in pages)
    assert HOSTILE in text


def test_history_calls_its_lines_what_they_are_called_now(
    client: Client, home_guard: Roster
) -> None:
    write(client, home_guard)
    act(home_guard, "add", entry=find_own_key(home_guard))

    page = client.get(f"/lists/{home_guard.edit_token}/history/").content.decode()

    assert "Beja warrior added to Team" in page
    assert "Volunteer of your own written: 2 1/2 points" in page


def test_every_output_says_that_it_is_the_players_own(client: Client, home_guard: Roster) -> None:
    write(client, home_guard)
    act(home_guard, "add", entry=find_own_key(home_guard))
    home_guard.refresh_from_db()
    frozen, live = freeze_revision(home_guard, home_guard.number), make_link(home_guard)

    outputs = [
        show(client, home_guard),
        client.get(f"/s/{live.code}/").content.decode(),
        client.get(f"/f/{frozen.code}/").content.decode(),
        client.get(f"/lists/{home_guard.edit_token}/roster.txt").content.decode(),
        client.get(f"/lists/{home_guard.edit_token}/roster.json").content.decode(),
        render_sheet(build_sheet(evaluate_roster(home_guard), "en")),
    ]

    marks = ("is the player's own entry", '"code": "own-entry"')
    assert [any(mark in unescape(each) for mark in marks) for each in outputs] == [True] * 6


def test_an_export_carries_it_to_another_list(client: Client, home_guard: Roster) -> None:
    write(client, home_guard)
    act(home_guard, "add", entry=find_own_key(home_guard), count=2)

    exported = client.get(f"/lists/{home_guard.edit_token}/roster.json")
    document = json.loads(exported.content)

    assert document["evaluation"]["total"] == 34
    assert document["own_entries"][0]["name"] == "Beja warrior"


def test_a_game_without_templates_has_no_such_form(client: Client, db: None) -> None:
    game = write_small_game()
    game["system"] = {**game["system"], "key": "plain-game"}
    for entry in game["entries"]:
        entry.pop("own", None)
    row = create_home_guard(edition=store_game(game))

    assert 'id="section-own-entries"' not in show(client, row)


# In other lists


def take_over(client: Client, row: Roster, page: str) -> None:
    (button,) = re.findall(r'id="(again-own-[a-z0-9-]+)"', page)
    press(client, row, page, button)


def test_a_browser_is_offered_what_was_written_in_it(client: Client, home_guard: Roster) -> None:
    write(client, home_guard)
    other = create_home_guard()

    page = show(client, other)
    take_over(client, other, page)

    assert "From your other lists" in page
    assert newest(other).document["own_entries"] == newest(home_guard).document["own_entries"]
    assert "From your other lists" not in show(client, other)
    assert "From your other lists" not in show(Client(), create_home_guard())


def test_an_owner_is_offered_what_they_have_written_anywhere(client: Client, db: None) -> None:
    ana = create_user("Ana")
    own, other = (create_home_guard(Actor(user=ana.pk)) for _ in range(2))
    client.force_login(ana)
    write(client, own, address=own.code)
    elsewhere = Client()
    elsewhere.force_login(ana)

    page = show(elsewhere, other, address=other.code)

    acts = re.findall(r'id="again-own[^>]*value="([^"]*)"', page)
    assert [parse_qs(unescape(each))["name"] for each in acts] == [["Beja warrior"]]
    assert OwnEntry.objects.get().owner == ana


def test_whoever_edits_the_list_of_another_keeps_nothing_of_it(client: Client, db: None) -> None:
    row = create_home_guard(Actor(user=create_user("Ana").pk))
    client.force_login(create_user("Berta"))

    write(client, row)

    assert len(newest(row).document["own_entries"]) == 1
    assert not OwnEntry.objects.exists()


def test_what_is_written_again_is_kept_as_it_is_now(client: Client, db: None) -> None:
    ana = create_user("Ana")
    row = create_home_guard(Actor(user=ana.pk))
    client.force_login(ana)
    write(client, row, address=row.code)
    values = {"operation": "own-entry", "entry": find_own_key(row), "base": 2, "key": ""}

    client.post(f"/lists/{row.code}/edit/", {**values, **BEJA, "points": "7"})

    assert [each.points for each in OwnEntry.objects.all()] == ["7"]


def test_a_page_asks_once_more_for_what_was_written(
    client: Client, django_assert_num_queries: DjangoAssertNumQueries, db: None
) -> None:
    ana = create_user("Ana")
    row = create_home_guard(Actor(user=ana.pk))
    client.force_login(ana)
    show(client, row, address=row.code)

    with django_assert_num_queries(6) as captured:
        show(client, row, address=row.code)

    asked = [query["sql"] for query in captured.captured_queries]
    assert sum("lists_ownentry" in sql for sql in asked) == 1
