"""The tables of the book on a sheet: how wide their columns are, and where each stands."""

from __future__ import annotations

import pytest

from lists.printing.references import fill_columns, fit
from lists.wording.tables import ShownCell, ShownReference, show_references
from lists.wording.words import Names
from tests.breaking_news import GAME


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
        (write_table((PLAIN, "+1"), columns=("What", "Reconnaissance")), (60, 40)),
        (write_table(("a",) * 12), ()),
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
