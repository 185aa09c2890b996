"""WCAG 2.2 A and AA by axe: every page and state, in both themes, wide and narrow."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any, Literal

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.test import Client
from playwright.sync_api import FilePayload, Page

from lists.building.history import name_revision
from lists.models import Roster
from lists.sharing.links import freeze_revision, make_link
from tests.conftest import FULL_COUNTS
from tests.factories import act, create_home_guard, create_user, find_node, store_game
from tests.small_game import write_second_edition

from .games import create_expedition, create_platoon
from .scenes import SQUAD, TANK, add_truck, break_rules, empty, make_ready, meet_conflict, sign_in

BAD_FILE: FilePayload = {"name": "a.json", "mimeType": "application/json", "buffer": b"{"}

type Theme = Literal["light", "dark"]
type Scene = Callable[[Page, Roster], object]

LOOKS: list[tuple[Theme, int]] = [("light", 320), ("dark", 1280), ("dark", 320), ("light", 1280)]
TALL = 5000  # that panels which scroll on their own show what is in them
RULES = {"type": "tag", "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]}
OPTIONS = {"runOnly": RULES, "resultTypes": ["violations", "incomplete"]}

JUDGED = {
    ("builder, menus open", "color-contrast"):
        "The open menu lies over the texts; they are measured with it closed, in other scenes.",
    ("Askari, own entries", "color-contrast"):
        "Beneath the bar and the notice, which stay in sight, the page has scrolled to the form.",
}  # fmt: skip
"""What axe cannot decide, by scene and rule, and why it is right as it is."""


def builder(query: str = "", *prepare: Callable[[Roster], object]) -> Scene:
    """The builder of a list that was prepared so; `{entry}` is the id of its first node."""

    def visit(page: Page, row: Roster) -> None:
        for each in prepare:
            each(row)
        named = [name for name in ("team", "leader", "soldier") if f"{{{name}}}" in query]
        ids = {name: find_node(row, name).id for name in named}
        page.goto(f"/lists/{row.edit_token}/{query.format(**ids)}")

    return visit


def at(path: str) -> Scene:
    return lambda page, row: page.goto(path)


def open_conflict(page: Page, row: Roster) -> None:
    builder("?open={soldier}")(page, row)
    meet_conflict(page, row)


def type_wrong_limit(page: Page, row: Roster) -> None:
    builder()(page, row)
    page.locator("#list-limit").fill("much")
    page.keyboard.press("Enter")
    page.locator("#fault-limit").wait_for()


def lose_connection(page: Page, row: Roster) -> None:
    builder()(page, row)
    page.route("**/edit/", lambda route: route.abort())
    page.locator("#list-name").fill("Patrol")
    page.keyboard.press("Enter")
    page.locator("#retry").wait_for()


def open_menus(page: Page, row: Roster) -> None:
    builder()(page, row)
    page.locator("#more summary").click()
    page.evaluate("document.querySelectorAll('#desk details').forEach((it) => (it.open = true))")


def refuse_ready(page: Page, row: Roster) -> None:
    builder("", break_rules)(page, row)
    page.locator("#ready").evaluate("it => it.click()")
    page.locator("#refusal").wait_for()


def remove_line(page: Page, row: Roster) -> None:
    builder("?open={leader}")(page, row)
    page.locator("#opened-remove").click()
    page.locator("#removed").wait_for()


def share_all(page: Page, row: Roster) -> None:
    make_link(row)
    freeze_revision(row, row.number)
    page.goto(f"/lists/{row.edit_token}/share/")


def shared(part: str = "", *prepare: Callable[[Roster], object]) -> Scene:
    def visit(page: Page, row: Roster) -> None:
        for each in prepare:
            each(row)
        page.goto(f"/s/{make_link(row).code}/{part}")

    return visit


def frozen(page: Page, row: Roster) -> None:
    page.goto(f"/f/{freeze_revision(row, row.number).code}/")


def past(part: str) -> Scene:
    """A page of the history of a list at revision 4, whose revision 2 has a name."""

    def visit(page: Page, row: Roster) -> None:
        act(row, "limit", limit=90)
        act(row, "note", find_node(row, "leader").id, note="Keeps left.")
        break_rules(row)
        name_revision(row, 2, "Before the fair")
        page.goto(f"/lists/{row.edit_token}/{part}")

    return visit


def newer(path: str) -> Scene:
    """What is said of a list that a newer edition has come for, which lacks some of it."""

    def visit(page: Page, row: Roster) -> None:
        act(row, "add", entry="scout")
        store_game(write_second_edition())
        page.goto(f"/lists/{row.edit_token}/")
        page.get_by_role("button", name="Keep in my lists").click()
        page.goto(path.format(row=row))

    return visit


def restore_too_late(page: Page, row: Roster) -> None:
    past("history/2/")(page, row)
    act(row, "limit", limit=70)
    page.locator("#restore").click()
    page.locator("#refusal").wait_for()


def add_from_home(page: Page, row: Roster) -> None:
    page.goto("/new/?system=small-game")
    page.locator("main form button").first.click()
    page.goto("/")


def order_lists(page: Page, row: Roster) -> None:
    """My lists, with one marked and opened to be changed."""
    add_from_home(page, row)
    page.goto("/lists/")
    page.locator(".mine-change a").click()
    page.locator("#rename").wait_for()
    page.locator("#seek-more summary").click()
    page.locator(".mine-mark input").check()


def delete_list(page: Page, row: Roster) -> None:
    order_lists(page, row)
    page.locator(".mine-acts [formaction$='delete/']").click()
    page.locator("#deleted-undo").wait_for()


def open_trash(page: Page, row: Roster) -> None:
    delete_list(page, row)
    page.goto("/lists/trash/")


def ask_to_purge(page: Page, row: Roster) -> None:
    open_trash(page, row)
    page.locator(".mine-back a").click()
    page.locator(".question").wait_for()


def claim(page: Page, row: Roster) -> None:
    page.goto("/")
    client = Client()
    client.force_login(create_user("Ana"))
    session = client.cookies["sessionid"].value
    page.context.add_cookies([{"name": "sessionid", "value": session, "url": page.url}])
    page.goto(f"/lists/{row.edit_token}/")
    page.locator("#claim").click()
    page.locator(".question").wait_for()


def send_bad_file(page: Page, row: Roster) -> None:
    page.goto("/import/")
    page.locator("main input[type=file]").set_input_files(BAD_FILE)
    page.locator("main form button").first.click()
    page.locator("main .errorlist").first.wait_for()


def sign_up_badly(page: Page, row: Roster) -> None:
    page.goto("/account/sign-up/")
    page.locator("main form button").first.click()
    page.locator("main .errorlist").first.wait_for()


def signed_in(path: str) -> Scene:
    def visit(page: Page, row: Roster) -> None:
        sign_in(page)
        page.goto(path)

    return visit


# The games that have what the small one lacks


def platoon(*opened: str, query: str = "") -> Scene:
    """The builder of a list of Bolt Action, with a line opened."""

    def visit(page: Page, row: Roster) -> None:
        own = create_platoon()
        places = [f"?open={find_node(own, entry).id}" for entry in opened]
        page.goto(f"/lists/{own.edit_token}/{''.join(places)}{query}")

    return visit


def expedition(opened: str) -> Scene:
    """The builder of a list of Askari, with a line of an entry of the player's own opened."""

    def visit(page: Page, row: Roster) -> None:
        own = create_expedition()
        page.goto(f"/lists/{own.edit_token}/?open={find_node(own, opened).id}")

    return visit


