"""What evaluation looks up often, worked out once."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from ..catalogue import Derived, Effect, Entry, Index, Restriction, Role


@dataclass(frozen=True, slots=True)
class _Static:
    """An entry as the subject of a predicate that may not ask about choices."""

    entry: Entry

    def answers_to(self, key: str) -> bool:
        return key in self.entry.answers

    def holds(self, name: str, attribute: str, keys: frozenset[str]) -> bool:
        return False


def build_index(
    entries: Mapping[str, Entry],
    restrictions: Sequence[Restriction],
    effects: Sequence[Effect],
    derived: Sequence[Derived],
) -> Index:
    """Which restrictions, effects and derived values concern each entry."""
    units = [entry.key for entry in entries.values() if entry.role is Role.UNIT]
    bought = [entry for entry in entries.values() if entry.role is not Role.UNIT]
    of_selection = [r for r in restrictions if r.scope == "selection"]
    return Index(
        of_roster=tuple(r for r in restrictions if r.scope == "roster"),
        of_unit={
            unit: tuple(r for r in restrictions if r.scope in ("unit", unit)) for unit in units
        },
        of_selection={entry.key: _find_restrictions(entry, of_selection) for entry in bought},
        effects={
            entry.key: tuple(e for e in effects if e.of.matches(_Static(entry)))
            for entry in entries.values()
        },
        derived={
            scope: tuple(d for d in derived if d.scope in (scope, "unit"))
            for scope in ("roster", *units)
        },
    )


def _find_restrictions(
    entry: Entry, restrictions: Iterable[Restriction]
) -> tuple[Restriction, ...]:
    return tuple(r for r in restrictions if not r.of or r.of.matches(_Static(entry)))
