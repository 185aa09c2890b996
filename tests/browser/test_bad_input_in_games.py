"""Whatever is written where only some games ask for something: entries of a player's own, and the
names and notes of lines that are bought with men, arms and fittings.

What is held against what is as in `test_bad_input`, of which this is a part that `make test` has
time for: with some of the payloads, and with all of them in `make soak`.
"""

from __future__ import annotations

import re
from itertools import zip_longest
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from lists.building.rosters import load_document
from lists.loading.store import store_edition
from lists.models import Roster
from lists.printing.renderer import Limits
from lists.printing.renderer import _renderer as renderer
from tests.catalogues import read_game
from tests.conftest import FULL_COUNTS

from .games import create_expedition, save_list, write_list, write_node
from .payloads import PAYLOADS, Payload, pack
from .scenes import SQUAD
from .test_bad_input import (
    LONGEST_NAME,
    LONGEST_NOTE,
    NUMBERS,
    PLAIN,
    WITHOUT_GLYPHS,
    Write,
    as_written,
    compare,
    expect_state,
    find_frozen,
    find_own,
    find_past,
    find_shared,
    harmless,
    is_within,
    look,
    read_pdf,
    squeeze,
    type_in,
)

SAMPLE = PAYLOADS if FULL_COUNTS else PAYLOADS[::6]
PRINTED = [each for each in SAMPLE if each.name not in WITHOUT_GLYPHS]
PAGES = (find_own, find_shared, find_frozen, find_past)


@pytest.fixture(autouse=True)
def games(
    transactional_db: None,
    live_server: LiveServer,
    settings: Any,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Both games to play, on a site that asks for no patience and has much."""
    monkeypatch.setattr(renderer, "limits", Limits(seconds=90))
    for key in ("bolt-action", "askari"):
        store_edition(read_game(key)[0])
    settings.BASE_URL = live_server.url
    settings.LISTS_A_MINUTE = settings.PRINTS_A_MINUTE = settings.LINKS_A_MINUTE = 0


def write_own_entries(payloads: list[Payload], write: Write) -> Roster:
    """A list of Askari with an entry for each payload, called so, and a line of each."""
    keys = [f"own-{serial}" for serial in range(len(payloads))]
    own_entries = [
        {"key": key, "like": "ordinary-figure", "name": write(each), "points": 3, "d": 1}
        for key, each in zip(keys, payloads, strict=True)
    ]
    unit = write_node("unit", "combat-unit", *(write_node(f"n-{key}", key) for key in keys))
    return save_list(write_list("askari", "own-list", unit, own_entries=own_entries))


def write_platoon(payloads: list[tuple[Payload, Payload]], write: Write) -> Roster:
    """A platoon of Bolt Action whose squads are called by payloads, with others for notes."""
    squads = [
        {
            **write_node(f"n{serial}", SQUAD, men={"men": 7}),
            "name": write(name),
            "note": write(note),
        }
        for serial, (name, note) in enumerate(payloads)
    ]
    platoon = write_node("platoon", "platoon", *squads)
    return save_list(write_list("bolt-action", "germany-reinforced-platoon", platoon, name="Lines"))


def read_titles(page: Page) -> list[str]:
    return [title.strip() for title in page.locator(".line-title").all_text_contents()]


def test_own_entries_are_shown_as_they_were_written(page: Page) -> None:
    payloads = [each for each in pack(PRINTED, LONGEST_NAME) if each.line]
    names = [each.line for each in payloads]
    row = write_own_entries(payloads, as_written)
    twin = write_own_entries(payloads, harmless)

    for find in PAGES:
        seen = look(page, find(row))
        assert read_titles(page) == names
        assert compare(seen, look(page, find(twin))) == {}
    fields = look(page, find_own(row))["fields"]
    assert [name for name in names if name not in fields] == []

    exported = page.request.get(f"{find_own(row)}roster.json").json()
    assert [" ".join(each["name"].split()) for each in exported["own_entries"]] == names
    text = page.request.get(f"{find_own(row)}roster.txt").text()
    assert [name for name in names if name not in text] == []
    printed = read_pdf(page, f"{find_own(row)}sheet.pdf")
    parts = {squeeze(part) for name in names for part in name.split(" ")}
    assert [part for part in parts if part not in printed] == []


def test_own_entry_is_named_as_it_was_typed(page: Page) -> None:
    row = create_expedition()
    page.goto(f"{find_own(row)}?add=1")
    page.locator("#change-own > summary").click()
    page.locator("#change-own-ruga > summary").click()
    typed = [each for each in SAMPLE if each.can_be_typed and "\n" not in each.written]

    for payload in [each for each in pack(typed, LONGEST_NAME) if each.line]:
        type_in(page, "#own-ruga-name", payload.written)
        page.locator("#write-own-ruga").click()
        expect_state(page, "saved")
        expect(page.locator("#own-ruga-name")).to_have_value(payload.line)
        assert payload.line in read_titles(page)


TAKEN = {"0": 0, "007": 7, "1.5": "3/2", "1,5": "3/2"}
SENTENCE = re.compile(r"^Write (points such as 6 or 5/2, up to 1000|something here)\.$")


def test_points_are_taken_or_refused_in_a_sentence(page: Page) -> None:
    row = create_expedition()
    page.goto(f"{find_own(row)}?add=1")
    page.locator("#change-own > summary").click()
    page.locator("#change-own-ruga > summary").click()
    page.locator("#form-own-ruga").evaluate("(form) => (form.noValidate = true)")
    texts = [each.written for each in PAYLOADS if each.name in NUMBERS]

    for text in texts if FULL_COUNTS else texts[::3]:
        before = find_points(row)
        field = page.locator("#own-ruga-points")
        field.evaluate("(field) => field.removeAttribute('maxlength')")
        type_in(page, "#own-ruga-points", text)
        page.locator("#write-own-ruga").click()
        expect_state(page, "saved" if text in TAKEN else "refused")
        assert find_points(row) == TAKEN.get(text, before), text
        if text not in TAKEN:
            expect(page.locator("#fault-own-ruga-points")).to_have_text(SENTENCE)
            expect(field).to_have_value(text)


def find_points(row: Roster) -> Any:
    row.refresh_from_db()
    return load_document(row).own_entries[0]["points"]


def test_squads_are_shown_as_they_were_written(page: Page) -> None:
    names, notes = pack(PRINTED, LONGEST_NAME), pack(PRINTED, LONGEST_NOTE)
    payloads = list(zip_longest(names, notes, fillvalue=PLAIN))
    row, twin = write_platoon(payloads, as_written), write_platoon(payloads, harmless)
    called = [name.line for name, _ in payloads]
    noted = [note.shown for _, note in payloads if note.shown]

    for find in PAGES:
        seen = look(page, find(row))
        assert (seen["names"], seen["notes"]) == (called, noted)
        assert compare(seen, look(page, find(twin))) == {}

    exported = page.request.get(f"{find_own(row)}roster.json").json()["children"][0]["children"]
    assert [line.get("name", "") for line in exported] == called
    assert [line["note"] for line in exported if "note" in line] == noted
    text = page.request.get(f"{find_own(row)}roster.txt").text()
    assert [name for name in called if f"“{name}”" not in text and name] == []
    assert [note for note in noted if not is_within(note, text)] == []
    printed = read_pdf(page, f"{find_own(row)}sheet.pdf")
    parts = {squeeze(part) for name in called for part in name.split(" ")}
    assert [part for part in parts if part not in printed] == []
