import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, Route, expect
from pytest_django.live_server_helper import LiveServer

from lists.models import Roster
from tests.factories import act, create_home_guard, find_node, outline

SAVED = [("team", 1), ("leader", 1), ("soldier", 3)]


@pytest.fixture
def home_guard(transactional_db: None) -> Roster:
    return create_home_guard()


@pytest.fixture
def builder(page: Page, home_guard: Roster) -> Page:
    page.goto(f"/lists/{home_guard.edit_token}/")
    return page


@pytest.fixture
def plain_page(browser: Browser, live_server: LiveServer) -> Iterator[Page]:
    """A browser in which no script runs."""
    context = browser.new_context(base_url=live_server.url, locale="en", java_script_enabled=False)
    yield context.new_page()
    context.close()


@pytest.fixture
def phone(browser: Browser, live_server: LiveServer, home_guard: Roster) -> Iterator[Page]:
    context = browser.new_context(
        base_url=live_server.url,
        locale="en",
        viewport={"width": 360, "height": 740},
        has_touch=True,
        is_mobile=True,
    )
    page = context.new_page()
    page.goto(f"/lists/{home_guard.edit_token}/")
    yield page
    context.close()


def total(page: Page) -> Locator:
    return page.locator(".total > b")


def save_state(page: Page) -> Locator:
    return page.locator("#save-state")


def expect_saved(page: Page) -> None:
    expect(save_state(page)).to_have_attribute("data-state", "saved")


def open_line(page: Page, name: str) -> None:
    page.get_by_role("link", name=name).first.click()
    expect(page.locator(".opened")).to_be_visible()


# The main path


@pytest.mark.browser_main
def test_list_is_built_undone_and_found_again(builder: Page, home_guard: Roster) -> None:
    builder.get_by_role("button", name=re.compile("^Add Truck Machine gun")).click()
    expect(total(builder)).to_have_text("41")
    open_line(builder, "Leader")
    builder.get_by_role("button", name="Machine gun 5").click()
    expect(total(builder)).to_have_text("46")
    builder.get_by_label("Name", exact=True).fill("Sgt Ruiz")
    builder.get_by_label("Name", exact=True).press("Enter")
    expect(builder.locator(".line-title", has_text="Sgt Ruiz")).to_be_visible()
    builder.get_by_role("button", name=re.compile("^Add Ambush")).click()
    expect(total(builder)).to_have_text("51")
    expect(builder.locator(".summary .balance")).to_contain_text("1 point over the limit")

    builder.reload()
    builder.get_by_role("button", name="Undo").click()
    expect(total(builder)).to_have_text("46")
    expect_saved(builder)

    entries = [entry for entry, _ in outline(home_guard)]
    assert entries == ["team", "leader", "soldier", "truck"]
    assert find_node(home_guard, "leader").name == "Sgt Ruiz"


def test_list_is_built_by_keyboard_alone(builder: Page, home_guard: Roster) -> None:
    keyboard = builder.keyboard
    more = builder.get_by_role("button", name="One Soldier more")

    more.focus()
    keyboard.press("Enter")
    expect(total(builder)).to_have_text("35")
    expect(more).to_be_focused()
    keyboard.press("Tab")
    keyboard.press("Enter")
    expect(builder.locator(".opened")).to_be_visible()
    builder.locator("#take-weapon-machine-gun").focus()
    keyboard.press("Space")
    expect(total(builder)).to_have_text("55")
    expect(builder.locator("#take-weapon-machine-gun")).to_be_focused()
    keyboard.press("Control+z")
    expect(total(builder)).to_have_text("35")
    keyboard.press("Control+y")
    expect(total(builder)).to_have_text("55")

    assert outline(home_guard)[2] == ("soldier", 4)


