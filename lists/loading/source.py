"""The files of one game system, read and merged into the plain document of its edition."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pydantic import ValidationError
from ruamel.yaml import YAML
from ruamel.yaml.error import MarkedYAMLError, YAMLError

from .complaints import Complaint, Steps, describe_path, find_complaints, find_line
from .schema import FOLDED_KINDS, EditionFile, PartFile

EDITION_FILE = "edition.yaml"
ALONE = ("system", "edition", "currencies", "limit", "top", "severities", "sheet", "cards")
"""The sections that only edition.yaml has."""

MAY_BE_EMPTY = frozenset("prefix suffix statistics rows additions extras lists".split())
"""Fields that say the same when they are empty and when they are not there."""

type Plain = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Origin:
    """Where an item of the merged document was written."""

    path: Path
    steps: Steps


@dataclass(slots=True)
class Source:
    """The merged document of a folder, where each item of it came from, and what is wrong so far.

    The document is whole only where there are no complaints.
    """

    folder: Path
    document: Plain = field(default_factory=dict)
    origins: dict[tuple[str, str], Origin] = field(default_factory=dict)
    complaints: list[Complaint] = field(default_factory=list)

    def complain(self, origin: Origin, plain: Any, reason: str, cure: str = "") -> None:
        """Note what is wrong at a place in a file, with its line."""
        self.complaints.append(
            Complaint(
                str(origin.path),
                describe_path(plain, origin.steps),
                reason,
                cure,
                find_line(origin.path, origin.steps),
            )
        )

    def complain_of(
        self, section: str, key: str, reason: str, cure: str = "", steps: Steps = ()
    ) -> None:
        """Note what is wrong with an item of the merged document, and where in the item."""
        alone = (key,) if key in ALONE else (section,)
        origin = self.origins.get((section, key)) or Origin(self.folder / EDITION_FILE, alone)
        item = next((i for i in self._items(section) if key in (i.get("key"), i.get("code"))), {})
        words = (*dict.fromkeys((str(origin.steps[0]), key)), describe_path(item, steps))
        line = find_line(origin.path, origin.steps + steps)
        path = ".".join(filter(None, words))
        self.complaints.append(Complaint(str(origin.path), path, reason, cure, line))

    def _items(self, section: str) -> list[Plain]:
        items = self.document.get(section)
        return items if section not in ALONE and isinstance(items, list) else []


def read_folder(folder: Path) -> Source:
    """Read and check all YAML of a system's folder; the complaints say what cannot be right."""
    source = Source(folder)
    if not (folder / EDITION_FILE).is_file():
        source.complaints.append(
            Complaint(str(folder), "", f"There is no {EDITION_FILE}.", "Is it a system's folder?")
        )
    for path in sorted(folder.rglob("*.yml")):
        source.complaints.append(
            Complaint(str(path), "", "The file is not read.", "Let its name end in .yaml.")
        )
    for path in find_files(folder):
        plain = _read_yaml(source, path)
        if plain is not None:
            _add_file(source, path, plain)
    return source


def find_files(folder: Path) -> list[Path]:
    """The YAML files of a folder: edition.yaml first, the others by their names."""
    paths = sorted(folder.rglob("*.yaml"), key=lambda path: path.relative_to(folder).as_posix())
    return sorted(paths, key=lambda path: path != folder / EDITION_FILE)


def _read_yaml(source: Source, path: Path) -> Plain | None:
    try:
        plain = YAML(typ="safe", pure=True).load(path.read_text(encoding="utf-8"))
    except (YAMLError, UnicodeError) as error:
        source.complaints.append(_word_yaml_error(path, error))
        return None
    if isinstance(plain, dict):
        return plain
    reason, cure = "The file is no mapping.", "Start with a section, such as `weapons:`."
    source.complaints.append(Complaint(str(path), "", reason, cure))
    return None


def _word_yaml_error(path: Path, error: Exception) -> Complaint:
    if not isinstance(error, MarkedYAMLError) or error.problem_mark is None:
        return Complaint(str(path), "", f"This is no YAML in UTF-8: {error}")
    reason = str(error.problem).partition(" (original")[0]
    is_twice = "duplicate key" in reason
    cure = "Keep one of them." if is_twice else "Put texts with `: ` or ` #` in quotes."
    line = error.problem_mark.line + 1
    return Complaint(str(path), "", f"This is no YAML: {reason}.", cure, line)


def _add_file(source: Source, path: Path, plain: Plain) -> None:
    is_edition = path == source.folder / EDITION_FILE
    model: type[PartFile] = EditionFile if is_edition else PartFile
    for section in () if is_edition else ALONE:
        if plain.pop(section, None) is not None:
            reason = f"`{section}` stands only in {EDITION_FILE}."
            source.complain(Origin(path, (section,)), plain, reason, "Move it there.")
    try:
        checked = model.model_validate(plain)
    except ValidationError as error:
        for steps, reason, cure in find_complaints(error, plain, model):
            source.complain(Origin(path, steps), plain, reason, cure)
        return
    written = drop_nothing(checked.model_dump(exclude_unset=True))
    for section in plain:
        if section in written:
            _merge_section(source, path, section, written[section])


def drop_nothing(plain: Any) -> Any:
    """The same without what was written empty, so that it makes the hash that rows give back.

    A statistic may say that it has none, and a list of options that there are none.
    """
    if isinstance(plain, list):
        return [drop_nothing(part) for part in plain]
    if not isinstance(plain, dict):
        return plain
    kept = {key: part for key, part in plain.items() if part is not None}
    kept = {key: part for key, part in kept.items() if part or key not in MAY_BE_EMPTY}
    return {key: part if key == "statistics" else drop_nothing(part) for key, part in kept.items()}


def _merge_section(source: Source, path: Path, section: str, part: Any) -> None:
    kind = FOLDED_KINDS.get(section)
    if section in ALONE and section != "currencies":
        source.document[section] = part
    elif section == "army_list":
        _merge_item(source, "army_lists", part, Origin(path, (section,)))
    else:
        for position, item in enumerate(part):
            origin = Origin(path, (section, position))
            if kind:
                _merge_item(source, "entries", {"key": item["key"], "kind": kind, **item}, origin)
            else:
                _merge_item(source, section, item, origin)


def _merge_item(source: Source, section: str, item: Plain, origin: Origin) -> None:
    key = item.get("key") or item["code"]
    other = source.origins.get((section, key))
    if other is not None:
        reason = f"The key stands in {other.path} too, under {other.steps[0]}."
        line = find_line(origin.path, origin.steps)
        where = f"{origin.steps[0]}.{key}"
        cure = "Give each a key of its own."
        source.complaints.append(Complaint(str(origin.path), where, reason, cure, line))
        return
    source.origins[section, key] = origin
    source.document.setdefault(section, []).append(item)
