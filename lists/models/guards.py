"""The promises that a table may make, and the triggers that keep them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Protocol

from django.db import models

PREFIX = "guard_"


@dataclass(frozen=True, slots=True)
class Guard:
    """One trigger: before which event on which table it refuses what meets its condition."""

    table: str
    event: str
    condition: str
    reason: str

    @property
    def name(self) -> str:
        return f"{PREFIX}{self.table}_{self.event.lower()}"


class Guarded(Protocol):
    """A table's promise, from which its triggers are made."""

    @property
    def model(self) -> type[models.Model]:
        """The table's model."""

    def find_guards(self, columns: Iterable[str], differs: str) -> Iterator[Guard]:
        """The triggers for the columns there are; `differs` is the vendor's "is not the same"."""


@dataclass(frozen=True, slots=True)
class ImmutableWhenPublished:
    """Rows of a published edition: none added, none deleted, and only the named fields changed.

    `path` leads from the row to its edition, by the names of foreign keys; none for the edition
    itself.
    """

    model: type[models.Model]
    correctable: frozenset[str] = frozenset()
    path: tuple[str, ...] = ("edition",)

    def find_guards(self, columns: Iterable[str], differs: str) -> Iterator[Guard]:
        """See Guarded."""
        table = self.model._meta.db_table
        reason = f"{table}: a published edition keeps its numbers. Publish a new edition."
        old, new = self._is_published("OLD"), self._is_published("NEW")
        changed = _changes(_fixed(self.model, columns, self.correctable), differs)
        if self.path:
            yield Guard(table, "INSERT", new, reason)
            changed = f"({changed}) AND ({old} OR {new})"
        else:
            taken = _is_taken(self.model, columns, " AND state = 'published'")
            yield Guard(table, "INSERT", taken, reason)
            changed = f"({changed}) AND {old}"
        yield Guard(table, "UPDATE", changed, reason)
        yield Guard(table, "DELETE", old, reason)

    def _is_published(self, row: str) -> str:
        """SQL that asks whether the row's edition is published."""
        model, value = self.model, f"{row}.state"
        for position, name in enumerate(self.path):
            field: Any = model._meta.get_field(name)
            key = (
                f'{row}."{field.column}"' if not position else _look_up(model, field.column, value)
            )
            model, value = field.related_model, key
        return f"{_look_up(model, 'state', value) if self.path else value} = 'published'"


def _look_up(model: type[models.Model], column: str, key: str) -> str:
    table = model._meta.db_table
    return f'(SELECT "{column}" FROM "{table}" WHERE id = {key})'  # noqa: S608  # our own names


@dataclass(frozen=True, slots=True)
class InsertOnly:
    """Rows that are written once: never deleted, and only the named fields changed.

    Those in `once` are filled in once: what stands there stays.
    """

    model: type[models.Model]
    correctable: frozenset[str] = frozenset()
    once: frozenset[str] = frozenset()

    def find_guards(self, columns: Iterable[str], differs: str) -> Iterator[Guard]:
        """See Guarded."""
        table = self.model._meta.db_table
        reason = f"{table}: what was written is kept as it was."
        fixed = _fixed(self.model, columns, self.correctable | self.once)
        filled = [
            f'(OLD."{name}" IS NOT NULL AND {_changes([name], differs)})' for name in self.once
        ]
        yield Guard(table, "INSERT", _is_taken(self.model, columns), reason)
        yield Guard(table, "UPDATE", " OR ".join([_changes(fixed, differs), *filled]), reason)
        yield Guard(table, "DELETE", "1 = 1", reason)


@dataclass(frozen=True, slots=True)
class FixedFields:
    """Rows that may be deleted, and changed but for the named fields."""

    model: type[models.Model]
    fixed: frozenset[str]

    def find_guards(self, columns: Iterable[str], differs: str) -> Iterator[Guard]:
        """See Guarded."""
        table = self.model._meta.db_table
        reason = f"{table}: {', '.join(sorted(self.fixed))} cannot change."
        fixed = [column for column in columns if column in self.fixed]
        yield Guard(table, "UPDATE", _changes(fixed, differs), reason)


def _is_taken(model: type[models.Model], columns: Iterable[str], condition: str = "") -> str:
    """SQL that asks whether NEW would stand in the place of a row: SQLite's REPLACE deletes that
    row without a word to a guard, unless the connection asks for recursive triggers."""
    there = set(columns)
    keys = [key for key in _find_keys(model) if there.issuperset(key)]
    table = model._meta.db_table
    return " OR ".join(
        f'EXISTS (SELECT 1 FROM "{table}" WHERE {_equals(key)}{condition})'  # noqa: S608  # as above
        for key in keys
    )


def _find_keys(model: type[models.Model]) -> Iterator[list[str]]:
    """The columns by which a row is the only one, each set of them."""
    column_of: dict[str, str] = {}
    for field in model._meta.concrete_fields:
        assert field.column is not None
        column_of[field.name] = field.column
        if field.unique:
            yield [field.column]
    for constraint in model._meta.total_unique_constraints:
        yield [column_of[name] for name in constraint.fields]


def _equals(key: Iterable[str]) -> str:
    return " AND ".join(f'"{column}" = NEW."{column}"' for column in key)


def _fixed(
    model: type[models.Model], columns: Iterable[str], correctable: frozenset[str]
) -> list[str]:
    free = {model._meta.get_field(name).column for name in correctable}  # type: ignore[union-attr]
    return [column for column in columns if column not in free]


def _changes(columns: Iterable[str], differs: str) -> str:
    return " OR ".join(f'OLD."{column}" {differs} NEW."{column}"' for column in columns)
