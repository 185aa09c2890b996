"""A roster as others read it: the whole, what it comes to, and the statistics it uses."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import override

from lists.building.rosters import Evaluated

from .display import ShownRoster, show_roster
from .summary import ShownSummary, show_summary
from .tables import ShownTable, show_used
from .words import Names


@dataclass(frozen=True, slots=True)
class ShownShared:
    """What a shared page shows; `description` is what messengers show of its link."""

    roster: ShownRoster
    summary: ShownSummary
    tables: tuple[ShownTable, ...]
    is_ready: bool
    state: str
    description: str


def show_shared(evaluated: Evaluated, language: str) -> ShownShared:
    """A saved state of a roster as its readers see it, in one language."""
    catalogue, roster = evaluated.catalogue, evaluated.roster
    names = Names(catalogue, language)
    shown = show_roster(catalogue, roster, evaluated.evaluation, language)
    is_ready = evaluated.row.is_ready
    with override(language):
        state = word_state(is_ready=is_ready)
        return ShownShared(
            roster=shown,
            summary=show_summary(names, roster, evaluated.evaluation, shown, is_ready=is_ready),
            tables=tuple(show_used(names, roster, catalogue.sheet)),
            is_ready=is_ready,
            state=state,
            description=_describe(shown, state),
        )


def word_state(*, is_ready: bool) -> str:
    """Draft or ready, in words."""
    return _("Ready") if is_ready else _("Draft")


def _describe(shown: ShownRoster, state: str) -> str:
    """ "US Marines, Breaking News. 148 of 150 points. Legal. Draft." """
    words = {"total": shown.total, "limit": shown.limit}
    points = _("%(total)s of %(limit)s points.") % words if shown.has_limit else f"{shown.points}."
    return f"{shown.army_list}, {shown.system}. {points} {shown.verdict_words}. {state}."
