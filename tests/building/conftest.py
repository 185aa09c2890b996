import pytest

from lists.models import Roster
from tests.factories import create_home_guard


@pytest.fixture
def home_guard(db: None) -> Roster:
    return create_home_guard()
