"""A site whose workers, server and database are killed while its clients save, over and over.

Every client repeats a gesture under its key
until it is told that it is saved; afterwards the database must hold each gesture exactly once.
"""

from __future__ import annotations

import os
import secrets
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from itertools import count
from pathlib import Path
from random import Random
from threading import Event, Thread
from time import monotonic, sleep
from typing import Final
from urllib.parse import urlsplit

from tests.benchmarks.editors import Act
from tests.benchmarks.site import (
    ROOT,
    SETTINGS,
    Browser,
    find_free_port,
    find_in,
    wait_until_ready,
)

sys.path.insert(0, str(ROOT / "scripts"))

from postgresql import running_postgresql  # scripts/ is no package

SAVES: Final = int(os.environ.get("KILL_SAVES", "1000"))
RUNS: Final = int(os.environ.get("KILL_RUNS", "3"))
CLIENTS: Final = 4
PAUSE: Final = (0.3, 1.2)
FIRST_PAUSE: Final = (0.1, 0.4)
"""Between which times, in seconds, something is killed: once all have been, and before."""

WEIGHTS: Final = {"workers": 4, "databases": 1, "servers": 1}
"""How often each is killed, against the others."""

PATIENCE: Final = 60
"""How many seconds a client repeats one gesture before it gives up."""


