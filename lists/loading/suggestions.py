"""The word that was probably meant."""

from collections.abc import Iterable
from difflib import get_close_matches


def suggest(word: object, known: Iterable[object]) -> str:
    """Ask whether the nearest of the known words was meant; nothing where none is near."""
    close = get_close_matches(str(word), sorted(map(str, known)), n=1)
    return f"Did you mean `{close[0]}`?" if close else ""
