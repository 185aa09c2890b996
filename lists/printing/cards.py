"""Cards of 63 x 88 mm, nine to a page: laid out so that nothing is cut and no text is lost.

Each card is measured before it is printed: the text is as large as fits, and what does not fit at
7 pt goes on with a second card. What a part of a card takes stands here and in `cards.css`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import batched
from math import ceil

from django.template.loader import render_to_string
from django.utils.translation import override

from lists.building.rosters import Evaluated, find_verdict
from lists.interchange.files import File, name_file
from lists.wording.cards import (
    ShownBlock,
    ShownBoxes,
    ShownCard,
    ShownTableRow,
    ShownText,
    show_cards,
)
from lists.wording.display import ShownValue, word_verdict
from lists.wording.shared import word_state
from lists.wording.words import Names

from .cache import print_pdf
from .measures import (
    CONDENSED,
    CONDENSED_WORDS,
    MILLIMETRE,
    break_lines,
    measure,
    measure_longest_word,
    shorten,
)
from .renderer import PrintFailed
from .sheet import Paper

TEMPLATE = "lists/print/cards.html"
PER_PAGE, PER_ROW = 9, 3
MOST_CARDS = 450

SIZES = (9.5, 9.0, 8.5, 8.0, 7.5, 7.0)
"""The sizes of the text on a card in points, the largest first."""

SMALLEST = SIZES[-1]
LEADING = 1.15
WIDTH = (63 - 2 * 2.6) * MILLIMETRE
HEIGHT = (88 - 2 * 2.6) * MILLIMETRE
GAP = 1.1 * MILLIMETRE
"""Between the blocks of a card, and beneath its head."""

POINTS_WIDTH = 11 * MILLIMETRE
WIDEST_NUMBER = 26
TITLE_SIZE, VALUE_SIZE = 1.3, 1.75
CELL_WIDTH, COUNT_WIDTH = 8.2 * MILLIMETRE, 5.4 * MILLIMETRE
CELL_PADDING, CELL_SIDE = 0.3 * MILLIMETRE, 1.2 * MILLIMETRE
LINE = 0.2 * MILLIMETRE
BOX, BOX_GAP, NAME_GAP, BOXES_GAP = (each * MILLIMETRE for each in (3.2, 0.6, 0.8, 2.2))
BOX_LEADING = 1.5 * MILLIMETRE
TEXT_GAP = 0.5 * MILLIMETRE
"""Between the texts of what was chosen."""

PIECE_BOX, PIECE_GAP, PIECE_SIDE = (each * MILLIMETRE for each in (2.6, 0.3, 0.6))
MOST_VALUES = 5
LONG_VALUE = 4
"""Values of more letters are set in the size of the text."""

UNBREAKABLE = re.compile(r"""(?<=['"’”»]) (?=[(\[«“‘])""")
"""A space between a quotation mark and a bracket, at which no line is broken by itself."""


class Kind(StrEnum):
    """The sorts of blocks, as the template tells them apart."""

    TABLE = "table"
    VALUES = "values"
    BOXES = "boxes"
    PIECES = "pieces"
    TEXT = "text"
    TEXTS = "texts"
    NOTE = "note"


@dataclass(frozen=True, slots=True)
class Ticks:
    """Boxes in one line, behind what they are for; a line may go on with boxes alone."""

    name: str
    boxes: range


@dataclass(frozen=True, slots=True)
class PieceRow:
    """The boxes of one piece."""

    number: str
    cells: tuple[range, ...]


@dataclass(frozen=True, slots=True)
class Strip:
    """What is never divided: a row, a line of boxes, a line of a text; with its height."""

    height: float
    content: ShownTableRow | tuple[ShownValue, ...] | tuple[Ticks, ...] | PieceRow | ShownText | str


@dataclass(frozen=True, slots=True)
class Block:
    """A part of a card, or of a card that goes on: its strips under its head."""

    kind: Kind
    strips: tuple[Strip, ...]
    head: float = 0.0
    shown: ShownBlock = ShownBlock()  # noqa: RUF009  # frozen
    columns: tuple[tuple[str, int], ...] = ()  # of the table of pieces: name and millimetres
    widths: tuple[int, ...] = ()  # of the columns of values in millimetres, where they differ

    @property
    def height(self) -> float:
        """What it takes on a card, the gap over it included."""
        return GAP + self.head + sum(strip.height for strip in self.strips)

    @property
    def span(self) -> int:
        """How many columns a table has."""
        return len(self.shown.columns) + 2

    @property
    def text(self) -> str:
        """The lines of a text as one; they break anew where it is printed."""
        return " ".join(str(strip.content) for strip in self.strips)


@dataclass(frozen=True, slots=True)
class LaidCard:
    """A card, or one of the parts of one that takes several."""

    card: ShownCard
    size: float
    blocks: tuple[Block, ...]
    number_width: int  # in millimetres
    part: int = 1
    parts: int = 1
    title: str = ""

    @property
    def size_name(self) -> str:
        """The size as the style sheet calls it: "85" is 8.5 pt."""
        return f"{self.size * 10:.0f}"

    @property
    def is_first(self) -> bool:
        """Whether it is not the going on of another."""
        return self.part == 1


@dataclass(frozen=True, slots=True)
class CardSheet:
    """Pages of cards, and what stands at their foot."""

    language: str
    name: str
    points: str
    state: str
    verdict: str
    about: str
    pages: tuple[tuple[tuple[LaidCard, ...], ...], ...]  # rows of each page


def print_cards(
    evaluated: Evaluated,
    language: str,
    *,
    paper: Paper = Paper.A4,
    is_shared: bool = False,
) -> File:
    """The PDF of a roster's cards; PrintFailed where there is none."""
    sheet = build_cards(evaluated, language, is_shared=is_shared)
    content = print_pdf(render_cards(sheet, paper))
    return File(name_file(f"{sheet.name}-cards", "pdf"), "application/pdf", content)


def render_cards(sheet: CardSheet, paper: Paper = Paper.A4) -> str:
    """The HTML of pages of cards, which refers to nothing but our own style sheets."""
    with override(sheet.language):
        return render_to_string(TEMPLATE, {"sheet": sheet, "paper": paper})


def build_cards(evaluated: Evaluated, language: str, *, is_shared: bool = False) -> CardSheet:
    """The cards of a saved state of a roster, on pages; PrintFailed where there are too many."""
    catalogue, roster = evaluated.catalogue, evaluated.roster
    cards = show_cards(
        catalogue,
        roster,
        evaluated.evaluation,
        language,
        is_shared=is_shared,
        at_most=MOST_CARDS + 1,
    )
    if len(cards) > MOST_CARDS:
        raise PrintFailed("too-large")
    names = Names(catalogue, language)
    laid = [part for card in cards for part in lay_out_card(card)]
    with override(language):
        state = word_state(is_ready=evaluated.row.is_ready)
        verdict = word_verdict(str(find_verdict(evaluated.evaluation.problems)))
    return CardSheet(
        language=language,
        name=roster.name or names.army_list(roster.army_list),
        points=names.points(evaluated.evaluation.total),
        state=state,
        verdict=verdict,
        about=f"{names.choose(catalogue.system_name)} · {names.choose(catalogue.edition_name)}",
        pages=tuple(
            tuple(batched(page, PER_ROW, strict=False))
            for page in batched(laid, PER_PAGE, strict=False)
        ),
    )


# Laying out


def lay_out_card(card: ShownCard) -> list[LaidCard]:
    """The card in the largest text in which all of it fits, else in the smallest on several.

    A smaller text is taken where a larger one would break words of ours. What the things do that
    were chosen stands where it needs no second card.
    """
    bare = _let_break(replace(card, blocks=tuple(b for b in card.blocks if not b.texts)))
    for each in (_let_break(replace(card, equipment=card.unexplained)), bare):
        fitting = list(_find_fitting(each))
        if fitting:
            return [next(filter(_keeps_words, fitting), fitting[0])]
    return _go_on(bare, tuple(_measure_blocks(bare, SMALLEST)))


def _find_fitting(card: ShownCard) -> Iterator[LaidCard]:
    """The card in each size in which all of it fits."""
    for size in SIZES:
        blocks = tuple(_measure_blocks(card, size))
        if _measure_head(card, size) + sum(block.height for block in blocks) <= HEIGHT:
            yield LaidCard(card, size, blocks, _find_number_width(card, size))


def _let_break(card: ShownCard) -> ShownCard:
    """The card, whose head may be broken at every space."""
    heads = (card.name, card.entry_name, card.head, card.equipment)
    name, entry_name, head, equipment = (UNBREAKABLE.sub(" \u200b", each) for each in heads)
    return replace(card, name=name, entry_name=entry_name, head=head, equipment=equipment)


def _keeps_words(laid: LaidCard) -> bool:
    """Whether no word of head, rows and values has to be broken; a player's own ones may."""
    card, size = laid.card, laid.size
    width = _find_title_width(card, size)
    title = "" if card.entry_name else card.name
    under = (card.entry_name, card.head, card.equipment)
    return (
        CONDENSED_WORDS * measure_longest_word(title, size * TITLE_SIZE) <= width
        and all(measure_longest_word(text, size) <= width for text in under)
        and all(_keeps_words_of(block, size) for block in card.blocks)
    )


def _keeps_words_of(shown: ShownBlock, size: float) -> bool:
    width = _find_row_width(shown)
    return (
        all(CONDENSED_WORDS * measure_longest_word(row.name, size) <= width for row in shown.rows)
        and all(_find_need(value, size) <= WIDTH for value in shown.values)
        and all(measure_longest_word(boxes.name, size) <= WIDTH - BOX for boxes in shown.boxes)
    )


def _go_on(card: ShownCard, blocks: Sequence[Block]) -> list[LaidCard]:
    """A card that takes several: each part is filled before the next is begun."""
    parts: list[list[Block]] = [[]]
    room = HEIGHT - _measure_head(card, SMALLEST, is_part=True)
    for block in blocks:
        rest = block.strips
        while rest:
            taken = _take(block, rest, room)
            if taken:
                piece = replace(block, strips=rest[:taken])
                parts[-1].append(piece)
                room -= piece.height
                rest = rest[taken:]
            if rest:
                parts.append([])
                room = HEIGHT - 3.5 * SMALLEST * TITLE_SIZE * LEADING - GAP
    number_width = _find_number_width(card, SMALLEST)
    title = shorten(card.name, _find_title_width(card, SMALLEST), SMALLEST * TITLE_SIZE)
    return [
        LaidCard(
            card,
            SMALLEST,
            tuple(part),
            number_width,
            number,
            len(parts),
            "" if number == 1 else title,
        )
        for number, part in enumerate(parts, start=1)
    ]


def _take(block: Block, strips: Sequence[Strip], room: float) -> int:
    """How many strips of a block fit into the room that is left."""
    room -= GAP + block.head
    taken = 0
    for strip in strips:
        room -= strip.height
        if room < 0:
            break
        taken += 1
    return taken


def _find_number_width(card: ShownCard, size: float) -> int:
    """What the numbers of a card take beside its name, in whole millimetres."""
    if not card.number:
        return 0
    width = CONDENSED * measure(card.number, size * VALUE_SIZE) + 2 * CELL_SIDE
    return min(ceil(width / MILLIMETRE), WIDEST_NUMBER)


def _find_title_width(card: ShownCard, size: float) -> float:
    return WIDTH - _find_number_width(card, size) * MILLIMETRE - POINTS_WIDTH


def _measure_head(card: ShownCard, size: float, *, is_part: bool = False) -> float:
    """The height of number, name and points, and of what stands under the name."""
    width = _find_title_width(card, size)
    title = len(break_lines(card.name, width, size * TITLE_SIZE))
    under = [card.entry_name, card.head, card.equipment, "x" if is_part else ""]
    lines = sum(len(break_lines(text, width, size)) for text in under)
    text = LEADING * size * (title * TITLE_SIZE + lines)
    return max(text, LEADING * size * VALUE_SIZE) + GAP + 2 * LINE


def _measure_blocks(card: ShownCard, size: float) -> Iterator[Block]:
    if card.note:
        yield _measure_text(Kind.NOTE, card.note, size)
    for shown in card.blocks:
        if shown.rows:
            yield _measure_table(shown, size)
        if shown.values:
            yield _measure_values(shown, size)
        if shown.boxes:
            yield _measure_boxes(card, shown, size)
        if shown.text:
            yield _measure_text(Kind.TEXT, shown.text, size)
        if shown.texts:
            yield _measure_texts(shown)


def _measure_text(kind: Kind, text: str, size: float) -> Block:
    lines = break_lines(text, WIDTH, size)
    return Block(kind, tuple(Strip(LEADING * size, line) for line in lines))


def _measure_texts(shown: ShownBlock) -> Block:
    lines = [len(break_lines(f"{t.name}: {t.text}", WIDTH, SMALLEST)) for t in shown.texts]
    heights = (LEADING * SMALLEST * each + TEXT_GAP for each in lines)
    return Block(Kind.TEXTS, tuple(map(Strip, heights, shown.texts)))


def _find_row_width(shown: ShownBlock) -> float:
    """What the columns of a table leave to the names of its rows."""
    return WIDTH - COUNT_WIDTH - len(shown.columns) * CELL_WIDTH - CELL_SIDE


def _measure_table(shown: ShownBlock, size: float) -> Block:
    width = _find_row_width(shown)
    head = LEADING * SMALLEST + 2 * CELL_PADDING + LINE
    strips = [_measure_row(row, width, size) for row in shown.rows]
    return Block(Kind.TABLE, tuple(strips), head, shown)


def _measure_row(row: ShownTableRow, width: float, size: float) -> Strip:
    names = len(break_lines(row.name, width, size))
    notes = len(break_lines(row.notes, WIDTH, SMALLEST))
    height = LEADING * (size * max(names, 1) + SMALLEST * notes)
    return Strip(height + 2 * CELL_PADDING + LINE, row)


def _measure_values(shown: ShownBlock, size: float) -> Block:
    count = len(shown.values)
    across = count if count <= MOST_VALUES else ceil(count / ceil(count / (MOST_VALUES - 1)))
    while across > 1 and sum(_find_needs(shown, across, size)) > int(WIDTH / MILLIMETRE):
        across -= 1
    needs = _find_needs(shown, across, size)
    even = WIDTH / MILLIMETRE / across
    spare = int(WIDTH / MILLIMETRE) - sum(needs)
    is_even = max(needs) <= even or spare < 0
    widths = () if is_even else tuple(need + spare // across for need in needs)
    columns = [MILLIMETRE * each - CELL_SIDE for each in widths or [even] * across]
    strips = [
        Strip(max(_measure_value(*each, size) for each in zip(row, columns, strict=False)), row)
        for row in batched(shown.values, across, strict=False)
    ]
    return Block(Kind.VALUES, tuple(strips), LINE, shown, widths=widths)


def _find_needs(shown: ShownBlock, across: int, size: float) -> list[int]:
    """What each column of values takes so that no word is broken, in whole millimetres."""
    columns = (shown.values[column::across] for column in range(across))
    return [
        ceil(max(_find_need(value, size) for value in column) / MILLIMETRE) for column in columns
    ]


def _find_need(value: ShownValue, size: float) -> float:
    is_long = len(value.value) > LONG_VALUE
    label = measure_longest_word(value.name, SMALLEST)
    word = measure_longest_word(value.value, size if is_long else size * VALUE_SIZE)
    return CONDENSED_WORDS * max(label, word) + CELL_SIDE + 2 * LINE


def _measure_value(value: ShownValue, width: float, size: float) -> float:
    label = len(break_lines(value.name, width, SMALLEST)) * SMALLEST
    is_long = len(value.value) > LONG_VALUE
    lines = len(break_lines(value.value, width, size)) if is_long else VALUE_SIZE
    return LEADING * (label + size * max(lines, VALUE_SIZE)) + 2 * CELL_PADDING + 2 * LINE


# Boxes to tick


def _measure_boxes(card: ShownCard, shown: ShownBlock, size: float) -> Block:
    columns = tuple(_find_columns(card, shown.boxes))
    if not card.pieces:
        return Block(Kind.BOXES, tuple(_fill_lines(shown.boxes, size)))
    if sum(width for _, width in columns) * MILLIMETRE <= WIDTH:
        return _measure_pieces(card, shown.boxes, columns)
    lines = [
        strip
        for number in card.pieces
        for strip in _fill_lines((ShownBoxes(number, number, 0), *shown.boxes), size)
    ]
    return Block(Kind.BOXES, tuple(lines))


def _find_columns(card: ShownCard, boxes: Sequence[ShownBoxes]) -> Iterator[tuple[str, int]]:
    numbers = max((measure(number, SMALLEST) for number in card.pieces), default=0)
    yield "", ceil((numbers + PIECE_SIDE) / MILLIMETRE)
    for each in boxes:
        ticks = each.count * (PIECE_BOX + PIECE_GAP)
        width = max(CONDENSED * measure(each.short, SMALLEST), ticks) + PIECE_SIDE
        yield each.short, ceil(width / MILLIMETRE)


def _measure_pieces(
    card: ShownCard, boxes: Sequence[ShownBoxes], columns: tuple[tuple[str, int], ...]
) -> Block:
    """A row for each piece, with the boxes in columns."""
    cells = tuple(range(each.count) for each in boxes)
    height = max(1.15 * PIECE_BOX, LEADING * SMALLEST) + 2 * CELL_PADDING + LINE
    strips = tuple(Strip(height, PieceRow(number, cells)) for number in card.pieces)
    head = LEADING * SMALLEST + 2 * CELL_PADDING + LINE
    return Block(Kind.PIECES, strips, head, columns=columns)


def _fill_lines(boxes: Sequence[ShownBoxes], size: float) -> Iterator[Strip]:
    """Boxes in lines as full as they get; those of a name go on in the next where they must."""
    line: list[Ticks] = []
    room = WIDTH
    for each in boxes:
        name = min(measure(each.name, size) + NAME_GAP, WIDTH - BOX)
        needed = name + each.count * (BOX + BOX_GAP) + BOXES_GAP
        if line and needed > room:
            yield _end_line(line, size)
            line, room = [], WIDTH
        rest = each.count
        taken = min(rest, int((room - name) / (BOX + BOX_GAP)))
        line.append(Ticks(each.name, range(taken)))
        room -= name + taken * (BOX + BOX_GAP) + BOXES_GAP
        rest -= taken
        while rest:
            yield _end_line(line, size)
            taken = min(rest, int(WIDTH / (BOX + BOX_GAP)))
            line, room = [Ticks("", range(taken))], WIDTH - taken * (BOX + BOX_GAP) - BOXES_GAP
            rest -= taken
    if line:
        yield _end_line(line, size)


def _end_line(line: Sequence[Ticks], size: float) -> Strip:
    lines = max(len(break_lines(each.name, WIDTH - BOX, size)) for each in line)
    return Strip(max(lines * LEADING * size, 1.15 * BOX) + BOX_LEADING, tuple(line))
