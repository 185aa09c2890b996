"""What a person typed, erased on request from what is otherwise kept as it was; and recorded.

This is the one path on which frozen copies and revisions are rewritten.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.db.models import QuerySet
from django.utils import timezone

from lists.models import Link, Redaction, Revision, RevisionName, Roster, Tag
from lists.models.triggers import lifted
from lists.rules.document import read_document, write_document
from lists.rules.redacting import redact


def redact_links(links: QuerySet[Link], reason: Redaction.Reason) -> int:
    """Erase names and notes from the copies that frozen links hold; how many were rewritten."""
    with lifted():
        figures = {"links": _redact_copies(links)}
        _record(reason, figures)
    return figures["links"]


def redact_roster(row: Roster, reason: Redaction.Reason) -> Mapping[str, int]:
    """Erase names and notes from all states of a roster and all copies of it; counts by table.

    Its row is written first, so that who saves meanwhile waits and reads what is left. View links
    are dated too: what a browser has kept of them is old.
    """
    with lifted():
        Roster.objects.filter(pk=row.pk).update(name="")
        row.links.views().update(redacted_at=timezone.now())
        figures = {
            "links": _redact_copies(row.links.all()),
            "revisions": _redact_revisions(row.revisions.all()),
            "names": RevisionName.objects.filter(roster=row).delete()[0],
            "tags": Tag.objects.filter(roster=row).delete()[0],
        }
        _record(reason, figures)
    return figures


def _redact_copies(links: QuerySet[Link]) -> int:
    frozen = links.filter(kind=Link.Kind.FROZEN, redacted_at=None)
    count = 0
    for link in frozen.only("pk", "document").iterator(chunk_size=100):
        document, now = _redact_document(link.document), timezone.now()
        changes = {"document": document, "name": "", "redacted_at": now}
        count += Link.objects.filter(pk=link.pk).update(**changes)
    return count


def _redact_revisions(revisions: QuerySet[Revision]) -> int:
    count = 0
    for revision in revisions.only("pk", "document").iterator(chunk_size=100):
        document = _redact_document(revision.document)
        count += Revision.objects.filter(pk=revision.pk).update(document=document)
    return count


def _redact_document(document: Mapping[str, Any]) -> dict[str, Any]:
    roster, _ = read_document(document)
    return write_document(redact(roster))


def _record(reason: Redaction.Reason, figures: Mapping[str, int]) -> None:
    if any(figures.values()):
        Redaction.objects.create(reason=reason, figures=dict(figures))
