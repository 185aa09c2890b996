"""Cards: whole on their page, nothing outside of one, no word lost, numbers as they are played."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from typing import Any

import pytest
from django.test import Client
from pypdf import PdfReader

from lists.building.rosters import Evaluated, create_roster
from lists.loading.store import store_edition
from lists.models import NOBODY, Revision
from lists.models import Roster as RosterRow
from lists.printing.cards import (
    SMALLEST,
    CardSheet,
    LaidCard,
    build_cards,
    lay_out_card,
    render_cards,
)
from lists.printing.measures import break_lines, measure, shorten
from lists.printing.renderer import PrintFailed, render_pdf
from lists.printing.sheet import Paper
from lists.rules.evaluate import evaluate
from lists.rules.roster import Node, Roster
from lists.wording.cards import ShownCard
from tests import askari, bolt_action
from tests.breaking_news import GAME, line, muster, printed, scratch, squad, team
from tests.catalogues import read_game
from tests.factories import create_home_guard
from tests.printing.words import find_broken_words, lay_out_pages

MILLIMETRE = 96 / 25.4
"""Boxes are laid out in CSS pixels."""


def cards_of(roster: Roster, language: str = "en", **more: Any) -> CardSheet:
    evaluated = Evaluated(RosterRow(), Revision(number=1), GAME, roster, evaluate(GAME, roster))
    return build_cards(evaluated, language, **more)


def laid(sheet: CardSheet) -> list[LaidCard]:
    return [card for page in sheet.pages for row in page for card in row]


def find_card(roster: Roster, name: str, language: str = "en", **more: Any) -> ShownCard:
    return next(
        each.card for each in laid(cards_of(roster, language, **more)) if each.card.name == name
    )


def rows_of(card: ShownCard) -> dict[str, str]:
    """A card's table: "1: 3 4 5 6" by what it is about, dice of their own in brackets."""
    return {
        row.name: f"{row.count}: "
        + " ".join(c.value + (f"({c.count})" if c.count else "") for c in row.cells).strip()
        for block in card.blocks
        for row in block.rows
    }


def values_of(card: ShownCard) -> dict[str, str]:
    return {value.name: value.value for block in card.blocks for value in block.values}


def boxes_of(card: ShownCard) -> dict[str, int]:
    return {boxes.name: boxes.count for block in card.blocks for boxes in block.boxes}


def rename(roster: Roster, name: str, note: str = "") -> Roster:
    """The roster with all its nodes called so."""

    def change(node: Node) -> Node:
        return replace(node, name=name, note=note, children=tuple(map(change, node.children)))

    return replace(roster, children=tuple(map(change, roster.children)))


VEHICLES = ("hummer", "tank", "technical", "heavy-armoured-vehicle")
PATROL = printed(
    "us-marines",
    *(line(key) for key in VEHICLES),
    *(line(key) for key in ("mmg-team", "at-team", "ambush", "improved-support")),
)
MILITIA = muster(
    "iraqi-insurgents",
    team("militia", line("leader", leadership="level-2"), line("fighter", 7, weapon="lmg")),
    rules=("wounded",),
)
ENDLESS = "Anybody who reads all of this card has to turn it over. " * 34
STRANGE = ["Ж" * 200, "W" * 200, "漢" * 200, "😀" * 60, "مرحبا بالعالم " * 12, "x\u0301" * 90]
LISTS: dict[str, Roster] = {
    "nothing": muster("us-marines"),
    "one man": scratch(squad()),
    "a patrol": PATROL,
    "militia": MILITIA,
    "endless notes": rename(MILITIA, "Ruiz", ENDLESS[:2000]),
    **{f"names of {name[:1]!r}": rename(MILITIA, name, name) for name in STRANGE},
}


# In the laid-out boxes


def find_boxes(page: Any, name: str) -> Iterator[Any]:
    for box in page._page_box.descendants():
        if name in (box.element.get("class") or "").split() if box.element is not None else False:
            yield box


def frame(box: Any) -> tuple[float, float, float, float]:
    """Left, top, right and bottom of a box without its margins, in millimetres."""
    left, top = box.border_box_x(), box.border_box_y()
    edges = (left, top, left + box.border_width(), top + box.border_height())
    return tuple(edge / MILLIMETRE for edge in edges)  # type: ignore[return-value]


