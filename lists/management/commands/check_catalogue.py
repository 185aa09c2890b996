from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from lists.building.catalogues import latest_editions
from lists.loading.check import load_source
from lists.loading.complaints import InvalidSource
from lists.loading.proof import find_faults
from lists.loading.source import Source, read_folder
from lists.models.documents import read_edition


class Command(BaseCommand):
    help = "Proves that every army list of the loaded catalogues can be played."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "folders", nargs="*", type=Path, help="Folders to prove instead of what is loaded."
        )

    def handle(self, *args: Any, **options: Any) -> None:
        folders = options["folders"]
        sources = map(read_folder, folders) if folders else find_loaded()
        faults = [fault for source in sources for fault in self.prove(source)]
        if faults:
            raise CommandError("\n".join(["What was looked at cannot be right:", *faults]))

    def prove(self, source: Source) -> list[str]:
        """The faults of one catalogue, in words; without any it is said to be right."""
        try:
            catalogue = load_source(source)
        except InvalidSource as error:
            return [str(complaint) for complaint in error.complaints]
        faults = [f"{catalogue.system}: {fault}" for fault in find_faults(catalogue)]
        if not faults:
            self.stdout.write(
                f"{catalogue.system} {catalogue.edition}: "
                f"{len(catalogue.army_lists)} army lists can be played."
            )
        return faults


def find_loaded() -> Iterator[Source]:
    """The newest edition of each game system, read back out of the database."""
    editions = latest_editions()
    if not editions:
        raise CommandError("No catalogue is loaded. Run `manage.py load_catalogue`.")
    for edition in editions:
        yield Source(Path(str(edition)), read_edition(edition))
