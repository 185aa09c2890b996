"""The tables of the book on a sheet: how wide their columns are, and where each stands."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from itertools import product

import pytest

from lists.building.rosters import Evaluated
from lists.models import Revision
from lists.models import Roster as RosterRow
from lists.printing.references import fill_columns, fit
from lists.printing.sheet import build_sheet, render_sheet
from lists.rules.evaluate import evaluate
from lists.wording.tables import ShownCell, ShownReference, show_references
from lists.wording.words import Names
from tests.breaking_news import GAME
from tests.printing.test_cards import OF_GAMES
from tests.printing.words import find_broken_words, lay_out_pages


def write_table(*rows: tuple[str, ...], columns: tuple[str, ...] = ()) -> ShownReference:
    cells = tuple(tuple(ShownCell("", value) for value in row) for row in rows)
    return ShownReference("table", "Table", columns, cells, "", None)


@pytest.mark.parametrize("language", ["en", "es"])
def test_every_table_stands_once_in_columns_of_about_the_same_height(language: str) -> None:
    tables = tuple(show_references(Names(GAME, language), GAME.sheet.references))

    columns = fill_columns(tables)

    heights = [sum(reference.height for reference in column) for column in columns]
    placed = [reference.table for column in columns for reference in column]
    assert sorted(placed, key=tables.index) == list(tables)
    assert len(heights) == 3
    assert max(heights) < 1.1 * sum(heights) / 3


def test_tables_beyond_those_that_are_tried_go_where_there_is_room() -> None:
    tables = tuple(write_table(*([("a", "b")] * rows)) for rows in range(1, 13))

    columns = fill_columns(tables)

    assert sorted(len(each.table.rows) for column in columns for each in column) == [*range(1, 13)]
    assert all(column for column in columns)


PLAIN = "A sentence of some length that takes more than one line in any column there is."


@pytest.mark.parametrize(
    ("table", "widths"),
    [
        (write_table(("alone",)), (100,)),
        (write_table((PLAIN, "+1"), (PLAIN, "−1")), (90, 10)),
        (write_table(("1", PLAIN), ("2", PLAIN)), (15, 85)),
        (write_table((PLAIN, "+1"), columns=("What", "Reconnaissance")), (64, 36)),
        (write_table(("a",) * 12), ()),
        (write_table(columns=("What", "When")), (86, 14)),
    ],
)
def test_columns_are_as_wide_as_makes_a_table_lowest_without_breaking_a_word(
    table: ShownReference, widths: tuple[int, ...]
) -> None:
    assert fit(table).widths == widths


@pytest.mark.parametrize("language", ["en", "es"])
def test_the_widths_of_a_table_share_out_all_of_it(language: str) -> None:
    tables = show_references(Names(GAME, language), GAME.references)

    assert {sum(fit(table).widths) for table in tables} == {100}


def test_a_table_that_needs_more_width_than_there_is_shares_the_want() -> None:
    table = write_table(("a", "b"), columns=("Reconnaissance" * 2, "Reconnaissance" * 2))

    assert fit(table).widths == (50, 50)


def evaluate_game(game: str) -> Evaluated:
    catalogue, roster = OF_GAMES[game]
    row, revision = RosterRow(), Revision(number=7, created_at=datetime(2026, 11, 30, tzinfo=UTC))
    return Evaluated(row, revision, catalogue, roster, evaluate(catalogue, roster))


@pytest.mark.parametrize(("game", "language"), [*product(OF_GAMES, ["en", "es"])])
def test_no_word_of_a_sheet_is_broken_in_the_middle(game: str, language: str) -> None:
    """The sheet has every table of the book, also those that it leaves out."""
    evaluated = evaluate_game(game)
    names = Names(evaluated.catalogue, language)
    tables = tuple(show_references(names, names.catalogue.references))
    sheet = replace(build_sheet(evaluated, language), references=fill_columns(tables))

    assert find_broken_words(lay_out_pages(render_sheet(sheet))) == set()


@pytest.mark.parametrize(
    ("game", "language", "head"),
    [
        ("breaking-news", "en", "Figure"),
        ("askari", "es", "Figura"),
        ("bolt-action", "en", "Order die"),
        ("bolt-action", "es", "Dado de orden"),
    ],
)
def test_the_numbers_of_lines_are_headed_by_what_they_count(
    game: str, language: str, head: str
) -> None:
    assert build_sheet(evaluate_game(game), language).numbered == head
