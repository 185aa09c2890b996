"""What a unit can still be given: rows and additions first, extras, and everything else."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import floor

from .beginnings import build_addition, build_upgrade, find_base, find_upgrades
from .catalogue import ArmyList, Catalogue, Entry, Role, Row
from .formula import Number
from .places import Board, Place
from .roster import NOTHING, Node, Options, Roster, replace_node

ROWS, ADDITIONS, OWN, EXTRAS, ELSE = "rows", "additions", "own", "extras", "else"


@dataclass(frozen=True, slots=True)
class Offer:
    """An entry that may be added to a unit, what it comes with, and what one would cost there."""

    entry: str
    section: str
    options: Options
    price: Number
    taken: int = 0
    most: int = 0  # how many the list prints; 0 where it prints none
    row: str = ""  # the row of the list that prints it
    count: int = 1  # how many come at once: all that an exchange takes
    option: str = ""  # what an upgrade gives it

    @property
    def is_full(self) -> bool:
        """Whether the list prints no more of it; of what an upgrade gives it says no number."""
        return bool(self.row) and not self.option and self.taken >= self.most


@dataclass(frozen=True, slots=True)
class _Draft:
    """An offer that nobody has priced yet."""

    entry: Entry
    section: str
    options: Options
    taken: int
    most: int = 0
    row: str = ""
    count: int = 1
    option: str = ""


def find_offers(
    catalogue: Catalogue, roster: Roster, unit_id: str, *, is_else_priced: bool = True
) -> tuple[Offer, ...]:
    """What may be added to a unit, each with its price there; nothing for no such unit.

    All candidates are priced in one pass, as if they stood at the end of the unit. What the list
    does not offer can go without a price, where it is only counted.
    """
    unit = roster.find(unit_id)
    holder = catalogue.find_entry(unit) if unit else None
    if unit is None or holder is None:
        return ()
    board = Board(catalogue, roster)
    place = next(each for each in board.places if each.id == unit_id)
    drafts = tuple(_draft(catalogue, board, place, holder))
    nodes = tuple(
        Node(f"offer-{serial}", draft.entry.key, options=draft.options)
        for serial, draft in enumerate(drafts)
        if is_else_priced or draft.section != ELSE
    )
    tried = replace_node(roster, unit_id, (replace(unit, children=(*unit.children, *nodes)),))
    prices = _price_offers(Board(catalogue, tried))
    return tuple(
        Offer(
            draft.entry.key,
            draft.section,
            draft.options,
            prices.get(f"offer-{serial}", 0),
            draft.taken,
            draft.most,
            draft.row,
            draft.count,
            draft.option,
        )
        for serial, draft in enumerate(drafts)
    )


def _price_offers(board: Board) -> dict[str, Number]:
    prices = {}
    for place in board.places:
        entry = place.entry
        if entry is not None and place.id.startswith("offer-"):
            formula = entry.formulas.get(board.currency)
            price = board.evaluate(formula, place) if formula else 0
            prices[place.id] = board.apply_effects(entry, "price", price, place)
    return prices


def _draft(catalogue: Catalogue, board: Board, unit: Place, holder: Entry) -> Iterator[_Draft]:
    army_list = board.army_list
    rows: Sequence[Row] = ()
    if army_list is not None and holder.key == army_list.unit:
        rows = [r for r in army_list.rows if not r.when or board.evaluate(r.when, board.root)]
    printed = {entry for row in rows for entry in row.entries}
    counts: dict[str, int] = {}
    for place in unit.beneath():
        if place.entry is not None:
            counts[place.entry.key] = counts.get(place.entry.key, 0) + place.times
    for row in rows:
        if not row.upgrade:
            yield from _draft_row(catalogue, counts, row, _find_most(board, unit, row))
        elif row.options:
            yield from _draft_upgrade(catalogue, unit, row, rows)
    is_bound = bool(rows) and catalogue.is_bound
    for entry in catalogue.entries.values():
        if entry.role is Role.OPTION or entry.key in printed or not holder.may_hold(entry):
            continue
        if entry.is_hidden:
            continue
        if is_bound and catalogue.kinds[entry.kind].listed:
            continue  # where nothing may stand outside the list, nothing else is offered
        section = _section(catalogue, board, army_list, entry)
        yield _Draft(entry, section, NOTHING, counts.get(entry.key, 0))


def _find_most(board: Board, unit: Place, row: Row) -> int:
    """How many of a row the unit may have: as many as it prints, or fewer by its restriction."""
    if not row.bound:
        return row.at_most
    bounds = [
        floor(board.evaluate(rule.at_most, unit))
        for rule in board.catalogue.restrictions
        if rule.code == row.bound
        and rule.at_most is not None
        and (rule.when is None or board.evaluate(rule.when, unit))
    ]
    return max(min((row.at_most, *bounds)), 0)


def _draft_row(
    catalogue: Catalogue, counts: dict[str, int], row: Row, most: int
) -> Iterator[_Draft]:
    taken = sum(counts.get(entry, 0) for entry in row.entries)
    section = ADDITIONS if row.addition else ROWS
    options = build_addition(row, "").options
    count = row.at_most if row.swap else 1
    for key in row.entries:
        entry = catalogue.entries[key]
        yield _Draft(entry, section, options, taken, most, row.key, max(count, 1))


def _draft_upgrade(
    catalogue: Catalogue, unit: Place, row: Row, rows: Sequence[Row]
) -> Iterator[_Draft]:
    """What an upgrade allows to one of several men, as something to add: a fighter with an RPG."""
    base = find_base(row, rows)
    if base is None or base.at_most <= 1:
        return
    entry = catalogue.entries[row.entries[0]]
    for group, option in find_upgrades(catalogue, row):
        taken = sum(
            place.times
            for place in unit.beneath()
            if place.entry is entry and any(c.option == option for c in place.ask(group)[0])
        )
        options = build_upgrade(base, group, option, "").options
        yield _Draft(entry, ADDITIONS, options, taken, 0, row.key, option=option)


def _section(catalogue: Catalogue, board: Board, army_list: ArmyList | None, entry: Entry) -> str:
    if entry.like:
        return OWN
    if not catalogue.kinds[entry.kind].offered:
        return ELSE
    is_everywhere = entry.offered is not None and bool(board.evaluate(entry.offered, board.root))
    listed = army_list is not None and (army_list.is_open or entry.key in army_list.extras)
    return EXTRAS if listed or is_everywhere else ELSE