def find_text(box: Any) -> Iterator[Any]:
    return (each for each in box.descendants() if getattr(each, "text", "").strip())


SORTS = [
    *product(LISTS, [False, True], [Paper.A4]),
    *product(["a patrol", "endless notes"], [False], [Paper.LETTER]),
]
"""Of which lists which sort of cards is laid out on what: another paper moves cards, not texts."""


@pytest.mark.parametrize(("name", "is_shared", "paper"), SORTS)
def test_no_card_is_cut_nothing_stands_outside_of_one_or_is_too_small(
    name: str, is_shared: bool, paper: Paper
) -> None:
    sheet = cards_of(LISTS[name], "es", is_shared=is_shared)
    pages = lay_out_pages(render_cards(sheet, paper))

    assert len(pages) == max(len(sheet.pages), 1)
    found = 0
    for page in pages:
        width, height = page.width / MILLIMETRE, page.height / MILLIMETRE
        for card in (box for box in find_boxes(page, "card") if box.element.tag == "div"):
            left, top, right, bottom = frame(card)
            assert (round(right - left, 2), round(bottom - top, 2)) == (63, 88)
            assert 0 <= left < right <= width
            assert 0 <= top < bottom <= height
            for text in find_text(card):
                x, y = text.position_x / MILLIMETRE, text.position_y / MILLIMETRE
                end, foot = x + text.width / MILLIMETRE, y + text.height / MILLIMETRE
                place = f"{text.text!r} on {card.element.get('class')}"
                assert left + 2 < x <= end < right - 2, place
                assert top + 2 < y < foot < bottom - 2, place
                if "fewer" not in (text.element.get("class") or ""):
                    assert round(text.style["font_size"] * 0.75, 2) >= SMALLEST, place
            found += 1
    assert found == len(laid(sheet))


@pytest.mark.parametrize("name", LISTS)
def test_no_word_is_lost_between_the_cards(name: str) -> None:
    sheet = cards_of(LISTS[name], is_shared=True)

    for card in {id(each.card): each.card for each in laid(sheet)}.values():
        parts = [each for each in laid(sheet) if each.card is card]
        blocks = [block for part in parts for block in part.blocks]
        told = "".join(block.text for block in blocks if block.kind in ("text", "note"))
        texts = [card.note, *(block.text for block in card.blocks)]
        assert re.sub(r"\s", "", told) == re.sub(r"\s", "", "".join(texts))
        rows = [
            strip.content for block in blocks if block.kind == "table" for strip in block.strips
        ]
        assert rows == [row for block in card.blocks for row in block.rows]
        assert [part.part for part in parts] == list(range(1, parts[0].parts + 1))


def test_marks_show_where_to_cut() -> None:
    page = lay_out_pages(render_cards(cards_of(PATROL)))[0]

    card = next(box for box in find_boxes(page, "card") if box.element.tag == "div")
    left, top, right, bottom = frame(card)
    marks = [frame(mark) for mark in find_boxes(page, "mark")]
    assert len(marks) == 16
    for edge in (left, right):
        assert any(abs(mark[0] - edge) < 0.2 and mark[3] < top for mark in marks)
    for edge in (top, bottom):
        assert any(abs(mark[1] - edge) < 0.2 and mark[2] < left for mark in marks)


# What stands on them


def test_a_figure_has_its_number_name_class_points_and_leadership() -> None:
    card = find_card(PATROL, "Team leader")

    head = (card.number, card.name, card.head, card.points)
    assert head == ("1", "Team leader", "Veteran · Leadership 2", "22")


def test_a_veteran_fires_as_the_book_says() -> None:
    assert rows_of(find_card(PATROL, "Rifleman")) == {
        "AR": "1: 3 4 5 6",
        "AR burst": "3: 4 6 – –",
        "AR covering": ": 3 2",
        "Hand grenade": "1: 4 – – –",
    }


