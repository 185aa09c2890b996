"""Catalogues come out of the database compiled, once a process, and as their words now are."""

import pytest
from pytest_django import DjangoAssertNumQueries

from lists.building.catalogues import (
    find_catalogue,
    find_edition,
    find_latest_edition,
    latest_editions,
)
from lists.models import Edition, GameSystem
from lists.models.documents import SECTIONS, TABLES
from tests.factories import store_game, store_small_game
from tests.small_game import both, compile_small_game, write_small_game

pytestmark = pytest.mark.django_db


def store_second_edition() -> Edition:
    document = write_small_game()
    document["edition"]["key"] = "2"
    document["entries"][1]["points"] = 6
    return store_game(document)


def create_draft() -> Edition:
    system = GameSystem.objects.create(key="draft-game", name_en="Draft", name_es="Borrador")
    return Edition.objects.create(
        system=system, key="1", name_en="A", name_es="B", hash="x", words_hash="y"
    )


def test_compiled_catalogue_costs_a_query_a_table_at_first_and_none_later(
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    document = write_small_game()
    document["edition"]["key"] = "never compiled before"
    edition = store_game(document)

    with django_assert_num_queries(1 + len(TABLES)):
        first = find_catalogue(edition)
    with django_assert_num_queries(0):
        second = find_catalogue(edition)

    assert first is second
    assert len(TABLES) - len(SECTIONS) < 12


def test_corrected_names_show_without_a_restart() -> None:
    find_catalogue(store_small_game())
    document = write_small_game()
    document["entries"][0]["name"] = both("Fireteam", "Equipo de fuego")

    catalogue = find_catalogue(store_game(document))

    assert catalogue.entries["team"].name == both("Fireteam", "Equipo de fuego")
    assert catalogue.hash == compile_small_game().hash


def test_latest_edition_is_the_one_published_last_and_drafts_do_not_count() -> None:
    first, second = store_small_game(), store_second_edition()
    create_draft()

    assert find_latest_edition("small-game") == second
    assert latest_editions() == [second]
    assert find_latest_edition("draft-game") is None
    assert first.system.editions.count() == 2


def test_edition_is_found_by_hash_else_by_key_else_the_newest() -> None:
    first, second = store_small_game(), store_second_edition()

    assert find_edition("small-game", "2", first.hash) == first
    assert find_edition("small-game", "1", "unknown") == first
    assert find_edition("small-game", "9", "unknown") == second
    assert find_edition("small-game") == second
    assert find_edition("unknown") is None
    assert find_edition("unknown", "1", first.hash) is None
