"""Readings and optional rules: what players settle before they play."""

from __future__ import annotations

from ..catalogue import OptionalRule, Reading, ReadingValue
from ..roster import NOTHING
from .draft import Draft
from .plain import Plain


def read_readings(draft: Draft) -> dict[str, Reading]:
    """The readings of a document."""
    return {p["key"]: _read_reading(p, draft) for p in draft.sections.items("readings")}


def read_optional_rules(draft: Draft) -> dict[str, OptionalRule]:
    """The optional rules of a document."""
    return {
        p["key"]: OptionalRule(p["key"], p["name"], p.get("text", NOTHING), p.get("page"))
        for p in draft.sections.items("optional_rules")
    }


def _read_reading(plain: Plain, draft: Draft) -> Reading:
    values = tuple(ReadingValue(v["key"], v["name"], v.get("page")) for v in plain["values"])
    if not values:
        draft.sections.fail("A reading needs at least one value.")
    return Reading(
        plain["key"], plain["name"], plain.get("text", NOTHING), plain.get("page"), values
    )
