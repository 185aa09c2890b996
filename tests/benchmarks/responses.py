"""How long a client waited for its answers, kind by kind, and the bar for all of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil
from typing import Final

BAR: Final = 0.2
"""The p95 of all answers in seconds, on a machine of two cores."""

CONFLICT: Final = 409


@dataclass(frozen=True, slots=True)
class Response:
    """An answer as a client saw it; a conflict between two editors is a right one."""

    kind: str
    seconds: float
    status: int
    is_right: bool


def find_percentile(responses: Sequence[Response], part: float) -> float:
    """The time in seconds within which this part of the answers came."""
    times = sorted(each.seconds for each in responses)
    return times[max(ceil(part * len(times)), 1) - 1]


def is_well(responses: Sequence[Response]) -> bool:
    """Whether every answer was a right one and nineteen in twenty came in time."""
    return all(each.is_right for each in responses) and find_percentile(responses, 0.95) <= BAR


def write_responses(responses: Sequence[Response]) -> str:
    """A table of all kinds, and of all together."""
    heading = f"{'':<12}{'answers':>8}{'409':>6}{'errors':>8}{'p50':>8}{'p95':>8}{'max':>8}  ms"
    kinds = sorted({each.kind for each in responses})
    parts = [(kind, [each for each in responses if each.kind == kind]) for kind in kinds]
    rows = [_write_row(name, part) for name, part in [*parts, ("all", responses)]]
    verdict = "holds" if is_well(responses) else "MISSED"
    return "\n".join([heading, "-" * len(heading), *rows]) + f"  <= {BAR * 1000:g} {verdict}"


def _write_row(name: str, part: Sequence[Response]) -> str:
    times = "".join(f"{find_percentile(part, each) * 1000:8.0f}" for each in (0.5, 0.95, 1))
    conflicts = sum(each.status == CONFLICT for each in part)
    errors = sum(not each.is_right for each in part)
    statuses = sorted({each.status for each in part if not each.is_right})
    row = f"{name:<12}{len(part):8}{conflicts:6}{errors:8}{times}"
    return f"{row}  {statuses}" if statuses else row
