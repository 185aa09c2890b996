"""What units of Bolt Action come with: beside a line, in its card's table, on its buttons."""

from __future__ import annotations

import pytest

from lists.rules.catalogue import Catalogue
from lists.rules.evaluate import evaluate
from lists.rules.roster import Roster
from lists.wording.builder import show_builder
from lists.wording.cards import ShownCard, show_cards
from lists.wording.choices import show_groups
from lists.wording.display import show_roster
from lists.wording.place import Place
from lists.wording.receipts import ShownPart, show_parts
from lists.wording.summary import show_summary
from lists.wording.words import Names
from tests import askari, breaking_news
from tests.bolt_action import CATALOGUE, line, muster, platoon

PANZER = "german-panzer-iv-ausf-g-h-j"


def germans(key: str, **options: object) -> Roster:
    return muster("germany", platoon(line(key, **options)))


def comes_with(roster: Roster, language: str) -> str:
    shown = show_roster(CATALOGUE, roster, evaluate(CATALOGUE, roster), language)
    return shown.nodes[0].children[0].comes_with


@pytest.mark.parametrize(
    ("key", "options", "language", "words"),
    [
        (PANZER, {}, "en", "Heavy AT gun (turret), MMG (coaxial), MMG (hull, front)"),
        (PANZER, {}, "es", "AT pesado (torre), MMG (coaxial), MMG (casco, delante)"),
        ("german-wirbelwind", {}, "en",
         "4 Light autocannon (turret), MMG (hull, front), Open-topped, Flak"),
        ("german-sdkfz-222-light-armoured-car",
         {"armament": "german-sdkfz-222-sdkfz-223-command-vehicle"}, "en",
         "Recce, Open-topped, MMG (turret), Command vehicle"),
        ("german-75-mm-pak-40", {}, "en", "Heavy AT gun, Gun shield"),
        ("german-sdkfz-251-1-half-track-hanomag", {"fittings": "mmg-pintle-rear"}, "en",
         "Open-topped"),
        ("german-heer-infantry-squad", {}, "en", ""),
    ],
)  # fmt: skip
def test_a_line_says_what_it_comes_with(
    key: str, options: dict[str, object], language: str, words: str
) -> None:
    assert comes_with(germans(key, **options), language) == words


def find_card(roster: Roster) -> ShownCard:
    cards = show_cards(CATALOGUE, roster, evaluate(CATALOGUE, roster), "en")
    return cards[-1]


@pytest.mark.parametrize(
    ("key", "options", "rows"),
    [
        (PANZER, {}, [
            ("Heavy AT gun", "turret · Rules HE 2 in", "72 1 +6"),
            ("MMG ×2", "coaxial, hull, front", "36 5 –"),
        ]),
        ("german-heer-infantry-squad", {"men": 6, "nco": "smg", "weapons": "lmg"}, [
            ("Rifle", "", "24 1 –"),
            ("SMG", "Rules assault", "12 2 –"),
            ("LMG", "On foot team", "36 4 –"),
        ]),
    ],
)  # fmt: skip
def test_a_card_has_a_row_for_each_weapon(
    key: str, options: dict[str, object], rows: list[tuple[str, str, str]]
) -> None:
    card = find_card(germans(key, **options))

    found = [
        (row.name, row.notes, " ".join(cell.value for cell in row.cells))
        for block in card.blocks
        for row in block.rows
    ]
    assert sorted(found) == sorted(rows)


@pytest.mark.parametrize(("experience", "points"), [("regular", "10"), ("veteran", "13")])
def test_a_button_says_what_an_option_costs_on_this_line(experience: str, points: str) -> None:
    roster = germans("german-second-lieutenant", experience=experience)

    groups = show_groups(CATALOGUE, roster, roster.children[0].children[0], "en")

    (men,) = (group for group in groups if group.key == "extra-men")
    assert [choice.points for choice in men.choices] == [points]


def test_what_comes_along_says_what_it_does() -> None:
    roster = germans("german-sdkfz-222-light-armoured-car")
    page = show_builder(CATALOGUE, roster, evaluate(CATALOGUE, roster), Place(open="n2"), "en")

    assert page.opened is not None
    assert dict(page.opened.brought) == {
        "Recce": "Fired at or assaulted, it may back off and is down.",
        "Open-topped": "Small arms pin it. Damage in an assault destroys it."
        " Indirect HE has 1 more to penetrate and on the damage table.",
        "Light autocannon (turret)": "Range 48, Shots 2, Pen +2,"
        " On foot: team / fixed, Rules: HE 1 in",
        "MMG (coaxial)": "Range 36, Shots 5, On foot: team / fixed",
        "Flak": "Fires at aircraft that attack; it holds its fire on 4+, 3+ or 2+ by level.",
    }


def test_a_number_of_the_formula_goes_by_the_name_of_its_entry() -> None:
    roster = muster("germany", platoon(line("german-volks-grenadier-squad", men=5)))
    receipt = evaluate(CATALOGUE, roster).find_receipt("n2")

    assert receipt is not None
    assert show_parts(CATALOGUE, roster, receipt, "en")[0] == ShownPart(
        "Volks Grenadier Squad", "5"
    )


def test_a_game_without_contradictions_has_none_to_read() -> None:
    roster = muster("germany", platoon())
    evaluation = evaluate(CATALOGUE, roster)
    shown = show_roster(CATALOGUE, roster, evaluation, "en")

    names = Names(CATALOGUE, "en")
    terms = show_summary(names, roster, evaluation, shown, is_ready=False).terms

    assert (terms.are_usual, terms.has_readings) == (True, False)


@pytest.mark.parametrize(
    ("catalogue", "group", "count", "english", "spanish"),
    [
        (CATALOGUE, "men", 8, "8 men", "8 hombres"),
        (askari.GAME, "attendants", 1, "1 attendant", "1 asistente"),
        (askari.GAME, "attendants", 0, "0 attendants", "0 asistentes"),
        (breaking_news.GAME, "intelligence-level", 2, "Level 2", "Nivel 2"),
    ],
)
def test_a_number_says_what_it_counts_and_a_level_is_none(
    catalogue: Catalogue, group: str, count: int, english: str, spanish: str
) -> None:
    words = [Names(catalogue, language).number(group, count) for language in ("en", "es")]

    assert words == [english, spanish]


def test_men_are_worded_alike_in_the_builder_in_text_and_on_a_card() -> None:
    roster = germans("german-heer-grenadier-squad", men=8)
    shown = show_roster(CATALOGUE, roster, evaluate(CATALOGUE, roster), "en")
    squad = shown.nodes[0].children[0]
    card = show_cards(CATALOGUE, roster, evaluate(CATALOGUE, roster), "en")[-1]

    assert "8 men" in squad.equipment.split(", ")
    assert [option.words for option in squad.options if option.group == "men"] == ["8 men"]
    assert card.equipment == "8 men"
