"""Why an act was not done, in words: what cannot be, and what somebody else has changed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, override

from lists.building.saving import Clash
from lists.building.values import InvalidIntent
from lists.rules.catalogue import Catalogue
from lists.rules.roster import Choice, Roster

from .problems import name_node
from .words import Names


@dataclass(frozen=True, slots=True)
class ShownClash:
    """A value that two people changed at once: what it is of, as it is saved, and as one's own."""

    name: str
    current: str
    typed: str


def word_refusal(refusal: InvalidIntent, language: str) -> str:
    """Why an act cannot be done, and what can."""
    with override(language):
        word = REFUSALS.get(refusal.code)
        if word is None:
            return _("That cannot be done with this list. Reload the page and try again.")
        return word(refusal.parameters)


type _Parameters = Mapping[str, object]


def _too_long(parameters: _Parameters) -> str:
    most = parameters["at_most"]
    assert isinstance(most, int)
    return ngettext(
        "That is too long. Keep to %(most)d character.",
        "That is too long. Keep to %(most)d characters.",
        most,
    ) % {"most": most}


REFUSALS: Mapping[str, Callable[[_Parameters], str]] = {
    "not-a-number": lambda _p: _("Write a whole number."),
    "missing": lambda _p: _("Write something here."),
    "not-a-text": lambda _p: _("Write plain text."),
    "too-small": lambda p: _("Write %(at_least)s or more.") % p,
    "too-large": lambda p: (
        _("Write %(at_most)s or less.") % p
        if "at_most" in p
        else _("The list cannot grow further.")
    ),
    "too-long": _too_long,
    "unknown": lambda _p: _("That is no longer in this list. The page shows it as it is now."),
    "misplaced": lambda _p: _("That cannot stand there. Choose another place."),
    "end-of-ladder": lambda _p: _("There is no step beyond this one."),
    "no-points": lambda p: _("Write points such as 6 or 5/2, up to %(at_most)s.") % p,
    "too-many-own": lambda p: _("A list holds %(at_most)s entries of your own at most.") % p,
    "in-use": lambda _p: _("Lines of this list still are this entry. Remove them first."),
    "not-offered": lambda _p: _("That is not offered here. Choose one of what is shown."),
}


def word_clash(catalogue: Catalogue, roster: Roster, clash: Clash, language: str) -> ShownClash:
    """A clash with both values."""
    with override(language):
        names = Names(catalogue, language)
        return ShownClash(
            _name_field(names, roster, clash),
            _word_value(names, clash, clash.current),
            _word_value(names, clash, clash.typed),
        )


def _name_field(names: Names, roster: Roster, clash: Clash) -> str:
    field, _dot, key = clash.field.partition(".")
    words = {
        "count": _("Count"),
        "name": _("Name"),
        "note": _("Note"),
        "place": _("Place"),
        "exists": _("Line"),
        "subtree": _("Line"),
        "points_limit": _("Points limit"),
        "scenario": _("Scenario"),
        "opponent": _("Opponent"),
        "optional_rules": _("Optional rules"),
    }
    if field == "own_entries":
        word = names.entry(key) if key in names.catalogue.entries else _("Entry of your own")
    elif field == "options":
        word = names.group(key)
    elif field == "readings":
        reading = names.catalogue.readings.get(key)
        word = names.choose(reading.name) if reading else key
    else:
        word = words.get(field, field)
    if not clash.node or roster.find(clash.node) is None:
        return word
    return f"{name_node(names, roster, clash.node)}: {word}"


def _word_value(names: Names, clash: Clash, value: object) -> str:
    field, _dot, key = clash.field.partition(".")
    if field == "own_entries" and isinstance(value, Mapping):
        return f"{value.get('name', '')}, {value.get('points', '')}"
    if field == "exists":
        return _("removed") if value is None else _("kept")
    if field == "subtree":
        return _("removed") if value is None else _("changed")
    if field == "place":
        return _("moved")
    if field == "options":
        return _word_choices(names, key, value) if isinstance(value, tuple) else _("as it starts")
    if field == "scenario" and isinstance(value, str) and value in names.catalogue.scenarios:
        return names.choose(names.catalogue.scenarios[value].name)
    if field == "readings":
        reading = names.catalogue.readings.get(key)
        chosen = [each for each in reading.values if each.key == value] if reading else []
        return names.choose(chosen[0].name) if chosen else "–"
    if field == "optional_rules" and isinstance(value, tuple):
        rules = names.catalogue.optional_rules
        known = [names.choose(rules[rule].name) for rule in value if rule in rules]
        return ", ".join(known) or _("none")
    return str(value) if value not in (None, "") else _("nothing")


def _word_choices(names: Names, group: str, choices: Iterable[Choice]) -> str:
    words = [
        str(choice.count)
        if choice.option == group
        else names.entry(choice.option)
        if choice.count == 1
        else f"{choice.count} {names.entry(choice.option, choice.count)}"
        for choice in choices
    ]
    return ", ".join(words) or _("nothing")
