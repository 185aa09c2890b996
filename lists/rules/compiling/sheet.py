"""What a printed sheet shows beside its units, and the tables that players look up."""

from __future__ import annotations

import re
from collections.abc import Mapping
from itertools import chain

from ..catalogue import Reference, SheetPlan, SheetTable
from ..roster import NOTHING
from .draft import Draft
from .plain import Plain

NAMED = re.compile(r"\{([^{}]*)\}")
"""How a table names the reading whose value stands in a cell or beneath it."""


def read_references(draft: Draft) -> dict[str, Reference]:
    """The tables of a document that players look up during play."""
    return {p["key"]: _read_reference(p, draft) for p in draft.sections.items("references")}


def read_sheet(draft: Draft) -> SheetPlan:
    """The plan of the sheet of a document."""
    plain = draft.sections.part("sheet", {})
    for group in plain.get("columns", ()):
        draft.check_options(group, ())
    references = {p["key"] for p in draft.sections.document.get("references", ())}
    for key in plain.get("references", ()):
        if key not in references:
            draft.sections.fail(
                f"There is no reference {key!r}.", "Correct the key or add the table."
            )
    return SheetPlan(
        tuple(plain.get("columns", ())),
        tuple(_read_table(table, draft) for table in plain.get("tables", ())),
        tuple(plain.get("references", ())),
    )


def _read_reference(plain: Plain, draft: Draft) -> Reference:
    readings = {p["key"] for p in draft.sections.document.get("readings", ())}
    cells = (cell for row in plain["rows"] for cell in row if isinstance(cell, Mapping))
    for words in (*cells, plain.get("text", NOTHING)):
        for name in chain.from_iterable(map(NAMED.findall, words.values())):
            if name.replace("_", "-") not in readings:
                draft.sections.fail(f"There is no reading {name!r}.", "Correct the name in braces.")
    return Reference(
        plain["key"],
        plain["name"],
        tuple(plain.get("columns", ())),
        tuple(tuple(row) for row in plain["rows"]),
        plain.get("page"),
        plain.get("text", NOTHING),
    )


def _read_table(plain: Plain, draft: Draft) -> SheetTable:
    kind, statistics = plain["kind"], tuple(plain.get("statistics", ()))
    for key in statistics:
        if not draft.terms.has_statistic(kind, key):
            draft.sections.fail(f"The edition declares no statistic {key!r} for {kind}.")
    brings = {key: tuple(brought) for key, brought in plain.get("brings", {}).items()}
    for brought in brings.values():
        draft.check_entries(brought)
    return SheetTable(kind, statistics, brings, bool(plain.get("text")))
