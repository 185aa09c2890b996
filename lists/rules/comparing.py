"""What differs between two states of a roster, or between two rosters: lines, points and terms."""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict, deque
from collections.abc import Callable, Hashable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple

from .catalogue import Catalogue
from .evaluation import Evaluation
from .formula import Number
from .roster import Choice, Node, Options, Roster

ROOT: Final = ""
FIELDS: Final = ("entry", "count", "name", "note", "edition")
TERMS: Final = (
    "system",
    "edition",
    "army_list",
    "name",
    "points_limit",
    "scenario",
    "opponent",
    "optional_rules",
)

type Pairs = Mapping[str, str]
"""By the id of a node on the one side the id of the same node on the other."""


class Side(NamedTuple):
    """One of two rosters that are compared: what it is measured by, holds and comes to."""

    catalogue: Catalogue
    roster: Roster
    evaluation: Evaluation


class Term(NamedTuple):
    """Something that a roster as a whole has otherwise: a field, or `readings.` and a key."""

    field: str
    before: object
    after: object


@dataclass(frozen=True, slots=True)
class Difference:
    """A line that stands on one side only, or differs from its like on the other.

    `fields` says in what it differs: entry, count, name, note, edition, place, or `options.` and a
    group. There are none where only its price does. The points are those of the line itself,
    without what stands beneath it.
    """

    before: Node | None
    after: Node | None
    points_before: Number
    points_after: Number
    fields: tuple[str, ...] = ()

    @property
    def moved(self) -> Number:
        """By how many points the line has changed the total."""
        return self.points_after - self.points_before


@dataclass(frozen=True, slots=True)
class Comparison:
    """All that differs; `moved` is the difference of the totals, and the sum over the lines."""

    terms: tuple[Term, ...]
    lines: tuple[Difference, ...]
    moved: Number

    @property
    def is_empty(self) -> bool:
        """Whether nothing differs."""
        return not (self.terms or self.lines)


def compare_states(before: Side, after: Side) -> Comparison:
    """What differs between two states of one roster, whose nodes keep their ids."""
    ids = {node.id for node in after.roster.walk()}
    pairs = {node.id: node.id for node in before.roster.walk() if node.id in ids}
    return _compare(before, after, pairs, has_order=True)


def compare_rosters(before: Side, after: Side) -> Comparison:
    """What differs between two rosters: each line is held against the one most like it."""
    pairs = match_by_likeness(before.roster, after.roster)
    return _compare(before, after, pairs, has_order=False)


def _compare(before: Side, after: Side, pairs: Pairs, *, has_order: bool) -> Comparison:
    return Comparison(
        terms=tuple(_find_terms(before, after)),
        lines=tuple(_find_lines(before, after, pairs, has_order=has_order)),
        moved=after.evaluation.total - before.evaluation.total,
    )


# The roster as a whole


def _find_terms(before: Side, after: Side) -> Iterator[Term]:
    for field in TERMS:
        old, new = getattr(before.roster, field), getattr(after.roster, field)
        if old != new:
            yield Term(field, old, new)
    for key in dict.fromkeys((*before.catalogue.readings, *after.catalogue.readings)):
        old, new = _settle(before, key), _settle(after, key)
        if old != new:
            yield Term(f"readings.{key}", old, new)


def _settle(side: Side, key: str) -> str | None:
    """The value of a reading that holds; None where the edition does not ask."""
    reading = side.catalogue.readings.get(key)
    return reading.settle(side.roster.readings.get(key)) if reading else None


# Lines


def _find_lines(
    before: Side, after: Side, pairs: Pairs, *, has_order: bool
) -> Iterator[Difference]:
    """In the order of the one after; what is gone stands where it stood."""
    costs_before, costs_after = _find_costs(before), _find_costs(after)
    old = {node.id: node for node in before.roster.walk()}
    order = {node_id: index for index, node_id in enumerate(old)}
    gone = deque(node for node in old.values() if node.id not in pairs)
    partners = {new: earlier for earlier, new in pairs.items()}
    moved = _find_moved(before.roster, after.roster, pairs, has_order=has_order)
    for node in after.roster.walk():
        partner = old.get(partners.get(node.id, ROOT))
        if partner is None:
            yield Difference(None, node, 0, costs_after[node.id])
            continue
        while gone and order[gone[0].id] < order[partner.id]:
            yield _lose(gone.popleft(), costs_before)
        fields = tuple(_find_fields(before, after, partner, node, has_moved=node.id in moved))
        points = costs_before[partner.id], costs_after[node.id]
        if fields or points[0] != points[1]:
            yield Difference(partner, node, *points, fields)
    for node in gone:
        yield _lose(node, costs_before)


def _lose(node: Node, costs: Mapping[str, Number]) -> Difference:
    return Difference(node, None, costs[node.id], 0)


def _find_costs(side: Side) -> dict[str, Number]:
    return {receipt.node: receipt.total for receipt in side.evaluation.receipts}


def _find_fields(
    before: Side, after: Side, old: Node, new: Node, *, has_moved: bool
) -> Iterator[str]:
    for field in FIELDS:
        if getattr(old, field) != getattr(new, field):
            yield field
    for group in dict.fromkeys((*old.options, *new.options)):
        if _find_taken(before, old, group) != _find_taken(after, new, group):
            yield f"options.{group}"
    if has_moved:
        yield "place"


