"""The lists of a scenario, made all at once; and those that somebody has of it."""

from __future__ import annotations

import re
from base64 import urlsafe_b64encode
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Final

from django.db import IntegrityError, transaction
from django.db.models import F
from django.utils.crypto import salted_hmac

from lists.models import Actor, Edition, Revision
from lists.models import Roster as RosterRow
from lists.models.roster import CODE_PATTERN, new_code
from lists.rules.beginnings import build_suggested_roster
from lists.rules.catalogue import Catalogue, Scenario
from lists.rules.roster import Roster

from .catalogues import find_catalogue
from .rosters import create_roster

FROM_SCENARIO: Final = "from-scenario"
MOST_LOOKED_AT = 60


def create_scenario(
    actor: Actor, edition: Edition, scenario: Scenario, *, language: str, key: str
) -> list[RosterRow]:
    """All lists of a scenario, each attached to it; whoever sends the same key again gets them too.

    The key is a secret of the page that the lists were asked for on: the public codes of the lists
    follow from it, so that two requests at the same moment cannot both make them.
    """
    codes = derive_codes(key, [f"{scenario.key}/{each.key}" for each in scenario.lists])
    try:
        return _find_made(codes) or _create(actor, edition, scenario, language, codes)
    except IntegrityError:
        return _find_made(codes)


@transaction.atomic
def _create(
    actor: Actor, edition: Edition, scenario: Scenario, language: str, codes: list[str]
) -> list[RosterRow]:
    rosters = build_scenario(find_catalogue(edition), scenario, language)
    return [
        create_roster(actor, roster, edition, code=FROM_SCENARIO, public_code=public_code)
        for roster, public_code in zip(rosters, codes, strict=True)
    ]


def derive_codes(key: str, what: Iterable[str]) -> list[str]:
    """A public code for each list that a gesture makes; of no use to who lacks the key.

    What is no key of a page's is as if it were a new one.
    """
    gesture = key if re.fullmatch(CODE_PATTERN, key) else new_code()
    return [_derive_code(f"{gesture}/{each}") for each in what]


def _derive_code(text: str) -> str:
    digest = salted_hmac("lists.made-once", text, algorithm="sha256").digest()
    return urlsafe_b64encode(digest).decode()[:22]


def _find_made(codes: list[str]) -> list[RosterRow]:
    return sorted(RosterRow.objects.filter(code__in=codes), key=lambda row: codes.index(row.code))


def build_scenario(catalogue: Catalogue, scenario: Scenario, language: str) -> Iterator[Roster]:
    """The lists that a scenario suggests, called after it, with their notes on their units."""
    for suggested in scenario.lists:
        roster = build_suggested_roster(catalogue, scenario.key, suggested)
        note = suggested.note.get(language, "")
        children = tuple(replace(node, note=node.note or note) for node in roster.children[:1])
        name = f"{scenario.name[language]}: {suggested.name[language]}"
        yield replace(roster, name=name, children=(*children, *roster.children[1:]))


def find_of_scenario(actor: Actor, edition: Edition, scenario: str) -> list[RosterRow]:
    """Those of the newest lists of a person or browser that are attached to a scenario."""
    kept = RosterRow.objects.kept_by(actor).filter(edition__system=edition.system)
    current = Revision.objects.filter(roster__in=list(kept[:MOST_LOOKED_AT]))
    current = current.filter(number=F("roster__number")).select_related("roster__edition")
    rows = [each.roster for each in current if each.document.get("scenario") == scenario]
    return sorted(rows, key=lambda row: row.pk)
