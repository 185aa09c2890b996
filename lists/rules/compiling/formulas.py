"""The formulas and predicates of a document, checked against the names that it declares."""

from __future__ import annotations

from collections.abc import Iterator

from ..formula import (
    Formula,
    FormulaError,
    Predicate,
    Vocabulary,
    check_formula,
    parse_formula,
    parse_predicate,
)
from .plain import Plain
from .sections import Sections
from .terms import Terms

OF_ROSTER = frozenset(
    "army-list scenario opponent nation reading optional-rule limit total".split()
)
"""The names that mean the same everywhere in a roster."""


class Formulas:
    """Reads formulas and predicates; what is not right in one fails where it stands."""

    def __init__(self, sections: Sections, terms: Terms) -> None:
        self.sections = sections
        self.vocabulary = build_vocabulary(sections.document, terms)

    def formula(self, text: str | int) -> Formula:
        """A formula, all of whose names are known."""
        try:
            formula = parse_formula(str(text))
            check_formula(formula, self.vocabulary)
        except FormulaError as error:
            self.sections.fail(f"The formula is not right.\n{error}")
        return formula

    def optional(self, text: str | int | None) -> Formula | None:
        """A formula where one stands."""
        return None if text is None else self.formula(text)

    def predicate(self, text: str) -> Predicate:
        """A predicate, all of whose names are known."""
        try:
            predicate = parse_predicate(text)
            check_formula(parse_formula(f"count({text})"), self.vocabulary)
        except FormulaError as error:
            self.sections.fail(f"The predicate is not right.\n{error}")
        return predicate

    def static_predicate(self, text: str) -> Predicate:
        """A predicate that an entry answers by itself, whatever is chosen for it."""
        predicate = self.predicate(text)
        if predicate.memberships:
            self.sections.fail(
                "`of` asks about a choice.", "Name keys, kinds or categories; use `when` for it."
            )
        return predicate


def build_vocabulary(document: Plain, terms: Terms) -> Vocabulary:
    """The names that formulas of the document may say."""
    groups = {p["key"] for p in document.get("groups", ())}
    currencies = {currency.key for currency in terms.currencies}
    of_group = frozenset({"points", *terms.statistics, *currencies})
    flags = (f for p in document.get("army_lists", ()) for f in p.get("flags", ()))
    forbidden = (f for p in document.get("scenarios", ()) for f in p.get("forbids", ()))
    attributes = {
        **dict.fromkeys(groups, of_group),
        "army-list": frozenset(flags),
        "scenario": frozenset(f"forbids-{f}" for f in forbidden),
        "reading": frozenset(p["key"] for p in document.get("readings", ())),
        "optional-rule": frozenset(p["key"] for p in document.get("optional_rules", ())),
        "opponent": frozenset[str](),
        "nation": frozenset[str](),
    }
    return Vocabulary(
        values=frozenset({"points", "limit", "total", "siblings"})
        | groups
        | currencies
        | set(terms.statistics),
        attributes=attributes,
        keys=frozenset(_find_keys(document)) | set(terms.kinds),
    )


def _find_keys(document: Plain) -> Iterator[str]:
    """The keys and categories that predicates and comparisons may name."""
    for section in ("entries", "army_lists", "scenarios", "nations"):
        yield from (p["key"] for p in document.get(section, ()))
    for entry in document.get("entries", ()):
        yield from entry.get("categories", ())
    for reading in document.get("readings", ()):
        yield from (value["key"] for value in reading["values"])
