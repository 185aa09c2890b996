"""What a roster comes to, in words: points, verdict, problems, values, what it is played by."""

from __future__ import annotations

from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

from lists.rules.catalogue import Role
from lists.rules.evaluation import Evaluation
from lists.rules.roster import Roster

from .display import LEGAL, ShownProblem, ShownReading, ShownRoster, ShownValue
from .settings import word_opponent
from .words import Names

ILLEGAL = "illegal"


@dataclass(frozen=True, slots=True)
class ShownGauge:
    """Points as lengths of a ruler of 1000: what is spent, the limit, what is still accepted."""

    spent: int
    limit: int
    state: str  # the class of what is spent: within the limit nothing, else accepted or over


@dataclass(frozen=True, slots=True)
class ShownUnitFigures:
    """The values that are worked out for a unit."""

    name: str
    derived: tuple[ShownValue, ...]


@dataclass(frozen=True, slots=True)
class ShownFigures:
    """What the whole and each unit come to besides points, and what these values mean."""

    tallies: tuple[ShownValue, ...]
    derived: tuple[ShownValue, ...]
    units: tuple[ShownUnitFigures, ...]
    meanings: tuple[ShownValue, ...]


@dataclass(frozen=True, slots=True)
class ShownTerms:
    """What a roster is played by, as far as it was chosen."""

    scenario: str
    opponent: str
    optional_rules: tuple[str, ...]
    readings: tuple[ShownReading, ...]
    has_readings: bool  # whether its game has any to choose

    @property
    def are_usual(self) -> bool:
        """Whether nothing is chosen that a new list would not have."""
        return not (self.scenario or self.opponent or self.optional_rules or self.readings)


@dataclass(frozen=True, slots=True)
class ShownSummary:
    """The summary of a roster."""

    total: str
    limit: str  # empty where there is none
    gauge: ShownGauge
    balance: str
    accepted: str
    verdict: str
    verdict_words: str
    illegal: tuple[ShownProblem, ...]
    outside: tuple[ShownProblem, ...]
    notes: tuple[ShownProblem, ...]
    figures: ShownFigures
    terms: ShownTerms
    is_ready: bool
    can_be_ready: bool

    @property
    def is_legal(self) -> bool:
        """Whether nothing at all is wrong."""
        return self.verdict == LEGAL


def show_summary(
    names: Names, roster: Roster, evaluation: Evaluation, shown: ShownRoster, *, is_ready: bool
) -> ShownSummary:
    """The summary of a roster that is a draft or marked ready."""
    has_margin = shown.has_limit and not shown.is_over and evaluation.allowed > evaluation.limit
    return ShownSummary(
        total=shown.total,
        limit=shown.limit if shown.has_limit else "",
        gauge=show_gauge(evaluation),
        balance=shown.balance,
        accepted=_("Up to %(allowed)s is accepted.") % {"allowed": shown.allowed}
        if has_margin
        else "",
        verdict=shown.verdict,
        verdict_words=shown.verdict_words,
        illegal=shown.illegal,
        outside=shown.outside,
        notes=shown.notes,
        figures=_show_figures(shown),
        terms=ShownTerms(
            shown.scenario,
            word_opponent(names, roster.opponent) if roster.opponent else "",
            shown.optional_rules,
            tuple(reading for reading in shown.readings if not reading.is_default),
            bool(shown.readings),
        ),
        is_ready=is_ready,
        can_be_ready=not is_ready and bool(shown.nodes),
    )


def show_gauge(evaluation: Evaluation) -> ShownGauge:
    """The total against the limit as lengths; the ruler ends with what is still accepted."""
    total, limit, allowed = max(evaluation.total, 0), evaluation.limit, evaluation.allowed
    end = max(total, allowed, 1)
    state = "" if total <= limit else " is-accepted" if total <= allowed else " is-over"
    return ShownGauge(int(1000 * total / end), int(1000 * limit / end), state)


def _show_figures(shown: ShownRoster) -> ShownFigures:
    units = [node for node in shown.walk() if node.derived and node.role == Role.UNIT]
    values = (*shown.derived, *(value for unit in units for value in unit.derived))
    meanings = {value.key: replace(value, value="") for value in values if value.text}
    return ShownFigures(
        tallies=shown.tallies,
        derived=shown.derived,
        units=tuple(ShownUnitFigures(unit.name, unit.derived) for unit in units),
        meanings=tuple(meanings.values()),
    )