def test_list_is_built_without_scripts(plain_page: Page, home_guard: Roster) -> None:
    plain_page.goto(f"/lists/{home_guard.edit_token}/")

    plain_page.get_by_role("button", name=re.compile("^Add 2 Scout")).click()
    plain_page.get_by_role("searchbox").fill("squad")
    plain_page.get_by_role("button", name="Search").click()
    plain_page.get_by_role("button", name=re.compile("^Add Squad")).click()
    plain_page.get_by_role("link", name="Leader").click()
    plain_page.get_by_label("Note").fill("Carries the radio.")
    plain_page.locator("form", has=plain_page.get_by_label("Note")).get_by_role("button").click()
    plain_page.get_by_role("button", name="One more").click()

    assert find_node(home_guard, "leader").note == "Carries the radio."
    assert [each for each in outline(home_guard) if each[0] in {"leader", "squad"}] == [
        ("leader", 2),
        ("squad", 1),
    ]


# Quick hands


def test_first_stop_skips_to_the_list(builder: Page) -> None:
    skip = builder.get_by_role("link", name="Skip to the list")
    expect(skip).to_have_css("clip-path", "inset(50%)")

    builder.keyboard.press("Tab")
    expect(skip).to_be_focused()
    expect(skip).to_have_css("clip-path", "none")
    builder.keyboard.press("Enter")

    expect(builder.get_by_role("heading", name="Roster")).to_be_focused()


def test_list_opened_by_its_link_is_kept_without_scripts(
    plain_page: Page, home_guard: Roster
) -> None:
    plain_page.goto(f"/lists/{home_guard.edit_token}/")

    plain_page.get_by_role("button", name="Keep in my lists").click()

    expect(plain_page.get_by_role("status").first).to_contain_text("Kept.")
    expect(plain_page.get_by_role("button", name="Keep in my lists")).to_have_count(0)
    plain_page.goto("/")
    expect(plain_page.get_by_role("link", name="Home guard 29 / 50")).to_be_visible()


def test_no_tap_of_many_is_lost(builder: Page, home_guard: Roster) -> None:
    more = builder.get_by_role("button", name="One Soldier more")

    for _ in range(6):
        more.click()
    expect(total(builder)).to_have_text("65")
    for _ in range(4):
        builder.get_by_role("button", name="Undo").click()

    expect(total(builder)).to_have_text("41")
    expect_saved(builder)
    assert outline(home_guard)[2] == ("soldier", 5)


def test_saved_is_not_said_before_the_server_did(builder: Page) -> None:
    waiting: list[Route] = []
    builder.route("**/edit/", lambda route: waiting.append(route))

    builder.get_by_role("button", name="One Soldier more").click()
    builder.get_by_role("button", name="One Soldier more").click()

    expect(save_state(builder)).to_have_attribute("data-state", "saving")
    waiting[0].continue_()
    expect(total(builder)).to_have_text("35")
    expect(save_state(builder)).to_have_attribute("data-state", "saving")


def test_what_is_being_typed_outlives_another_edit(builder: Page) -> None:
    open_line(builder, "Leader")
    note = builder.get_by_label("Note")
    note.fill("Half a sen")
    note.press("t")

    builder.evaluate("document.getElementById('opened-more').click()")
    expect(total(builder)).to_have_text("40")

    expect(note).to_have_value("Half a sent")


def test_enter_saves_a_name_once(builder: Page, home_guard: Roster) -> None:
    builder.get_by_label("List", exact=True).fill("Patrol")
    builder.get_by_label("List", exact=True).press("Enter")
    expect(builder).to_have_title("Patrol · Muster")
    builder.get_by_label("Limit").focus()
    expect_saved(builder)

    home_guard.refresh_from_db()
    assert (home_guard.name, home_guard.number) == ("Patrol", 2)


# Two at once


def test_conflict_shows_both_and_saves_mine(builder: Page, home_guard: Roster) -> None:
    open_line(builder, "Soldier")
    soldier = find_node(home_guard, "soldier").id
    act(home_guard, "count", soldier, count=5)
    count = builder.get_by_label("Count", exact=True).last

    count.fill("7")
    count.press("Enter")

    conflict = builder.locator("#conflict")
    expect(conflict).to_contain_text("Saved now 5")
    expect(conflict).to_contain_text("Yours 7")
    expect(count).to_have_value("7")
    expect(count).to_be_focused()
    expect(save_state(builder)).to_have_attribute("data-state", "refused")
    builder.get_by_role("button", name="Save mine").click()
    expect(conflict).to_have_count(0)
    expect_saved(builder)
    assert outline(home_guard)[2] == ("soldier", 7)


