"""Entries of the player's own on the builder: written, changed, forgotten, offered elsewhere."""

from __future__ import annotations

import json
import re
from html import unescape
from typing import Any
from urllib.parse import parse_qs

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from pytest_django.fixtures import DjangoAssertNumQueries

from lists.building.claiming import claim_created, claim_roster
from lists.building.own_entries import MOST_KEPT, keep_own_entry
from lists.building.rosters import evaluate_roster
from lists.models import Actor, OwnEntry, Roster
from lists.printing.sheet import build_sheet, render_sheet
from lists.sharing.links import freeze_revision, make_link
from tests.factories import (
    act,
    create_home_guard,
    create_user,
    find_node,
    holder_of,
    newest,
    outline,
    store_game,
)
from tests.small_game import write_small_game

BEJA = {"like": "volunteer", "name": "Beja warrior", "points": "5/2", "statistic-drill": "3"}
BEJA_KEPT = {"like": "volunteer", "name": "Beja warrior", "drill": 3}
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


def test_what_is_written_is_told_with_where_it_stands(htmx: Client, home_guard: Roster) -> None:
    values = {"operation": "own-entry", "base": 1, "key": "", "place": "?write=volunteer", **BEJA}

    response = htmx.post(f"/lists/{home_guard.edit_token}/edit/", values)

    page = response.content.decode()
    told = page.split('id="new-entry"')[1].split("</p>")[0]
    assert "<b>Beja warrior</b> is written" in told
    assert 'href="#section-own-entries"' in told
    assert response["HX-Replace-Url"] == f"/lists/{home_guard.edit_token}/?"


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


def create_with_depot() -> Roster:
    """A list whose game knows a depot beside the team, which holds trucks alone."""
    game = write_small_game()
    game["system"] = {**game["system"], "key": "depot-game"}
    depot = {"key": "depot", "kind": "unit", "name": {"en": "Depot", "es": "Depósito"}, "page": 1}
    game["entries"].append({**depot, "holds": ["vehicle"]})
    return create_home_guard(edition=store_game(game))


def test_what_the_unit_cannot_hold_leads_to_one_that_can(client: Client, db: None) -> None:
    row = create_with_depot()
    write(client, row)
    key = find_own_key(row)
    act(row, "add", entry="depot")
    team, depot = find_node(row, "team").id, find_node(row, "depot").id

    pages = {unit: show(client, row, f"?unit={unit}") for unit in (team, depot)}

    assert [f'id="offer-{key}"' in pages[unit] for unit in (team, depot)] == [True, False]
    assert [f'id="elsewhere-{key}' in pages[unit] for unit in (team, depot)] == [False, True]
    assert f'href="/lists/{row.edit_token}/?unit={team}#add"' in pages[depot]
    assert "<b>Beja warrior</b> cannot stand in “Depot”. Choose another unit." in pages[depot]


def test_where_no_unit_can_hold_it_one_is_added_and_added_to(client: Client, db: None) -> None:
    row = create_with_depot()
    write(client, row)
    key = find_own_key(row)
    act(row, "remove", find_node(row, "team").id)
    act(row, "add", entry="depot")
    (button,) = re.findall(
        rf'<button[^>]*id="elsewhere-{key}-start-1"[^>]*value="([^"]*)"', show(client, row)
    )

    values = {"act": unescape(button), "base": newest(row).number, "key": ""}
    response = client.post(f"/lists/{row.edit_token}/edit/", values)

    assert f'id="offer-{key}"' in client.get(response["Location"]).content.decode()


@pytest.mark.parametrize(("asked", "opened"), [("", "volunteer"), ("scout", "scout")])
def test_one_form_of_a_new_entry_is_open_at_a_time(
    client: Client, db: None, asked: str, opened: str
) -> None:
    game = write_small_game()
    game["system"] = {**game["system"], "key": "two-templates"}
    (scout,) = [entry for entry in game["entries"] if entry["key"] == "scout"]
    scout["own"] = {"text": {"en": "Goes ahead.", "es": "Va delante."}}
    game["entries"].remove(scout)
    game["entries"].append(scout)
    scout["formula"] = {"points": "points + troop_class.points"}
    row = create_home_guard(edition=store_game(game))

    page = show(client, row, f"?write={asked}")

    assert re.findall(r'id="form-new-([a-z]+)"', page) == [opened]
    assert re.findall(r'id="sort-([a-z]+)"', page) == ["volunteer", "scout"]
    assert "Goes ahead." in page
    assert ('id="write-own" open' in page) is bool(asked)


