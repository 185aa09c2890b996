"""The lists of a scenario: made once, even where two requests come at the same moment."""

import pytest

from lists.building.scenarios import create_scenario
from lists.loading.store import store_edition
from lists.models import NOBODY, Roster
from tests.catalogues import read_game

from .test_concurrency import run_together

SOURCE, GAME = read_game("breaking-news")


@pytest.mark.django_db(transaction=True)
def test_a_double_click_makes_the_lists_once_and_both_clicks_get_them() -> None:
    edition = store_edition(SOURCE).edition
    patrol = GAME.scenarios["patrol"]

    def click(_tab: int) -> list[str]:
        made = create_scenario(NOBODY, edition, patrol, language="en", key="k" * 22)
        return [row.code for row in made]

    first, second = run_together(2, click)
    assert first == second == list(Roster.objects.order_by("pk").values_list("code", flat=True))
    assert len(first) == 2
