"""What evaluation looks up often, worked out once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction

from ..catalogue import (
    Answers,
    ArmyList,
    Derived,
    Effect,
    Entry,
    Index,
    Kind,
    Restriction,
    Role,
    Worth,
)


def build_index(
    kinds: Mapping[str, Kind],
    entries: Mapping[str, Entry],
    army_lists: Mapping[str, ArmyList],
    restrictions: Sequence[Restriction],
    effects: Sequence[Effect],
    derived: Sequence[Derived],
) -> Index:
    """Which restrictions, effects, rows and derived values concern each entry."""
    on_entries = {
        entry.key: [e for e in effects if e.of.matches(Answers(entry.answers))]
        for entry in entries.values()
    }
    by_field = {key: _group((e.field, e) for e in on) for key, on in on_entries.items()}
    return Index(
        of_roster=tuple(r for r in restrictions if r.scope == "roster"),
        of_entry={
            entry.key: tuple(r for r in restrictions if _concerns(r, entry))
            for entry in entries.values()
        },
        effects=by_field,
        lending={key: tuple(e for e in on if e.like) for key, on in on_entries.items()},
        worth={e.key: dict(_find_worth(e, by_field[e.key])) for e in entries.values()},
        derived={
            "roster": tuple(d for d in derived if d.scope == "roster"),
            **{
                entry.key: tuple(d for d in derived if _concerns(d, entry))
                for entry in entries.values()
            },
        },
        rows={
            each.key: _group((key, row) for row in each.rows for key in dict.fromkeys(row.entries))
            for each in army_lists.values()
        },
        extras=frozenset(entry.key for entry in entries.values() if kinds[entry.kind].offered),
    )


def extend_index(index: Index, kinds: Mapping[str, Kind], added: Mapping[str, Entry]) -> Index:
    """The index with entries beside that are treated as those that they are `like`."""

    def extend[T](found: Mapping[str, T]) -> Mapping[str, T]:
        return {**found, **{key: found[entry.like] for key, entry in added.items()}}

    effects = extend(index.effects)
    of_entry = {
        key: tuple(rule for rule in index.of_entry[entry.like] if not rule.spares_own)
        for key, entry in added.items()
    }
    worth = {key: dict(_find_worth(entry, effects[key])) for key, entry in added.items()}
    return replace(
        index,
        of_entry={**index.of_entry, **of_entry},
        effects=effects,
        lending=extend(index.lending),
        worth={**index.worth, **worth},
        derived=extend(index.derived),
        extras=index.extras | {key for key, each in added.items() if kinds[each.kind].offered},
        matching={},
    )


def _group[T](pairs: Iterable[tuple[str, T]]) -> Mapping[str, tuple[T, ...]]:
    """What belongs to each key, in its order."""
    found: dict[str, list[T]] = {}
    for key, each in pairs:
        found.setdefault(key, []).append(each)
    return {key: tuple(each) for key, each in found.items()}


def _concerns(rule: Restriction | Derived, entry: Entry) -> bool:
    if entry.role is Role.UNIT:
        return rule.scope in ("unit", entry.key)
    if rule.scope != "selection":
        return False
    return not rule.of or rule.of.matches(Answers(entry.answers))


def _find_worth(
    entry: Entry, effects: Mapping[str, tuple[Effect, ...]]
) -> Iterator[tuple[str, Worth]]:
    for key, value in entry.constants.items():
        yield key, Worth(value)
    for key, formula in entry.formulas.items():
        if formula.text == "points":
            yield key, Worth(entry.points, effects.get("points", ()))
    for key, statistic in entry.statistics.items():
        value = statistic if isinstance(statistic, int | Fraction) else 0
        yield key, Worth(value, effects.get(key, ()))
