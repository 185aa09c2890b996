"""The plans of cards: what stands on those of figures, teams, vehicles and extras."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from ..card_plans import (
    Addend,
    CardBlock,
    CardBoxes,
    CardBrought,
    CardPlan,
    CardRow,
    CardTable,
    CardValue,
)
from ..formula import Formula
from ..roster import NOTHING
from .draft import Draft
from .plain import Plain


def read_card_plans(draft: Draft) -> tuple[CardPlan, ...]:
    """The plans of a document's cards (see docs/data-format.md)."""
    plain = draft.sections.part("cards", ())
    reader = _CardReader(draft, _find_names(draft))
    return tuple(map(reader.read_plan, plain))


def _find_names(draft: Draft) -> Mapping[str, Iterable[str]]:
    """What plans may name, by its sort."""
    derived = {p["key"] for p in draft.sections.document.get("derived", ())}
    return {
        "entry": draft.entries,
        "group": draft.groups,
        "kind": draft.terms.kinds,
        "statistic": draft.terms.statistics,
        "key, kind or category": frozenset().union(*(e.answers for e in draft.entries.values())),
        "value": derived | {currency.key for currency in draft.terms.currencies},
    }


@dataclass(frozen=True, slots=True)
class _CardReader:
    """Reads plans part by part, and checks what they name."""

    draft: Draft
    names: Mapping[str, Iterable[str]]

    def read_plan(self, plain: Plain) -> CardPlan:
        return CardPlan(
            self.draft.formulas.static_predicate(plain["of"]),
            self.check("group", *plain.get("head", ())),
            tuple(map(self.read_block, plain["blocks"])),
        )

    def check(self, sort: str, *keys: str) -> tuple[str, ...]:
        for key in keys:
            if key not in self.names[sort]:
                self.draft.sections.fail(
                    f"There is no {sort} {key!r}.", "Correct the key or declare it."
                )
        return keys

    def read_block(self, plain: Plain) -> CardBlock:
        table = plain.get("table")
        return CardBlock(
            table=self.read_table(table) if table else None,
            values=tuple(map(self.read_value, plain.get("values", ()))),
            derived=self.check("value", *plain.get("derived", ())),
            boxes=tuple(map(self.read_boxes, plain.get("boxes", ()))),
            text=bool(plain.get("text")),
            texts=self.check("key, kind or category", *plain.get("texts", ())),
        )

    def read_table(self, plain: Plain) -> CardTable:
        self.check("kind", plain["kind"])
        return CardTable(
            kind=plain["kind"],
            rows=tuple(map(self.read_row, plain["rows"])),
            brings=tuple(map(self.read_brought, plain.get("brings", ()))),
            highest=plain.get("highest"),
        )

    def read_row(self, plain: Plain) -> CardRow:
        values, count, notes = plain["values"], plain.get("count", ""), plain.get("notes", ())
        self.check("statistic", values, *filter(None, (count,)), *notes)
        of, add = plain.get("of"), plain.get("add")
        return CardRow(
            values=values,
            count=count,
            name=plain.get("name", NOTHING),
            label=plain.get("label", NOTHING),
            of=self.draft.formulas.static_predicate(of) if of else None,
            add=self.read_addend(add) if add else None,
            notes=tuple(notes),
        )

    def read_addend(self, plain: Plain) -> Addend:
        group, statistic = plain.get("group", ""), plain.get("statistic", "")
        self.check("group", *filter(None, (group,)))
        self.check("statistic", *filter(None, (statistic,)))
        formula = self.draft.formulas.optional(plain.get("formula"))
        return Addend(group, statistic, formula, plain.get("at_least"), plain.get("at_most"))

    def read_brought(self, plain: Plain) -> CardBrought:
        self.check("entry", plain["entry"])
        return CardBrought(plain["entry"], self.read_condition(plain))

    def read_value(self, plain: Plain) -> CardValue:
        group = plain.get("group", "")
        self.check("statistic", plain["statistic"])
        self.check("group", *filter(None, (group,)))
        return CardValue(
            statistic=plain["statistic"],
            group=group,
            name=plain.get("name", NOTHING),
            add=plain.get("add", 0),
            at_least=plain.get("at_least"),
            when=self.read_condition(plain),
        )

    def read_boxes(self, plain: Plain) -> CardBoxes:
        return CardBoxes(
            plain["name"],
            plain.get("short", plain["name"]),
            self.draft.formulas.formula(plain.get("count", 1)),
            self.read_condition(plain),
        )

    def read_condition(self, plain: Plain) -> Formula | None:
        return self.draft.formulas.optional(plain.get("when"))
