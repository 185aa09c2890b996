"""Triggers that refuse what must not change, whoever asks: the ORM, raw SQL or a psql prompt.

What is guarded is declared once, in `guarded.GUARDED`. `install_guards` runs after every migration,
since SQLite drops the triggers of a table that it rebuilds; `remove_guards` runs before, since a
rebuild fails where another table's trigger names the table. Whoever may still purge does it within
`lifted`, the one way round.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from django.apps import AppConfig
from django.core.checks import CheckMessage, Warning
from django.db import DEFAULT_DB_ALIAS, connections, transaction
from django.db.backends.base.base import BaseDatabaseWrapper

from .guarded import GUARDED
from .guards import PREFIX, Guard

LIFTED = "muster.guards"
"""The setting of PostgreSQL that lets a transaction pass."""


def install_guards(using: str = DEFAULT_DB_ALIAS, **_: Any) -> None:
    """Put up all guards anew; tables that are not migrated yet are left for later."""
    connection = connections[using]
    remove_guards(using)
    with connection.cursor() as cursor:
        for guard in find_guards(connection):
            if connection.vendor == "postgresql":
                cursor.execute(_write_function(guard))
            cursor.execute(_write_trigger(guard, connection.vendor))


def remove_guards(using: str = DEFAULT_DB_ALIAS, **_: Any) -> None:
    """Take down all guards there are."""
    connection = connections[using]
    with connection.cursor() as cursor:
        for name, table in find_installed(connection):
            on_table = f' ON "{table}"' if connection.vendor == "postgresql" else ""
            cursor.execute(f'DROP TRIGGER "{name}"{on_table}')
            if connection.vendor == "postgresql":
                cursor.execute(f'DROP FUNCTION IF EXISTS "{name}"()')


def find_guards(connection: BaseDatabaseWrapper) -> list[Guard]:
    """The guards that there should be, given the tables and columns there are."""
    differs = "IS DISTINCT FROM" if connection.vendor == "postgresql" else "IS NOT"
    guards: list[Guard] = []
    with connection.cursor() as cursor:
        tables = set(connection.introspection.table_names(cursor))
        for guarded in GUARDED:
            table = guarded.model._meta.db_table
            if table in tables:
                described = connection.introspection.get_table_description(cursor, table)
                guards.extend(guarded.find_guards([each.name for each in described], differs))
    return guards


def find_installed(connection: BaseDatabaseWrapper) -> list[tuple[str, str]]:
    """The guards that there are: names of triggers and their tables."""
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute(
                "SELECT tgname, relname FROM pg_trigger JOIN pg_class ON tgrelid = pg_class.oid "
                "WHERE starts_with(tgname, %s) AND pg_table_is_visible(pg_class.oid)",
                [PREFIX],
            )
        else:
            cursor.execute(
                "SELECT name, tbl_name FROM sqlite_master "
                "WHERE type = 'trigger' AND substr(name, 1, %s) = %s",
                [len(PREFIX), PREFIX],
            )
        return [(name, table) for name, table in cursor.fetchall()]


def find_differing(connection: BaseDatabaseWrapper) -> list[str]:
    """The guards that are not there as they should be: missing, altered or disabled."""
    there = _read_installed(connection)
    return [
        guard.name
        for guard in find_guards(connection)
        if there.get(guard.name) != _describe(guard, connection.vendor)
    ]


def _read_installed(connection: BaseDatabaseWrapper) -> dict[str, tuple[str, ...]]:
    """By its name what the database says of each guard; see `_describe`."""
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute(
                "SELECT tgname, pg_get_triggerdef(pg_trigger.oid, true), prosrc FROM pg_trigger "
                "JOIN pg_class ON tgrelid = pg_class.oid JOIN pg_proc ON tgfoid = pg_proc.oid "
                "WHERE starts_with(tgname, %s) AND tgenabled = 'O' "
                "AND pg_table_is_visible(pg_class.oid)",
                [PREFIX],
            )
        else:
            cursor.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'")
        return {name: tuple(described) for name, *described in cursor.fetchall()}


def _describe(guard: Guard, vendor: str) -> tuple[str, ...]:
    """What the database should say of a guard."""
    trigger = _write_trigger(guard, vendor)
    if vendor == "sqlite":
        return (trigger,)
    return (trigger.replace('"', ""), _write_body(guard))


def _write_trigger(guard: Guard, vendor: str) -> str:
    event = f'BEFORE {guard.event} ON "{guard.table}" FOR EACH ROW'
    if vendor == "postgresql":
        return f'CREATE TRIGGER "{guard.name}" {event} EXECUTE FUNCTION "{guard.name}"()'
    refusal = f"SELECT RAISE(ABORT, '{_quote(guard.reason)}')"
    return f'CREATE TRIGGER "{guard.name}" {event} WHEN {guard.condition} BEGIN {refusal}; END'


def _write_function(guard: Guard) -> str:
    return (
        f'CREATE OR REPLACE FUNCTION "{guard.name}"() RETURNS trigger LANGUAGE plpgsql '
        f"AS $guard${_write_body(guard)}$guard$"
    )


def _write_body(guard: Guard) -> str:
    row = "OLD" if guard.event == "DELETE" else "NEW"
    code = "USING ERRCODE = 'integrity_constraint_violation'"
    return (
        f" BEGIN IF coalesce(current_setting('{LIFTED}', true), '') <> 'lifted' "
        f"AND ({guard.condition}) THEN "
        f"RAISE EXCEPTION '{_quote(guard.reason)}' {code}; END IF; RETURN {row}; END "
    )


def _quote(text: str) -> str:
    return text.replace("'", "''")


@contextmanager
def lifted(using: str = DEFAULT_DB_ALIAS) -> Iterator[None]:
    """Let this transaction, and no other, do what the guards refuse: purge, redact, empty.

    SQLite takes the triggers down and puts them up again before the transaction ends, within which
    nobody else can write.
    """
    connection = connections[using]
    with transaction.atomic(using):
        if connection.vendor == "postgresql":
            with connection.cursor() as cursor:
                cursor.execute("SELECT set_config(%s, 'lifted', true)", [LIFTED])
                yield
                cursor.execute("SELECT set_config(%s, '', true)", [LIFTED])
        else:
            remove_guards(using)
            yield
            install_guards(using)


def check_guards(
    app_configs: Sequence[AppConfig] | None, databases: Sequence[str] | None = None, **_: Any
) -> list[CheckMessage]:
    """A warning where a migration broke off and left tables without their guards."""
    messages: list[CheckMessage] = []
    for using in databases or ():
        connection = connections[using]
        missing = {guard.name for guard in find_guards(connection)} - dict(
            find_installed(connection)
        ).keys()
        if missing:
            text = f"The database {using!r} lacks the guards {', '.join(sorted(missing))}."
            messages.append(Warning(text, hint="Run `manage.py migrate`.", id="lists.W001"))
    return messages
