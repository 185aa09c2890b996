"""Whatever is written where a name, a note, a number or a file is asked for: it is shown as it was
written, or refused in a sentence; nothing is lost, and nothing of it is ever carried out.

Each page is held against one with harmless texts of the same shape: it has the same elements with
the same attributes. What no page may do at all, `page` watches for.
"""

from __future__ import annotations

import io
import json
import re
import unicodedata
from collections.abc import Callable, Iterable
from itertools import batched, cycle, zip_longest
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest
from django.contrib.sessions.backends.db import SessionStore
from playwright.sync_api import Browser, Page, expect
from pypdf import PdfReader
from pytest_django.live_server_helper import LiveServer

from lists.building.filing import add_tag
from lists.building.rosters import create_roster, load_document
from lists.interchange.documents import import_json
from lists.loading.store import store_edition
from lists.models import NOBODY, Roster
from lists.models.remarks import LONGEST_TAG
from lists.printing.renderer import Limits
from lists.printing.renderer import _renderer as renderer
from lists.rules.document import clean_line
from lists.sharing.links import freeze_revision, make_link
from lists.views.access import CREATED
from lists.views.home import MOST_SHOWN
from tests.catalogues import read_game
from tests.conftest import FULL_COUNTS
from tests.factories import holder_of

from .payloads import FOREIGN, PAYLOADS, TYPED, Payload, pack
from .watching import watch

pytestmark = pytest.mark.skipif(not FULL_COUNTS, reason="It takes minutes: `make soak` runs it.")

GAME = "breaking-news"
MIB = 1 << 20
LONGEST_NAME, LONGEST_NOTE, LONGEST_SEARCH = 200, 2000, 80

type Write = Callable[[Payload], str]


