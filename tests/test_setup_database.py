import pytest
from django.db import connection

on_sqlite = pytest.mark.skipif(connection.vendor != "sqlite", reason="asks SQLite")
on_postgresql = pytest.mark.skipif(connection.vendor != "postgresql", reason="asks PostgreSQL")


@on_sqlite
@pytest.mark.django_db
@pytest.mark.parametrize(
    ("pragma", "value"),
    [
        ("journal_mode", "wal"),
        ("synchronous", 2),
        ("foreign_keys", 1),
        ("recursive_triggers", 1),
        ("busy_timeout", 20_000),
    ],
)
def test_sqlite_is_opened_for_many_writers_and_power_cuts(pragma: str, value: object) -> None:
    with connection.cursor() as cursor:
        cursor.execute(f"PRAGMA {pragma}")

        assert cursor.fetchone() == (value,)


@pytest.mark.django_db(transaction=True)
def test_every_connection_sees_what_another_has_committed() -> None:
    """As in production: a test database in memory would have one connection for all."""
    with connection.cursor() as cursor:
        cursor.execute("CREATE TABLE seen (number integer)")
        try:
            cursor.execute("INSERT INTO seen VALUES (7)")
            other = connection.copy()
            with other.cursor() as another:
                another.execute("SELECT number FROM seen")
                assert another.fetchall() == [(7,)]
            other.close()
        finally:
            cursor.execute("DROP TABLE seen")


@on_postgresql
@pytest.mark.django_db
def test_postgresql_is_of_a_version_that_django_supports() -> None:
    assert connection.pg_version >= 15_00_00
