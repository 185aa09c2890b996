"""From the plain document of an edition to the catalogue that rosters are measured against."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NoReturn

from .card_plans import CardPlan, read_card_plans
from .catalogue import (
    LISTING_SEVERITIES,
    ArmyList,
    Catalogue,
    Currency,
    Derived,
    Effect,
    Entry,
    FixTemplate,
    Index,
    Kind,
    Option,
    OptionalRule,
    OptionGroup,
    Reading,
    ReadingValue,
    Reference,
    Restriction,
    Role,
    Row,
    Scenario,
    Severity,
    SheetPlan,
    SheetTable,
    Statistic,
    StatisticValue,
    SuggestedList,
    Take,
    Words,
    as_number,
)
from .formula import (
    Formula,
    FormulaError,
    Number,
    Predicate,
    Vocabulary,
    check_formula,
    parse_formula,
    parse_predicate,
)
from .roster import NOTHING, Choice, Options

type Plain = Mapping[str, Any]

WORDS = frozenset(
    "name plural short one text remark message note notes source gaps aliases"
    " columns sheet cards".split()
)
"""The fields that stay correctable in a published edition; all others make its hash."""

OF_ROSTER = frozenset(
    "army-list scenario opponent nation reading optional-rule limit total".split()
)
"""The names that mean the same everywhere in a roster."""

LAYERS = ("reading", "army-list", "scenario", "house")


class InvalidCatalogue(Exception):
    """Data that cannot be right: in which section and key, what is wrong, and the way out."""

    def __init__(self, section: str, key: str, reason: str, cure: str = "") -> None:
        self.section, self.key, self.reason, self.cure = section, key, reason, cure
        super().__init__(f"{section}: {key}: {reason}" + (f" {cure}" if cure else ""))


def hash_edition(document: Plain) -> str:
    """The content hash of what a published edition may no longer change."""
    text = json.dumps(_without_words(document), sort_keys=True, ensure_ascii=False, default=str)
    return hashlib.sha256(text.encode()).hexdigest()


def _without_words(value: Any) -> Any:
    if isinstance(value, Mapping):
        if set(value) == {"en", "es"}:
            return None
        return {k: _without_words(v) for k, v in value.items() if k not in WORDS and v is not None}
    if isinstance(value, list | tuple):
        return [_without_words(each) for each in value]
    return value


def compile_catalogue(document: Plain) -> Catalogue:
    """Compile the document of an edition (see docs/data-format.md); raise InvalidCatalogue."""
    return _Compiler(document).compile()


def read_span(value: int | str | Sequence[int]) -> tuple[int, int]:
    """A number or a span as data writes it: 3, "5..11" or [5, 11]; raise ValueError."""
    if isinstance(value, int):
        return value, value
    low, high = value.split("..") if isinstance(value, str) else value
    if not 0 <= int(low) <= int(high):
        raise ValueError(value)
    return int(low), int(high)


def read_options(plain: Plain) -> Options:
    """Options as data or a document write them, the short forms included."""
    return {group: tuple(_read_choices(group, value)) for group, value in plain.items()}


def _read_choices(group: str, value: Any) -> Iterator[Choice]:
    if isinstance(value, str):
        yield Choice(value)
    elif isinstance(value, int):
        yield Choice(group, value)
    elif isinstance(value, Mapping):
        yield from (Choice(option, count) for option, count in value.items())
    else:
        for each in value:
            if isinstance(each, str):
                yield Choice(each)
            else:
                options = read_options(each.get("options") or {})
                yield Choice(each["option"], each.get("count", 1), options)


@dataclass(frozen=True, slots=True)
class _Static:
    """An entry as the subject of a predicate that may not ask about choices."""

    entry: Entry

    def answers_to(self, key: str) -> bool:
        return key in self.entry.answers

    def holds(self, name: str, attribute: str, keys: frozenset[str]) -> bool:
        return False


class _Nowhere:
    """The scope of formulas that ask about nothing."""

    def value(self, name: str) -> Number:
        return 0

    def attribute(self, name: str, attribute: str) -> Number:
        return 0

    def amounts(self, name: str, attribute: str, counted: bool) -> tuple[Number, ...]:
        return ()

    def holds(self, name: str, attribute: str, keys: frozenset[str]) -> bool:
        return False

    def count(self, predicate: Predicate) -> Number:
        return 0

    def lines(self, predicate: Predicate) -> Number:
        return 0


NOWHERE = _Nowhere()


class _Compiler:
    """Compiles one document section by section, since later sections name earlier ones."""

    def __init__(self, document: Plain) -> None:
        self.document = document
        self.where = ("edition", "")

    def fail(self, reason: str, cure: str = "") -> NoReturn:
        raise InvalidCatalogue(*self.where, reason, cure)

    def items(self, section: str) -> Iterator[Plain]:
        seen = set()
        for plain in self.document.get(section, ()):
            key = plain.get("key") or plain.get("code") or ""
            self.where = (section, key)
            if key in seen:
                self.fail("The key stands twice.", "Give each a key of its own.")
            seen.add(key)
            yield plain

    def compile(self) -> Catalogue:
        system, edition = self.document["system"], self.document["edition"]
        self.currencies = tuple(
            Currency(p["key"], p["name"], p.get("one", p["name"]), bool(p.get("numbers")))
            for p in self.items("currencies")
        )
        self.kinds = {
            p["key"]: Kind(
                p["key"],
                p["name"],
                Role(p.get("role", "option")),
                bool(p.get("listed")),
                bool(p.get("offered")),
            )
            for p in self.items("kinds")
        }
        self.kind_formulas = {p["key"]: p.get("formula", {}) for p in self.items("kinds")}
        self.named_formulas = {p["key"]: p for p in self.items("formulas")}
        self.statistics = {
            p["key"]: Statistic(
                p["key"],
                p["name"],
                p.get("short", p["name"]),
                frozenset(p.get("kinds", ())),
                p.get("text", NOTHING),
                tuple(p.get("columns", ())),
            )
            for p in self.items("statistics")
        }
        self.vocabulary = self._build_vocabulary()
        self.groups = {p["key"]: self._group(p) for p in self.items("groups")}
        self.entries = {p["key"]: self._entry(p) for p in self.items("entries")}
        self._check_groups()
        army_lists = {p["key"]: self._army_list(p) for p in self.items("army_lists")}
        restrictions = tuple(self._restriction(p) for p in self.items("restrictions"))
        effects = sorted(
            (self._effect(p) for p in self.items("effects")), key=lambda e: LAYERS.index(e.layer)
        )
        derived = tuple(self._derived(p) for p in self.items("derived"))
        scenarios = {p["key"]: self._scenario(p) for p in self.items("scenarios")}
        limit = self.document.get("limit", {})
        self.where = ("edition", "limit")
        return Catalogue(
            system=system["key"],
            system_name=system["name"],
            system_text=system.get("text", NOTHING),
            edition=str(edition["key"]),
            edition_name=edition["name"],
            edition_source=edition.get("source", NOTHING),
            gaps=tuple(edition.get("gaps", ())),
            hash=hash_edition(self.document),
            currencies=self.currencies,
            limit_default=limit.get("default", 0),
            tolerance=self._formula(limit.get("tolerance", "0")),
            limit_page=limit.get("page"),
            top=frozenset(self.document.get("top", ())),
            kinds=self.kinds,
            statistics=self.statistics,
            groups=self.groups,
            entries=self.entries,
            categories={p["key"]: self._category(p) for p in self.items("categories")},
            nations={p["key"]: p["name"] for p in self.items("nations")},
            army_lists=army_lists,
            severities=self._severities(self.document.get("severities", {})),
            restrictions=restrictions,
            effects=tuple(effects),
            readings={p["key"]: self._reading(p) for p in self.items("readings")},
            optional_rules={
                p["key"]: OptionalRule(p["key"], p["name"], p.get("text", NOTHING), p.get("page"))
                for p in self.items("optional_rules")
            },
            derived=derived,
            references={p["key"]: self._reference(p) for p in self.items("references")},
            scenarios=scenarios,
            sheet=self._sheet(self.document.get("sheet", {})),
            cards=self._cards(self.document.get("cards", ())),
            index=self._index(restrictions, effects, derived),
        )

    # What formulas may say

    def _build_vocabulary(self) -> Vocabulary:
        document = self.document
        entries = document.get("entries", ())
        groups = {p["key"] for p in document.get("groups", ())}
        values = groups | {c.key for c in self.currencies} | set(self.statistics)
        of_group = frozenset({"points", *self.statistics, *(c.key for c in self.currencies)})
        attributes = dict.fromkeys(groups, of_group)
        army_lists = document.get("army_lists", ())
        scenarios = document.get("scenarios", ())
        readings = document.get("readings", ())
        attributes["army-list"] = frozenset(f for p in army_lists for f in p.get("flags", ()))
        attributes["scenario"] = frozenset(
            f"forbids-{f}" for p in scenarios for f in p.get("forbids", ())
        )
        attributes["reading"] = frozenset(p["key"] for p in readings)
        attributes["optional-rule"] = frozenset(
            p["key"] for p in document.get("optional_rules", ())
        )
        attributes["opponent"] = attributes["nation"] = frozenset()
        keys = {p["key"] for s in (entries, army_lists, scenarios) for p in s} | set(self.kinds)
        keys |= {p["key"] for p in document.get("nations", ())}
        keys |= {category for p in entries for category in p.get("categories", ())}
        keys |= {value["key"] for p in readings for value in p["values"]}
        return Vocabulary(
            values=frozenset(values | {"points", "limit", "total", "siblings"}),
            attributes=attributes,
            keys=frozenset(keys),
        )

    def _formula(self, text: str | int) -> Formula:
        try:
            formula = parse_formula(str(text))
            check_formula(formula, self.vocabulary)
        except FormulaError as error:
            self.fail(f"The formula is not right.\n{error}")
        return formula

    def _optional(self, text: str | int | None) -> Formula | None:
        return None if text is None else self._formula(text)

    def _predicate(self, text: str) -> Predicate:
        try:
            predicate = parse_predicate(text)
            check_formula(parse_formula(f"count({text})"), self.vocabulary)
        except FormulaError as error:
            self.fail(f"The predicate is not right.\n{error}")
        return predicate

    def _static_predicate(self, text: str) -> Predicate:
        predicate = self._predicate(text)
        if predicate.memberships:
            self.fail(
                "`of` asks about a choice.", "Name keys, kinds or categories; use `when` for it."
            )
        return predicate

    # Groups and entries

    def _group(self, plain: Plain) -> OptionGroup:
        take = Take(plain["take"])
        smallest, largest = read_span(plain.get("number", 0))
        default = plain.get("default")
        own_choice = plain.get("own_choice")
        if take is Take.NUMBER and default is None:
            default = smallest
        return OptionGroup(
            key=plain["key"],
            name=plain["name"],
            take=take,
            options={option.key: option for option in map(self._option, plain.get("options", ()))},
            default=() if default is None else tuple(_read_choices(plain["key"], default)),
            required=bool(plain.get("required")),
            inherits=bool(plain.get("inherits")),
            listed=bool(plain.get("listed")),
            shift=plain.get("shift", 0),
            own_choice=Severity(own_choice) if own_choice else None,
            at_least=self._optional(plain.get("at_least")),
            at_most=self._optional(plain.get("at_most")),
            smallest=smallest,
            largest=largest,
            page=plain.get("page"),
        )

    def _option(self, plain: str | Plain) -> Option:
        if isinstance(plain, str):
            return Option(plain)
        points = plain.get("points")
        return Option(
            plain["option"],
            None if points is None else as_number(points),
            plain.get("at_most"),
        )

    def _entry(self, plain: Plain) -> Entry:
        key, kind_key = plain["key"], plain["kind"]
        kind = self.kinds.get(kind_key)
        if kind is None:
            self.fail(f"There is no kind {kind_key!r}.", f"Use one of {', '.join(self.kinds)}.")
        categories = frozenset(plain.get("categories", ()))
        formulas = dict(self._formulas(kind_key, plain.get("formula")))
        constants = dict(self._constants(formulas))
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
            statistics=dict(self._statistics(kind_key, plain.get("statistics", {}))),
            formulas={k: f for k, f in formulas.items() if k not in constants},
            constants=constants,
            groups={g.key: g for g in map(self._entry_group, plain.get("groups", ()))},
            holds=frozenset(plain.get("holds", ())),
            role=kind.role,
            ladder=plain.get("ladder", ""),
            rank=plain.get("rank", 0),
            offered=self._optional(plain.get("offered")),
            text=plain.get("text", NOTHING),
            remark=plain.get("remark", NOTHING),
            aliases=tuple(plain.get("aliases", ())),
        )

    def _statistics(self, kind: str, plain: Plain) -> Iterator[tuple[str, StatisticValue]]:
        for key, value in plain.items():
            statistic = self.statistics.get(key)
            if statistic is None or kind not in statistic.kinds:
                self.fail(
                    f"The edition declares no statistic {key!r} for {kind}.",
                    "Declare it under `statistics` or correct its key.",
                )
            yield key, _as_statistic(value)

    def _formulas(self, kind: str, own: str | Plain | None) -> Iterator[tuple[str, Formula]]:
        if isinstance(own, str) and own not in self.named_formulas:
            self.fail(f"There is no formula {own!r}.", "Declare it under `formulas`.")
        named = self.named_formulas[own] if isinstance(own, str) else own or {}
        texts = {"points": "points", **self.kind_formulas[kind], **named}
        for currency in self.currencies:
            if currency.key in texts:
                yield currency.key, self._formula(texts[currency.key])

    def _constants(self, formulas: Mapping[str, Formula]) -> Iterator[tuple[str, Number]]:
        """What need not be evaluated; a price that is not 0 is, for the sake of its receipt."""
        for key, formula in formulas.items():
            value = 0 if formula.references else formula.evaluate(NOWHERE)
            if not formula.references and (key != self.currencies[0].key or not value):
                yield key, value

    def _entry_group(self, plain: str | Plain) -> OptionGroup:
        key = plain if isinstance(plain, str) else plain["group"]
        if key not in self.groups:
            self.fail(f"There is no group {key!r}.", f"Use one of {', '.join(self.groups)}.")
        if isinstance(plain, str):
            return self.groups[key]
        shared = next(p for p in self.document["groups"] if p["key"] == key)
        return self._group({**shared, **{k: v for k, v in plain.items() if k != "group"}})

    def _check_groups(self) -> None:
        """Options can be checked only when all entries are known."""
        for entry in self.entries.values():
            self.where = ("entries", entry.key)
            for group in entry.groups.values():
                self._check_group(group)

    def _check_group(self, group: OptionGroup) -> None:
        for key in group.options:
            if key not in self.entries:
                self.fail(f"Group {group.key!r} offers {key!r}, which no entry is.")
        for choice in group.default if group.take is not Take.NUMBER else ():
            if choice.option not in group.options:
                self.fail(f"Group {group.key!r} has the default {choice.option!r}, not offered.")

    def _category(self, plain: Plain) -> Words:
        key, name = plain["key"], plain["name"]
        if not any(key in entry.categories for entry in self.entries.values()):
            self.fail(f"No entry is of the category {key!r}.", "Correct the key or leave it out.")
        return dict(name)

    # Army lists

    def _army_list(self, plain: Plain) -> ArmyList:
        where = self.where
        rows = [self._row(plain, row, is_addition=False) for row in plain.get("rows", ())]
        rows += [self._row(plain, row, is_addition=True) for row in plain.get("additions", ())]
        keys = [row.key for row in rows]
        rows_named = tuple(
            row if keys.count(row.key) == 1 else replace(row, key=f"{row.key}-{position + 1}")
            for position, row in enumerate(rows)
        )
        self.where = where
        self._check_entries((plain.get("unit", ""),))
        self._check_entries(plain.get("extras", ()))
        for group, options in plain.get("options", {}).items():
            self._check_options(group, options)
        return ArmyList(
            key=plain["key"],
            nation=plain["nation"],
            name=plain["name"],
            page=plain.get("page"),
            unit=plain["unit"],
            options={group: tuple(keys) for group, keys in plain.get("options", {}).items()},
            flags=frozenset(plain.get("flags", ())),
            rows=rows_named,
            extras=frozenset(plain.get("extras", ())),
            is_open=bool(plain.get("open")),
            text=plain.get("text", NOTHING),
            remark=plain.get("remark", NOTHING),
        )

    def _row(self, army_list: Plain, plain: Plain, *, is_addition: bool) -> Row:
        upgrade = plain.get("upgrade", "")
        entries = tuple(plain.get("entries", ())) or (plain.get("entry") or upgrade,)
        self._check_entries((*entries, *([plain["swap"]] if plain.get("swap") else ())))
        for group, options in plain.get("options", {}).items():
            self._check_options(group, options)
        low, high = read_span(plain.get("count", 1))
        return Row(
            key=plain.get("key") or "-or-".join(entries) + ("-upgrade" if upgrade else ""),
            entries=entries,
            start=0 if is_addition else low,
            at_least=0 if is_addition else low,
            at_most=high,
            options={group: tuple(keys) for group, keys in plain.get("options", {}).items()},
            addition=is_addition,
            upgrade=bool(upgrade),
            swap=plain.get("swap", ""),
            choice=plain.get("choice", ""),
            when=self._optional(plain.get("when")),
            page=plain.get("page", army_list.get("page")),
        )

    def _check_entries(self, keys: Iterable[str]) -> None:
        for key in keys:
            if key not in self.entries:
                self.fail(f"There is no entry {key!r}.", "Correct the key or add the entry.")

    def _check_options(self, group: str, options: Iterable[str]) -> None:
        if group not in self.groups:
            self.fail(f"There is no group {group!r}.", f"Use one of {', '.join(self.groups)}.")
        self._check_entries(options)

    def _severities(self, plain: Plain) -> Mapping[str, Severity]:
        self.where = ("edition", "severities")
        for code in plain:
            if code not in LISTING_SEVERITIES:
                self.fail(
                    f"Army lists raise no {code!r}.", f"Use one of {', '.join(LISTING_SEVERITIES)}."
                )
        return {**LISTING_SEVERITIES, **{code: Severity(each) for code, each in plain.items()}}

    # Rules

    def _restriction(self, plain: Plain) -> Restriction:
        scope = plain["scope"]
        if scope not in ("roster", "selection", "unit") and scope not in self.entries:
            self.fail(f"There is no scope {scope!r}.", "Use roster, selection, unit or a unit.")
        if ("require" in plain) == ("measure" in plain):
            self.fail("A restriction has either `measure` with a bound or `require`.")
        if "measure" in plain and not {"at_most", "at_least"} & plain.keys():
            self.fail("The measure has no bound.", "Add `at_most` or `at_least`.")
        of = plain.get("of")
        return Restriction(
            code=plain["code"],
            scope=scope,
            severity=Severity(plain["severity"]),
            message=plain["message"],
            page=plain.get("page"),
            of=self._static_predicate(of) if of else None,
            when=self._optional(plain.get("when")),
            measure=self._optional(plain.get("measure")),
            at_most=self._optional(plain.get("at_most")),
            at_least=self._optional(plain.get("at_least")),
            require=self._optional(plain.get("require")),
            parameters={k: self._formula(v) for k, v in plain.get("parameters", {}).items()},
            replaces=frozenset(plain.get("replaces", ())),
            fix=self._fix(plain["fix"], plain.get("measure", "")) if plain.get("fix") else None,
        )

    def _fix(self, plain: Plain, measure: str | int) -> FixTemplate:
        of = plain.get("of")
        is_counted = bool(of and measure) and (
            self._formula(f"count({of})").terms == self._formula(measure).terms
        )
        if plain.get("entry"):
            self._check_entries((plain["entry"],))
        if plain.get("option"):
            self._check_options(plain["group"], (plain["option"],))
        return FixTemplate(
            do=plain["do"],
            of=self._predicate(of) if of else None,
            group=plain.get("group", ""),
            option=plain.get("option", ""),
            entry=plain.get("entry", ""),
            options=read_options(plain.get("options", {})),
            to=self._optional(plain.get("to")),
            is_counted=is_counted,
        )

    def _effect(self, plain: Plain) -> Effect:
        acts = [act for act in ("set", "add", "multiply") if plain.get(act) is not None]
        if len(acts) != 1:
            self.fail("An effect has exactly one of `set`, `add` and `multiply`.")
        field = plain["field"]
        if field not in ("points", "price") and field not in self.statistics:
            self.fail(f"No entry has a field {field!r}.", "Use points, price or a statistic.")
        self._check_entries(filter(None, (plain.get("like"),)))
        when = self._optional(plain.get("when"))
        references = when.references if when else frozenset()
        return Effect(
            key=plain["key"],
            name=plain["name"],
            of=self._static_predicate(plain["of"]),
            field=field,
            act=acts[0],
            value=self._formula(plain[acts[0]]),
            when=when,
            page=plain.get("page"),
            layer=plain.get("layer", "reading"),
            reading=next((r.attribute for r in references if r.name == "reading"), ""),
            is_local=any(r.name not in OF_ROSTER for r in references if r.role != "key"),
            like=plain.get("like", ""),
        )

    def _derived(self, plain: Plain) -> Derived:
        return Derived(
            key=plain["key"],
            name=plain["name"],
            scope=plain["scope"],
            formula=self._formula(plain["formula"]),
            when=self._optional(plain.get("when")),
            prefix=plain.get("prefix", ""),
            suffix=plain.get("suffix", ""),
            page=plain.get("page"),
            text=plain.get("text", NOTHING),
        )

    def _index(
        self,
        restrictions: Sequence[Restriction],
        effects: Sequence[Effect],
        derived: Sequence[Derived],
    ) -> Index:
        entries = self.entries.values()
        units = [entry for entry in entries if entry.role is Role.UNIT]
        return Index(
            of_roster=tuple(r for r in restrictions if r.scope == "roster"),
            of_unit={
                unit.key: tuple(r for r in restrictions if r.scope in ("unit", unit.key))
                for unit in units
            },
            of_selection={
                entry.key: tuple(
                    r
                    for r in restrictions
                    if r.scope == "selection" and (not r.of or r.of.matches(_Static(entry)))
                )
                for entry in entries
                if entry.role is not Role.UNIT
            },
            effects={
                entry.key: tuple(e for e in effects if e.of.matches(_Static(entry)))
                for entry in entries
            },
            derived={
                scope: tuple(d for d in derived if d.scope in (scope, "unit"))
                for scope in ("roster", *(unit.key for unit in units))
            },
        )

    # What is only shown

    def _reading(self, plain: Plain) -> Reading:
        values = tuple(ReadingValue(v["key"], v["name"], v.get("page")) for v in plain["values"])
        if not values:
            self.fail("A reading needs at least one value.")
        return Reading(
            plain["key"], plain["name"], plain.get("text", NOTHING), plain.get("page"), values
        )

    def _reference(self, plain: Plain) -> Reference:
        return Reference(
            plain["key"],
            plain["name"],
            tuple(plain.get("columns", ())),
            tuple(tuple(row) for row in plain["rows"]),
            plain.get("page"),
            plain.get("text", NOTHING),
        )

    def _sheet(self, plain: Plain) -> SheetPlan:
        self.where = ("edition", "sheet")
        for group in plain.get("columns", ()):
            self._check_options(group, ())
        references = {p["key"] for p in self.document.get("references", ())}
        for key in plain.get("references", ()):
            if key not in references:
                self.fail(f"There is no reference {key!r}.", "Correct the key or add the table.")
        return SheetPlan(
            tuple(plain.get("columns", ())),
            tuple(map(self._sheet_table, plain.get("tables", ()))),
            tuple(plain.get("references", ())),
        )

    def _sheet_table(self, plain: Plain) -> SheetTable:
        kind, statistics = plain["kind"], tuple(plain["statistics"])
        for key in statistics:
            statistic = self.statistics.get(key)
            if statistic is None or kind not in statistic.kinds:
                self.fail(f"The edition declares no statistic {key!r} for {kind}.")
        brings = {key: tuple(brought) for key, brought in plain.get("brings", {}).items()}
        for brought in brings.values():
            self._check_entries(brought)
        return SheetTable(kind, statistics, brings)

    def _cards(self, plain: Sequence[Plain]) -> tuple[CardPlan, ...]:
        self.where = ("edition", "cards")
        return read_card_plans(plain, _CardReader(self))

    def _scenario(self, plain: Plain) -> Scenario:
        lists = []
        for each in plain.get("lists", ()):
            self._check_entries(_entries_of(each["roster"]))
            lists.append(
                SuggestedList(
                    each["key"],
                    each["name"],
                    each["army_list"],
                    each["points_limit"],
                    each.get("note", NOTHING),
                    tuple(each["roster"]),
                    each.get("opponent", ""),
                )
            )
        return Scenario(
            key=plain["key"],
            number=plain.get("number", 0),
            name=plain["name"],
            page=plain.get("page"),
            text=plain.get("text", NOTHING),
            notes=tuple(plain.get("notes", ())),
            forbids=frozenset(plain.get("forbids", ())),
            lists=tuple(lists),
        )


class _CardReader:
    """Checks what the plans of cards name."""

    def __init__(self, compiler: _Compiler) -> None:
        self.compiler = compiler
        document = compiler.document
        values = {p["key"] for p in document.get("derived", ())}
        self.known: Mapping[str, Iterable[str]] = {
            "entry": compiler.entries,
            "group": compiler.groups,
            "kind": compiler.kinds,
            "statistic": compiler.statistics,
            "value": values | {currency.key for currency in compiler.currencies},
        }

    def formula(self, text: str | int) -> Formula:
        return self.compiler._formula(text)

    def predicate(self, text: str) -> Predicate:
        return self.compiler._static_predicate(text)

    def check(self, sort: str, key: str) -> None:
        if key not in self.known[sort]:
            self.compiler.fail(f"There is no {sort} {key!r}.", "Correct the key or declare it.")


def _as_statistic(value: Any) -> StatisticValue:
    return tuple(value) if isinstance(value, list) else value


def _entries_of(nodes: Iterable[Plain]) -> Iterator[str]:
    for node in nodes:
        yield node["entry"]
        yield from _entries_of(node.get("children", ()))
