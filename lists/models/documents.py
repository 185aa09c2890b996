"""How the rows of an edition and its plain document correspond, both ways without a loss.

A row takes the fields it has columns for; what is left is parted into `details` and `texts`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import chain
from typing import Any

from django.db import models

from .army_lists import Addition, ArmyList, ArmyListRow, Nation, OfferedExtra
from .catalogue import Edition, GameSystem, Row
from .entries import Entry, Extra, LeadershipLevel, Offer, TroopClass, Vehicle, Weapon
from .plain import join_words, split_words
from .rules import (
    Derived,
    Effect,
    Formula,
    OptionalRule,
    Reading,
    ReadingValue,
    Reference,
    Restriction,
    Scenario,
    SuggestedList,
)

type Plain = dict[str, Any]

NUMBER_OR_TEXT = {"points", "count"}
"""Columns of text that hold a whole number where the document has one."""

ENTRY_TABLES: dict[str, type[Offer]] = {
    "troop-class": TroopClass,
    "leadership": LeadershipLevel,
    "weapon": Weapon,
    "vehicle": Vehicle,
    "extra": Extra,
}
"""The tables of entries by kind; all other kinds stand in Entry."""

SECTIONS: dict[str, tuple[type[Row], ...]] = {
    "nations": (Nation,),
    "formulas": (Formula,),
    "entries": (*ENTRY_TABLES.values(), Entry),
    "army_lists": (ArmyList,),
    "restrictions": (Restriction,),
    "effects": (Effect,),
    "readings": (Reading,),
    "optional_rules": (OptionalRule,),
    "derived": (Derived,),
    "references": (Reference,),
    "scenarios": (Scenario,),
}
"""The sections of a document that have tables, nations before the army lists that name them."""

CHILDREN: dict[type[Row], dict[str, type[models.Model]]] = {
    ArmyList: {"rows": ArmyListRow, "additions": Addition, "extras": OfferedExtra},
    Reading: {"values": ReadingValue},
    Scenario: {"lists": SuggestedList},
}
"""The tables of what items hold, by the field of the item."""

PARENTS: dict[type[models.Model], str] = {
    ArmyListRow: "army_list",
    Addition: "army_list",
    OfferedExtra: "army_list",
    ReadingValue: "reading",
    SuggestedList: "scenario",
}
"""The column by which those tables point to the item."""


# Columns


@dataclass(frozen=True, slots=True)
class Columns:
    """The columns of a table that stand for fields of the document."""

    single: tuple[tuple[str, str], ...]  # column, field
    worded: tuple[str, ...]  # fields with a column a language

    @classmethod
    def of(cls, model: type[models.Model]) -> Columns:
        names = [
            field.name
            for field in model._meta.concrete_fields
            if not field.primary_key and not field.is_relation
        ]
        names = [name for name in names if name not in ("position", "details", "texts")]
        called = getattr(model, "document_names", {})
        return cls(
            single=tuple((n, called.get(n, n)) for n in names if not n.endswith(("_en", "_es"))),
            worded=tuple(n.removesuffix("_en") for n in names if n.endswith("_en")),
        )

    def take(self, plain: Plain) -> Plain:
        """Take what has a column out of an item, as values of these columns."""
        taken = {column: plain.pop(field) for column, field in self.single if field in plain}
        for column in NUMBER_OR_TEXT & taken.keys():
            taken[column] = str(taken[column])
        for field in self.worded:
            if field in plain:
                taken |= {f"{field}_{code}": text for code, text in plain.pop(field).items()}
        return taken

    def give(self, row: models.Model) -> Plain:
        """The fields of an item that a row has in its columns; an empty column was not written."""
        values = {field: getattr(row, column) for column, field in self.single}
        plain = {field: value for field, value in values.items() if value not in ("", None, {})}
        for field in NUMBER_OR_TEXT & plain.keys():
            plain[field] = _as_written(plain[field])
        for field in self.worded:
            words = {code: getattr(row, f"{field}_{code}") for code in ("en", "es")}
            if any(words.values()):
                plain[field] = words
        return plain


def _as_written(text: str) -> int | str:
    try:
        return int(text)
    except ValueError:
        return text


TABLES: list[type[models.Model]] = [*chain.from_iterable(SECTIONS.values()), *PARENTS]
"""All tables of what belongs to an edition."""

COLUMNS: dict[type[models.Model], Columns] = {
    Edition: Columns(single=(("key", "key"),), worded=("name",)),
    GameSystem: Columns.of(GameSystem),
    **{model: Columns.of(model) for model in TABLES},
}


def find_word_columns(model: type[models.Model]) -> list[str]:
    """The columns that stay correctable in a published edition."""
    worded = [f"{field}_{code}" for field in COLUMNS[model].worded for code in ("en", "es")]
    has_texts = any(field.name == "texts" for field in model._meta.concrete_fields)
    return [*worded, "texts"] if has_texts else worded


# From a document to rows


@dataclass(frozen=True, slots=True)
class Branch:
    """A row and the rows of what it holds."""

    row: models.Model
    twigs: tuple[models.Model, ...] = ()

    def __iter__(self) -> Iterator[models.Model]:
        yield self.row
        yield from self.twigs


def build_system(document: Mapping[str, Any]) -> GameSystem:
    """The game system of a document, not saved."""
    return GameSystem(**COLUMNS[GameSystem].take(dict(document["system"])))


def build_edition(document: Mapping[str, Any], system: GameSystem) -> Edition:
    """The edition of a document, a draft that is not saved; it holds all without a table."""
    own = dict(document["edition"])
    columns = COLUMNS[Edition].take(own)
    others = {k: v for k, v in document.items() if k not in SECTIONS and k != "system"}
    details, texts = split_words({**others, "edition": own})
    return Edition(system=system, details=details, texts=texts, **columns)


def build_branches(document: Mapping[str, Any], edition: Edition) -> Iterator[Branch]:
    """The rows of all sections of a document, section by section, not saved."""
    nations: dict[str, models.Model] = {}
    for section in SECTIONS:
        for position, plain in enumerate(document.get(section, ())):
            branch = _build_branch(section, dict(plain), position, edition, nations)
            if section == "nations":
                nations[plain["key"]] = branch.row
            yield branch


def _build_branch(
    section: str, plain: Plain, position: int, edition: Edition, nations: Mapping[str, models.Model]
) -> Branch:
    model = _find_table(section, plain)
    held = {field: plain.pop(field, ()) for field in CHILDREN.get(model, {})}
    own: Plain = {"edition": edition, "position": position}
    if model is ArmyList:
        own["nation"] = nations[plain.pop("nation")]
    if model is Effect:
        plain = _fold_act(plain)
    row = _build_row(model, plain, own)
    twigs = [
        _build_twig(CHILDREN[model][field], item, {PARENTS[CHILDREN[model][field]]: row}, number)
        for field, items in held.items()
        for number, item in enumerate(items)
    ]
    return Branch(row, tuple(twigs))


def _find_table(section: str, plain: Plain) -> type[Row]:
    if section == "entries":
        return ENTRY_TABLES.get(plain["kind"], Entry)
    return SECTIONS[section][0]


def _build_row(model: type[models.Model], plain: Plain, own: Plain) -> models.Model:
    columns = COLUMNS[model].take(plain)
    details, texts = split_words(plain)
    return model(details=details, texts=texts, **columns, **own)


def _build_twig(model: type[models.Model], item: Any, own: Plain, position: int) -> models.Model:
    if model is OfferedExtra:
        return OfferedExtra(entry=item, position=position, **own)
    return _build_row(model, dict(item), {**own, "position": position})


def _fold_act(plain: Plain) -> Plain:
    """An effect's `set: 10` as two columns: the act and its value."""
    act = next(act for act in Effect.Act.values if act in plain)
    rest = {field: value for field, value in plain.items() if field != act}
    return {**rest, "act": act, "value": plain[act]}


