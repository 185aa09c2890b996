import os
import shutil
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, sync_playwright
from pytest_django.live_server_helper import LiveServer

from .watching import watch

CHROMIUMS = ["chromium", "chromium-browser", "google-chrome"]
QUIET = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    # Playwright's loop runs in this thread, where Django would refuse to touch the database.
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"
    path = next(path for path in map(shutil.which, CHROMIUMS) if path)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=QUIET)
        yield browser
        browser.close()


@pytest.fixture
def page(browser: Browser, live_server: LiveServer) -> Iterator[Page]:
    """A new browser at a desk, in English; what no page may do fails the test.

    That is a script that fails, what breaks the CSP, a dialog, a request to another site.
    """
    context = browser.new_context(
        base_url=live_server.url, locale="en", viewport={"width": 1280, "height": 800}
    )
    context.set_default_timeout(10_000)
    faults = watch(context, live_server.url)
    yield context.new_page()
    context.close()
    assert faults == []
