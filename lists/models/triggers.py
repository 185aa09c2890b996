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
            for statement in _write_guard(guard, connection.vendor):
                cursor.execute(statement)


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


def _write_guard(guard: Guard, vendor: str) -> Iterator[str]:
    name, reason = guard.name, guard.reason.replace("'", "''")
    if vendor == "sqlite":
        yield (
            f'CREATE TRIGGER "{name}" BEFORE {guard.event} ON "{guard.table}" FOR EACH ROW '
            f"WHEN {guard.condition} BEGIN SELECT RAISE(ABORT, '{reason}'); END"
        )
        return
    row = "OLD" if guard.event == "DELETE" else "NEW"
    yield (
        f'CREATE OR REPLACE FUNCTION "{name}"() RETURNS trigger LANGUAGE plpgsql AS $guard$ BEGIN '
        f"IF coalesce(current_setting('{LIFTED}', true), '') <> 'lifted' "
        f"AND ({guard.condition}) THEN "
        f"RAISE EXCEPTION '{reason}' USING ERRCODE = 'integrity_constraint_violation'; "
        f"END IF; RETURN {row}; END $guard$"
    )
    yield (
        f'CREATE TRIGGER "{name}" BEFORE {guard.event} ON "{guard.table}" '
        f'FOR EACH ROW EXECUTE FUNCTION "{name}"()'
    )


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
