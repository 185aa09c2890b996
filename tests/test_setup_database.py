from collections.abc import Callable
from threading import Event, Thread

import pytest
from django.db import OperationalError, connection, transaction

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


@pytest.fixture
def patience() -> Callable[[int], None]:
    """Sets for how many milliseconds this connection waits to write."""

    def be_patient(milliseconds: int) -> None:
        with connection.cursor() as cursor:
            cursor.execute(f"PRAGMA busy_timeout = {milliseconds}")

    return be_patient


def find_patience() -> int:
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA busy_timeout")
        (milliseconds,) = cursor.fetchone()
    return int(milliseconds)


@on_sqlite
@pytest.mark.django_db(transaction=True)
def test_sqlite_has_a_writer_wait_until_the_other_is_done() -> None:
    began, may_end, done = Event(), Event(), []

    def write() -> None:
        with transaction.atomic():
            began.set()
            may_end.wait()
            done.append("other")
        connection.close()

    other = Thread(target=write)
    other.start()
    began.wait()
    ending = Thread(target=lambda: (other.join(0.05), may_end.set()))
    ending.start()
    with transaction.atomic():
        done.append("this")
    ending.join()
    other.join()

    assert done == ["other", "this"]
    assert find_patience() == 20_000


@on_sqlite
@pytest.mark.django_db(transaction=True)
def test_sqlite_refuses_a_writer_who_has_waited_too_long_and_lets_the_next_one_in(
    patience: Callable[[int], None],
) -> None:
    other = connection.copy()
    other.set_autocommit(False, force_begin_transaction_with_broken_autocommit=True)
    patience(20)
    try:
        with pytest.raises(OperationalError, match="locked"), transaction.atomic():
            pass
    finally:
        other.rollback()
        other.close()

    assert find_patience() == 20
    with transaction.atomic():
        assert connection.in_atomic_block
    patience(20_000)


@on_postgresql
@pytest.mark.django_db
def test_postgresql_is_of_a_version_that_django_supports() -> None:
    assert connection.pg_version >= 15_00_00