class Server:
    """gunicorn in a process group of its own, which can be killed as a whole."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.process = self._start()

    def _start(self) -> subprocess.Popen[bytes]:
        environment = os.environ | {"PORT": str(self.port)}
        gunicorn = [sys.executable, "-m", "gunicorn"]
        quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        return subprocess.Popen(
            gunicorn, cwd=ROOT, env=environment, start_new_session=True, **quiet
        )

    def find_workers(self) -> list[int]:
        """The processes that answer requests."""
        pid = self.process.pid
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="ascii")
        return [int(each) for each in children.split()]

    def kill_worker(self, random: Random) -> bool:
        """kill -9 of one that answers, if any does; gunicorn starts another."""
        workers = self.find_workers()
        if workers:
            os.kill(random.choice(workers), signal.SIGKILL)
        return bool(workers)

    def kill(self) -> bool:
        """kill -9 of all of it at once, and start it anew."""
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        self.process = self._start()
        return True

    def stop(self) -> None:
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()


class Client:
    """A browser with a list of its own, which steps one count of it up and down."""

    def __init__(self, port: int, serial: int) -> None:
        self.serial = serial
        self.browser = Browser(port, f"198.51.100.{serial + 1}")
        form = self.browser.get("/new/").text
        token = find_in(form, 'name="csrfmiddlewaretoken" value="([^"]+)"')
        army_list = find_in(form, '<option value="([^"]+/us-marines)"')
        fields = {"csrfmiddlewaretoken": token, "army_list": army_list, "start": "default"}
        self.path = urlsplit(self.browser.post("/new/", fields).headers["Location"]).path
        self.node = find_in(self.browser.get(self.path).text, r'id="more-([^"]+)"')

    def save(self, times: int, is_enough: Event) -> list[Act]:
        """Save so many times at least, and until it is enough; what was acknowledged."""
        base, acts = 1, []
        for turn in count():
            if turn >= times and is_enough.is_set():
                break
            button = f"operation=count&node={self.node}&step={-1 if turn % 2 else 1}"
            fields = {"act": button, "base": str(base), "key": f"kill-{self.serial}-{turn}"}
            base = int(find_in(self._insist(fields), 'data-base="([0-9]+)"'))
            acts.append(Act(self.path.split("/")[2], fields["key"], button))
        return acts

    def _insist(self, fields: dict[str, str]) -> str:
        """The page that answers, sent as often as it takes, as a player presses Retry."""
        token = self.browser.cookies["csrftoken"].value
        headers = {"HX-Request": "true", "HX-Target": "builder", "X-CSRFToken": token}
        end = monotonic() + PATIENCE
        while (answer := self.browser.post(f"{self.path}edit/", fields, headers)).status != 200:
            if monotonic() > end:
                raise TimeoutError(f"Never saved: {answer.status} {answer.text[:500]}")
            sleep(0.1)
        return answer.text


class Killer(Thread):
    """Kills one victim after another until the clients are done: each once at first, in turn.

    After each it waits until the site answers again, so that whoever dies next dies at work.
    """

    def __init__(
        self,
        victims: Mapping[str, Callable[[], bool]],
        random: Random,
        wait: Callable[[], None] = lambda: None,
    ) -> None:
        super().__init__(name="killer")
        self.victims = victims
        self.wait = wait
        self.random = random
        self.killed = dict.fromkeys(victims, 0)
        self.is_enough = Event()
        """Whether each has died, so that the clients may end."""
        self.is_over = Event()

    def run(self) -> None:
        try:
            while not self.is_over.wait(self.random.uniform(*self._pause())):
                self._kill_one()
        finally:
            self.is_enough.set()  # whatever went wrong, the clients come to an end

    def _kill_one(self) -> None:
        name = self._choose()
        self.killed[name] += self.victims[name]()
        if all(self.killed.values()):
            self.is_enough.set()
        self.wait()

    def _pause(self) -> tuple[float, float]:
        return PAUSE if self.is_enough.is_set() else FIRST_PAUSE

    def _choose(self) -> str:
        unharmed = [name for name, number in self.killed.items() if not number]
        weights = [WEIGHTS[name] for name in self.victims]
        return unharmed[0] if unharmed else self.random.choices([*self.victims], weights)[0]


def find_torn() -> Iterator[str]:
    """A sentence for each roster whose row and revisions do not fit together."""
    from django.db.models import Count, Max

    from lists.building.rosters import as_column, evaluate_roster
    from lists.models import Roster

    rosters = Roster.objects.annotate(newest=Max("revisions__number"), kept=Count("revisions"))
    for row in rosters:
        if not row.number == row.newest == row.kept:
            yield f"{row.pk} is at {row.number}, with {row.kept} revisions up to {row.newest}."
        elif row.total != as_column(evaluate_roster(row).evaluation.total):
            yield f"{row.pk} says {row.total} points."


def run(seed: int, kill_database: Callable[[], bool] | None = None) -> bool:
    """One run of so many saves; whether all that was acknowledged is there, once and whole.

    It counts only where each of them was killed.
    """
    from django.db import connection

    from tests.benchmarks.kept import find_lost

    port, random = find_free_port(), Random(seed)
    server = Server(port)
    victims = {
        "workers": lambda: server.kill_worker(random),
        **({"databases": kill_database} if kill_database else {}),
        "servers": server.kill,
    }
    killer = Killer(victims, random, partial(wait_until_ready, port))
    try:
        wait_until_ready(port)
        acts = save_while(killer, port)
    finally:
        killer.is_over.set()
        server.stop()
    connection.close()  # an earlier one may have died with its database
    faults = [*find_lost(acts), *find_torn()]
    deaths = ", ".join(f"{number} {name}" for name, number in killer.killed.items())
    print(f"{len(acts)} saves acknowledged; killed: {deaths}; {len(faults)} faults.", *faults)
    return not faults and all(killer.killed.values())


def save_while(killer: Killer, port: int) -> list[Act]:
    """All that was acknowledged to clients who save while somebody is killing."""
    clients = [Client(port, serial) for serial in range(CLIENTS)]
    killer.start()
    with ThreadPoolExecutor(CLIENTS) as threads:
        each = SAVES // CLIENTS
        saved = threads.map(lambda client: client.save(each, killer.is_enough), clients)
        acts = [act for one in saved for act in one]
    killer.is_over.set()
    killer.join()
    return acts


def set_up(folder: Path) -> None:
    """What `make run` sets up, but for the files that the working copy has made: they are linked.

    The site only reads them.
    """
    made = ROOT / (os.environ.get("VAR_DIR") or "var")
    for name in ("fonts", "static"):
        folder.joinpath(name).symlink_to(made / name)
    os.environ.update(SETTINGS | {"DJANGO_SETTINGS_MODULE": "armybuilder.settings"})
    os.environ.update(VAR_DIR=str(folder), SECRET_KEY=secrets.token_hex(32))


def run_all(kill_database: Callable[[], bool] | None = None) -> int:
    """All runs, on a database that is empty but for the catalogue of a game."""
    import django
    from django.core.management import call_command

    django.setup()
    call_command("migrate", interactive=False, verbosity=0)
    call_command("load_catalogue")
    faulty = [seed for seed in range(RUNS) if not run(seed, kill_database)]
    return 1 if faulty else 0


def main(database: str) -> int:
    """All runs on a database of a kind: sqlite or postgresql."""
    with tempfile.TemporaryDirectory(prefix="muster-killing-") as folder:
        set_up(Path(folder))
        os.environ["DATABASE_URL"] = ""
        if database == "sqlite":
            return run_all()
        with running_postgresql(is_durable=True) as server:
            os.environ["DATABASE_URL"] = server.url

            def kill() -> bool:
                server.kill()
                return True

            return run_all(kill)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
