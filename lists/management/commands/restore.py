from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import DEFAULT_DB_ALIAS

from lists.management.archive.problems import Refused
from lists.management.archive.restoring import restore_archive


class Command(BaseCommand):
    help = "Fills an empty, migrated database from a file that `backup` made."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path, help="A file that `manage.py backup` made.")
        parser.add_argument(
            "--replace", action="store_true", help="Delete what is in the database first."
        )

    def handle(self, *, file: Path, replace: bool, **_: Any) -> None:
        try:
            manifest = restore_archive(file, DEFAULT_DB_ALIAS, replace=replace)
        except Refused as refusal:
            raise CommandError(f"Nothing was changed. {refusal}") from None
        self.stdout.write(f"{manifest.rows} rows of {len(manifest.tables)} tables were restored.")
