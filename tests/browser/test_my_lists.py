"""My lists where scripts run: the page stays, the focus too, and what is done can be undone."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from lists.models import Roster
from tests.factories import act, create_home_guard

STAYS = "document.documentElement.dataset.stays = 'yes'"
STAYED = "document.documentElement.dataset.stays"


@pytest.fixture
def lists(page: Page, transactional_db: None) -> Page:
    """My lists in a browser in which two were made."""
    for _ in range(2):
        create_home_guard()
        page.goto("/new/?list=small-game/home-guard")
        page.locator("main form button").first.click()
        page.locator("#roster-title").wait_for()
    for row, name in zip(Roster.objects.order_by("-pk")[:3:2], ("Second", "First"), strict=True):
        act(row, "name", name=name)
    page.goto("/lists/")
    page.evaluate(STAYS)
    return page


def names(page: Page) -> list[str]:
    return page.locator(".mine-name > a:first-child").all_inner_texts()


def test_a_list_is_renamed_tagged_deleted_and_brought_back_in_place(lists: Page) -> None:
    lists.get_by_role("link", name="Rename, tag or delete “First”").click()
    field = lists.locator("#rename")
    expect(field).to_be_focused()
    field.fill("Patrol")
    field.press("Enter")
    link = lists.get_by_role("link", name="Patrol", exact=True)
    expect(link).to_be_focused()

    lists.get_by_label("Mark “Patrol”").check()
    lists.locator("#several-tag").fill("club")
    lists.locator("#several-tag").press("Enter")
    expect(lists.locator(".tag")).to_have_text("club")

    lists.get_by_label("Mark “Patrol”").check()
    lists.locator("#several").get_by_role("button", name="Delete").click()
    expect(lists.locator("#deleted-undo")).to_be_focused()
    assert names(lists) == ["Second"]
    lists.keyboard.press("Enter")
    expect(lists.locator(".mine")).to_have_count(2)

    assert lists.evaluate(STAYED) == "yes"
    lists.reload()
    assert sorted(names(lists)) == ["Patrol", "Second"]


def test_a_name_that_somebody_else_has_changed_is_saved_when_asked_again(lists: Page) -> None:
    lists.get_by_role("link", name="Rename, tag or delete “First”").click()
    expect(lists.locator("#rename")).to_be_focused()
    address = lists.url
    act(Roster.objects.get(name="First"), "name", name="Theirs")

    lists.locator("#rename").fill("Mine")
    lists.locator("#rename").press("Enter")
    expect(lists.locator("#rename-fault")).to_contain_text("“Theirs”")
    expect(lists.locator("#rename")).to_have_value("Mine")
    assert lists.url == address

    lists.locator("#rename").press("Enter")
    expect(lists.get_by_role("link", name="Mine", exact=True)).to_be_focused()
    assert sorted(names(lists)) == ["Mine", "Second"]


def test_what_is_sought_follows_each_choice_and_stands_in_the_address(lists: Page) -> None:
    lists.locator("#seek-q").fill("first")
    lists.locator("#seek-q").press("Enter")
    expect(lists.locator(".mine")).to_have_count(1)
    expect(lists.locator("#seek-q")).to_be_focused()

    lists.locator("#seek-more summary").click()
    lists.locator("#seek-state").focus()
    lists.locator("#seek-state").select_option("ready")
    expect(lists.get_by_role("heading", name="No list is like that.")).to_be_visible()
    expect(lists.locator("#seek-state")).to_be_focused()

    assert "state=ready" in lists.url
    assert lists.evaluate(STAYED) == "yes"
    lists.go_back()
    expect(lists.locator(".mine")).to_have_count(1)


def test_a_list_is_deleted_on_its_own_page(lists: Page) -> None:
    lists.get_by_role("link", name="Second", exact=True).click()
    lists.locator("#more summary").click()
    lists.locator("#menu-delete").click()

    expect(lists.locator("#deleted-undo")).to_be_visible()
    assert names(lists) == ["First"]
    lists.locator("#deleted-undo").click()
    expect(lists.locator(".mine")).to_have_count(2)
