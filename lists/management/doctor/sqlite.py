"""Whether SQLite keeps what it was given."""

from __future__ import annotations

import sqlite3

from django.db import connection

from .finding import Finding, ok, warning

type Version = tuple[int, ...]

RACE = [((3, 7, 0), (3, 44, 6)), ((3, 45, 0), (3, 50, 7)), ((3, 51, 0), (3, 51, 3))]
"""From and before which releases a WAL can lose what was written: https://sqlite.org/wal.html"""

NORMAL, FULL = 1, 2


def look_at_library(version: Version = sqlite3.sqlite_version_info) -> Finding:
    """Whether it is free of the WAL-reset bug."""
    name = "SQLite's library"
    number = ".".join(map(str, version))
    if any(since <= version < mended for since, mended in RACE):
        return warning(
            name,
            f"{number} can corrupt a database in a rare race of two writers (mended in 3.51.3).",
            "Give Python a newer one (`LD_LIBRARY_PATH`), or use PostgreSQL: see "
            'docs/deploying.md, "SQLite\'s library".',
        )
    return ok(name, f"{number} is free of the WAL-reset bug.")


def look_at_journal() -> Finding:
    """Whether readers need not wait for writers, and a power cut loses nothing."""
    with connection.cursor() as cursor:
        mode = cursor.execute("PRAGMA journal_mode").fetchone()[0]
        synchronous = cursor.execute("PRAGMA synchronous").fetchone()[0]
    return judge_journal(mode, synchronous)


def judge_journal(mode: str, synchronous: int) -> Finding:
    """What the two settings of a connection come to."""
    name = "SQLite's journal"
    if mode != "wal":
        cure = "Move the file to a local disk: no network file system can do WAL."
        return warning(name, f"It is {mode} and not WAL, so readers wait for writers.", cure)
    if synchronous < FULL:
        cure = "Set nothing of SQLite's by hand: Muster opens it with synchronous FULL."
        return warning(name, "A power cut can lose what was acknowledged.", cure)
    return ok(name, "WAL, with synchronous FULL.")
