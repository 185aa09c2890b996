"""What a roster would come to under the other readings of a contradictory book."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from .catalogue import Catalogue, Reading
from .evaluate import find_allowed, lay_out
from .formula import Number
from .places import Board
from .roster import Roster


@dataclass(frozen=True, slots=True)
class Weight:
    """By how much another value of a reading moves the total and what is allowed."""

    reading: str
    value: str
    total: Number
    allowed: Number

    @property
    def moves(self) -> bool:
        """Whether the roster would come to something else."""
        return bool(self.total or self.allowed)


def weigh_readings(catalogue: Catalogue, roster: Roster) -> tuple[Weight, ...]:
    """For every value that the roster has not chosen, what choosing it would change.

    Readings that no effect and no tolerance asks about move nothing and are left out.
    """
    asked = {effect.reading for effect in catalogue.effects}
    asked |= {r.attribute for r in catalogue.tolerance.references if r.name == "reading"}
    now = lay_out(catalogue, roster)
    return tuple(
        weight
        for reading in catalogue.readings.values()
        if reading.key in asked
        for weight in _weigh(now, reading)
    )


def _weigh(now: Board, reading: Reading) -> Iterator[Weight]:
    catalogue, roster = now.catalogue, now.roster
    for value in reading.values:
        if value.key == now.readings[reading.key]:
            continue
        other = lay_out(
            catalogue, replace(roster, readings={**roster.readings, reading.key: value.key})
        )
        yield Weight(
            reading.key,
            value.key,
            other.root.sums[other.currency] - now.root.sums[now.currency],
            find_allowed(other) - find_allowed(now),
        )
