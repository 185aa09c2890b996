"""The site as `docs/deploying.md` sets it up, and a browser that asks it as a proxy hands on."""

from __future__ import annotations

import os
import re
import socket
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPException, HTTPResponse
from http.cookies import SimpleCookie
from pathlib import Path
from time import monotonic, sleep
from typing import Final
from urllib.parse import urlencode

ROOT: Final = Path(__file__).resolve().parent.parent.parent
HOST: Final = "muster.example"
ORIGIN: Final = f"https://{HOST}"
SETTINGS: Final = {
    "BASE_URL": ORIGIN,
    "HTTPS": "1",
    "DEBUG": "0",
    "HOST": "127.0.0.1",
    "TRUSTED_PROXIES": "1",
    "LOG_LEVEL": "ERROR",
}
"""Those of a club's server; what else is set in the environment stays, such as WORKERS."""

SECONDS_TO_START: Final = 60
SECONDS_TO_ANSWER: Final = 30
NO_ANSWER: Final = 0


@contextmanager
def serve_site() -> Iterator[int]:
    """The port of a site that is set up and served with the settings of the environment."""
    port = find_free_port()
    environment = os.environ | {"PORT": str(port)}
    subprocess.run([sys.executable, "scripts/set_up.py", "run"], cwd=ROOT, check=True)
    gunicorn = [sys.executable, "-m", "gunicorn"]
    nothing = subprocess.DEVNULL
    with subprocess.Popen(gunicorn, cwd=ROOT, env=environment, stdout=nothing) as server:
        try:
            wait_until_ready(port)
            yield port
        finally:
            server.terminate()


def find_free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port: int = found.getsockname()[1]
        return port


def wait_until_ready(port: int) -> None:
    """Ask until the site is well; raises TimeoutError where it does not come to be."""
    latest = monotonic() + SECONDS_TO_START
    while Browser(port, "127.0.0.1").get("/healthz").status != 200:
        if monotonic() > latest:
            raise TimeoutError("The site did not start.")
        sleep(0.1)


@dataclass(frozen=True, slots=True)
class Answer:
    """What came back, and after how long; status 0 is no answer at all."""

    status: int
    seconds: float
    text: str = ""
    headers: Mapping[str, str] = field(default_factory=dict)


class Browser:
    """One visitor's browser: its address, its cookies, its connection, which it keeps."""

    def __init__(self, port: int, address: str) -> None:
        self.connection = HTTPConnection("127.0.0.1", port, timeout=SECONDS_TO_ANSWER)
        self.always = {"Host": HOST, "X-Forwarded-Proto": "https", "X-Forwarded-For": address}
        self.cookies: SimpleCookie = SimpleCookie()

    def get(self, path: str, headers: Mapping[str, str] | None = None) -> Answer:
        return self._ask("GET", path, headers or {})

    def post(
        self, path: str, fields: Mapping[str, str], headers: Mapping[str, str] | None = None
    ) -> Answer:
        """Send a form as a page of the site does; `fields` or `headers` hold its token."""
        sent = {
            "Origin": ORIGIN,
            "Content-Type": "application/x-www-form-urlencoded",
            **(headers or {}),
        }
        return self._ask("POST", path, sent, urlencode(fields))

    def _ask(
        self, method: str, path: str, headers: Mapping[str, str], body: str | None = None
    ) -> Answer:
        cookies = "; ".join(f"{name}={each.value}" for name, each in self.cookies.items())
        start = monotonic()
        try:
            self.connection.request(
                method, path, body, {**self.always, "Cookie": cookies, **headers}
            )
            response = self.connection.getresponse()
            text = response.read().decode()
        except (OSError, HTTPException):
            self.connection.close()
            return Answer(NO_ANSWER, monotonic() - start)
        return self._take(response, text, monotonic() - start)

    def _take(self, response: HTTPResponse, text: str, seconds: float) -> Answer:
        for cookie in response.headers.get_all("Set-Cookie", []):
            self.cookies.load(cookie)
        return Answer(response.status, seconds, text, dict(response.headers))


def find_in(text: str, pattern: str) -> str:
    """What the group of a pattern holds in a page; raises LookupError where it is not there."""
    found = re.search(pattern, text)
    if found is None:
        raise LookupError(f"{pattern} is not in: {text[:500]}")
    return found[1]
