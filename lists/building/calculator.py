"""What was tried in the quick calculator, put into a list: one that there is, or a new one."""

from __future__ import annotations

from typing import Any, Final

from django.db import IntegrityError

from lists.models import Actor, Edition
from lists.models import Roster as RosterRow
from lists.rules.catalogue import Catalogue, Role
from lists.rules.roster import Options, Roster
from lists.rules.trial import Trial, build_trial, find_list, write_own

from .catalogues import find_catalogue
from .intents import Intent, apply_intent
from .rosters import create_roster, load_document
from .scenarios import derive_codes

FROM_CALCULATOR: Final = "from-calculator"


def add_trial(row: RosterRow, actor: Actor, trial: Trial, *, key: str) -> None:
    """Add what was tried to a list, to the last unit that may hold it, else to a new one.

    Raises what `apply_intent` raises.
    """
    catalogue = find_catalogue(row.edition)
    roster = load_document(row)
    options = write_own(catalogue, trial, _find_unit_options(catalogue, roster, trial))
    value = {"entry": trial.entry, "options": _write_plain(options)}
    apply_intent(row, Intent("add", "", value, base=row.number, key=key), actor)


def _find_unit_options(catalogue: Catalogue, roster: Roster, trial: Trial) -> Options:
    """What the unit has of its own that the intent will add to."""
    entry = catalogue.entries[trial.entry]
    for node in reversed(list(roster.walk())):
        unit = catalogue.entries.get(node.entry)
        if unit and unit.role is Role.UNIT and unit.may_hold(entry):
            defaults = {group.key: group.default for group in unit.groups.values()}
            return {**defaults, **node.options}
    return {}


def _write_plain(options: Options) -> dict[str, Any]:
    return {
        group: [
            {
                "option": choice.option,
                "count": choice.count,
                "options": _write_plain(choice.options),
            }
            for choice in choices
        ]
        for group, choices in options.items()
    }


def create_from_trial(actor: Actor, edition: Edition, trial: Trial, *, key: str) -> RosterRow:
    """A new list that holds what was tried; whoever sends the same key again gets it too."""
    catalogue = find_catalogue(edition)
    army_list = find_list(catalogue, trial.entry)
    assert army_list is not None
    roster = build_trial(catalogue, army_list, trial)
    (code,) = derive_codes(key, [FROM_CALCULATOR])
    made = RosterRow.objects.filter(code=code).first()
    if made is not None:
        return made
    try:
        return create_roster(actor, roster, edition, code=FROM_CALCULATOR, public_code=code)
    except IntegrityError:
        return RosterRow.objects.get(code=code)
