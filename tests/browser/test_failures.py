"""Whatever fails on its way to the server is shown, loses nothing, and is saved once when retried.

The controls are those that the pages have: one that is new is tried without a word here.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any
from urllib.parse import parse_qsl, urlencode

import pytest
from django.shortcuts import render
from django.test import RequestFactory
from playwright.sync_api import Error, Page, Route, expect

from lists.building.rosters import load_document
from lists.models import Roster
from tests.conftest import FULL_COUNTS
from tests.factories import find_node, store_small_game

from .games import create_expedition
from .scenes import SCENES, Control, Scene, find_control, find_controls, raise_limit, tell

pytestmark = pytest.mark.skipif(not FULL_COUNTS, reason="It takes minutes: `make soak` runs it.")

# What goes wrong


@dataclass
class Wire:
    """What lies between the page and the server, and what was sent over it."""

    failure: Callable[[Route], object] | None = None
    sent: list[dict[str, str]] = field(default_factory=list)
    held: list[Route] = field(default_factory=list)

    def carry(self, route: Route) -> None:
        self.sent.append(read_sent(route))
        if self.failure:
            self.failure(route)
        else:
            route.continue_()

    def hold(self, route: Route) -> None:
        """Answer nothing, however long the page waits."""
        self.held.append(route)

    def let_go(self) -> None:
        for route in self.held:
            with suppress(Error):  # the page has given up on it
                route.abort()
        self.held.clear()


def read_sent(route: Route) -> dict[str, str]:
    return dict(parse_qsl(route.request.post_data or "", keep_blank_values=True))


@lru_cache
def answer(status: int, template: str) -> Callable[[Route], None]:
    """One of our pages of errors, as it is sent."""
    body = render(RequestFactory().get("/"), template).content.decode()
    return lambda route: route.fulfill(status=status, body=body, content_type="text/html")


def answer_conflict(route: Route) -> None:
    """What the server answers to who would undo what another has done since."""
    sent = read_sent(route) | {"base": "1"}
    way = re.sub(r"[a-z]+/$", "undo/", route.request.url)
    route.fulfill(response=route.fetch(url=way, post_data=urlencode(sent)))


def answer_nonsense(route: Route) -> None:
    """What the server answers to an act that there is not."""
    sent = read_sent(route) | {"operation": "dance", "act": ""}
    way = re.sub(r"[a-z]+/$", "edit/", route.request.url)
    route.fulfill(response=route.fetch(url=way, post_data=urlencode(sent)))


def lose(route: Route) -> None:
    route.abort()


UNHEARD = ("lost", "late", "400", "403", "429", "500", "503", "not ours")
"""As if nobody had been asked: the gesture is kept, to be tried again under the same key."""

REFUSED = ("409", "422")
"""The server has taken these up: it says on the page why, and what is done again is done anew."""

TRIED = [UNHEARD, *((each,) for each in REFUSED)]


def find_failure(name: str, wire: Wire) -> Callable[[Route], object]:
    match name:
        case "lost":
            return lose
        case "late":
            return wire.hold
        case "409":
            return answer_conflict
        case "422":
            return answer_nonsense
        case "403":
            return answer(403, "403_csrf.html")
        case "not ours":
            return lambda route: route.fulfill(body="<p>Welcome to this hotel. Log in.</p>")
        case _:
            return answer(int(name), f"{name}.html")


# What a person does, and sees

GO_TO = """(id) => {
    const state = document.getElementById("save-state");
    const control = document.getElementById(id);
    window.watcher ??= new MutationObserver(() => {
        if (trail.at(-1) !== state.dataset.state) trail.push(state.dataset.state);
    });
    watcher.observe(state, { attributeFilter: ["data-state"] });
    for (const each of document.querySelectorAll("details")) each.open ||= each.contains(control);
    control.focus();
    window.trail = [];
    return [control.localName, control.inputMode, control.value];
}"""

LOOK = """(id) => new Promise((done) => {
    const state = document.getElementById("save-state");
    const control = document.getElementById(id);
    const menu = control?.closest("details.menu");
    const stands = menu ? menu.querySelector("summary") : control;
    const look = () => {
        if (state.dataset.state === "saving") return void setTimeout(look, 5);
        requestAnimationFrame(() => setTimeout(() => done({
            words: state.innerText.trim(),
            trail: [...trail],
            said: document.getElementById("announcement").textContent,
            typed: control?.value,
            isGone: !control?.isConnected,
            isAt: document.activeElement === stands,
            isNowhere: document.activeElement === document.body,
            isWarned: !dispatchEvent(new Event("beforeunload", { cancelable: true })),
        })));
    };
    look();
})"""


@dataclass
class Trial:
    """One control, tried while one thing after another goes wrong."""

    page: Page
    row: Roster
    wire: Wire
    control: Control
    failures: Sequence[str]
    wrong: list[str] = field(default_factory=list)
    typed: str = ""
    is_text: bool = False
    is_gone: bool = False

    def run(self) -> list[str]:
        """What is not as it should be, in words."""
        revisions = self.row.revisions
        before = revisions.count()
        self.wire.sent.clear()
        for failure in self.failures:
            self.fail(failure)
        self.expect("saved although it failed", revisions.count() == before)
        if not self.is_gone:
            self.mend()
        times, after = revisions.filter(key=self.sent[-1]["key"]).count(), revisions.count()
        may_not = self.control.is_chosen or self.is_gone
        is_once = times == after - before and (times == 1 or (times == 0 and may_not))
        self.expect(f"saved {times} times of {after - before}", is_once)
        return [f"{self.control.kind}: {each}" for each in self.wrong]

    @property
    def sent(self) -> list[dict[str, str]]:
        return self.wire.sent

    def fail(self, failure: str) -> None:
        """Do it, or retry, while this goes wrong."""
        self.wire.failure = find_failure(failure, self.wire)
        if failure == "late":
            self.page.evaluate("htmx.config.timeout = 150")
        if self.sent:
            self.retry()
        else:
            self.act()
        seen = self.page.evaluate(LOOK, self.control.id)
        self.wire.failure = None
        self.wire.let_go()
        self.page.evaluate("htmx.config.timeout = 20000")
        self.judge(failure, seen)

    def act(self, *, again: bool = False) -> None:
        """Press or type, as with a keyboard."""
        keyboard = self.page.keyboard
        name, mode, value = self.page.evaluate(GO_TO, self.control.id)
        if name == "button":
            keyboard.press("Enter")
            return
        self.is_text = name == "textarea"
        if not again:
            self.typed = str(int(value) + 1) if mode == "numeric" else "Typed  here"
            keyboard.press("Control+a")
            keyboard.insert_text(self.typed)
        elif self.is_text:
            keyboard.insert_text(".")
        keyboard.press("Tab" if self.is_text else "Enter")

    def retry(self) -> None:
        self.page.evaluate(GO_TO, "retry")
        self.page.keyboard.press("Enter")

    def judge(self, failure: str, seen: dict[str, Any]) -> None:
        """Hold what is seen after a failure against what should be."""
        is_refused = failure in REFUSED
        words = "Not saved" if is_refused else "Not saved – retry"
        trail = ["saving", "refused" if is_refused else "failed"]
        self.is_gone = seen["isGone"]
        may_move = self.is_text or self.is_gone
        stays = seen["isAt"] or (may_move and not seen["isNowhere"])
        self.expect(f"{failure} reads {seen['words']}", seen["words"] == words)
        self.expect(f"{failure} went {seen['trail']}", seen["trail"] == trail)
        self.expect(f"{failure} says {seen['said']}", seen["said"].startswith("Not saved."))
        self.expect(f"{failure} loses the focus", stays)
        self.expect(f"{failure} may be left", seen["isWarned"] or (is_refused and not self.typed))
        self.expect(
            f"{failure} holds {seen['typed']}", seen["typed"] == self.typed or not self.typed
        )

    def mend(self) -> None:
        """Once more, now that nothing goes wrong."""
        is_refused = self.failures[-1] in REFUSED
        if is_refused:
            self.act(again=True)
        else:
            self.retry()
        seen = self.page.evaluate(LOOK, self.control.id)
        keys = {sent["key"] for sent in self.sent}
        self.expect(f"then reads {seen['words']}", seen["words"] == "Saved")
        self.expect(f"then went {seen['trail']}", seen["trail"] == ["saving", "saved"])
        self.expect(f"then says {seen['said']}", not seen["said"].startswith("Not saved"))
        self.expect("then loses the focus", not seen["isNowhere"])
        self.expect("then may not be left", not seen["isWarned"])
        self.expect(f"sent {keys}", len(keys) == (2 if is_refused else 1))

    def expect(self, otherwise: str, is_so: bool) -> None:
        if not is_so:
            self.wrong.append(otherwise)


@pytest.mark.parametrize("failures", TRIED, ids="-".join)
def test_every_control_shows_that_it_failed_and_saves_when_retried(
    page: Page, transactional_db: None, failures: tuple[str, ...]
) -> None:
    wire, tried, wrong = Wire(), set[str](), []
    page.route(re.compile(r"/lists/[^/]+/(edit|undo|redo|ready|draft)/$"), wire.carry)

    for scene in SCENES:
        row = scene.enter(page)
        kinds = dict.fromkeys(tell(scene, control) for control in find_controls(page, scene))
        for kind in [each for each in kinds if each not in tried]:
            row, control = find_control(page, scene, row, kind)
            first = len(tried) % len(failures)
            order = (*failures[first:], *failures[:first])
            wrong += Trial(page, row, wire, control, order).run()
            tried.add(kind)

    assert wrong == []
    assert len(tried) > 40


# What is typed meanwhile


@pytest.fixture
def wire(page: Page) -> Wire:
    wire = Wire()
    page.route(re.compile(r"/lists/[^/]+/edit/$"), wire.carry)
    return wire


def type_in(page: Page, field: str, text: str) -> None:
    page.locator(field).fill(text)
    page.locator(field).press("Enter")


def expect_state(page: Page, state: str) -> None:
    expect(page.locator("#save-state")).to_have_attribute("data-state", state)


@pytest.mark.parametrize("is_sent_again", [True, False])
def test_what_is_typed_later_takes_the_place_of_what_failed(
    page: Page, transactional_db: None, wire: Wire, is_sent_again: bool
) -> None:
    row = Scene(open="leader").enter(page)
    wire.failure = lose
    type_in(page, "#opened-name", "Sgt Ruiz")
    expect_state(page, "failed")
    wire.failure = None

    page.locator("#opened-name").fill("Cpl Sanz")
    if is_sent_again:
        page.keyboard.press("Enter")
    else:
        page.locator("#retry").click()

    expect_state(page, "saved")
    assert find_node(row, "leader").name == "Cpl Sanz"
    assert len({sent["key"] for sent in wire.sent}) == 2


def test_what_is_taken_back_has_not_failed(page: Page, transactional_db: None, wire: Wire) -> None:
    Scene(open="leader").enter(page)
    wire.failure = lose
    type_in(page, "#opened-name", "Sgt Ruiz")
    expect_state(page, "failed")

    page.keyboard.press("Escape")

    expect_state(page, "saved")
    expect(page.locator("#opened-name")).to_have_value("")


def test_saved_is_not_said_while_a_text_stands_refused(
    page: Page, transactional_db: None, wire: Wire
) -> None:
    Scene(open="soldier").enter(page)
    type_in(page, "#opened-count", "many")
    expect_state(page, "refused")

    page.locator("#take-weapon-machine-gun").click()
    expect(page.locator("#take-weapon-machine-gun")).to_have_attribute("aria-pressed", "true")

    expect_state(page, "refused")
    expect(page.locator("#opened-count")).to_have_value("many")
    type_in(page, "#opened-count", "4")
    expect_state(page, "saved")


def test_what_fails_again_is_said_again(page: Page, transactional_db: None, wire: Wire) -> None:
    Scene().enter(page)
    announcement = page.locator("#announcement")
    wire.failure = wire.hold
    page.locator("#more-" + find_line(page)).click()
    wire.let_go()
    expect(announcement).to_contain_text("Not saved.")

    page.locator("#retry").click()
    expect(announcement).to_have_text("")
    wire.let_go()

    expect(announcement).to_contain_text("Not saved.")
    expect_state(page, "failed")


def find_line(page: Page) -> str:
    """The id of the first line of the list."""
    return (page.locator(".line").first.get_attribute("id") or "").removeprefix("node-")


@pytest.mark.parametrize("failure", ["lost", "500", "not ours"])
def test_search_that_fails_is_said_and_keeps_its_words(
    page: Page, transactional_db: None, failure: str
) -> None:
    Scene().enter(page)
    found = page.locator(".offer").all_inner_texts()
    page.route("**/lists/*/?*q=*", find_failure(failure, Wire()))

    page.locator("#search-words").press_sequentially("squ")

    expect(page.locator("#announcement")).to_have_text("The page could not be loaded. Try again.")
    expect(page.locator("#search-words")).to_have_value("squ")
    expect(page.locator("#search-words")).to_be_focused()
    assert page.locator(".offer").all_inner_texts() == found
    expect_state(page, "saved")


@pytest.mark.parametrize("failure", ["lost", "500"])
def test_calculator_says_that_it_does_not_know(
    page: Page, transactional_db: None, failure: str
) -> None:
    store_small_game()
    page.goto("/?entry=soldier")
    wire = Wire(find_failure(failure, Wire()))
    page.route("**/calculator/?*", wire.carry)
    weapon, fault = page.locator("select[name=o_weapon]"), page.locator("[data-when-lost]")
    expect(fault).to_be_hidden()

    weapon.select_option("machine-gun")
    expect(fault).to_have_text("That could not be worked out just now. Try again.")
    expect(weapon).to_have_value("machine-gun")
    wire.failure = None
    weapon.select_option("rifle")

    expect(fault).to_be_hidden()
    expect(page.locator(".calculator-sum .total")).to_have_text("6 points")


# A form that is filled in as a whole


FORMS = {
    "a new one": (Scene(), ("#write-own",), "new-volunteer", ("drill",), ""),
    "a new one of many": (
        Scene("?add=1", raise_limit, create=create_expedition),
        ("#write-own",),
        "new-ordinary-figure",
        ("d", "l", "c"),
        "",
    ),
    "one that is changed": (
        Scene("?add=1", raise_limit, create=create_expedition),
        ("#change-own", "#change-own-ruga"),
        "own-ruga",
        ("d", "l", "c"),
        "Beja warrior",
    ),
}
"""Where an entry of one's own is written, by what is unfolded to it, its statistics, and its name
afterwards."""


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("failure", [*UNHEARD, *REFUSED])
def test_a_form_of_several_fields_keeps_them_and_is_saved_once_when_sent_again(
    page: Page, transactional_db: None, wire: Wire, failure: str, form: str
) -> None:
    scene, folds, anchor, statistics, name_after = FORMS[form]
    row = scene.enter(page)
    revisions = row.revisions.count()
    typed = {"name": "Beja warrior", "points": "7/2"}
    typed |= {f"statistic-{key}": "3" for key in statistics}
    for fold in folds:
        page.locator(f"{fold} > summary").click()
    for name, text in typed.items():
        page.locator(f"#{anchor}-{name}").fill(text)
    if failure == "late":
        page.evaluate("htmx.config.timeout = 150")
    wire.failure = find_failure(failure, wire)

    page.locator(f"#write-{anchor}").click()

    expect_state(page, "refused" if failure in REFUSED else "failed")
    for name, text in typed.items():
        expect(page.locator(f"#{anchor}-{name}")).to_have_value(text)
    wire.failure = None
    wire.let_go()
    page.evaluate("htmx.config.timeout = 20000")
    page.locator(f"#write-{anchor}" if failure in REFUSED else "#retry").click()
    expect_state(page, "saved")
    expect(page.locator(f"#{anchor}-name")).to_have_value(name_after)
    assert row.revisions.count() == revisions + 1
    written = load_document(row, revisions + 1).own_entries
    assert [each["points"] for each in written if each["name"] == "Beja warrior"] == ["7/2"]


def test_what_is_corrected_meanwhile_takes_the_place_of_what_failed(
    page: Page, transactional_db: None, wire: Wire
) -> None:
    row = Scene().enter(page)
    page.locator("#write-own > summary").click()
    for name, text in {"name": "Beja", "points": "6", "statistic-drill": "3"}.items():
        page.locator(f"#new-volunteer-{name}").fill(text)
    wire.failure = lose
    page.locator("#write-new-volunteer").click()
    expect_state(page, "failed")
    wire.failure = None

    page.locator("#new-volunteer-points").fill("7")
    page.locator("#retry").click()

    expect_state(page, "saved")
    assert load_document(row, row.number + 1).own_entries[0]["points"] == 7
