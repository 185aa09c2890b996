"""Values worked out for a line, a unit or the whole."""

from __future__ import annotations

from ..catalogue import Derived
from ..roster import NOTHING
from .draft import Draft
from .plain import Plain


def read_derived(draft: Draft) -> tuple[Derived, ...]:
    """The derived values of a document."""
    return tuple(_read_derived(p, draft) for p in draft.sections.items("derived"))


def _read_derived(plain: Plain, draft: Draft) -> Derived:
    return Derived(
        key=plain["key"],
        name=plain["name"],
        scope=plain["scope"],
        formula=draft.formulas.formula(plain["formula"]),
        of=draft.formulas.static_predicate(plain["of"]) if plain.get("of") else None,
        when=draft.formulas.optional(plain.get("when")),
        prefix=plain.get("prefix", ""),
        suffix=plain.get("suffix", ""),
        page=plain.get("page"),
        text=plain.get("text", NOTHING),
    )