def _find_taken(side: Side, node: Node, name: str) -> tuple[Choice, ...] | None:
    """What is taken in a group; None where the line has it as it starts, unless that is nothing."""
    taken = node.options.get(name)
    entry = side.catalogue.find_entry(node)
    group = entry.groups.get(name) if entry and taken is None else None
    return () if group and not (group.default or group.inherits) else taken


def _find_moved(before: Roster, after: Roster, pairs: Pairs, *, has_order: bool) -> set[str]:
    """The ids after of those that stand in another place: as few as explain what is seen."""
    partners = {new: earlier for earlier, new in pairs.items()}
    parents = {node.id: parent for parent, node in _walk_with_parents(before)}
    positions = {node_id: index for index, node_id in enumerate(parents)}
    moved: set[str] = set()
    families: dict[str, list[str]] = defaultdict(list)
    for parent, node in _walk_with_parents(after):
        partner = partners.get(node.id)
        if partner is None:
            continue
        if parents[partner] == partners.get(parent, ROOT if parent == ROOT else None):
            families[parent].append(node.id)
        else:
            moved.add(node.id)
    if has_order:
        for family in families.values():
            moved |= _find_out_of_order(family, [positions[partners[each]] for each in family])
    return moved


def _walk_with_parents(roster: Roster) -> Iterator[tuple[str, Node]]:
    for child in roster.children:
        yield ROOT, child
    for node in roster.walk():
        for child in node.children:
            yield node.id, child


def _find_out_of_order(ids: list[str], positions: list[int]) -> set[str]:
    """Those outside of a longest row that has kept its order."""
    ends: list[int] = []  # of the rows of each length, the smallest position that one ends with
    last: list[int] = []
    before: list[int] = []
    for index, position in enumerate(positions):
        length = bisect_left(ends, position)
        before.append(last[length - 1] if length else -1)
        ends[length : length + 1] = [position]
        last[length : length + 1] = [index]
    kept: set[str] = set()
    at = last[-1] if last else -1
    while at >= 0:
        kept.add(ids[at])
        at = before[at]
    return set(ids) - kept


# Which line of the one roster is which of the other


@dataclass(frozen=True, slots=True)
class _Spot:
    """A node where it stands, and what it is likened by."""

    node: Node
    parent: str
    depth: int
    shape: Hashable
    options: Hashable
    contents: Hashable


type _Sign = Callable[[_Spot, str | None], Hashable]

SIGNS: Final[tuple[_Sign, ...]] = (
    lambda spot, parent: (parent, spot.shape),
    lambda spot, parent: (parent, spot.node.entry, spot.node.name, spot.options, spot.contents),
    lambda spot, parent: (parent, spot.node.entry, spot.node.name, spot.options),
    lambda spot, _parent: spot.shape,
    lambda spot, _parent: (spot.node.entry, spot.node.name, spot.options),
    lambda spot, parent: (parent, spot.node.entry, spot.contents),
    lambda spot, parent: (parent, spot.node.entry, spot.node.name),
    lambda spot, parent: (parent, spot.node.entry),
)
"""What two nodes have in common that are the same, from the surest sign to the weakest."""


def match_by_likeness(before: Roster, after: Roster) -> dict[str, str]:
    """Which node of the one roster is which of the other, units first.

    Both are gone through sign by sign, and what shares a sign is paired in the order of the page:
    so the work grows with the length of the rosters alone, and who comes first does not matter.
    """
    old, new = _find_spots(before), _find_spots(after)
    pairs: dict[str, str] = {}
    for depth in range(max((spot.depth for spot in (*old, *new)), default=-1) + 1):
        left = [spot for spot in old if spot.depth == depth]
        right = [spot for spot in new if spot.depth == depth]
        for sign in SIGNS:
            left, right = _pair_off(left, right, pairs, sign)
    return pairs


def _pair_off(
    left: list[_Spot], right: list[_Spot], pairs: dict[str, str], sign: _Sign
) -> tuple[list[_Spot], list[_Spot]]:
    """Pair those that share a sign; what remains on both sides."""
    matched = {ROOT, *pairs.values()}
    waiting: dict[Hashable, deque[_Spot]] = defaultdict(deque)
    for spot in right:
        waiting[sign(spot, spot.parent if spot.parent in matched else None)].append(spot)
    taken: set[str] = set()
    remaining = []
    for spot in left:
        parent = ROOT if spot.parent == ROOT else pairs.get(spot.parent)
        likes = waiting.get(sign(spot, parent))
        if likes:
            like = likes.popleft()
            pairs[spot.node.id] = like.node.id
            taken.add(like.node.id)
        else:
            remaining.append(spot)
    return remaining, [spot for spot in right if spot.node.id not in taken]


def _find_spots(roster: Roster) -> list[_Spot]:
    spots: list[_Spot] = []
    for child in roster.children:
        _add_spots(child, ROOT, 0, spots)
    return spots


def _add_spots(node: Node, parent: str, depth: int, spots: list[_Spot]) -> Hashable:
    """Append the spots of a node and of all beneath it, parents first; the node's own shape."""
    beneath: list[_Spot] = []
    shapes = tuple(_add_spots(each, node.id, depth + 1, beneath) for each in node.children)
    options = _freeze(node.options)
    shape = (node.entry, node.count, node.name, node.note, node.edition, options, shapes)
    contents = tuple(sorted(child.entry for child in node.children))
    spots.append(_Spot(node, parent, depth, shape, options, contents))
    spots.extend(beneath)
    return shape


def _freeze(options: Options) -> Hashable:
    return tuple(
        (group, tuple((each.option, each.count, _freeze(each.options)) for each in taken))
        for group, taken in sorted(options.items())
    )
