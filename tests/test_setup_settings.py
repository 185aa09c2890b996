import json
import logging
import os
import runpy
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.test import Client

from armybuilder.environment import (
    read_address,
    read_boolean,
    read_cache,
    read_choice,
    read_database,
    read_integer,
    read_mailer,
    read_names,
    read_origin,
    read_secret,
    read_time_zone,
)
from armybuilder.logs import WithoutAddresses, WithoutSecrets

ROOT = Path("/srv/muster")


def boolean() -> bool:
    return read_boolean("X", default=False)


def integer() -> int:
    return read_integer("X", default=8000, at_least=1, at_most=65_535)


def choice() -> str:
    return read_choice("X", default="en", choices=["en", "es"])


def names() -> list[str]:
    return read_names("X", default=["localhost"])


def time_zone() -> str:
    return read_time_zone("X", default="UTC")


def origin() -> str:
    return read_origin("X", default="http://127.0.0.1:8000")


def secret() -> str:
    return read_secret("X", ROOT / "nothing-here")


def database() -> dict[str, Any]:
    return read_database("X", root=ROOT, default=ROOT / "var/db.sqlite3")


def mailer() -> dict[str, Any]:
    return read_mailer("X")


def address() -> str:
    return read_address("X", default="Muster <muster@localhost>")


def cache() -> dict[str, Any]:
    return read_cache("X", default=ROOT / "var/cache")


