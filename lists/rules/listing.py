"""What an army list prints, against what a roster holds: rows, additions, swaps, pools, extras.

How grave each is, the edition says (`Catalogue.severities`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Set
from dataclasses import dataclass, replace

from .catalogue import ArmyList, Catalogue, Entry, OptionGroup, Row, Severity
from .edits import AddNode, Choose, Edit, RemoveNode, SetCount
from .evaluation import Problem
from .fixes import NEW, reduce_places
from .places import Board, Place
from .roster import Choice, Node, Roster


@dataclass
class _Tally:
    """The places of a unit that stand for one row, and how many they are in one such unit."""

    row: Row
    times: int
    places: list[Place]
    count: int


class _Print:
    """What an army list prints for a roster: its rows in force, and what upgrades them."""

    def __init__(self, board: Board, army_list: ArmyList) -> None:
        in_force = [r for r in army_list.rows if not r.when or board.evaluate(r.when, board.root)]
        self.rows = {row.key: row for row in in_force if not row.upgrade}
        self._upgrades = [row for row in in_force if row.upgrade]
        self._of_entry = board.catalogue.index.rows[army_list.key]

    def find_row(self, place: Place, entry: Entry) -> tuple[Row | None, list[OptionGroup]]:
        """The row that a place stands for, and the groups in which the row prints something else.

        Of several rows it is the first that prints all that the place has, else the first.
        """
        nearest: tuple[Row | None, list[OptionGroup]] = None, []
        groups = [group for group in entry.groups.values() if group.listed]
        for row in self._of_entry.get(entry.key, ()):
            if row.key not in self.rows:
                continue
            outside = [group for group in groups if not self._has(row, place, entry, group)]
            if not outside:
                return row, outside
            if nearest[0] is None:
                nearest = row, outside
        return nearest

    def _has(self, row: Row, place: Place, entry: Entry, group: OptionGroup) -> bool:
        taken = place.ask(group.key)[0]
        if not taken:
            return not row.options.get(group.key)
        printed = self.find_options(row, entry, group)
        return set(printed).issuperset([choice.option for choice in taken])

    def find_options(self, row: Row, entry: Entry, group: OptionGroup) -> tuple[str, ...]:
        """What a row prints in a group of one of its entries, upgrades included."""
        printed = row.options.get(group.key)
        if printed is None:
            printed = tuple([choice.option for choice in group.default])
        for upgrade in self._upgrades:
            if entry.key in upgrade.entries:
                printed += upgrade.options.get(group.key, ())
        return printed


def find_listing_problems(board: Board) -> Iterator[Problem]:
    """Everything in which a roster leaves its army list."""
    army_list = board.army_list
    if army_list is None:
        yield Problem("unknown-army-list", Severity.ILLEGAL, subject=board.roster.army_list)
        return
    yield from _find_extras_not_offered(board, army_list)
    if army_list.is_open:
        return
    printed = _Print(board, army_list)
    for place in board.places:
        if place.entry and place.entry.key == army_list.unit:
            yield from _find_in_unit(board, army_list, printed, place)


def _find_in_unit(
    board: Board, army_list: ArmyList, printed: _Print, unit: Place
) -> Iterator[Problem]:
    yield from find_level_problems(board, army_list, unit)
    standing: dict[str, list[Place]] = {}
    for place in unit.beneath():
        entry = place.entry
        if entry is None or not board.catalogue.kinds[entry.kind].listed or place.unit is not unit:
            continue
        row, outside = printed.find_row(place, entry)
        if row is None:
            yield Problem(
                "entry-outside-list",
                board.catalogue.severities["entry-outside-list"],
                place.id,
                entry.key,
                army_list.page,
                {"entry": entry.key, "army_list": army_list.key},
                (RemoveNode(place.id),),
            )
            continue
        standing.setdefault(row.key, []).append(place)
        for group in outside:
            options = printed.find_options(row, entry, group)
            yield _option_problem(board, row, place, group, options)
    tallies = {
        key: _tally(row, unit, standing.get(key, []))
        for key, row in printed.rows.items()
        if key in standing or row.at_least
    }
    yield from _find_counts(unit, printed, tallies)


def _tally(row: Row, unit: Place, places: list[Place]) -> _Tally:
    return _Tally(row, unit.times, places, sum([p.times for p in places]) // unit.times)


def find_printed(catalogue: Catalogue, roster: Roster, node_id: str) -> Mapping[str, Set[str]]:
    """What an army list prints for a node in its groups; only groups that it speaks of."""
    board = Board(catalogue, roster)
    place = next((each for each in board.places if each.id == node_id), None)
    army_list = board.army_list
    if place is None or place.entry is None or army_list is None or army_list.is_open:
        return {}
    if place.entry.key == army_list.unit:
        return {
            key: {option for option in group.options if _is_near(board, group, option, offered)}
            for key, offered in army_list.options.items()
            if (group := place.entry.groups.get(key))
        }
    printed = _Print(board, army_list)
    row, _ = printed.find_row(place, place.entry)
    if row is None:
        return {}
    return {
        key: set(printed.find_options(row, place.entry, group))
        for key, group in place.entry.groups.items()
        if group.listed
    }


def _is_near(board: Board, group: OptionGroup, option: str, offered: tuple[str, ...]) -> bool:
    distance = find_distance(board, option, offered)
    return option in offered or (distance is not None and distance <= group.shift)


def _option_problem(
    board: Board, row: Row, place: Place, group: OptionGroup, printed: tuple[str, ...]
) -> Problem:
    taken = tuple(choice.option for choice in place.ask(group.key)[0])
    return Problem(
        "option-outside-list",
        board.catalogue.severities["option-outside-list"],
        place.id,
        group.key,
        row.page,
        {"group": group.key, "taken": taken, "printed": printed},
        (Choose(place.id, group.key, (Choice(printed[0]),) if printed else ()),),
    )


def _find_counts(unit: Place, printed: _Print, tallies: Mapping[str, _Tally]) -> Iterator[Problem]:
    swapped: dict[str, int] = {}
    for tally in tallies.values():
        if tally.row.swap and tally.places:
            gone = min(tally.count, tally.row.at_most)
            swapped[tally.row.swap] = swapped.get(tally.row.swap, 0) + gone
    for tally in tallies.values():
        row, count = tally.row, tally.count
        gone = 0
        if swapped and not row.addition:
            gone = sum([swapped.get(entry, 0) for entry in row.entries])
        most, least = max(row.at_most - gone, 0), row.at_least - gone
        if row.swap and 0 < count < row.at_most:
            missing = row.at_most - count
            problem = _count_problem("swap-incomplete", unit, tally, row.at_most, missing)
            yield replace(problem, fix=(*problem.fix, *_make_room(printed, tallies, row)))
        elif count > most:
            yield _count_problem("count-above-list", unit, tally, most)
        elif count < least:
            yield _count_problem("count-below-list", unit, tally, least, least - count)
    yield from _find_exclusions(unit, tallies)


def _make_room(printed: _Print, tallies: Mapping[str, _Tally], swap: Row) -> tuple[Edit, ...]:
    """What has to go where a swap is made in full."""
    rows = [row for row in printed.rows.values() if swap.swap in row.entries and not row.addition]
    tally = tallies.get(rows[0].key) if rows else None
    if tally is None:
        return ()
    excess = tally.count - tally.row.at_most + swap.at_most
    return reduce_places(tally.places, excess, tally.times)


def _count_problem(code: str, unit: Place, tally: _Tally, bound: int, missing: int = 0) -> Problem:
    row, count, places = tally.row, tally.count, tally.places
    node = places[-1] if places else unit
    if not missing:
        fix = reduce_places(places, count - bound, tally.times)
    elif not places:
        options = {group: (Choice(keys[0]),) for group, keys in row.options.items() if keys}
        added = Node(NEW, row.entries[0], missing, options=options)
        fix = (AddNode(unit.id, added),)
    else:
        assert node.node is not None
        fix = (SetCount(node.id, max(node.node.count, 1) + missing),)
    parameters = {
        "measure": count,
        "bound": bound,
        "excess": abs(count - bound),
        "entries": row.entries,
        "swap": row.swap,
    }
    severity = unit.board.catalogue.severities[code]
    return Problem(code, severity, node.id, row.key, row.page, parameters, fix)


def _find_exclusions(unit: Place, tallies: Mapping[str, _Tally]) -> Iterator[Problem]:
    """Rows of one choice exclude each other ("one or two of these, or one of those")."""
    taken: dict[str, list[_Tally]] = {}
    for tally in tallies.values():
        if tally.row.choice and tally.places:
            taken.setdefault(tally.row.choice, []).append(tally)
    for choice, both in taken.items():
        if len(both) > 1:
            last = both[-1]
            yield Problem(
                "choice-exclusive",
                unit.board.catalogue.severities["choice-exclusive"],
                last.places[0].id,
                choice,
                last.row.page,
                {"entries": tuple(entry for each in both for entry in each.row.entries)},
                tuple(RemoveNode(p.id) for each in both[1:] for p in each.places),
            )


def _find_extras_not_offered(board: Board, army_list: ArmyList) -> Iterator[Problem]:
    entries, extras = board.catalogue.entries, board.catalogue.index.extras
    for place in board.places:
        entry = place.entry
        if entry is None:
            continue
        if entry.key in extras and not is_offered(board, army_list, entry):
            yield _extra_problem(army_list, place, entry, (RemoveNode(place.id),))
        for group, choices in place.options.items():
            for choice in choices:
                if choice.option in extras:
                    taken = entries[choice.option]
                    if not is_offered(board, army_list, taken):
                        yield _extra_problem(
                            army_list, place, taken, (Choose(place.id, group, ()),)
                        )


def _extra_problem(
    army_list: ArmyList, place: Place, entry: Entry, fix: tuple[RemoveNode | Choose, ...]
) -> Problem:
    parameters = {"entry": entry.key, "army_list": army_list.key}
    return Problem(
        "extra-not-offered",
        place.board.catalogue.severities["extra-not-offered"],
        place.id,
        entry.key,
        army_list.page,
        parameters,
        fix,
    )


def is_offered(board: Board, army_list: ArmyList, entry: Entry) -> bool:
    """Whether an army list offers an extra: it names it, is open, or the extra is for all.

    One of the player's own is offered where that is which it is like.
    """
    if army_list.is_open or (entry.like or entry.key) in army_list.extras:
        return True
    return entry.offered is not None and bool(board.evaluate(entry.offered, board.root))


def find_level_problems(board: Board, army_list: ArmyList, unit: Place) -> Iterator[Problem]:
    """A unit may stand a few steps from its list's level, and only on the same ladder."""
    for group_key, offered in army_list.options.items():
        group = unit.group(group_key)
        taken = unit.ask(group_key)[0]
        if group is None or not taken or taken[0].option in offered:
            continue
        distance = find_distance(board, taken[0].option, offered)
        if distance is None or distance > group.shift:
            yield Problem(
                "level-beyond-shift",
                board.catalogue.severities["level-beyond-shift"],
                unit.id,
                group_key,
                group.page,
                {
                    "taken": (taken[0].option,),
                    "printed": offered,
                    "measure": distance,
                    "bound": group.shift,
                },
                (Choose(unit.id, group_key, (Choice(offered[0]),)),),
            )


def find_distance(board: Board, option: str, offered: tuple[str, ...]) -> int | None:
    """How many steps on its ladder an option stands from the nearest offered; None on another."""
    entries = board.catalogue.entries
    entry = entries.get(option)
    steps = [
        abs(entry.rank - entries[each].rank)
        for each in offered
        if entry is not None and entry.ladder and entries[each].ladder == entry.ladder
    ]
    return min(steps, default=None)