def write_badly(page: Page, row: Roster) -> None:
    """The forms of all own entries, with one that was refused."""
    own = create_expedition()
    page.goto(f"/lists/{own.edit_token}/?add=1")
    page.locator("#write-own > summary").click()
    page.locator("#change-own > summary").click()
    page.locator("#change-own-ruga > summary").click()
    page.locator("#own-ruga-points").fill("lots")
    page.locator("#write-own-ruga").click()
    page.locator("#fault-own-ruga-points").wait_for()


def shared_of(create: Callable[[], Roster]) -> Scene:
    return lambda page, row: shared()(page, create())


def after(create: Callable[[], Roster], path: str) -> Scene:
    """A page of a game that a list is there of."""

    def visit(page: Page, row: Roster) -> None:
        create()
        page.goto(path)

    return visit


def unfold_vehicles(page: Page, row: Roster) -> None:
    after(create_platoon, "/systems/bolt-action/")(page, row)
    page.locator("#vehicle .nation-fold summary").last.click()


SCENES: dict[str, Scene] = {
    "home, empty": at("/"),
    "home, with a list": add_from_home,
    "home, a sum worked out": at("/calculator/?system=small-game&entry=leader"),
    "games": at("/systems/"),
    "a game": at("/systems/small-game/"),
    "a scenario": at("/scenarios/small-game/the-ford/"),
    "new list": at("/new/"),
    "import": at("/import/"),
    "import, refused": send_bad_file,
    "signing in": at("/account/sign-in/"),
    "signing up, refused": sign_up_badly,
    "account": signed_in("/account/"),
    "account, passkeys": signed_in("/account/passkeys/"),
    "not there": at("/lists/nowhere/"),
    "builder, legal": builder(),
    "builder, illegal": builder("", break_rules),
    "builder, empty": builder("", empty),
    "builder, a vehicle": builder("", add_truck),
    "builder, ready": builder("", make_ready),
    "builder, not ready": refuse_ready,
    "builder, opened line": builder("?open={leader}"),
    "builder, opened team": builder("?open={team}"),
    "builder, adding": builder("?add=1&all=1"),
    "builder, searching": builder("?add=1&q=nothing-is-called-so"),
    "builder, problems": builder("?problems=1", break_rules),
    "builder, settings": builder("?settings=1"),
    "builder, menus open": open_menus,
    "builder, conflict": open_conflict,
    "builder, mistyped": type_wrong_limit,
    "builder, not saved": lose_connection,
    "builder, removed": remove_line,
    "sharing, no link": lambda page, row: page.goto(f"/lists/{row.edit_token}/share/"),
    "sharing, links": share_all,
    "shared": shared(),
    "shared, illegal": shared("", break_rules),
    "shared, copy": shared("copy/"),
    "frozen": frozen,
    "history": past("history/"),
    "history, named": past("history/?named=1"),
    "a revision": past("history/2/"),
    "a revision, the newest": past("history/4/"),
    "a revision, not restored": restore_too_late,
    "compared": past("compare/?from=1"),
    "compared, mistyped": past("compare/?from=9&with=nothing"),
    "my lists, empty": at("/lists/"),
    "my lists": order_lists,
    "my lists, one deleted": delete_list,
    "trash": open_trash,
    "claiming": claim,
    "a newer edition": newer("/lists/{row.edit_token}/upgrade/"),
    "newer editions": newer("/lists/editions/"),
    "report": shared("report/"),
    "trash, ending one": ask_to_purge,
    "Bolt Action, a squad": platoon(SQUAD),
    "Bolt Action, a tank": platoon(TANK),
    "Bolt Action, a row": platoon(query="?add=1&row=tank"),
    "Bolt Action, settings": platoon(query="?settings=1"),
    "Bolt Action, shared": shared_of(create_platoon),
    "Bolt Action": unfold_vehicles,
    "Bolt Action, a sum": after(create_platoon, f"/calculator/?system=bolt-action&entry={SQUAD}"),
    "Askari, own entries": write_badly,
    "Askari, an own entry": expedition("own-beja"),
    "Askari, shared": shared_of(create_expedition),
    "Askari": after(create_expedition, "/systems/askari/"),
    "Askari, a sum": after(create_expedition, "/calculator/?system=askari&entry=ordinary-figure"),
}


