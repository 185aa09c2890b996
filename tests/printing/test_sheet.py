"""The list sheet: the PDF holds every fact of the evaluation, and nothing leaves the page."""

from __future__ import annotations

import io
import re
import unicodedata
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from functools import lru_cache
from typing import Any

import pytest
from pypdf import PdfReader

from lists.building.rosters import Evaluated
from lists.models import Revision
from lists.models import Roster as RosterRow
from lists.printing.child import Press
from lists.printing.renderer import render_pdf
from lists.printing.sheet import Paper, Sheet, build_sheet, render_sheet
from lists.rules.evaluate import evaluate
from lists.rules.roster import Node, Roster
from tests.breaking_news import GAME, assess, line, muster, printed, scratch, squad, team

WHEN = datetime(2026, 11, 30, 12, tzinfo=UTC)


def sheet_of(roster: Roster, language: str = "en", *, ready: bool = False, **more: Any) -> Sheet:
    state = RosterRow.State.READY if ready else RosterRow.State.DRAFT
    row, revision = RosterRow(state=state), Revision(number=7, created_at=WHEN)
    evaluated = Evaluated(row, revision, GAME, roster, evaluate(GAME, roster))
    return build_sheet(evaluated, language, **more)


@lru_cache
def print_once(html: str) -> PdfReader:
    return PdfReader(io.BytesIO(render_pdf(html)))


def read(html: str) -> str:
    """The text of the printed page, one space for any white space."""
    pages = print_once(html).pages
    return " ".join(" ".join(page.extract_text().split()) for page in pages)


def text_of(roster: Roster, language: str = "en", **more: Any) -> str:
    return read(render_sheet(sheet_of(roster, language, **more)))


def missing(text: str, words: Any) -> list[str]:
    """Those of the words that the text does not hold, however its lines are broken."""
    bare = re.sub(r"\s", "", text)
    return [word for word in words if re.sub(r"\s", "", str(word)) not in bare]


PATROL = replace(
    printed("us-marines", line("hummer", gun="mmg", crew={"crew": 2}), line("ambush"), limit=150),
    name="Long patrol",
    scenario="kidnapped-journalist",
    opponent="irregular",
    optional_rules=("wounded",),
    readings={"tolerance": "five-percent"},
)


# Every fact


def facts(sheet: Sheet) -> Iterator[str]:
    """All that a sheet shows, word by word, heads of tables aside."""
    shown = sheet.roster
    yield from (shown.name, shown.total, shown.limit, shown.balance, shown.verdict_words)
    yield from (sheet.about, sheet.state.upper(), sheet.player, sheet.date, shown.scenario)
    yield from (tally.name.upper() + tally.value for tally in sheet.tallies)
    for unit in sheet.units:
        yield from (unit.name, unit.level, unit.points)
        yield from (value.name.upper() + value.value for value in unit.values)
        for row in unit.lines:
            yield from (row.numbers, row.name, row.equipment, row.note, *row.cells, row.points)
        for extra in unit.extras:
            yield from (extra.name, extra.points, extra.text)
    for problem in shown.problems:
        yield problem.sentence
    for value in sheet.support:
        yield from (value.name, value.value, value.text)
    for reading in sheet.readings:
        yield from (reading.name, reading.value)
    for rule in sheet.rules:
        yield from (rule.name, rule.text)
    for table in sheet.tables:
        for entry in table.rows:
            yield entry.name + "".join(cell.value for cell in entry.cells)
    for column in sheet.references:
        for reference in column:
            yield reference.table.name
            yield from (column.upper() for column in reference.table.columns)
            for cells in reference.table.rows:
                yield from (cell.value for cell in cells)


SIX_REMARKS = printed(
    "us-marines",
    line("medic"),
    line("hummer", gun="mmg", crew={"crew": 2}),
    line("ambush"),
    line("sniper", 2),
    line("rifleman", 3, weapon="rpg"),
    limit=100,
)
LONG = scratch(
    *(
        squad(*(line("rifleman", n, weapon=w) for n in (1, 2, 3) for w in ("lmg", "rpg")))
        for _ in range(9)
    )
)
LISTS = {
    "nothing": muster("us-marines"),
    "one man": muster("us-marines", team("veteran", line("rifleman"))),
    "a patrol": PATROL,
    "over its limit": replace(PATROL, points_limit=40),
    "six remarks": SIX_REMARKS,
    "a list of seventy lines": LONG,
}


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize("name", LISTS)
def test_every_fact_of_the_evaluation_is_printed(name: str, language: str) -> None:
    sheet = sheet_of(LISTS[name], language, player="Elena Ruiz", ready=name == "a patrol")

    assert missing(read(render_sheet(sheet)), facts(sheet)) == []


