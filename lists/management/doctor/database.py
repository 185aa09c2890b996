"""Whether the database is there, is new enough, and is what this release wants."""

from __future__ import annotations

from pathlib import Path

from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from django.db.utils import Error

from lists.models.triggers import find_differing

from .finding import Finding, fault, ok

SECONDS_TO_CONNECT = 5
RESTORE = "Stop the site, keep the file, and restore the newest backup into a new one."


def look_at_database() -> Finding:
    """Whether it answers, and is of a release that Django supports."""
    name = "database"
    path = find_file()
    if path and not path.is_file():
        return fault(name, f"There is no {path} yet.", "Run `scripts/set_up run`.")
    try:
        return ok(name, f"{_find_version()} answers.")
    except Error as error:
        cure = RESTORE if path else "Start it, or set DATABASE_URL right; it must be 15 or newer."
        return fault(name, f"It cannot be used: {first_line(error)}.", cure)


def first_line(error: Error) -> str:
    """What a database says of an error, without its details and its full stop."""
    return str(error).strip().partition("\n")[0].rstrip(".")


def find_file() -> Path | None:
    """SQLite's file; None where the database is another."""
    is_sqlite = connection.vendor == "sqlite"
    return Path(connection.settings_dict["NAME"]) if is_sqlite else None


def _find_version() -> str:
    """Name and number, over a connection of its own that gives up soon."""
    probe = connection.copy()
    if probe.vendor == "postgresql":
        probe.settings_dict["OPTIONS"]["connect_timeout"] = SECONDS_TO_CONNECT
    try:
        probe.ensure_connection()
        number = ".".join(map(str, probe.get_database_version()))
        return f"{probe.display_name} {number}"
    finally:
        probe.close()


def look_at_migrations() -> Finding:
    """Whether the tables are those of this release."""
    name = "migrations"
    executor = MigrationExecutor(connection)
    graph = executor.loader.graph
    unknown = executor.loader.applied_migrations.keys() - graph.nodes.keys()
    unknown -= executor.loader.replacements.keys()
    if unknown:
        names = ", ".join(sorted(f"{app} {migration}" for app, migration in unknown))
        cure = "Run the release that made them, or see docs/deploying.md on going back."
        return fault(name, f"The database is of another release, with {names}.", cure)
    plan = executor.migration_plan(graph.leaf_nodes())
    if plan:
        names = ", ".join(f"{each.app_label} {each.name}" for each, _ in plan)
        cure = "Take a backup, then run `manage.py migrate`."
        return fault(name, f"Not yet applied: {names}.", cure)
    return ok(name, "All are applied.")


def look_at_guards() -> Finding:
    """Whether each trigger stands and says what it should."""
    name = "guards"
    differing = find_differing(connection)
    if differing:
        text = f"Missing, altered or disabled: {', '.join(sorted(differing))}."
        return fault(name, text, "Run `manage.py migrate`, which puts all up anew.")
    return ok(name, "All triggers stand as they should.")


def look_at_content() -> Finding:
    """Whether SQLite's file is sound."""
    name = "content"
    try:
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA quick_check(3)")
            found = [line for (line,) in cursor.fetchall()]
    except DatabaseError as error:
        found = [first_line(error)]
    if found != ["ok"]:
        return fault(name, f"The file is damaged: {'; '.join(found)}.", RESTORE)
    return ok(name, "SQLite's quick check finds the file sound.")
