"""What is worked out for lines of Askari, and its texts, on page, sheet, card and as text."""

from __future__ import annotations

from dataclasses import replace

import pytest

from lists.rules.evaluate import evaluate
from lists.rules.own_entries import with_own_entries
from lists.rules.roster import Choice, Roster
from lists.rules.trial import Trial
from lists.wording.builder import show_builder
from lists.wording.calculator import show_calculator
from lists.wording.cards import show_cards
from lists.wording.display import ShownNode, show_roster
from lists.wording.place import Place
from lists.wording.problems import word_fix
from lists.wording.tables import show_used
from lists.wording.words import Names
from tests.askari import GAME, assess, command, leader, line, muster, unit

ROSTER = muster(
    command(leader(quality="sumptuous"), line("gun-bearer")),
    unit(
        line("ordinary-figure", 8, missile_weapon="breech-rifle", melee_weapon="bayonet"),
        of="regular",
    ),
)


def show(roster: Roster, language: str) -> dict[str, ShownNode]:
    return {node.id: node for node in show_roster(GAME, roster, assess(roster), language).walk()}


@pytest.mark.parametrize(
    ("language", "values"),
    [
        ("en", {"D near": "3", "Hits near": "50 %", "D far": "2", "Hits far": "33 %",
                "L with weapon": "2", "Courage": "4+", "Save": "6+"}),
        ("es", {"D cerca": "3", "Impacta cerca": "50 %", "D lejos": "2",
                "Impacta lejos": "33 %", "L con arma": "2", "Coraje": "4+", "Salvación": "6+"}),
    ],
)  # fmt: skip
def test_a_line_shows_what_is_worked_out_for_it(language: str, values: dict[str, str]) -> None:
    line_of_men = show(ROSTER, language)["n5"]

    assert {value.name: value.value for value in line_of_men.derived} == values


def test_a_sheet_says_what_each_thing_in_the_list_does_and_of_nothing_else() -> None:
    tables = {table.key: table for table in show_used(Names(GAME, "en"), ROSTER, GAME.sheet)}

    told = {
        key: [row.name for row in table.rows] for key, table in tables.items() if table.has_text
    }
    assert told == {
        "quality": ["Sumptuous"],
        "special-rule": ["Trained", "On foot only", "Powerful"],
        "figure": ["Leader", "Gun bearer"],
    }
    assert all(row.text for key in told for row in tables[key].rows)


def test_a_card_adds_the_weapon_to_d_at_both_ranges() -> None:
    cards = show_cards(GAME, ROSTER, assess(ROSTER), "en", is_shared=True)

    tables = {card.name: [row for b in card.blocks for row in b.rows] for card in cards}
    (rifle,) = tables["8 Ordinary figures"]
    assert (rifle.name, rifle.count, [cell.value for cell in rifle.cells]) == (
        "Breech rifle",
        "1",
        ["3", "2"],
    )
    assert rifle.notes == "Near 30 · Far 60"
    assert tables["Gun bearer"] == []  # his master fires it


def test_forms_that_nobody_has_touched_hold_nothing_unsaved() -> None:
    own = show_builder(GAME, ROSTER, assess(ROSTER), Place(), "en").own

    assert own is not None
    statistics = [field for form in own.templates for field in form.statistics]
    assert [field.value for field in statistics] == [field.saved for field in statistics]
    assert any(field.value for field in statistics)


def test_the_calculator_asks_whether_where_there_may_be_one() -> None:
    shown = show_calculator(
        GAME, Trial("ordinary-figure", {"special-rule": (Choice("fanatic"),)}), "en"
    )

    assert shown is not None
    answers = {question.label: question.answers for question in shown.questions}
    assert [(each.label, each.value, each.is_chosen) for each in answers["Fanatic"]] == [
        ("No", "0", False),
        ("Yes (0)", "1", True),
    ]


@pytest.mark.parametrize(("count_in", "price"), [((), "4"), (("weapons-in-points",), "0")])
def test_the_calculator_says_of_an_answer_what_it_adds_to_the_receipt(
    count_in: tuple[str, ...], price: str
) -> None:
    given = {"count-in": tuple(Choice(key) for key in count_in)}
    with_bow = {**given, "missile-weapon": (Choice("bow"),)}

    bare = show_calculator(GAME, Trial("ordinary-figure", given), "en")
    armed = show_calculator(GAME, Trial("ordinary-figure", with_bow), "en")

    assert bare is not None
    assert armed is not None
    (yes,) = [
        answer.label
        for question in bare.questions
        if question.name == "o_missile-weapon_bow"
        for answer in question.answers
        if answer.value == "1"
    ]
    assert yes == f"Yes ({price})"
    assert int(armed.total) - int(bare.total) == int(price)


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "Add Leader, in: Leader and characters"),
        ("es", "Añadir Jefe, en: Jefe y personajes"),
    ],
)
def test_the_fix_of_a_missing_leader_says_in_what_he_comes(language: str, words: str) -> None:
    roster = muster(unit(line("ordinary-figure")))
    (problem,) = [p for p in assess(roster).problems if p.code == "leader-missing"]

    assert word_fix(GAME, roster, problem, language) == words


@pytest.mark.parametrize(("opened", "leads"), [("n2", True), ("n3", False)])
def test_a_line_that_the_players_list_prices_leads_to_where_it_is_written(
    opened: str, leads: bool
) -> None:
    page = show_builder(GAME, ROSTER, assess(ROSTER), Place(open=opened), "en")

    assert page.opened is not None
    assert page.opened.write == ("?unit=n1&write=army-leader&add=1" if leads else "")


def test_every_sort_of_own_entry_says_what_it_is_for() -> None:
    for language in ("en", "es"):
        own = show_builder(GAME, ROSTER, assess(ROSTER), Place(), language).own

        assert own is not None
        assert all(form.text for form in own.templates)
        assert [form.like for form in own.templates if form.is_open] == ["ordinary-figure"]


def test_of_many_units_that_can_hold_an_entry_of_ones_own_a_few_are_named() -> None:
    written = ({"key": "own-beja", "like": "ordinary-figure", "name": "Beja", "points": 6},)
    roster = replace(muster(command(), *[unit()] * 40), own_entries=written)
    game = with_own_entries(GAME, written)

    own = show_builder(game, roster, evaluate(game, roster), Place(unit="n1"), "en").own

    assert own is not None
    assert [unit.id for each in own.elsewhere for unit in each.units] == [
        f"n{number}" for number in range(2, 10)
    ]