@pytest.mark.parametrize(
    ("troop_class", "weapon", "row", "expected"),
    [
        ("special-forces", "assault-rifle", "AR", "1: 2 3 4 5"),
        ("special-forces", "assault-rifle", "AR burst", "3: 4 6 – –"),
        ("special-forces", "lmg", "LMG", "4: 4 5 6 6"),
        ("special-forces", "hmg", "HMG", "5: 4 5 5 6"),
        ("recruit", "assault-rifle", "AR", "1: 4 5 6 –"),
        ("recruit", "assault-rifle", "AR burst", "3: 5 6(2) – –"),
        ("fanatic", "lmg", "LMG", "4: 5 6 6(3) 6(3)"),
        ("fanatic", "rpg", "RPG", "1: 4 5 6 –"),
        ("fanatic", "grenade-launcher", "GL", "1: 4 5 6 –"),
        ("special-forces", "grenade-launcher", "GL", "1: 3 4 5 –"),
        ("fanatic", "grenade-launcher", "AR", "1: 4 5 6 –"),
        ("militia", "hmg", "HMG covering", ": 7 6"),
    ],
)
def test_the_class_is_in_the_numbers_where_the_book_has_it(
    troop_class: str, weapon: str, row: str, expected: str
) -> None:
    roster = scratch(team(troop_class, line("rifleman", weapon=weapon)))

    assert rows_of(find_card(roster, "Rifleman"))[row] == expected


@pytest.mark.parametrize(
    ("troop_class", "leader", "man"), [("veteran", "2+", "3+"), ("special-forces", "2+", "2+")]
)
def test_a_leader_saves_better_and_a_one_still_kills(
    troop_class: str, leader: str, man: str
) -> None:
    roster = scratch(team(troop_class, line("team-leader"), line("rifleman")))

    led = values_of(find_card(roster, "Team leader"))
    plain = values_of(find_card(roster, "Rifleman"))
    assert (led["Save"], led["Leader's save"], plain["Save"]) == (man, leader, man)
    assert "Leader's save" not in plain


def test_a_figure_has_boxes_to_tick() -> None:
    assert boxes_of(find_card(PATROL, "Rifleman")) == {
        "Grenades": 2, "Shaken": 1, "Panic": 1, "Hidden": 1, "Wounded": 1, "Out": 1,
    }  # fmt: skip
    assert boxes_of(find_card(MILITIA, "Fighter"))["Wounded, turns left"] == 6


def test_the_values_of_a_team_stand_on_its_own_card() -> None:
    card = find_card(MILITIA, "Team")

    values = values_of(card)
    assert (card.head, card.points) == ("Militia", "85")
    assert (values["Initiative"], values["Morale dice"], values["Break point"]) == ("+4", "2", "4")
    assert values["Defeat points at stake"] == "45"
    assert boxes_of(card)["Losses"] == 8


def test_a_vehicle_shows_its_saves_by_attacker_and_facing_its_guns_and_crew() -> None:
    card = find_card(PATROL, "Tank")

    assert rows_of(card)["Tank gun"] == "1: 4 4 6 6"
    assert (card.equipment, boxes_of(card)["Crew out"]) == ("2 Crewmen", 2)
    assert values_of(card) == {
        "Move cm": "30 - 1D6", "Small arms": "0+", "Light AT": "1+", "Heavy AT": "4+",
        "Tank gun": "4+", "Side": "2+", "Side heavy": "5+", "IED": "0+",
    }  # fmt: skip


def test_an_extra_says_what_it_does() -> None:
    card = find_card(PATROL, "Ambush")

    assert card.blocks[0].text == GAME.entries["ambush"].text["en"]


def test_each_figure_has_a_card_and_a_number() -> None:
    names = [(each.card.name, each.card.number) for each in laid(cards_of(MILITIA))]

    assert names == [("Team", ""), ("Leader", "1"), *(("Fighter", str(n)) for n in range(2, 9))]


def test_men_of_a_kind_share_a_card_with_a_row_of_boxes_each() -> None:
    cards = [each.card for each in laid(cards_of(MILITIA, is_shared=True))]

    assert [(card.name, card.number, len(card.pieces)) for card in cards] == [
        ("Team", "", 0), ("Leader", "1", 0), ("7 Fighters", "2–8", 7),
    ]  # fmt: skip


