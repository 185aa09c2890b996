"""Reads typed settings from environment variables.

A variable that is not set, or set to nothing, gives the default. A value that cannot be right
raises `ImproperlyConfigured` with a sentence: the variable, what was found, what to write.
"""

import importlib.util
import os
import re
from collections.abc import Sequence
from email.utils import parseaddr
from pathlib import Path
from typing import Any
from urllib.parse import SplitResult, unquote, urlsplit
from zoneinfo import ZoneInfo

from django.core.exceptions import ImproperlyConfigured

YES = {"1", "true", "yes", "on"}
NO = {"0", "false", "no", "off"}
CREDENTIALS_IN_URL = re.compile(r"(?<=//).*(?=@)|(?<=password=)[^&]*")


def read_text(name: str, *, default: str = "") -> str:
    return os.environ.get(name, "").strip() or default


def read_boolean(name: str, *, default: bool) -> bool:
    found = read_text(name).lower()
    if not found:
        return default
    if found in YES | NO:
        return found in YES
    raise _refusal(name, found, "Write 1 for yes or 0 for no")


def read_integer(name: str, *, default: int, at_least: int, at_most: int) -> int:
    found = read_text(name, default=str(default))
    if re.fullmatch(r"[0-9]{1,9}", found) and at_least <= int(found) <= at_most:
        return int(found)
    raise _refusal(name, found, f"Write a whole number from {at_least} to {at_most}")


def read_choice(name: str, *, default: str, choices: Sequence[str]) -> str:
    found = read_text(name, default=default)
    if found in choices:
        return found
    raise _refusal(name, found, f"Write one of {', '.join(choices)}")


def read_names(name: str, *, default: list[str]) -> list[str]:
    """Names separated by commas."""
    return [part.strip() for part in read_text(name).split(",") if part.strip()] or default


def read_time_zone(name: str, *, default: str) -> str:
    found = read_text(name, default=default)
    try:
        ZoneInfo(found)
    except (KeyError, OSError, ValueError):
        raise _refusal(name, found, "Write a name such as Europe/Madrid or UTC") from None
    return found


def read_origin(name: str, *, default: str) -> str:
    """Scheme, host and port under which a browser finds the site: `https://muster.example`."""
    found = read_text(name, default=default).rstrip("/")
    advice = "Write scheme and host alone, such as https://muster.example"
    parts = _split_url(name, found, advice)
    beyond = parts.path or parts.query or parts.fragment or parts.username
    if parts.scheme not in {"http", "https"} or not parts.hostname or beyond:
        raise _refusal(name, found, advice)
    return found


def read_secret(name: str, path: Path) -> str:
    """The variable, else the content of the file that `make run` creates."""
    secret = read_text(name)
    if not secret and path.is_file():
        secret = path.read_text(encoding="utf-8").strip()
    if not secret:
        raise ImproperlyConfigured(
            f"{name} is not set and there is no {path}. Run `make run`, which creates that file, "
            f"or set {name} to the output of `openssl rand -hex 32`."
        )
    if len(secret) < 50:
        raise ImproperlyConfigured(
            f"{name} has {len(secret)} characters, too few to be safe. "
            "Write at least 50, such as the output of `openssl rand -hex 32`."
        )
    return secret


def read_database(name: str, *, root: Path, default: Path) -> dict[str, Any]:
    """One entry of `DATABASES`: SQLite for a player's machine, PostgreSQL for a club's server."""
    found = read_text(name, default=f"sqlite:///{default}")
    advice = "Write postgresql://user:password@host:5432/name or sqlite:////folder/file.sqlite3"
    parts = _split_url(name, found, advice)
    if parts.scheme in {"postgres", "postgresql"}:
        return _postgresql(name, found, advice)
    path = unquote(parts.path.removeprefix("/"))
    if parts.scheme != "sqlite" or parts.netloc or not path or path == ":memory:":
        raise _refusal(name, found, advice)
    return _sqlite(root / path)


def _sqlite(path: Path) -> dict[str, Any]:
    """Writers queue up (IMMEDIATE) instead of failing, readers never wait (WAL), and what was
    acknowledged survives a power cut (FULL). What REPLACE deletes, guards see (recursive)."""
    return {
        "ENGINE": "armybuilder.sqlite",
        "NAME": path,
        "OPTIONS": {
            "timeout": 20,
            "transaction_mode": "IMMEDIATE",
            "init_command": (
                "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA recursive_triggers=ON"
            ),
        },
    }


