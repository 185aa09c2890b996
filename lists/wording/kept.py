"""Players' lists as a listing shows them, out of the columns that are kept for it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction

from lists.building.catalogues import find_catalogue
from lists.models import Actor, Roster

from .display import word_verdict
from .words import Names, write_number


@dataclass(frozen=True, slots=True)
class ShownKept:
    """A list in a listing: what it is, what it comes to, and the address that edits it.

    `nation` is empty where its edition does not know its army list.
    """

    address: str
    name: str
    army_list: str
    nation: str
    system: str
    total: str
    limit: str
    verdict: str
    verdict_words: str
    is_ready: bool
    updated_at: datetime


def name_roster(roster: Roster, language: str) -> str:
    """What a list is called: by its player, else after its army list."""
    return roster.name or Names(find_catalogue(roster.edition), language).army_list(
        roster.army_list
    )


def show_kept(rosters: Iterable[Roster], actor: Actor, language: str) -> Iterator[ShownKept]:
    """Rosters as a listing shows them to an actor; their editions are to be loaded with them."""
    for roster in rosters:
        yield show_one(roster, Names(find_catalogue(roster.edition), language), actor)


def show_one(roster: Roster, names: Names, actor: Actor) -> ShownKept:
    """One roster in the words of its catalogue."""
    return ShownKept(
        address=roster.find_address(actor),
        name=roster.name or names.fielded_list(roster.army_list),
        army_list=names.army_list(roster.army_list),
        nation=names.nation_of(roster.army_list),
        system=names.choose(names.catalogue.system_name),
        total=write_number(Fraction(roster.total)),
        limit=write_number(roster.points_limit) if roster.points_limit else "",
        verdict=roster.verdict,
        verdict_words=word_verdict(roster.verdict),
        is_ready=roster.is_ready,
        updated_at=roster.updated_at,
    )
