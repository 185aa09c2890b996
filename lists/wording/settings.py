"""What a roster is played by, in words: readings, scenario, opponent, optional rules."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from urllib.parse import urlencode

from django.utils.translation import gettext as _

from lists.rules.catalogue import Catalogue
from lists.rules.roster import Roster
from lists.rules.weighing import weigh_readings

from .choices import ShownReadingChoice, show_readings
from .words import Names, write_act


@dataclass(frozen=True, slots=True)
class ShownSwitch:
    """A setting that is on or off, or one of several."""

    key: str
    name: str
    text: str
    page: int | None
    is_on: bool
    act: str
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ShownSettings:
    """What a roster is played by: readings, scenario, opponent, optional rules."""

    readings: tuple[ShownReadingChoice, ...]
    scenarios: tuple[ShownSwitch, ...]
    opponents: tuple[ShownSwitch, ...]
    optional_rules: tuple[ShownSwitch, ...]

    @property
    def is_empty(self) -> bool:
        """Whether its game leaves nothing to be chosen."""
        return not (self.readings or self.scenarios or self.opponents or self.optional_rules)


def show_settings(names: Names, roster: Roster) -> ShownSettings:
    """All settings of a roster, each with the act that changes it."""
    catalogue = names.catalogue
    weights = weigh_readings(catalogue, roster)
    return ShownSettings(
        readings=show_readings(catalogue, roster, weights, names.language),
        scenarios=tuple(_show_scenarios(names, roster)),
        opponents=tuple(_show_opponents(names, roster)),
        optional_rules=tuple(_show_optional_rules(names, roster)),
    )


def _show_scenarios(names: Names, roster: Roster) -> Iterator[ShownSwitch]:
    if names.catalogue.scenarios:
        act = write_act("scenario", scenario="")
        yield ShownSwitch("", _("None"), "", None, not roster.scenario, act)
    for scenario in names.catalogue.scenarios.values():
        is_on = roster.scenario == scenario.key
        yield ShownSwitch(
            scenario.key,
            f"{scenario.number}. {names.choose(scenario.name)}",
            names.choose(scenario.text),
            scenario.page,
            is_on,
            write_act("scenario", scenario=scenario.key),
            tuple(map(names.choose, scenario.notes)) if is_on else (),
        )


def _show_opponents(names: Names, roster: Roster) -> Iterator[ShownSwitch]:
    """Those opponents that a rule asks about; others change nothing."""
    asked = _find_asked_opponents(names.catalogue)
    if roster.opponent:
        asked.setdefault(roster.opponent)
    if asked:
        act = write_act("opponent", opponent="")
        yield ShownSwitch("", _("Not said"), "", None, not roster.opponent, act)
    for key in asked:
        is_on = roster.opponent == key
        act = write_act("opponent", opponent=key)
        yield ShownSwitch(key, word_opponent(names, key), "", None, is_on, act)


def _find_asked_opponents(catalogue: Catalogue) -> dict[str, None]:
    formulas = [
        formula
        for rule in catalogue.restrictions
        for formula in (rule.when, rule.require, rule.measure)
        if formula is not None
    ]
    formulas += [effect.when for effect in catalogue.effects if effect.when is not None]
    asked = {
        key
        for formula in formulas
        for membership in formula.memberships
        if membership.name == "opponent"
        for key in membership.keys
    }
    named = (*catalogue.categories, *catalogue.nations, *catalogue.army_lists)
    return dict.fromkeys([key for key in named if key in asked] + sorted(asked - {*named}))


def word_opponent(names: Names, key: str) -> str:
    """What an opponent is called: a nation, an army list, or troops of a category."""
    catalogue = names.catalogue
    if key in catalogue.nations:
        return names.choose(catalogue.nations[key])
    if key in catalogue.army_lists:
        return names.army_list(key)
    name = catalogue.categories.get(key)
    return names.choose(name) if name else key.replace("-", " ")


def _show_optional_rules(names: Names, roster: Roster) -> Iterator[ShownSwitch]:
    chosen = roster.optional_rules
    for rule in names.catalogue.optional_rules.values():
        is_on = rule.key in chosen
        others = [key for key in chosen if key != rule.key]
        rules = others if is_on else [*others, rule.key]
        fields = [("operation", "optional-rules"), *(("rules", key) for key in rules or [""])]
        yield ShownSwitch(
            rule.key,
            names.choose(rule.name),
            names.choose(rule.text),
            rule.page,
            is_on,
            urlencode(fields),
        )
