"""Reports of shared lists: anyone writes one, an operator takes the list down or lets it stand."""

from __future__ import annotations

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from lists.models import Link, Report, Roster

Outcome = Report.Outcome


def report_link(link: Link, text: str) -> Report:
    """Write down what somebody says about what a link shows."""
    return Report.objects.create(link=link, text=text)


@transaction.atomic
def take_down(report: Report, by: int) -> None:
    """Let no link to the reported roster open anything; a copy without a roster is revoked.

    The roster itself stays with its player, and other reports of it are settled with this one.
    """
    now, link = timezone.now(), report.link
    same = Q(pk=report.pk)
    if link.roster_id is None:
        Link.objects.filter(pk=link.pk, revoked_at=None).update(revoked_at=now)
        same |= Q(link=link, outcome=Outcome.OPEN)
    else:
        Roster.objects.filter(pk=link.roster_id).update(withheld_at=now)
        same |= Q(link__roster=link.roster_id, outcome=Outcome.OPEN)
    settled = {"outcome": Outcome.TAKEN_DOWN, "settled_at": now, "settled_by": by}
    Report.objects.filter(same).update(**settled)


def dismiss(report: Report, by: int) -> None:
    """Let the list stand as it is; one that was taken down stays so until it is put back."""
    _settle(Report.objects.filter(pk=report.pk, outcome=Outcome.OPEN), by)


@transaction.atomic
def put_back(report: Report, by: int) -> None:
    """Let the links open the roster again, which were taken down by mistake, if it is there."""
    if Roster.objects.filter(links__reports=report).update(withheld_at=None):
        _settle(Report.objects.filter(pk=report.pk), by)


def _settle(reports: QuerySet[Report], by: int) -> None:
    reports.update(outcome=Outcome.DISMISSED, settled_at=timezone.now(), settled_by=by)