def _unfold_act(plain: Plain) -> Plain:
    rest = {field: value for field, value in plain.items() if field not in ("act", "value")}
    return {**rest, plain["act"]: plain["value"]}


# From rows to the document


def read_edition(edition: Edition) -> Plain:
    """The document of an edition out of its rows, one query a table."""
    document: Plain = join_words(edition.details, edition.texts)
    document["system"] = COLUMNS[GameSystem].give(edition.system)
    document["edition"] = COLUMNS[Edition].give(edition) | document["edition"]
    for section, tables in SECTIONS.items():
        items = [item for table in tables for item in _read_table(table, edition)]
        if items:
            document[section] = [plain for _, plain in sorted(items, key=lambda item: item[0])]
    return document


def _read_table(model: type[Row], edition: Edition) -> list[tuple[int, Plain]]:
    manager: Any = model._default_manager
    rows = manager.filter(edition=edition)
    if model is ArmyList:
        rows = rows.select_related("nation")
    if CHILDREN.get(model):
        rows = rows.prefetch_related(*CHILDREN[model])
    return [(row.position, _read_row(row)) for row in rows]


def _read_row(row: Row) -> Plain:
    plain: Plain = {**COLUMNS[type(row)].give(row), **join_words(row.details, row.texts)}
    if isinstance(row, ArmyList):
        plain["nation"] = row.nation.key
    if isinstance(row, Effect):
        plain = _unfold_act(plain)
    for field in CHILDREN.get(type(row), {}):
        held = [_read_twig(twig) for twig in getattr(row, field).all()]
        if held:
            plain[field] = held
    return plain


def _read_twig(twig: Row | OfferedExtra) -> Plain | str:
    return twig.entry if isinstance(twig, OfferedExtra) else _read_row(twig)
