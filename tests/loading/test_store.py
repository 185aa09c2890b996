"""What is stored is what was read: once, whole, and not to be changed but in its words."""

from collections.abc import Callable
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from lists.building.catalogues import find_catalogue
from lists.loading.check import load_folder
from lists.loading.complaints import InvalidSource
from lists.loading.source import Source
from lists.loading.store import Stored, store_edition
from lists.models import Edition, Entry, GameSystem, Reading
from lists.models.documents import SECTIONS, TABLES, read_edition
from lists.rules.compiling.hashing import hash_edition
from tests.catalogues import SYSTEMS, read_game
from tests.loading.files import add_file, write_folder
from tests.small_game import both, compile_small_game, write_small_game

pytestmark = pytest.mark.django_db

type Document = dict[str, Any]


def store(document: Document) -> Stored:
    return store_edition(Source(Path("small-game"), document=document))


def find_item(document: Document, section: str, key: str) -> Document:
    items: list[Document] = document[section]
    return next(item for item in items if key in (item.get("key"), item.get("code")))


def test_rows_give_the_document_and_the_catalogue_back() -> None:
    edition = store(write_small_game()).edition

    assert read_edition(edition) == write_small_game()
    assert find_catalogue(edition) == compile_small_game()
    assert edition.hash == hash_edition(write_small_game())


@pytest.mark.parametrize("system", SYSTEMS)
def test_rows_of_each_game_give_its_document_and_catalogue_back(system: str) -> None:
    source, catalogue = read_game(system)

    edition = store_edition(source).edition

    assert read_edition(edition) == source.document
    assert find_catalogue(edition) == catalogue
    assert edition.hash == catalogue.hash


def test_whom_a_suggested_list_is_played_against_makes_the_hash() -> None:
    hashes = set()
    for opponent in ("homeland", "elsewhere"):
        document = write_small_game()
        suggested = {"key": "ours", "army_list": "home-guard", "opponent": opponent}
        document["scenarios"][0]["lists"] = [suggested]
        hashes.add(hash_edition(document))

    assert len(hashes) == 2


def test_first_time_publishes_and_second_time_does_nothing() -> None:
    first = store(write_small_game())
    published_at = first.edition.published_at

    second = store(write_small_game())

    items = sum(len(write_small_game().get(section, ())) for section in SECTIONS)
    assert (first.added, first.changed) == (items, 0)
    assert (second.added, second.changed) == (0, 0)
    assert second.edition.is_published
    assert second.edition.published_at == published_at


def test_order_of_what_was_written_is_kept() -> None:
    document = write_small_game()
    row = document["army_lists"][0]["rows"][2]
    row["options"] = {"weapon": ["machine-gun"], "kit": ["radio"], "crew": ["crew"]}

    edition = store(document).edition

    assert list(read_edition(edition)["army_lists"][0]["rows"][2]["options"]) == [
        "weapon",
        "kit",
        "crew",
    ]


def rename_entry(document: Document) -> None:
    find_item(document, "entries", "scout")["name"] = both("Pathfinder", "Rastreador")


def explain_system(document: Document) -> None:
    document["system"]["text"] = both("A game.", "Un juego.")


def fill_gap(document: Document) -> None:
    document["edition"]["gaps"] = [both("A gap.", "Un hueco.")]


def rename_group(document: Document) -> None:
    find_item(document, "groups", "weapon")["name"] = both("Arms", "Armas")


def rename_value(document: Document) -> None:
    document["readings"][0]["values"][1]["name"] = both("Erratum", "Errata")


def reword_message(document: Document) -> None:
    document["restrictions"][0]["message"] = both("Too many.", "Demasiadas.")


def add_alias(document: Document) -> None:
    find_item(document, "entries", "scout")["aliases"] = ["Ranger"]


@pytest.mark.parametrize(
    "correct",
    [
        rename_entry, explain_system, fill_gap, rename_group, rename_value, reword_message,
        add_alias,
    ],
)  # fmt: skip
def test_corrected_words_are_stored_and_show_at_once(
    correct: Callable[[Document], None],
) -> None:
    edition = store(write_small_game()).edition
    before = find_catalogue(edition)
    document = write_small_game()
    correct(document)

    stored = store(document)

    assert (stored.added, stored.changed) == (0, 1)
    assert read_edition(stored.edition) == document
    assert find_catalogue(stored.edition) != before
    assert find_catalogue(stored.edition).hash == before.hash


