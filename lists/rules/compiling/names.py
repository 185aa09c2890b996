"""The names of what has nothing but a name: categories and nations."""

from __future__ import annotations

from ..catalogue import Words
from .draft import Draft
from .plain import Plain


def read_categories(draft: Draft) -> dict[str, Words]:
    """The names of the categories that have one."""
    return {p["key"]: _read_category(p, draft) for p in draft.sections.items("categories")}


def read_nations(draft: Draft) -> dict[str, Words]:
    """The names of the nations."""
    return {p["key"]: p["name"] for p in draft.sections.items("nations")}


def _read_category(plain: Plain, draft: Draft) -> Words:
    key = plain["key"]
    if not any(key in entry.categories for entry in draft.entries.values()):
        draft.sections.fail(
            f"No entry is of the category {key!r}.", "Correct the key or leave it out."
        )
    return dict(plain["name"])
