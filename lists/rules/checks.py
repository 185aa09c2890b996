"""What must hold in any game: known entries in their places, options that their groups offer."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from math import floor

from .catalogue import OptionGroup, Severity, Take
from .edits import Choose, RemoveNode, SetCount
from .evaluation import Problem
from .fixes import choose_first, fix_total
from .places import Board, Place, number_taken
from .roster import NOTHING, Choice

ILLEGAL = Severity.ILLEGAL


def find_limit_problems(board: Board, allowed: int) -> Iterator[Problem]:
    """Points above the limit and its tolerance are illegal; points within it are worth knowing."""
    limit, total = board.roster.points_limit, board.root.sums[board.currency]
    if limit <= 0 or total <= limit:
        return
    page = board.catalogue.limit_page
    parameters = {"measure": total, "bound": limit, "allowed": allowed, "excess": total - limit}
    if total <= allowed:
        yield Problem("points-within-tolerance", Severity.NOTE, page=page, parameters=parameters)
    else:
        fix = fix_total(board, total - allowed)
        yield Problem("points-over-limit", ILLEGAL, page=page, parameters=parameters, fix=fix)


def find_structure_problems(board: Board) -> Iterator[Problem]:
    """Entries that the edition lacks, and nodes where they may not stand."""
    for place in board.places:
        node, entry = place.node, place.entry
        assert node is not None
        remove = (RemoveNode(place.id),)
        if entry is None or entry.role.value == "option":
            parameters = {"entry": node.entry}
            yield Problem("unknown-entry", ILLEGAL, place.id, node.entry, None, parameters, remove)
            continue
        up = place.up.entry if place.up else None
        holds = up.holds if up else board.catalogue.top
        inside = place.up is board.root or up is not None
        if inside and holds.isdisjoint(entry.answers):
            parameters = {"entry": entry.key, "within": up.key if up else ""}
            yield Problem("misplaced-entry", ILLEGAL, place.id, "", None, parameters, remove)
        if node.count < 1:
            fix = (SetCount(place.id, 1),)
            yield Problem(
                "count-below-one", ILLEGAL, place.id, "", None, {"measure": node.count}, fix
            )


def find_option_problems(board: Board) -> Iterator[Problem]:
    """Groups that lack what they require, or hold what they do not offer or too much of it."""
    for place in board.places:
        yield from _find_at(board, place)


def _find_at(board: Board, place: Place) -> Iterator[Problem]:
    if place.entry is None:
        return
    for name in place.options:
        if name not in place.entry.groups:
            yield _problem("option-not-offered", place, name, (), taken=_taken(place, name))
    for group in place.entry.groups.values():
        problem = next(_find_in_group(board, place, group), None) or _find_within(
            board, place, group.key
        )
        if problem is not None:
            yield problem


def _find_within(board: Board, place: Place, group: str) -> Problem | None:
    """The first problem of what choices were given in turn; its fix lets them start afresh."""
    own = place.options.get(group, ())
    for choice in own:
        if choice.options:
            entry = board.catalogue.entries.get(choice.option)
            inner = Place(board, None, entry, place, options=choice.options)
            problem = next(_find_at(board, inner), None)
            if problem is not None:
                return _put_within(problem, place, group)
    return None


def _put_within(problem: Problem, place: Place, group: str) -> Problem:
    afresh = tuple(replace(choice, options=NOTHING) for choice in place.options[group])
    fix = (Choose(place.id, group, afresh),)
    return replace(problem, subject=f"{group}/{problem.subject}", fix=fix)


def _find_in_group(board: Board, place: Place, group: OptionGroup) -> Iterator[Problem]:
    own = place.options.get(group.key)
    if not own and group.required and group.options and not place.ask(group.key)[0]:
        if own is not None or not _is_asked_above(place, group):
            yield _problem("option-missing", place, group.key, _find_start(board, place, group))
        return
    if own is None:
        return
    start = group.default or None
    taken = _taken(place, group.key)
    if group.take is Take.NUMBER:
        number = number_taken(group, own)
        if not group.smallest <= number <= group.largest:
            nearest = min(max(number, group.smallest), group.largest)
            yield _problem(
                "number-outside-bounds",
                place,
                group.key,
                (Choice(group.key, nearest),),
                measure=number,
                at_least=group.smallest,
                at_most=group.largest,
            )
        return
    if any(choice.option not in group.options for choice in own):
        yield _problem("option-not-offered", place, group.key, start, taken=taken)
    else:
        yield from _find_number(board, place, group, own)


def _is_asked_above(place: Place, group: OptionGroup) -> bool:
    """Whether a place above, whose choice this one would have, lacks it as well."""
    up = place.up if group.inherits else None
    while up is not None and up.group(group.key) is None:
        up = up.up
    return up is not None


def _find_start(board: Board, place: Place, group: OptionGroup) -> tuple[Choice, ...] | None:
    """What a choice that is missing becomes: None for the default or what stands above."""
    above = place.up.ask(group.key)[0] if group.inherits and place.up else ()
    return None if group.default or above else choose_first(board, group)


def _find_number(
    board: Board, place: Place, group: OptionGroup, own: tuple[Choice, ...]
) -> Iterator[Problem]:
    number = number_taken(group, own)
    most = floor(board.evaluate(group.at_most, place)) if group.at_most else None
    is_several = group.take is Take.ONE and [choice.count for choice in own] not in ([], [1])
    if group.take is Take.ONE:
        most = 1
    if is_several or (most is not None and number > most):
        fix = _cut(own, most or 0)
        yield _problem("too-many-options", place, group.key, fix, measure=number, at_most=most)
        return
    for choice in own:
        bound = group.options[choice.option].at_most
        if choice.count < 1 or (bound is not None and choice.count > bound):
            kept = max(min(choice.count, bound or 1), 1)
            fix = tuple(Choice(c.option, kept, c.options) if c is choice else c for c in own)
            yield _problem(
                "too-many-options",
                place,
                group.key,
                fix,
                measure=choice.count,
                at_most=bound or 1,
                taken=(choice.option,),
            )
            return
    least = board.evaluate(group.at_least, place) if group.at_least else 0
    if number < least:
        yield _problem("too-few-options", place, group.key, None, measure=number, at_least=least)


def _cut(own: tuple[Choice, ...], most: int) -> tuple[Choice, ...]:
    kept = []
    for choice in own:
        count = min(max(choice.count, 1), most)
        if count > 0:
            kept.append(Choice(choice.option, count, choice.options))
            most -= count
    return tuple(kept)


def _taken(place: Place, group: str) -> tuple[str, ...]:
    return tuple(choice.option for choice in place.options.get(group, ()))


def _problem(
    code: str,
    place: Place,
    group: str,
    choices: tuple[Choice, ...] | None,
    **parameters: object,
) -> Problem:
    """A problem of a group; its fix makes the choices, and where there are none goes back."""
    known = place.group(group) is not None
    fix = Choose(place.id, group, choices if known else None)
    fixes = () if code == "too-few-options" else (fix,)
    return Problem(code, ILLEGAL, place.id, group, None, {"group": group, **parameters}, fixes)


def find_own_choices(board: Board) -> Iterator[Problem]:
    """Lines and crews that differ from their unit in something that they usually inherit."""
    for place in board.places:
        if place.entry is None or place.is_unit or place.up is None:
            continue
        for name, own in place.options.items():
            above = place.up.ask(name)[0]
            problem = _find_differing(place, place.group(name), own, above)
            problem = problem or _find_differing_within(board, place, name)
            if problem is not None:
                yield problem


def _find_differing(
    place: Place, group: OptionGroup | None, own: tuple[Choice, ...], above: tuple[Choice, ...]
) -> Problem | None:
    if group is None or group.own_choice is None or not own or not above:
        return None
    if own[0].option == above[0].option or own[0].option not in group.options:
        return None
    return Problem(
        "line-differs-from-unit",
        group.own_choice,
        place.id,
        group.key,
        group.page,
        {"group": group.key, "taken": (own[0].option,), "unit": (above[0].option,)},
        (Choose(place.id, group.key, None),),
    )


def _find_differing_within(board: Board, place: Place, name: str) -> Problem | None:
    for choice in place.options[name]:
        entry = board.catalogue.entries.get(choice.option)
        for inner, own in choice.options.items():
            group = entry.groups.get(inner) if entry else None
            problem = _find_differing(place, group, own, place.ask(inner)[0])
            if problem is not None:
                return _put_within(problem, place, name)
    return None
