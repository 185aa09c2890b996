"""Acts on the entries that the player has written: add or change one, forget one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from lists.rules.catalogue import Entry, Template
from lists.rules.document import LONGEST_KEY, LONGEST_NAME, clean_line
from lists.rules.edits import ForgetOwnEntry, WriteOwnEntry, find_own_entry
from lists.rules.formula import Number
from lists.rules.own_entries import (
    LARGEST_POINTS,
    LARGEST_STATISTIC,
    MOST_OWN_ENTRIES,
    PREFIX,
    is_own_key,
    read_points,
    write_points,
)

from ..values import InvalidIntent
from .task import Act, Task

WRITE: Final = "own-entry"
STATISTIC: Final = "statistic-"
"""What stands before the key of a statistic where it is typed."""


def write_own_entry(task: Task) -> Act:
    """Write an entry `like` a template, or write the one called `entry` anew for all its lines.

    `name`, `points` and, as `statistic-KEY`, the statistics of the template are as typed. An
    `entry` that the roster lacks is new to it: it comes from another roster of the player's.
    """
    key = task.values.key("entry") or f"{PREFIX}{next(task.ids)}"
    former = find_own_entry(task.roster, key)
    if not is_own_key(key) or _is_of_edition(task, key):
        raise InvalidIntent("entry", "unknown")
    if former is None and len(task.roster.own_entries) >= MOST_OWN_ENTRIES:
        raise InvalidIntent("", "too-many-own", at_most=MOST_OWN_ENTRIES)
    pattern, template = _find_template(task, former)
    points = _read_points(task)
    written = {
        "key": key,
        "like": pattern.key,
        "name": _read_name(task),
        "points": write_points(points),
        **{each: _read_statistic(task, each) for each in template.statistics},
    }
    return Act(WriteOwnEntry(written), _tell(written, former))


def forget_own_entry(task: Task) -> Act:
    """Forget the one called `entry`, which no line of the roster may be."""
    key = task.values.key("entry")
    former = find_own_entry(task.roster, key)
    if former is None:
        raise InvalidIntent("entry", "unknown")
    if any(node.entry == key for node in task.roster.walk()):
        raise InvalidIntent("entry", "in-use")
    return Act(ForgetOwnEntry(key), {"entry": key, "like": _find_like(former)})


def _is_of_edition(task: Task, key: str) -> bool:
    entry = task.catalogue.entries.get(key)
    return entry is not None and not entry.like


def _find_template(task: Task, former: Mapping[str, Any] | None) -> tuple[Entry, Template]:
    key = task.values.key("like") or (_find_like(former) if former else "")
    pattern = task.catalogue.entries.get(key)
    if pattern is None or pattern.template is None:
        raise InvalidIntent("like", "unknown")
    return pattern, pattern.template


def _find_like(written: Mapping[str, Any]) -> str:
    return str(written.get("like", ""))[:LONGEST_KEY]


def _read_name(task: Task) -> str:
    name = clean_line(task.values.line("name", LONGEST_NAME))
    if not name:
        raise InvalidIntent("name", "missing")
    return name


def _read_points(task: Task) -> Number:
    typed = task.values.get("points")
    if typed is None or typed == "":
        raise InvalidIntent("points", "missing")
    points = read_points(typed)
    if points is None:
        raise InvalidIntent("points", "no-points", at_most=LARGEST_POINTS)
    return points


def _read_statistic(task: Task, key: str) -> int:
    return task.values.number(f"{STATISTIC}{key}", 0, LARGEST_STATISTIC)


def _tell(written: Mapping[str, Any], former: Mapping[str, Any] | None) -> dict[str, Any]:
    """What history says: keys and numbers, and never the name that was typed."""
    before = read_points(former.get("points")) if former else None
    return {
        "entry": written["key"],
        "like": written["like"],
        "from": None if before is None else write_points(before),
        "to": written["points"],
    }
