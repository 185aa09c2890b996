"""Entries that a player writes in a saved roster, and how they are kept for the others."""

from __future__ import annotations

from typing import Any

import pytest

from lists.building.catalogues import find_catalogue, find_catalogue_of
from lists.building.own_entries import MOST_KEPT, find_kept, keep_own_entry
from lists.building.revisions import undo
from lists.building.rosters import duplicate_roster, evaluate_roster, load_document
from lists.building.saving import Conflict
from lists.building.upgrading import upgrade_roster
from lists.building.values import InvalidIntent
from lists.models import NOBODY, OwnEntry, Roster
from lists.rules.own_entries import MOST_OWN_ENTRIES
from tests.factories import (
    act,
    act_on,
    create_user,
    find_node,
    holder_of,
    newest,
    outline,
    store_game,
)
from tests.small_game import write_second_edition

BEJA: dict[str, Any] = {
    "like": "volunteer", "name": "Beja warrior", "points": "6", "statistic-drill": "3",
}  # fmt: skip


def write(row: Roster, **changes: object) -> str:
    """Write an entry of one's own; its key."""
    saved = act(row, "own-entry", **{**BEJA, **changes})
    return str(saved.revision.parameters["entry"])


def field(row: Roster, count: int = 2) -> str:
    """Write one and add so many of it."""
    key = write(row)
    act(row, "add", find_node(row, "team").id, entry=key, count=count)
    return key


def test_what_is_written_stands_in_the_document(home_guard: Roster) -> None:
    key = write(home_guard, name="  Beja \n warrior ", points="2,5")

    assert newest(home_guard).document["own_entries"] == [
        {"key": key, "like": "volunteer", "name": "Beja warrior", "points": "5/2", "drill": 3}
    ]


def test_it_is_added_like_any_other_entry(home_guard: Roster) -> None:
    key = write(home_guard)
    team = find_node(home_guard, "team").id

    act(home_guard, "take", into=team, entry=key)
    saved = act(home_guard, "take", into=team, entry=key)

    assert outline(home_guard)[-1] == (key, 2)
    assert saved.evaluation.total == 41


def test_a_change_reprices_all_its_lines(home_guard: Roster) -> None:
    key = field(home_guard)

    saved = act(home_guard, "own-entry", **{**BEJA, "entry": key, "points": "13/2"})

    assert saved.evaluation.total == 42
    assert saved.revision.parameters == {
        "entry": key, "like": "volunteer", "from": 6, "to": "13/2", "points": 1,
    }  # fmt: skip


def test_a_change_keeps_its_template_where_none_is_named(home_guard: Roster) -> None:
    key = write(home_guard)

    act(home_guard, "own-entry", entry=key, name="Beja", points=7, **{"statistic-drill": 1})

    assert newest(home_guard).document["own_entries"] == [
        {"key": key, "like": "volunteer", "name": "Beja", "points": 7, "drill": 1}
    ]


def test_undo_brings_back_what_it_was(home_guard: Roster) -> None:
    key = field(home_guard)
    saved = act(home_guard, "own-entry", **{**BEJA, "entry": key, "points": 9})

    undone = undo(home_guard, holder_of(home_guard), base=saved.revision.number)

    assert undone.evaluation.total == 41


def test_history_holds_no_name(home_guard: Roster) -> None:
    key = field(home_guard)
    act(home_guard, "own-entry", **{**BEJA, "entry": key, "name": "Hadendoa"})

    told = [str(revision.parameters) for revision in home_guard.revisions.all()]

    assert not [each for each in told if "Beja" in each or "Hadendoa" in each]


@pytest.mark.parametrize(
    ("changes", "field_name", "code"),
    [
        ({"like": "soldier"}, "like", "unknown"),
        ({"like": ""}, "like", "unknown"),
        ({"name": " "}, "name", "missing"),
        ({"name": "x" * 201}, "name", "too-long"),
        ({"name": ["x"]}, "name", "not-a-text"),
        ({"points": ""}, "points", "missing"),
        ({"points": "1001"}, "points", "no-points"),
        ({"points": "-1"}, "points", "no-points"),
        ({"points": "1e999999999"}, "points", "no-points"),
        ({"points": True}, "points", "no-points"),
        ({"statistic-drill": "x"}, "statistic-drill", "not-a-number"),
        ({"statistic-drill": "1001"}, "statistic-drill", "too-large"),
        ({"entry": "soldier"}, "entry", "unknown"),
        ({"entry": "own-<b>"}, "entry", "unknown"),
        ({"entry": "own-x", "like": ""}, "like", "unknown"),
    ],
    ids=str,
)
def test_what_cannot_be_is_refused_at_its_field(
    home_guard: Roster, changes: dict[str, Any], field_name: str, code: str
) -> None:
    with pytest.raises(InvalidIntent) as refused:
        write(home_guard, **changes)

    assert (refused.value.field, refused.value.code) == (field_name, code)
    assert newest(home_guard).number == 1


