"""A player's lists in a table, in words; and what they can be sought by."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from lists.building.catalogues import find_catalogue
from lists.models import Actor, Edition, Roster

from .kept import ShownKept, show_one
from .words import Names


@dataclass(frozen=True, slots=True)
class ShownMine:
    """A list in the table of My lists, and what the actor may do to it beyond renaming it.

    `is_managed` says whether they may archive, tag and delete it, `is_linked` whether this browser
    keeps its edit link. `typed_name` is empty where the list is called after its army list.
    """

    kept: ShownKept
    code: str
    tags: tuple[str, ...]
    is_archived: bool
    is_managed: bool
    is_linked: bool
    number: int
    typed_name: str


@dataclass(frozen=True, slots=True)
class ShownDeleted:
    """A list in the trash: when it was deleted, and when it is purged."""

    kept: ShownKept
    code: str
    deleted_at: datetime
    purged_at: datetime


@dataclass(frozen=True, slots=True)
class Offered:
    """The games and nations of a player's lists, as choices."""

    systems: tuple[tuple[str, str], ...]
    nations: tuple[tuple[str, str], ...]


def show_mine(
    rosters: Iterable[Roster],
    editions: Mapping[int, Edition],
    tags: Mapping[int, Sequence[str]],
    actor: Actor,
    language: str,
) -> Iterator[ShownMine]:
    """The lists of one page of the table, given their editions and tags by key."""
    named = {key: Names(find_catalogue(each), language) for key, each in editions.items()}
    for roster in rosters:
        yield ShownMine(
            kept=show_one(roster, named[roster.edition_id], actor),
            code=roster.code,
            tags=tuple(tags.get(roster.pk, ())),
            is_archived=roster.archived_at is not None,
            is_managed=roster.is_managed_by(actor),
            is_linked=roster.edit_token in actor.linked,
            number=roster.number,
            typed_name=roster.name,
        )


def show_deleted(
    rosters: Iterable[Roster], days: int, actor: Actor, language: str
) -> Iterator[ShownDeleted]:
    """Lists in the trash, where they are kept for so many days."""
    for roster in rosters:
        assert roster.deleted_at is not None
        names = Names(find_catalogue(roster.edition), language)
        yield ShownDeleted(
            kept=show_one(roster, names, actor),
            code=roster.code,
            deleted_at=roster.deleted_at,
            purged_at=roster.deleted_at + timedelta(days=days),
        )


def offer_sought(editions: Iterable[Edition], language: str) -> Offered:
    """What lists on these editions can be sought by; a nation goes by its newest name."""
    systems: dict[str, str] = {}
    nations: dict[str, str] = {}
    for edition in editions:
        names = Names(find_catalogue(edition), language)
        system = names.choose(names.catalogue.system_name)
        systems.setdefault(edition.system.key, system)
        for key, words in names.catalogue.nations.items():
            name = names.choose(words)
            nations.setdefault(f"{edition.system.key}/{key}", f"{system}: {name}")
    if len(systems) == 1:
        nations = {key: name.partition(": ")[2] for key, name in nations.items()}
    return Offered(tuple(systems.items()), tuple(nations.items()))
