import pytest

from lists.building.ready import mark_ready
from lists.building.revisions import redo, restore, undo
from lists.building.rosters import load_document
from lists.building.saving import Conflict, Outcome, Saved
from lists.building.values import InvalidIntent
from lists.models import Roster
from tests.factories import act, holder_of, newest


def play(row: Roster, acts: str) -> Saved:
    """Do `undo`, `redo`, `ready`, `restore 2`, or set the limit to a number, one after another."""
    for name in acts.split(", "):
        row = Roster.objects.get(pk=row.pk)
        holder, base = holder_of(row), row.number
        match name.split():
            case ["undo"]:
                saved = undo(row, holder, base=base)
            case ["redo"]:
                saved = redo(row, holder, base=base)
            case ["ready"]:
                saved = mark_ready(row, holder, base=base)
            case ["restore", number]:
                saved = restore(row, holder, int(number), base=base)
            case [limit]:
                saved = act(row, "limit", limit=limit)
    return saved


@pytest.mark.parametrize(
    ("acts", "limit", "can_undo", "can_redo"),
    [
        ("60", 60, True, False),
        ("60, undo", 50, False, True),
        ("60, undo, undo", 50, False, True),
        ("60, undo, redo", 60, True, False),
        ("60, undo, redo, redo", 60, True, False),
        ("60, 70, undo", 60, True, True),
        ("60, 70, undo, undo", 50, False, True),
        ("60, 70, undo, undo, redo", 60, True, True),
        ("60, 70, undo, undo, redo, redo", 70, True, False),
        ("60, 70, undo, undo, redo, undo, redo, redo", 70, True, False),
        ("60, 70, undo, 80", 80, True, False),
        ("60, 70, undo, 80, redo", 80, True, False),
        ("60, 70, undo, 80, undo", 60, True, True),
        ("60, 70, undo, 80, undo, undo", 50, False, True),
        ("60, 70, undo, 80, undo, undo, redo, redo", 80, True, False),
        ("60, 70, restore 1", 50, True, False),
        ("60, 70, restore 1, undo", 70, True, True),
        ("60, 70, restore 1, undo, redo", 50, True, False),
        ("60, 70, restore 1, undo, undo", 60, True, True),
        ("60, 70, restore 2, restore 1, undo", 60, True, True),
        ("60, 70, restore 2, 90, undo, undo, undo", 60, True, True),
        ("60, ready, undo", 50, False, True),
        ("60, ready, undo, redo", 60, True, False),
        ("60, 70, undo, ready, redo", 70, True, False),
        ("60, 70, undo, ready, undo", 50, False, True),
    ],
)
def test_undo_redo_and_restore_go_where_a_person_expects(
    home_guard: Roster, acts: str, limit: int, can_undo: bool, can_redo: bool
) -> None:
    saved = play(home_guard, acts)

    assert saved.evaluation.limit == limit
    assert (saved.revision.can_undo, saved.revision.can_redo) == (can_undo, can_redo)


def test_undo_restores_the_exact_document_and_names_its_revision(home_guard: Roster) -> None:
    before = newest(home_guard)

    saved = play(home_guard, "60, undo")

    assert saved.revision.document == before.document
    assert list(saved.revision.document) == list(before.document)
    assert (saved.revision.number, saved.revision.restores) == (3, before.number)
    assert (saved.revision.code, saved.revision.parameters) == ("undone", {"of": 2, "points": 0})


def test_undo_survives_a_reload_since_all_of_it_stands_in_rows(home_guard: Roster) -> None:
    play(home_guard, "60, 70, undo")

    reloaded = Roster.objects.get(code=home_guard.code)

    assert load_document(reloaded).points_limit == 60
    assert load_document(reloaded, number=3).points_limit == 70
    assert newest(reloaded).can_redo


@pytest.mark.parametrize(
    ("acts", "undone"),
    [
        ("60, 70, undo", 3),
        ("60, 70, undo, undo", 2),
        ("60, 70, undo, undo, redo", 2),
        ("60, 70, restore 1, undo", 4),
        ("60, 70, restore 1, 80, undo, undo", 4),
        ("60, ready, undo", 2),
    ],
)
def test_history_says_which_act_was_undone_or_redone(
    home_guard: Roster, acts: str, undone: int
) -> None:
    assert play(home_guard, acts).revision.parameters["of"] == undone


def test_numbers_only_grow_and_nothing_is_lost(home_guard: Roster) -> None:
    play(home_guard, "60, 70, undo, undo, redo, 80, restore 1")

    revisions = home_guard.revisions.order_by("number")
    limits = [revision.document["points_limit"] for revision in revisions]
    assert [revision.number for revision in revisions] == [1, 2, 3, 4, 5, 6, 7, 8]
    assert limits == [50, 60, 70, 60, 50, 60, 80, 50]


def test_nothing_to_undo_saves_nothing_and_says_so(home_guard: Roster) -> None:
    saved = play(home_guard, "undo")

    assert (saved.outcome, saved.revision.number) == (Outcome.UNCHANGED, 1)
    assert play(home_guard, "redo").outcome is Outcome.UNCHANGED
    assert play(home_guard, "restore 1").outcome is Outcome.UNCHANGED
    assert home_guard.revisions.count() == 1


def test_undo_of_one_gesture_happens_once(home_guard: Roster) -> None:
    play(home_guard, "60, 70")
    home_guard.refresh_from_db()

    first = undo(home_guard, holder_of(home_guard), base=3, key="gesture")
    again = undo(home_guard, holder_of(home_guard), base=3, key="gesture")

    assert (first.outcome, again.outcome) == (Outcome.SAVED, Outcome.KNOWN)
    assert first.revision == again.revision
    assert newest(home_guard).number == 4


def test_undo_of_what_the_page_did_not_show_is_a_conflict(home_guard: Roster) -> None:
    play(home_guard, "60, 70")

    with pytest.raises(Conflict) as conflict:
        undo(home_guard, holder_of(home_guard), base=2)

    assert conflict.value.clashes == ()
    assert newest(home_guard).number == 3


@pytest.mark.parametrize("number", [0, -1, 3, 10**12, "two", None, True])
def test_only_a_revision_that_there_is_can_be_restored(home_guard: Roster, number: object) -> None:
    play(home_guard, "60")

    with pytest.raises(InvalidIntent):
        restore(home_guard, holder_of(home_guard), number, base=2)  # type: ignore[arg-type]
