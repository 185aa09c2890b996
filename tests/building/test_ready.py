import pytest

from lists.building.ready import NotReady, mark_draft, mark_ready
from lists.building.revisions import undo
from lists.building.rosters import load_document
from lists.building.saving import Conflict, Outcome
from lists.models import Roster
from tests.factories import act, find_node, holder_of, newest


def mark(row: Roster, *, base: int | None = None) -> Outcome:
    row.refresh_from_db()
    return mark_ready(row, holder_of(row), base=base or row.number).outcome


def state(row: Roster) -> str:
    return Roster.objects.get(pk=row.pk).state


def test_a_legal_roster_is_marked_ready_as_a_revision_of_the_same_document(
    home_guard: Roster,
) -> None:
    mark(home_guard)

    revision = newest(home_guard)
    assert (state(home_guard), revision.is_ready) == ("ready", True)
    assert (revision.number, revision.code, revision.restores) == (2, "marked-ready", 1)
    assert load_document(home_guard, 2) == load_document(home_guard, 1)


def test_an_illegal_roster_is_not_ready_and_says_why_and_where(home_guard: Roster) -> None:
    team = find_node(home_guard, "team").id
    act(home_guard, "add", entry="leader")
    act(home_guard, "limit", limit=30)

    with pytest.raises(NotReady) as refused:
        mark(home_guard)

    found = {(problem.code, problem.node) for problem in refused.value.problems}
    assert found == {("points-over-limit", ""), ("one-leader", team)}
    assert state(home_guard) == "draft"


@pytest.mark.parametrize(("limit", "is_ready"), [(29, True), (28, True), (27, False)])
def test_points_pass_up_to_the_tolerance(home_guard: Roster, limit: int, is_ready: bool) -> None:
    """29 points; a tolerance of a twenty-fifth in whole points."""
    act(home_guard, "limit", limit=limit)

    if is_ready:
        mark(home_guard)
    else:
        with pytest.raises(NotReady):
            mark(home_guard)

    assert state(home_guard) == ("ready" if is_ready else "draft")


def test_what_is_only_outside_guidance_passes(home_guard: Roster) -> None:
    act(home_guard, "count", find_node(home_guard, "soldier").id, count=6)

    mark(home_guard)

    row = Roster.objects.get(pk=home_guard.pk)
    assert (row.state, row.verdict) == ("ready", "outside-guidance")


@pytest.mark.parametrize(
    ("operation", "value"),
    [
        ("name", {"name": "Patrol"}),
        ("limit", {"limit": 60}),
        ("add", {"entry": "scout"}),
        ("reading", {"reading": "veteran-points", "value": "errata"}),
    ],
)
def test_the_next_edit_makes_it_a_draft_again(
    home_guard: Roster, operation: str, value: dict[str, object]
) -> None:
    mark(home_guard)

    act(home_guard, operation, **value)

    assert (state(home_guard), newest(home_guard).is_ready) == ("draft", False)


def test_undo_makes_it_a_draft_again(home_guard: Roster) -> None:
    act(home_guard, "limit", limit=60)
    mark(home_guard)

    undo(home_guard, holder_of(home_guard), base=3)

    assert state(home_guard) == "draft"


def test_the_mark_can_be_taken_back(home_guard: Roster) -> None:
    mark(home_guard)

    mark_draft(home_guard, holder_of(home_guard), base=2)

    assert (state(home_guard), newest(home_guard).code) == ("draft", "marked-draft")


def test_marking_twice_changes_nothing(home_guard: Roster) -> None:
    assert (mark(home_guard), mark(home_guard)) == (Outcome.SAVED, Outcome.UNCHANGED)
    assert newest(home_guard).number == 2


def test_only_what_the_page_showed_can_be_marked(home_guard: Roster) -> None:
    act(home_guard, "limit", limit=60)

    with pytest.raises(Conflict):
        mark(home_guard, base=1)
