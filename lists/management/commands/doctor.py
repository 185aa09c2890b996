from __future__ import annotations

import json
import sys
from dataclasses import asdict
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from lists.management.doctor.examination import examine
from lists.management.doctor.finding import Finding, Level


class Command(BaseCommand):
    help = "Says what is wrong with this installation and what cures it; exits 1 on a fault."
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--json", action="store_true", help="Print one JSON array.")

    def handle(self, *, json: bool, **_: Any) -> None:
        findings = self.list_as_json() if json else self.tell()
        if any(finding.level is Level.FAULT for finding in findings):
            sys.exit(1)

    def tell(self) -> list[Finding]:
        """Print a line a check, as soon as it is done."""
        findings = []
        for finding in examine():
            self.stdout.write(str(finding))
            findings.append(finding)
        return findings

    def list_as_json(self) -> list[Finding]:
        """Print all that was found at once."""
        findings = list(examine())
        plain = [asdict(finding) for finding in findings]
        self.stdout.write(json.dumps(plain, ensure_ascii=False, indent=2))
        return findings
