"""The tables as the database has them, and their rows as lines of JSON and back."""

from __future__ import annotations

import base64
import json
from collections.abc import Iterable, Iterator
from datetime import UTC, date, datetime, time, timedelta
from decimal import Decimal
from itertools import batched
from typing import Any
from uuid import UUID

from django.db import connections, models
from django.db.migrations.loader import MigrationLoader
from django.db.models import ExpressionWrapper, F
from django.db.models.functions import Collate
from django.utils.duration import duration_iso_string

from .problems import Refused

LONGEST_LINE = 64 << 20
"""Bytes that one row may take; a list takes 4 MiB at most."""

BATCH = 500
TEXTS = {"CharField", "TextField"}
BYTE_ORDER = {"sqlite": "BINARY", "postgresql": "C"}

type Model = type[models.Model]
type AnyField = models.Field[Any, Any]


class Table:
    """One table of the site, in the shape that its database has it."""

    def __init__(self, model: Model) -> None:
        fields = [each for each in model._meta.local_concrete_fields if not each.generated]
        self.model = model
        self.name = model._meta.db_table
        self.columns = [str(each.column) for each in fields]
        self.fields = {each.attname: _as_it_stands(each) for each in fields}

    def count(self, using: str) -> int:
        """How many rows there are."""
        return self._rows(using).count()

    def read_lines(self, using: str) -> Iterator[bytes]:
        """Every row as a line of JSON, in an order that is the same on every database."""
        columns = [_read(attribute, field) for attribute, field in self.fields.items()]
        rows = self._rows(using).order_by(self._order(using)).values_list(*columns)
        for row in rows.iterator(chunk_size=BATCH):
            line = json.dumps(row, ensure_ascii=False, default=write_value, sort_keys=True)
            yield f"{line}\n".encode()

    def write_lines(self, lines: Iterable[bytes], using: str) -> None:
        """Insert the rows that stand in the lines."""
        connection = connections[using]
        quote = connection.ops.quote_name
        columns = ", ".join(map(quote, self.columns))
        marks = ", ".join(["%s"] * len(self.columns))
        insert = f"INSERT INTO {quote(self.name)} ({columns}) VALUES ({marks})"  # noqa: S608  # quoted names
        with connection.cursor() as cursor:
            for batch in batched((self._read_line(line, using) for line in lines), BATCH):
                cursor.executemany(insert, batch)

    def empty(self, using: str) -> None:
        """Delete every row."""
        quote = connections[using].ops.quote_name
        with connections[using].cursor() as cursor:
            cursor.execute(f"DELETE FROM {quote(self.name)}")  # noqa: S608  # a quoted name

    def _read_line(self, line: bytes, using: str) -> list[Any]:
        values = json.loads(line)
        return [
            field.get_db_prep_save(field.to_python(value), connections[using])
            for field, value in zip(self.fields.values(), values, strict=True)
        ]

    def _rows(self, using: str) -> models.QuerySet[models.Model]:
        return self.model._base_manager.using(using)

    def _order(self, using: str) -> Any:
        key = self.model._meta.pk
        if key.get_internal_type() in TEXTS:
            return Collate(key.name, BYTE_ORDER[connections[using].vendor])
        return key.name


def find_tables(using: str) -> list[Table]:
    """All tables of the site, as the migrations that were applied have made them.

    So they can be read before a newer release has migrated them, and after one went back.
    """
    loader = MigrationLoader(connections[using])
    applied = list(loader.applied_migrations)
    if not applied:
        raise Refused("The database has no tables yet. Run `manage.py migrate`.")
    unknown = sorted(set(applied) - set(loader.graph.nodes) - set(loader.replacements))
    if unknown:
        names = ", ".join(f"{app} {name}" for app, name in unknown)
        raise Refused(
            f"The database was migrated by another release: this one does not know {names}. "
            "Use the release that served it."
        )
    known = [each for each in applied if each in loader.graph.nodes]
    found = loader.project_state(known, at_end=True).apps.get_models(include_auto_created=True)
    own = [each for each in found if each._meta.managed and not each._meta.proxy]
    return sorted(map(Table, own), key=lambda table: table.name)


def find_migrations(using: str) -> list[str]:
    """The migrations that were applied, such as `lists 0001_catalogue`."""
    applied = MigrationLoader(connections[using]).applied_migrations
    return sorted(f"{app} {name}" for app, name in applied)


def _as_it_stands(field: AnyField) -> AnyField:
    """The field itself; a text's is a plain one, which reads nothing out of the text."""
    return models.TextField(null=field.null) if field.get_internal_type() in TEXTS else field


def _read(attribute: str, field: AnyField) -> Any:
    if isinstance(field, models.TextField):
        return ExpressionWrapper(F(attribute), output_field=models.TextField())
    return attribute


def write_value(value: Any) -> Any:
    """What JSON has no value for, in a text from which the field reads it again."""
    match value:
        case Decimal():
            return f"{value:f}"
        case datetime():
            return (value.astimezone(UTC) if value.tzinfo else value).isoformat()
        case date() | time():
            return value.isoformat()
        case timedelta():
            return duration_iso_string(value)
        case UUID():
            return str(value)
        case bytes() | memoryview():
            return base64.b64encode(value).decode("ascii")
    raise TypeError(f"A value of the type {type(value).__name__} has no place in an archive.")
