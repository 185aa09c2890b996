"""The catalogues that rosters are measured against: an edition's rows, compiled once a process."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Any

from lists.models.catalogue import Edition
from lists.models.documents import read_edition
from lists.rules.catalogue import Catalogue
from lists.rules.compiling.catalogue import compile_catalogue
from lists.rules.own_entries import with_own_entries
from lists.rules.roster import Roster

MOST_KEPT = 8
"""How many catalogues a process keeps; a large one takes some megabytes."""

MOST_EXTENDED, LARGEST_WRITTEN = 64, 16_000
"""How many catalogues are kept with players' own entries, and how much of these one may hold."""

MOST_FORMER = 4
"""How many older editions one roster may be kept by in parts: each evaluates it once more."""


type OwnEntries = Iterable[Mapping[str, Any]]


def find_catalogue(edition: Edition, own_entries: OwnEntries = ()) -> Catalogue:
    """The catalogue of an edition, and in it what players have written of their own.

    One that this process has compiled takes no query.
    """
    key = edition.pk, edition.hash, edition.words_hash
    if not own_entries:
        return _compile_once(*key)
    written = json.dumps([dict(entry) for entry in own_entries])
    extend = _extend_once if len(written) <= LARGEST_WRITTEN else _extend_once.__wrapped__
    return extend(*key, written)


def find_catalogue_of(edition: Edition, roster: Roster) -> Catalogue:
    """The catalogue of an edition, with those of the older ones that keep nodes of a roster."""
    own_entries = roster.own_entries
    catalogue = find_catalogue(edition, own_entries)
    hashes = roster.former - {catalogue.hash}
    if not hashes:
        return catalogue
    older = Edition.objects.published().filter(system__key=catalogue.system, hash__in=hashes)
    kept = older.order_by("pk")[:MOST_FORMER]
    former = {each.hash: find_catalogue(each, own_entries) for each in kept}
    return replace(catalogue, former=former)


@lru_cache(maxsize=MOST_KEPT)
def _compile_once(pk: int, content_hash: str, words_hash: str) -> Catalogue:
    """The hashes are here for the cache: what is compiled is what they stood for."""
    edition = Edition.objects.select_related("system").get(pk=pk)
    return compile_catalogue(read_edition(edition))


@lru_cache(maxsize=MOST_EXTENDED)
def _extend_once(pk: int, content_hash: str, words_hash: str, written: str) -> Catalogue:
    catalogue = _compile_once(pk, content_hash, words_hash)
    return with_own_entries(catalogue, tuple(json.loads(written)))


def latest_editions() -> list[Edition]:
    """The newest published edition of each game system, in the order of the systems' keys."""
    editions = Edition.objects.newest().select_related("system")
    return list(editions.order_by("system__key"))


def find_latest_edition(system: str) -> Edition | None:
    """The newest published edition of a game system, by the system's key."""
    editions = Edition.objects.newest().select_related("system")
    return editions.filter(system__key=system).first()


def find_edition(system: str, key: str = "", content_hash: str = "") -> Edition | None:
    """The published edition that a roster names: by hash, else by key, else the newest."""
    editions = Edition.objects.published().filter(system__key=system).select_related("system")
    by_hash = editions.filter(hash=content_hash).first() if content_hash else None
    by_key = editions.filter(key=key).first() if key and by_hash is None else None
    return by_hash or by_key or find_latest_edition(system)
