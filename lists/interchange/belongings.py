"""All that the site keeps of a person, as one zip: lists in every state, links, what they said."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import datetime
from tempfile import SpooledTemporaryFile
from typing import IO, Any, Final
from zipfile import ZIP_DEFLATED, ZipFile

from lists.building.rosters import evaluate_roster
from lists.models import Link, Revision, Roster, User

from .documents import export_json
from .files import File, name_file
from .text import write_text

IN_MEMORY: Final = 4 << 20  # bytes; what is larger is written to the disk
AT_ONCE: Final = 10
"""How many revisions are read at once, each of which may take a megabyte."""
CLOSING: Final = b"]\n}"


def pack_belongings(user: User, language: str) -> IO[bytes]:
    """A zip that is open at its start; whoever asked for it closes it.

    `account.json` says who it is. Each list has a folder: `roster.json` and `roster.txt` as they
    are handed out anywhere, and `history.json` with every state that it was saved in.
    """
    packed = SpooledTemporaryFile(max_size=IN_MEMORY)  # noqa: SIM115  # handed out open
    with ZipFile(packed, "w", ZIP_DEFLATED) as archive:
        archive.writestr("account.json", _write(_describe(user)))
        rosters = Roster.objects.filter(owner=user).with_edition().order_by("pk")
        for row in rosters.prefetch_related("tags", "revision_names"):
            folder = f"lists/{name_file(row.name or row.army_list, row.code)}"
            for file in _pack(row, language):
                archive.writestr(f"{folder}/{file.name}", file.content)
            with archive.open(f"{folder}/history.json", "w", force_zip64=True) as history:
                history.writelines(_write_history(row))
    packed.seek(0)
    return packed


def _pack(row: Roster, language: str) -> Iterator[File]:
    evaluated = evaluate_roster(row)
    document = export_json(evaluated.roster, evaluated.evaluation)
    yield document._replace(name="roster.json")
    yield write_text(evaluated, language)._replace(name="roster.txt")


def _write_history(row: Roster) -> Iterator[bytes]:
    """The history as JSON, one revision after the other: all at once might not fit in memory."""
    names = {each.number: each.name for each in row.revision_names.all()}
    yield _write(_tell(row)).removesuffix(CLOSING)
    for index, each in enumerate(row.revisions.order_by("number").iterator(chunk_size=AT_ONCE)):
        yield (b",\n" if index else b"") + _write(_tell_revision(each, names.get(each.number, "")))
    yield CLOSING


def _describe(user: User) -> dict[str, Any]:
    former = Link.objects.filter(former_owner=user).frozen().without_document()
    return {
        "email": user.email,
        "name": user.name,
        "joined": _date(user.date_joined),
        "last_sign_in": _date(user.last_login),
        "own_entries": [{"system": each.system, **each.plain} for each in user.own_entries.all()],
        "frozen_links_of_purged_lists": [_tell_link(link) for link in former],
    }


def _tell(row: Roster) -> dict[str, Any]:
    """What is kept of a list beside its revisions, for which there is room at the end."""
    return {
        "created": _date(row.created_at),
        "archived": _date(row.archived_at),
        "deleted": _date(row.deleted_at),
        "tags": [tag.text for tag in row.tags.all()],
        "links": [_tell_link(link) for link in row.links.without_document()],
        "revisions": [],
    }


def _tell_link(link: Link) -> dict[str, Any]:
    return {
        "kind": link.kind,
        "code": link.code,
        "revision": link.number,
        "made": _date(link.created_at),
        "revoked": _date(link.revoked_at),
    }


def _tell_revision(revision: Revision, name: str) -> dict[str, Any]:
    return {
        "number": revision.number,
        "name": name,
        "saved": _date(revision.created_at),
        "act": revision.code,
        "parameters": revision.parameters,
        "document": revision.document,
    }


def _date(moment: datetime | None) -> str | None:
    return moment.isoformat() if moment else None


def _write(plain: object) -> bytes:
    return json.dumps(plain, ensure_ascii=False, indent=1).encode()
