"""One selection tried on its own: what it costs, given this and that, before it is in a list."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from .beginnings import build_empty_roster
from .catalogue import ArmyList, Catalogue, Entry, OptionGroup, Role
from .roster import NOTHING, Choice, Node, Options, Roster

UNIT_ID, NODE_ID = "n1", "n2"


@dataclass(frozen=True, slots=True)
class Trial:
    """A selection, what it is given, and what the unit that holds it is given for it to inherit."""

    entry: str
    options: Options = field(default_factory=lambda: NOTHING)
    unit_options: Options = field(default_factory=lambda: NOTHING)


def find_candidates(catalogue: Catalogue) -> Iterator[Entry]:
    """The selections that some unit may hold, in the catalogue's order."""
    for entry in catalogue.entries.values():
        is_bought = entry.role is Role.SELECTION and not entry.is_hidden
        if is_bought and find_holder(catalogue, entry) is not None:
            yield entry


def find_holder(catalogue: Catalogue, entry: Entry) -> Entry | None:
    """The unit to try an entry in: one that has most for it to inherit."""
    units = [each for each in catalogue.entries.values() if each.role is Role.UNIT]
    holders = [unit for unit in units if unit.may_hold(entry)]
    return max(holders, key=lambda unit: len(find_inherited(unit)), default=None)


def find_inherited(unit: Entry) -> list[OptionGroup]:
    """The groups of a unit that those beneath it inherit from."""
    return [group for group in unit.groups.values() if group.inherits]


def find_groups(catalogue: Catalogue, entry: Entry) -> tuple[list[OptionGroup], list[OptionGroup]]:
    """What is asked of a trial: of the unit that holds it, and of the entry itself."""
    holder = find_holder(catalogue, entry)
    of_unit = find_inherited(holder) if holder else []
    keys = {group.key for group in of_unit}
    return of_unit, [group for group in entry.groups.values() if group.key not in keys]


def is_switch(group: OptionGroup) -> bool:
    """Whether of all that a group offers one at most may be taken."""
    return group.at_most is not None and group.at_most.text == "1"


def find_usual(catalogue: Catalogue, group: OptionGroup) -> tuple[Choice, ...]:
    """What a group starts with: its default, else what most army lists print first."""
    if group.default:
        return group.default
    printed = Counter(
        keys[0]
        for army_list in catalogue.army_lists.values()
        if (keys := army_list.options.get(group.key))
    )
    usual = [key for key, _ in printed.most_common() if key in group.options]
    if not group.required:
        return ()
    return tuple(Choice(key) for key in (usual or list(group.options))[:1])


def find_list(catalogue: Catalogue, entry: str) -> ArmyList | None:
    """The army list to try an entry in: an open one, else one that prints it, else the first."""
    army_lists = list(catalogue.army_lists.values())
    fitting = [each for each in army_lists if each.is_open]
    fitting += [each for each in army_lists if entry in catalogue.index.rows[each.key]]
    return next(iter((*fitting, *army_lists)), None)


def build_trial(catalogue: Catalogue, army_list: ArmyList, trial: Trial) -> Roster:
    """A roster with one unit and in it the selection."""
    node = Node(NODE_ID, trial.entry, options=trial.options)
    holder = find_holder(catalogue, catalogue.entries[trial.entry])
    if holder is None:
        return replace(build_empty_roster(catalogue, army_list), children=(node,))
    unit = Node(UNIT_ID, holder.key, options=trial.unit_options, children=(node,))
    return replace(build_empty_roster(catalogue, army_list), children=(unit,))


def write_own(catalogue: Catalogue, trial: Trial, unit_options: Options) -> Options:
    """What the selection is given in another unit, so that it stays what it was tried as.

    What that unit has of its own is inherited there, and the rest goes with the selection, down to
    those of its options that inherit it.
    """
    other = {
        key: taken for key, taken in trial.unit_options.items() if unit_options.get(key) != taken
    }
    return _give(catalogue, catalogue.entries[trial.entry], trial.options, other)


def _give(
    catalogue: Catalogue, entry: Entry, options: Options, given: Mapping[str, tuple[Choice, ...]]
) -> Options:
    if not given:
        return options
    result = {**options, **{key: taken for key, taken in given.items() if key in entry.groups}}
    for key, group in entry.groups.items():
        if key not in given:
            taken = tuple(
                replace(choice, options=_give(catalogue, inner, choice.options, given))
                if (inner := catalogue.entries.get(choice.option))
                else choice
                for choice in result.get(key, group.default)
            )
            if taken:
                result[key] = taken
    return result
