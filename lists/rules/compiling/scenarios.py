"""Scenarios and the lists that they suggest."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ..catalogue import Scenario, SuggestedList
from ..roster import NOTHING
from .draft import Draft
from .plain import Plain


def read_scenarios(draft: Draft) -> dict[str, Scenario]:
    """The scenarios of a document."""
    return {p["key"]: _read_scenario(p, draft) for p in draft.sections.items("scenarios")}


def _read_scenario(plain: Plain, draft: Draft) -> Scenario:
    return Scenario(
        key=plain["key"],
        number=plain.get("number", 0),
        name=plain["name"],
        page=plain.get("page"),
        text=plain.get("text", NOTHING),
        notes=tuple(plain.get("notes", ())),
        forbids=frozenset(plain.get("forbids", ())),
        lists=tuple(_read_list(each, draft) for each in plain.get("lists", ())),
    )


def _read_list(plain: Plain, draft: Draft) -> SuggestedList:
    draft.check_entries(_find_entries(plain["roster"]))
    return SuggestedList(
        plain["key"],
        plain["name"],
        plain["army_list"],
        plain["points_limit"],
        plain.get("note", NOTHING),
        tuple(plain["roster"]),
        plain.get("opponent", ""),
    )


def _find_entries(nodes: Iterable[Plain]) -> Iterator[str]:
    for node in nodes:
        yield node["entry"]
        yield from _find_entries(node.get("children", ()))
