"""What must hold in any game: known entries in their places, options that their groups offer."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from math import floor

from .catalogue import OptionGroup, Role, Severity, Take
from .edits import Choose, RemoveNode, SetCount
from .evaluation import Problem
from .fixes import choose_first, fix_total
from .places import Board, Place, number_taken
from .roster import NOTHING, Choice
from .upgrading import release

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
        if place.index in board.kept:
            yield _problem_of_kept(board, place)
            yield from board.kept[place.index].problems
            continue
        if entry is None or entry.role is Role.OPTION or entry.is_hidden:
            parameters, fix = {"entry": node.entry}, (RemoveNode(place.id),)
            yield Problem("unknown-entry", ILLEGAL, place.id, node.entry, None, parameters, fix)
            continue
        up = place.up.entry if place.up else None
        holds = up.holds if up else board.catalogue.top
        inside = place.up is board.root or up is not None
        if inside and holds.isdisjoint(entry.answers):
            parameters = {"entry": entry.key, "within": up.key if up else ""}
            remove = (RemoveNode(place.id),)
            yield Problem("misplaced-entry", ILLEGAL, place.id, "", None, parameters, remove)
        if node.count < 1:
            counts, set_one = {"measure": node.count}, (SetCount(place.id, 1),)
            yield Problem("count-below-one", ILLEGAL, place.id, "", None, counts, set_one)


def find_entries_of_players(board: Board) -> Iterator[Problem]:
    """What the player has written and the book has not, once a sort, where it stands first."""
    told = set()
    for place in board.places:
        entry = place.entry
        if entry is not None and entry.like and entry.key not in told:
            told.add(entry.key)
            parameters = {"entry": entry.key, "points": entry.points}
            yield Problem("own-entry", Severity.NOTE, place.id, entry.key, None, parameters)


def _problem_of_kept(board: Board, place: Place) -> Problem:
    node = place.node
    assert node is not None
    parameters = {"entry": node.entry, "edition": node.edition}
    return Problem(
        "kept-by-older-edition",
        Severity.OUTSIDE_GUIDANCE,
        place.id,
        node.entry,
        None,
        parameters,
        release(board.catalogue, node),
    )


def find_option_problems(board: Board) -> Iterator[Problem]:
    """Groups that lack what they require, or hold what they do not offer or too much of it."""
    for place in board.places:
        if place.entry is not None:
            yield from _find_at(board, place)


def _find_at(board: Board, place: Place) -> Iterator[Problem]:
    """The problems of a place's groups, one of each at most."""
    options = place.options
    for name in options:
        if name not in place.groups:
            yield _problem("option-not-offered", place, name, (), taken=_taken(place, name))
    for key, group in place.groups.items():
        own = options.get(key)
        problem = None
        if not own and group.required and group.options:
            if key not in place.taken:
                problem = _find_missing(board, place, group)
        elif own is not None:
            problem = _find_in_group(board, place, group, own) or _find_within(board, place, key)
        if problem is not None:
            yield problem


def _find_within(board: Board, place: Place, group: str) -> Problem | None:
    """The first problem of what choices were given in turn; its fix lets them start afresh."""
    for choice in place.options[group]:
        entry = board.catalogue.entries.get(choice.option)
        if choice.options and entry is not None:
            inner = Place(board, None, entry, place, choice.options)
            problem = next(_find_at(board, inner), None)
            if problem is not None:
                return _put_within(problem, place, group)
    return None


def _put_within(problem: Problem, place: Place, group: str) -> Problem:
    afresh = tuple(replace(choice, options=NOTHING) for choice in place.options[group])
    fix = (Choose(place.id, group, afresh),)
    return replace(problem, subject=f"{group}/{problem.subject}", fix=fix)


def _find_missing(board: Board, place: Place, group: OptionGroup) -> Problem | None:
    if group.key not in place.options and _is_asked_above(place, group):
        return None
    return _problem("option-missing", place, group.key, _find_start(board, place, group))


def _find_in_group(
    board: Board, place: Place, group: OptionGroup, own: tuple[Choice, ...]
) -> Problem | None:
    if group.take is not Take.NUMBER:
        for choice in own:
            if choice.option not in group.options:
                start, taken = group.default or None, _taken(place, group.key)
                return _problem("option-not-offered", place, group.key, start, taken=taken)
        return _find_number(board, place, group, own)
    number = number_taken(group, own)
    if group.smallest <= number <= group.largest:
        return None
    return _problem(
        "number-outside-bounds",
        place,
        group.key,
        (Choice(group.key, min(max(number, group.smallest), group.largest)),),
        measure=number,
        at_least=group.smallest,
        at_most=group.largest,
    )


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
) -> Problem | None:
    number = number_taken(group, own)
    most = floor(board.evaluate(group.at_most, place)) if group.at_most else None
    is_several = group.take is Take.ONE and [choice.count for choice in own] not in ([], [1])
    if group.take is Take.ONE:
        most = 1
    if is_several or (most is not None and number > most):
        fix = _cut(own, most or 0)
        return _problem("too-many-options", place, group.key, fix, measure=number, at_most=most)
    for choice in own:
        bound = group.options[choice.option].at_most
        if choice.count < 1 or (bound is not None and choice.count > bound):
            return _find_excess(place, group, own, choice, bound or 1)
    least = board.evaluate(group.at_least, place) if group.at_least else 0
    if number < least:
        return _problem("too-few-options", place, group.key, None, measure=number, at_least=least)
    return None


def _find_excess(
    place: Place, group: OptionGroup, own: tuple[Choice, ...], excessive: Choice, bound: int
) -> Problem:
    """The problem of one option that is taken too often, or less than once."""
    return _problem(
        "too-many-options",
        place,
        group.key,
        tuple(_keep_within(group, choice) for choice in own),
        measure=excessive.count,
        at_most=bound,
        taken=(excessive.option,),
    )


def _keep_within(group: OptionGroup, choice: Choice) -> Choice:
    """A choice as often as its option may be taken, once at least."""
    count, most = max(choice.count, 1), group.options[choice.option].at_most
    kept = count if most is None else max(min(count, most), 1)
    return Choice(choice.option, kept, choice.options)


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
            problem = _find_differing(place, place.group(name), own, place.up)
            problem = problem or _find_differing_within(board, place, name)
            if problem is not None:
                yield problem


def _find_differing(
    place: Place, group: OptionGroup | None, own: tuple[Choice, ...], holder: Place
) -> Problem | None:
    """The problem of a choice that is another than that of what holds who made it."""
    if group is None or group.own_choice is None or not own:
        return None
    above = holder.ask(group.key)[0]
    if not above or own[0].option == above[0].option or own[0].option not in group.options:
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
        for inner, own in choice.options.items():
            entry = board.catalogue.entries.get(choice.option)
            group = entry.groups.get(inner) if entry else None
            problem = _find_differing(place, group, own, place)
            if problem is not None:
                return _put_within(problem, place, name)
    return None