def price_entry(document: Document) -> None:
    find_item(document, "entries", "scout")["points"] = 2


def change_limit(document: Document) -> None:
    document["limit"]["default"] = 60


def change_formula(document: Document) -> None:
    document["kinds"][1]["formula"]["figures"] = "2"


def change_row(document: Document) -> None:
    document["army_lists"][0]["rows"][1]["count"] = "3..6"


def change_bound(document: Document) -> None:
    document["restrictions"][0]["at_most"] = "3"


def remove_list(document: Document) -> None:
    del document["army_lists"][1]


def add_nation(document: Document) -> None:
    document["nations"].append({"key": "nowhere", "name": both("Nowhere")})


def remove_section(document: Document) -> None:
    del document["scenarios"]


def add_section(document: Document) -> None:
    document["formulas"] = [{"key": "free", "points": "0"}]


def turn_around(document: Document) -> None:
    document["nations"].reverse()


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        (price_entry, "entries.scout: `points` differ."),
        (change_limit, "limit: `default` differ."),
        (change_formula, "kinds.figure: `formula` differ."),
        (change_row, "army_lists.home-guard: `rows` differ."),
        (change_bound, "restrictions.few-machine-guns: `at_most` differ."),
        (remove_list, "army_lists.raiders: It is gone."),
        (add_nation, "nations.nowhere: It is new."),
        (turn_around, "nations: The order differs."),
        (remove_section, "scenarios.the-ford: It is gone."),
        (add_section, "formulas.free: It is new."),
    ],
)
def test_changed_numbers_of_a_published_edition_are_refused(
    change: Callable[[Document], None], complaint: str
) -> None:
    edition = store(write_small_game()).edition
    document = write_small_game()
    change(document)
    rename_group(document)

    with pytest.raises(InvalidSource) as caught:
        store(document)

    complaints = [str(each).partition("edition.yaml: ")[2] for each in caught.value.complaints]
    assert complaints == [
        "edition.key: Edition 1 is published, and what is listed below would change its numbers. "
        "Put them back, or give the edition a new key.",
        complaint,
    ]
    assert read_edition(edition) == write_small_game()


def test_changed_numbers_under_a_new_key_leave_the_old_edition_as_it_was() -> None:
    old = store(write_small_game()).edition
    document = write_small_game()
    document["edition"]["key"] = "2"
    price_entry(document)

    new = store(document).edition

    assert find_catalogue(old).entries["scout"].points == 1
    assert find_catalogue(new).entries["scout"].points == 2
    assert GameSystem.objects.count() == 1


def test_draft_that_was_left_behind_is_replaced() -> None:
    system = GameSystem.objects.create(key="small-game", name_en="Small", name_es="Pequeño")
    draft = Edition.objects.create(
        system=system, key="1", name_en="A", name_es="B", hash="x", words_hash="y"
    )
    Entry.objects.create(edition=draft, position=0, key="ghost", name_en="A", name_es="B")

    edition = store(write_small_game()).edition

    assert edition.is_published
    assert not Entry.objects.filter(key="ghost").exists()


def test_what_is_written_empty_is_as_if_it_were_not_there(tmp_path: Path) -> None:
    add_file(
        write_folder(tmp_path),
        "more.yaml",
        "derived: [{key: a, name: {en: A, es: B}, scope: roster, formula: 1, prefix: ''}]\n"
        "weapons: [{key: b, name: {en: A, es: B}, statistics: {}, points: 0, rank: 0, page: ~}]\n"
        "scenarios: [{key: c, name: {en: A, es: B}, number: 0, lists: []}]\n"
        "army_list: {key: d, name: {en: A, es: B}, nation: homeland, unit: team, open: false,"
        " rows: [], additions: [], extras: []}\n",
    )
    source, _ = load_folder(tmp_path)

    edition = store_edition(source).edition

    assert read_edition(edition) == source.document
    assert edition.hash == hash_edition(read_edition(edition))


def test_every_table_of_an_edition_is_used_by_the_reference_game() -> None:
    source, _ = read_game("breaking-news")

    store_edition(source)

    assert [model.__name__ for model in TABLES if not model._default_manager.exists()] == []


def test_source_that_is_refused_leaves_nothing_behind() -> None:
    store(write_small_game())
    document = deepcopy(write_small_game())
    explain_system(document)
    change_limit(document)

    with pytest.raises(InvalidSource):
        store(document)

    assert GameSystem.objects.get().text_en == ""
    assert Reading.objects.count() == 1