def find_looks(scene: str) -> list[tuple[Theme, int]]:
    """All themes and widths with full counts (`make soak`), else one a scene, in turn."""
    if FULL_COUNTS:
        return LOOKS
    return [LOOKS[list(SCENES).index(scene) % len(LOOKS)]]


def find_faults(page: Page, scene: str) -> Iterator[str]:
    """What axe finds wrong with a page as it stands, and what it leaves to be judged."""
    answer: dict[str, Any] = Axe().run(page, options=OPTIONS).response
    for kind in ("violations", "incomplete"):
        for fault in answer[kind]:
            if kind == "violations" or (scene, fault["id"]) not in JUDGED:
                targets = [" ".join(map(str, node["target"])) for node in fault["nodes"]]
                yield f"{kind}: {fault['id']} at {json.dumps(targets[:5])}"


@pytest.mark.parametrize("scene", SCENES)
def test_page_is_for_everyone(page: Page, transactional_db: None, scene: str) -> None:
    SCENES[scene](page, create_home_guard())

    faults = []
    for theme, width in find_looks(scene):
        page.emulate_media(color_scheme=theme, reduced_motion="reduce")
        page.set_viewport_size({"width": width, "height": TALL})
        faults += [f"{theme}, {width}: {fault}" for fault in find_faults(page, scene)]
        overflow = page.evaluate("document.documentElement.scrollWidth > innerWidth")
        faults += [f"{theme}, {width}: scrolls sideways"] if overflow else []
    assert not faults, "\n".join(faults)
