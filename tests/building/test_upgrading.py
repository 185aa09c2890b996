"""Newer editions: nothing moves before its owner says so, and what was moved can be undone."""

from __future__ import annotations

import json

import pytest

from lists.building.revisions import redo, undo
from lists.building.rosters import evaluate_roster, load_document
from lists.building.saving import Conflict, Outcome
from lists.building.sought import find_editions
from lists.building.upgrading import (
    copy_upgraded,
    decline_upgrade,
    find_newer,
    preview_upgrade,
    upgrade_roster,
)
from lists.models import NOBODY, Actor, Edition, Roster
from tests.factories import (
    act,
    create_home_guard,
    find_node,
    holder_of,
    newest,
    store_game,
)
from tests.small_game import write_second_edition

pytestmark = pytest.mark.django_db


@pytest.fixture
def row() -> Roster:
    row = create_home_guard(scouts=2)
    Roster.objects.filter(pk=row.pk).update(total=newest(row).total)
    return row


@pytest.fixture
def second(row: Roster) -> Edition:
    """Published after the roster was made."""
    return store_game(write_second_edition())


def test_a_new_edition_moves_no_saved_total(full_counts: bool) -> None:
    rows = [create_home_guard(scouts=serial % 3) for serial in range(1000 if full_counts else 30)]
    before = list(Roster.objects.order_by("pk").values_list("pk", "total", "verdict", "edition"))
    documents = [json.dumps(newest(row).document) for row in rows]

    store_game(write_second_edition())

    after = list(Roster.objects.order_by("pk").values_list("pk", "total", "verdict", "edition"))
    assert after == before
    assert [json.dumps(newest(row).document) for row in rows] == documents
    evaluated = [evaluate_roster(row).evaluation.total for row in rows]
    assert evaluated == [total for _, total, *_ in before]


def test_a_preview_saves_nothing(row: Roster, second: Edition) -> None:
    preview = preview_upgrade(row, second)

    assert (preview.before.evaluation.total, preview.evaluation.total) == (43, 50)
    row.refresh_from_db()
    assert (row.number, row.edition.key, row.total) == (1, "1", 43)


def test_upgrading_is_one_act_that_undo_and_redo_turn(row: Roster, second: Edition) -> None:
    before = newest(row)

    moved = upgrade_roster(row, holder_of(row), second, base=1)

    assert (moved.row.edition, moved.row.total, moved.row.number) == (second, 50, 2)
    assert (moved.revision.code, moved.revision.parameters) == (
        "upgraded",
        {"from": "1", "to": "2", "points": 7},
    )
    undone = undo(moved.row, holder_of(row), base=2)
    assert (undone.row.edition.key, undone.row.total) == ("1", 43)
    assert undone.revision.document == before.document
    again = redo(undone.row, holder_of(row), base=3)
    assert (again.row.edition, again.row.total) == (second, 50)
    assert again.revision.document == moved.revision.document


def test_a_kept_line_can_be_counted_named_and_removed(row: Roster, second: Edition) -> None:
    upgrade_roster(row, holder_of(row), second, base=1)
    scout = find_node(row, "scout")
    assert scout.edition == Edition.objects.get(key="1").hash

    act(row, "count", scout.id, count=3)
    assert newest(row).total == 50 + 2 * 7
    act(row, "rename", scout.id, name="Old hand")
    assert find_node(row, "scout").name == "Old hand"
    act(row, "duplicate", scout.id)
    assert newest(row).total == 50 + 5 * 7
    act(row, "remove", scout.id)
    assert newest(row).total == 50 + 2 * 7


def test_an_edit_of_a_page_on_the_older_edition_still_lands(row: Roster, second: Edition) -> None:
    upgrade_roster(row, holder_of(row), second, base=1)

    saved = act(row, "limit", limit=80)

    assert (saved.row.points_limit, saved.row.edition) == (80, second)


def test_whoever_saw_an_older_state_moves_nothing(row: Roster, second: Edition) -> None:
    act(row, "limit", limit=80)

    with pytest.raises(Conflict):
        upgrade_roster(row, holder_of(row), second, base=1)
    assert newest(row).edition.key == "1"


def test_moving_twice_moves_once(row: Roster, second: Edition) -> None:
    upgrade_roster(row, holder_of(row), second, base=1, key="gesture")
    again = upgrade_roster(row, holder_of(row), second, base=1, key="gesture")
    late = upgrade_roster(row, holder_of(row), second, base=2)

    assert (again.outcome, late.outcome) == (Outcome.KNOWN, Outcome.UNCHANGED)
    assert newest(row).number == 2


def test_a_stranger_moves_nothing(row: Roster, second: Edition) -> None:
    with pytest.raises(Roster.DoesNotExist):
        upgrade_roster(row, NOBODY, second, base=1)
    decline_upgrade(row, Actor(address="x" * 22), second)
    row.refresh_from_db()
    assert (row.edition.key, row.declined) == ("1", None)


def test_a_copy_moves_and_the_list_stays(row: Roster, second: Edition) -> None:
    copy = copy_upgraded(row, holder_of(row), second)

    row.refresh_from_db()
    assert (row.edition.key, row.total, row.declined) == ("1", 43, second)
    assert (copy.edition, copy.total) == (second, 50)
    assert len(load_document(copy).former) == 1


def find_outdated() -> set[Roster]:
    rosters = Roster.objects.all()
    return set(rosters.outdated(find_editions(rosters)))


def test_only_what_nobody_has_declined_is_outdated(row: Roster, second: Edition) -> None:
    other = create_home_guard()
    assert find_newer(row) == second
    assert find_outdated() == {row, other}

    decline_upgrade(row, holder_of(row), second)
    upgrade_roster(other, holder_of(other), second, base=1)

    other.refresh_from_db()
    assert find_newer(other) is None
    assert find_outdated() == set()
    third = store_game(
        {**write_second_edition(), "edition": {**write_second_edition()["edition"], "key": "3"}}
    )
    assert find_outdated() == {row, other}
    assert find_newer(other) == third


def test_a_draft_edition_is_for_nobody(row: Roster, second: Edition) -> None:
    assert find_newer(row) == second
    Edition.objects.create(
        system=second.system, key="9", name_en="", name_es="", hash="9" * 64, words_hash=""
    )
    assert find_newer(row) == second
