"""The quick calculator: one selection, its receipt at once, and from there into a list."""

from __future__ import annotations

import html
import re
from typing import Any

import pytest
from django.test import Client

from lists.building.rosters import evaluate_roster, load_document
from lists.loading.store import store_edition
from lists.models import Roster
from tests.catalogues import read_game
from tests.factories import create_home_guard, store_small_game

KEY = "k" * 22


@pytest.fixture
def game(db: None) -> None:
    store_edition(read_game("breaking-news")[0])


def ask(client: Client, query: str = "", **more: Any) -> str:
    return client.get(f"/?{query}", **more).content.decode()


def read_total(page: str) -> str:
    found = re.search(r'<p class="total"><b>(.*?)</b>', page)
    assert found
    return found[1]


def read_parts(page: str) -> list[str]:
    rows = re.findall(r"<tr><td>(.*?)</td><td class=\"number\">(.*?)</td></tr>", page)
    return [html.unescape(f"{name} {amount}") for name, amount in rows]


def read_chosen(page: str, name: str) -> str:
    select = re.search(rf'<select[^>]* name="{name}">(.*?)</select>', page, re.DOTALL)
    assert select
    return re.findall(r'value="([^"]*)" selected', select[1])[0]


def add(client: Client, address: str = "", *, key: str = KEY, **fields: str) -> Roster:
    fields = {"system": "breaking-news", "key": key, "list": address, **fields}
    response = client.post("/calculator/add/", fields)
    assert response.status_code == 303
    return Roster.objects.get(edit_token=response["Location"].split("/")[2])


@pytest.mark.parametrize(
    ("query", "total", "parts"),
    [
        ("entry=rifleman", "12", ["Veteran 12", "AR 0"]),
        ("entry=rifleman&o_troop-class=recruit", "7", ["Recruit 7", "AR 0"]),
        (
            "entry=team-leader&o_troop-class=special-forces&o_leadership=level-3&o_weapon=rpg",
            "42",
            ["Special forces 20", "Leadership 3 15", "RPG 7"],
        ),
        ("entry=mmg-team", "43", ["MMG team 7", "3 Crewmen 36"]),
        ("entry=mmg-team&o_crew_crew=1&o_crew_own-men=2", "19", None),
        ("entry=hummer&o_gun=hmg", "49", ["Hummer 15", "HMG 10", "2 Crewmen 24"]),
        ("entry=rifleman&o_medic=medic", "22", ["Veteran 12", "AR 0", "Medic 10"]),
    ],
)
@pytest.mark.usefixtures("game")
def test_one_selection_is_priced_with_its_receipt(
    client: Client, query: str, total: str, parts: list[str] | None
) -> None:
    page = ask(client, query)

    assert read_total(page) == total
    if parts is not None:
        assert read_parts(page) == parts


@pytest.mark.parametrize(
    "query",
    [
        "system=ghost&entry=ghost",
        "entry=rifleman&o_troop-class=ghost&o_weapon=%00&o_leadership=level-9",
        "entry=rifleman&o_troop-class=-&o_weapon=-",
        "entry=rifleman&o_medic=%3Cscript%3E",
    ],
)
@pytest.mark.usefixtures("game")
def test_what_is_asked_wrongly_is_as_it_starts(client: Client, query: str) -> None:
    page = ask(client, query)

    assert int(read_total(page)) > 0
    assert read_chosen(page, "o_troop-class") == "veteran"
    assert "<script>" not in page.split('id="calculator"')[1]


@pytest.mark.parametrize(
    ("count", "total"), [("0", "7"), ("99", "1195"), ("999999", "1195"), ("-4", "43"), ("x", "43")]
)
@pytest.mark.usefixtures("game")
def test_counts_stay_in_bounds(client: Client, count: str, total: str) -> None:
    assert read_total(ask(client, f"entry=mmg-team&o_crew_crew={count}")) == total


@pytest.mark.usefixtures("game")
def test_another_selection_starts_anew_but_keeps_its_class(client: Client) -> None:
    page = ask(client, "of=gunner&entry=grenadier&o_weapon=lmg&o_troop-class=elite")

    chosen = read_chosen(page, "o_troop-class"), read_chosen(page, "o_weapon")
    assert chosen == ("elite", "grenade-launcher")


@pytest.mark.usefixtures("game")
def test_scripts_get_the_calculator_alone_and_hear_the_points(client: Client, htmx: Client) -> None:
    fragment = htmx.get("/calculator/?entry=mmg-team").content.decode()

    assert fragment.strip().startswith('<section class="block calculator"')
    assert '<p id="announcement" hx-swap-oob="innerHTML">MMG team: 43 points.</p>' in fragment
    plain = client.get("/calculator/?entry=mmg-team")
    assert (plain.status_code, plain["Location"]) == (302, "/?entry=mmg-team#calculator")


