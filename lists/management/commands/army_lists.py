import json
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from lists.building.catalogues import find_catalogue, latest_editions


class Command(BaseCommand):
    help = "Lists the army lists of every game system."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--json", action="store_true", help="Print one JSON array.")

    def handle(self, *args: Any, **options: Any) -> None:
        army_lists: list[dict[str, Any]] = [
            {
                "system": catalogue.system,
                "slug": army_list.key,
                "names": dict(army_list.name),
                "nation": dict(catalogue.nations[army_list.nation]),
            }
            for catalogue in map(find_catalogue, latest_editions())
            for army_list in catalogue.army_lists.values()
        ]
        if options["json"]:
            self.stdout.write(json.dumps(army_lists, ensure_ascii=False, indent=2))
            return
        for each in army_lists:
            names = " / ".join(dict.fromkeys(each["names"].values()))
            self.stdout.write(f"{each['system']}  {each['slug']}  {each['nation']['en']}: {names}")