def test_they_stand_first_once_there_are_any(client: Client, home_guard: Roster) -> None:
    def find_order(row: Roster) -> list[str]:
        return re.findall(r'id="(section-own-entries|section-rows)"', show(client, row))

    before = find_order(home_guard)
    write(client, home_guard)

    first, second = "section-own-entries", "section-rows"
    assert before == [second, first]
    assert find_order(home_guard) == [first, second]
    assert find_order(create_home_guard()) == [first, second]


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


def test_what_a_browser_has_written_is_an_accounts_once_it_signs_in(
    client: Client, home_guard: Roster
) -> None:
    write(client, home_guard)
    ana = create_user("Ana")
    claim_created(ana.pk, [home_guard.code])
    elsewhere = Client()
    elsewhere.force_login(ana)

    page = show(elsewhere, create_home_guard(Actor(user=ana.pk)))

    assert OwnEntry.objects.get().plain == newest(home_guard).document["own_entries"][0]
    assert "From your other lists" in page


def test_what_is_kept_already_stays_when_an_older_list_is_claimed(
    client: Client, home_guard: Roster
) -> None:
    write(client, home_guard)
    ana = create_user("Ana")
    key = find_own_key(home_guard)
    keep_own_entry(ana.pk, "small-game", {**BEJA_KEPT, "key": key, "points": 7})

    claim_roster(home_guard, holder_of(home_guard, ana.pk), has_new_link=False)

    assert [each.points for each in OwnEntry.objects.all()] == ["7"]


def test_what_a_file_brings_along_is_offered_in_other_lists(
    client: Client, home_guard: Roster
) -> None:
    write(client, home_guard)
    exported = client.get(f"/lists/{home_guard.edit_token}/roster.json").content
    for is_signed_in in (False, True):
        other = Client()
        if is_signed_in:
            other.force_login(create_user("Ana"))
        other.post("/import/", {"file": SimpleUploadedFile("list.json", exported)})

        assert "From your other lists" in show(other, create_home_guard()), is_signed_in


def test_whoever_is_signed_in_keeps_what_they_write_in_a_list_of_nobody(
    client: Client, home_guard: Roster
) -> None:
    client.force_login(create_user("Ana"))
    write(client, home_guard)

    assert "From your other lists" in show(client, create_home_guard())
    assert not OwnEntry.objects.exists()


@pytest.mark.parametrize(
    ("is_signed_in", "is_owner", "words"),
    [
        (False, False, "With an account it is so everywhere."),
        (True, False, "in this browser alone while nobody owns this list."),
        (True, True, "in your other lists of this game."),
    ],
)
def test_the_page_says_where_it_is_offered_again(
    client: Client, db: None, is_signed_in: bool, is_owner: bool, words: str
) -> None:
    ana = create_user("Ana")
    row = create_home_guard(Actor(user=ana.pk) if is_owner else Actor())
    if is_signed_in:
        client.force_login(ana)

    assert words in show(client, row)


@pytest.mark.parametrize("is_signed_in", [False, True])
def test_the_page_promises_nothing_in_the_list_of_another(
    client: Client, db: None, is_signed_in: bool
) -> None:
    row = create_home_guard(Actor(user=create_user("Ana").pk))
    if is_signed_in:
        client.force_login(create_user("Berta"))

    page = show(client, row)

    assert "Write an entry of your own" in page
    assert "It is offered again" not in page


def test_a_search_finds_what_was_written_elsewhere(client: Client, home_guard: Roster) -> None:
    write(client, home_guard)
    other = create_home_guard()

    found = ["From your other lists" in show(client, other, f"?q={q}") for q in ("beja", "truck")]

    assert found == [True, False]


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


def test_a_claimed_list_pushes_nothing_out_that_is_kept(client: Client, home_guard: Roster) -> None:
    write(client, home_guard)
    ana = create_user("Ana")
    for serial in range(MOST_KEPT):
        full = {"key": f"own-{serial}", "like": "volunteer", "name": f"{serial}", "points": 1}
        keep_own_entry(ana.pk, "small-game", full)

    claim_created(ana.pk, [home_guard.code])

    kept = {entry.key for entry in OwnEntry.objects.all()}
    assert kept == {f"own-{serial}" for serial in range(MOST_KEPT)}
