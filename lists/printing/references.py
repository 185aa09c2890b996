"""The tables of the book on a sheet: as wide as makes them lowest, in columns of equal height."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import product
from math import ceil
from typing import Final

from lists.wording.tables import ShownReference

from .measures import MILLIMETRE, break_lines, measure_longest_word

COLUMNS: Final = 3
WIDTH: Final = 58.8 * MILLIMETRE
"""How wide a column is on A4, which is the narrower paper."""

PADDING: Final = 1.2 * MILLIMETRE
"""What a cell keeps free at each side of its text that is no edge of the table."""

TEXT, HEAD, TITLE = 6.7, 6.2, 8.8
"""Sizes of type in points, as the style sheet has them.

Heads are condensed and their letters stand apart, so that they are as wide as plain ones.
"""

RULE: Final = 0.35
"""What a row takes beside its text, in lines: its hairline and the room around it."""

WHOLE, STEP = 100, 5
LEAST: Final = 2 * STEP
"""Widths of a column of a table in hundredths: all, what is tried, and what each has at least."""

MOST_TRIED: Final = 8
"""So many tables are tried in all ways; further ones go to the column that is lowest then."""


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
    texts = list(_turn(table))
    columns = [
        _Column(head, cells, PADDING * ((at > 0) + (at < len(texts) - 1)))
        for at, (head, *cells) in enumerate(texts)
    ]
    title = len(break_lines(table.name, WIDTH, TITLE)) * TITLE / TEXT
    heights = {way: _find_height(columns, way) for way in _share_out(columns)}
    if not heights:  # more columns than there are widths: they are equally wide
        return SheetReference(table, (), title + (1 + RULE) * len(table.rows))
    best = min(heights, key=heights.__getitem__)
    return SheetReference(table, best, title + heights[best])


class _Column:
    """The head and the cells of a column, and how many lines each takes in a width."""

    def __init__(self, head: str, values: list[str], padding: float) -> None:
        self.head = head.upper()
        self.values = values
        self.padding = padding
        self.count_lines = cache(self._count_lines)

    @property
    def least(self) -> int:
        """The width that breaks no word, in hundredths."""
        words = [measure_longest_word(value, TEXT) for value in self.values]
        needed = max((measure_longest_word(self.head, HEAD), *words)) + self.padding
        return max(LEAST, ceil(WHOLE * needed / WIDTH))

    def _count_lines(self, share: int) -> list[int]:
        width = WIDTH * share / WHOLE - self.padding
        cells = (len(break_lines(value, width, TEXT)) for value in self.values)
        return [len(break_lines(self.head, width, HEAD)), *cells]


def _turn(table: ShownReference) -> Iterator[tuple[str, ...]]:
    heads = table.columns or ("",) * len(table.rows[0])
    rows = [[cell.value for cell in row] for row in table.rows]
    return zip(heads, *rows, strict=False)


def _share_out(columns: list[_Column]) -> Iterator[tuple[int, ...]]:
    """Ways to share out a width that break no word, those with a wide first column first.

    Where none does, the widest columns have less than they need; the style sheet hyphenates there.
    """
    least = [column.least for column in columns]
    while sum(least) > WHOLE:
        least[least.index(max(least))] -= 1
    if min(least) >= LEAST:
        yield from _add_to(least, WHOLE - sum(least))


def _add_to(least: list[int], spare: int) -> Iterator[tuple[int, ...]]:
    first, *others = least
    if not others:
        yield (first + spare,)
        return
    for more in range(spare, -1, -STEP):
        for rest in _add_to(others, spare - more):
            yield (first + more, *rest)


def _find_height(columns: Iterable[_Column], way: tuple[int, ...]) -> float:
    """The height of a table's head and rows, in lines of its text."""
    widths = [column.count_lines(share) for column, share in zip(columns, way, strict=True)]
    rows: Iterable[tuple[int, ...]] = zip(*widths, strict=True)
    return sum(max(lines) + RULE for lines in rows)
