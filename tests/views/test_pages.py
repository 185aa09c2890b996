"""Home, games, a new list, a list out of a file, and what is shown when nothing is there."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from io import BytesIO
from itertools import takewhile
from typing import Any

import pytest
from django.test import Client, RequestFactory
from django.utils.translation import override

from lists.building.catalogues import find_catalogue
from lists.building.rosters import load_document
from lists.interchange.documents import export_json
from lists.loading.store import store_edition
from lists.models import Actor, Roster
from lists.rules.beginnings import build_empty_roster
from lists.rules.roster import Node
from lists.views.access import MOST_REMEMBERED
from lists.views.faults import server_error
from tests.catalogues import read_game
from tests.factories import act, create_home_guard, create_user, store_small_game
from tests.small_game import build_home_guard, compile_small_game

GAME = compile_small_game()
PAGES = ["/", "/new/", "/import/", "/systems/", "/systems/small-game/", "/schema/roster-1.json"]


@pytest.fixture
def game(db: None) -> None:
    find_catalogue(store_small_game())


def outline(nodes: tuple[Node, ...]) -> list[Any]:
    """A tree without its ids."""
    return [(n.entry, n.count, n.options, outline(n.children)) for n in nodes]


# Every page


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize("path", PAGES)
@pytest.mark.usefixtures("game")
def test_pages_answer_in_both_languages(client: Client, path: str, language: str) -> None:
    response = client.get(path, headers={"accept-language": language})

    assert (response.status_code, response["Content-Language"]) == (200, language)


@pytest.mark.parametrize("path", PAGES)
def test_pages_answer_without_any_game(client: Client, db: None, path: str) -> None:
    expected = 404 if path == "/systems/small-game/" else 200

    assert client.get(path).status_code == expected


@pytest.mark.parametrize("path", PAGES)
@pytest.mark.usefixtures("game")
def test_pages_write_nothing(client: Client, path: str, django_assert_max_num_queries: Any) -> None:
    with django_assert_max_num_queries(4) as captured:
        response = client.get(path)

    assert [query["sql"] for query in captured if not query["sql"].startswith("SELECT")] == []
    assert "sessionid" not in response.cookies


def find_skips(page: str) -> list[tuple[str, str]]:
    """Where the first things lead that can be focused, and what they say, as far as they skip."""
    controls = re.findall(r"<(?:a|button|input|summary|select|textarea)\b[^>]*>[^<]*", page)
    skip = re.compile(r'<a class="skip [^"]*" href="#([^"]+)">([^<]+)')
    skips = list(takewhile(bool, map(skip.match, controls)))
    return [(each[1], each[2]) for each in skips if each]


@pytest.mark.parametrize(
    ("language", "words"), [("en", "Skip to the content"), ("es", "Ir al contenido")]
)
@pytest.mark.parametrize("path", [path for path in PAGES if path.endswith("/")])
@pytest.mark.usefixtures("game")
def test_the_first_stop_on_a_page_skips_to_its_content(
    client: Client, path: str, language: str, words: str
) -> None:
    page = client.get(path, headers={"accept-language": language}).content.decode()

    assert find_skips(page) == [("main", words)]
    assert '<main class="site-main" id="main" tabindex="-1">' in page


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", ["Skip to the list", "Skip to the content"]),
        ("es", ["Ir a la lista", "Ir al contenido"]),
    ],
)
@pytest.mark.usefixtures("game")
def test_the_first_stop_on_the_builder_skips_to_the_list(
    client: Client, language: str, words: list[str]
) -> None:
    address = f"/lists/{create_home_guard().edit_token}/"
    page = client.get(address, headers={"accept-language": language}).content.decode()

    assert find_skips(page) == list(zip(["roster-title", "main"], words, strict=True))
    assert '<h2 id="roster-title" tabindex="-1">' in page


def test_the_site_says_that_it_is_well(client: Client, db: None) -> None:
    response = client.get("/healthz")

    assert (response.status_code, response.content) == (200, b"ok\n")


# Home


@pytest.mark.usefixtures("game")
def test_home_offers_every_list_with_its_points(client: Client) -> None:
    page = client.get("/").content.decode()

    assert 'href="/new/?list=small-game/home-guard"' in page
    assert "<span>29</span>" in page


@pytest.mark.usefixtures("game")
def test_home_shows_the_lists_of_this_browser_and_no_others(client: Client) -> None:
    elsewhere = create_home_guard()
    act(elsewhere, "name", name="Theirs")
    create(client, name="Ours")

    page = client.get("/").content.decode()

    ours = Roster.objects.get(name="Ours")
    assert f'href="/lists/{ours.edit_token}/"' in page
    assert "Theirs" not in page
    assert elsewhere.edit_token not in page


@pytest.mark.usefixtures("game")
def test_home_shows_a_person_their_lists_on_any_browser(client: Client) -> None:
    elena, paco = create_user("elena"), create_user("paco")
    for user in (elena, paco):
        act(create_home_guard(Actor(user=user.pk)), "name", name=f"Of {user}")
    client.force_login(elena)

    page = client.get("/").content.decode()

    assert ("Of elena" in page, "Of paco" in page) == (True, False)


@pytest.mark.parametrize("count", [1, 3])
@pytest.mark.usefixtures("game")
def test_home_takes_as_many_queries_for_one_list_as_for_three(
    client: Client, count: int, django_assert_num_queries: Any
) -> None:
    for _ in range(count):
        create(client)

    with django_assert_num_queries(3):  # session, editions, lists
        client.get("/")


# A link that somebody sent


@pytest.mark.parametrize(
    "form",
    [
        "http://testserver/lists/{}/?open=n1#node-n1",
        "/lists/{}/",
        "  https://x/lists/{}/sheet.pdf ",
    ],
)
@pytest.mark.usefixtures("game")
def test_a_pasted_link_opens_its_list(client: Client, form: str) -> None:
    row = create_home_guard()

    response = client.post("/open/", {"link": form.format(row.edit_token)})

    assert (response.status_code, response["Location"]) == (303, f"/lists/{row.edit_token}/")


@pytest.mark.parametrize(
    ("link", "sentence"),
    [
        ("", "Paste the link of a list."),
        ("hello", "This is no link to a list. Copy the whole of it."),
        ("https://example.org/", "This is no link to a list. Copy the whole of it."),
        ("http://[", "This is no link to a list. Copy the whole of it."),
        ("/lists/xyz/", "There is no list behind this link, or no longer."),
        (f"/lists/{'x' * 22}/", "There is no list behind this link, or no longer."),
    ],
)
@pytest.mark.usefixtures("game")
def test_a_link_that_leads_nowhere_is_kept_and_says_so(
    client: Client, link: str, sentence: str
) -> None:
    response = client.post("/open/", {"link": link})

    page = response.content.decode()
    assert response.status_code == 422
    assert sentence in page
    assert not link or f'value="{link}"' in page
    assert '<input type="hidden" name="next" value="/">' in page  # /open/ itself is no page


# A list that was opened by its link


def keep(client: Client, address: str, **fields: str) -> Any:
    return client.post(f"/lists/{address}/keep/", fields)


def offers_to_keep(client: Client, address: str) -> bool:
    return f'action="/lists/{address}/keep/"' in client.get(f"/lists/{address}/").content.decode()


@pytest.mark.usefixtures("game")
def test_a_list_opened_by_its_link_is_kept_when_that_is_asked_for(client: Client) -> None:
    address = create_home_guard().edit_token
    was_offered = offers_to_keep(client, address)
    home = client.get("/").content.decode()

    response = keep(client, address, place="?open=n1")

    assert (response.status_code, response["Location"]) == (303, f"/lists/{address}/?open=n1")
    assert (was_offered, offers_to_keep(client, address)) == (True, False)
    link = f'href="/lists/{address}/"'
    assert (link in home, link in client.get("/").content.decode()) == (False, True)


@pytest.mark.usefixtures("game")
def test_a_kept_list_does_not_count_as_created_here(client: Client) -> None:
    row = create_home_guard()

    for _ in range(2):
        keep(client, row.edit_token)

    assert client.session["linked"] == [row.edit_token]
    assert "created" not in client.session


@pytest.mark.usefixtures("game")
def test_a_list_created_here_is_not_offered_to_be_kept(client: Client) -> None:
    create(client)
    row = Roster.objects.get()

    keep(client, row.edit_token)

    assert not offers_to_keep(client, row.edit_token)
    assert (client.session["created"], "linked" in client.session) == ([row.code], False)


@pytest.mark.usefixtures("game")
def test_owners_keep_their_lists_anyway_and_others_only_by_the_edit_link(client: Client) -> None:
    elena, paco = create_user("elena"), create_user("paco")
    row = create_home_guard(Actor(user=elena.pk))
    client.force_login(elena)
    is_offered_to_elena = offers_to_keep(client, row.code)
    client.force_login(paco)

    assert not is_offered_to_elena
    assert keep(client, row.code).status_code == 404
    assert "linked" not in client.session
    assert offers_to_keep(client, row.edit_token)


@pytest.mark.usefixtures("game")
def test_a_browser_keeps_so_many_links_and_lets_go_of_the_oldest(client: Client) -> None:
    row, session = create_home_guard(), client.session
    session["linked"] = [f"{serial:022}" for serial in range(MOST_REMEMBERED)]
    session.save()

    keep(client, row.edit_token)

    assert client.session["linked"] == [*session["linked"][1:], row.edit_token]


@pytest.mark.usefixtures("game")
def test_looking_keeps_nothing(client: Client) -> None:
    row = create_home_guard()

    response = client.get(f"/lists/{row.edit_token}/keep/")

    assert response.status_code == 405
    assert "sessionid" not in client.get(f"/lists/{row.edit_token}/").cookies


# A new list


def create(client: Client, **changes: str) -> Any:
    fields = {"army_list": "small-game/home-guard", "name": "", "start": "default", **changes}
    return client.post("/new/", fields)


@pytest.mark.usefixtures("game")
def test_a_new_list_is_the_default_roster_of_its_army_list(client: Client) -> None:
    response = create(client, name="Village", points_limit="")

    row = Roster.objects.get()
    roster, default = load_document(row), build_home_guard(GAME)
    assert (response.status_code, response["Location"]) == (303, f"/lists/{row.edit_token}/")
    assert outline(roster.children) == outline(default.children)
    assert replace(roster, name="", children=()) == replace(default, children=())
    assert (row.name, row.total, row.number) == ("Village", 29, 1)
    assert client.session["created"] == [row.code]


@pytest.mark.usefixtures("game")
def test_a_new_list_may_be_empty_and_of_another_size(client: Client) -> None:
    create(client, start="empty", points_limit="75")

    expected = build_empty_roster(GAME, GAME.army_lists["home-guard"])
    assert load_document(Roster.objects.get()) == replace(expected, points_limit=75)


@pytest.mark.usefixtures("game")
def test_a_list_belongs_to_whoever_is_signed_in(client: Client) -> None:
    elena = create_user("elena")
    client.force_login(elena)

    create(client)

    assert Roster.objects.get().owner == elena


@pytest.mark.usefixtures("game")
def test_an_army_list_can_be_chosen_by_a_link(client: Client) -> None:
    page = client.get("/new/?list=small-game/raiders").content.decode()

    assert '<option value="small-game/raiders" selected>' in page


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"army_list": ""}, "Choose an army list."),
        ({"army_list": "small-game/ghost"}, "There is no such army list. Choose one."),
        ({"army_list": "../../etc"}, "There is no such army list. Choose one."),
        ({"points_limit": "-1"}, "Write 0 or more."),
        ({"points_limit": "1e9"}, "Write a whole number."),
        ({"points_limit": "9999999"}, "That is more than any list may spend."),
        ({"name": "x" * 201}, "Ensure this value has at most 200 characters (it has 201)."),
        ({"name": "a\0b"}, "Null characters are not allowed."),
        ({"start": "ghost"}, "Select a valid choice."),
    ],
)
@pytest.mark.usefixtures("game")
def test_a_new_list_that_cannot_be_made_says_why(
    client: Client, changes: dict[str, str], sentence: str
) -> None:
    response = create(client, **changes)

    assert response.status_code == 422
    assert sentence in response.content.decode()
    assert not Roster.objects.exists()


@pytest.mark.usefixtures("game")
def test_names_are_shown_as_they_were_typed(client: Client) -> None:
    name = '\u202e<script>alert(1)</script> "quoted" back\\'
    create(client, name=name)

    assert Roster.objects.get().name == name.removeprefix("\u202e")
    assert "<script>alert" not in client.get("/").content.decode()


@pytest.mark.usefixtures("game")
def test_a_name_is_of_one_line(client: Client) -> None:
    create(client, name="two\r\nlines  of it\n")

    assert (
        Roster.objects.get().name == load_document(Roster.objects.get()).name == "two lines of it"
    )


# A list out of a file


def upload(client: Client, content: bytes, name: str = "list.json") -> Any:
    file = BytesIO(content)
    file.name = name
    return client.post("/import/", {"file": file})


def written(**changes: Any) -> bytes:
    exported: dict[str, Any] = json.loads(export_json(build_home_guard(GAME)).content)
    return json.dumps({**exported, **changes}).encode()


@pytest.mark.usefixtures("game")
def test_a_file_becomes_a_list_of_ones_own(client: Client) -> None:
    response = upload(client, written(name="Sent"))

    row = Roster.objects.get()
    assert (response.status_code, response["Location"]) == (303, f"/lists/{row.edit_token}/")
    assert outline(load_document(row).children) == outline(build_home_guard(GAME).children)
    assert (row.name, row.total, row.revisions.get().code) == ("Sent", 29, "imported")
    assert client.session["created"] == [row.code]


@pytest.mark.usefixtures("game")
def test_what_was_left_of_a_file_is_told_once(client: Client) -> None:
    children = [{"entry": "soldier", "count": 0}, "<script>"]

    page = upload_and_follow(client, written(children=children))

    assert "Imported, but not everything as it stood in the file:" in page
    assert "Line 1, count: “0” is out of range; the nearest number is taken." in page
    assert "Line 2: “&lt;script&gt;” cannot stand there, and was left out." in page
    assert "Imported, but" not in client.get("/").content.decode()


def upload_and_follow(client: Client, content: bytes) -> str:
    return client.get(upload(client, content)["Location"]).content.decode()


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"", "The file is empty."),
        (b"{", "This is not JSON: it breaks off or goes wrong in line 1."),
        (b"[" * 100_000, "The file is nested too deeply to be a list."),
        (b" " * 4_500_000, "The file is too large."),
        (b'{"schema": 1, "system": "<b>"}', "The list is for the game “&lt;b&gt;”"),
    ],
)
@pytest.mark.usefixtures("game")
def test_a_file_that_holds_no_list_is_refused(
    client: Client, content: bytes, sentence: str
) -> None:
    response = upload(client, content)

    assert response.status_code == 422
    assert sentence in response.content.decode()
    assert not Roster.objects.exists()


@pytest.mark.usefixtures("game")
def test_an_import_needs_a_file(client: Client) -> None:
    assert "Choose a file." in client.post("/import/").content.decode()


# The games


def test_the_page_of_a_game_shows_all_of_it(client: Client, db: None) -> None:
    source, catalogue = read_game("breaking-news")
    store_edition(source)

    page = client.get("/systems/breaking-news/", headers={"accept-language": "es"})

    text = page.content.decode()
    shown = [e for e in catalogue.entries.values() if e.role.value != "unit" and not e.is_hidden]
    named = [entry.name["es"] for entry in shown]
    named += [army_list.name["es"] for army_list in catalogue.army_lists.values()]
    named += [reading.name["es"] for reading in catalogue.readings.values()]
    named += [scenario.name["es"] for scenario in catalogue.scenarios.values()]
    named += [gap["es"] for gap in catalogue.gaps]
    assert [name for name in named if name not in text] == []


@pytest.mark.parametrize("system", ["ghost", "small-game-2", "SMALL-GAME"])
@pytest.mark.usefixtures("game")
def test_a_game_that_is_not_here_is_not_found(client: Client, system: str) -> None:
    assert client.get(f"/systems/{system}/").status_code == 404


# Nothing there


@pytest.mark.parametrize(
    "path", ["/nowhere/", f"/lists/{'x' * 22}/", "/lists/%00/", "/lists/..%2f/", "/systems/ghost/"]
)
@pytest.mark.usefixtures("game")
def test_what_is_not_there_is_answered_alike(client: Client, path: str) -> None:
    response = client.get(path, headers={"accept-language": "es"})

    assert response.status_code == 404
    assert "<h1>Aquí no hay nada.</h1>" in response.content.decode()


def test_a_form_without_its_token_is_refused_in_words(db: None) -> None:
    client = Client(enforce_csrf_checks=True)

    response = client.post("/new/", {"army_list": "x"})

    assert response.status_code == 403
    assert "Not saved: the page was too old." in response.content.decode()


def test_a_fault_of_ours_is_told_in_words_and_without_a_database() -> None:
    with override("es"):
        response = server_error(RequestFactory().get("/"))

    assert response.status_code == 500
    page = response.content.decode()
    assert "Algo ha salido mal, y es culpa nuestra." in page
    assert '<a class="site-name" href="/">Muster</a>' in page


@pytest.mark.parametrize("path", ["/", "/systems/", "/healthz", "/schema/roster-1.json"])
def test_pages_that_are_only_read_take_no_post(client: Client, db: None, path: str) -> None:
    assert client.post(path).status_code == 405


def test_opening_takes_no_get(client: Client, db: None) -> None:
    assert client.get("/open/").status_code == 405


# Which game


@pytest.fixture
def games(db: None) -> None:
    for key in ("askari", "bolt-action"):
        find_catalogue(store_edition(read_game(key)[0]).edition)


@pytest.mark.usefixtures("games")
def test_a_list_starts_with_its_game_chosen(client: Client) -> None:
    game = client.get("/systems/bolt-action/").content.decode()
    page = client.get("/new/?game=bolt-action").content.decode()
    refused = client.post("/new/?game=bolt-action", {}).content.decode()

    assert 'href="/new/?game=bolt-action"' in game
    for shown in (page, refused):
        options = re.findall(r'<option value="([a-z-]+)/', shown)
        assert (set(options), len(options)) == ({"bolt-action"}, 4)
    assert 'action="/new/?game=bolt-action"' in page
    assert 'value="askari/' in client.get("/new/?game=ghost").content.decode()


@pytest.mark.usefixtures("games")
def test_a_game_without_a_limit_has_none_of_0_points(client: Client) -> None:
    pages = [client.get(path).content.decode() for path in ("/", "/systems/")]

    assert not [page for page in pages if re.search(r"\b0 points", page)]
    assert "without a points limit" in pages[0]


@pytest.mark.parametrize("path", ["/", "/lists/"])
@pytest.mark.usefixtures("games")
def test_a_list_is_shown_with_its_nation_and_game(client: Client, path: str) -> None:
    client.post("/new/", {"army_list": "bolt-action/uk-reinforced-platoon", "start": "empty"})

    page = re.sub(r"<[^>]*>", "", client.get(path).content.decode())
    assert "Reinforced platoon · United Kingdom\n" in page
    assert re.search(r"Reinforced platoon (· )?United Kingdom · Bolt Action", page)
