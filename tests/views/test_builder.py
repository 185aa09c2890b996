import gzip
import re
from html.parser import HTMLParser

import pytest
from django.conf import settings
from django.core.management import call_command
from django.test import Client
from django.utils import timezone
from pytest_django.fixtures import DjangoAssertNumQueries

from lists.building.catalogues import find_catalogue, find_latest_edition
from lists.building.rosters import create_roster
from lists.models import NOBODY, Actor, Roster
from lists.rules.beginnings import build_default_roster
from tests.factories import act, create_home_guard, create_user, find_node


def page_of(client: Client, address: str, query: str = "") -> str:
    response = client.get(f"/lists/{address}/{query}")
    assert response.status_code == 200
    return response.content.decode()


def offers_of(page: str) -> list[str]:
    """What the buttons of the Add panel say, for the eye."""
    buttons = re.findall(r'<button class="offer" id="offer-.*?</button>', page, re.DOTALL)
    shown = [re.sub(r'<span class="out-of-sight">.*?</span>', "", each) for each in buttons]
    return [" ".join(re.sub("<[^>]+>", " ", each).split()) for each in shown]


# Who may see it


def test_holder_of_the_edit_link_sees_the_builder(client: Client, home_guard: Roster) -> None:
    page = page_of(client, home_guard.edit_token)

    assert '<h1 class="out-of-sight">Home guard</h1>' in page
    assert "<b>29</b>" in page


def test_edit_link_is_of_the_site_and_not_of_the_host_that_was_asked(
    client: Client, home_guard: Roster
) -> None:
    page = client.get(f"/lists/{home_guard.edit_token}/?settings=1", headers={"host": "localhost"})

    link = f"{settings.BASE_URL}/lists/{home_guard.edit_token}/"
    assert f'id="edit-link" value="{link}"' in page.content.decode()


def test_owner_sees_it_under_the_public_code(client: Client, db: None) -> None:
    owner = create_user("ana")
    roster = create_home_guard(Actor(user=owner.pk))
    client.force_login(owner)

    assert client.get(f"/lists/{roster.code}/").status_code == 200


def test_stranger_finds_nothing_under_the_public_code(client: Client, db: None) -> None:
    owner = create_user("ana")
    roster = create_home_guard(Actor(user=owner.pk))
    client.force_login(create_user("eva"))

    assert client.get(f"/lists/{roster.code}/").status_code == 404


def test_public_code_opens_nothing_for_who_is_not_signed_in(
    client: Client, home_guard: Roster
) -> None:
    assert client.get(f"/lists/{home_guard.code}/").status_code == 404


@pytest.mark.parametrize("address", ["x", "A" * 22, "..", "%00", "é" * 22])
def test_unknown_address_is_not_found(client: Client, home_guard: Roster, address: str) -> None:
    assert client.get(f"/lists/{address}/").status_code == 404


def test_roster_in_the_trash_is_not_found(client: Client, home_guard: Roster) -> None:
    Roster.objects.filter(pk=home_guard.pk).update(deleted_at=timezone.now())

    assert client.get(f"/lists/{home_guard.edit_token}/").status_code == 404


# What goes out with it


def test_page_is_kept_by_no_cache_and_no_search_engine(client: Client, home_guard: Roster) -> None:
    response = client.get(f"/lists/{home_guard.edit_token}/")

    assert "no-store" in response["Cache-Control"]
    assert "HX-Request" in response["Vary"]
    assert '<meta name="robots" content="noindex">' in response.content.decode()


def test_page_keeps_the_content_security_policy(client: Client, home_guard: Roster) -> None:
    node = find_node(home_guard, "leader").id
    for query in ("", f"?open={node}", "?settings=1", "?add=1&all=1"):
        page = page_of(client, home_guard.edit_token, query)
        assert not re.search(r"\sstyle=|\son\w+=|<style|<script(?! src=)", page)


