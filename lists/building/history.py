"""The history of a roster: its revisions as a listing shows them, and the names of some."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from lists.models import Revision, RevisionName
from lists.models import Roster as RosterRow
from lists.rules.own_entries import is_own_key

from .rosters import load_document
from .saving import LARGEST_NUMBER

A_PAGE: Final = 100
"""How many revisions a page of history shows."""


@dataclass(frozen=True, slots=True)
class History:
    """A page of revisions without their documents, newest first.

    `others` are the revisions, by number, whose acts those of the page undo or do again, and
    `names` what revisions are called. `older` and `newer` are the numbers that the pages beside it
    begin with; None where there is none. `own_entries` are what the player has written of their
    own by now, where the page is about any.
    """

    revisions: tuple[Revision, ...]
    others: Mapping[int, Revision]
    names: Mapping[int, str]
    older: int | None
    newer: int | None
    own_entries: tuple[Mapping[str, Any], ...] = ()


def find_history(row: RosterRow, first: int = 0, *, is_named: bool = False) -> History:
    """The revisions from a number downwards, 0 for the newest; those alone that have a name."""
    first = first if 1 <= first <= row.number else row.number
    listed = row.revisions.without_document().filter(number__lte=first)
    if is_named:
        listed = listed.filter(number__in=row.revision_names.values("number"))
    found = list(listed.order_by("-number")[: A_PAGE + 1])
    page = found[:A_PAGE]
    last = found[-1].number if found else first
    names = row.revision_names.filter(number__gte=last, number__lte=first)
    newer = row.number if is_named else min(first + A_PAGE, row.number)
    return History(
        revisions=tuple(page),
        others=find_others(row, page),
        names=dict(names.values_list("number", "name")),
        older=found[A_PAGE].number if len(found) > A_PAGE else None,
        newer=newer if first < row.number else None,
        own_entries=_find_own_entries(row, page),
    )


def _find_own_entries(row: RosterRow, revisions: list[Revision]) -> tuple[Mapping[str, Any], ...]:
    if any(is_own_key(each.parameters.get("entry")) for each in revisions):
        return load_document(row).own_entries
    return ()


def find_others(row: RosterRow, revisions: list[Revision]) -> dict[int, Revision]:
    """The revisions that some of these name as what they undo or do again, by number."""
    others = {revision.number: revision for revision in revisions}
    named = {revision.parameters.get("of") for revision in revisions}
    missing = {each for each in named - set(others) if _is_number(each)}
    if missing:
        found = row.revisions.without_document().filter(number__in=missing)
        others |= {revision.number: revision for revision in found}
    return others


def _is_number(number: object) -> bool:
    return type(number) is int and 1 <= number <= LARGEST_NUMBER


def find_name(row: RosterRow, number: int) -> str:
    """What a revision is called; "" where nobody has named it."""
    return row.revision_names.filter(number=number).values_list("name", flat=True).first() or ""


def name_revision(row: RosterRow, number: int, name: str) -> None:
    """Call a revision something; "" takes its name away. Raises Revision.DoesNotExist."""
    row.revisions.only("pk").get(number=number)
    if name:
        RevisionName.objects.update_or_create(roster=row, number=number, defaults={"name": name})
    else:
        row.revision_names.filter(number=number).delete()
