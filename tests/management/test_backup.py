"""A database goes into a file and comes back out of it, on either database, or not at all."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
import zipfile
from collections.abc import Callable
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from hashlib import sha256
from pathlib import Path
from typing import Any
from uuid import UUID
from zoneinfo import ZoneInfo

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command
from django.db import IntegrityError, connection, models, transaction
from django.db.migrations.loader import MigrationLoader
from pytest_django import DjangoDbBlocker

from lists.management.archive.manifest import NAME, Manifest
from lists.management.archive.problems import Refused
from lists.management.archive.tables import find_tables, write_value
from lists.management.archive.writing import snapshot_of
from lists.models import Revision, Roster
from tests.factories import create_home_guard
from tests.management.filling import fill, sum_up

commits = pytest.mark.django_db(transaction=True)

MADRID = ZoneInfo("Europe/Madrid")

type Members = dict[str, bytes]


def backup(folder: Path, name: str = "backup.zip") -> Path:
    path = folder / name
    call_command("backup", str(path), verbosity=0)
    return path


def restore(path: Path, *options: str) -> None:
    call_command("restore", str(path), *options, verbosity=0)


def read_manifest(path: Path) -> Manifest:
    with zipfile.ZipFile(path) as archive:
        return Manifest.model_validate_json(archive.read(NAME))


# Out and in


@commits
def test_all_that_was_there_is_there_again(tmp_path: Path) -> None:
    fill()
    before = sum_up()
    path = backup(tmp_path)

    call_command("flush", interactive=False, verbosity=0)
    restore(path)

    assert before["guards"] == []
    assert len(before["documents"]) == 4
    assert sum_up() == before
    assert read_manifest(backup(tmp_path, "again.zip")).tables == read_manifest(path).tables
    with pytest.raises(IntegrityError), transaction.atomic():
        Revision.objects.update(number=99)
    create_home_guard()
    assert Roster.objects.count() == 3


@commits
def test_only_an_empty_database_is_filled_unless_it_is_to_be_replaced(tmp_path: Path) -> None:
    create_home_guard()
    before = sum_up()
    path = backup(tmp_path)
    create_home_guard()

    with pytest.raises(CommandError, match="The database is not empty: it has"):
        restore(path)
    assert Roster.objects.count() == 2

    restore(path, "--replace")
    assert sum_up() == before


@commits
def test_a_backup_holds_one_moment_and_keeps_no_writer_waiting() -> None:
    create_home_guard()

    with snapshot_of("default") as moment:
        before = Roster.objects.using(moment).count()
        create_home_guard()
        after = Roster.objects.using(moment).count()

    assert (before, after, Roster.objects.count()) == (1, 1, 2)


@pytest.mark.django_db
def test_every_table_that_is_there_is_in_a_backup(archive: Path) -> None:
    there = set(connection.introspection.table_names())

    assert set(read_manifest(archive).tables) == there - {"django_migrations"}


@pytest.mark.django_db
def test_a_backup_is_for_its_owner_only_and_overwrites_nothing(
    archive: Path, tmp_path: Path
) -> None:
    taken = tmp_path / "taken.zip"
    taken.write_text("other")

    with pytest.raises(CommandError, match="is there already"):
        backup(tmp_path, "taken.zip")
    with pytest.raises(CommandError, match="cannot be written: No such file or directory"):
        backup(tmp_path / "none")

    assert archive.stat().st_mode & 0o777 == 0o600
    assert taken.read_text() == "other"
    assert [path.name for path in tmp_path.iterdir()] == ["taken.zip"]


@pytest.mark.parametrize(
    ("field", "value"),
    [
        (models.DecimalField(max_digits=13, decimal_places=4), Decimal("0.0001")),
        (models.DecimalField(max_digits=13, decimal_places=4), Decimal("123456789.5000")),
        (models.DateTimeField(), datetime(2026, 7, 1, 0, 30, 0, 1, tzinfo=MADRID)),
        (models.DateField(), date(2026, 2, 28)),
        (models.TimeField(), time(23, 59, 59, 999999)),
        (models.DurationField(), timedelta(days=-1, microseconds=1)),
        (models.UUIDField(), UUID(int=7)),
        (models.BinaryField(), b"\x00\xff"),
        (models.FloatField(), 0.1),
        (models.BooleanField(), False),
        (models.PositiveIntegerField(null=True), None),
    ],
    ids=lambda each: each.__class__.__name__ if isinstance(each, models.Field) else repr(each),
)
def test_a_value_of_any_kind_is_the_same_again(field: Any, value: object) -> None:
    line = json.dumps([value], default=write_value)

    (read,) = map(field.to_python, json.loads(line))

    assert read == value
    assert type(read) in (type(value), memoryview)


# From database to database, from release to release


@commits
@pytest.mark.skipif(connection.vendor != "postgresql", reason="moves from SQLite to PostgreSQL")
def test_what_was_in_sqlite_is_in_postgresql(tmp_path: Path) -> None:
    path = tmp_path / "from-sqlite.zip"
    environment = os.environ | {"DATABASE_URL": f"sqlite:///{tmp_path / 'old.sqlite3'}"}
    command = [sys.executable, "-m", "tests.management.filling", str(path)]
    done = subprocess.run(
        command,
        cwd=settings.ROOT,
        env=environment | {"DJANGO_SETTINGS_MODULE": "armybuilder.settings"},
        check=True,
        capture_output=True,
    )

    restore(path)

    before = json.loads(done.stdout)
    assert read_manifest(path).database == "sqlite"
    assert len(before["documents"]) == 4
    assert sum_up() == before
    create_home_guard()
    assert Roster.objects.count() == 3


@commits
def test_one_release_back_and_forth_loses_nothing_that_both_know(tmp_path: Path) -> None:
    create_home_guard(scouts=3)
    before = sum_up()
    here, back = find_last_step()

    try:
        call_command("migrate", "lists", back, verbosity=0)
        there = sum_up()
        path = backup(tmp_path)
        restore(path, "--replace")
        restored = sum_up()
    finally:
        call_command("migrate", "lists", here, verbosity=0)

    same = ("totals", "documents", "editions", "guards")
    assert [there[each] for each in same] == [before[each] for each in same]
    assert restored == there
    assert sum_up() == before
    with pytest.raises(CommandError, match=f"older than the database, .*{here}.*lists {back}`"):
        restore(path, "--replace")


def find_last_step() -> tuple[str, str]:
    """The newest migration of ours, and the one before it."""
    graph = MigrationLoader(connection).graph
    ((_, here),) = graph.leaf_nodes("lists")
    (back,) = (name for app, name in graph.node_map["lists", here].parents if app == "lists")
    return here, back


# What is no whole backup


@pytest.fixture(scope="module")
def archive(
    django_db_setup: None,
    django_db_blocker: DjangoDbBlocker,
    tmp_path_factory: pytest.TempPathFactory,
) -> Path:
    """A backup of a database that nobody has used yet."""
    with django_db_blocker.unblock():
        path = backup(tmp_path_factory.mktemp("archive"))
        connection.close()
    return path


def rewrite(archive: Path, target: Path, change: Callable[[Members], object]) -> Path:
    """The archive with other files in it."""
    with zipfile.ZipFile(archive) as file:
        members = {name: file.read(name) for name in file.namelist()}
    change(members)
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as file:
        for name, content in members.items():
            file.writestr(name, content)
    return target


def say(**changes: Any) -> Callable[[Members], object]:
    """A change of what the manifest says."""

    def change(members: Members) -> None:
        members[NAME] = json.dumps(json.loads(members[NAME]) | changes).encode()

    return change


def put(name: str, lines: bytes) -> Callable[[Members], object]:
    """Other rows in a table, of which the manifest knows."""

    def change(members: Members) -> None:
        members[f"tables/{name}.jsonl"] = lines
        manifest = json.loads(members[NAME])
        proof = {"rows": lines.count(b"\n"), "bytes": len(lines)}
        proof["sha256"] = sha256(lines).hexdigest()
        manifest["tables"][name] |= proof
        members[NAME] = json.dumps(manifest).encode()

    return change


def count_one_more(members: Members) -> None:
    manifest = json.loads(members[NAME])
    manifest["tables"]["auth_permission"]["rows"] += 1
    members[NAME] = json.dumps(manifest).encode()


def change_a_letter(members: Members) -> None:
    name = "tables/auth_permission.jsonl"
    members[name] = members[name].replace(b"Can add", b"Can Add", 1)


def inflate(members: Members) -> None:
    members["tables/auth_permission.jsonl"] = bytes(80 << 20)


BROKEN: dict[str, tuple[Callable[[Members], object], str]] = {
    "no manifest": (lambda members: members.pop(NAME), "is no backup of Muster"),
    "no table": (lambda members: members.pop("tables/auth_group.jsonl"), "holds other files than"),
    "foreign file": (lambda members: members.update({"../x": b""}), "holds other files than"),
    "other letter": (change_a_letter, "it holds of auth_permission is not what was written"),
    "wrong count": (count_one_more, "it holds of auth_permission is not what was written"),
    "bomb": (inflate, "it holds of auth_permission is not what was written"),
    "endless row": (put("auth_group", b" " * (65 << 20)), "it holds of auth_group is not"),
    "other format": (say(muster=2), "has the format 2, and this release reads 1. Use Muster 0"),
    "no number": (say(muster="1"), "is no backup of Muster"),
    "other manifest": (say(tables={}, rows=7), "its manifest cannot be read"),
    "later": (say(migrations=["lists 9999_later"]), "lacks its migrations lists 9999_later"),
    "short row": (put("auth_group", b"[1]\n"), "does not fit into auth_group"),
    "no JSON": (put("auth_group", b"[]["), "does not fit into auth_group"),
    "no row": (put("auth_group", b"7\n"), "does not fit into auth_group"),
    "wrong type": (put("auth_group", b'["x", "y"]\n'), "does not fit into auth_group"),
    "same key": (put("auth_group", b'[1, "y"]\n[1, "z"]\n'), "does not fit into auth_group"),
    "other spelling": (put("auth_group", b'[1,"y"]\n'), "auth_group came out other than"),
    "loose end": (put("auth_group_permissions", b"[1, 7, 7]\n"), "the backup contradicts itself"),
}


@pytest.mark.django_db
@pytest.mark.parametrize(("change", "reason"), BROKEN.values(), ids=BROKEN)
def test_what_was_changed_is_refused_and_nothing_with_it(
    archive: Path, tmp_path: Path, change: Callable[[Members], object], reason: str
) -> None:
    roster = create_home_guard()
    path = rewrite(archive, tmp_path / "broken.zip", change)

    with pytest.raises(CommandError) as refusal:
        restore(path, "--replace")

    assert str(refusal.value).startswith("Nothing was changed. ")
    assert reason in str(refusal.value)
    assert list(Roster.objects.all()) == [roster]
    assert sum_up()["guards"] == []


@pytest.mark.django_db
def test_a_flipped_byte_or_a_cut_file_never_brings_half(archive: Path, tmp_path: Path) -> None:
    whole = archive.read_bytes()
    damaged = tmp_path / "damaged.zip"
    create_home_guard()

    refused = 0
    for place in range(0, len(whole), len(whole) // 40):
        for content in (whole[:place], flip(whole, place)):
            damaged.write_bytes(content)
            try:
                restore(damaged, "--replace")
            except CommandError:
                refused += 1
                assert Roster.objects.count() == 1
            else:  # a date in the container, of which nothing depends
                assert not Roster.objects.exists()
                create_home_guard()

    assert refused > 60


def flip(content: bytes, place: int) -> bytes:
    return content[:place] + bytes([content[place] ^ 0x55]) + content[place + 1 :]


def zip_foreign() -> bytes:
    """A zip that is packed as ours never are."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_LZMA) as archive:
        archive.writestr(NAME, '{"muster": 1, "release": "1"}')
    return file.getvalue()


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"", "is no backup of Muster"),
        (b"SQLite format 3\0" + bytes(4096), "is no backup of Muster"),
        (b"PK\x05\x06" + bytes(18), "is no backup of Muster"),
        (zip_foreign(), "is no backup of Muster"),
        (None, "cannot be read: No such file"),
    ],
    ids=["empty", "SQLite", "empty zip", "foreign zip", "missing"],
)
def test_a_foreign_file_is_refused(tmp_path: Path, content: bytes | None, reason: str) -> None:
    path = tmp_path / "foreign"
    if content is not None:
        path.write_bytes(content)

    with pytest.raises(CommandError, match=reason):
        restore(path)


def test_a_database_of_a_later_release_is_not_read(db: None) -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO django_migrations (app, name, applied) "
            "VALUES ('lists', '9999_later', '2030-01-01 00:00:00+00')"
        )

    with pytest.raises(Refused, match=r"does not know lists 9999_later\. Use the release"):
        find_tables("default")
