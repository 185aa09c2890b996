"""The builder page in words: the roster, the opened line, what can be added, and the settings."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from urllib.parse import urlencode

from django.utils.translation import gettext as _
from django.utils.translation import override

from lists.rules.catalogue import Catalogue, Role
from lists.rules.evaluation import Evaluation
from lists.rules.offers import ADDITIONS, ELSE, EXTRAS, ROWS, find_offers
from lists.rules.roster import Node, Roster
from lists.rules.weighing import weigh_readings

from .choices import (
    ShownGroup,
    ShownReadingChoice,
    ShownSection,
    show_groups,
    show_offers,
    show_readings,
)
from .display import ShownNode, ShownRoster, ShownValue, show_roster
from .words import Names, write_act

ASKED_OPPONENTS = re.compile(r"\bopponent in \{([^}]*)\}")
ADD, PROBLEMS, SETTINGS = "add", "problems", "settings"


@dataclass(frozen=True, slots=True)
class Place:
    """Where on the builder page a player is: what is open, what is added to, what is sought."""

    view: str = ""  # on a phone: the roster, or one of add, problems, settings
    open: str = ""
    unit: str = ""
    query: str = ""
    has_all: bool = False
    fits_only: bool = False

    def write(self, **changes: object) -> str:
        """The query string of this place, or of another one beside it."""
        place = replace(self, **changes)  # type: ignore[arg-type]
        fields = {
            "open": place.open,
            "unit": place.unit,
            "q": place.query,
            "all": "1" if place.has_all else "",
            "fits": "1" if place.fits_only else "",
            place.view: "1" if place.view else "",
        }
        return "?" + urlencode({key: value for key, value in fields.items() if value})


@dataclass(frozen=True, slots=True)
class ShownMove:
    """A place that a node can be moved to."""

    name: str
    act: str


@dataclass(frozen=True, slots=True)
class ShownOpened:
    """The line or unit that is open, with all that can be done to it."""

    node: ShownNode
    groups: tuple[ShownGroup, ...]
    is_unit: bool
    is_counted: bool
    up: str  # acts, empty where they lead nowhere
    down: str
    less: str
    more: str
    duplicate: str
    remove: str
    targets: tuple[ShownMove, ...]


@dataclass(frozen=True, slots=True)
class ShownUnit:
    """A unit that things can be added to."""

    id: str
    name: str
    link: str
    is_current: bool


@dataclass(frozen=True, slots=True)
class ShownStart:
    """A unit that can be added at the top."""

    name: str
    act: str
    text: str
    rank: int  # the smaller, the more usual
    is_filled: bool = False


@dataclass(frozen=True, slots=True)
class ShownAdding:
    """What can be added, and to which unit."""

    unit: ShownUnit | None
    units: tuple[ShownUnit, ...]
    sections: tuple[ShownSection, ...]
    starts: tuple[ShownStart, ...]
    is_searching: bool
    hidden: int  # how many entries stand behind the switch
    fitting: int  # how many of the list's own fit in the points left

    @property
    def is_empty(self) -> bool:
        """Whether nothing is there to be added, or nothing is found."""
        return not any(section.offers for section in self.sections)


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


@dataclass(frozen=True, slots=True)
class ShownGauge:
    """Points as lengths of a ruler of 1000: what is spent, the limit, what is still accepted."""

    spent: int
    limit: int
    state: str  # the class of what is spent: within the limit nothing, else accepted or over


@dataclass(frozen=True, slots=True)
class ShownBuilder:
    """All that the builder page shows."""

    place: Place
    roster: ShownRoster
    gauge: ShownGauge
    opened: ShownOpened | None
    adding: ShownAdding
    settings: ShownSettings | None
    opponent: str
    units: tuple[ShownNode, ...]  # those that values are worked out for
    meanings: tuple[ShownValue, ...]  # what these values mean, each once
    is_by_default: bool  # nothing is chosen that a new list would not have

    @property
    def view(self) -> str:
        """What a narrow page shows: the opened line, or the place's view."""
        return "line" if self.opened else self.place.view or "roster"