@pytest.mark.parametrize(
    ("roster", "ready", "language", "words"),
    [
        (PATROL, False, "en", ["DRAFT", "Not legal"]),
        (PATROL, False, "es", ["BORRADOR", "No reglamentaria"]),
        (printed("us-marines"), True, "en", ["READY", "Legal"]),
        (printed("us-marines"), True, "es", ["TERMINADA", "Reglamentaria"]),
        (printed("us-marines", line("medic")), False, "en", ["DRAFT", "Not legal"]),
    ],
)
def test_every_sheet_says_what_it_is_worth(
    roster: Roster, ready: bool, language: str, words: list[str]
) -> None:
    assert missing(text_of(roster, language, ready=ready), words) == []


NAMES = {
    "Cyrillic": "Иван Кузнецов",
    "Greek": "Γιώργος Παπαδόπουλος",
    "Vietnamese": "Nguyễn Văn Đức",
    "Arabic": "محمد",
    "Hebrew": "דוד",
    "long": "Maximiliano " * 16,
    "unbroken": "W" * 200,
    "markup": "<script>alert(1)</script>",
    "a style": "</style>x{content:'y'}\\",
    "an address": "https://example.org/?a=1&b=2",
}


def compose(text: str) -> str:
    """Letters as they are typed, from the forms in which a font joins them; both directions."""
    return unicodedata.normalize("NFKC", text)


def name_all(node: Node, name: str) -> Node:
    return replace(node, id=f"{node.id}-{name[:8]}", name=name, note=name, children=())


CALLED = replace(
    PATROL,
    name=" ".join(NAMES.values()),
    children=tuple(
        replace(name_all(PATROL.children[0], name), children=(name_all(node, name),))
        for name in NAMES.values()
        for node in PATROL.children[0].children[:1]
    ),
)


@pytest.mark.parametrize("script", NAMES)
def test_a_name_is_printed_as_it_is_written(script: str) -> None:
    name = NAMES[script].strip()

    text = compose(text_of(CALLED, player=" ".join(NAMES.values())))

    wanted = re.sub(r"\s", "", name)
    bare = re.sub(r"\s", "", text)
    places = ["list", "player", "unit", "its note", "line", "its note"]
    assert max(bare.count(wanted), bare.count(wanted[::-1])) >= len(places)


def test_entries_that_nobody_knows_are_printed_as_they_are_called() -> None:
    unit = team("veteran", line("rifleman"), line("dragon", 3))

    sheet = sheet_of(muster("us-marines", unit, line("wyvern")))

    assert [row.name for unit in sheet.units for row in unit.lines] == [
        "Rifleman",
        "dragon",
        "wyvern",
    ]
    assert missing(read(render_sheet(sheet)), ["3dragon", "wyvern"]) == []


# The page


@lru_cache(maxsize=1)
def press() -> Press:
    return Press()


def lay_out(html: str) -> Any:
    """The pages of a sheet as they are laid out."""
    return press().lay_out(html)


NAMED = tuple(
    Node(f"x{position}", "rifleman", name=name, note=name)
    for position, name in enumerate(NAMES.values())
)
CROWDED = replace(
    LONG,
    name=NAMES["long"],
    children=(replace(LONG.children[0], name=NAMES["unbroken"], children=NAMED), *LONG.children),
)


@pytest.mark.parametrize(
    ("roster", "language", "paper"),
    [
        (CROWDED, "en", Paper.LETTER),
        (CROWDED, "es", Paper.A4),
        (SIX_REMARKS, "en", Paper.LETTER),
        (SIX_REMARKS, "es", Paper.A4),
    ],
)
def test_nothing_leaves_the_page(roster: Roster, language: str, paper: Paper) -> None:
    html = render_sheet(sheet_of(roster, language, player=NAMES["unbroken"]), paper)

    beyond = [
        (number, box.text)
        for number, page in enumerate(lay_out(html).pages)
        for box in page._page_box.descendants()
        if hasattr(box, "text") and box.text.strip()
        if box.position_x < 0
        or box.position_x + box.width > page.width + 1
        or box.position_y < 0
        or box.position_y + box.height > page.height
    ]
    assert beyond == []


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize("army_list", ["us-marines", "taliban", "bersaglieri", "special-forces"])
def test_a_printed_list_fills_one_page(army_list: str, language: str) -> None:
    roster = printed(army_list, line("intelligence"), limit=150)

    assert len(lay_out(render_sheet(sheet_of(roster, language))).pages) == 1


SHARED = "https://muster.example/s/AbCdEfGhIjKlMnOpQrStUv/"


@pytest.mark.parametrize(
    ("language", "paper", "address"),
    [("en", Paper.A4, ""), ("en", Paper.LETTER, SHARED), ("es", Paper.A4, SHARED)],
)
@pytest.mark.parametrize("roster", [PATROL, SIX_REMARKS], ids=["patrol", "six remarks"])
def test_a_list_with_remarks_fills_one_page(
    roster: Roster, language: str, paper: Paper, address: str
) -> None:
    html = render_sheet(sheet_of(roster, language, address=address), paper)

    assert len(lay_out(html).pages) == 1


