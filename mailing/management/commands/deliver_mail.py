from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand
from django.utils import timezone

from mailing.delivery import deliver_due
from mailing.models import Letter


class Command(BaseCommand):
    help = "Send the letters that are due; gunicorn does so by itself."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--again", action="store_true", help="try all letters now, those given up included"
        )

    def handle(self, *args: Any, again: bool, **options: Any) -> None:
        if again:
            Letter.objects.update(attempts=0, due_at=timezone.now(), given_up_at=None)
        sent = deliver_due()
        waiting, given_up = Letter.objects.waiting().count(), Letter.objects.given_up().count()
        self.stdout.write(f"{sent} sent, {waiting} waiting, {given_up} given up.")
