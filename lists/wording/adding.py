"""What can be added to a roster, in words: the offers to one of its units, and new units."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Set
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

from lists.rules.catalogue import Catalogue, Role, Row
from lists.rules.evaluation import Evaluation
from lists.rules.offers import ADDITIONS, ELSE, EXTRAS, OWN, ROWS, Offer, find_offers
from lists.rules.roster import Node, Roster

from .choices import ShownOffer, ShownSection, show_offers
from .display import ShownRoster
from .place import Place
from .words import Names, write_act

NO_LIMIT = 10**9
LONGEST_ROW = 6
"""A row with a name that offers more than this is folded until it is asked for."""


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

    entry: str
    name: str
    act: str
    text: str
    rank: int  # the smaller, the more usual
    is_filled: bool = False


@dataclass(frozen=True, slots=True)
class ShownAdding:
    """What can be added, and to which unit."""

    place: Place
    unit: ShownUnit | None
    units: tuple[ShownUnit, ...]
    sections: tuple[ShownSection, ...]
    starts: tuple[ShownStart, ...]
    has_limit: bool
    is_over: bool
    hidden: int  # how many entries stand behind the switch
    fitting: int  # how many fit in the points left, of the list's own where it has its own
    hint: str = ""  # where something that is no entry of its own, but asked for, is chosen

    @property
    def own(self) -> ShownSection | None:
        """Those of the player's own entries that the unit may hold."""
        return next((section for section in self.sections if section.key == OWN), None)

    @property
    def others(self) -> tuple[ShownSection, ...]:
        """What the edition offers."""
        return tuple(section for section in self.sections if section.key != OWN)

    @property
    def all_link(self) -> str:
        """The place beside it with everything, or with only what the list offers."""
        return self.place.write(has_all=not self.place.has_all)

    @property
    def fits_link(self) -> str:
        """The place beside it with only what fits, or with what does not as well."""
        return self.place.write(fits_only=not self.place.fits_only)


def show_adding(
    names: Names, roster: Roster, evaluation: Evaluation, shown: ShownRoster, place: Place
) -> ShownAdding:
    """What can be added at a place of the page."""
    catalogue = names.catalogue
    target = _find_target(catalogue, roster, place)
    units = tuple(_show_units(shown, place, target.id if target else ""))
    words = place.query.casefold().split()
    left = evaluation.allowed - evaluation.total if evaluation.limit else NO_LIMIT
    offers, shows_all = _find_offers(
        catalogue, roster, target, has_all=place.has_all or bool(words)
    )
    rows = _gather(catalogue, roster, offers)
    folded = _find_folded(rows, place)
    wanted = tuple(
        offer
        for offer in offers
        if (shows_all or offer.section != ELSE) and offer.row not in folded
    )
    sections: tuple[ShownSection, ...] = ()
    if target is not None:
        sections = show_offers(catalogue, wanted, left, names.language)
    is_printed = any(offer.section not in (ELSE, OWN) for offer in offers)
    is_ours = is_printed and not _is_open(catalogue, roster)
    sections = tuple(_sift(sections, words, fits_only=place.fits_only, is_ours=is_ours))
    sifted = tuple(_divide(names, sections, rows, folded, place))
    is_found = any(section.key != ELSE for section in sifted)
    return ShownAdding(
        place=place,
        unit=next((unit for unit in units if unit.is_current), None),
        units=units,
        sections=sifted,
        starts=tuple(sorted(_find_starts(names, roster), key=lambda start: start.rank)),
        has_limit=shown.has_limit,
        is_over=shown.is_over,
        hidden=sum(offer.section == ELSE for offer in offers) if is_ours else 0,
        fitting=sum(
            offer.price * offer.count <= left and not offer.is_full
            for offer in offers
            if not (is_ours and offer.section == ELSE)
        ),
        hint=_find_hint(names, target, words) if words and target and not is_found else "",
    )


def _find_hint(names: Names, target: Node, words: list[str]) -> str:
    """Where an option that is searched for can be chosen: on which of the unit's lines."""
    entries = names.catalogue.entries
    for line in target.children:
        entry = entries.get(line.entry)
        for group in entry.groups.values() if entry else ():
            for option in group.options:
                called = (*entries[option].name.values(), *entries[option].short.values())
                if all(any(word in name.casefold() for name in called) for word in words):
                    return _("%(option)s is chosen on a line. Open one, such as: %(line)s.") % {
                        "option": names.entry(option),
                        "line": line.name or names.entry(line.entry),
                    }
    return ""


