"""Which release of the site answers: what it is made of, in one digest."""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path

import django
from django.conf import settings

FOLDERS = ("armybuilder", "lists", "templates", "static", "locale")
KINDS = {".py", ".html", ".css", ".js", ".svg", ".mo"}


def find_release() -> str:
    """A digest of code, templates, styles and texts; in development read anew each time."""
    return _read_release.__wrapped__() if settings.DEBUG else _read_release()


@cache
def _read_release() -> str:
    digest = hashlib.sha256(f"{django.__version__} {settings.SITE_NAME}".encode())
    for path in _list_files():
        digest.update(f"\n{path}\n".encode() + path.read_bytes())
    return digest.hexdigest()[:16]


def _list_files() -> list[Path]:
    root = Path(settings.ROOT)
    found = (path for folder in FOLDERS for path in (root / folder).rglob("*"))
    return sorted(path for path in found if path.suffix in KINDS and path.is_file())
