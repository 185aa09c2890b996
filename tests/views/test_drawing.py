"""What is drawn once and kept: bounded in size, whatever is looked at."""

import re
from collections.abc import Iterator

import pytest
from django.test import Client
from django.utils.safestring import mark_safe

from lists.models import Roster
from lists.templatetags.drawing import LARGEST_KEPT, MOST_KEPT, Drawings, drawings
from lists.views.page import _look_again
from tests.factories import act, newest


@pytest.fixture(autouse=True)
def nothing_drawn() -> Iterator[None]:
    drawings.forget()
    yield
    drawings.forget()


def test_a_drawing_is_kept_unless_it_is_too_large() -> None:
    kept = Drawings()
    for name, size in (("small", 1), ("largest", LARGEST_KEPT), ("too large", LARGEST_KEPT + 1)):
        kept.keep((name, 1, "en"), mark_safe("x" * size))

    found = [kept.find((name, 1, "en")) for name in ("small", "largest", "too large")]
    assert [drawing and len(drawing) for drawing in found] == [1, LARGEST_KEPT, None]
    assert kept.size == 1 + LARGEST_KEPT


def test_the_oldest_drawings_make_room() -> None:
    kept = Drawings()
    many = 2 * MOST_KEPT // LARGEST_KEPT
    for serial in range(many):
        kept.keep(("part", serial, "en"), mark_safe("x" * LARGEST_KEPT))
        kept.keep(("part", serial, "en"), mark_safe("x" * LARGEST_KEPT))  # by another thread

    found = [kept.find(("part", serial, "en")) is not None for serial in range(many)]
    assert found == [False] * (many // 2) + [True] * (many // 2)
    assert kept.size == MOST_KEPT


def test_a_page_is_the_same_drawn_anew_and_as_kept(client: Client, home_guard: Roster) -> None:
    path = f"/lists/{home_guard.edit_token}/?add=1"

    def look() -> str:
        return re.sub(r'"[\w-]{22,}"', '"token"', client.get(path).content.decode())

    drawn = look()
    size = drawings.size
    assert size > 0
    assert look() == drawn
    assert drawings.size == size


@pytest.mark.parametrize(
    ("query", "note", "kept"), [("", "", 1), ("?q=truck", "", 0), ("", "x" * 2000, 0)]
)
def test_small_pages_are_kept_and_neither_large_ones_nor_searches(
    client: Client, home_guard: Roster, query: str, note: str, kept: int
) -> None:
    for serial in range(8 if note else 0):
        act(home_guard, "add", entry="truck")
        act(
            home_guard,
            "note",
            newest(home_guard).parameters["added"][0],
            note=f"{serial}{note[1:]}",
        )
    _look_again.cache_clear()

    pages = [client.get(f"/lists/{home_guard.edit_token}/{query}") for _ in range(2)]

    assert [page.status_code for page in pages] == [200, 200]
    assert _look_again.cache_info().currsize == kept
