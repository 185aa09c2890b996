from itertools import product

import pytest
from django.db import IntegrityError, connection, transaction
from django.utils import timezone

from lists.models import NOBODY, Actor, Revision, Roster, User, new_code
from tests.factories import act, create_home_guard, create_user, newest

pytestmark = pytest.mark.django_db


@pytest.fixture
def owner() -> User:
    return create_user("owner")


@pytest.fixture
def stranger() -> User:
    return create_user("stranger")


@pytest.fixture
def owned(owner: User) -> Roster:
    """A roster with an owner, beside one of the stranger's and one of nobody's."""
    create_home_guard()
    create_home_guard(Actor(create_user("third").pk))
    return create_home_guard(Actor(owner.pk))


# Who may edit


@pytest.mark.parametrize("address", ["code", "edit_token"])
@pytest.mark.parametrize("who", ["owner", "stranger", None])
def test_the_edit_link_opens_for_all_and_the_code_for_the_owner(
    owned: Roster, owner: User, stranger: User, who: str | None, address: str
) -> None:
    user = {"owner": owner.pk, "stranger": stranger.pk, None: None}[who]

    found = Roster.objects.editable_by(Actor(user, getattr(owned, address)))

    assert list(found) == ([owned] if who == "owner" or address == "edit_token" else [])


@pytest.mark.parametrize(
    "address",
    ["", "x", "\0", "\ud800", "%", "_" * 22, " " * 22, "é" * 22, "x" * 22 + "\n", "x" * 10_000],
)
def test_an_address_of_nothing_opens_nothing(owned: Roster, owner: User, address: str) -> None:
    for actor in (Actor(None, address), Actor(owner.pk, address)):
        assert not Roster.objects.editable_by(actor).exists()
        assert not Roster.objects.visible_to(actor).exists()


def test_an_address_opens_only_as_it_is_written(owned: Roster, owner: User) -> None:
    for address in (owned.edit_token.swapcase(), owned.code.swapcase(), owned.edit_token[::-1]):
        assert not Roster.objects.editable_by(Actor(owner.pk, address)).exists()


def test_what_is_in_the_trash_opens_for_nobody(owned: Roster, owner: User) -> None:
    Roster.objects.filter(pk=owned.pk).update(deleted_at=timezone.now())

    for address in (owned.code, owned.edit_token):
        assert not Roster.objects.editable_by(Actor(owner.pk, address)).exists()
        assert not Roster.objects.visible_to(Actor(owner.pk, address)).exists()
    assert owned not in Roster.objects.alive()


# What a home page shows


def test_a_browser_keeps_what_it_created_and_a_user_what_they_own(
    owned: Roster, owner: User
) -> None:
    created = create_home_guard()
    here = frozenset({created.code, owned.code})

    assert set(Roster.objects.kept_by(Actor(created=here))) == {created}
    assert set(Roster.objects.kept_by(Actor(owner.pk, created=here))) == {created, owned}
    assert set(Roster.objects.kept_by(Actor(owner.pk))) == {owned}
    assert set(Roster.objects.kept_by(NOBODY)) == set()


def test_a_browser_keeps_a_link_as_long_as_it_is_the_edit_link(owned: Roster) -> None:
    actor = Actor(linked=frozenset({owned.edit_token}))
    before = set(Roster.objects.kept_by(actor))

    Roster.objects.filter(pk=owned.pk).update(edit_token=new_code())

    assert (before, set(Roster.objects.kept_by(actor))) == ({owned}, set())


def test_a_roster_knows_who_keeps_it_as_the_question_about_all_does(
    owned: Roster, owner: User
) -> None:
    free = create_home_guard()
    codes = [frozenset[str](), frozenset({owned.code, free.code})]
    tokens = [frozenset[str](), frozenset({owned.edit_token}), frozenset({free.edit_token})]

    for user, created, linked in product((None, owner.pk), codes, tokens):
        actor = Actor(user, created=created, linked=linked)
        kept = {roster for roster in Roster.objects.all() if roster.is_kept_by(actor)}
        assert kept == set(Roster.objects.kept_by(actor))


# Constraints


def test_a_number_and_a_key_stand_once_in_a_roster() -> None:
    row = create_home_guard()

    for changes in ({"number": 1}, {"number": 2, "key": newest(row).key}, {"number": 0}):
        revision = newest(row)
        revision.pk, revision.key = None, new_code()
        for field, value in changes.items():
            setattr(revision, field, value)
        with pytest.raises(IntegrityError), transaction.atomic():
            revision.save(force_insert=True)

    assert row.revisions.count() == 1


def test_codes_and_tokens_are_long_and_random() -> None:
    codes = {new_code() for _ in range(1000)}

    assert len(codes) == 1000
    assert {len(code) for code in codes} == {22}


# Guards


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE lists_revision SET document = '{}'",
        "UPDATE lists_revision SET number = number + 10",
        "UPDATE lists_revision SET total = 0",
        "DELETE FROM lists_revision",
    ],
)
def test_the_database_itself_keeps_revisions_as_they_were(statement: str) -> None:
    row = create_home_guard()
    act(row, "limit", limit=60)
    before = list(Revision.objects.order_by("number").values())

    with pytest.raises(IntegrityError), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(statement)

    assert list(Revision.objects.order_by("number").values()) == before


@pytest.mark.skipif(connection.vendor != "sqlite", reason="PostgreSQL has no REPLACE")
@pytest.mark.parametrize("recursive", ["ON", "OFF"])
def test_no_revision_is_replaced_whatever_it_is_taken_for(recursive: str) -> None:
    """By its number, by its id or by its key; a connection of another program is not ours."""
    row = create_home_guard()
    before = list(Revision.objects.values())
    columns = [field.column for field in Revision._meta.concrete_fields]

    with connection.cursor() as cursor:
        cursor.execute(f"PRAGMA recursive_triggers = {recursive}")
        try:
            for same in ("number", "id", "key"):
                new = {"id": "id + 9", "number": "number + 9", "key": "'new'", "document": "'{}'"}
                del new[same]
                values = ", ".join(new.get(column, f'"{column}"') for column in columns)
                with pytest.raises(IntegrityError), transaction.atomic():
                    cursor.execute(
                        f"REPLACE INTO lists_revision SELECT {values} FROM lists_revision"
                    )
        finally:
            cursor.execute("PRAGMA recursive_triggers = ON")

    assert list(Revision.objects.values()) == before
    assert row.revisions.count() == 1


def test_an_account_that_is_deleted_leaves_its_revisions_without_a_name(owner: User) -> None:
    row = create_home_guard(Actor(owner.pk))

    owner.delete()

    assert (newest(row).by, Roster.objects.get(pk=row.pk).owner) == (None, None)