def show_builder(
    catalogue: Catalogue, roster: Roster, evaluation: Evaluation, place: Place, language: str
) -> ShownBuilder:
    """Everything that the builder page shows of a roster at a place, in one language."""
    with override(language):
        names = Names(catalogue, language)
        shown = show_roster(catalogue, roster, evaluation, language)
        settings = None
        if place.view == SETTINGS:
            settings = _show_settings(names, roster)
        return ShownBuilder(
            place=place,
            roster=shown,
            gauge=show_gauge(evaluation),
            opened=_show_opened(names, roster, shown, place.open),
            adding=_show_adding(names, roster, evaluation, shown, place),
            settings=settings,
            opponent=word_opponent(names, roster.opponent) if roster.opponent else "",
            units=tuple(node for node in shown.walk() if node.derived),
            meanings=tuple(_find_meanings(shown)),
            is_by_default=_is_by_default(shown, roster),
        )


def _find_meanings(shown: ShownRoster) -> Iterator[ShownValue]:
    seen = set()
    for value in (*shown.derived, *(v for node in shown.walk() for v in node.derived)):
        if value.text and value.key not in seen:
            seen.add(value.key)
            yield value


def _is_by_default(shown: ShownRoster, roster: Roster) -> bool:
    chosen = roster.scenario or roster.opponent or roster.optional_rules
    return not chosen and all(reading.is_default for reading in shown.readings)


def show_gauge(evaluation: Evaluation) -> ShownGauge:
    """The total against the limit as lengths; the ruler ends with what is still accepted."""
    total, limit, allowed = max(evaluation.total, 0), evaluation.limit, evaluation.allowed
    end = max(total, allowed, 1)
    state = "" if total <= limit else " is-accepted" if total <= allowed else " is-over"
    return ShownGauge(int(1000 * total / end), int(1000 * limit / end), state)


# The opened line


def _show_opened(
    names: Names, roster: Roster, shown: ShownRoster, node_id: str
) -> ShownOpened | None:
    node = roster.find(node_id) if node_id else None
    if node is None:
        return None
    line = next(each for each in shown.walk() if each.id == node_id)
    up, down = _find_neighbours(roster, shown, line)
    is_unit = line.role == Role.UNIT
    is_counted = line.role == Role.SELECTION
    return ShownOpened(
        node=line,
        groups=show_groups(names.catalogue, roster, node, names.language),
        is_unit=is_unit,
        is_counted=is_counted,
        up=write_act("move", node_id, position=up) if up else "",
        down=write_act("move", node_id, position=down) if down else "",
        less=write_act("count", node_id, step=-1) if is_counted and node.count > 1 else "",
        more=write_act("count", node_id, step=1) if is_counted else "",
        duplicate=write_act("duplicate", node_id),
        remove=write_act("remove", node_id),
        targets=tuple(_find_targets(names, roster, shown, node)),
    )


def _find_neighbours(roster: Roster, shown: ShownRoster, line: ShownNode) -> tuple[int, int]:
    """The positions, counted from 1, of the nodes of the same role before and behind; 0 for none.

    Lines and extras stand apart on the page, so a step passes over the others.
    """
    siblings = [node.id for node in roster.siblings_of(line.id)]
    roles = {each.id: each.role for each in shown.walk() if each.id in siblings}
    here = siblings.index(line.id)
    same = [i for i, each in enumerate(siblings) if roles[each] == line.role]
    before = [i + 1 for i in same if i < here]
    behind = [i + 1 for i in same if i > here]
    return (before[-1] if before else 0), (behind[0] if behind else 0)


def _find_targets(
    names: Names, roster: Roster, shown: ShownRoster, node: Node
) -> Iterator[ShownMove]:
    entries = names.catalogue.entries
    entry = entries.get(node.entry)
    parent = roster.find_parent(node.id)
    inside = {each.id for each in node.walk()} | ({parent.id} if parent else set())
    for unit in shown.walk():
        above = entries.get(unit.entry)
        is_unit = above is not None and above.role is Role.UNIT and unit.id not in inside
        if entry and above and is_unit and above.may_hold(entry):
            yield ShownMove(unit.name, write_act("move", node.id, parent=unit.id))
    if entry and parent and not names.catalogue.top.isdisjoint(entry.answers):
        yield ShownMove(_("the top of the list"), write_act("move", node.id, parent=""))


# What can be added


