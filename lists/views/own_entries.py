"""Entries of the player's own, offered in their other lists: kept with the account, else here."""

from __future__ import annotations

from typing import Any, Final

from django.http import HttpRequest

from lists.building.acts.own_entries import WRITE
from lists.building.own_entries import (
    find_kept,
    keep_entries_of,
    keep_own_entry,
    read_own_entries,
)
from lists.building.saving import Outcome, Saved
from lists.models import Actor, Roster
from lists.rules.edits import find_own_entry

WRITTEN: Final = "own-entries"
MOST_REMEMBERED: Final = 12


def keep_written(request: HttpRequest, actor: Actor, saved: Saved) -> None:
    """Keep what an act has just written: with the account of the list's owner, else here.

    What is written in the list of another is theirs.
    """
    if saved.outcome is not Outcome.SAVED or saved.revision.code != WRITE:
        return
    written = find_own_entry(saved.roster, str(saved.revision.parameters.get("entry")))
    if written is None:
        return
    if actor.user is not None and saved.row.owner_id == actor.user:
        keep_own_entry(actor.user, saved.roster.system, written)
    elif saved.row.owner_id is None:
        _remember(request, saved.roster.system, dict(written))


def keep_brought(request: HttpRequest, actor: Actor, row: Roster) -> None:
    """Keep what a list has brought along that the person has made of a file."""
    if actor.user is not None:
        keep_entries_of(actor.user, [row.pk])
        return
    revision = row.revisions.with_edition().get(number=row.number)
    for written in list(read_own_entries(revision))[:MOST_REMEMBERED]:
        _remember(request, revision.edition.system.key, written)


def _remember(request: HttpRequest, system: str, written: dict[str, Any]) -> None:
    new = {"system": system, "entry": written}
    others = [
        each
        for each in request.session.get(WRITTEN, ())
        if (each["system"], each["entry"]["key"]) != (system, written["key"])
    ]
    request.session[WRITTEN] = [new, *others][:MOST_REMEMBERED]


def find_written(request: HttpRequest, actor: Actor, system: str) -> list[dict[str, Any]]:
    """What the person has written for a game system, the last used first."""
    here = [each["entry"] for each in request.session.get(WRITTEN, ()) if each["system"] == system]
    return [*find_kept(actor.user, system), *here] if actor.user is not None else here
