import pytest
from django.test import Client

from lists.models import Roster
from tests.factories import create_home_guard


@pytest.fixture
def home_guard(db: None) -> Roster:
    """A roster that nobody owns; its edit token is its key."""
    return create_home_guard()


@pytest.fixture
def htmx() -> Client:
    """A browser in which scripts run."""
    return Client(headers={"HX-Request": "true"})