def test_a_hundred_of_a_kind_go_on_with_further_cards() -> None:
    roster = scratch(team("militia", line("fighter", 100)))

    parts = laid(cards_of(roster, is_shared=True))[1:]
    rows = [strip for part in parts for block in part.blocks[2:] for strip in block.strips]
    assert len(parts) > 1
    assert sum(block.kind == "pieces" for part in parts for block in part.blocks) == len(parts)
    assert len({str(strip.content) for strip in rows if strip.content.number}) <= 100  # type: ignore[union-attr]


def test_too_many_cards_are_refused() -> None:
    with pytest.raises(PrintFailed):
        cards_of(scratch(team("militia", line("fighter", 999), line("fighter", 999))))


@pytest.mark.parametrize("language", ["en", "es"])
def test_a_pdf_has_titles_pages_and_words(language: str) -> None:
    sheet = cards_of(replace(PATROL, name="Patrol"), language)

    reader = PdfReader(io.BytesIO(render_pdf(render_cards(sheet))))
    text = " ".join(page.extract_text() for page in reader.pages)
    assert len(reader.pages) == len(sheet.pages) == 2
    assert "1 / 2" in text
    assert {"en": "Leadership", "es": "Liderazgo"}[language] in text
    assert "Patrol" in (reader.metadata or {})["/Title"]


# Measures


def test_lines_are_broken_at_words_and_long_words_anywhere() -> None:
    assert break_lines("one two\nthree", measure("one two", 10) + 1, 10) == ["one two", "three"]
    assert break_lines("mmmm", measure("mm", 10), 10) == ["mm", "mm"]
    assert break_lines("", 100, 10) == []


def test_what_does_not_fit_ends_with_an_ellipsis() -> None:
    assert shorten("long name", 1000, 10) == "long name"
    assert shorten("long name", measure("long…", 10) + 1, 10) == "long…"


def test_a_card_is_set_as_large_as_it_fits() -> None:
    small, large = (ShownCard("", "A", "", "", "", "1", note, ()) for note in (ENDLESS[:1500], "B"))

    assert [each.size for each in lay_out_card(large)] == [9.5]
    assert {each.size for each in lay_out_card(small)} < {7.0, 7.5, 8.0, 8.5, 9.0}


# Over HTTP


@pytest.mark.parametrize("query", ["", "?each=kind&paper=letter&language=es", "?each=&paper=x"])
def test_the_holder_of_a_list_gets_its_cards(client: Client, db: None, query: str) -> None:
    row = create_home_guard()

    response = client.get(f"/lists/{row.edit_token}/cards.pdf{query}")
    assert (response.status_code, response["Content-Type"]) == (200, "application/pdf")
    assert response.content.startswith(b"%PDF")


def test_nobody_else_gets_them(client: Client, db: None) -> None:
    assert client.get(f"/lists/{create_home_guard().code}/cards.pdf").status_code == 404


def test_too_many_cards_are_refused_with_a_way_out(client: Client, db: None) -> None:
    row = create_roster(
        NOBODY,
        scratch(team("militia", line("fighter", 999))),
        store_edition(read_game("breaking-news")[0]).edition,
    )

    response = client.get(f"/lists/{row.edit_token}/cards.pdf")

    page = response.content.decode()
    assert response.status_code == 503
    assert f'href="/lists/{row.edit_token}/cards.pdf?each=kind"' in page


def test_the_builder_links_to_both_sorts_of_cards(client: Client, db: None) -> None:
    row = create_home_guard()

    page = client.get(f"/lists/{row.edit_token}/").content.decode()

    assert f'href="/lists/{row.edit_token}/cards.pdf"' in page
    assert f'href="/lists/{row.edit_token}/cards.pdf?each=kind"' in page
    assert "Cards, one for each" in page


# Of all games


