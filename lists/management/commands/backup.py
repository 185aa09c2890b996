from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import DEFAULT_DB_ALIAS

from lists.management.archive.problems import Refused
from lists.management.archive.writing import write_archive


class Command(BaseCommand):
    help = "Writes all that is in the database into a new file, while the site runs."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path, help="The file to make, such as muster.zip.")

    def handle(self, *, file: Path, **_: Any) -> None:
        try:
            manifest = write_archive(file, DEFAULT_DB_ALIAS)
        except Refused as refusal:
            raise CommandError(f"Nothing was written. {refusal}") from None
        self.stdout.write(f"{manifest.rows} rows of {len(manifest.tables)} tables are in {file}.")