def _show_units(shown: ShownRoster, place: Place, target: str) -> Iterator[ShownUnit]:
    for node in shown.walk():
        if node.role == Role.UNIT:
            link = place.write(unit=node.id)
            yield ShownUnit(node.id, node.name, link, node.id == target)


def _is_open(catalogue: Catalogue, roster: Roster) -> bool:
    army_list = catalogue.army_lists.get(roster.army_list)
    return army_list is not None and army_list.is_open


def _find_offers(
    catalogue: Catalogue, roster: Roster, target: Node | None, *, has_all: bool
) -> tuple[tuple[Offer, ...], bool]:
    """The offers to a unit, and whether those that its list does not print are shown as well.

    They are where they are asked for, and where there are no others.
    """
    if target is None:
        return (), False
    army_list = catalogue.army_lists.get(roster.army_list)
    is_printed = army_list is not None and not army_list.is_open and army_list.unit == target.entry
    shows_all = has_all or not is_printed
    return find_offers(catalogue, roster, target.id, is_else_priced=shows_all), shows_all


def _find_target(catalogue: Catalogue, roster: Roster, place: Place) -> Node | None:
    """The unit that is added to: the one asked for, that of the opened line, or the first."""

    def is_unit(node: Node | None) -> bool:
        entry = catalogue.find_entry(node) if node else None
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


type _Rows = Mapping[str, tuple[Row, list[Offer]]]
"""The rows of an army list that have a name, with what each offers."""


def _gather(catalogue: Catalogue, roster: Roster, offers: tuple[Offer, ...]) -> _Rows:
    army_list = catalogue.army_lists.get(roster.army_list)
    rows = army_list.rows if army_list else ()
    gathered: dict[str, tuple[Row, list[Offer]]] = {row.key: (row, []) for row in rows if row.name}
    for offer in offers:
        if offer.row in gathered:
            gathered[offer.row][1].append(offer)
    return {key: row for key, row in gathered.items() if row[1]}


def _find_folded(rows: _Rows, place: Place) -> Set[str]:
    """The rows whose offers are not shown: long ones, unless everything or something is sought."""
    if place.query or place.has_all or place.fits_only:
        return frozenset()
    return {key for key, (_row, offers) in rows.items() if len(offers) > LONGEST_ROW} - {place.row}


def _divide(
    names: Names,
    sections: tuple[ShownSection, ...],
    rows: _Rows,
    folded: Set[str],
    place: Place,
) -> Iterator[ShownSection]:
    """The sections with a section of its own for each row that has a name."""
    of_rows: dict[str, list[ShownOffer]] = {key: [] for key in rows}
    rest = []
    for section in sections:
        unnamed = [offer for offer in section.offers if offer.row not in rows]
        for offer in section.offers:
            if offer.row in rows:
                of_rows[offer.row].append(offer)
        if unnamed:
            rest.append(replace(section, offers=tuple(unnamed)))
    for key, shown in of_rows.items():
        if shown or key in folded:
            yield _show_row(names, rows[key], tuple(shown), place)
    yield from rest


def _show_row(
    names: Names, gathered: tuple[Row, list[Offer]], shown: tuple[ShownOffer, ...], place: Place
) -> ShownSection:
    row, offers = gathered
    is_long = len(offers) > LONGEST_ROW and not (place.query or place.has_all or place.fits_only)
    return ShownSection(
        key=row.key,
        offers=tuple(replace(offer, taken=0, most=0) for offer in shown),
        name=names.choose(row.name),
        tally=f"{offers[0].taken}/{offers[0].most}",
        folded=len(offers) if is_long else 0,
        link=place.write(row="" if shown else row.key) if is_long else "",
    )


def _sift(
    sections: tuple[ShownSection, ...], words: list[str], *, fits_only: bool, is_ours: bool
) -> Iterator[ShownSection]:
    """The sections as far as they are asked for, by words and by points; what is ours first."""
    titles = {
        ROWS: _("From the list"),
        ADDITIONS: _("Additions"),
        OWN: _("Your own"),
        EXTRAS: _("Extras"),
        ELSE: _("Everything else") if is_ours else _("What it may hold"),
    }
    for section in sorted(sections, key=lambda each: each.key == EXTRAS and not is_ours):
        offers = tuple(
            offer
            for offer in section.offers
            if all(word in offer.words for word in words) and (offer.fits or not fits_only)
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
            yield ShownStart(entry.key, name, write_act("add", entry=entry.key), text, 2)
            continue
        if any(row.start for row in army_list.rows):
            act = write_act("add-unit", filled=1)
            yield ShownStart(entry.key, name, act, text, 0, is_filled=True)
        yield ShownStart(entry.key, name, write_act("add-unit"), text, 1)
