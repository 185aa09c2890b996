"""All checks, in the order in which an operator reads of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from django.db import DatabaseError, connection

from . import database, machine, printing, site, sqlite
from .finding import Finding, Level, fault

type Check = Callable[[], Finding]

OF_SQLITE: list[Check] = [
    sqlite.look_at_library,
    sqlite.look_at_journal,
    database.look_at_content,
]
OF_DATABASE: list[Check] = [
    database.look_at_migrations,
    database.look_at_guards,
    machine.look_at_clock,
]
OF_SITE: list[Check] = [
    machine.look_at_disk,
    site.look_at_cache,
    site.look_at_static_files,
    site.look_at_translations,
    printing.look_at_web_fonts,
    printing.look_at_print_fonts,
    printing.look_at_libraries,
    printing.look_at_print,
    site.look_at_mail,
    site.look_at_deployment,
]


def examine() -> Iterator[Finding]:
    """What each check finds; those that ask the database only where it answers."""
    reached = database.look_at_database()
    yield reached
    if reached.level is not Level.FAULT:
        of_vendor = OF_SQLITE if connection.vendor == "sqlite" else []
        yield from map(_ask, [*of_vendor, *OF_DATABASE])
    yield from (check() for check in OF_SITE)


def _ask(check: Check) -> Finding:
    """What a check finds in a database that may be damaged."""
    try:
        return check()
    except DatabaseError as error:
        name = check.__name__.removeprefix("look_at_")
        return fault(
            name,
            f"It cannot be looked at: {database.first_line(error)}.",
            "Cure what stands above first.",
        )
