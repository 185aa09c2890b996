"""The cards of a roster in words: one for each piece, or one for each line with a row a piece."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from django.utils.translation import override

from lists.rules.card_plans import CardBlock, CardBoxes, CardPlan, CardTable, CardValue
from lists.rules.cards import (
    Cell,
    FilledRow,
    count_boxes,
    fill_table,
    find_plan,
    find_texts,
    find_values,
)
from lists.rules.catalogue import Catalogue, StatisticValue
from lists.rules.evaluate import lay_out
from lists.rules.evaluation import Evaluation
from lists.rules.places import Board, Place
from lists.rules.roster import Roster, release_nodes

from .display import ShownNode, ShownRoster, ShownValue, show_roster
from .tables import write_value
from .words import Names


@dataclass(frozen=True, slots=True)
class ShownTableCell:
    """A value, and the count that goes with it where it is not that of the row."""

    value: str
    count: str = ""


@dataclass(frozen=True, slots=True)
class ShownTableRow:
    """One way to use what the row names."""

    name: str
    notes: str
    count: str
    cells: tuple[ShownTableCell, ...]


@dataclass(frozen=True, slots=True)
class ShownBoxes:
    """Boxes to tick."""

    name: str
    short: str
    count: int


@dataclass(frozen=True, slots=True)
class ShownText:
    """What something does that was chosen or comes along."""

    name: str
    short: str
    text: str

    @property
    def names(self) -> tuple[str, str]:
        """What it is called among the equipment."""
        return self.name, self.short


@dataclass(frozen=True, slots=True)
class ShownBlock:
    """A part of a card: rows under columns, values, boxes, its text or those of what it has."""

    columns: tuple[str, ...] = ()
    count_name: str = ""
    rows: tuple[ShownTableRow, ...] = ()
    values: tuple[ShownValue, ...] = ()
    boxes: tuple[ShownBoxes, ...] = ()
    text: str = ""
    texts: tuple[ShownText, ...] = ()

    @property
    def is_filled(self) -> bool:
        """Whether there is anything in it."""
        return bool(self.rows or self.values or self.boxes or self.text or self.texts)


@dataclass(frozen=True, slots=True)
class ShownCard:
    """All that stands on a card; `pieces` are the numbers of those that share it."""

    number: str
    name: str
    entry_name: str  # where a player has named it
    head: str
    equipment: str
    points: str
    note: str
    blocks: tuple[ShownBlock, ...]
    pieces: tuple[str, ...] = ()
    unexplained: str = ""  # the equipment but for what the texts name


def show_cards(
    catalogue: Catalogue,
    roster: Roster,
    evaluation: Evaluation,
    language: str,
    *,
    is_shared: bool = False,
    at_most: int = 0,
) -> tuple[ShownCard, ...]:
    """The cards of a roster in its order, at most so many; a shared one is for a whole line."""
    with override(language):
        shown = show_roster(catalogue, roster, evaluation, language)
        dealer = _Dealer(Names(catalogue, language), roster, shown)
        cards = dealer.deal(is_shared=is_shared)
        return tuple(card for card, _ in zip(cards, range(at_most or 10**6), strict=False))


class _Dealer:
    """Makes the cards of one roster."""

    def __init__(self, names: Names, roster: Roster, shown: ShownRoster) -> None:
        self.names = names
        self.shown = shown
        self.board: Board = lay_out(names.catalogue, roster)
        self.former = {
            edition: _Dealer(Names(catalogue, names.language), release_nodes(roster), shown)
            for edition, catalogue in names.catalogue.former.items()
        }

    def deal(self, *, is_shared: bool) -> Iterator[ShownCard]:
        for node, place in zip(self.shown.walk(), self.board.places, strict=True):
            dealer = self.former.get(place.node.edition, self) if place.node else self
            yield from dealer.deal_node(node, dealer.board.places[place.index], is_shared)

    def deal_node(self, node: ShownNode, place: Place, is_shared: bool) -> Iterator[ShownCard]:
        """The cards of one node by the edition that prices it."""
        plan = find_plan(self.names.catalogue, place.entry) if place.entry else None
        if plan is not None:
            card = self.card(node, place, plan)
            yield from self.share(card, node) if is_shared else self.part(card, node)

    def card(self, node: ShownNode, place: Place, plan: CardPlan) -> ShownCard:
        tables = {block.table.kind for block in plan.blocks if block.table}
        blocks = tuple(self.block(node, place, block) for block in plan.blocks)
        equipment = self.equipment(node, plan, tables)
        explained = {word for block in blocks for text in block.texts for word in text.names}
        return ShownCard(
            number=node.numbers,
            name=node.name if node.is_named or place.is_unit else self.names.entry(node.entry),
            entry_name=self.names.entry(node.entry) if node.is_named else "",
            head=" · ".join(self.head(place, plan)),
            equipment=", ".join(equipment),
            points=node.subtotal if place.is_unit else node.each,
            note=node.note,
            blocks=tuple(block for block in blocks if block.is_filled),
            unexplained=", ".join(words for words in equipment if words not in explained),
        )

    def part(self, card: ShownCard, node: ShownNode) -> Iterator[ShownCard]:
        """One card for each of a line."""
        for number in _number_pieces(node):
            yield replace(card, number=number)

    def share(self, card: ShownCard, node: ShownNode) -> Iterator[ShownCard]:
        """One card for all of a line, with a row for each where there are several."""
        name = self.names.entry(node.entry, node.count) if not node.is_named else card.name
        pieces = tuple(_number_pieces(node)) if node.count > 1 else ()
        yield replace(card, name=f"{node.count} {name}", pieces=pieces) if pieces else card

    def head(self, place: Place, plan: CardPlan) -> Iterator[str]:
        for group in plan.head:
            for choice in place.ask(group)[0]:
                yield self.names.entry(choice.option)

    def equipment(self, node: ShownNode, plan: CardPlan, tables: set[str]) -> list[str]:
        """What it was given and has, but for what stands in the head or in a table of the card."""
        entries = self.names.catalogue.entries
        given = [
            (option.key, option.words) for option in node.options if option.group not in plan.head
        ]
        given += ((brought.key, brought.words) for brought in node.brings)
        return [
            words for key, words in given if key not in entries or entries[key].kind not in tables
        ]

    # Blocks

    def block(self, node: ShownNode, place: Place, block: CardBlock) -> ShownBlock:
        if block.table:
            return self.table(place, block.table)
        return ShownBlock(
            values=(*self.values(place, block.values), *_find_worked_out(node, block.derived)),
            boxes=tuple(self.boxes(place, block.boxes)),
            text=node.text if block.text else "",
            texts=tuple(self.texts(place, block.texts)),
        )

    def table(self, place: Place, table: CardTable) -> ShownBlock:
        rows = tuple(fill_table(self.board, place, table))
        statistics = self.names.catalogue.statistics
        heads = [statistics[row.row.values].columns for row in rows]
        counts = [row.row.count for row in rows if row.row.count]
        columns = max(heads, key=len, default=())
        return ShownBlock(
            columns=tuple(map(self.names.choose, columns)),
            count_name=self.names.choose(statistics[counts[0]].short) if counts else "",
            rows=tuple(self.row(row, len(columns)) for row in rows),
        )

    def row(self, row: FilledRow, width: int) -> ShownTableRow:
        names = self.names
        cells = [self.cell(cell) for cell in row.cells]
        label = names.choose(row.row.label) or names.short(row.entry.key)
        several = sum(brought.count for brought in row.brought)
        many = f"×{several}" if several > 1 else ""
        places = (names.choose(brought.name) for brought in row.brought)
        notes = [", ".join(filter(None, places))]
        notes += (self.note(key, value) for key, value in row.notes.items())
        return ShownTableRow(
            name=" ".join(filter(None, (label, many, names.choose(row.row.name)))),
            notes=" · ".join(filter(None, notes)),
            count=write_value(names, row.count) if row.count is not None else "",
            cells=(*cells, *[ShownTableCell("")] * (width - len(cells))),
        )

    def cell(self, cell: Cell) -> ShownTableCell:
        count = "" if cell.count is None else str(cell.count)
        return ShownTableCell(write_value(self.names, cell.value), count)

    def note(self, key: str, value: StatisticValue) -> str:
        statistic = self.names.catalogue.statistics[key]
        return f"{self.names.choose(statistic.short)} {write_value(self.names, value)}"

    def values(self, place: Place, values: tuple[CardValue, ...]) -> Iterator[ShownValue]:
        for each, value in find_values(self.board, place, values):
            statistic = self.names.catalogue.statistics[each.statistic]
            name = self.names.choose(each.name or statistic.short)
            yield ShownValue(each.statistic, name, write_value(self.names, value))

    def boxes(self, place: Place, boxes: tuple[CardBoxes, ...]) -> Iterator[ShownBoxes]:
        for each in boxes:
            count = count_boxes(self.board, place, each)
            if count:
                choose = self.names.choose
                yield ShownBoxes(choose(each.name), choose(each.short), count)

    def texts(self, place: Place, keys: tuple[str, ...]) -> Iterator[ShownText]:
        for entry in find_texts(self.names.catalogue, place, keys):
            words = map(self.names.choose, (entry.name, entry.short, entry.text))
            yield ShownText(*words)


def _find_worked_out(node: ShownNode, keys: Sequence[str]) -> Iterator[ShownValue]:
    """The derived values and tallies of a unit that the keys name, in their order."""
    found = {value.key: value for value in (*node.tallies, *node.derived)}
    for key in keys:
        if key in found:
            name = found[key].name
            yield replace(found[key], name=name[:1].upper() + name[1:])


def _number_pieces(node: ShownNode) -> Iterator[str]:
    """The numbers of each of a line: "3", or "3–5" where one of it is three pieces."""
    if not node.numbers:
        yield from [""] * node.count
        return
    last = int(node.numbers.rpartition("–")[2])
    each = max((last - node.starts_at + 1) // node.count, 1)
    for first in range(node.starts_at, last + 1, each):
        yield str(first) if each == 1 else f"{first}–{first + each - 1}"