@pytest.mark.parametrize(
    ("read", "written", "expected"),
    [
        (boolean, "1", True),
        (boolean, "Yes", True),
        (boolean, "off", False),
        (boolean, "", False),
        (integer, " 9000 ", 9000),
        (integer, "", 8000),
        (choice, "es", "es"),
        (choice, "", "en"),
        (names, "a.example, b.example,", ["a.example", "b.example"]),
        (names, "", ["localhost"]),
        (time_zone, "Europe/Madrid", "Europe/Madrid"),
        (origin, "https://muster.example/", "https://muster.example"),
        (origin, "", "http://127.0.0.1:8000"),
        (secret, "x" * 50, "x" * 50),
        (address, "Club <club@muster.example>", "Club <club@muster.example>"),
        (address, "", "Muster <muster@localhost>"),
    ],
)
def test_a_value_is_read_as_its_type(
    read: Callable[[], object], written: str, expected: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("X", written)

    assert read() == expected


@pytest.mark.parametrize(
    ("read", "written", "sentence"),
    [
        (boolean, "maybe", 'X is "maybe". Write 1 for yes or 0 for no.'),
        (integer, "http", 'X is "http". Write a whole number from 1 to 65535.'),
        (integer, "0", 'X is "0". Write a whole number from 1 to 65535.'),
        (integer, "65536", 'X is "65536". Write a whole number from 1 to 65535.'),
        (integer, "-1", 'X is "-1". Write a whole number from 1 to 65535.'),
        (choice, "fr", 'X is "fr". Write one of en, es.'),
        (time_zone, "Madrid", 'X is "Madrid". Write a name such as Europe/Madrid or UTC.'),
        (time_zone, "../etc", 'X is "../etc". Write a name such as Europe/Madrid or UTC.'),
        (
            origin,
            "muster.example",
            'X is "muster.example". Write scheme and host alone, such as https://muster.example.',
        ),
        (
            origin,
            "https://muster.example/lists",
            'X is "https://muster.example/lists". '
            "Write scheme and host alone, such as https://muster.example.",
        ),
        (
            address,
            "Muster",
            'X is "Muster". Write an address, such as Muster <muster@club.example>.',
        ),
        (
            secret,
            "short",
            "X has 5 characters, too few to be safe. "
            "Write at least 50, such as the output of `openssl rand -hex 32`.",
        ),
        (
            secret,
            "",
            "X is not set and there is no /srv/muster/nothing-here. Run `make run`, which creates "
            "that file, or set X to the output of `openssl rand -hex 32`.",
        ),
        (
            cache,
            "memcached://host",
            'X is "memcached://host". Write file:///folder, locmem:// or redis://host:6379/0.',
        ),
        (
            cache,
            "file:///",
            'X is "file:///". Write file:///folder, locmem:// or redis://host:6379/0.',
        ),
        (
            cache,
            "redis://host:6379/0",
            'X is "redis://host:6379/0". '
            "Run `.venv/bin/pip install redis` first, or write file:///folder.",
        ),
    ],
)
def test_a_value_that_cannot_be_right_is_refused_with_a_sentence(
    read: Callable[[], object], written: str, sentence: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("X", written)

    with pytest.raises(ImproperlyConfigured) as refusal:
        read()

    assert str(refusal.value) == sentence


@pytest.mark.parametrize(
    ("written", "path"),
    [
        ("", "/srv/muster/var/db.sqlite3"),
        ("sqlite:///club.sqlite3", "/srv/muster/club.sqlite3"),
        ("sqlite:////data/club%20list.sqlite3", "/data/club list.sqlite3"),
    ],
)
def test_sqlite_queues_writers_and_keeps_what_it_acknowledged(
    written: str, path: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("X", written)

    assert database() == {
        "ENGINE": "armybuilder.sqlite",
        "NAME": Path(path),
        "OPTIONS": {
            "timeout": 20,
            "transaction_mode": "IMMEDIATE",
            "init_command": (
                "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA recursive_triggers=ON"
            ),
        },
    }


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        (
            "postgres://ana:p%40ss@db.example:5433/muster?sslmode=require",
            {
                "NAME": "muster",
                "USER": "ana",
                "PASSWORD": "p@ss",
                "HOST": "db.example",
                "PORT": "5433",
                "OPTIONS": {"sslmode": "require"},
            },
        ),
        (
            "postgresql:///muster?host=/run/postgresql",
            {
                "NAME": "muster",
                "USER": "",
                "PASSWORD": "",
                "HOST": "/run/postgresql",
                "PORT": "",
                "OPTIONS": {},
            },
        ),
    ],
)
def test_a_database_url_selects_postgresql_with_kept_connections(
    written: str, expected: dict[str, object], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("X", written)

    assert database() == {
        "ENGINE": "django.db.backends.postgresql",
        "CONN_MAX_AGE": 600,
        "CONN_HEALTH_CHECKS": True,
        **expected,
    }


@pytest.mark.parametrize(
    "written",
    [
        "mysql://ana:secret@db.example/muster",
        "postgresql://ana:secret@db.example:abc/muster",
        "postgresql://ana:secret@db.example/",
        "postgresql://ana:secret@db.example/muster?nonsense=1",
        "postgresql://ana:se/cr@et@db.example/muster",
        "postgresql://db.example/muster?password=secret&nonsense=1",
        "sqlite://",
        "sqlite:///:memory:",
        "sqlite://relative.sqlite3",
        "/var/muster.sqlite3",
    ],
)
def test_a_bad_database_url_is_refused_and_its_password_not_shown(
    written: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("X", written)

    with pytest.raises(ImproperlyConfigured) as refusal:
        database()

    sentence = str(refusal.value)
    assert sentence.startswith('X is "')
    assert "Write postgresql://user:password@host:5432/name or sqlite:////folder/" in sentence
    assert "secret" not in sentence
    assert "cr@et" not in sentence


@pytest.mark.parametrize(
    ("written", "backend", "location"),
    [
        ("", "filebased.FileBasedCache", "/srv/muster/var/cache"),
        ("file:///tmp/muster", "filebased.FileBasedCache", "/tmp/muster"),
        ("locmem://", "locmem.LocMemCache", ""),
    ],
)
def test_a_cache_of_this_machine_is_bounded(
    written: str, backend: str, location: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("X", written)

    assert cache() == {
        "BACKEND": f"django.core.cache.backends.{backend}",
        "LOCATION": location,
        "OPTIONS": {"MAX_ENTRIES": 2_000},
    }


def test_the_secret_is_read_from_the_file_that_set_up_makes(tmp_path: Path) -> None:
    path = tmp_path / "secret-key"
    path.write_text("0123456789" * 6 + "\n")

    assert read_secret("X", path) == "0123456789" * 6


SERVER = {"username": "ana", "password": "p@ss", "use_tls": True, "use_ssl": False, "timeout": 30}
OPEN = {"username": "", "password": "", "use_tls": False, "use_ssl": False, "timeout": 30}


@pytest.mark.parametrize(
    ("written", "options"),
    [
        ("smtp+tls://ana:p%40ss@mail.example", SERVER | {"host": "mail.example", "port": 587}),
        ("smtp+tls://ana:p%40ss@mail.example:25", SERVER | {"host": "mail.example", "port": 25}),
        (
            "smtps://ana:p%40ss@mail.example/",
            SERVER | {"host": "mail.example", "port": 465, "use_tls": False, "use_ssl": True},
        ),
        ("smtp://localhost", OPEN | {"host": "localhost", "port": 25}),
    ],
)
def test_an_email_url_names_a_mail_server(
    written: str, options: dict[str, object], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("X", written)

    assert mailer() == {
        "BACKEND": "django.core.mail.backends.smtp.EmailBackend",
        "OPTIONS": options,
    }


def test_mail_is_printed_where_no_server_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("X", "")

    assert mailer() == {"BACKEND": "django.core.mail.backends.console.EmailBackend"}


@pytest.mark.parametrize(
    ("written", "advice"),
    [
        ("mail.example", "Write smtp+tls://user:password@host:587, smtps://"),
        ("imap://ana:secret@mail.example", "Write smtp+tls://user:password@host:587, smtps://"),
        ("smtps://ana:secret@mail.example:abc", "Write smtp+tls://user:password@host:587"),
        ("smtps://ana:secret@mail.example/box", "Write smtp+tls://user:password@host:587"),
        ("smtps://", "Write smtp+tls://user:password@host:587"),
        ("smtp://ana:secret@mail.example", "A password must not be sent in the clear: write smtp+"),
    ],
)
def test_a_bad_email_url_is_refused_and_its_password_not_shown(
    written: str, advice: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("X", written)

    with pytest.raises(ImproperlyConfigured) as refusal:
        mailer()

    assert advice in str(refusal.value)
    assert "secret" not in str(refusal.value)


def start(*command: str, **variables: str) -> subprocess.CompletedProcess[str]:
    """Runs Python with these settings and no others."""
    environment = {"PATH": os.environ["PATH"], "SECRET_KEY": "x" * 50, **variables}
    return subprocess.run(
        [sys.executable, *command],
        cwd=settings.ROOT,
        env=environment,
        capture_output=True,
        text=True,
    )


def load_settings(*names: str, **variables: str) -> list[object]:
    code = (
        "import json; from armybuilder import settings; "
        f"print(json.dumps([getattr(settings, name) for name in {[*names]!r}]))"
    )
    loaded: list[object] = json.loads(start("-c", code, **variables).stdout)
    return loaded


def test_the_defaults_serve_a_player_on_their_own_machine() -> None:
    assert load_settings("DEBUG", "SITE_NAME", "BASE_URL", "ALLOWED_HOSTS", "HTTPS") == [
        False,
        "Muster",
        "http://127.0.0.1:8000",
        ["127.0.0.1", "localhost", "127.0.0.1", "[::1]"],
        False,
    ]


def test_a_secure_base_url_turns_on_all_that_https_needs() -> None:
    loaded = load_settings(
        "ALLOWED_HOSTS",
        "CSRF_TRUSTED_ORIGINS",
        "SESSION_COOKIE_SECURE",
        "CSRF_COOKIE_SECURE",
        "LANGUAGE_COOKIE_SECURE",
        "SECURE_SSL_REDIRECT",
        "SECURE_HSTS_SECONDS",
        BASE_URL="https://muster.example",
    )

    assert loaded == [
        ["muster.example", "localhost", "127.0.0.1", "[::1]"],
        ["https://muster.example"],
        True,
        True,
        True,
        True,
        31_536_000,
    ]


@pytest.mark.parametrize(
    ("command", "variables", "sentence"),
    [
        (
            ["manage.py", "check"],
            {"HTTPS": "1"},
            'HTTPS is on and BASE_URL is "http://127.0.0.1:8000". '
            "Write BASE_URL=https://… or leave HTTPS away.",
        ),
        (
            ["manage.py", "check"],
            {"DEBUG": "perhaps"},
            'DEBUG is "perhaps". Write 1 for yes or 0 for no.',
        ),
        (
            ["-m", "gunicorn"],
            {"PORT": "http"},
            'PORT is "http". Write a whole number from 1 to 65535.',
        ),
    ],
)
def test_a_bad_setting_stops_the_start_with_its_sentence_alone(
    command: list[str], variables: dict[str, str], sentence: str
) -> None:
    stopped = start(*command, **variables)

    assert stopped.returncode == 1
    assert stopped.stderr == f"Muster did not start. {sentence}\n"


def test_every_answer_carries_a_strict_content_security_policy(client: Client) -> None:
    headers = client.get("/no-such-page/").headers

    assert headers["Content-Security-Policy"] == (
        "default-src 'self'; img-src 'self' data:; font-src 'self'; object-src 'none'; "
        "base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    )
    assert headers["X-Frame-Options"] == "DENY"
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "same-origin"


@pytest.mark.parametrize(
    ("match", "line"),
    [
        (SimpleNamespace(view_name="roster-detail"), "Not Found: <roster-detail>"),
        (None, "Not Found: <no view>"),
    ],
)
def test_a_log_line_names_the_view_and_not_the_secret_address(match: object, line: str) -> None:
    record = logging.LogRecord("x", logging.WARNING, "", 1, "Not Found: %s", ("/l/sécret",), None)
    record.request = SimpleNamespace(path="/l/sécret", resolver_match=match)

    WithoutAddresses().filter(record)

    assert record.getMessage() == line


@pytest.mark.parametrize(
    ("said", "line"),
    [
        ("Error handling request /lists/{}/", "Error handling request /lists/***/"),
        ('"GET /s/{}?paper=letter HTTP/1.1" 200', '"GET /s/***?paper=letter HTTP/1.1" 200'),
        ("Referer https://x/lists/{}/?open=n3", "Referer https://x/lists/***/?open=n3"),
        ("/lists/{}/compare/?with={}&to=2", "/lists/***/compare/?with=***&to=2"),
        ("/admin/login/?next=%2Flists%2F{}%2F", "/admin/login/?next=%2Flists%2F***%2F"),
        ("/static/css/tokens.416bafcef83d.css", "/static/css/tokens.416bafcef83d.css"),
    ],
)
def test_a_log_line_hides_what_may_be_a_secret(said: str, line: str) -> None:
    record = logging.LogRecord(
        "x", logging.INFO, "", 1, "%s", (said.replace("{}", "x_-9" * 5 + "xx"),), None
    )

    assert WithoutSecrets().format(record) == line


def test_a_traceback_hides_what_may_be_a_secret() -> None:
    try:
        raise ValueError(f"/lists/{'x' * 22}/")
    except ValueError:
        record = logging.LogRecord("x", logging.ERROR, "", 1, "Failed", None, sys.exc_info())

    assert WithoutSecrets().format(record).endswith("ValueError: /lists/***/")


def test_every_logger_that_is_told_addresses_hides_them() -> None:
    """gunicorn's, the development server's and Django's, each with no handler but ours."""
    conf = runpy.run_path(str(settings.ROOT / "gunicorn.conf.py"))
    loggers = settings.LOGGING["loggers"] | conf["logconfig_dict"]["loggers"]

    assert set(loggers) == {
        "django", "django.server", "gunicorn.access", "gunicorn.error", "lists", "mailing"
    }  # fmt: skip
    assert all(each["handlers"] == ["console"] for each in loggers.values())
    assert not any(each["propagate"] for each in loggers.values())
    assert settings.LOGGING["handlers"]["console"]["formatter"] == "line"
    assert settings.LOGGING["formatters"]["line"]["()"] == "armybuilder.logs.WithoutSecrets"


def test_gunicorn_hides_the_address_of_a_request_it_could_not_answer() -> None:
    code = (
        "from gunicorn.app.wsgiapp import WSGIApplication; import sys; sys.argv = ['gunicorn']; "
        "app = WSGIApplication(); log = app.cfg.logger_class(app.cfg); "
        f"log.exception('Error handling request %s', '/lists/{'x' * 22}/')"
    )

    said = start("-c", code).stderr

    assert "gunicorn.error: Error handling request /lists/***/" in said
    assert "x" * 22 not in said
