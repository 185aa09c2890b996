"""What a roster costs and what is wrong with it: everything from the whole roster, every time."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import replace
from math import floor
from typing import Any

from .catalogue import Catalogue, Restriction, Severity
from .checks import (
    find_entries_of_players,
    find_limit_problems,
    find_option_problems,
    find_own_choices,
    find_structure_problems,
)
from .edits import Edit, RemoveNode, SetCount
from .evaluation import GRAVITY, Evaluation, Ingredient, Part, Problem, Receipt
from .fixes import build_fix
from .formula import Formula, Number, Term
from .listing import find_listing_problems
from .places import NOT_TAKEN, Board, Kept, Place
from .roster import NOTHING, Choice, Roster, release_nodes

MOST_ROUNDS, MOST_TRIED = 3, 6
"""How often what a fix takes along is looked at before there is none, and in how many fixes."""


def evaluate(catalogue: Catalogue, roster: Roster) -> Evaluation:
    """Evaluate a roster by a catalogue: pure, deterministic, never raises for any roster."""
    board, receipts = _price(catalogue, roster)
    allowed = find_allowed(board)
    problems = sorted(
        _without_replaced(board, tuple(_find_problems(board, allowed))),
        key=lambda problem: GRAVITY[problem.severity],
    )
    return Evaluation(
        total=board.root.sums[board.currency],
        limit=roster.points_limit,
        allowed=allowed,
        receipts=receipts,
        tallies={place.id: place.sums for place in (board.root, *board.places)},
        derived=_derive(board),
        problems=tuple(problems),
    )


def find_allowed(board: Board) -> int:
    """The points that are still accepted: the limit and its tolerance in whole points."""
    tolerance = board.evaluate(board.catalogue.tolerance, board.root)
    return board.roster.points_limit + max(floor(tolerance), 0)


def lay_out(catalogue: Catalogue, roster: Roster) -> Board:
    """The places of a roster with their prices and sums, without looking for problems."""
    return _price(catalogue, roster)[0]


def _price(catalogue: Catalogue, roster: Roster) -> tuple[Board, tuple[Receipt, ...]]:
    board = Board(catalogue, roster)
    if catalogue.former:
        board.kept = _price_kept(board)
    receipts = tuple([price_place(board, place) for place in board.places])
    _add_up(board)
    return board, receipts


def _price_kept(board: Board) -> dict[int, Kept]:
    """What each place comes to that is kept by an older edition, in the roster as it stands.

    The older edition reads the whole roster, so that a line still inherits what its unit chose.
    What it does not know either is not kept by it.
    """
    released = release_nodes(board.roster)
    kept = {}
    for edition, catalogue in board.catalogue.former.items():
        there, receipts = _price(replace(catalogue, former=NOTHING), released)
        problems = defaultdict[str, list[Problem]](list)
        for problem in (*find_structure_problems(there), *find_option_problems(there)):
            problems[problem.node].append(problem)
        for place, receipt in zip(there.places, receipts, strict=True):
            node = board.places[place.index].node
            if place.entry is not None and node is not None and node.edition == edition:
                found = tuple(problems[place.id])
                kept[place.index] = Kept(receipt, place.amounts_of, found)
    return kept


# Points


def price_place(board: Board, place: Place) -> Receipt:
    """The receipt of a place, whose own amounts are worked out in each currency."""
    entry = place.entry
    if entry is None:
        return _price_without_entry(board, place)
    amounts = place.amounts_of = dict(entry.constants)
    for key, formula in entry.formulas.items():
        if key != board.currency:
            amounts[key] = board.evaluate(formula, place)
    price = entry.formulas.get(board.currency)
    parts = list(_read_parts(board, place, price)) if price else []
    each = sum([part.amount for part in parts])
    priced = board.apply_effects(entry, "price", each, place)
    if priced != each:
        names = board.active_effects(entry, "price", place)
        parts.append(Part((), priced - each, names))
    amounts[board.currency] = priced
    return Receipt(place.id, tuple(parts), priced, place.times, priced * place.times)


def _price_without_entry(board: Board, place: Place) -> Receipt:
    kept = board.kept.get(place.index)
    if kept is None:
        return Receipt(place.id, (), 0, place.times, 0)
    known = {currency.key for currency in board.catalogue.currencies}
    place.amounts_of = {key: each for key, each in kept.amounts.items() if key in known}
    return kept.receipt


def _read_parts(board: Board, place: Place, price: Formula) -> Iterator[Part]:
    """The addends of a price, those left out that nothing was chosen for and that add nothing."""
    for term in price.terms:
        if term.group in place.groups:
            where = place.ask(term.group)[1]
            if where is not None:
                yield _read_chosen(board, where, term)
        else:
            part = _read_part(board, place, term)
            if part.amount or any(ingredient.options for ingredient in part.ingredients):
                yield part


def _read_chosen(board: Board, where: Place, term: Term) -> Part:
    """What was chosen in a group, read once where it was chosen for all that inherit it."""
    key = where.index, term.text
    part = board.parts.get(key)
    if part is None:
        part = board.parts[key] = _read_part(board, where, term)
    return part


def _read_part(board: Board, place: Place, term: Term) -> Part:
    amount: Number = 1
    ingredients = []
    effects: tuple[str, ...] = ()
    for factor in term.factors:
        value = board.evaluate(factor, place)
        amount *= value
        choices, where = place.ask(factor.name) if factor.attribute else NOT_TAKEN
        sources = tuple([(choice.option, choice.count) for choice in choices])
        ingredients.append(Ingredient(factor.name, sources, value))
        if "points" in board.changes and "points" in (factor.attribute, factor.name):
            effects += _find_effects(board, where or place, choices)
    return Part(tuple(ingredients), amount, effects)


def _find_effects(board: Board, place: Place, choices: tuple[Choice, ...]) -> tuple[str, ...]:
    """The effects on the points of what was chosen at a place, or of its own entry."""
    entries = board.catalogue.entries
    changed = [entries[choice.option] for choice in choices if choice.option in entries]
    if not choices and place.entry is not None:
        changed = [place.entry]
    return tuple(key for entry in changed for key in board.active_effects(entry, "points", place))


def _add_up(board: Board) -> None:
    nothing: dict[str, Number] = dict.fromkeys([c.key for c in board.catalogue.currencies], 0)
    root = board.root
    root.sums = nothing.copy()
    for place in board.places:
        times = place.times
        place.sums = nothing | {key: each * times for key, each in place.amounts_of.items()}
    for place in reversed(board.places):
        above = (place.up or root).sums
        for key, amount in place.sums.items():
            if amount:
                above[key] += amount


# Problems


def _find_problems(board: Board, allowed: int) -> Iterator[Problem]:
    yield from find_limit_problems(board, allowed)
    yield from find_structure_problems(board)
    yield from find_option_problems(board)
    yield from find_listing_problems(board)
    yield from find_own_choices(board)
    yield from find_entries_of_players(board)
    yield from _find_restricted(board)
    for node, text in board.faults:
        yield Problem("formula-without-value", Severity.ILLEGAL, node, text)


def _find_restricted(board: Board) -> Iterator[Problem]:
    index = board.catalogue.index
    concerned = [(index.of_roster, board.root)]
    concerned += [(index.of_entry[each.entry.key], each) for each in board.places if each.entry]
    for restrictions, place in concerned:
        for restriction in restrictions:
            if restriction.when is None or board.evaluate(restriction.when, place):
                problem = check_restriction(restriction, place)
                if problem is not None:
                    yield problem


def check_restriction(
    restriction: Restriction, place: Place, rounds: int = MOST_ROUNDS
) -> Problem | None:
    """The problem that a restriction raises where it holds, with its arithmetic and fix."""
    evaluate_at = place.board.evaluate
    if restriction.require is not None and evaluate_at(restriction.require, place):
        return None
    parameters: dict[str, Any] = {}
    over: Number = 0
    most: Number | None = None
    if restriction.measure is not None:
        measure = evaluate_at(restriction.measure, place)
        most = evaluate_at(restriction.at_most, place) if restriction.at_most else None
        least = evaluate_at(restriction.at_least, place) if restriction.at_least else None
        if most is not None and measure > most:
            over = excess = measure - most
        elif least is not None and measure < least:
            excess = least - measure
        else:
            return None
        parameters = {"measure": measure, "at_most": most, "at_least": least, "excess": excess}
    parameters |= {key: evaluate_at(f, place) for key, f in restriction.parameters.items()}
    # Nothing can be brought below nothing, which is where impossible counts put a bound.
    is_within_reach = most is None or most >= 0
    fix = build_fix(restriction.fix, place, over) if restriction.fix and is_within_reach else ()
    if _takes_others_along(place, fix):
        fix = _complete(restriction, place, fix, rounds)
    return Problem(
        restriction.code, restriction.severity, place.id, "", restriction.page, parameters, fix
    )


def _takes_others_along(place: Place, fix: tuple[Edit, ...]) -> bool:
    """Whether some of what goes has others beneath it, which the bound itself may count."""
    going = {edit.node for edit in fix if isinstance(edit, RemoveNode | SetCount)}
    if not going or len(going) < len(fix) or RemoveNode(place.id) in fix:
        return False
    concerned = [place] if going == {place.id} else place.board.places
    return any(each.children for each in concerned if each.id in going)


def _complete(
    restriction: Restriction, place: Place, fix: tuple[Edit, ...], rounds: int
) -> tuple[Edit, ...]:
    """A fix with what it takes beyond, seen by applying it; none where it does not get there.

    Each look prices a whole roster, so that only the first fixes of one are looked at.
    """
    if not rounds or place.board.tried >= MOST_TRIED:
        return ()
    place.board.tried += 1
    roster = place.board.roster
    for edit in fix:
        roster = edit.apply(roster)
    board = lay_out(place.board.catalogue, roster)
    there = next((each for each in (board.root, *board.places) if each.id == place.id), None)
    if there is None or (restriction.when and not board.evaluate(restriction.when, there)):
        return fix
    problem = check_restriction(restriction, there, rounds - 1)
    if problem is None:
        return fix
    again = {edit.node for edit in problem.fix if isinstance(edit, RemoveNode | SetCount)}
    kept = (edit for edit in fix if not (isinstance(edit, SetCount) and edit.node in again))
    return (*kept, *problem.fix) if problem.fix else ()


def _without_replaced(board: Board, problems: tuple[Problem, ...]) -> Iterator[Problem]:
    """Leave out the general problems that a restriction on the same node says better.

    One whose fix is about a group leaves those of other groups alone.
    """
    better = {r.code: r for r in board.catalogue.restrictions if r.replaces}
    replaced = {
        (problem.node, code, rule.fix.group if rule.fix else "")
        for problem in problems
        if (rule := better.get(problem.code))
        for code in rule.replaces
    }
    return (
        problem
        for problem in problems
        if replaced.isdisjoint(
            {(problem.node, problem.code, subject) for subject in ("", problem.subject)}
        )
    )


def _derive(board: Board) -> Mapping[str, Mapping[str, Number]]:
    index = board.catalogue.index.derived
    concerned = [(index.get("roster", ()), board.root)]
    concerned += [(index.get(each.entry.key, ()), each) for each in board.places if each.entry]
    return {
        place.id: {
            derived.key: board.evaluate(derived.formula, place)
            for derived in every
            if derived.when is None or board.evaluate(derived.when, place)
        }
        for every, place in concerned
        if every or place.is_group
    }