@pytest.mark.parametrize(("language", "words"), [("en", "Riflemen"), ("es", "Fusilero")])
@pytest.mark.usefixtures("game")
def test_it_speaks_both_languages(client: Client, language: str, words: str) -> None:
    page = ask(client, "entry=rifleman", headers={"accept-language": language})

    assert ("¿Cuánto cuesta uno?" in page) is (language == "es")
    assert words[:6] in page


# Into a list


@pytest.mark.usefixtures("game")
def test_a_new_list_holds_what_was_tried(client: Client) -> None:
    row = add(client, entry="rifleman", **{"o_troop-class": "elite", "o_weapon": "lmg"})

    assert [node.entry for node in load_document(row).walk()] == ["team", "rifleman"]
    assert evaluate_roster(row).evaluation.total == 20
    assert row.code in client.session["created"]


@pytest.mark.usefixtures("game")
def test_a_double_click_makes_one_list_and_adds_once(client: Client) -> None:
    new = [add(client, entry="rifleman").pk for _ in range(2)]
    row = Roster.objects.get()
    for _ in range(2):
        add(client, row.edit_token, key="n" * 22, entry="sniper")

    entries = [node.entry for node in load_document(Roster.objects.get()).walk()]
    assert new == [row.pk, row.pk]
    assert entries == ["team", "rifleman", "sniper"]


@pytest.mark.parametrize(
    ("entry", "troop_class", "total"),
    [("rifleman", "veteran", 12), ("rifleman", "recruit", 7), ("mmg-team", "recruit", 28)],
)
@pytest.mark.usefixtures("game")
def test_what_is_added_costs_what_was_said(
    client: Client, entry: str, troop_class: str, total: int
) -> None:
    row = add(client, entry="sniper", **{"o_troop-class": "veteran"})
    before = evaluate_roster(row).evaluation.total

    added = add(client, row.edit_token, key="n" * 22, entry=entry, **{"o_troop-class": troop_class})

    assert evaluate_roster(added).evaluation.total == before + total


@pytest.mark.usefixtures("game")
def test_what_its_team_is_already_follows_the_team(client: Client) -> None:
    row = add(client, entry="sniper")

    added = add(client, row.edit_token, key="n" * 22, entry="rifleman")

    assert "troop-class" not in list(load_document(added).walk())[-1].options


@pytest.mark.usefixtures("game")
def test_lists_of_others_and_of_other_games_take_nothing(client: Client) -> None:
    mine = add(client, entry="sniper")
    others = Client()
    theirs = create_home_guard()

    fields = {"system": "breaking-news", "key": KEY, "entry": "rifleman"}
    for visitor, row in ((others, mine), (client, theirs)):
        response = visitor.post("/calculator/add/", {**fields, "list": row.edit_token})
        assert response.status_code == 404
        assert row.revisions.count() == 1


@pytest.mark.parametrize("fields", [{}, {"system": "ghost"}])
@pytest.mark.usefixtures("game")
def test_no_game_is_not_found(client: Client, fields: dict[str, str]) -> None:
    assert client.post("/calculator/add/", fields).status_code == 404


@pytest.mark.usefixtures("game")
def test_lists_of_this_browser_are_offered(client: Client) -> None:
    row = add(client, entry="sniper")

    assert f'<option value="{row.edit_token}">' in ask(client)
    assert row.edit_token not in ask(Client())


def test_any_game_can_be_asked(client: Client, db: None) -> None:
    store_small_game()

    assert (
        read_total(ask(client, "entry=soldier&o_troop-class=veteran&o_weapon=machine-gun")) == "14"
    )
    assert read_total(ask(client, "entry=squad&o_men=7&o_troop-class=green")) == "28"
    assert read_total(ask(client, "entry=soldier&o_kit_grenades=2&o_kit_radio=9")) == "12 1/2"


def test_it_starts_with_a_game_that_is_played_to_some_points(client: Client, db: None) -> None:
    for system in ("askari", "bolt-action"):
        store_edition(read_game(system)[0])

    html = client.get("/calculator/", headers={"HX-Request": "true"}).content.decode()

    assert '<option value="bolt-action" selected>' in html


def test_without_a_game_there_is_none(client: Client, db: None) -> None:
    assert 'id="calculator"' not in ask(client)
