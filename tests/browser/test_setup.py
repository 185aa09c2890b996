import pytest
from playwright.sync_api import Page, expect


@pytest.mark.browser_main
def test_staff_sign_in_to_the_admin(page: Page, admin_user: object) -> None:
    page.goto("/admin/")
    page.get_by_label("E-mail address").fill("admin@example.com")
    page.get_by_label("Password").fill("password")
    page.get_by_role("button", name="Log in").click()

    expect(page.get_by_role("heading", name="Site administration")).to_be_visible()
