"""Which of a player's lists are sought: by what they say, what they are, and in which order."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from django.db.models import Q
from django.db.models.functions import Lower

from lists.models import Edition
from lists.models.roster import RosterQuerySet
from lists.rules.catalogue import ArmyList, Catalogue

from .catalogues import find_catalogue

CHANGED, NAME, POINTS, CREATED = "changed", "name", "points", "created"
ORDERS: Final[Mapping[str, tuple[Any, ...]]] = {
    CHANGED: ("-updated_at", "-pk"),
    NAME: (Lower("name"), "pk"),
    POINTS: ("-total", "-pk"),
    CREATED: ("-created_at", "-pk"),
}


@dataclass(frozen=True, slots=True)
class Sought:
    """What a player looks for; what is empty or None does not matter.

    `nation` is a nation's key behind that of its system: "breaking-news/italy". `least` and `most`
    bound the points that a list comes to, `limit` is what it may spend.
    """

    text: str = ""
    system: str = ""
    nation: str = ""
    least: int | None = None
    most: int | None = None
    limit: int | None = None
    verdict: str = ""
    state: str = ""
    tag: str = ""
    is_archived: bool = False
    order: str = CHANGED


def find_editions(rosters: RosterQuerySet) -> list[Edition]:
    """The editions that rosters stand on, as far as that finds their catalogues; newest first.

    Each says as `newest` which is the newest of its game system.
    """
    used = Edition.objects.filter(pk__in=rosters.order_by().values("edition")).with_newest()
    named = used.select_related("system").only("key", "hash", "words_hash", "system__key")
    return list(named.order_by("system__key", "-published_at", "-pk"))


def seek(rosters: RosterQuerySet, sought: Sought, editions: Iterable[Edition]) -> RosterQuerySet:
    """Those that are sought, in their order; `editions` are all that the rosters stand on."""
    found = rosters.archived() if sought.is_archived else rosters.at_hand()
    plain = {
        "edition__system__key": sought.system,
        "verdict": sought.verdict,
        "state": sought.state,
        "tags__text": sought.tag,
    }
    bounds = {
        "total__gte": sought.least,
        "total__lte": sought.most,
        "points_limit": sought.limit,
    }
    found = found.filter(**{name: value for name, value in plain.items() if value})
    found = found.filter(**{name: value for name, value in bounds.items() if value is not None})
    if sought.nation:
        found = found.filter(_of_nation(sought.nation, editions))
    if sought.text:
        found = found.called(sought.text, _of_army_list(sought.text, editions))
    return found.order_by(*ORDERS.get(sought.order, ORDERS[CHANGED]))


def _of_nation(nation: str, editions: Iterable[Edition]) -> Q:
    """On an army list of a nation: the columns know its key, and the catalogues its nation."""
    system, _, key = nation.partition("/")
    of_system = (edition for edition in editions if edition.system.key == system)
    return _on(of_system, lambda _, army_list: army_list.nation == key)


def _of_army_list(text: str, editions: Iterable[Edition]) -> Q:
    """On an army list that is so called in any language, or fielded by a nation so called."""
    sought = text.casefold()

    def is_called(catalogue: Catalogue, army_list: ArmyList) -> bool:
        names = (army_list.name, catalogue.nations.get(army_list.nation, {}))
        return any(sought in name.casefold() for words in names for name in words.values())

    return _on(editions, is_called)


def _on(editions: Iterable[Edition], is_such: Callable[[Catalogue, ArmyList], bool]) -> Q:
    """On an army list of these editions that is such; on none where there is none."""
    such = Q(pk__in=())
    for edition in editions:
        catalogue = find_catalogue(edition)
        every = catalogue.army_lists.values()
        keys = [army_list.key for army_list in every if is_such(catalogue, army_list)]
        if keys:
            such |= Q(edition=edition, army_list__in=keys)
    return such
