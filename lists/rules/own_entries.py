"""Entries that a player writes, such as "Beja warrior, 6 points": in a roster, and in a catalogue.

A roster carries them as flat mappings: `key`, the template that they are `like`, `name`, `points`
and the statistics that the template names. Anyone can have written them; what does not fit is left
out, and whatever stands for it in a roster is unknown to the edition.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any, Final

from .catalogue import Catalogue, Entry, StatisticValue, Template
from .compiling.index import extend_index
from .document import LONGEST_KEY, LONGEST_NAME, MOST_CHOICES, clean_line
from .formula import Number, exact
from .roster import NOTHING

PREFIX: Final = "own-"
LARGEST_POINTS: Final = 1000
LARGEST_STATISTIC: Final = 1000
MOST_OWN_ENTRIES: Final = MOST_CHOICES

_KEY = re.compile("own(-[a-z0-9]+)+")
_DECIMAL = re.compile("[0-9]{1,4}([.,][0-9]{1,3})?")
_PARTS = re.compile("(?:([0-9]{1,4}) )?([0-9]{1,4})/([1-9][0-9]{0,2})")


def is_own_key(key: object) -> bool:
    """Whether an entry of a player's own may have this key."""
    return isinstance(key, str) and len(key) <= LONGEST_KEY and _KEY.fullmatch(key) is not None


def read_points(value: object) -> Number | None:
    """Points as a player writes them, exact: 6, "2.5", "5/2" or "2 1/2"; None for anything else."""
    if isinstance(value, str):
        value = _read_number(value.strip())
    if isinstance(value, bool) or not isinstance(value, int | Fraction):
        return None
    return exact(value) if 0 <= value <= LARGEST_POINTS else None


def _read_number(text: str) -> Fraction | None:
    if _DECIMAL.fullmatch(text):
        return Fraction(text.replace(",", "."))
    parts = _PARTS.fullmatch(text)
    if parts is None:
        return None
    whole, over, under = (int(part or 0) for part in parts.groups())
    return whole + Fraction(over, under)


def write_points(points: Number) -> int | str:
    """Points in their one form in a document: 6 or "5/2"."""
    return points if isinstance(points, int) else str(points)


def with_own_entries(catalogue: Catalogue, own_entries: Iterable[Mapping[str, Any]]) -> Catalogue:
    """The catalogue with what a player has written beside what the edition offers.

    Of two with one key the first holds.
    """
    added: dict[str, Entry] = {}
    for plain in own_entries:
        entry = _read_entry(catalogue, plain)
        if entry is not None:
            added.setdefault(entry.key, entry)
    if not added:
        return catalogue
    return replace(
        catalogue,
        entries={**catalogue.entries, **added},
        index=extend_index(catalogue.index, catalogue.kinds, added),
    )


def _read_entry(catalogue: Catalogue, plain: Mapping[str, Any]) -> Entry | None:
    """The entry that a player means, or None where it is none for this edition."""
    key, like, name = (plain.get(field) for field in ("key", "like", "name"))
    if not is_own_key(key) or key in catalogue.entries or not isinstance(like, str):
        return None
    pattern, points = catalogue.entries.get(like), read_points(plain.get("points"))
    called = clean_line(name)[:LONGEST_NAME] if isinstance(name, str) else ""
    if pattern is None or pattern.template is None or points is None or not called:
        return None
    statistics = _read_statistics(pattern.template, plain)
    if statistics is None:
        return None
    return _write_like(pattern, str(key), called, points, statistics)


def _read_statistics(
    template: Template, plain: Mapping[str, Any]
) -> dict[str, StatisticValue] | None:
    """The statistics that were typed; None where one cannot be. The others stay the template's."""
    typed = {key: plain[key] for key in template.statistics if key in plain}
    is_right = all(
        isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= LARGEST_STATISTIC
        for value in typed.values()
    )
    return typed if is_right else None


def _write_like(
    pattern: Entry, key: str, name: str, points: Number, statistics: Mapping[str, StatisticValue]
) -> Entry:
    words = dict.fromkeys(pattern.name, name)
    return replace(
        pattern,
        key=key,
        name=words,
        plural=words,
        short=words,
        page=None,
        points=points,
        statistics={**pattern.statistics, **statistics},
        answers=pattern.answers | {key},
        text=NOTHING if pattern.is_hidden else pattern.text,
        remark=NOTHING,
        aliases=(),
        template=None,
        like=pattern.key,
    )
