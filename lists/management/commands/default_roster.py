import json
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from lists.building.catalogues import find_catalogue, latest_editions
from lists.loading.suggestions import suggest
from lists.rules.beginnings import build_default_roster
from lists.rules.catalogue import ArmyList, Catalogue
from lists.rules.document import write_document


class Command(BaseCommand):
    help = "Prints the JSON document that a player of an army list starts from."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slug", help="An army list, such as us-marines or askari/askari.")

    def handle(self, *args: Any, **options: Any) -> None:
        catalogue, army_list = find_army_list(options["slug"])
        document = write_document(build_default_roster(catalogue, army_list))
        self.stdout.write(json.dumps(document, ensure_ascii=False, indent=2))


def find_army_list(slug: str) -> tuple[Catalogue, ArmyList]:
    """The army list of a slug, or of system/slug; raise CommandError unless it is one."""
    by_path = {
        f"{catalogue.system}/{army_list.key}": (catalogue, army_list)
        for catalogue in map(find_catalogue, latest_editions())
        for army_list in catalogue.army_lists.values()
    }
    fitting = [path for path in by_path if slug in (path, path.partition("/")[2])]
    if len(fitting) == 1:
        return by_path[fitting[0]]
    if fitting:
        raise CommandError(f"`{slug}` is the name of several. Use one of {', '.join(fitting)}.")
    slugs = {path.partition("/")[2] for path in by_path}
    cure = suggest(slug, slugs | set(by_path)) or "See `manage.py army_lists`."
    raise CommandError(f"There is no army list `{slug}`. {cure}")
