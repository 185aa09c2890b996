from typing import Any

from django.core.management.commands import flush

from lists.models.triggers import lifted


class Command(flush.Command):
    help = "Empties the database, as Django's flush does, with its guards lifted meanwhile."

    def handle(self, **options: Any) -> None:
        with lifted(options["database"]):
            super().handle(**options)