def test_page_costs_as_many_queries_for_many_lines_as_for_few(
    client: Client, home_guard: Roster, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    page_of(client, home_guard.edit_token)
    with django_assert_num_queries(3):
        page_of(client, home_guard.edit_token)
    soldier = find_node(home_guard, "soldier").id
    for _ in range(57):
        act(home_guard, "duplicate", soldier)

    with django_assert_num_queries(3):
        page_of(client, home_guard.edit_token)


def test_page_of_a_whole_list_is_small(client: Client, db: None) -> None:
    call_command("load_catalogue", verbosity=0)
    edition = find_latest_edition("breaking-news")
    assert edition
    catalogue = find_catalogue(edition)
    marines = build_default_roster(catalogue, catalogue.army_lists["us-marines"])
    roster = create_roster(NOBODY, marines, edition)

    page = page_of(client, roster.edit_token)

    assert len(gzip.compress(page.encode())) < 20_000


# What it shows


def test_only_the_opened_line_shows_its_options(client: Client, home_guard: Roster) -> None:
    leader = find_node(home_guard, "leader").id

    closed = page_of(client, home_guard.edit_token)
    opened = page_of(client, home_guard.edit_token, f"?open={leader}")

    assert "Machine gun <span" not in closed
    assert opened.count('id="take-weapon-machine-gun"') == 1
    assert f'id="opened-{leader}"' in opened


def test_line_that_is_gone_opens_nothing(client: Client, home_guard: Roster) -> None:
    page = page_of(client, home_guard.edit_token, "?open=gone&unit=gone")

    assert 'data-view="roster"' in page


def test_search_finds_by_name_and_alias_in_everything(client: Client, home_guard: Roster) -> None:
    page = page_of(client, home_guard.edit_token, "?q=squ")

    assert offers_of(page) == ["Squad 30"]


def test_everything_else_stands_behind_a_switch(client: Client, home_guard: Roster) -> None:
    assert "Squad 30" not in offers_of(page_of(client, home_guard.edit_token))
    assert "Squad 30" in offers_of(page_of(client, home_guard.edit_token, "?all=1"))


def test_only_what_fits_can_be_asked_for(client: Client, home_guard: Roster) -> None:
    act(home_guard, "limit", limit=37)

    page = page_of(client, home_guard.edit_token, "?fits=1&all=1")

    assert "Soldier 3/5 6" in offers_of(page)
    assert "Squad 30" not in offers_of(page)


def test_units_of_one_kind_are_told_apart_by_number(client: Client, home_guard: Roster) -> None:
    act(home_guard, "add-unit")

    page = page_of(client, home_guard.edit_token)

    assert ">Team 1</a>" in page
    assert ">Team 2</a>" in page


def test_empty_roster_says_how_to_begin(client: Client, home_guard: Roster) -> None:
    act(home_guard, "remove", find_node(home_guard, "team").id)

    page = page_of(client, home_guard.edit_token)

    assert "There is nothing in this list yet." in page
    assert "Add Team, as listed" in page


def test_page_speaks_the_language_of_the_browser(client: Client, home_guard: Roster) -> None:
    response = client.get(f"/lists/{home_guard.edit_token}/", headers={"accept-language": "es"})

    page = response.content.decode()
    assert '<html lang="es">' in page
    assert "Guardia local" in page


def test_chosen_colours_are_kept_in_a_cookie(client: Client, home_guard: Roster) -> None:
    address = f"http://testserver/lists/{home_guard.edit_token}/?add=1"

    response = client.post("/theme/", {"theme": "dark"}, headers={"referer": address})

    assert (response.status_code, response["Location"]) == (303, address)
    assert 'data-theme="dark"' in page_of(client, home_guard.edit_token)


@pytest.mark.parametrize("back", ["https://elsewhere.example/", "//elsewhere.example", ""])
def test_choosing_colours_leads_to_no_other_site(client: Client, back: str) -> None:
    response = client.post("/theme/", {"theme": "x"}, headers={"referer": back})

    assert response["Location"] == "/"
    assert "theme" not in response.cookies


# Names and notes are anyone's


HOSTILE = [
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "' autofocus onfocus=alert(1) x='",
    "{{ settings.SECRET_KEY }}{% debug %}",
    "</textarea><script>alert(1)</script>",
    "hx-get=/admin/ \\",
]


class Tags(HTMLParser):
    """The tags of a page with their attributes, as a browser reads them."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))


@pytest.mark.parametrize("text", HOSTILE)
def test_what_is_typed_is_shown_and_never_run(
    client: Client, home_guard: Roster, text: str
) -> None:
    leader = find_node(home_guard, "leader").id
    act(home_guard, "name", name=text)
    act(home_guard, "rename", leader, name=text)
    act(home_guard, "note", leader, note=text)

    tags = Tags(page_of(client, home_guard.edit_token, f"?open={leader}")).found

    assert {tag for tag, _ in tags}.isdisjoint({"img", "iframe", "object"})
    assert all("src" in attributes for tag, attributes in tags if tag == "script")
    names = {name for _, attributes in tags for name in attributes}
    assert not {name for name in names if name.startswith("on") or name == "autofocus"}
    values = {attributes.get("id"): attributes.get("value") for _, attributes in tags}
    assert (values["list-name"], values["opened-name"]) == (text, text)