def test_text_in_conflict_is_unsaved_until_it_is_sent_again(
    builder: Page, home_guard: Roster
) -> None:
    open_line(builder, "Soldier")
    soldier = find_node(home_guard, "soldier").id
    act(home_guard, "rename", soldier, name="Sanz")
    name = builder.get_by_label("Name", exact=True)
    name.fill("Ruiz")
    name.press("Enter")
    expect(builder.locator("#conflict")).to_contain_text("Yours Ruiz")

    leave = "!dispatchEvent(new Event('beforeunload', {cancelable: true}))"
    assert builder.evaluate(leave)
    name.press("Enter")

    expect_saved(builder)
    assert find_node(home_guard, "soldier").name == "Ruiz"
    assert not builder.evaluate(leave)


def test_additions_of_two_tabs_are_both_kept(builder: Page, home_guard: Roster) -> None:
    team = find_node(home_guard, "team").id
    act(home_guard, "add", team, entry="ambush")

    builder.get_by_role("button", name=re.compile("^Add Truck Machine gun")).click()
    expect(total(builder)).to_have_text("46")

    entries = [entry for entry, _ in outline(home_guard)]
    assert entries == ["team", "leader", "soldier", "ambush", "truck"]


# Every failure is shown


def answer_with(status: int) -> Callable[[Route], Any]:
    def answer(route: Route) -> None:
        route.fulfill(status=status, body="No.")

    return answer


def lose(route: Route) -> None:
    route.abort()


FAILURES = {
    "no connection": lose,
    **{str(status): answer_with(status) for status in (400, 403, 404, 429, 500, 503)},
}


@pytest.mark.parametrize("failure", FAILURES)
def test_failed_save_is_shown_and_can_be_tried_again(
    builder: Page, home_guard: Roster, failure: str
) -> None:
    open_line(builder, "Leader")
    builder.route("**/edit/", FAILURES[failure])
    name = builder.get_by_label("Name", exact=True)

    name.fill("Sgt Ruiz")
    name.press("Enter")

    retry = builder.get_by_role("button", name="Not saved – retry")
    expect(retry).to_be_visible()
    expect(name).to_have_value("Sgt Ruiz")
    expect(name).to_be_focused()
    expect(builder.locator("#announcement")).to_contain_text("Not saved.")
    builder.unroute("**/edit/")
    retry.click()
    expect_saved(builder)
    assert find_node(home_guard, "leader").name == "Sgt Ruiz"


def test_gesture_that_arrived_although_its_answer_did_not_is_done_once(
    builder: Page, home_guard: Roster
) -> None:
    def lose_the_answer(route: Route) -> None:
        route.fetch()
        route.abort()

    builder.route("**/edit/", lose_the_answer)
    builder.get_by_role("button", name="One Soldier more").click()
    retry = builder.get_by_role("button", name="Not saved – retry")
    expect(retry).to_be_visible()

    builder.unroute("**/edit/")
    retry.click()

    expect(total(builder)).to_have_text("35")
    assert outline(home_guard)[2] == ("soldier", 4)


def test_mistyped_count_stays_and_says_what_to_write(builder: Page, home_guard: Roster) -> None:
    open_line(builder, "Soldier")
    count = builder.get_by_label("Count", exact=True).last

    count.fill("many")
    count.press("Enter")

    expect(builder.locator("#fault-count")).to_have_text("Write a whole number.")
    expect(count).to_have_value("many")
    expect(count).to_be_focused()
    assert outline(home_guard) == SAVED


# On a phone


def test_two_taps_add_and_the_points_stay_in_sight(phone: Page) -> None:
    phone.get_by_role("link", name="Add", exact=True).tap()
    phone.get_by_role("button", name=re.compile("^Add 2 Scout")).tap()

    expect(phone.locator(".bar-points")).to_contain_text("43 / 50")
    phone.get_by_role("link", name="Done").tap()
    expect(phone.get_by_role("link", name="Scout")).to_be_visible()