PLATOON = bolt_action.muster(
    "germany",
    bolt_action.platoon(
        bolt_action.line("german-second-lieutenant"),
        bolt_action.line("german-heer-grenadier-squad", men=8),
        bolt_action.line("german-88-mm-flak-36-dual-purpose-aa-at-gun", gear="spotter"),
        bolt_action.line(
            "german-sdkfz-222-light-armoured-car",
            armament="german-sdkfz-222-sdkfz-221-with-panzerbuchse",
        ),
        bolt_action.line("german-sdkfz-251-1-half-track-hanomag"),
    ),
)
SAFARI = askari.muster(
    askari.command(askari.leader(attendants=2), line("white-man"), line("scout")),
    askari.unit(line("ordinary-figure", 8), line("officer-figure"), line("cannon-piece")),
)
OF_GAMES = {
    "bolt-action": (bolt_action.CATALOGUE, PLATOON),
    "askari": (askari.GAME, SAFARI),
    "breaking-news": (GAME, PATROL),
}


def cards_of_game(game: str, language: str, *, is_ready: bool = False) -> CardSheet:
    catalogue, roster = OF_GAMES[game]
    row = RosterRow(state=RosterRow.State.READY if is_ready else RosterRow.State.DRAFT)
    evaluation = evaluate(catalogue, roster)
    evaluated = Evaluated(row, Revision(number=1), catalogue, roster, evaluation)
    return build_cards(evaluated, language)


def find_card_of(game: str, name: str, language: str = "en") -> ShownCard:
    cards = laid(cards_of_game(game, language))
    return next(each.card for each in cards if each.card.name.startswith(name))


def texts_of(card: ShownCard) -> dict[str, str]:
    return {text.name: text.text for block in card.blocks for text in block.texts}


@pytest.mark.parametrize(("game", "language"), [*product(OF_GAMES, ["en", "es"])])
def test_no_word_is_broken_on_a_card(game: str, language: str) -> None:
    pages = lay_out_pages(render_cards(cards_of_game(game, language)))

    assert find_broken_words(pages) == set()


@pytest.mark.parametrize(
    ("language", "is_ready", "expected"),
    [
        ("en", False, "Draft · Outside guidance"),
        ("en", True, "Ready · Outside guidance"),
        ("es", False, "Borrador · Fuera de lo orientativo"),
    ],
)
def test_each_page_says_how_the_list_stands_and_what_it_costs(
    language: str, is_ready: bool, expected: str
) -> None:
    sheet = cards_of_game("breaking-news", language, is_ready=is_ready)

    pages = PdfReader(io.BytesIO(render_pdf(render_cards(sheet)))).pages
    assert len(pages) == 2
    for page in pages:
        text = page.extract_text()
        assert expected in text
        assert sheet.points in text


def test_cards_of_a_list_that_is_not_legal_say_so() -> None:
    sheet = cards_of(replace(PATROL, points_limit=10), "es")

    assert (sheet.state, sheet.verdict) == ("Borrador", "No reglamentaria")


def test_a_card_says_what_was_chosen_and_comes_along_does() -> None:
    leader = find_card_of("askari", "Leader")
    car = find_card_of("bolt-action", "SdKfz 222", "es")

    assert texts_of(leader)["Stern"] == askari.GAME.entries["stern"].text["en"]
    assert [*texts_of(car)] == ["Reconocimiento", "Descubierto", "Ánima cónica"]
    assert car.equipment == "SdKfz 221 con Panzerbüchse"


def test_a_card_that_they_would_make_two_does_without_them() -> None:
    gun = find_card_of("bolt-action", "88 mm Flak 36", "es")

    assert texts_of(gun) == {}
    assert gun.equipment == "Observador, Escudo, Antiaéreo, Versátil"


@pytest.mark.parametrize("name", ["Leutnant", "Heer", "88 mm", "SdKfz 222", "SdKfz 251"])
def test_every_unit_of_bolt_action_has_a_box_for_its_order(name: str) -> None:
    assert boxes_of(find_card_of("bolt-action", name))["Order given"] == 1


def test_a_head_may_be_broken_between_a_quotation_mark_and_a_bracket() -> None:
    card = ShownCard("", "SdKfz 251/1 'Hanomag' (half-track)", "", "", "", "104", "", ())

    assert [each.card.name for each in lay_out_card(card)] == [
        "SdKfz 251/1 'Hanomag' \u200b(half-track)"
    ]