def test_a_statistic_must_be_typed(home_guard: Roster) -> None:
    with pytest.raises(InvalidIntent) as refused:
        act(home_guard, "own-entry", like="volunteer", name="Beja", points=6)

    assert (refused.value.field, refused.value.code) == ("statistic-drill", "missing")


def test_a_hidden_template_is_not_added(home_guard: Roster) -> None:
    with pytest.raises(InvalidIntent):
        act(home_guard, "add", entry="volunteer")


def test_a_roster_holds_a_bounded_number(home_guard: Roster) -> None:
    for serial in range(MOST_OWN_ENTRIES):
        write(home_guard, entry=f"own-{serial}")

    with pytest.raises(InvalidIntent) as refused:
        write(home_guard)

    assert refused.value.code == "too-many-own"
    assert write(home_guard, entry="own-7", points=9) == "own-7"


def test_what_no_line_is_can_be_forgotten(home_guard: Roster) -> None:
    key = field(home_guard)

    with pytest.raises(InvalidIntent) as refused:
        act(home_guard, "forget-own-entry", entry=key)
    act(home_guard, "remove", find_node(home_guard, key).id)
    act(home_guard, "forget-own-entry", entry=key)

    assert (refused.value.field, refused.value.code) == ("entry", "in-use")
    assert newest(home_guard).document["own_entries"] == []


def test_two_who_change_the_same_one_conflict_and_others_do_not(home_guard: Roster) -> None:
    key, other = write(home_guard), write(home_guard, name="Hadendoa")
    base = newest(home_guard).number
    act(home_guard, "own-entry", **{**BEJA, "entry": key, "points": 7})

    with pytest.raises(Conflict) as conflict:
        act_on(base, home_guard, "own-entry", **{**BEJA, "entry": key, "points": 8})
    act_on(base, home_guard, "own-entry", **{**BEJA, "entry": other, "points": 8})

    assert [clash.field for clash in conflict.value.clashes] == [f"own_entries.{key}"]


def test_a_copy_carries_them(home_guard: Roster) -> None:
    field(home_guard)
    home_guard.refresh_from_db()

    copy = duplicate_roster(home_guard, NOBODY, name="Copy")

    assert evaluate_roster(copy).evaluation.total == 41


def test_they_go_with_the_roster_to_a_newer_edition(home_guard: Roster) -> None:
    key = field(home_guard)
    newer = store_game(write_second_edition())

    saved = upgrade_roster(home_guard, holder_of(home_guard), newer, base=newest(home_guard).number)

    assert find_node(home_guard, key).edition == ""
    assert saved.evaluation.total == 8 + 4 * 7 + 2 * 6


def test_a_catalogue_is_extended_once_and_leaves_that_of_others_alone(home_guard: Roster) -> None:
    key = write(home_guard)
    home_guard.refresh_from_db()
    roster = load_document(home_guard)

    extended = find_catalogue_of(home_guard.edition, roster)

    assert find_catalogue_of(home_guard.edition, roster) is extended
    assert key not in find_catalogue(home_guard.edition).entries


def test_an_enormous_document_of_them_is_read_and_not_kept(home_guard: Roster) -> None:
    bulky = {f"field-{serial}": "x" * 2000 for serial in range(40)}
    own = ({"key": "own-x", "like": "volunteer", "name": "X", "points": 1, **bulky},)

    extended = find_catalogue(home_guard.edition, own)

    assert "own-x" in extended.entries
    assert find_catalogue(home_guard.edition, own) is not extended


# Kept for a person's other rosters


def written(key: str = "own-beja", points: int | str = 6) -> dict[str, Any]:
    return {"key": key, "like": "volunteer", "name": "Beja", "points": points, "drill": 3}


@pytest.mark.django_db
def test_what_is_kept_comes_back_as_a_roster_carries_it() -> None:
    ana, other = create_user("Ana"), create_user("Berta")
    keep_own_entry(ana.pk, "small-game", written())
    keep_own_entry(ana.pk, "small-game", written(points="5/2"))
    keep_own_entry(ana.pk, "other-game", written("own-other"))

    assert find_kept(ana.pk, "small-game") == [written(points="5/2")]
    assert find_kept(other.pk, "small-game") == find_kept(None, "small-game") == []


@pytest.mark.django_db
def test_the_longest_unused_make_room() -> None:
    ana = create_user("Ana")
    for serial in range(MOST_KEPT + 2):
        keep_own_entry(ana.pk, "small-game", written(f"own-{serial}"))

    kept = [each["key"] for each in find_kept(ana.pk, "small-game")]

    assert kept == [f"own-{serial}" for serial in reversed(range(2, MOST_KEPT + 2))]


@pytest.mark.django_db
def test_they_go_with_the_account() -> None:
    ana = create_user("Ana")
    keep_own_entry(ana.pk, "small-game", written())

    ana.delete()

    assert not OwnEntry.objects.exists()
