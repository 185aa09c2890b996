"""The command that ends what has been in the trash for long."""

from __future__ import annotations

import io
from datetime import timedelta
from typing import Any

import pytest
from django.core.management import call_command
from django.db import IntegrityError, transaction
from django.utils import timezone

from lists.building import trash
from lists.building.filing import add_tag
from lists.models import Link, Revision, Roster, Tag
from lists.sharing.links import freeze_revision, make_link
from tests.factories import act, create_home_guard, holder_of


def purge() -> str:
    out = io.StringIO()
    call_command("purge_trash", stdout=out)
    return out.getvalue()


def put_in_trash(row: Roster, **ago: float) -> None:
    Roster.objects.filter(pk=row.pk).update(deleted_at=timezone.now() - timedelta(**ago))


def test_what_is_older_goes_and_the_rest_stays(db: None, settings: Any) -> None:
    old, younger, alive = [create_home_guard() for _ in range(3)]
    act(old, "limit", limit=60)
    add_tag(holder_of(old), [old.code], "club")
    frozen, view = freeze_revision(old, 1), make_link(old)
    put_in_trash(old, days=8)
    put_in_trash(younger, days=6, hours=23)

    settings.TRASH_DAYS = 7
    told, again = purge(), purge()

    assert told == "1 lists purged with 2 revisions; 1 frozen links stay.\n"
    assert again == "0 lists purged with 0 revisions; 0 frozen links stay.\n"
    assert set(Roster.objects.all()) == {younger, alive}
    assert Revision.objects.count() == 2
    assert not Tag.objects.exists()
    frozen.refresh_from_db()
    assert (frozen.roster, frozen.document["schema"]) == (None, 1)
    assert not Link.objects.opened_by(view.code).exists()
    assert Link.objects.opened_by(frozen.code).exists()


def test_many_go_batch_by_batch(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trash, "BATCH", 2)
    for _ in range(5):
        put_in_trash(create_home_guard(), days=40)

    assert purge().startswith("5 lists purged with 5 revisions")
    assert not Roster.objects.exists()


def test_revisions_are_guarded_again_afterwards(db: None) -> None:
    row = create_home_guard()
    put_in_trash(create_home_guard(), days=40)
    purge()

    with pytest.raises(IntegrityError), transaction.atomic():
        row.revisions.all().delete()
