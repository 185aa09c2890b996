"""What a roster comes to at one moment: points, receipts, tallies and problems."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from .catalogue import Severity
from .edits import Edit
from .formula import Number
from .roster import NOTHING

GRAVITY = {Severity.ILLEGAL: 0, Severity.OUTSIDE_GUIDANCE: 1, Severity.NOTE: 2}


class Ingredient(NamedTuple):
    """One factor of a part: the options it comes from (key and count), or only a number."""

    name: str
    options: tuple[tuple[str, int], ...]
    value: Number


class Part(NamedTuple):
    """One addend of a receipt, such as the class or the weapon, and the effects that changed it."""

    ingredients: tuple[Ingredient, ...]
    amount: Number
    effects: tuple[str, ...] = ()


class Receipt(NamedTuple):
    """How the amount of one node came about: parts of one piece, how many, and the whole."""

    node: str
    parts: tuple[Part, ...]
    each: Number
    count: int  # type: ignore[assignment]  # hides how often a tuple holds a value
    total: Number


@dataclass(frozen=True, slots=True)
class Problem:
    """One reason why a roster is not legal, or a note on it; codes and parameters, no sentences.

    `node` is "" where the whole roster is meant. `subject` tells apart problems of one code on one
    node: the row, group or entry they are about.
    """

    code: str
    severity: Severity
    node: str = ""
    subject: str = ""
    page: int | None = None
    parameters: Mapping[str, Any] = field(default_factory=lambda: NOTHING)
    fix: tuple[Edit, ...] = ()

    @property
    def identity(self) -> tuple[str, str, str]:
        """What makes it the same problem before and after an edit."""
        return self.code, self.node, self.subject


@dataclass(frozen=True, slots=True)
class Evaluation:
    """The points, receipts, tallies and problems of a roster.

    `tallies` gives for each node id ("" for the roster) what it adds up to in each currency, all
    beneath it included; `derived` gives the values the edition declares for the roster, for units
    and for lines.
    """

    total: Number
    limit: int
    allowed: Number
    receipts: tuple[Receipt, ...]
    tallies: Mapping[str, Mapping[str, Number]]
    derived: Mapping[str, Mapping[str, Number]]
    problems: tuple[Problem, ...]

    @property
    def is_legal(self) -> bool:
        """Whether no rule of the book is broken."""
        return not any(problem.severity is Severity.ILLEGAL for problem in self.problems)

    @property
    def left(self) -> Number:
        """Points that may still be spent; negative when over the limit."""
        return self.limit - self.total

    def find_receipt(self, node: str) -> Receipt | None:
        """The receipt of a node, or None."""
        return next((receipt for receipt in self.receipts if receipt.node == node), None)
