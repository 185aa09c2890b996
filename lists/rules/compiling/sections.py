"""The sections of a document, and where in them what cannot be right stands."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NoReturn

from .plain import Plain


class InvalidCatalogue(Exception):
    """Data that cannot be right: in which section and key, what is wrong, and the way out."""

    def __init__(self, section: str, key: str, reason: str, cure: str = "") -> None:
        self.section, self.key, self.reason, self.cure = section, key, reason, cure
        super().__init__(f"{section}: {key}: {reason}" + (f" {cure}" if cure else ""))


class Sections:
    """Goes through a document section by section, and knows which item is being read."""

    def __init__(self, document: Plain) -> None:
        self.document = document
        self.where = ("edition", "")

    def fail(self, reason: str, cure: str = "") -> NoReturn:
        """Raise InvalidCatalogue about the item that is being read."""
        raise InvalidCatalogue(*self.where, reason, cure)

    def items(self, section: str) -> Iterator[Plain]:
        """The items of a section one by one; each key may stand once."""
        seen = set()
        for plain in self.document.get(section, ()):
            key = plain.get("key") or plain.get("code") or ""
            self.where = (section, key)
            if key in seen:
                self.fail("The key stands twice.", "Give each a key of its own.")
            seen.add(key)
            yield plain

    def part(self, name: str, empty: Any) -> Any:
        """A part that the edition has once, such as its limit; `empty` where it has none."""
        self.where = ("edition", name)
        return self.document.get(name, empty)
