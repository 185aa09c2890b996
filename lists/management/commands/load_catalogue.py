from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import transaction

from lists.loading.check import load_folder
from lists.loading.complaints import Complaint, InvalidSource
from lists.loading.source import EDITION_FILE
from lists.loading.store import store_edition


class Command(BaseCommand):
    help = "Loads the catalogues of game systems from their folders and publishes them."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "folders", nargs="*", type=Path, help="Folders to load; all under fixtures/ if none."
        )

    def handle(self, *args: Any, **options: Any) -> None:
        lines: list[str] = []
        complaints: list[Complaint] = []
        with transaction.atomic():
            for folder in options["folders"] or find_folders():
                try:
                    lines.append(load(folder))
                except InvalidSource as error:
                    complaints.extend(error.complaints)
            if complaints:
                found = "\n".join(map(str, complaints))
                raise CommandError(f"Nothing was loaded:\n{found}")
        self.stdout.write("\n".join(lines))


def load(folder: Path) -> str:
    """Store what a folder holds and say what that did; raise InvalidSource."""
    source, catalogue = load_folder(folder)
    stored = store_edition(source)
    what = f"{stored.added} entries added, {stored.changed} changed"
    return f"{catalogue.system} {catalogue.edition}: {what}."


def find_folders() -> list[Path]:
    """The folders of all game systems that come with Muster."""
    fixtures = Path(settings.ROOT) / "fixtures"
    return sorted(path.parent for path in fixtures.glob(f"*/{EDITION_FILE}"))
