"""Entries of the player's own, in words: the forms they are written in, and those of before."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any

from lists.building.acts.own_entries import STATISTIC, WRITE
from lists.rules.catalogue import Catalogue, Entry
from lists.rules.own_entries import (
    MOST_OWN_ENTRIES,
    with_own_entries,
    write_points,
)
from lists.rules.roster import Roster

from .adding import ShownAdding, ShownStart, ShownUnit
from .place import ADD, Place
from .words import Names, write_act, write_number

MOST_OFFERED_AGAIN = 12
MOST_UNITS = 8
"""How many units are named where an entry may stand; all can be chosen above."""


@dataclass(frozen=True, slots=True)
class ShownField:
    """A field of a form: what it is called, and what stands in it."""

    field: str
    name: str
    value: str
    saved: str
    fault: str = ""


@dataclass(frozen=True, slots=True)
class ShownOwnForm:
    """The form of an entry of the player's own: of a new one like a template, or of one of them."""

    anchor: str
    key: str  # empty for a new one
    like: str
    pattern: str  # what the template is called
    text: str
    title: str
    points_words: str
    link: str  # the place where it is written, of a new one
    name: ShownField
    points: ShownField
    statistics: tuple[ShownField, ...]
    forget: str = ""  # the act, where no line is this entry
    is_open: bool = False

    @property
    def fields(self) -> tuple[ShownField, ...]:
        """All that is typed."""
        return (self.name, self.points, *self.statistics)

    def fill(self, typed: Mapping[str, str], field: str, fault: str) -> ShownOwnForm:
        """The form with what was typed and refused."""

        def fill_in(shown: ShownField) -> ShownField:
            is_wrong = shown.field == field
            value = typed.get(shown.field, shown.value)
            return replace(shown, value=value, fault=fault if is_wrong else "")

        return replace(
            self,
            name=fill_in(self.name),
            points=fill_in(self.points),
            statistics=tuple(map(fill_in, self.statistics)),
            is_open=True,
        )


@dataclass(frozen=True, slots=True)
class ShownElsewhere:
    """An entry of the player's own that the unit added to may not hold, and those that may."""

    anchor: str
    name: str
    units: tuple[ShownUnit, ...]
    starts: tuple[ShownStart, ...]  # new ones, where there is none yet


@dataclass(frozen=True, slots=True)
class ShownAgain:
    """An entry that the player has written in another list, and the act that takes it over."""

    anchor: str
    name: str
    points: str
    act: str


@dataclass(frozen=True, slots=True)
class ShownOwn:
    """What a roster's player may write of their own, and has written."""

    system: str
    templates: tuple[ShownOwnForm, ...]
    written: tuple[ShownOwnForm, ...]
    elsewhere: tuple[ShownElsewhere, ...]
    is_full: bool
    is_first: bool = False  # whether they are what a list like this is mostly made of
    is_writing: bool = False  # whether a template was asked for

    @property
    def is_changing(self) -> bool:
        """Whether the form of something written is open."""
        return any(form.is_open for form in self.written)

    def fill(self, typed: Mapping[str, str], field: str, fault: str) -> ShownOwn:
        """The forms, in one of them what was typed and refused."""
        anchor = find_anchor(typed.get("entry", ""), typed.get("like", ""))

        def fill_in(form: ShownOwnForm) -> ShownOwnForm:
            return form.fill(typed, field, fault) if form.anchor == anchor else form

        is_new = any(form.anchor == anchor for form in self.templates)
        templates = self.templates
        if is_new:
            templates = tuple(replace(form, is_open=False) for form in templates)
        return replace(
            self,
            is_writing=self.is_writing or is_new,
            templates=tuple(map(fill_in, templates)),
            written=tuple(map(fill_in, self.written)),
        )


def find_anchor(key: str, like: str) -> str:
    """What tells a form apart on a page."""
    return key or f"new-{like}"


def show_own(names: Names, roster: Roster, adding: ShownAdding) -> ShownOwn | None:
    """The forms of a roster's own entries; None where its edition has no templates.

    Of new ones one form is open: the one asked for, else that of the first template.
    """
    templates = names.catalogue.templates
    if not templates:
        return None
    used = {node.entry for node in roster.walk()}
    army_list = names.catalogue.army_lists.get(roster.army_list)
    asked = adding.place.write_like
    is_writing = any(each.key == asked for each in templates)
    opened = asked if is_writing else templates[0].key
    return ShownOwn(
        system=names.catalogue.system,
        templates=tuple(_show_template(names, each, adding.place, opened) for each in templates),
        written=tuple(_find_written(names, used)),
        elsewhere=tuple(_find_elsewhere(names, roster, adding)),
        is_first=army_list is not None and army_list.is_open,
        is_writing=is_writing,
        is_full=len(roster.own_entries) >= MOST_OWN_ENTRIES,
    )


