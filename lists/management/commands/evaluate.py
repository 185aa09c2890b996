import json
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any, NoReturn

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from lists.building.catalogues import find_catalogue, find_edition, latest_editions
from lists.loading.suggestions import suggest
from lists.management.report import Report
from lists.models.catalogue import Edition
from lists.rules.document import Leftover, UnreadableDocument, read_document
from lists.rules.evaluate import evaluate
from lists.rules.roster import Roster

MOST_BYTES = 5_000_000
"""More than the largest roster that can be saved takes."""

NOT_LEGAL, UNREADABLE = 1, 2

UNREADABLE_BECAUSE = {
    "not-an-object": "The file holds no JSON object.",
    "other-schema": 'A roster says "schema": 1, and this file does not.',
    "no-system": 'The roster names no game system, such as "system": "breaking-news".',
}


class Command(BaseCommand):
    help = "Prints what a roster costs and what is wrong; exits 0 legal, 1 not, 2 unreadable."

    def add_arguments(self, parser: CommandParser) -> None:
        languages = [code for code, _ in settings.LANGUAGES]
        parser.add_argument("file", help="A roster's JSON document; - reads standard input.")
        parser.add_argument("--json", action="store_true", help="Print one JSON object.")
        parser.add_argument("--language", choices=languages, default=settings.LANGUAGE_CODE)

    def handle(self, *args: Any, **options: Any) -> None:
        roster, leftovers = read_roster(options["file"])
        catalogue = find_catalogue(self.choose_edition(roster), roster.own_entries)
        self.note_leftovers(leftovers)
        evaluation = evaluate(catalogue, roster)
        report = Report(catalogue, roster, evaluation, options["language"])
        if options["json"]:
            plain = report.write_plain(leftovers)
            self.stdout.write(json.dumps(plain, ensure_ascii=False, indent=2))
        else:
            self.stdout.write("\n".join(report.write_lines()))
        if not evaluation.is_legal:
            sys.exit(NOT_LEGAL)

    def choose_edition(self, roster: Roster) -> Edition:
        """The edition that the roster names, or another with a word on standard error."""
        edition = find_edition(roster.system, roster.edition, roster.edition_hash)
        if edition is None:
            systems = [each.system.key for each in latest_editions()]
            cure = suggest(roster.system, systems) or f"Known are: {', '.join(systems) or 'none'}."
            refuse(f"There is no game system `{roster.system}`. {cure}")
        if edition.hash != roster.edition_hash:
            named = f"{roster.edition or 'none'} ({roster.edition_hash[:8] or 'no hash'})"
            self.stderr.write(f"Evaluated by edition {edition.key}; the roster names {named}.")
        return edition

    def note_leftovers(self, leftovers: Iterable[Leftover]) -> None:
        """Say on standard error what of the document could not be taken as it stood."""
        for each in leftovers:
            self.stderr.write(f"{each.where}: {each.code}: {each.value}")


def read_roster(file: str) -> tuple[Roster, tuple[Leftover, ...]]:
    """The roster in a file; raise CommandError where there is none."""
    try:
        content = read_bytes(file)
        document = json.loads(content.decode("utf-8-sig"))
        return read_document(document)
    except OSError as error:
        refuse(f"{file} cannot be read: {error.strerror}.")
    except UnicodeDecodeError:
        refuse("The file is no text in UTF-8.")
    except json.JSONDecodeError as error:
        refuse(f"The file is no JSON: {error}.")
    except UnreadableDocument as error:
        refuse(UNREADABLE_BECAUSE.get(error.code, str(error)))
    except (ValueError, RecursionError):
        refuse("The file is no JSON that a roster could be: too deep, or with too long numbers.")


def read_bytes(file: str) -> bytes:
    """At most as many bytes as a roster may have; raise CommandError where there are more."""
    if file == "-":
        content = sys.stdin.buffer.read(MOST_BYTES + 1)
    else:
        with Path(file).open("rb") as opened:
            content = opened.read(MOST_BYTES + 1)
    if len(content) > MOST_BYTES:
        refuse(f"The file is larger than {MOST_BYTES // 1_000_000} MB, which no roster is.")
    return content


def refuse(reason: str) -> NoReturn:
    """End with a sentence on standard error and the code for what cannot be read."""
    raise CommandError(reason, returncode=UNREADABLE)
