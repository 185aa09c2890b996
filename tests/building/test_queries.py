"""How often each act asks the database, whatever the length of the roster.

One of the queries of an act is what a view has asked already: which roster may be edited.
"""

from collections.abc import Callable

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from lists.building.claiming import claim_created
from lists.building.intents import Intent, apply_intent
from lists.building.ready import mark_ready
from lists.building.revisions import redo, undo
from lists.building.rosters import evaluate_roster, load_document
from lists.models import OwnEntry, Roster
from tests.factories import act, create_home_guard, create_user, holder_of

lengths = pytest.mark.parametrize("scouts", [3, 60])


def count_queries(function: Callable[[], object]) -> int:
    """Queries but those of savepoints, which stand in for a test's BEGIN and COMMIT."""
    with CaptureQueriesContext(connection) as captured:
        function()
    return sum("SAVEPOINT" not in query["sql"] for query in captured)


@lengths
@pytest.mark.django_db
def test_a_page_asks_once_for_a_roster_with_its_edition(scouts: int) -> None:
    row = create_home_guard(scouts=scouts)

    assert count_queries(lambda: evaluate_roster(row)) == 1
    assert count_queries(lambda: load_document(row)) == 1


@lengths
@pytest.mark.django_db
def test_an_edit_asks_four_times(scouts: int) -> None:
    row = create_home_guard(scouts=scouts)
    intent = Intent("add", "", {"entry": "scout"}, 1, "gesture")

    assert count_queries(lambda: apply_intent(row, intent, holder_of(row))) == 4
    assert count_queries(lambda: apply_intent(row, intent, holder_of(row))) == 2


@lengths
@pytest.mark.django_db
def test_an_edit_from_an_old_page_and_one_that_changes_nothing_ask_no_more(scouts: int) -> None:
    row = create_home_guard(scouts=scouts)
    holder = holder_of(row)
    apply_intent(row, Intent("add", "", {"entry": "scout"}, 1), holder)
    rename, same = (Intent("name", "", {"name": "Patrol"}, base) for base in (1, 3))

    assert count_queries(lambda: apply_intent(row, rename, holder)) == 4
    assert count_queries(lambda: apply_intent(row, same, holder)) == 2


@lengths
@pytest.mark.django_db
def test_undo_and_redo_ask_five_times_and_ready_four(scouts: int) -> None:
    row = create_home_guard(scouts=scouts)
    holder = holder_of(row)
    apply_intent(row, Intent("limit", "", {"limit": 900}, 1), holder)

    assert count_queries(lambda: undo(row, holder, base=2)) == 5
    assert count_queries(lambda: redo(row, holder, base=3)) == 5
    assert count_queries(lambda: mark_ready(row, holder, base=4)) == 4


@pytest.mark.django_db
def test_a_roster_is_found_by_its_address_with_one_query() -> None:
    row = create_home_guard()

    assert count_queries(Roster.objects.editable_by(holder_of(row)).get) == 1


@pytest.mark.parametrize(("rosters", "entries"), [(1, 1), (3, 4)])
@pytest.mark.django_db
def test_a_claim_asks_no_more_for_more_entries_of_ones_own(rosters: int, entries: int) -> None:
    ana, rows = create_user("Ana"), [create_home_guard() for _ in range(rosters)]
    for row in rows:
        for serial in range(entries):
            act(row, "own-entry", like="volunteer", name=f"Beja {serial}", points="6",
                **{"statistic-drill": "3"})  # fmt: skip

    assert count_queries(lambda: claim_created(ana.pk, [row.code for row in rows])) == 5
    assert OwnEntry.objects.filter(owner=ana).count() == rosters * entries
