"""Whose a roster becomes, when two want it at the same moment too."""

from __future__ import annotations

import pytest

from lists.building.claiming import claim_created, claim_roster, replace_edit_link
from lists.models import Actor, Roster
from tests.building.test_concurrency import run_together
from tests.factories import create_home_guard, create_user, holder_of


def test_what_a_browser_created_becomes_a_persons_and_nothing_else(db: None) -> None:
    ana, bob = create_user("Ana"), create_user("Bob")
    free, other, deleted, strange = [create_home_guard() for _ in range(4)]
    Roster.objects.filter(pk=other.pk).update(owner=bob)
    Roster.objects.filter(pk=deleted.pk).update(deleted_at=deleted.created_at)

    claimed = claim_created(ana.pk, [free.code, other.code, deleted.code, "x" * 22])

    owners = dict(Roster.objects.values_list("pk", "owner"))
    assert claimed == 1
    assert owners == {free.pk: ana.pk, other.pk: bob.pk, deleted.pk: None, strange.pk: None}


@pytest.mark.parametrize("has_new_link", [False, True])
def test_a_claimed_roster_keeps_its_edit_link_or_gets_another(db: None, has_new_link: bool) -> None:
    ana, row = create_user("Ana"), create_home_guard()
    holder = holder_of(row)

    assert claim_roster(row, holder_of(row, ana.pk), has_new_link=has_new_link)

    row.refresh_from_db()
    assert row.owner == ana
    assert Roster.objects.editable_by(holder).exists() is not has_new_link
    assert Roster.objects.editable_by(Actor(ana.pk, row.code)).get() == row


def test_an_owned_roster_is_claimed_by_nobody(db: None) -> None:
    ana, bob = create_user("Ana"), create_user("Bob")
    row = create_home_guard(Actor(ana.pk))

    assert not claim_roster(row, holder_of(row, bob.pk), has_new_link=True)
    assert not claim_roster(row, holder_of(row), has_new_link=False)

    edit_token = row.edit_token
    row.refresh_from_db()
    assert (row.owner, row.edit_token) == (ana, edit_token)


def test_only_who_manages_a_roster_replaces_its_edit_link(db: None) -> None:
    ana, bob = create_user("Ana"), create_user("Bob")
    row, free = create_home_guard(Actor(ana.pk)), create_home_guard()
    by_holder = replace_edit_link(row, holder_of(row, bob.pk))
    by_owner = replace_edit_link(row, Actor(ana.pk, row.code))
    by_owner_again = replace_edit_link(row, Actor(ana.pk, row.code))  # who saw the old one

    assert (by_holder, by_owner, by_owner_again) == (False, True, False)
    assert replace_edit_link(free, holder_of(free))


# At the same moment


@pytest.mark.django_db(transaction=True)
def test_of_two_who_claim_by_the_edit_link_one_becomes_the_owner() -> None:
    users = [create_user("Ana"), create_user("Bob")]
    for _ in range(10):
        row = create_home_guard()
        actors = [holder_of(row, user.pk) for user in users]

        won = run_together(
            2,
            lambda tab, row=row, actors=actors: claim_roster(row, actors[tab], has_new_link=True),
        )

        old = row.edit_token
        row.refresh_from_db()
        assert sorted(won) == [False, True]
        assert row.owner == users[won.index(True)]
        assert row.edit_token != old


@pytest.mark.django_db(transaction=True)
def test_of_two_who_sign_in_with_the_same_lists_each_list_has_one_owner() -> None:
    users = [create_user("Ana"), create_user("Bob")]
    codes = [create_home_guard().code for _ in range(20)]
    orders = [codes, codes[::-1]]

    claimed = run_together(2, lambda tab: claim_created(users[tab].pk, orders[tab]))

    owned = [Roster.objects.filter(owner=user).count() for user in users]
    assert claimed == owned
    assert sum(owned) == 20