def _show_adding(
    names: Names, roster: Roster, evaluation: Evaluation, shown: ShownRoster, place: Place
) -> ShownAdding:
    catalogue = names.catalogue
    target = _find_target(catalogue, roster, place)
    units = tuple(
        ShownUnit(
            node.id,
            node.name,
            place.write(unit=node.id, open=""),
            target is not None and node.id == target.id,
        )
        for node in shown.walk()
        if node.role == Role.UNIT
    )
    sections: tuple[ShownSection, ...] = ()
    if target is not None:
        left = evaluation.allowed - evaluation.total if evaluation.limit else 10**9
        offers = find_offers(catalogue, roster, target.id)
        sections = show_offers(catalogue, offers, left, names.language, target)
    ours = [o for s in sections if s.key != ELSE for o in s.offers]
    return ShownAdding(
        unit=next((unit for unit in units if unit.is_current), None),
        units=units,
        sections=tuple(_sift(sections, place, has_ours=bool(ours))),
        starts=tuple(sorted(_find_starts(names, roster), key=lambda start: start.rank)),
        is_searching=bool(place.query),
        hidden=sum(len(s.offers) for s in sections if s.key == ELSE) if ours else 0,
        fitting=sum(offer.fits and not offer.is_full for offer in ours),
    )


def _find_target(catalogue: Catalogue, roster: Roster, place: Place) -> Node | None:
    """The unit that is added to: the one asked for, that of the opened line, or the first."""

    def is_unit(node: Node | None) -> bool:
        entry = catalogue.entries.get(node.entry) if node else None
        return entry is not None and entry.role is Role.UNIT

    for node_id in (place.unit, place.open):
        node = roster.find(node_id) if node_id else None
        while node is not None and not is_unit(node):
            node = roster.find_parent(node.id)
        if node is not None:
            return node
    units = [node for node in roster.walk() if is_unit(node)]
    army_list = catalogue.army_lists.get(roster.army_list)
    fitting = [node for node in units if army_list and node.entry == army_list.unit]
    return next(iter(fitting or units), None)


def _sift(
    sections: tuple[ShownSection, ...], place: Place, *, has_ours: bool
) -> Iterator[ShownSection]:
    """The sections as far as they are asked for: by words, by points, and all or our own."""
    words = place.query.casefold().split()
    titles = {
        ROWS: _("From the list"),
        ADDITIONS: _("Additions"),
        EXTRAS: _("Extras"),
        ELSE: _("Everything else") if has_ours else _("What it may hold"),
    }
    for section in sections:
        if section.key == ELSE and has_ours and not (place.has_all or words):
            continue
        offers = tuple(
            offer
            for offer in section.offers
            if all(word in offer.words for word in words) and (offer.fits or not place.fits_only)
        )
        if offers:
            yield ShownSection(section.key, offers, titles[section.key])


def _find_starts(names: Names, roster: Roster) -> Iterator[ShownStart]:
    catalogue = names.catalogue
    army_list = catalogue.army_lists.get(roster.army_list)
    for entry in catalogue.entries.values():
        if entry.role is not Role.UNIT or catalogue.top.isdisjoint(entry.answers):
            continue
        name, text = names.entry(entry.key), names.choose(entry.text)
        if army_list is None or entry.key != army_list.unit:
            yield ShownStart(name, write_act("add", entry=entry.key), text, 2)
            continue
        if any(row.start for row in army_list.rows):
            yield ShownStart(name, write_act("add-unit", filled=1), text, 0, is_filled=True)
        yield ShownStart(name, write_act("add-unit"), text, 1)


# Settings


def _show_settings(names: Names, roster: Roster) -> ShownSettings:
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
    found = [keys for each in formulas for keys in ASKED_OPPONENTS.findall(each.text)]
    keys = [key.strip().replace("_", "-") for text in found for key in text.split(",")]
    return dict.fromkeys(key for key in keys if key)


def word_opponent(names: Names, key: str) -> str:
    """What an opponent is called: a nation, an army list, or troops of a category."""
    catalogue = names.catalogue
    if key in catalogue.nations:
        return names.choose(catalogue.nations[key])
    if key in catalogue.army_lists:
        return names.army_list(key)
    words = {"regular": _("Regulars"), "irregular": _("Irregulars")}
    return words.get(key, key.replace("-", " "))


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
