"""A database into an archive, as it was at one moment, while the site goes on."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO
from zipfile import ZIP_DEFLATED, ZipFile

from django.db import DatabaseError, connections, transaction
from django.utils import timezone

from .manifest import FORMAT, NAME, Manifest, TableProof, Tally, find_release, member_of
from .problems import Refused
from .reading import open_archive
from .tables import LONGEST_LINE, Table, find_migrations, find_tables

SNAPSHOT = "snapshot"


def write_archive(path: Path, using: str) -> Manifest:
    """Write all that is in the database into a new file, whole and proved or not at all."""
    if path.exists():
        raise Refused(f"{path} is there already. Name a new file, or remove that one first.")
    part = path.with_name(f"{path.name}.part")
    try:
        with _create(part) as file:
            _fill(file, using)
            file.flush()
            os.fsync(file.fileno())
        with open_archive(part) as archive:
            archive.prove()
            manifest = archive.manifest
        part.rename(path)
    except OSError as error:
        raise Refused(f"{path} cannot be written: {error.strerror or error}.") from None
    except DatabaseError as error:
        raise Refused(f"The database cannot be read: {error}. Run `manage.py doctor`.") from None
    finally:
        part.unlink(missing_ok=True)
    return manifest


def _create(path: Path) -> IO[bytes]:
    """A new file that only its owner may read: it holds the keys of all lists."""
    path.unlink(missing_ok=True)
    return os.fdopen(os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600), "wb")


def _fill(file: IO[bytes], using: str) -> None:
    with ZipFile(file, "w", ZIP_DEFLATED) as archive, snapshot_of(using) as moment:
        manifest = Manifest(
            muster=FORMAT,
            release=find_release(),
            database=connections[moment].vendor,
            created_at=timezone.now(),
            migrations=find_migrations(moment),
            tables={each.name: _write(archive, each, moment) for each in find_tables(moment)},
        )
        archive.writestr(NAME, manifest.model_dump_json(indent=1))


def _write(archive: ZipFile, table: Table, using: str) -> TableProof:
    tally = Tally(table.columns)
    with archive.open(member_of(table.name), "w", force_zip64=True) as member:
        for line in tally.follow(table.read_lines(using)):
            if len(line) > LONGEST_LINE:
                raise Refused(f"A row of {table.name} is larger than an archive can hold.")
            member.write(line)
    return tally.prove()


@contextmanager
def snapshot_of(using: str) -> Iterator[str]:
    """A connection of its own that sees the database as it is now, and keeps no writer waiting."""
    connection = connections[using].copy(SNAPSHOT)
    options = connection.settings_dict["OPTIONS"]
    if connection.vendor == "postgresql":
        from psycopg import IsolationLevel

        options["isolation_level"] = IsolationLevel.REPEATABLE_READ
    else:
        options["transaction_mode"] = "DEFERRED"
    connections[SNAPSHOT] = connection
    try:
        with transaction.atomic(SNAPSHOT):
            yield SNAPSHOT
    finally:
        connection.close()
        del connections[SNAPSHOT]