def test_opened_line_fills_the_page_and_leads_back(phone: Page) -> None:
    phone.get_by_role("link", name="Leader").tap()

    expect(phone.locator(".opened")).to_be_visible()
    expect(phone.get_by_role("link", name="Soldier")).to_be_hidden()
    phone.get_by_role("link", name="Back to the list").tap()
    expect(phone.get_by_role("link", name="Soldier")).to_be_visible()


def test_bar_hides_nothing_that_has_the_focus(phone: Page) -> None:
    phone.get_by_role("link", name="Leader").tap()
    bar = phone.locator(".bar").bounding_box()
    assert bar

    for control in phone.locator(".opened :is(button:enabled, input, textarea)").all():
        if not control.is_visible():
            continue
        control.focus()
        box = control.bounding_box()
        assert box
        assert box["y"] + box["height"] <= bar["y"] + 1, control


def test_conflict_hides_nothing_that_has_the_focus(phone: Page, home_guard: Roster) -> None:
    phone.get_by_role("link", name="Soldier").tap()
    note = phone.get_by_label("Note", exact=True)
    act(home_guard, "note", find_node(home_guard, "soldier").id, note="Theirs. " * 40)

    note.fill("Mine. " * 40)
    note.evaluate("field => { field.scrollIntoView(); field.form.requestSubmit(); }")

    conflict = phone.locator("#conflict")
    expect(conflict.get_by_role("button", name="Save mine")).to_be_in_viewport(ratio=1)
    expect(note).to_be_focused()
    covered = """(note, others) => others.some((other) => {
        const [a, b] = [note, document.querySelector(other)].map((e) => e.getBoundingClientRect());
        return a.top < b.bottom && b.top < a.bottom;
    })"""
    assert not note.evaluate(covered, ["#conflict", ".bar"])


def test_targets_are_large_enough_for_a_finger(phone: Page) -> None:
    phone.get_by_role("link", name="Leader").tap()
    expect(phone.locator(".opened")).to_be_visible()

    small = phone.evaluate(
        """() => [...document.querySelectorAll("a, button, summary, input, textarea")]
            .filter((each) => each.checkVisibility() && !each.closest(".out-of-sight, [hidden]"))
            .map((each) => [each.outerHTML.slice(0, 80), each.getBoundingClientRect()])
            .filter(([, box]) => box.width > 1 && (box.height < 24 || box.width < 24))
            .map(([html, box]) => `${html} ${box.width}x${box.height}`)"""
    )

    assert small == []


@pytest.mark.parametrize("query", ["", "?add=1&all=1", "?problems=1", "?settings=1"])
@pytest.mark.parametrize("width", [320, 360, 768, 1280])
def test_page_never_scrolls_sideways(
    page: Page, home_guard: Roster, width: int, query: str
) -> None:
    act(home_guard, "name", name="An army list with a rather long name, " * 4)
    act(home_guard, "rename", find_node(home_guard, "leader").id, name="W" * 120)
    page.set_viewport_size({"width": width, "height": 740})

    page.goto(f"/lists/{home_guard.edit_token}/{query}")

    assert page.evaluate("document.documentElement.scrollWidth") <= width


# Language and colours


def test_language_switch_keeps_the_place(builder: Page) -> None:
    open_line(builder, "Leader")
    address = builder.url

    builder.get_by_role("button", name="Español").click()

    expect(builder.locator("html")).to_have_attribute("lang", "es")
    assert builder.url.split("#")[0] == address.split("#")[0]
    expect(builder.locator(".opened")).to_be_visible()


def test_dark_colours_are_kept(builder: Page) -> None:
    builder.get_by_role("button", name="Dark colours").click()
    expect(builder.locator("html")).to_have_attribute("data-theme", "dark")

    builder.reload()

    expect(builder.locator("html")).to_have_attribute("data-theme", "dark")
    expect(builder.get_by_role("button", name="Light colours")).to_be_visible()