@pytest.fixture(autouse=True)
def game(
    transactional_db: None,
    live_server: LiveServer,
    settings: Any,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A game to play, on a site that asks for no patience and has much."""
    monkeypatch.setattr(renderer, "limits", Limits(seconds=90))
    store_edition(read_game(GAME)[0])
    settings.BASE_URL = live_server.url
    settings.LISTS_A_MINUTE = settings.PRINTS_A_MINUTE = settings.LINKS_A_MINUTE = 0


# Lists that hold what was written


def write_file(*nodes: dict[str, Any], **more: Any) -> bytes:
    """A file of a list, as Muster writes it."""
    document = {"schema": 1, "system": GAME, "army_list": "us-marines", "children": nodes}
    return json.dumps({**document, **more}).encode()


def write_team(*lines: dict[str, Any]) -> dict[str, Any]:
    return {"entry": "team", "options": {"troop-class": [{"option": "veteran"}]}, "children": lines}


def write_lines(payloads: Iterable[Payload], write: Write) -> bytes:
    """A list whose lines are called by payloads, with the same for a note."""
    lines = [{"entry": "rifleman", "name": write(each), "note": write(each)} for each in payloads]
    return write_file(*(write_team(*some) for some in batched(lines, 12)), name="Lines")


def as_written(payload: Payload) -> str:
    return payload.written


def harmless(payload: Payload) -> str:
    """A text of the same shape that means nothing anywhere."""
    return re.sub(r"\S", "x", payload.shown)


def save(content: bytes) -> Roster:
    found = import_json(content)
    return create_roster(NOBODY, found.roster, found.edition)


def find_own(row: Roster) -> str:
    return f"/lists/{row.edit_token}/"


def find_share(row: Roster) -> str:
    return f"/lists/{row.edit_token}/share/"


def find_shared(row: Roster) -> str:
    return f"/s/{make_link(row).code}/"


def find_frozen(row: Roster) -> str:
    return f"/f/{freeze_revision(row, row.number).code}/"


def find_copy(row: Roster) -> str:
    return f"{find_shared(row)}copy/"


def find_history(row: Roster) -> str:
    return f"/lists/{row.edit_token}/history/"


def find_past(row: Roster) -> str:
    return f"/lists/{row.edit_token}/history/1/"


def find_compared(row: Roster) -> str:
    return f"/lists/{row.edit_token}/compare/"


def keep(page: Page, server: LiveServer, rows: Iterable[Roster]) -> None:
    """Let a browser hold these lists to be made in it."""
    session = SessionStore()
    session[CREATED] = [row.code for row in rows]
    session.create()
    cookie = {"name": "sessionid", "value": session.session_key, "url": server.url}
    page.context.add_cookies([cookie])  # type: ignore[list-item]


# What is seen


LOOK = """(page) => {
    const counts = {}, foreign = [];
    const count = (what) => (counts[what] = (counts[what] ?? 0) + 1);
    const isOurs = (way) => new URL(way, location).origin === location.origin;
    for (const element of page.querySelectorAll("*")) {
        count(element.localName);
        for (const { name, value } of element.attributes) {
            count(`${element.localName} ${name}`);
            const isAddress = /^(href|src|action|formaction|hx-get|hx-post)$/.test(name);
            if (isAddress && !isOurs(value)) foreign.push(value);
        }
    }
    const all = (selector, find) => [...page.querySelectorAll(selector)].map(find);
    const text = (element) => element.textContent;
    return {
        counts,
        foreign,
        heads: [page.title, ...all("h1", text)],
        preview: page.querySelector("[property='og:title']")?.content,
        names: all(".line-title", (line) =>
            line.children[0] ? text(line.firstChild).slice(0, -1) : ""),
        notes: all(".line-note", text),
        fields: all("main :is(input:not([type=hidden]), textarea)", (field) => field.value),
    };
}"""

LOOK_AT_ALL = f"""(addresses) => Promise.all(addresses.map(async (address) => {{
    const look = {LOOK};
    const answer = await fetch(address);
    return look(new DOMParser().parseFromString(await answer.text(), "text/html"));
}}))"""


def look(page: Page, address: str = "") -> dict[str, Any]:
    """What stands on a page: on the one that is open, or on another one."""
    if address:
        page.goto(address, wait_until="domcontentloaded")
    seen: dict[str, Any] = page.evaluate(f"({LOOK})(document)")
    assert seen["foreign"] == []
    return seen


def look_at_all(page: Page, addresses: Iterable[str]) -> list[dict[str, Any]]:
    """What stands on many pages, as this browser reads them without opening them."""
    every: list[dict[str, Any]] = page.evaluate(LOOK_AT_ALL, list(addresses))
    assert [seen["foreign"] for seen in every if seen["foreign"]] == []
    return every


def compare(seen: dict[str, Any], plain: dict[str, Any]) -> dict[str, tuple[int, int]]:
    """Of which elements and attributes one page has another number than the other."""
    one, other = seen["counts"], plain["counts"]
    every = {key: (one.get(key, 0), other.get(key, 0)) for key in {*one, *other}}
    return {key: counts for key, counts in every.items() if counts[0] != counts[1]}


# Names and notes


def test_lines_are_shown_as_they_were_written(page: Page, tmp_path: Path) -> None:
    row = upload(page, tmp_path, write_lines(PAYLOADS, as_written))
    expect(page.locator(".site-main > .notice")).to_have_count(0)
    twin = upload(page, tmp_path, write_lines(PAYLOADS, harmless))
    names = [each.line for each in PAYLOADS]
    notes = [each.shown for each in PAYLOADS if each.shown]
    for find in (find_own, find_shared, find_frozen, find_past):
        seen = look(page, find(row))
        assert (seen["names"], seen["notes"]) == (names, notes)
        assert compare(seen, look(page, find(twin))) == {}

    exported = page.request.get(f"/lists/{row.edit_token}/roster.json").json()
    lines = [line for team in exported["children"] for line in team["children"]]
    assert [line.get("name", "") for line in lines] == names
    assert [line["note"] for line in lines if "note" in line] == notes
    page.goto(f"/lists/{row.edit_token}/roster.txt")
    text = page.request.get(page.url).text()
    assert [name for name in names if f"“{name}”" not in text and name] == []
    assert [note for note in notes if not is_within(note, text)] == []


def upload(page: Page, folder: Path, content: bytes) -> Roster:
    """The list that a file becomes."""
    page.goto("/import/")
    send_file(page, folder, content)
    expect(page.locator("#list-name")).to_have_value("Lines")
    return Roster.objects.latest("pk")


def is_within(note: str, text: str) -> bool:
    """Whether each line of a note is a line of a text."""
    lines = {line.strip() for line in text.split("\n")}
    return {line.strip() for line in note.split("\n")} <= lines


def test_list_names_are_shown_as_they_were_written(page: Page, live_server: LiveServer) -> None:
    payloads = list(pack(PAYLOADS, LONGEST_NAME))
    names = [each.line or "US Marines" for each in payloads]
    rows = [save(write_file(name=each.written)) for each in payloads]
    twins = [save(write_file(name=harmless(each))) for each in payloads]

    keep(page, live_server, twins)
    plain = look(page, "/")
    keep(page, live_server, rows)
    assert compare(look(page, "/"), plain) == {}
    assert page.locator(".kept-name").all_text_contents() == names[::-1][:MOST_SHOWN]
    offered = page.locator("#calculator-list option").all_text_contents()
    assert offered == [*(f"{name} (0)" for name in names[::-1]), "A new list"]

    look_at_my_lists(page, live_server, rows, twins)
    assert page.locator(".mine-name > a:first-child").all_text_contents() == names[::-1]

    keep(page, live_server, [*rows, *twins])
    kinds = (find_own, find_shared, find_frozen, find_share, find_copy)
    for find in (*kinds, find_history, find_past, find_compared):
        seen = look_at_all(page, map(find, rows))
        same = look_at_all(page, map(find, twins))
        assert [compare(*each) for each in zip(seen, same, strict=True) if compare(*each)] == []
        for name, each in zip(names, seen, strict=True):
            assert name in each["heads"][1]
            assert each["preview"] in (name, None)
    for row, name in [*zip(rows, names, strict=True)][::4]:
        assert name in look(page, find_shared(row))["heads"]


def look_at_my_lists(
    page: Page, server: LiveServer, rows: list[Roster], twins: list[Roster]
) -> None:
    """My lists, each tagged by what is written at the end of its name."""
    seen = []
    for some in (twins, rows):
        keep(page, server, some)
        tails = (row.name[5 - LONGEST_TAG :] for row in some)
        tags = [clean_line(f"{serial}: {tail}") for serial, tail in enumerate(tails)]
        for row, tag in zip(some, tags, strict=True):
            add_tag(holder_of(row), [row.code], tag)
        seen.append(look(page, f"/lists/?open={some[0].code}"))
        assert page.locator(".mine .tag").all_text_contents() == tags[::-1]
    assert compare(*seen) == {}


def test_what_is_typed_is_shown_as_it_was_typed(page: Page) -> None:
    row = save(write_file(write_team({"entry": "rifleman"})))
    open_line(page, row)
    names = list(pack((each for each in TYPED if "\n" not in each.written), LONGEST_NAME))
    notes = list(pack(TYPED, LONGEST_NOTE))

    for name, note in zip_longest(names, notes):
        type_in(page, "#list-name", name.written)
        type_in(page, "#opened-name", name.written)
        if note:
            type_in(page, "#opened-note", note.written)
        expect_state(page, "saved")
        called = name.line or "US Marines"
        fields, heads, is_left = page.evaluate(SHOWN)
        assert fields[:2] == [called, name.line], name.name
        assert fields[2] == note.shown.strip() if note else True
        assert heads == [f"{called} · Muster", called, name.line]
        assert is_left, name.name


SHOWN = """[
    ["#list-name", "#opened-name", "#opened-note"].map((id) => document.querySelector(id).value),
    [
        document.title,
        document.querySelector("h1").textContent,
        document.querySelector(".line-title:has(.soft)")?.firstChild.textContent.slice(0, -1) ?? "",
    ],
    dispatchEvent(new Event("beforeunload", { cancelable: true })),
]"""


def test_note_that_begins_with_blank_lines_is_no_change(page: Page) -> None:
    row = save(write_file(write_team({"entry": "rifleman", "note": "\n\n  a"})))

    open_line(page, row)

    expect(page.locator("#opened-note")).to_have_value("\n\n  a")
    assert page.evaluate("dispatchEvent(new Event('beforeunload', { cancelable: true }))")


def open_line(page: Page, row: Roster) -> None:
    line = next(node for node in load_document(row).walk() if node.entry == "rifleman")
    page.goto(f"/lists/{row.edit_token}/?open={line.id}")


def type_in(page: Page, field: str, text: str) -> None:
    """Type or paste a text in place of what stands there, and leave the field."""
    page.locator(field).focus()
    page.keyboard.press("Control+a")
    page.keyboard.insert_text(text)
    page.keyboard.press("Tab")


def expect_state(page: Page, *states: str) -> None:
    expect(page.locator("#save-state")).to_have_attribute(
        "data-state", re.compile("|".join(states))
    )


# Numbers

NUMBERS = [
    "0",
    "-1",
    "1e9",
    "1000000000",
    "2**64",
    "padded",
    "fraction",
    "comma",
    "hexadecimal",
    "infinity",
    "underscore",
    "Arabic digits",
    "superscript",
    "None",
    "NaN",
    "spaces",
    "script",
    "double quote and handler",
    "hx-get in an attribute",
    "end of textarea",
    "percent formats",
    "SQL",
    "emoji",
    "back slash at the end",
    "right to left",
]
TAKEN = {"limit": {"0": "0", "007": "7"}, "count": {"007": "7"}}
SENTENCE = re.compile(r"^Write (a whole number|[0-9]+ or (more|less))\.$")


def test_number_is_taken_or_refused_in_a_sentence(page: Page) -> None:
    row = save(write_file(write_team({"entry": "rifleman"}), points_limit=150))
    open_line(page, row)
    texts = [each.written for each in PAYLOADS if each.name in NUMBERS]
    assert len(texts) == len(NUMBERS)

    for field, control in (("limit", "#list-limit"), ("count", "#opened-count")):
        for text in texts:
            before = find_number(row, field)
            page.locator(control).evaluate("(field) => field.removeAttribute('maxlength')")
            type_in(page, control, text)
            expect_state(page, "saved", "refused")
            number = TAKEN[field].get(text)
            expect(page.locator(control)).to_have_value(number or text)
            assert find_number(row, field) == (number or before)
            if number is None:
                assert SENTENCE.fullmatch(page.locator(f"#fault-{field}").inner_text()), text
                expect(page.locator(control)).to_have_attribute("aria-invalid", "true")
        page.locator(control).press("Escape")


def find_number(row: Roster, field: str) -> str:
    row.refresh_from_db()
    roster = load_document(row)
    return str(roster.points_limit if field == "limit" else roster.children[0].children[0].count)


# Addresses and forms


def test_what_an_address_says_is_only_looked_up(page: Page) -> None:
    """Words sought, a line to open, a unit, an army list, a game, an entry, numbers."""
    row = save(write_file(write_team({"entry": "rifleman"})))
    page.goto("/")
    others = ["/new/", "/", "/systems/", find_shared(row)]
    for way, longest in [(find_own(row), LONGEST_SEARCH - 4), *((way, 2000) for way in others)]:
        asked = [f"{way}?{write_query(each)}" for each in (PLAIN, *pack(TYPED, longest))]
        plain, *seen = look_at_all(page, asked)
        assert [compare(each, plain) for each in seen if compare(each, plain)] == []


PLAIN = Payload("plain", "x", "x")


def write_query(payload: Payload) -> str:
    names = ["open", "unit", "list", "system", "entry", "of", "o_troop-class", "language", "paper"]
    sought = {"q": f"{payload.written} zqx"}  # which finds nothing, whatever stands before it
    return urlencode({**dict.fromkeys(names, payload.written), payload.written: "1", **sought})


def test_words_that_are_sought_stay_as_they_were_typed(page: Page) -> None:
    row = save(write_file(write_team({"entry": "rifleman"})))
    page.goto(find_own(row))

    for payload in [each for each in pack(TYPED, LONGEST_SEARCH) if "\n" not in each.written][:20]:
        type_in(page, "#search-words", payload.written)
        sought = payload.written.strip()
        if sought:
            expect(page.locator("#add")).to_contain_text("Nothing is called that.")
        expect(page.locator("#search-words")).to_have_value(payload.written)


def test_form_of_a_new_list_keeps_what_was_typed(page: Page) -> None:
    page.goto("/new/")
    taken = {"0", "1000000000", "2**64", "padded", "underscore", "Arabic digits"}
    wrong = [each for each in TYPED if each.name in {*NUMBERS} - taken]
    names = [each for each in pack(TYPED, LONGEST_NAME) if "\n" not in each.written]
    plain: dict[str, Any] = {}

    for name, limit in zip(names, cycle(wrong), strict=False):
        page.locator("[name=name]").fill(name.written)
        page.locator("[name=points_limit]").fill(limit.written)
        page.get_by_role("button", name="Start the list").click()
        expect(page.locator(".errorlist")).to_have_text(SENTENCE)
        seen = look(page)
        assert seen["fields"][:2] == [name.written, limit.written]
        plain = plain or seen
        assert compare(seen, plain) == {}


def test_what_is_no_link_to_a_list_is_kept_and_refused(page: Page) -> None:
    page.goto("/")
    alone = {"no scheme", "broken address", "foreign address", "path"}
    links = [each for each in TYPED if "\n" not in each.written]

    for payload in [*pack(links, LONGEST_NOTE), *(each for each in links if each.name in alone)]:
        if not payload.line:
            continue
        page.locator("[name=link]").fill(payload.written)
        page.get_by_role("button", name="Open", exact=True).click()
        expect(page.locator(".open-form .errorlist")).to_have_text(
            "This is no link to a list. Copy the whole of it."
        )
        expect(page.locator("[name=link]")).to_have_value(payload.written)


def test_calculator_says_what_number_to_write(page: Page) -> None:
    page.goto("/?entry=mmg-team")
    field = page.locator("[name=o_crew_crew]").first
    total = page.locator(".calculator-sum .total")
    fault = page.locator("#fault-o_crew_crew")

    for typed in ("-1", "1e9", "99999", "many", '"><b>', "", "1.5", "\u0663"):
        field.fill(typed)
        field.press("Enter")
        counted = "99" if typed == "99999" else "3"
        sentence = f"Write a whole number from 0 to 99. Until then {counted} is counted."
        expect(fault).to_have_text(sentence)
        expect(page.locator("#announcement")).to_contain_text(sentence)
        expect(field).to_have_value(typed)
        expect(field).to_be_focused()
        expect(total).to_have_text("1195 points" if typed == "99999" else "43 points")

        field.fill("1")
        field.press("Enter")
        expect(fault).to_have_count(0)
        expect(total).to_have_text("19 points")


# Files

NOT_A_LIST = "This file holds no list. Choose a JSON file that Muster has written."
UNREADABLE = [
    (b"", "The file is empty."),
    (b" \n", "The file is empty."),
    (b"\0\0\0", "This is not JSON: it breaks off or goes wrong in line 1. Export the list anew."),
    (b"<script>alert(1)</script>", "This is not JSON: it breaks off or goes wrong in line 1."),
    (b"%PDF-1.7\xff\xfe", "This is not a text file in UTF-8, which JSON is."),
    (b'{"schema": 1,\n"system"', "This is not JSON: it breaks off or goes wrong in line 2."),
    (b"9" * 5000, "This is not JSON that a list could be: a number in it is too long."),
    (b"[" * 100_000, "The file is nested too deeply to be a list."),
    (b"[]", NOT_A_LIST),
    (b"null", NOT_A_LIST),
    (b'"<b>"', NOT_A_LIST),
    (b"1e999", NOT_A_LIST),
    (b"{}", NOT_A_LIST),
    (b'{"name": "Foreign", "rules": [], "version": "9.8"}', NOT_A_LIST),
    (b'{"schema": "<b>"}', "The file says schema \u201c<b>\u201d; this site reads schema 1."),
    (b'{"schema": 1}', "The file does not say which game it is for (\u201csystem\u201d)."),
    (b'{"schema": 1, "system": 7}', "The file does not say which game it is for"),
    (b'{"schema": 1, "system": "<script>"}', "The list is for the game \u201c<script>\u201d"),
    (b" " * (4 * MIB + 1), "The file is too large. A list takes up to 4.0\xa0MB."),
]


def test_file_that_is_no_list_is_refused_in_a_sentence(page: Page, tmp_path: Path) -> None:
    page.goto("/import/")
    plain: dict[str, Any] = {}
    for content, sentence in UNREADABLE:
        send_file(page, tmp_path, content)
        expect(page.locator(".errorlist")).to_contain_text(sentence)
        seen = look(page)
        plain = plain or seen
        assert compare(seen, plain) == {}

    assert not Roster.objects.exists()


def send_file(page: Page, folder: Path, content: bytes) -> None:
    file = folder / '"><b>.json'
    file.write_bytes(content)
    page.set_input_files("[name=file]", file)
    page.get_by_role("button", name="Import the list").click()


def test_file_of_ten_megabytes_is_refused_in_a_sentence(page: Page, tmp_path: Path) -> None:
    page.goto("/import/")

    send_file(page, tmp_path, write_file(name="x" * 10 * MIB))

    expect(page.get_by_role("heading", level=1)).to_have_text("That is too large to be read.")
    assert not Roster.objects.exists()


ODD: list[Any] = [None, True, -1, 0, 1e9, 1.5, 10**40, "7", "", [], {}, [[]], {"option": {}}]
COUNTS = [1, 1, 1, 1, 999, 1, 999, 1, 1, 1, 1, 1, 1]
"""What comes of these where a count is asked for."""


KEYS = list(pack(PAYLOADS, LONGEST_SEARCH))


def write_odd_file(write: Write) -> bytes:
    """A list in which whatever can be of another type is, and in which unknown keys stand."""
    bold, *keys = [write(each) for each in (Payload("bold", '"><b>', '"><b>'), *KEYS)]
    lines: list[dict[str, Any]] = []
    lines += ({"entry": "rifleman", "name": "odd", "count": value} for value in ODD)
    lines += ({"entry": "rifleman", "name": value, "note": value} for value in ODD)
    lines += ({"entry": "rifleman", "id": value, "options": value} for value in ODD)
    lines += ({"entry": "rifleman", "options": {"weapon": value, bold: value}} for value in ODD)
    lines += ({"entry": "rifleman", "options": {key: [{"option": key}]}} for key in keys)
    lines += ({"entry": key, "count": 2} for key in keys)
    more = {"readings": {bold: bold}, "scenario": bold, "opponent": 3, "points_limit": -1}
    teams = [write_team(*some) for some in batched(lines, 12)]
    return write_file(*teams, *ODD, name={bold: 1}, own_entries=ODD, optional_rules=[bold], **more)


def test_what_does_not_fit_in_a_list_is_told_and_the_rest_is_kept(
    page: Page, tmp_path: Path
) -> None:
    rows = []
    for write in (harmless, as_written):
        page.goto("/import/")
        send_file(page, tmp_path, write_odd_file(write))
        told = page.locator(".site-main > .notice span")
        expect(told).to_contain_text("Imported, but not everything as it stood in the file:")
        assert told.locator(":not(br)").count() == 0
        rows.append(Roster.objects.latest("pk"))

    twin, row = rows
    for find in (find_own, find_shared):
        assert compare(look(page, find(row)), look(page, find(twin))) == {}
    for export in ("roster.txt", "roster.json"):
        assert page.request.get(find_own(row) + export).ok
    nodes = list(load_document(row).walk())
    assert [node.count for node in nodes if node.name == "odd"] == COUNTS
    unknown = [node.entry for node in nodes if node.count == 2]
    assert unknown == [each.shown[:80] for each in KEYS]


# Print


@pytest.mark.parametrize("export", ["sheet.pdf", "cards.pdf?each=kind"])
def test_prints_show_what_was_written(page: Page, export: str) -> None:
    shown = [each for each in PAYLOADS if each.name not in WITHOUT_GLYPHS]
    names, notes = list(pack(shown, LONGEST_NAME)), list(pack(shown, LONGEST_NOTE))
    lines = [
        {"entry": "rifleman", "name": name.written, "note": note.written}
        for name, note in zip_longest(names, notes, fillvalue=PLAIN)
    ]
    lines += [{"entry": each.written} for each in KEYS[:12]]
    name = "</title><script>alert(1)</script> {{ 7|add:7 }} %(name)s \\"
    row = save(write_file(*(write_team(*some) for some in batched(lines, 12)), name=name))

    text = read_pdf(page, find_own(row) + export)

    written = [name, *(part for each in names for part in each.line.split(" "))]
    assert [each for each in written if squeeze(each) not in text] == []


def test_prints_outlive_letters_that_no_font_has(page: Page) -> None:
    lines = [
        {"entry": "rifleman", "name": each.written}
        for each in PAYLOADS
        if each.name in WITHOUT_GLYPHS
    ]
    row = save(write_file(write_team(*lines)))

    for export in ("sheet.pdf", "cards.pdf"):
        answer = page.request.get(find_own(row) + export, timeout=90_000)
        assert (answer.status, answer.body()[:5]) == (200, b"%PDF-")


WITHOUT_GLYPHS = {"full-width script", "Chinese", "private use", "no character"}


def read_pdf(page: Page, address: str) -> str:
    """The letters of a print, without any white space."""
    answer = page.request.get(address, timeout=90_000)
    assert answer.status == 200
    return squeeze(
        "".join(each.extract_text() for each in PdfReader(io.BytesIO(answer.body())).pages)
    )


def squeeze(text: str) -> str:
    """A text without white space and what takes no room, its letters as prints spell them."""
    letters = unicodedata.normalize("NFKC", text)
    return re.sub(
        r"[\s\u00ad\u200b-\u200d\u2060\ufe0e\ufe0f\ufeff\U000e0000-\U000e007f]", "", letters
    )


# Who watches


def test_what_no_page_may_do_is_noticed(browser: Browser, live_server: LiveServer) -> None:
    context = browser.new_context()
    faults = watch(context, live_server.url)
    page = context.new_page()
    page.goto(f"{live_server.url}/")

    page.evaluate("alert('x')")
    page.evaluate("document.body.insertAdjacentHTML('beforeend', '<img src=x onerror=alert(1)>')")
    page.evaluate(f"document.body.append(Object.assign(new Image(), {{ src: '{FOREIGN}/x' }}))")
    page.evaluate("setTimeout(() => { throw new Error('a script failed') })")
    page.wait_for_timeout(300)

    context.close()
    for sign in ("dialog: x", "script-src", "img-src", "a script failed"):
        assert any(sign in fault for fault in faults), faults
