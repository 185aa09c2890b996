"""Whether the machine has room, and knows what time it is."""

from __future__ import annotations

import shutil
import tempfile
from datetime import UTC, datetime, timedelta
from pathlib import Path

from django.conf import settings
from django.db import connection
from django.utils import timezone

from .database import find_file
from .finding import Finding, fault, ok, warning

MIB = 1 << 20
LITTLE, TOO_LITTLE = 1024 * MIB, 100 * MIB
TOLERABLE = timedelta(seconds=5)
YEARS = range(2025, 2100)


def look_at_disk() -> Finding:
    """How much room is left where Muster writes."""
    database = find_file()
    folders = {Path(settings.VAR_DIR), *([database.parent] if database else [])}
    free = {str(each): shutil.disk_usage(each).free for each in folders if each.is_dir()}
    return judge_disk(free)


def judge_disk(free: dict[str, int]) -> Finding:
    """What the free bytes of each folder come to."""
    name = "disk"
    if not free:
        return fault(name, f"There is no {settings.VAR_DIR}.", "Run `scripts/set_up run`.")
    folder, least = min(free.items(), key=lambda each: each[1])
    text = f"{least // MIB:,} MiB are free in {folder}."
    if least < TOO_LITTLE:
        return fault(name, text, "Make room before the database can write no more.")
    if least < LITTLE:
        return warning(name, text, "Make room soon: old backups, logs, packages.")
    return ok(name, text)


def look_at_clock() -> Finding:
    """Whether our clock agrees with that of the database, or of its disk."""
    name = "clock"
    try:
        return judge_clock(timezone.now(), _find_other_clock())
    except OSError as error:
        cure = "Let the user that runs Muster write in its folder."
        return fault(name, f"Nothing can be written beside the database: {error.strerror}.", cure)


def _find_other_clock() -> datetime:
    database = find_file()
    if database is None:
        with connection.cursor() as cursor:
            cursor.execute("SELECT clock_timestamp()")
            found: datetime = cursor.fetchone()[0]
            return found
    with tempfile.NamedTemporaryFile(dir=database.parent, prefix=".doctor-") as file:
        file.write(b"now")
        file.flush()
        return datetime.fromtimestamp(Path(file.name).stat().st_mtime, UTC)


def judge_clock(ours: datetime, other: datetime) -> Finding:
    """What two clocks come to that were read one after the other."""
    name = "clock"
    cure = "Set the clock by NTP, such as `timedatectl set-ntp true`."
    if ours.year not in YEARS:
        return fault(name, f"It says {ours:%Y-%m-%d}.", cure)
    apart = abs(ours - other)
    if apart > TOLERABLE:
        seconds = round(apart.total_seconds())
        return warning(name, f"Ours and the database's are {seconds:,} s apart.", cure)
    return ok(name, f"{ours:%Y-%m-%d %H:%M} UTC, here and at the database.")
