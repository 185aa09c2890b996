"""What a roster uses of an edition: all that is bought or chosen in it, by default included."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from .catalogue import Catalogue, Entry, SheetTable
from .places import DEEPEST, Board, Place, find_statistics
from .roster import Roster


@dataclass(frozen=True, slots=True)
class Used:
    """An entry in use, with the statistics it has where it is used and the effects behind them."""

    entry: Entry
    statistics: Mapping[str, object]
    effects: tuple[str, ...]


def find_used(catalogue: Catalogue, roster: Roster, table: SheetTable) -> tuple[Used, ...]:
    """The entries of a sheet's table, in the catalogue's order; once for each set of statistics."""
    board = Board(catalogue, roster)
    found: dict[tuple[str, str], Used] = {}
    for place in board.places:
        for entry, where in _find_entries(board, place):
            for used in (entry, *_find_brought(catalogue, table, entry)):
                if used.kind == table.kind:
                    each = _use(board, where, used)
                    found.setdefault((used.key, repr(each.statistics)), each)  # words do not hash
    order = {key: position for position, key in enumerate(catalogue.entries)}
    return tuple(sorted(found.values(), key=lambda used: order[used.entry.key]))


def _find_entries(board: Board, place: Place) -> Iterator[tuple[Entry, Place]]:
    """The entry of a place and all that it was given, down through options of options.

    What a group does not offer is not looked into: it could be given itself, over and over.
    """
    if place.entry is None or place.depth > DEEPEST:
        return
    yield place.entry, place
    for key, group in place.groups.items():
        for choice in place.ask(key)[0]:
            chosen = board.catalogue.entries.get(choice.option)
            if chosen is not None and choice.count > 0:
                inner = Place(board, None, chosen, place, choice.options)
                if choice.option in group.options:
                    yield from _find_entries(board, inner)
                else:
                    yield chosen, inner


def _find_brought(catalogue: Catalogue, table: SheetTable, entry: Entry) -> Iterator[Entry]:
    """What comes with an entry, by its own word or by that of the table."""
    yield from (catalogue.entries[brought.entry] for brought in entry.brings)
    for key, brought in table.brings.items():
        if entry.answers_to(key):
            yield from map(catalogue.entries.__getitem__, brought)


def _use(board: Board, place: Place, entry: Entry) -> Used:
    statistics = find_statistics(board, place, entry)
    names = [
        effect.key
        for effect in board.catalogue.index.lending[entry.key]
        if board.is_active(effect, place)
    ]
    return Used(entry, statistics, tuple(names))
