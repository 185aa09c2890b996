from collections.abc import Iterator
from pathlib import Path

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import TransactionTestCase, override_settings

DATABASE_FIXTURES = {"db", "transactional_db"}
LOCMEM = "django.core.cache.backends.locmem.LocMemCache"
BROWSER_TESTS = Path(__file__).parent / "browser"


def pytest_configure() -> None:
    """Static files keep their names, passwords hash quickly, each process has its own cache."""
    override_settings(
        STORAGES={
            "default": {"BACKEND": "django.core.files.storage.InMemoryStorage"},
            "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
        },
        PASSWORD_HASHERS=["django.contrib.auth.hashers.MD5PasswordHasher"],
        CACHES={name: {"BACKEND": LOCMEM, "LOCATION": name} for name in ("default", "prints")},
    ).enable()


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Marks what needs a database or a browser, before `-m` picks by these marks."""
    for item in items:
        if BROWSER_TESTS in item.path.parents:
            item.add_marker("browser")
        if uses_database(item):
            item.add_marker("database")


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
