"""Keys in a document that name nothing, all of them, each with the likeliest one meant."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from lists.rules.compiling.plain import read_options
from lists.rules.roster import Choice

from .complaints import Steps
from .source import Source
from .suggestions import suggest

type Plain = Mapping[str, Any]
type Use = tuple[str, str, Steps]
"""A use of a key: what sort of key, the key, and where in its item it stands."""


def find_unknown_keys(source: Source) -> None:
    """Complain of every key that names no entry, group, kind, statistic, nation or list."""
    known = _Known.of(source.document)
    for section, find_uses in USES.items():
        for item in source.document.get(section, ()):
            for use in find_uses(item):
                _check_use(source, known, section, item.get("key") or item["code"], use)
    for position, key in enumerate(source.document.get("top", ())):
        _check_use(source, known, "top", "", ("holdable", key, (position,)))
    for use in _uses_in_sheet(source.document.get("sheet", {})):
        _check_use(source, known, "edition", "sheet", use)


def _check_use(source: Source, known: _Known, section: str, item: str, use: Use) -> None:
    sort, key, steps = use
    keys = getattr(known, sort)
    if key not in keys:
        reason = f"There is no {WORDS_FOR[sort]} `{key}`."
        cure = suggest(key, keys) or "Correct the key or declare it."
        source.complain_of(section, item, reason, cure, steps)


WORDS_FOR = {
    "entry": "entry",
    "unit": "entry",
    "group": "group",
    "kind": "kind",
    "statistic": "statistic",
    "nation": "nation",
    "army_list": "army list",
    "currency": "currency",
    "formula": "formula",
    "holdable": "entry, kind or category",
    "reference": "reference",
    "scope": "scope",
    "opponent": "nation, army list or category",
}


@dataclass(frozen=True, slots=True)
class _Known:
    """The keys that a document declares, by what they name."""

    entry: frozenset[str]
    group: frozenset[str]
    kind: frozenset[str]
    statistic: frozenset[str]
    nation: frozenset[str]
    army_list: frozenset[str]
    currency: frozenset[str]
    formula: frozenset[str]
    holdable: frozenset[str]
    reference: frozenset[str]
    scope: frozenset[str]
    opponent: frozenset[str]

    @classmethod
    def of(cls, document: Plain) -> _Known:
        entries = document.get("entries", ())
        kinds, entry_keys = _keys(document, "kinds"), _keys(document, "entries")
        categories = {category for entry in entries for category in entry.get("categories", ())}
        return cls(
            entry=entry_keys,
            group=_keys(document, "groups"),
            kind=kinds,
            statistic=_keys(document, "statistics"),
            nation=_keys(document, "nations"),
            army_list=_keys(document, "army_lists"),
            currency=_keys(document, "currencies"),
            formula=_keys(document, "formulas"),
            holdable=entry_keys | kinds | categories,
            reference=_keys(document, "references"),
            scope=entry_keys | {"roster", "selection", "unit"},
            opponent=frozenset(categories)
            | _keys(document, "nations")
            | _keys(document, "army_lists"),
        )


def _keys(document: Plain, section: str) -> frozenset[str]:
    return frozenset(item["key"] for item in document.get(section, ()))


# Where keys are used, section by section


def _uses_in_list(sort: str, plain: Plain, name: str) -> Iterator[Use]:
    for position, key in enumerate(plain.get(name, ())):
        yield sort, key, (name, position)


def _uses_in_field(sort: str, plain: Plain, name: str) -> Iterator[Use]:
    if plain.get(name):
        yield sort, plain[name], (name,)


def _within(steps: Steps, uses: Iterable[Use]) -> Iterator[Use]:
    for sort, key, inner in uses:
        yield sort, key, steps + inner


def _uses_in_kind(kind: Plain) -> Iterator[Use]:
    for currency in kind.get("formula", {}):
        yield "currency", currency, ("formula", currency)


def _uses_in_formula(formula: Plain) -> Iterator[Use]:
    for currency in formula:
        if currency != "key":
            yield "currency", currency, (currency,)


def _uses_in_statistic(statistic: Plain) -> Iterator[Use]:
    yield from _uses_in_list("kind", statistic, "kinds")


def _uses_in_group(group: Plain) -> Iterator[Use]:
    for position, option in enumerate(group.get("options", ())):
        key = option if isinstance(option, str) else option["option"]
        yield "entry", key, ("options", position)


def _uses_in_entry(entry: Plain) -> Iterator[Use]:
    yield from _uses_in_field("kind", entry, "kind")
    yield from _uses_in_list("holdable", entry, "holds")
    for position, brought in enumerate(entry.get("brings", ())):
        key = brought if isinstance(brought, str) else brought["entry"]
        yield "entry", key, ("brings", position)
    for key in entry.get("statistics", {}):
        yield "statistic", key, ("statistics", key)
    yield from _within(("own",), _uses_in_list("statistic", entry.get("own") or {}, "statistics"))
    if isinstance(entry.get("formula"), str):
        yield from _uses_in_field("formula", entry, "formula")
    else:
        yield from _uses_in_kind(entry)
    for position, group in enumerate(entry.get("groups", ())):
        steps = ("groups", position)
        if isinstance(group, str):
            yield "group", group, steps
        else:
            yield from _within(steps, _uses_in_field("group", group, "group"))
            yield from _within(steps, _uses_in_group(group))


def _uses_in_army_list(army_list: Plain) -> Iterator[Use]:
    yield from _uses_in_field("nation", army_list, "nation")
    yield from _uses_in_field("entry", army_list, "unit")
    yield from _uses_in_list("entry", army_list, "extras")
    yield from _uses_in_printed(army_list)
    for section in ("rows", "additions"):
        for position, row in enumerate(army_list.get(section, ())):
            yield from _within((section, position), _uses_in_row(row))


def _uses_in_row(row: Plain) -> Iterator[Use]:
    yield from _uses_in_list("entry", row, "entries")
    for name in ("entry", "upgrade", "swap"):
        yield from _uses_in_field("entry", row, name)
    yield from _uses_in_printed(row)


def _uses_in_printed(plain: Plain) -> Iterator[Use]:
    options = plain.get("options", {})
    for group in options:
        yield "group", group, ("options", group)
        yield from _within(("options",), _uses_in_list("entry", options, group))


def _uses_in_restriction(restriction: Plain) -> Iterator[Use]:
    yield from _uses_in_field("scope", restriction, "scope")
    fix = restriction.get("fix", {})
    for sort, name in (("entry", "entry"), ("group", "group"), ("entry", "option")):
        yield from _within(("fix",), _uses_in_field(sort, fix, name))
    yield from _within(("fix",), _uses_in_options(fix))


def _uses_in_effect(effect: Plain) -> Iterator[Use]:
    yield from _uses_in_field("entry", effect, "like")


def _uses_in_sheet(sheet: Plain) -> Iterator[Use]:
    yield from _uses_in_list("group", sheet, "columns")
    yield from _uses_in_list("reference", sheet, "references")
    for position, table in enumerate(sheet.get("tables", ())):
        steps = ("tables", position)
        yield from _within(steps, _uses_in_field("kind", table, "kind"))
        yield from _within(steps, _uses_in_list("statistic", table, "statistics"))
        for key in table.get("brings", {}):
            yield "holdable", key, (*steps, "brings", key)
            brought = _uses_in_list("entry", table["brings"], key)
            yield from _within((*steps, "brings"), brought)


def _uses_in_derived(derived: Plain) -> Iterator[Use]:
    yield from _uses_in_field("scope", derived, "scope")


def _uses_in_scenario(scenario: Plain) -> Iterator[Use]:
    for position, suggested in enumerate(scenario.get("lists", ())):
        steps = ("lists", position)
        yield from _within(steps, _uses_in_field("army_list", suggested, "army_list"))
        yield from _within(steps, _uses_in_field("opponent", suggested, "opponent"))
        yield from _within(steps, _uses_in_nodes(suggested, "roster"))


def _uses_in_nodes(plain: Plain, name: str) -> Iterator[Use]:
    for position, node in enumerate(plain.get(name, ())):
        steps = (name, position)
        yield from _within(steps, _uses_in_field("entry", node, "entry"))
        yield from _within(steps, _uses_in_options(node))
        yield from _within(steps, _uses_in_nodes(node, "children"))


def _uses_in_options(plain: Plain) -> Iterator[Use]:
    for group, choices in read_options(plain.get("options", {})).items():
        yield from _within(("options", group), _uses_in_choices(group, choices))


def _uses_in_choices(group: str, choices: Iterable[Choice]) -> Iterator[Use]:
    yield "group", group, ()
    for choice in choices:
        if choice.option != group:  # a number group's only choice is its own key
            yield "entry", choice.option, ()
        for inner, chosen in choice.options.items():
            yield from _uses_in_choices(inner, chosen)


USES: Mapping[str, Callable[[Plain], Iterator[Use]]] = {
    "kinds": _uses_in_kind,
    "formulas": _uses_in_formula,
    "statistics": _uses_in_statistic,
    "groups": _uses_in_group,
    "entries": _uses_in_entry,
    "army_lists": _uses_in_army_list,
    "restrictions": _uses_in_restriction,
    "effects": _uses_in_effect,
    "derived": _uses_in_derived,
    "scenarios": _uses_in_scenario,
}
