"""Those who wait to write ask often and in turn, where SQLite has them ask ever more rarely.

SQLite's own waiting sleeps for up to a tenth of a second between two attempts, so that of many who
save at once, some are overtaken for seconds.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock
from time import monotonic, sleep
from typing import Final

from django.db import OperationalError
from django.db.backends.sqlite3 import base

PAUSE: Final = 0.002
"""How many seconds lie between two attempts of the one thread of a process that makes any."""

_turn = Lock()


class DatabaseWrapper(base.DatabaseWrapper):
    """A connection that waits for its turn to write as long as SQLite would: its `timeout`."""

    def _start_transaction_under_autocommit(self) -> None:
        """Raises OperationalError where others have kept the database for too long."""
        with self._asking_once() as patience:
            end = monotonic() + patience
            is_in_turn = _turn.acquire(timeout=patience)
            try:
                while not self._begins(is_last=monotonic() >= end):
                    sleep(PAUSE)
            finally:
                if is_in_turn:
                    _turn.release()

    @contextmanager
    def _asking_once(self) -> Iterator[float]:
        """SQLite itself does not wait meanwhile; for how many seconds it would."""
        (milliseconds,) = self.connection.execute("PRAGMA busy_timeout").fetchone()
        self.connection.execute("PRAGMA busy_timeout = 0")
        try:
            yield milliseconds / 1000
        finally:
            self.connection.execute(f"PRAGMA busy_timeout = {milliseconds}")

    def _begins(self, *, is_last: bool) -> bool:
        """Whether nobody else writes, so that this connection has begun to."""
        try:
            super()._start_transaction_under_autocommit()  # type: ignore[misc]  # not in stubs
        except OperationalError as error:
            name = getattr(error.__cause__, "sqlite_errorname", None) or ""
            if is_last or not name.startswith("SQLITE_BUSY"):
                raise
            return False
        return True
