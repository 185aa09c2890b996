import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import TransactionTestCase, override_settings
from hypothesis import HealthCheck, settings

DATABASE_FIXTURES = {"db", "transactional_db"}
FULL_COUNTS = os.environ.get("FULL_COUNTS") == "1"
"""Whether `make soak` runs the long proofs; else they run with small counts."""

FIGURES = pytest.StashKey[list[str]]()

EXAMPLES = int(os.environ.get("EXAMPLES", "25"))
"""How many examples Hypothesis draws for a property; `make check` wants fewer."""

settings.register_profile("fast", deadline=None, max_examples=EXAMPLES)
settings.register_profile(
    "full",
    deadline=None,
    max_examples=1000,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
settings.load_profile("full" if FULL_COUNTS else "fast")

LOCMEM = "django.core.cache.backends.locmem.LocMemCache"
PRINT_TESTS = Path(__file__).parent / "printing"
BROWSER_TESTS = Path(__file__).parent / "browser"
LONG_TESTS = {"test_access", "test_backup", "test_codes", "test_machine"}
"""Files of proofs that take longer than `make check` has time for."""


def pytest_configure() -> None:
    """Static files keep their names, passwords hash quickly, each process has its own cache."""
    override_settings(
        STORAGES={
            "default": {"BACKEND": "django.core.files.storage.InMemoryStorage"},
            "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
        },
        WHITENOISE_AUTOREFRESH=True,  # looks a file up when it is asked for, not all at each start
        PASSWORD_HASHERS=["django.contrib.auth.hashers.MD5PasswordHasher"],
        CACHES={name: {"BACKEND": LOCMEM, "LOCATION": name} for name in ("default", "prints")},
    ).enable()


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Marks what needs a database or a browser, before `-m` picks by these marks."""
    for item in items:
        if BROWSER_TESTS in item.path.parents:
            item.add_marker("browser")
        if PRINT_TESTS in item.path.parents:
            item.add_marker("print")
        if item.path.stem in LONG_TESTS:
            item.add_marker("long")
        if uses_database(item):
            item.add_marker("database")
        if is_transactional(item):
            item.add_marker("transactional")


def is_transactional(item: pytest.Item) -> bool:
    """Whether it commits, as several connections need, and empties the database afterwards."""
    mark = item.get_closest_marker("django_db")
    return bool(mark and mark.kwargs.get("transaction"))


def uses_database(item: pytest.Item) -> bool:
    if item.get_closest_marker("django_db"):
        return True
    is_django_case = issubclass(getattr(item, "cls", None) or object, TransactionTestCase)
    return is_django_case or not DATABASE_FIXTURES.isdisjoint(getattr(item, "fixturenames", ()))


@pytest.fixture(scope="session")
def django_db_modify_db_settings(
    django_db_modify_db_settings_parallel_suffix: None, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """SQLite in a file, as in production: several connections, WAL, writers that wait."""
    if connection.vendor == "sqlite":
        path = tmp_path_factory.mktemp("database") / "test.sqlite3"
        connection.settings_dict["TEST"]["NAME"] = str(path)


@pytest.fixture(autouse=True)
def empty_cache() -> Iterator[None]:
    yield
    cache.clear()


@pytest.fixture
def full_counts() -> bool:
    return FULL_COUNTS


@pytest.fixture
def report_figure(request: pytest.FixtureRequest) -> Callable[[str], None]:
    """Notes a figure that `make soak` prints at the end."""
    figures = request.config.stash.setdefault(FIGURES, [])
    return lambda figure: figures.append(f"{request.node.name} ({connection.vendor}): {figure}")


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    figures = terminalreporter.config.stash.get(FIGURES, [])
    if FULL_COUNTS and figures:
        terminalreporter.section("Figures")
        for figure in figures:
            terminalreporter.line(figure)
