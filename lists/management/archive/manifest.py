"""What an archive says of itself, and by which its tables are proved."""

from __future__ import annotations

import hashlib
import tomllib
from collections.abc import Iterable, Iterator
from datetime import datetime
from pathlib import Path

from django.conf import settings
from pydantic import BaseModel, ConfigDict, Field, NonNegativeInt

FORMAT = 1
NAME = "manifest.json"


class Said(BaseModel):
    """Values that are of their type, and no other than those there are."""

    model_config = ConfigDict(frozen=True, strict=True, extra="forbid")


class TableProof(Said):
    """What the lines of one table come to."""

    columns: list[str]
    rows: NonNegativeInt
    bytes: NonNegativeInt
    sha256: str = Field(pattern="[0-9a-f]{64}")


class Header(BaseModel):
    """What an archive of any format says: the number of the format, and the release that wrote."""

    model_config = ConfigDict(frozen=True, strict=True)

    muster: int
    release: str


class Manifest(Header, Said):
    """Of which release and state an archive is, and what stands in it."""

    database: str
    created_at: datetime
    migrations: list[str]
    tables: dict[str, TableProof]

    @property
    def rows(self) -> int:
        """How many rows all tables have."""
        return sum(table.rows for table in self.tables.values())


class Tally:
    """Counts and hashes the lines of a table as they go by."""

    def __init__(self, columns: list[str]) -> None:
        self.columns = columns
        self.rows = self.bytes = 0
        self.digest = hashlib.sha256()

    def follow(self, lines: Iterable[bytes]) -> Iterator[bytes]:
        """The lines themselves."""
        for line in lines:
            self.rows += 1
            self.bytes += len(line)
            self.digest.update(line)
            yield line

    def prove(self) -> TableProof:
        """What went by."""
        return TableProof(
            columns=self.columns,
            rows=self.rows,
            bytes=self.bytes,
            sha256=self.digest.hexdigest(),
        )


def member_of(table: str) -> str:
    """The name of a table's file in an archive."""
    return f"tables/{table}.jsonl"


def find_release() -> str:
    """The number of the release that runs."""
    project = Path(settings.ROOT, "pyproject.toml").read_text(encoding="utf-8")
    return str(tomllib.loads(project)["project"]["version"])
