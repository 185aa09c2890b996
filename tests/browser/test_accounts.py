"""Passkeys, made and used in a browser with a key of its own; and none where they cannot be."""

from __future__ import annotations

import pytest
from allauth.mfa.models import Authenticator
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from .scenes import PASSWORD, sign_in

KEY = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}


@pytest.fixture
def key(page: Page) -> None:
    """A key in the page's browser that says yes at once."""
    browser = page.context.new_cdp_session(page)
    browser.send("WebAuthn.enable")
    browser.send("WebAuthn.addVirtualAuthenticator", {"options": KEY})


def sign_out(page: Page) -> None:
    page.goto("/account/")
    page.locator(".account-end button").click()
    expect(page.locator(".site-account")).to_have_attribute("href", "/account/sign-in/")


def test_a_passkey_is_made_used_and_removed(page: Page, transactional_db: None, key: None) -> None:
    user = sign_in(page)
    page.goto("/account/passkeys/add/")
    page.locator("#id_password").fill(PASSWORD)
    page.locator("main .button-next").click()
    page.locator("#id_name").fill("Telephone")
    page.locator("main .button-next").click()
    expect(page.locator(".account-rows")).to_contain_text("Telephone")
    assert Authenticator.objects.get().user == user

    sign_out(page)
    page.goto("/account/sign-in/?next=/systems/")
    page.locator(".passkey button").click()
    expect(page.locator("h1")).to_have_text("Games")
    page.goto("/account/")
    expect(page.locator(".account")).to_contain_text(user.email)

    page.goto("/account/passkeys/")
    page.locator(".account-rows a").click()
    page.locator("#id_password").fill(PASSWORD)
    page.locator("main .button-next").click()
    page.locator("main .button-next").click()
    expect(page.locator(".notice")).to_contain_text("The passkey is removed.")
    assert not Authenticator.objects.exists()


def test_a_passkey_is_no_second_lock(page: Page, transactional_db: None, key: None) -> None:
    user = sign_in(page)
    Authenticator.objects.create(user=user, type=Authenticator.Type.WEBAUTHN, data={"name": "a"})
    sign_out(page)

    page.goto("/account/sign-in/")
    page.locator("#id_login").fill(user.email)
    page.locator("#id_password").fill(PASSWORD)
    page.locator("main .button-next").click()

    expect(page.locator(".site-account")).to_have_text("Account")


def test_a_passkey_that_fails_says_so(page: Page, transactional_db: None, key: None) -> None:
    page.goto("/account/sign-in/")
    page.route("**/passkeys/ask/", lambda route: route.fulfill(status=500))

    page.locator(".passkey button").click()

    expect(page.locator(".passkey .fault")).to_be_visible()


def test_passkeys_are_not_offered_without_scripts(
    browser: Browser, live_server: LiveServer, transactional_db: None
) -> None:
    context = browser.new_context(base_url=live_server.url, java_script_enabled=False)
    page = context.new_page()
    sign_in(page)
    page.goto("/account/")
    assert "Passkeys" not in page.locator("dl").inner_text()
    page.goto("/account/passkeys/add/")
    page.locator("#id_password").fill(PASSWORD)
    page.locator("main .button-next").click()
    expect(page.locator("[data-passkey]")).to_be_hidden()
    expect(page.locator("[data-passkey-none]")).to_be_visible()
    context.close()
