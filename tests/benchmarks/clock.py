"""CPU time of this process, as medians, and a table of ratios against a floor of the same run."""

from __future__ import annotations

import gc
from collections.abc import Callable
from dataclasses import dataclass
from statistics import median
from time import process_time


def measure(work: Callable[[], object], *, rounds: int = 25, seconds: float = 0.02) -> float:
    """The median CPU time of one call in milliseconds; each round takes about `seconds`."""
    work()
    start = process_time()
    work()
    once = max(process_time() - start, 1e-7)
    times = max(int(seconds / once), 1)
    taken = []
    gc.collect()
    for _ in range(rounds):
        start = process_time()
        for _ in range(times):
            work()
        taken.append((process_time() - start) / times)
    return median(taken) * 1000


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the table: what, its figure, its floor, and the bar that it has to keep.

    Without a bar it is there to be known.
    """

    name: str
    figure: float
    unit: str
    bar: float | None
    floor: float | None = None

    @property
    def judged(self) -> float:
        """What is held against the bar: the ratio where there is a floor, else the figure."""
        return self.figure / self.floor if self.floor else self.figure

    @property
    def holds(self) -> bool:
        """Whether the bar is kept."""
        return self.bar is None or self.judged <= self.bar

    def write(self) -> str:
        """The row as the table shows it."""
        floor = f"{self.floor:9.3f}" if self.floor else " " * 9
        ratio = f"{self.judged:8.2f}" if self.floor else " " * 8
        line = f"{self.name:<58}{self.figure:10.3f} {self.unit:<7}{floor}{ratio}"
        if self.bar is None:
            return line
        return f"{line}  <= {self.bar:<7g}{'holds' if self.holds else 'MISSED'}"


def write_table(rows: list[Row]) -> str:
    """All rows under their heading."""
    heading = f"{'what':<58}{'figure':>10} {'unit':<7}{'floor':>9}{'ratio':>8}  bar"
    return "\n".join([heading, "-" * len(heading), *(row.write() for row in rows)])