STEPS = """<!doctype html><html lang="en"><title>Steps</title>
<link rel="stylesheet" href="muster:print.css"><link rel="stylesheet" href="muster:sheet.css">
<link rel="alternate stylesheet" href="muster:snug.css" title="snug">
<link rel="alternate stylesheet" href="muster:tight.css" title="tight">
<body class="sheet a4">{lines}<p id="end"></p>"""


@pytest.mark.parametrize(
    ("lines", "pages", "size"),
    [(70, 1, 8.4), (80, 1, 8.1), (88, 1, 7.6), (100, 2, 8.4), (150, 2, 8.4), (170, 3, 8.4)],
)
def test_type_is_as_small_as_it_takes_to_save_a_page_and_no_smaller(
    lines: int, pages: int, size: float
) -> None:
    document = lay_out(STEPS.format(lines="<p>A line.</p>" * lines))

    sizes = {
        round(box.style["font_size"] * 0.75, 1)
        for page in document.pages
        for box in page._page_box.descendants()
        if getattr(box, "text", "") == "A line."
    }
    assert (len(document.pages), sizes) == (pages, {size})


def test_the_pdf_is_tagged_titled_and_brings_its_fonts() -> None:
    pdf = print_once(render_sheet(sheet_of(PATROL, "es")))

    assert pdf.metadata is not None
    assert (pdf.metadata.title, pdf.root_object["/Lang"]) == ("Long patrol", "es")
    assert pdf.root_object["/MarkInfo"]["/Marked"]
    assert [font for font in find_fonts(pdf) if "+" not in font] == []


def find_fonts(pdf: PdfReader) -> set[str]:
    """The base fonts of all pages; those that are embedded in part have a prefix."""
    return {
        str(font.get_object()["/BaseFont"])
        for page in pdf.pages
        for font in page["/Resources"]["/Font"].values()
    }


def test_each_page_counts_itself_and_names_edition_and_day() -> None:
    pages = print_once(render_sheet(sheet_of(LONG, player="Elena Ruiz"))).pages

    assert len(pages) > 2
    for number, page in enumerate(pages, 1):
        foot = [f"{number} / {len(pages)}", "Spanish edition 2.1", "30 November 2026", "revision 7"]
        assert missing(page.extract_text(), foot) == []


def test_the_html_refers_to_our_own_files_alone() -> None:
    html = render_sheet(sheet_of(CROWDED))

    assert set(re.findall(r'(?:href|src|url)\s*=\s*"([^"]*)"', html)) == {
        "muster:print.css",
        "muster:sheet.css",
        "muster:snug.css",
        "muster:tight.css",
    }
    assert "style=" not in html
    assert "<style" not in html


# What is in use


def test_tables_show_what_the_list_uses_and_nothing_else() -> None:
    tables = {table.key: [row.name for row in table.rows] for table in sheet_of(PATROL).tables}

    assert tables == {
        "troop-class": ["Veteran"],
        "weapon": [
            "Assault rifle",
            "Grenade launcher",
            "Light machine gun",
            "Medium machine gun",
            "Hand grenade",
        ],
        "vehicle": ["Hummer"],
    }


def test_statistics_stand_under_the_readings_and_the_scenario_of_the_list() -> None:
    vehicle = line("vm90", gun="mmg")
    roster = muster("bersaglieri", squad(vehicle), scenario="patrol", vm90="protected")

    (row,) = next(t for t in sheet_of(roster).tables if t.key == "vehicle").rows

    saves = {cell.label: cell.value for cell in row.cells}
    assert row.effects == "Counted as protected"
    assert (saves["Small arms"], saves["Heavy AT"]) == ("4+", "6")


@pytest.mark.parametrize(
    ("reading", "cell"),
    [
        ({}, "+2, as the fire rule says"),
        ({"speculative-save": "plus-two"}, "+2, as the fire rule says"),
        ({"speculative-save": "plus-one"}, "+1, as the save rule says"),
    ],
)
def test_a_table_shows_the_value_of_the_reading_that_the_list_goes_by(
    reading: dict[str, str], cell: str
) -> None:
    sheet = sheet_of(printed("us-marines", readings=reading))

    rows = {
        row[0].value: row[1].value
        for column in sheet.references
        for reference in column
        if reference.table.key == "save-modifiers"
        for row in reference.table.rows
    }
    assert (rows["Speculative fire"], rows["Behind cover"]) == (cell, "+1")


def test_the_sheet_says_the_total_that_the_evaluation_says() -> None:
    assert sheet_of(PATROL).roster.total == str(assess(PATROL).total)