def _find_elsewhere(names: Names, roster: Roster, adding: ShownAdding) -> Iterator[ShownElsewhere]:
    entries = names.catalogue.entries

    def may_hold(unit: str, entry: Entry) -> bool:
        node = roster.find(unit)
        holder = names.catalogue.find_entry(node) if node else None
        return holder is not None and holder.may_hold(entry)

    for entry in entries.values():
        if not entry.like or not _is_sought(names.choose(entry.name), adding.place.query):
            continue
        if adding.unit and may_hold(adding.unit.id, entry):
            continue
        fitting = (unit for unit in adding.units if may_hold(unit.id, entry))
        units = tuple(islice(fitting, MOST_UNITS))
        starts = tuple(
            start
            for start in adding.starts
            if not (units or start.is_filled) and entries[start.entry].may_hold(entry)
        )
        if units or starts:
            name = names.choose(entry.name)
            yield ShownElsewhere(f"elsewhere-{entry.key}", name, units, starts)


def _show_template(names: Names, template: Entry, place: Place, opened: str) -> ShownOwnForm:
    assert template.template is not None
    name = names.choose(template.name)
    return ShownOwnForm(
        anchor=find_anchor("", template.key),
        key="",
        like=template.key,
        pattern=name,
        text=names.choose(template.template.text),
        title=name,
        points_words="",
        link=place.write(view=ADD, write_like=template.key),
        is_open=template.key == opened,
        name=ShownField("name", "", "", ""),
        points=ShownField("points", "", "", ""),
        statistics=tuple(_show_statistics(names, template, {})),
    )


def _find_written(names: Names, used: set[str]) -> Iterator[ShownOwnForm]:
    entries = names.catalogue.entries
    for entry in entries.values():
        if entry.like:
            name, points = names.choose(entry.name), str(write_points(entry.points))
            yield ShownOwnForm(
                anchor=entry.key,
                key=entry.key,
                like=entry.like,
                pattern=names.entry(entry.like),
                text="",
                title=name,
                points_words=write_number(entry.points),
                link="",
                name=ShownField("name", "", name, name),
                points=ShownField("points", "", points, points),
                statistics=tuple(_show_statistics(names, entries[entry.like], entry.statistics)),
                forget="" if entry.key in used else write_act("forget-own-entry", entry=entry.key),
            )


def _show_statistics(
    names: Names, pattern: Entry, values: Mapping[str, Any]
) -> Iterator[ShownField]:
    assert pattern.template is not None
    for key in pattern.template.statistics:
        name = names.choose(names.catalogue.statistics[key].name)
        value = str(values.get(key, pattern.statistics.get(key, "")))
        yield ShownField(f"{STATISTIC}{key}", name, value, value)


def show_again(
    catalogue: Catalogue, kept: Iterable[Mapping[str, Any]], language: str, query: str = ""
) -> tuple[ShownAgain, ...]:
    """What was written in other lists, as far as this one may take it and has none called so."""
    names = Names(catalogue, language)
    here = {_find_likeness(names, entry) for entry in catalogue.entries.values() if entry.like}
    found = [
        entry
        for key, entry in with_own_entries(catalogue, kept).entries.items()
        if key not in catalogue.entries
        and _find_likeness(names, entry) not in here
        and _is_sought(names.choose(entry.name), query)
    ]
    return tuple(_show_again(names, entry) for entry in found[:MOST_OFFERED_AGAIN])


def _is_sought(name: str, query: str) -> bool:
    return all(word in name.casefold() for word in query.casefold().split())


def _find_likeness(names: Names, entry: Entry) -> tuple[str, str]:
    return entry.like, names.choose(entry.name).casefold()


def _show_again(names: Names, entry: Entry) -> ShownAgain:
    name, template = names.choose(entry.name), names.catalogue.entries[entry.like].template
    assert template is not None
    typed = {f"{STATISTIC}{key}": str(entry.statistics.get(key, 0)) for key in template.statistics}
    own = {"entry": entry.key, "like": entry.like, "name": name}
    points = str(write_points(entry.points))
    return ShownAgain(
        anchor=f"again-{entry.key}",
        name=name,
        points=write_number(entry.points),
        act=write_act(WRITE, **own, points=points, **typed),
    )
