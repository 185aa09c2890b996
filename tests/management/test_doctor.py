"""The doctor sees what is wrong, says how grave it is and what cures it."""

from __future__ import annotations

import gc
import io
import json
import socketserver
import sqlite3
import threading
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.core.mail.backends.console import EmailBackend as ConsoleBackend
from django.core.mail.backends.smtp import EmailBackend as SmtpBackend
from django.core.management import call_command
from django.db import connection
from django.test import override_settings

from lists.management.doctor import database, machine, printing, site, sqlite
from lists.management.doctor.finding import Finding, Level, fault
from lists.models.triggers import find_differing
from lists.printing.libraries import Libraries, find_libraries
from lists.printing.renderer import Limits, Renderer

on_sqlite = pytest.mark.skipif(connection.vendor != "sqlite", reason="asks SQLite")

OK, WARNING, FAULT = Level
MANIFEST = "whitenoise.storage.CompressedManifestStaticFilesStorage"
FILES = "django.core.cache.backends.filebased.FileBasedCache"
NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)


def run(statement: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(statement)


def examine(*options: str) -> tuple[int, str]:
    """The exit code of the doctor, and what it printed."""
    out, code = io.StringIO(), 0
    try:
        call_command("doctor", *options, stdout=out)
    except SystemExit as error:
        code = int(error.code or 0)
    return code, out.getvalue()


# All of it


@pytest.mark.django_db
def test_a_sound_installation_has_a_line_a_check_and_no_fault() -> None:
    code, out = examine()

    lines = out.splitlines()
    assert code == 0, out
    assert len(lines) == (17 if connection.vendor == "sqlite" else 14)
    assert {line.split()[0] for line in lines} <= {"ok", "warning"}
    assert all(line.endswith((".", '".')) for line in lines)


@pytest.mark.django_db
def test_a_fault_is_the_exit_code_and_stands_in_the_json() -> None:
    run("DELETE FROM django_migrations WHERE app = 'sessions'")

    code, out = examine("--json")

    assert code == 1
    assert [each for each in json.loads(out) if each["level"] == "fault"] == [
        {
            "name": "migrations",
            "level": "fault",
            "text": "Not yet applied: sessions 0001_initial.",
            "cure": "Take a backup, then run `manage.py migrate`.",
        }
    ]


def test_a_finding_is_one_line() -> None:
    assert (
        str(fault("disk", "It is full.", "Make room.")) == "fault    disk: It is full. Make room."
    )


# Database


@pytest.mark.django_db
def test_migrations_of_another_release_are_a_fault() -> None:
    run(
        "INSERT INTO django_migrations (app, name, applied) "
        "VALUES ('lists', '9999_later', '2030-01-01 00:00:00+00')"
    )

    found = database.look_at_migrations()

    assert found.level is FAULT
    assert found.text == "The database is of another release, with lists 9999_later."


def disable(name: str, table: str) -> list[str]:
    return [f"ALTER TABLE {table} DISABLE TRIGGER {name}"]


def drop(name: str, table: str) -> list[str]:
    on_table = f" ON {table}" if connection.vendor == "postgresql" else ""
    return [f"DROP TRIGGER {name}{on_table}"]


def weaken(name: str, table: str) -> list[str]:
    if connection.vendor == "postgresql":
        body = "AS $$ BEGIN RETURN NEW; END $$"
        return [f"CREATE OR REPLACE FUNCTION {name}() RETURNS trigger LANGUAGE plpgsql {body}"]
    trigger = f"CREATE TRIGGER {name} BEFORE UPDATE ON {table} BEGIN SELECT 1; END"
    return [*drop(name, table), trigger]


def narrow(name: str, table: str) -> list[str]:
    trigger = f"CREATE TRIGGER {name} BEFORE UPDATE ON {table} FOR EACH ROW WHEN (1 = 2)"
    if connection.vendor == "postgresql":
        return [*drop(name, table), f"{trigger} EXECUTE FUNCTION {name}()"]
    return [*drop(name, table), f"{trigger} BEGIN SELECT 1; END"]


@pytest.mark.django_db
@pytest.mark.parametrize(
    "spoil",
    [
        drop,
        weaken,
        narrow,
        pytest.param(
            disable,
            marks=pytest.mark.skipif(
                connection.vendor != "postgresql", reason="SQLite disables no trigger"
            ),
        ),
    ],
)
def test_a_guard_that_is_not_as_it_should_be_is_a_fault(spoil: Any) -> None:
    assert database.look_at_guards().level is OK

    for statement in spoil("guard_lists_revision_update", "lists_revision"):
        run(statement)

    found = database.look_at_guards()
    assert find_differing(connection) == ["guard_lists_revision_update"]
    assert found.level is FAULT
    assert found.text == "Missing, altered or disabled: guard_lists_revision_update."


@pytest.fixture
def copied(tmp_path: Path, db: None, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A copy of SQLite's file, which is what the checks look at."""
    path = tmp_path / "copy.sqlite3"
    with sqlite3.connect(connection.settings_dict["NAME"]) as raw:
        raw.execute("VACUUM INTO ?", [str(path)])
    raw.close()
    other = connection.copy()
    other.settings_dict["NAME"] = path
    monkeypatch.setattr(database, "connection", other)
    yield path
    other.close()


@on_sqlite
def test_a_sound_file_is_told_from_a_damaged_one(copied: Path) -> None:
    assert database.look_at_content().level is OK
    database.connection.close()
    content = copied.read_bytes()
    half = len(content) // 2

    copied.write_bytes(content[:half] + bytes(64) * 200 + content[half + 64 * 200 :])

    found = database.look_at_content()
    assert found.level is FAULT
    assert found.text.startswith("The file is damaged: ")


@on_sqlite
def test_a_missing_file_is_a_fault_and_is_not_made(copied: Path) -> None:
    copied.unlink()

    found = database.look_at_database()

    assert (found.level, found.text) == (FAULT, f"There is no {copied} yet.")
    assert not copied.exists()


@on_sqlite
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_a_file_that_is_no_database_is_a_fault(copied: Path) -> None:
    copied.write_bytes(b"no database at all, but a text of some length" * 99)

    found = database.look_at_database()
    gc.collect()  # Django leaves it to this to close what it could not open

    assert (found.level, found.text) == (FAULT, "It cannot be used: file is not a database.")


@pytest.mark.parametrize(
    ("version", "level"),
    [
        ((3, 6, 23), OK),
        ((3, 7, 0), WARNING),
        ((3, 40, 1), WARNING),
        ((3, 44, 5), WARNING),
        ((3, 44, 6), OK),
        ((3, 45, 0), WARNING),
        ((3, 50, 6), WARNING),
        ((3, 50, 7), OK),
        ((3, 51, 2), WARNING),
        ((3, 51, 3), OK),
        ((3, 53, 0), OK),
    ],
)
def test_libraries_with_the_race_are_known(version: tuple[int, ...], level: Level) -> None:
    found = sqlite.look_at_library(version)

    assert found.level is level
    assert ("docs/deploying.md" in found.cure) is (level is WARNING)


@pytest.mark.parametrize(
    ("mode", "synchronous", "level"),
    [("wal", 2, OK), ("wal", 3, OK), ("wal", 1, WARNING), ("delete", 2, WARNING)],
)
def test_a_journal_that_loses_or_waits_is_warned_of(
    mode: str, synchronous: int, level: Level
) -> None:
    assert sqlite.judge_journal(mode, synchronous).level is level


# Printing


@pytest.mark.parametrize(
    ("libraries", "level", "cure"),
    [
        (Libraries((1, 50, 12), has_subset=True), OK, ""),
        (Libraries((1, 50, 12), has_subset=False), WARNING, "libharfbuzz-subset0"),
        (Libraries((1, 43, 9), has_subset=True), FAULT, "newer release"),
    ],
)
def test_pango_and_harfbuzz_are_judged(libraries: Libraries, level: Level, cure: str) -> None:
    found = printing.judge_libraries(libraries)

    assert found.level is level
    assert cure in found.cure


def test_libraries_are_found() -> None:
    assert find_libraries().pango >= printing.OLDEST_PANGO


def test_a_font_that_is_not_there_is_warned_of(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(printing, "FAMILIES", ("Roboto", "No Such Font"))

    found = printing.look_at_print_fonts()

    assert found.level is WARNING
    assert found.text == "No Such Font cannot be found; prints use other fonts."


def test_web_fonts_that_were_not_made_are_warned_of() -> None:
    with override_settings(STATICFILES_DIRS=[]):
        found = printing.look_at_web_fonts()

    assert found.level is WARNING
    assert found.text.startswith("roboto-regular, ")


def test_a_page_that_cannot_be_printed_is_a_fault() -> None:
    found = printing.look_at_print(Renderer(Limits(html=1)))

    assert (found.level, found.text) == (FAULT, "No PDF came of a page (too-large).")


# The site


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("changes", "level", "text"),
    [
        ({}, OK, "They find nothing; those of a deployment want a BASE_URL of https://."),
        ({"HTTPS": True}, WARNING, "(security.W008)"),
        ({"HTTPS": True, "DEBUG": True}, WARNING, "(security.W018)"),
    ],
)
def test_checks_of_a_deployment_are_for_https(
    changes: dict[str, Any], level: Level, text: str
) -> None:
    with override_settings(**changes):
        found = site.look_at_deployment()

    assert found.level is level
    assert text in found.text


def test_static_files_that_were_not_collected_are_a_fault(tmp_path: Path) -> None:
    storages = settings.STORAGES | {"staticfiles": {"BACKEND": MANIFEST}}
    with override_settings(STORAGES=storages, STATIC_ROOT=tmp_path):
        missing = site.look_at_static_files()
        (tmp_path / "staticfiles.json").write_text("{}")
        there = site.look_at_static_files()

    assert (missing.level, there.level) == (FAULT, OK)


def test_a_language_that_was_not_compiled_is_warned_of(tmp_path: Path) -> None:
    with override_settings(ROOT=tmp_path):
        found = site.look_at_translations()

    assert found.level is WARNING
    assert found.text.startswith("es was not compiled")


def look_at_caches(workers: int, **options: str) -> Finding:
    with override_settings(CACHES={"default": options}, WORKERS=workers):
        return site.look_at_cache()


def test_a_cache_is_written_and_shared(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    of_one = settings.CACHES["default"]["BACKEND"]

    assert look_at_caches(2, BACKEND=FILES, LOCATION=str(tmp_path / "cache")).level is OK
    assert look_at_caches(2, BACKEND=FILES, LOCATION=str(tmp_path / "file")).level is FAULT
    assert look_at_caches(2, BACKEND=of_one, LOCATION="a").level is WARNING
    assert look_at_caches(1, BACKEND=of_one, LOCATION="a").level is OK


class Mailbox(socketserver.StreamRequestHandler):
    """As much of a mail server as a caller needs that only wants to know whether it is there."""

    def handle(self) -> None:
        self.wfile.write(b"220 there\r\n")
        for line in self.rfile:
            self.wfile.write(b"221 bye\r\n" if line.startswith(b"quit") else b"250 there\r\n")


@pytest.fixture
def mail_server() -> Iterator[int]:
    with socketserver.TCPServer(("127.0.0.1", 0), Mailbox) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        yield server.server_address[1]
        server.shutdown()
        thread.join()


def test_a_mail_server_is_asked_whether_it_is_there(mail_server: int) -> None:
    mailer = SmtpBackend(alias="default", host="127.0.0.1", port=mail_server)

    found = site.judge_mailer(mailer)

    assert (found.level, found.text) == (OK, f"to 127.0.0.1:{mail_server}, which answers.")


def test_a_mail_server_that_is_not_there_is_a_fault() -> None:
    found = site.judge_mailer(SmtpBackend(alias="default", host="127.0.0.1", port=9))

    assert found.level is FAULT
    assert found.text.startswith("127.0.0.1:9 cannot be used: ")


def test_mail_to_the_console_is_noted() -> None:
    found = site.judge_mailer(ConsoleBackend(alias="default"))

    assert (found.level, found.text) == (OK, "to the console, in nobody's mailbox.")


# The machine


@pytest.mark.parametrize(
    ("mebibytes", "level"), [(1024, OK), (1023, WARNING), (100, WARNING), (99, FAULT)]
)
def test_room_on_the_disk_is_judged(mebibytes: int, level: Level) -> None:
    found = machine.judge_disk({"/var": mebibytes << 20, "/srv": 9 << 40})

    assert found.level is level
    assert found.text == f"{mebibytes:,} MiB are free in /var."


@pytest.mark.parametrize(
    ("ours", "behind", "level"),
    [
        (NOW, timedelta(seconds=5), OK),
        (NOW, timedelta(seconds=6), WARNING),
        (NOW, timedelta(seconds=-6), WARNING),
        (NOW.replace(year=1970), timedelta(), FAULT),
    ],
)
def test_clocks_are_compared(ours: datetime, behind: timedelta, level: Level) -> None:
    assert machine.judge_clock(ours, ours - behind).level is level
