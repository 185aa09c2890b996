"""Restrictions, and the fixes that clear their problems."""

from __future__ import annotations

from ..catalogue import FixTemplate, Restriction, Severity
from .draft import Draft
from .plain import Plain, read_options


def read_restrictions(draft: Draft) -> tuple[Restriction, ...]:
    """The restrictions of a document."""
    return tuple(_read_restriction(p, draft) for p in draft.sections.items("restrictions"))


def _read_restriction(plain: Plain, draft: Draft) -> Restriction:
    _check_restriction(plain, draft)
    formulas, of = draft.formulas, plain.get("of")
    return Restriction(
        code=plain["code"],
        scope=plain["scope"],
        severity=Severity(plain["severity"]),
        message=plain["message"],
        page=plain.get("page"),
        of=formulas.static_predicate(of) if of else None,
        when=formulas.optional(plain.get("when")),
        measure=formulas.optional(plain.get("measure")),
        at_most=formulas.optional(plain.get("at_most")),
        at_least=formulas.optional(plain.get("at_least")),
        require=formulas.optional(plain.get("require")),
        parameters={k: formulas.formula(v) for k, v in plain.get("parameters", {}).items()},
        replaces=frozenset(plain.get("replaces", ())),
        spares_own=bool(plain.get("spares_own")),
        fix=_read_fix(plain["fix"], plain.get("measure", ""), draft) if plain.get("fix") else None,
    )


def _check_restriction(plain: Plain, draft: Draft) -> None:
    scope, fail = plain["scope"], draft.sections.fail
    if scope not in ("roster", "selection", "unit") and scope not in draft.entries:
        fail(f"There is no scope {scope!r}.", "Use roster, selection, unit or a unit.")
    if ("require" in plain) == ("measure" in plain):
        fail("A restriction has either `measure` with a bound or `require`.")
    if "measure" in plain and not {"at_most", "at_least"} & plain.keys():
        fail("The measure has no bound.", "Add `at_most` or `at_least`.")


def _read_fix(plain: Plain, measure: str | int, draft: Draft) -> FixTemplate:
    formulas, of = draft.formulas, plain.get("of")
    is_counted = bool(of and measure) and (
        formulas.formula(f"count({of})").terms == formulas.formula(measure).terms
    )
    if plain.get("entry"):
        draft.check_entries((plain["entry"],))
    if plain.get("option"):
        draft.check_options(plain["group"], (plain["option"],))
    return FixTemplate(
        do=plain["do"],
        of=formulas.predicate(of) if of else None,
        group=plain.get("group", ""),
        option=plain.get("option", ""),
        entry=plain.get("entry", ""),
        options=read_options(plain.get("options", {})),
        to=formulas.optional(plain.get("to")),
        is_counted=is_counted,
    )