def _postgresql(name: str, url: str, advice: str) -> dict[str, Any]:
    """Connections are kept, one for each thread of a worker, and checked before they are used."""
    from psycopg import ProgrammingError
    from psycopg.conninfo import conninfo_to_dict

    try:
        options = conninfo_to_dict(url)
    except ProgrammingError:
        raise _refusal(name, url, advice) from None
    if not options.get("dbname"):
        raise _refusal(name, url, f"The name of the database is missing. {advice}")
    return {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": options.pop("dbname"),
        "USER": options.pop("user", ""),
        "PASSWORD": options.pop("password", ""),
        "HOST": options.pop("host", ""),
        "PORT": str(options.pop("port", "")),
        "OPTIONS": options,
        "CONN_MAX_AGE": 600,
        "CONN_HEALTH_CHECKS": True,
    }


def read_cache(name: str, *, default: Path) -> dict[str, Any]:
    """One entry of `CACHES`: a folder that all processes share, memory of one process, or Redis."""
    found = read_text(name, default=f"file://{default}")
    advice = "Write file:///folder, locmem:// or redis://host:6379/0"
    parts = _split_url(name, found, advice)
    match parts.scheme:
        case "file" if parts.path != "/" and not parts.netloc:
            backend, location = "filebased.FileBasedCache", unquote(parts.path)
        case "locmem" if not parts.path:
            backend, location = "locmem.LocMemCache", parts.netloc
        case "redis" | "rediss" if parts.hostname:
            backend, location = "redis.RedisCache", found
            if importlib.util.find_spec("redis") is None:
                raise _refusal(
                    name, found, "Run `.venv/bin/pip install redis` first, or write file:///folder"
                )
        case _:
            raise _refusal(name, found, advice)
    return {
        "BACKEND": f"django.core.cache.backends.{backend}",
        "LOCATION": location,
        "OPTIONS": {} if backend.startswith("redis") else {"MAX_ENTRIES": 2_000},
    }


def read_mailer(name: str) -> dict[str, Any]:
    """One entry of `MAILERS`: a mail server, or the console where nothing is written."""
    found = read_text(name, default="console://")
    advice = (
        "Write smtp+tls://user:password@host:587, smtps://user:password@host:465, "
        "smtp://localhost:25 or console://"
    )
    parts = _split_url(name, found, advice)
    if found == "console://":
        return {"BACKEND": "django.core.mail.backends.console.EmailBackend"}
    is_known = parts.scheme in {"smtp", "smtp+tls", "smtps"} and parts.hostname
    if not is_known or parts.path.strip("/") or parts.query or parts.fragment:
        raise _refusal(name, found, advice)
    if parts.scheme == "smtp" and parts.password:
        raise _refusal(name, found, "A password must not be sent in the clear: write smtp+tls://")
    default_port = {"smtp": 25, "smtp+tls": 587, "smtps": 465}[parts.scheme]
    return {
        "BACKEND": "django.core.mail.backends.smtp.EmailBackend",
        "OPTIONS": {
            "host": parts.hostname,
            "port": parts.port or default_port,
            "username": unquote(parts.username or ""),
            "password": unquote(parts.password or ""),
            "use_tls": parts.scheme == "smtp+tls",
            "use_ssl": parts.scheme == "smtps",
            "timeout": 30,
        },
    }


def read_address(name: str, *, default: str) -> str:
    """Whom mails are from: `muster@club.example`, or a name with it in angle brackets."""
    found = read_text(name, default=default)
    address = parseaddr(found)[1]
    if not re.fullmatch(r"[^@\s]+@[^@\s]+", address) or re.search(r"[\r\n]", found):
        raise _refusal(name, found, "Write an address, such as Muster <muster@club.example>")
    return found


def _split_url(name: str, found: str, advice: str) -> SplitResult:
    try:
        parts = urlsplit(found)
        _ = parts.port  # a port that is no number is refused only when asked for
    except ValueError:
        raise _refusal(name, found, advice) from None
    return parts


def _refusal(name: str, found: str, advice: str) -> ImproperlyConfigured:
    shown = CREDENTIALS_IN_URL.sub("***", found)
    return ImproperlyConfigured(f'{name} is "{shown}". {advice}.')
