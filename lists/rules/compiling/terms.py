"""What an edition counts and tells apart: its currencies, kinds of entries and statistics."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ..catalogue import Citation, Currency, Kind, Role, Statistic
from ..roster import NOTHING
from .plain import Plain
from .sections import Sections


@dataclass(frozen=True, slots=True)
class Terms:
    """What all else of a document is said in, what it cites, and the formulas that kinds share."""

    currencies: tuple[Currency, ...]
    kinds: Mapping[str, Kind]
    kind_formulas: Mapping[str, Plain]
    named_formulas: Mapping[str, Plain]
    statistics: Mapping[str, Statistic]
    citations: Mapping[str, Citation]

    def has_statistic(self, kind: str, key: str) -> bool:
        """Whether entries of the kind may have the statistic."""
        return key in self.statistics and kind in self.statistics[key].kinds


def read_terms(sections: Sections) -> Terms:
    """The terms that a document declares."""
    return Terms(
        currencies=tuple(map(_read_currency, sections.items("currencies"))),
        kinds={p["key"]: _read_kind(p) for p in sections.items("kinds")},
        kind_formulas={p["key"]: p.get("formula", {}) for p in sections.items("kinds")},
        named_formulas={p["key"]: p for p in sections.items("formulas")},
        statistics={p["key"]: _read_statistic(p) for p in sections.items("statistics")},
        citations={
            p["key"]: Citation(p["key"], p["name"], p.get("text", NOTHING))
            for p in sections.part("edition", {}).get("sources", ())
        },
    )


def _read_currency(plain: Plain) -> Currency:
    one = plain.get("one", plain["name"])
    return Currency(plain["key"], plain["name"], one, bool(plain.get("numbers")))


def _read_kind(plain: Plain) -> Kind:
    return Kind(
        plain["key"],
        plain["name"],
        Role(plain.get("role", "option")),
        bool(plain.get("listed")),
        bool(plain.get("offered")),
    )


def _read_statistic(plain: Plain) -> Statistic:
    return Statistic(
        plain["key"],
        plain["name"],
        plain.get("short", plain["name"]),
        frozenset(plain.get("kinds", ())),
        plain.get("text", NOTHING),
        tuple(plain.get("columns", ())),
        is_hidden=bool(plain.get("hidden")),
    )
