"""Entries: their statistics, formulas and groups."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from ..catalogue import (
    Brought,
    Entry,
    OptionGroup,
    Role,
    StatisticValue,
    Take,
    Template,
    as_number,
)
from ..formula import Formula, Number, Predicate
from ..roster import NOTHING
from .formulas import Formulas
from .groups import Groups
from .plain import Plain
from .sections import Sections
from .terms import Terms

FIELDS_OF_OWN = frozenset({"key", "like", "name", "points"})
"""What an entry of a player's own has beside statistics, so that no statistic may be called so."""


class _Asked(Exception):
    """A formula asks about the place that it stands at."""


class _Nowhere:
    """The scope of formulas that ask about nothing."""

    def value(self, name: str) -> Number:
        raise _Asked

    def attribute(self, name: str, attribute: str) -> Number:
        raise _Asked

    def amounts(self, name: str, attribute: str, counted: bool) -> tuple[Number, ...]:
        raise _Asked

    def holds(self, name: str, attribute: str, keys: frozenset[str]) -> bool:
        raise _Asked

    def count(self, predicate: Predicate) -> Number:
        raise _Asked

    def lines(self, predicate: Predicate) -> Number:
        raise _Asked


NOWHERE = _Nowhere()


def read_entries(
    sections: Sections, terms: Terms, formulas: Formulas, groups: Groups
) -> dict[str, Entry]:
    """The entries of a document. Their groups can be checked only when all entries are known."""
    reader = _EntryReader(sections, terms, formulas, groups)
    entries = {p["key"]: reader.read(p) for p in sections.items("entries")}
    for entry in entries.values():
        sections.where = ("entries", entry.key)
        for group in entry.groups.values():
            _check_group(group, entries, sections)
        for brought in entry.brings:
            if brought.entry not in entries:
                sections.fail(f"It brings {brought.entry!r}, which no entry is.")
    return entries


@dataclass(frozen=True, slots=True)
class _EntryReader:
    sections: Sections
    terms: Terms
    formulas: Formulas
    groups: Groups

    def read(self, plain: Plain) -> Entry:
        key, kind_key = plain["key"], plain["kind"]
        kind = self.terms.kinds.get(kind_key)
        if kind is None:
            known = ", ".join(self.terms.kinds)
            self.sections.fail(f"There is no kind {kind_key!r}.", f"Use one of {known}.")
        categories = frozenset(plain.get("categories", ()))
        formulas = dict(self._read_formulas(kind_key, plain.get("formula")))
        constants = dict(self._find_constants(formulas))
        return Entry(
            key=key,
            kind=kind_key,
            name=plain["name"],
            plural=plain.get("plural") or plain["name"],
            short=plain.get("short") or plain["name"],
            page=plain.get("page"),
            points=as_number(plain.get("points", 0)),
            categories=categories,
            answers=categories | {key, kind_key},
            statistics=dict(self._read_statistics(kind_key, plain.get("statistics", {}))),
            formulas={k: f for k, f in formulas.items() if k not in constants},
            constants=constants,
            groups={g.key: g for g in map(self.groups.of_entry, plain.get("groups", ()))},
            holds=frozenset(plain.get("holds", ())),
            role=kind.role,
            brings=tuple(map(_read_brought, plain.get("brings", ()))),
            ladder=plain.get("ladder", ""),
            rank=plain.get("rank", 0),
            offered=self.formulas.optional(plain.get("offered")),
            text=plain.get("text", NOTHING),
            remark=plain.get("remark", NOTHING),
            source=self._read_source(plain),
            aliases=tuple(plain.get("aliases", ())),
            template=self._read_template(plain, kind.role, formulas),
        )

    def _read_template(
        self, plain: Plain, role: Role, formulas: Mapping[str, Formula]
    ) -> Template | None:
        own = plain.get("own")
        if own is None:
            return None
        if role not in (Role.SELECTION, Role.EXTRA):
            self.sections.fail("Players write only what is bought like another.", "Drop `own`.")
        price = formulas.get(self.terms.currencies[0].key)
        if price is None or all(each.word != "points" for each in price.references):
            self.sections.fail(
                "What players type as its points would count for nothing.",
                "Let its formula add `points`.",
            )
        for key in own.get("statistics", ()):
            if key in FIELDS_OF_OWN or not self.terms.has_statistic(plain["kind"], key):
                self.sections.fail(
                    f"Players cannot type a statistic {key!r} here.",
                    f"Declare it for {plain['kind']} under another name.",
                )
        return Template(
            tuple(own.get("statistics", ())),
            own.get("text") or plain.get("text", NOTHING),
            is_hidden=bool(own.get("hidden")),
        )

    def _read_source(self, plain: Plain) -> str:
        source: str = plain.get("source", "")
        if source and source not in self.terms.citations:
            self.sections.fail(
                f"The edition has no source {source!r}.",
                "Correct the key or declare it under the edition's `sources`.",
            )
        return source

    def _read_statistics(self, kind: str, plain: Plain) -> Iterator[tuple[str, StatisticValue]]:
        for key, value in plain.items():
            if not self.terms.has_statistic(kind, key):
                self.sections.fail(
                    f"The edition declares no statistic {key!r} for {kind}.",
                    "Declare it under `statistics` or correct its key.",
                )
            yield key, _as_statistic(value)

    def _read_formulas(self, kind: str, own: str | Plain | None) -> Iterator[tuple[str, Formula]]:
        shared = self.terms.named_formulas
        if isinstance(own, str) and own not in shared:
            self.sections.fail(f"There is no formula {own!r}.", "Declare it under `formulas`.")
        named = shared[own] if isinstance(own, str) else own or {}
        texts = {"points": "points", **self.terms.kind_formulas[kind], **named}
        for currency in self.terms.currencies:
            if currency.key in texts:
                yield currency.key, self.formulas.formula(texts[currency.key])

    def _find_constants(self, formulas: Mapping[str, Formula]) -> Iterator[tuple[str, Number]]:
        """What need not be evaluated; a price that is not 0 is, for the sake of its receipt."""
        for key, formula in formulas.items():
            with suppress(_Asked, ZeroDivisionError):
                value = formula.evaluate(NOWHERE)
                if key != self.terms.currencies[0].key or not value:
                    yield key, value


def _check_group(group: OptionGroup, entries: Mapping[str, Entry], sections: Sections) -> None:
    for key in group.options:
        if key not in entries:
            sections.fail(f"Group {group.key!r} offers {key!r}, which no entry is.")
    for choice in group.default if group.take is not Take.NUMBER else ():
        if choice.option not in group.options:
            sections.fail(f"Group {group.key!r} has the default {choice.option!r}, not offered.")


def _read_brought(plain: str | Plain) -> Brought:
    if isinstance(plain, str):
        return Brought(plain)
    return Brought(plain["entry"], plain.get("count", 1), plain.get("name", NOTHING))


def _as_statistic(value: Any) -> StatisticValue:
    return tuple(value) if isinstance(value, list) else value
