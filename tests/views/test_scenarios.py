"""A scenario makes all its lists with one click, and finds them again."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from lists.building.rosters import evaluate_roster, load_document
from lists.loading.store import store_edition
from lists.models import Roster
from tests.catalogues import read_game

SCENARIOS = read_game("breaking-news")[1].scenarios
KEY = "k" * 22


@pytest.fixture
def game(db: None) -> None:
    store_edition(read_game("breaking-news")[0])


def address(scenario: str) -> str:
    return f"/scenarios/breaking-news/{scenario}/"


def make(client: Client, scenario: str, *, key: str = KEY, **more: Any) -> list[Roster]:
    response = client.post(address(scenario), {"key": key}, **more)
    assert (response.status_code, response["Location"]) == (303, f"{address(scenario)}#kept")
    return list(Roster.objects.order_by("pk"))


@pytest.mark.parametrize("scenario", SCENARIOS)
@pytest.mark.usefixtures("game")
def test_one_click_makes_all_lists_of_a_scenario(client: Client, scenario: str) -> None:
    made = make(client, scenario)

    lists = SCENARIOS[scenario].lists
    documents = [load_document(row) for row in made]
    name = SCENARIOS[scenario].name["en"]
    assert [row.army_list for row in made] == [each.army_list for each in lists]
    assert [row.name for row in made] == [f"{name}: {each.name['en']}" for each in lists]
    assert {document.scenario for document in documents} == {scenario}
    assert [document.opponent for document in documents] == [each.opponent for each in lists]
    assert [d.children[0].note for d in documents] == [each.note["en"] for each in lists]


@pytest.mark.usefixtures("game")
def test_limits_are_the_totals_as_they_are_counted_here(client: Client) -> None:
    made = make(client, "saving-the-mercenaries")

    assert [row.points_limit for row in made] == [55, 199, 72, 196]
    assert [evaluate_roster(row).evaluation.total for row in made] == [55, 199, 72, 196]


@pytest.mark.usefixtures("game")
def test_a_scenario_that_prints_no_list_makes_empty_teams_at_its_points(client: Client) -> None:
    made = make(client, "black-hawk-down")

    assert [row.points_limit for row in made] == [50, 150, 150, 350]
    nodes = [list(load_document(row).walk()) for row in made]
    assert [[node.entry for node in each] for each in nodes] == [["team"]] * 4


@pytest.mark.usefixtures("game")
def test_a_second_click_makes_nothing_and_a_new_page_makes_more(client: Client) -> None:
    counts = [len(make(client, "patrol", key=key)) for key in (KEY, KEY, "n" * 22)]

    assert counts == [2, 2, 4]


@pytest.mark.usefixtures("game")
def test_a_key_of_another_scenario_makes_lists_of_its_own(client: Client) -> None:
    make(client, "patrol")

    assert len(make(client, "checkpoint")) == 4


@pytest.mark.parametrize("key", ["", "short", "\x00" * 22, "ñ" * 22])
@pytest.mark.usefixtures("game")
def test_a_key_that_no_page_gave_is_none(client: Client, key: str) -> None:
    make(client, "patrol", key=key)

    assert len(make(client, "patrol", key=key)) == 4


@pytest.mark.usefixtures("game")
def test_lists_are_remembered_here_and_shown_nowhere_else(client: Client) -> None:
    made = make(client, "patrol")

    here = client.get(address("patrol")).content.decode()
    home = client.get("/").content.decode()
    elsewhere = Client().get(address("patrol")).content.decode()
    other = client.get(address("checkpoint")).content.decode()
    for row in made:
        link = f'href="/lists/{row.edit_token}/"'
        assert [link in page for page in (here, home, elsewhere, other)] == [
            True,
            True,
            False,
            False,
        ]


@pytest.mark.usefixtures("game")
def test_the_system_page_has_a_button_for_each_scenario(client: Client) -> None:
    page = client.get("/systems/breaking-news/").content.decode()

    assert [f'action="{address(key)}"' in page for key in SCENARIOS] == [True] * 5
    assert 'name="key"' in page


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.usefixtures("game")
def test_the_builder_shows_what_the_scenario_says(client: Client, language: str) -> None:
    made = make(client, "patrol", headers={"accept-language": language})

    page = client.get(f"/lists/{made[0].edit_token}/", headers={"accept-language": language})

    text = page.content.decode()
    assert [note[language] in text for note in SCENARIOS["patrol"].notes[1:3]] == [True, True]
    assert SCENARIOS["patrol"].lists[0].note[language] in text


@pytest.mark.usefixtures("game")
def test_a_builder_without_a_scenario_shows_none(client: Client) -> None:
    client.post("/new/", {"army_list": "breaking-news/us-marines", "start": "default"})

    page = client.get(f"/lists/{Roster.objects.get().edit_token}/").content.decode()

    assert 'id="scenario"' not in page


@pytest.mark.parametrize("path", ["breaking-news/ghost", "ghost/patrol"])
@pytest.mark.parametrize("method", ["get", "post"])
@pytest.mark.usefixtures("game")
def test_what_is_not_there_is_not_found(client: Client, path: str, method: str) -> None:
    assert getattr(client, method)(f"/scenarios/{path}/").status_code == 404
