"""Check a system's folder without a database: `python -m lists.loading.check FOLDER...`."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from lists.rules.catalogue import Catalogue
from lists.rules.compiling.catalogue import compile_catalogue
from lists.rules.compiling.sections import InvalidCatalogue

from .complaints import InvalidSource
from .keys import find_unknown_keys
from .source import Source, read_folder

SKELETONS = {
    "entries": ("key", "kind", "name", "categories", "page"),
    "groups": ("key", "name", "take", "options"),
    "army_lists": ("key", "nation", "name", "unit", "flags"),
    "scenarios": ("key", "name", "forbids"),
    "restrictions": (),
    "effects": (),
    "derived": (),
}
"""What is left of an item that does not compile, so that the others can still be checked."""


def load_folder(folder: Path) -> tuple[Source, Catalogue]:
    """The checked source of a folder and its catalogue; raise InvalidSource with all complaints."""
    source = read_folder(folder)
    return source, load_source(source)


def load_source(source: Source) -> Catalogue:
    """The catalogue of what was read; raise InvalidSource with all complaints."""
    if not source.complaints:
        find_unknown_keys(source)
    catalogue = None if source.complaints else _compile(source)
    if catalogue is None:
        raise InvalidSource(source.complaints)
    return catalogue


def _compile(source: Source) -> Catalogue | None:
    """Compile, and go on without what does not, until all that is wrong is known."""
    document: dict[str, Any] = dict(source.document)
    known: set[tuple[str, str]] = set()
    while True:
        try:
            catalogue = compile_catalogue(document)
        except InvalidCatalogue as error:
            source.complain_of(error.section, error.key, error.reason, error.cure)
            place = error.section, error.key
            if place in known or error.section not in SKELETONS:
                return None
            known.add(place)
            document[error.section] = _reduce(document[error.section], *place)
        else:
            return None if known else catalogue


def _reduce(items: list[dict[str, Any]], section: str, key: str) -> list[dict[str, Any]]:
    kept = SKELETONS[section]
    reduced = []
    for item in items:
        if (item.get("key") or item.get("code")) != key:
            reduced.append(item)
        elif kept:
            reduced.append({name: item[name] for name in kept if name in item})
    return reduced


def main(arguments: Sequence[str]) -> int:
    """Print all complaints about the folders; 0 where there are none, else 1, 2 without folders."""
    if not arguments:
        sys.stderr.write("Name a system's folder, such as fixtures/breaking-news.\n")
        return 2
    return max(_check(Path(argument)) for argument in arguments)


def _check(folder: Path) -> int:
    try:
        source, catalogue = load_folder(folder)
    except InvalidSource as error:
        sys.stdout.write(f"{error}\n{len(error.complaints)} found in {folder}.\n")
        return 1
    counts = ", ".join(
        f"{len(items)} {section.replace('_', ' ')}"
        for section, items in source.document.items()
        if isinstance(items, list)
    )
    sys.stdout.write(f"{catalogue.system} {catalogue.edition} is right: {counts}.\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
