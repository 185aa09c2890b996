"""What a source says otherwise than the published edition of its key, item by item."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from lists.models.plain import split_words

from .complaints import Complaint
from .source import EDITION_FILE, Source

type Items = Mapping[str, Mapping[str, Any]]


def find_changes(source: Source, published: Mapping[str, Any]) -> None:
    """Complain of every item whose keys, numbers or formulas differ from the published ones."""
    key = published["edition"]["key"]
    source.complaints.append(
        Complaint(
            str(source.folder / EDITION_FILE),
            "edition.key",
            f"Edition {key} is published, and what is listed below would change its numbers.",
            "Put them back, or give the edition a new key.",
        )
    )
    before, after = split_words(published)[0], split_words(source.document)[0]
    for section in dict.fromkeys([*before, *after]):
        for item, reason in _compare(before.get(section), after.get(section)):
            source.complain_of(section, item, reason)


def _compare(before: Any, after: Any) -> Iterator[tuple[str, str]]:
    """For each difference in a section: the item's key, if it has items, and what differs."""
    if before == after:
        return
    if isinstance(before, Mapping) or isinstance(after, Mapping):
        yield "", f"{_differing_fields(before or {}, after or {})} differ."
        return
    before, after = before or [], after or []
    old, new = _by_key(before), _by_key(after)
    for key in old.keys() - new.keys():
        yield key, "It is gone."
    for key in new.keys() - old.keys():
        yield key, "It is new."
    for key in old.keys() & new.keys():
        if old[key] != new[key]:
            yield key, f"{_differing_fields(old[key], new[key])} differ."
    if old == new:
        yield "", "The order differs."


def _by_key(items: list[Any]) -> Items:
    return {item.get("key") or item["code"]: item for item in items if isinstance(item, Mapping)}


def _differing_fields(old: Mapping[str, Any], new: Mapping[str, Any]) -> str:
    return ", ".join(f"`{name}`" for name in {**old, **new} if old.get(name) != new.get(name))
