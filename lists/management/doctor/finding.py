"""What a check found."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Level(StrEnum):
    """How grave it is."""

    OK = "ok"
    WARNING = "warning"
    FAULT = "fault"


@dataclass(frozen=True, slots=True)
class Finding:
    """What one check found, and in a sentence what cures it."""

    name: str
    level: Level
    text: str
    cure: str = ""

    def __str__(self) -> str:
        return f"{self.level:<8} {self.name}: {self.text} {self.cure}".rstrip()


def ok(name: str, text: str) -> Finding:
    """All is as it should be."""
    return Finding(name, Level.OK, text)


def warning(name: str, text: str, cure: str) -> Finding:
    """The site works, and would do better otherwise."""
    return Finding(name, Level.WARNING, text, cure)


def fault(name: str, text: str, cure: str) -> Finding:
    """Something does not work, or is not safe."""
    return Finding(name, Level.FAULT, text, cure)
