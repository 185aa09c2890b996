"""How long a client waited for its answers, kind by kind, and the bars for all of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import ceil
from typing import Final

CONFLICT: Final = 409


type Bars = Mapping[float, float]
"""Within how many seconds which part of the answers comes, on a machine of two cores."""


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


def is_well(responses: Sequence[Response], bars: Bars) -> bool:
    """Whether there were answers, every one a right one, and so many of them in time."""
    are_right = all(each.is_right for each in responses)
    return bool(responses) and are_right and not find_missed(responses, bars)


def find_missed(responses: Sequence[Response], bars: Bars) -> list[float]:
    """The parts whose bar is not kept."""
    return [part for part, bar in bars.items() if find_percentile(responses, part) > bar]


def write_responses(responses: Sequence[Response], bars: Bars) -> str:
    """A table of all kinds, and of all together."""
    titles = "".join(f"{title:>8}" for title in ("p50", "p95", "p99", "max"))
    heading = f"{'':<12}{'answers':>8}{'409':>6}{'errors':>8}{titles}  ms"
    kinds = sorted({each.kind for each in responses})
    parts = [(kind, [each for each in responses if each.kind == kind]) for kind in kinds]
    rows = [_write_row(name, part) for name, part in [*parts, ("all", responses)] if part]
    missed = find_missed(responses, bars) if responses else list(bars)
    verdicts = [
        f"p{part * 100:g} <= {bar * 1000:g} ms: {'MISSED' if part in missed else 'holds'}"
        for part, bar in bars.items()
    ]
    return "\n".join([heading, "-" * len(heading), *rows, ", ".join(verdicts)])


def _write_row(name: str, part: Sequence[Response]) -> str:
    shares = (0.5, 0.95, 0.99, 1)
    times = "".join(f"{find_percentile(part, each) * 1000:8.0f}" for each in shares)
    conflicts = sum(each.status == CONFLICT for each in part)
    errors = sum(not each.is_right for each in part)
    statuses = sorted({each.status for each in part if not each.is_right})
    row = f"{name:<12}{len(part):8}{conflicts:6}{errors:8}{times}"
    return f"{row}  {statuses}" if statuses else row
