"""Army lists and their rows, and how grave it is to leave them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from ..catalogue import LISTING_SEVERITIES, ArmyList, Row, Severity
from ..roster import NOTHING
from .draft import Draft
from .plain import Plain, read_span


def read_army_lists(draft: Draft) -> dict[str, ArmyList]:
    """The army lists of a document."""
    return {p["key"]: _read_army_list(p, draft) for p in draft.sections.items("army_lists")}


def read_severities(draft: Draft) -> Mapping[str, Severity]:
    """How grave it is to leave an army list, by code."""
    plain = draft.sections.part("severities", {})
    for code in plain:
        if code not in LISTING_SEVERITIES:
            known = ", ".join(LISTING_SEVERITIES)
            draft.sections.fail(f"Army lists raise no {code!r}.", f"Use one of {known}.")
    return {**LISTING_SEVERITIES, **{code: Severity(each) for code, each in plain.items()}}


def _read_army_list(plain: Plain, draft: Draft) -> ArmyList:
    rows = tuple(_read_rows(plain, draft))
    draft.check_entries((plain.get("unit", ""),))
    draft.check_entries(plain.get("extras", ()))
    return ArmyList(
        key=plain["key"],
        nation=plain["nation"],
        name=plain["name"],
        page=plain.get("page"),
        unit=plain["unit"],
        options=_read_offered(plain, draft),
        flags=frozenset(plain.get("flags", ())),
        rows=rows,
        extras=frozenset(plain.get("extras", ())),
        is_open=bool(plain.get("open")),
        text=plain.get("text", NOTHING),
        remark=plain.get("remark", NOTHING),
    )


def _read_rows(army_list: Plain, draft: Draft) -> Iterator[Row]:
    """Rows, then additions; a key that several have is told apart by its place."""
    rows = [_read_row(p, army_list, draft) for p in army_list.get("rows", ())]
    for plain in army_list.get("additions", ()):
        row = _read_row(plain, army_list, draft)
        rows.append(replace(row, start=0, at_least=0, addition=True))
    keys = [row.key for row in rows]
    for place, row in enumerate(rows, start=1):
        yield row if keys.count(row.key) == 1 else replace(row, key=f"{row.key}-{place}")


def _read_row(plain: Plain, army_list: Plain, draft: Draft) -> Row:
    upgrade = plain.get("upgrade", "")
    entries = tuple(plain.get("entries", ())) or (plain.get("entry") or upgrade,)
    draft.check_entries((*entries, *([plain["swap"]] if plain.get("swap") else ())))
    low, high = read_span(plain.get("count", 1))
    return Row(
        key=plain.get("key") or "-or-".join(entries) + ("-upgrade" if upgrade else ""),
        entries=entries,
        start=low,
        at_least=low,
        at_most=high,
        options=_read_offered(plain, draft),
        upgrade=bool(upgrade),
        swap=plain.get("swap", ""),
        choice=plain.get("choice", ""),
        when=draft.formulas.optional(plain.get("when")),
        page=plain.get("page", army_list.get("page")),
        name=plain.get("name", NOTHING),
        bound=_read_bound(plain, army_list, draft),
    )


def _read_bound(plain: Plain, army_list: Plain, draft: Draft) -> str:
    """The restriction of the unit that says how many there may be of what a row prints."""
    bound: str = plain.get("bound", "")
    codes = {
        each["code"]
        for each in draft.sections.document.get("restrictions", ())
        if each["scope"] in (army_list["unit"], "unit") and "at_most" in each
    }
    if bound and bound not in codes:
        draft.sections.fail(
            f"No restriction {bound!r} says how many a unit of this list may have.",
            "Name one that has `at_most` and the list's unit as `scope`.",
        )
    return bound


def _read_offered(plain: Plain, draft: Draft) -> dict[str, tuple[str, ...]]:
    """The options that an army list or a row offers of each group."""
    offered = {group: tuple(options) for group, options in plain.get("options", {}).items()}
    for group, options in offered.items():
        draft.check_options(group, options)
    return offered
