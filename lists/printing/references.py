"""The tables of the book on a sheet: as wide as makes them lowest, in columns of equal height."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from typing import Final

from lists.wording.tables import ShownReference

from .measures import MILLIMETRE, break_lines, measure

COLUMNS: Final = 3
WIDTH: Final = 58.8 * MILLIMETRE
"""How wide a column is on A4, which is the narrower paper."""

PADDING: Final = 1.8 * MILLIMETRE
"""What a cell keeps free beside its text: more within a table, and less at its edges."""

TEXT, HEAD, TITLE = 6.7, 6.5, 8.8
"""Sizes of type in points, as the style sheet has them; capitals that stand apart are wider."""

RULE: Final = 0.35
"""What a row takes beside its text, in lines: its hairline and the room around it."""

WHOLE, STEP = 100, 5
LEAST: Final = 2 * STEP
"""The widths that the style sheet knows for a column of a table, in hundredths."""

MOST_TRIED: Final = 8
"""So many tables are tried in all ways; further ones go to the column that is lowest then."""

BROKEN: Final = 50
"""How many lines a word is worth that has to be broken."""


@dataclass(frozen=True, slots=True)
class SheetReference:
    """A table of the book, the widths of its columns in hundredths, and its height in lines."""

    table: ShownReference
    widths: tuple[int, ...]
    height: float


@lru_cache(maxsize=64)
def fill_columns(tables: tuple[ShownReference, ...]) -> tuple[tuple[SheetReference, ...], ...]:
    """Tables in columns of about the same height, each column and all of them in order."""
    references = list(map(fit, tables))
    tried, rest = references[:MOST_TRIED], references[MOST_TRIED:]
    ways = product(range(COLUMNS), repeat=len(tried))
    best = min(ways, key=lambda way: sorted(_find_heights(tried, way), reverse=True))
    columns = [
        [each for each, at in zip(tried, best, strict=True) if at == n] for n in range(COLUMNS)
    ]
    for reference in rest:
        min(columns, key=lambda column: sum(each.height for each in column)).append(reference)
    filled = sorted(filter(None, columns), key=lambda column: references.index(column[0]))
    return tuple(map(tuple, filled))


def _find_heights(references: list[SheetReference], way: tuple[int, ...]) -> list[float]:
    heights = [0.0] * COLUMNS
    for reference, column in zip(references, way, strict=True):
        heights[column] += reference.height
    return heights


@lru_cache(maxsize=64)
def fit(table: ShownReference) -> SheetReference:
    """A table with those widths of its columns that make it lowest and break no word."""
    columns = [_Column(*texts) for texts in _turn(table)]
    title = len(break_lines(table.name, WIDTH, TITLE)) * TITLE / TEXT
    heights = {way: _find_height(columns, way) for way in _share_out(WHOLE, len(columns))}
    if not heights:  # more columns than there are widths: they are equally wide
        return SheetReference(table, (), title + (1 + RULE) * len(table.rows))
    best = min(heights, key=heights.__getitem__)
    return SheetReference(table, best, title + heights[best])


class _Column:
    """The head and the cells of a column, and how many lines each takes in every width."""

    def __init__(self, head: str, *values: str) -> None:
        self.lines = {
            share: [_count_lines(head.upper(), share, HEAD)]
            + [_count_lines(value, share, TEXT) for value in values]
            for share in (*range(LEAST, WHOLE, STEP), WHOLE)
        }


def _turn(table: ShownReference) -> Iterator[tuple[str, ...]]:
    heads = table.columns or ("",) * len(table.rows[0])
    rows = [[cell.value for cell in row] for row in table.rows]
    return zip(heads, *rows, strict=False)


def _share_out(whole: int, count: int) -> Iterator[tuple[int, ...]]:
    """All ways to share out a width among so many columns, those with a wide first one first."""
    if count == 1:
        yield (whole,)
        return
    for share in range(whole - LEAST * (count - 1), LEAST - 1, -STEP):
        for rest in _share_out(whole - share, count - 1):
            yield (share, *rest)


def _find_height(columns: Iterable[_Column], way: tuple[int, ...]) -> float:
    """The height of a table's head and rows, in lines of its text."""
    widths = [column.lines[share] for column, share in zip(columns, way, strict=True)]
    rows: Iterable[tuple[int, ...]] = zip(*widths, strict=True)
    return sum(max(lines) + RULE for lines in rows)


def _count_lines(text: str, share: int, size: float) -> int:
    """How many lines a text takes in so many hundredths of a column, each broken word as many."""
    width = WIDTH * share / WHOLE - PADDING
    broken = sum(measure(word, size) > width for word in text.split())
    return len(break_lines(text, width, size)) + BROKEN * broken
