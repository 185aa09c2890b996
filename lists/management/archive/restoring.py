"""An archive into a database: proved before, proved after, all in one transaction."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from django.core.exceptions import ValidationError
from django.core.management.color import no_style
from django.db import DatabaseError, connections, transaction

from lists.models.triggers import lifted

from .manifest import Manifest, Tally
from .problems import Refused
from .reading import Archive, open_archive
from .tables import Table, find_migrations, find_tables

MADE_BY_MIGRATE = {"auth_permission", "django_content_type"}
"""What stands in a database that was migrated and never used."""

UNFIT = (ArithmeticError, DatabaseError, RecursionError, TypeError, ValidationError, ValueError)
"""What a line can raise that is no row of its table."""


def restore_archive(path: Path, using: str, *, replace: bool = False) -> Manifest:
    """Put into the database what the archive holds, and nothing else, with all guards standing.

    Refused unless it is empty or to be replaced, and migrated to where the archive was.
    """
    with open_archive(path) as archive:
        archive.prove()
        with transaction.atomic(using, durable=True):
            _restore(archive, using, replace=replace)
        return archive.manifest


def _restore(archive: Archive, using: str, *, replace: bool) -> None:
    tables = find_tables(using)
    _compare_migrations(archive.manifest, find_migrations(using))
    _compare_shapes(archive, tables)
    _keep_others_out(tables, using)
    if not replace:
        _refuse_filled(tables, using)
    with lifted(using):
        for table in tables:
            table.empty(using)
        for table in tables:
            _load(archive, table, using)
        _set_sequences(tables, using)
        _prove_rows(archive, tables, using)


def _compare_migrations(manifest: Manifest, here: list[str]) -> None:
    ahead = sorted(set(manifest.migrations) - set(here))
    behind = sorted(set(here) - set(manifest.migrations))
    if ahead:
        raise Refused(
            f"The backup is of Muster {manifest.release} and the database lacks its migrations "
            f"{', '.join(ahead)}. Run `manage.py migrate`; if they are still missing, restore "
            f"with Muster {manifest.release}."
        )
    if behind:
        back = ", ".join(f"`manage.py migrate {app}`" for app in _find_way_back(manifest, behind))
        raise Refused(
            f"The backup is of Muster {manifest.release} and older than the database, which also "
            f"has {', '.join(behind)}. Restore with that release; or run {back}, then restore, "
            "then `manage.py migrate`."
        )


def _find_way_back(manifest: Manifest, behind: Iterable[str]) -> Iterator[str]:
    """For each app that has gone on since, the app and the migration that it was at."""
    newest = dict(each.split(" ", 1) for each in sorted(manifest.migrations))
    for app in sorted({each.partition(" ")[0] for each in behind}):
        yield f"{app} {newest.get(app, 'zero')}"


def _compare_shapes(archive: Archive, tables: Iterable[Table]) -> None:
    written = {name: proof.columns for name, proof in archive.manifest.tables.items()}
    here = {table.name: table.columns for table in tables}
    differing = sorted(
        name for name in written.keys() | here.keys() if written.get(name) != here.get(name)
    )
    if differing:
        raise Refused(
            f"The tables {', '.join(differing)} are not those of the backup. "
            f"Restore with Muster {archive.manifest.release}, which wrote it."
        )


def _keep_others_out(tables: Iterable[Table], using: str) -> None:
    """Let nobody write meanwhile; SQLite's transaction does that by itself."""
    connection = connections[using]
    if connection.vendor == "postgresql":
        names = ", ".join(connection.ops.quote_name(table.name) for table in tables)
        with connection.cursor() as cursor:
            cursor.execute(f"LOCK TABLE {names} IN EXCLUSIVE MODE")


def _refuse_filled(tables: Iterable[Table], using: str) -> None:
    counts = [table.count(using) for table in tables if table.name not in MADE_BY_MIGRATE]
    filled = [count for count in counts if count]
    if filled:
        raise Refused(
            f"The database is not empty: it has {sum(filled)} rows in {len(filled)} tables. "
            "Restore into a new one after `manage.py migrate`, or add --replace, which deletes "
            "what there is."
        )


def _load(archive: Archive, table: Table, using: str) -> None:
    try:
        table.write_lines(archive.read_lines(table.name), using)
    except UNFIT as error:
        reason = str(error).strip().partition("\n")[0]
        raise Refused(f"A row of the backup does not fit into {table.name}: {reason}") from None


def _set_sequences(tables: Iterable[Table], using: str) -> None:
    connection = connections[using]
    models = [table.model for table in tables]
    with connection.cursor() as cursor:
        for statement in connection.ops.sequence_reset_sql(no_style(), models):
            cursor.execute(statement)


def _prove_rows(archive: Archive, tables: Iterable[Table], using: str) -> None:
    """Refuse it unless the database holds, row by row, what the archive does."""
    for table in tables:
        tally = Tally(table.columns)
        for _ in tally.follow(table.read_lines(using)):
            pass
        if tally.prove() != archive.manifest.tables[table.name]:
            raise Refused(
                f"Nothing was restored: {table.name} came out other than it stands in the backup."
            )
    try:
        connections[using].check_constraints()
    except DatabaseError as error:
        raise Refused(f"Nothing was restored: the backup contradicts itself: {error}") from None
