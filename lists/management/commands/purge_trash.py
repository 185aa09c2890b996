from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand
from django.utils import timezone

from lists.building.trash import purge_since


class Command(BaseCommand):
    help = "Ends for good the lists that have been in the trash for longer than TRASH_DAYS."

    def handle(self, **_: Any) -> None:
        purged = purge_since(timezone.now() - timedelta(days=settings.TRASH_DAYS))
        self.stdout.write(
            f"{purged.rosters} lists purged with {purged.revisions} revisions; "
            f"{purged.frozen_links} frozen links stay."
        )
