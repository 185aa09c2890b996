"""Proof that a catalogue can be played: each army list empty, as printed, and legal by search."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from lists.rules.beginnings import (
    build_default_roster,
    build_empty_roster,
    build_suggested_roster,
)
from lists.rules.catalogue import ArmyList, Catalogue
from lists.rules.evaluate import evaluate
from lists.rules.roster import Roster
from lists.rules.search import find_legal_roster

UNKNOWN = frozenset(
    "unknown-entry unknown-army-list misplaced-entry option-not-offered "
    "formula-without-value".split()
)
"""The problems by which a roster made from the data alone shows that the data is wrong."""


@dataclass(frozen=True, slots=True)
class Fault:
    """What is wrong with a catalogue: at which army list or scenario, and where in it."""

    where: str
    reason: str

    def __str__(self) -> str:
        return f"{self.where}: {self.reason}"


def find_faults(catalogue: Catalogue) -> Iterator[Fault]:
    """Everything that shows a catalogue to be wrong; nothing where it can be played."""
    for army_list in catalogue.army_lists.values():
        yield from _find_in_army_list(catalogue, army_list)
    for scenario in catalogue.scenarios.values():
        for suggested in scenario.lists:
            roster = build_suggested_roster(catalogue, scenario.key, suggested)
            yield from _find_unknown(catalogue, roster, f"{scenario.key}, list {suggested.key}")


def _find_in_army_list(catalogue: Catalogue, army_list: ArmyList) -> Iterator[Fault]:
    evaluate(catalogue, build_empty_roster(catalogue, army_list))
    yield from _find_unknown(catalogue, build_default_roster(catalogue, army_list), army_list.key)
    yield from _find_not_held(catalogue, army_list)
    yield from _find_not_offered(catalogue, army_list.key, (army_list.unit,), army_list.options)
    for row in army_list.rows:
        where = f"{army_list.key}, row {row.key}"
        yield from _find_not_offered(catalogue, where, row.entries, row.options)
    if find_legal_roster(catalogue, army_list) is None:
        yield Fault(army_list.key, "The search found no legal roster.")


def _find_not_held(catalogue: Catalogue, army_list: ArmyList) -> Iterator[Fault]:
    unit = catalogue.entries[army_list.unit]
    for row in army_list.rows:
        for key in row.entries:
            if not unit.may_hold(catalogue.entries[key]):
                yield Fault(f"{army_list.key}, row {row.key}", f"{unit.key} may not hold {key}.")


def _find_not_offered(
    catalogue: Catalogue, where: str, entries: Iterable[str], printed: Mapping[str, Iterable[str]]
) -> Iterator[Fault]:
    """Options that are printed although no group of the entries offers them."""
    for group, options in printed.items():
        groups = [catalogue.entries[key].groups.get(group) for key in entries]
        offered = {option for each in groups if each for option in each.options}
        for option in options:
            if option not in offered:
                yield Fault(where, f"{', '.join(entries)} is not offered {option} as {group}.")


def _find_unknown(catalogue: Catalogue, roster: Roster, where: str) -> Iterator[Fault]:
    for problem in evaluate(catalogue, roster).problems:
        if problem.code in UNKNOWN:
            named = ", ".join(f"{name}: {value}" for name, value in problem.parameters.items())
            yield Fault(where, f"{problem.code} ({named or problem.subject}).")
