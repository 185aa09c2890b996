"""What `docs/deploying.md` says and brings is so."""

from __future__ import annotations

import os
import re
import runpy
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from string import Template
from urllib.parse import unquote

import pytest
from django.conf import settings
from django.core.management import get_commands
from django.test import override_settings
from django.urls import URLPattern, get_resolver, reverse

from lists.models import new_code

DOCS = Path(__file__).parent.parent / "docs"
NGINX = (DOCS / "deploying/nginx.conf").read_text()


def find_settings(name: str) -> set[str]:
    """The variables that a file of docs/deploying/ sets."""
    return set(re.findall(r"^([A-Z_]+)=", (DOCS / "deploying" / name).read_text(), re.MULTILINE))


def test_every_setting_is_described_and_no_other() -> None:
    source = (settings.ROOT / "armybuilder/settings.py").read_text()
    read = set(re.findall(r'read_[a-z_]+\(\s*"([A-Z_]+)"', source))
    rows = re.findall(r"^\| (`.*?`) \|", (DOCS / "deploying.md").read_text(), re.MULTILINE)

    assert {name for row in rows for name in re.findall("[A-Z_]+", row)} == read
    assert find_settings("muster.env") <= read


def test_a_server_with_the_settings_of_the_sample_passes_all_checks_of_deployment() -> None:
    lines = (DOCS / "deploying/muster.env").read_text().splitlines()
    sample = dict(line.split("=", 1) for line in lines if line and not line.startswith("#"))
    bare = {"PATH": os.environ["PATH"], "SECRET_KEY": "0123456789abcdef" * 4}

    checked = subprocess.run(
        [sys.executable, "manage.py", "check", "--deploy", "--fail-level=WARNING"],
        cwd=settings.ROOT,
        env=bare | sample,
        capture_output=True,
        text=True,
    )

    assert checked.stderr == ""
    assert checked.stdout == "System check identified no issues (2 silenced).\n"


def test_every_command_and_file_that_is_named_is_there() -> None:
    units = [path.read_text() for path in sorted((DOCS / "deploying").glob("*.service"))]
    text = (DOCS / "deploying.md").read_text()
    commands = set(re.findall(r"manage\.py ([a-z_]+)", "\n".join([text, *units])))
    files = set(re.findall(r"\]\((deploying/[^)]+)\)", text))

    assert {"backup", "restore", "doctor"} <= commands <= {*get_commands(), "help"}
    assert "deploying/muster-backup.timer" in files
    assert [name for name in files if not (DOCS / name).exists()] == []


# nginx


def hide(path: str) -> str:
    """What nginx writes of a path, by the map of the sample."""
    (block,) = re.findall(r"^map \$uri \$muster_path \{\n(.*?)^\}", NGINX, re.DOTALL | re.MULTILINE)
    for pattern, shown in re.findall(r'"~(.+)"\s+(\S+);', block):
        match = re.search(pattern.replace("(?<", "(?P<"), unquote(path))
        if match:
            return Template(shown).substitute(match.groupdict())
    return unquote(path)


def find_secret_addresses() -> Iterator[tuple[str, str]]:
    """Every address of the app that holds a secret, and the secret."""
    for pattern in get_resolver("lists.urls").url_patterns:
        assert isinstance(pattern, URLPattern)
        names = {"address", "code"} & set(pattern.pattern.converters)
        if names and pattern.name:
            secret = new_code()
            others = {"number": 1} if "number" in pattern.pattern.converters else {}
            yield reverse(pattern.name, kwargs={names.pop(): secret, **others}), secret


@override_settings(ROOT_URLCONF="armybuilder.urls")
def test_no_secret_of_any_address_stands_in_the_log_of_nginx() -> None:
    addresses = list(find_secret_addresses())

    assert len(addresses) > 20
    for address, secret in addresses:
        assert hide(address) == address.replace(secret, "***")


@pytest.mark.parametrize(
    ("path", "shown"),
    [
        ("/", "/"),
        ("/systems/breaking-news/", "/systems/breaking-news/"),
        ("/static/css/tokens.416bafcef83d.css", "/static/css/tokens.416bafcef83d.css"),
        ("/%6cists/x_-9x_-9x_-9x_-9x_-9xx/", "/lists/***/"),
        ("/lists/cut-short", "/lists/***"),
        ("/mistyped/x_-9x_-9x_-9x_-9x_-9xx/edit/", "/mistyped/***/edit/"),
    ],
)
def test_the_log_of_nginx_says_what_was_asked_for_and_hides_keys(path: str, shown: str) -> None:
    assert hide(path) == shown


def test_nginx_logs_nothing_but_what_hides_keys() -> None:
    written = re.findall(r"^\s*(access_log|error_log)\s+\S+ (\w+);", NGINX, re.MULTILINE)
    (line,) = re.findall(r"^log_format muster (.*?);", NGINX, re.DOTALL | re.MULTILINE)

    assert sorted(written) == [("access_log", "muster")] * 2 + [("error_log", "alert")] * 2
    assert set(re.findall(r"\$(\w+)", line)) == {
        *("remote_addr", "time_local", "request_method", "muster_path", "status"),
        *("body_bytes_sent", "request_time"),
    }


def test_nginx_leaves_it_to_the_site_to_refuse_a_file_and_closes_connections_first() -> None:
    (megabytes,) = re.findall(r"client_max_body_size (\d+)m;", NGINX)
    default_keepalive_of_nginx = 60
    conf = runpy.run_path(str(settings.ROOT / "gunicorn.conf.py"))

    assert int(megabytes) << 20 > settings.FILE_UPLOAD_MAX_MEMORY_SIZE
    assert conf["keepalive"] > default_keepalive_of_nginx
