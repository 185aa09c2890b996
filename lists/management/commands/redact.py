from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from lists.models import Link, Redaction, Roster
from lists.sharing.redacting import redact_links, redact_roster


class Command(BaseCommand):
    help = (
        "Erases the names and notes that a person typed, at their request: from one frozen link, "
        "or from a list in all its states with all its frozen links. It cannot be undone."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("link", help="the address of a frozen link, or of a list")

    def handle(self, *, link: str, **_: Any) -> None:
        code = link.rstrip("/").rpartition("/")[2]
        row = Roster.objects.filter(edit_token=code) | Roster.objects.filter(code=code)
        links = Link.objects.frozen().filter(code=code)
        if (roster := row.first()) is not None:
            figures = dict(redact_roster(roster, Redaction.Reason.REQUEST))
        elif links.exists():
            figures = {"links": redact_links(links, Redaction.Reason.REQUEST)}
        else:
            raise CommandError(f"{link} is no list and no frozen link. Give its whole address.")
        self.stdout.write(", ".join(f"{count} {name}" for name, count in figures.items()) + ".")
