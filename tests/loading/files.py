"""The small game as files, for tests that read folders."""

from pathlib import Path
from typing import Any

from ruamel.yaml import YAML

from tests.small_game import write_small_game


def write_folder(folder: Path, document: dict[str, Any] | None = None) -> Path:
    """Write a document, the small game unless another is given, as the edition.yaml of a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "edition.yaml").open("w", encoding="utf-8") as file:
        YAML(typ="safe", pure=True).dump(document or write_small_game(), file)
    return folder


def add_file(folder: Path, name: str, text: str) -> Path:
    """Add a file of YAML to a folder."""
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path
