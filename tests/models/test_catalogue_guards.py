"""The database itself refuses to change what a published edition counts by."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.core.management import call_command
from django.core.management.sql import emit_post_migrate_signal, emit_pre_migrate_signal
from django.db import IntegrityError, connection, models, transaction
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

from lists.models import (
    Addition,
    ArmyListRow,
    Edition,
    Entry,
    GameSystem,
    Link,
    Nation,
    OfferedExtra,
    ReadingValue,
    Redaction,
    Restriction,
    Revision,
    Roster,
)
from lists.models.documents import TABLES, find_word_columns
from lists.models.guarded import GUARDED
from lists.models.triggers import (
    check_guards,
    find_differing,
    find_guards,
    find_installed,
    lifted,
    remove_guards,
)
from tests.factories import store_small_game


@pytest.fixture
def edition(db: None) -> Edition:
    return store_small_game()


def run(statement: str, *parameters: object) -> int:
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(statement, parameters)
        return cursor.rowcount


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE lists_edition SET hash = 'x'",
        "UPDATE lists_edition SET details = '{}'",
        "UPDATE lists_edition SET state = 'draft'",
        "DELETE FROM lists_edition",
        "UPDATE lists_gamesystem SET key = 'other'",
        "UPDATE lists_entry SET points = '3' WHERE key = 'scout'",
        "UPDATE lists_entry SET key = 'other' WHERE key = 'scout'",
        "UPDATE lists_troopclass SET statistics = '{}'",
        "UPDATE lists_weapon SET page = NULL",
        "DELETE FROM lists_weapon",
        "UPDATE lists_restriction SET at_most = '99'",
        "UPDATE lists_restriction SET severity = 'note'",
        "DELETE FROM lists_restriction",
        "UPDATE lists_effect SET value = '0'",
        "UPDATE lists_armylist SET options = '{}'",
        "UPDATE lists_armylistrow SET count = '9'",
        "DELETE FROM lists_addition",
        "DELETE FROM lists_offeredextra",
        "UPDATE lists_readingvalue SET position = 9",
    ],
)
def test_numbers_cannot_be_changed_by_raw_sql(edition: Edition, statement: str) -> None:
    with pytest.raises(IntegrityError):
        run(statement)


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE lists_edition SET name_en = 'x'",
        "UPDATE lists_gamesystem SET name_es = 'x'",
        "UPDATE lists_entry SET name_en = 'x', text_es = 'y' WHERE key = 'scout'",
        "UPDATE lists_restriction SET message_en = 'x' WHERE key = 'one-leader'",
        "UPDATE lists_reading SET texts = '{}'",
    ],
)
def test_words_can_be_corrected(edition: Edition, statement: str) -> None:
    assert run(statement) == 1


@pytest.mark.skipif(connection.vendor != "sqlite", reason="PostgreSQL has no REPLACE")
def test_a_published_edition_is_not_replaced(edition: Edition) -> None:
    columns = [field.column for field in Edition._meta.concrete_fields]
    values = ", ".join("'other'" if each == "hash" else f'"{each}"' for each in columns)

    with connection.cursor() as cursor:
        cursor.execute("PRAGMA recursive_triggers = OFF")
        try:
            with pytest.raises(IntegrityError):
                run(f"REPLACE INTO lists_edition SELECT {values} FROM lists_edition")
        finally:
            cursor.execute("PRAGMA recursive_triggers = ON")

    assert Edition.objects.get().hash == edition.hash


def test_nothing_is_added_to_a_published_edition(edition: Edition) -> None:
    army_list = edition.army_lists.get(key="home-guard")

    for row in (
        Nation(edition=edition, position=9, key="new", name_en="A", name_es="B"),
        ArmyListRow(army_list=army_list, position=9, entry="scout"),
        Addition(army_list=army_list, position=9, entry="scout"),
        OfferedExtra(army_list=army_list, position=9, entry="fog"),
    ):
        with pytest.raises(IntegrityError), transaction.atomic():
            row.save()


def test_rows_of_a_draft_change_freely_and_cannot_be_smuggled_in(edition: Edition) -> None:
    draft = Edition.objects.create(
        system=edition.system, key="2", name_en="A", name_es="B", hash="x", words_hash="y"
    )
    nation = Nation.objects.create(edition=draft, position=0, key="a", name_en="A", name_es="B")

    nation.key = "b"
    nation.save()
    nation.edition = edition
    with pytest.raises(IntegrityError), transaction.atomic():
        nation.save()
    Nation.objects.filter(pk=nation.pk).delete()
    draft.delete()

    assert list(Edition.objects.all()) == [edition]


def test_orm_is_refused_too(edition: Edition) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        Restriction.objects.update(severity="note")
    with pytest.raises(IntegrityError), transaction.atomic():
        edition.delete()
    with pytest.raises(IntegrityError), transaction.atomic():
        ReadingValue.objects.all().delete()


def test_every_table_of_the_catalogue_is_guarded_and_only_words_are_free() -> None:
    correctable = {
        guarded.model: getattr(guarded, "correctable", None)
        for guarded in GUARDED
        if guarded.model in TABLES
    }

    assert correctable == {model: frozenset(find_word_columns(model)) for model in TABLES}


def test_lifted_guards_let_pass_and_stand_again(edition: Edition) -> None:
    with lifted():
        run("UPDATE lists_weapon SET page = 7")

    with pytest.raises(IntegrityError):
        run("UPDATE lists_weapon SET page = 8")


def test_guards_stand_again_when_what_they_were_lifted_for_fails(edition: Edition) -> None:
    with pytest.raises(ZeroDivisionError):
        fail_while_lifted()

    assert not edition.weapons.filter(page=7).exists()
    with pytest.raises(IntegrityError):
        run("UPDATE lists_weapon SET page = 8")


def fail_while_lifted() -> None:
    with lifted():
        run("UPDATE lists_weapon SET page = 7")
        raise ZeroDivisionError


def test_missing_guards_are_reported_by_a_check(db: None) -> None:
    assert check_guards(None, databases=["default"]) == []

    with transaction.atomic():
        remove_guards()
        (warning,) = check_guards(None, databases=["default"])
        transaction.set_rollback(True)

    assert "guard_lists_edition_update" in warning.msg
    assert warning.hint == "Run `manage.py migrate`."


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("model", [Edition, Entry, GameSystem, Roster, Revision, Link, Redaction])
def test_all_guards_stand_after_a_migration_that_rebuilds_a_table(
    model: type[models.Model],
) -> None:
    """SQLite makes a new table and drops the old one with its triggers."""
    wanted = sorted(guard.name for guard in find_guards(connection))
    narrow, wide = find_widened(model)

    migrate(lambda editor: editor.alter_field(model, narrow, wide))
    stood = (sorted(name for name, _ in find_installed(connection)), find_differing(connection))
    migrate(lambda editor: editor.alter_field(model, wide, narrow))

    assert stood == (wanted, [])
    assert sorted(name for name, _ in find_installed(connection)) == wanted


def find_widened(model: type[models.Model]) -> tuple[models.Field[Any, Any], Any]:
    """A column of a table, and the same with room for a little more."""
    columns = model._meta.concrete_fields
    narrow = next(each for each in columns if not (each.primary_key or each.is_relation))
    wide = narrow.clone()
    if isinstance(narrow, models.CharField):
        wide.max_length = 999
    else:
        wide.null = not narrow.null
    wide.set_attributes_from_name(narrow.name)
    wide.model = model
    return narrow, wide


def migrate(alter: Callable[[BaseDatabaseSchemaEditor], None]) -> None:
    """What `manage.py migrate` does around the operations of a migration."""
    emit_pre_migrate_signal(0, False, "default")
    with connection.schema_editor() as editor:
        alter(editor)
    emit_post_migrate_signal(0, False, "default")


@pytest.mark.django_db(transaction=True)
def test_flush_empties_a_guarded_database_and_leaves_it_guarded() -> None:
    store_small_game()

    call_command("flush", interactive=False, verbosity=0)

    assert not Edition.objects.exists()
    store_small_game()
    with pytest.raises(IntegrityError):
        run("UPDATE lists_weapon SET page = 8")
