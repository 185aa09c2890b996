"""The catalogues of our own fixtures, compiled from YAML once a run, without a database."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from lists.loading.check import load_folder
from lists.rules.catalogue import Catalogue

FIXTURES = Path(__file__).parent.parent / "fixtures"


@lru_cache
def load_game(system: str) -> Catalogue:
    """The catalogue of a system's folder under fixtures/."""
    _, catalogue = load_folder(FIXTURES / system)
    return catalogue


def breaking_news() -> Catalogue:
    """The catalogue of the reference game."""
    return load_game("breaking-news")
