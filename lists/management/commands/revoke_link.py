from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import transaction
from django.utils import timezone

from lists.models import Link


class Command(BaseCommand):
    help = "Revokes a view link or a frozen link, such as one whose list is gone."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("link", help="the address of the link, or its code")

    @transaction.atomic
    def handle(self, *, link: str, **_: Any) -> None:
        code = link.rstrip("/").rpartition("/")[2]
        revoked = Link.objects.opened_by(code).update(revoked_at=timezone.now())
        if not revoked:
            raise CommandError(f"{link} opens nothing. Give the address as it is shared.")
        self.stdout.write("1 link revoked.")
