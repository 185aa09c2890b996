"""The catalogues of our own fixtures, compiled from YAML once a run, without a database."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from lists.loading.check import load_folder
from lists.loading.source import Source
from lists.rules.catalogue import Catalogue

FIXTURES = Path(__file__).parent.parent / "fixtures"
SYSTEMS = sorted(path.parent.name for path in FIXTURES.glob("*/edition.yaml"))


@lru_cache
def read_game(system: str) -> tuple[Source, Catalogue]:
    """What a system's folder under fixtures/ holds, and its catalogue."""
    return load_folder(FIXTURES / system)


def load_game(system: str) -> Catalogue:
    """The catalogue of a system's folder under fixtures/."""
    return read_game(system)[1]


def breaking_news() -> Catalogue:
    """The catalogue of the reference game."""
    return load_game("breaking-news")
