"""Links made, resolved, revoked, and what they still show when their roster is gone."""

from __future__ import annotations

from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import IntegrityError, connection, transaction
from django.utils import timezone

from lists.models import Link, Revision, Roster
from lists.models.triggers import lifted
from lists.sharing.drawing import draw_qr, find_address
from lists.sharing.links import (
    evaluate_link,
    find_view_link,
    freeze_revision,
    make_link,
    resolve_link,
    revoke_link,
)
from tests.factories import act, create_home_guard

pytestmark = pytest.mark.django_db
VIEW, FROZEN = Link.Kind.VIEW, Link.Kind.FROZEN


@pytest.fixture
def row() -> Roster:
    """A roster, beside another that is shared too."""
    other = create_home_guard()
    make_link(other)
    freeze_revision(other, 1)
    return create_home_guard()


def opens(link: Link) -> bool:
    try:
        return resolve_link(link.code, link.kind) == link
    except Link.DoesNotExist:
        return False


def purge(row: Roster) -> None:
    with lifted():
        row.delete()


# Making


def test_making_a_link_again_gives_the_one_that_stands(row: Roster) -> None:
    act(row, "limit", limit=60)

    assert make_link(row) == make_link(row)
    assert freeze_revision(row, 1) == freeze_revision(row, 1)
    assert freeze_revision(row, 1) != freeze_revision(row, 2)
    assert row.links.count() == 3


def test_a_roster_has_one_standing_view_link_whoever_writes(row: Roster) -> None:
    make_link(row)

    with pytest.raises(IntegrityError), transaction.atomic():
        Link.objects.create(roster=row, kind=VIEW)


def test_only_a_revision_that_is_there_can_be_frozen(row: Roster) -> None:
    with pytest.raises(Revision.DoesNotExist):
        freeze_revision(row, 2)


def test_making_a_link_leaves_the_roster_as_it_is(row: Roster) -> None:
    before = Roster.objects.filter(pk=row.pk).values().get()

    make_link(row)
    freeze_revision(row, 1)

    assert Roster.objects.filter(pk=row.pk).values().get() == before


# Resolving


@pytest.mark.parametrize(
    "code", ["", "x", "\0", "\ud800", "%", "_" * 22, "é" * 22, "x" * 22 + "\n", "x" * 10_000]
)
def test_a_code_of_nothing_opens_nothing(row: Roster, code: str) -> None:
    for kind in (VIEW, FROZEN):
        with pytest.raises(Link.DoesNotExist):
            resolve_link(code, kind)


def test_a_code_opens_only_what_it_was_made_for(row: Roster) -> None:
    view, frozen = make_link(row), freeze_revision(row, 1)

    for code, kind in (
        (view.code, FROZEN),
        (frozen.code, VIEW),
        (view.code.swapcase(), VIEW),
        (row.code, VIEW),
        (row.edit_token, VIEW),
        (row.edit_token, FROZEN),
    ):
        with pytest.raises(Link.DoesNotExist):
            resolve_link(code, kind)


def test_a_view_link_shows_the_roster_as_it_stands(row: Roster) -> None:
    link = make_link(row)
    act(row, "limit", limit=60)

    assert evaluate_link(resolve_link(link.code, VIEW)).roster.points_limit == 60


def test_a_frozen_link_survives_edits_trash_and_purge(row: Roster) -> None:
    link = freeze_revision(row, 1)
    expected = evaluate_link(link)
    act(row, "limit", limit=60)

    for fate in (lambda: None, lambda: trash(row), lambda: purge(row)):
        fate()
        shown = evaluate_link(resolve_link(link.code, FROZEN))
        assert (shown.roster, shown.evaluation) == (expected.roster, expected.evaluation)
    link.refresh_from_db()
    assert link.roster is None


def trash(row: Roster) -> None:
    Roster.objects.filter(pk=row.pk).update(deleted_at=timezone.now())


def test_a_view_link_ends_with_its_roster(row: Roster) -> None:
    link = make_link(row)

    trash(row)
    assert not opens(link)
    purge(row)
    assert not opens(link)


# Revoking


def test_a_revoked_link_opens_nothing_and_leaves_the_others(row: Roster) -> None:
    view, frozen = make_link(row), freeze_revision(row, 1)

    assert revoke_link(row, view.code)
    assert (opens(view), opens(frozen), find_view_link(row)) == (False, True, None)
    assert revoke_link(row, frozen.code)
    assert not opens(frozen)
    assert not revoke_link(row, frozen.code)
    assert make_link(row).code != view.code


def test_a_link_is_revoked_only_by_its_own_roster(row: Roster) -> None:
    theirs = make_link(create_home_guard())

    assert not revoke_link(row, theirs.code)
    assert opens(theirs)


def test_an_operator_revokes_a_link_by_its_address(row: Roster) -> None:
    view, frozen = make_link(row), freeze_revision(row, 1)

    call_command("revoke_link", find_address(frozen), stdout=StringIO())

    assert (opens(view), opens(frozen)) == (True, False)
    with pytest.raises(CommandError, match="opens nothing"):
        call_command("revoke_link", frozen.code)


# Guards


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE lists_link SET document = '{}' WHERE kind = 'frozen'",
        "UPDATE lists_link SET code = 'x'",
        "UPDATE lists_link SET revoked_at = NULL",
        "DELETE FROM lists_link",
    ],
)
def test_the_database_itself_keeps_links_as_they_were(row: Roster, statement: str) -> None:
    revoke_link(row, freeze_revision(row, 1).code)
    before = list(Link.objects.order_by("pk").values())

    with pytest.raises(IntegrityError), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(statement)

    assert list(Link.objects.order_by("pk").values()) == before


# Addresses


def test_an_address_is_whole_and_its_qr_has_no_style(row: Roster, settings: Any) -> None:
    settings.BASE_URL = "https://muster.example"
    link = make_link(row)

    address = find_address(link)
    assert address == f"https://muster.example/s/{link.code}/"
    drawn = draw_qr(address)
    assert drawn.startswith("<svg")
    assert not any(word in drawn for word in ("style", "data:", "<script", link.code))


def test_codes_stand_in_no_representation(row: Roster) -> None:
    link = make_link(row)

    assert link.code not in f"{link} {link!r}"
