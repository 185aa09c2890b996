"""Reports: anyone writes one, an operator settles it, and the roster stays its player's."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from lists.building.trash import delete_rosters, purge_of, purge_since
from lists.models import Actor, Link, Report, Roster
from lists.sharing.leaving import delete_account
from lists.sharing.links import Withheld, freeze_revision, make_link
from lists.sharing.reports import dismiss, put_back, report_link, take_down
from tests.factories import act, create_home_guard, create_user

pytestmark = pytest.mark.django_db


@pytest.fixture
def row() -> Roster:
    return create_home_guard()


@pytest.fixture
def operator() -> int:
    return create_user("operator").pk


def path_of(link: Link, part: str = "") -> str:
    return f"/{'s' if link.kind == Link.Kind.VIEW else 'f'}/{link.code}/{part}"


def test_anyone_reports_what_a_link_shows(client: Client, row: Roster) -> None:
    for link in (make_link(row), freeze_revision(row, 1)):
        assert path_of(link, "report/").split("/")[-2] in client.get(path_of(link)).content.decode()
        sent = client.post(path_of(link, "report/"), {"text": "An insult.\x07 <b>"})
        assert sent.status_code == 303
        assert "Thank you" in client.get(sent["Location"]).content.decode()

    reports = Report.objects.order_by("pk").select_related("link")
    assert [(each.link.kind, each.text) for each in reports] == [
        ("view", "An insult. <b>"),
        ("frozen", "An insult. <b>"),
    ]


@pytest.mark.parametrize("text", ["", "   ", "\u200e\x07", "x" * 2001])
def test_a_report_says_something(client: Client, row: Roster, text: str) -> None:
    sent = client.post(path_of(make_link(row), "report/"), {"text": text})

    assert sent.status_code == 422
    assert not Report.objects.exists()


def test_a_link_of_nothing_is_not_reported(client: Client, row: Roster) -> None:
    link = make_link(row)
    Link.objects.filter(pk=link.pk).update(revoked_at="2026-01-01T00:00Z")

    assert client.post(path_of(link, "report/"), {"text": "Bad."}).status_code == 404
    assert not Report.objects.exists()


def test_taking_down_closes_every_link_and_leaves_the_roster(
    client: Client, row: Roster, operator: int
) -> None:
    links = [make_link(row), freeze_revision(row, 1)]
    other = create_home_guard()
    reports = [report_link(link, "Bad.") for link in (*links, make_link(other))]

    take_down(reports[0], operator)

    assert [client.get(path_of(link)).status_code for link in links] == [404, 404]
    assert client.get(path_of(make_link(other))).status_code == 200
    outcomes = [Report.objects.get(pk=each.pk).outcome for each in reports]
    assert outcomes == ["taken-down", "taken-down", "open"]
    builder = f"/lists/{row.edit_token}/"
    assert client.get(builder).status_code == 200
    row.refresh_from_db()
    for make in (make_link, lambda row: freeze_revision(row, 1)):
        with pytest.raises(Withheld):
            make(row)
    assert client.post(f"{builder}share/view/").status_code == 303
    page = client.get(f"{builder}share/").content.decode()
    assert "taken the links of this list down" in page
    assert links[0].code not in page
    assert act(row, "limit", limit=60).row.points_limit == 60


@pytest.mark.parametrize("end", ["purged", "left"])
def test_what_was_taken_down_stays_so_when_its_list_is_gone(
    client: Client, operator: int, end: str
) -> None:
    owner = create_user("ana")
    row = create_home_guard(Actor(user=owner.pk))
    link = freeze_revision(row, 1)
    take_down(report_link(link, "Bad."), operator)

    if end == "left":
        delete_account(owner, erases=False)
    else:
        delete_rosters(Actor(user=owner.pk), [row.code])
        purged = purge_of(Actor(user=owner.pk), row.code)
        assert (purged.rosters, purged.frozen_links) == (1, 0)

    assert not Roster.objects.exists()
    assert client.get(path_of(link)).status_code == 404


def test_what_was_taken_down_can_be_put_back(client: Client, row: Roster, operator: int) -> None:
    link = make_link(row)
    report = report_link(link, "Bad.")
    take_down(report, operator)

    put_back(report, operator)

    assert client.get(path_of(link)).status_code == 200
    assert Report.objects.get().outcome == Report.Outcome.DISMISSED


def test_what_was_taken_down_opens_no_more_once_its_roster_is_purged(
    client: Client, row: Roster, operator: int
) -> None:
    link, other = freeze_revision(row, 1), freeze_revision(create_home_guard(), 1)
    take_down(report_link(link, "Bad."), operator)

    Roster.objects.update(deleted_at="2026-01-01T00:00Z")
    purge_since(timezone.now())

    assert not Roster.objects.exists()
    assert client.get(path_of(link)).status_code == 404
    assert client.get(path_of(other)).status_code == 200


def test_a_dismissed_report_changes_nothing(client: Client, row: Roster, operator: int) -> None:
    link = make_link(row)

    dismiss(report_link(link, "I lost to it."), operator)

    assert client.get(path_of(link)).status_code == 200
    report = Report.objects.get()
    assert (report.outcome, report.settled_by_id) == ("dismissed", operator)
    assert report.settled_at is not None


def test_what_is_down_is_not_said_to_stand(client: Client, operator: int) -> None:
    owner = create_user("ana")
    rows = [create_home_guard(Actor(user=owner.pk)) for _ in range(2)]
    reports = [report_link(freeze_revision(row, 1), "Bad.") for row in rows]
    for report in reports:
        take_down(report, operator)
    delete_rosters(Actor(user=owner.pk), [rows[1].code])
    purge_of(Actor(user=owner.pk), rows[1].code)

    dismiss(reports[0], operator)  # its list is down still
    put_back(Report.objects.get(pk=reports[1].pk), operator)  # there is nothing to come back

    assert {each.outcome for each in Report.objects.all()} == {"taken-down"}
    put_back(reports[0], operator)
    assert Report.objects.get(pk=reports[0].pk).outcome == "dismissed"


def test_an_operator_settles_in_the_admin(admin_client: Client, row: Roster) -> None:
    link = make_link(row)
    report = report_link(link, "<script>alert(1)</script>")
    listing = reverse("admin:lists_report_changelist")

    shown = admin_client.get(listing).content.decode()
    assert "<script>alert(1)" not in shown
    assert link.code in shown
    fields = {"action": "take_down", "_selected_action": [report.pk]}
    assert admin_client.post(listing, fields).status_code == 302

    assert admin_client.get(path_of(link)).status_code == 404
    assert admin_client.get(reverse("admin:lists_redaction_changelist")).status_code == 200
    assert admin_client.get(reverse("admin:lists_user_changelist")).status_code == 200
    assert admin_client.get(reverse("admin:lists_user_add")).status_code == 200
