"""Tabs in threads of their own, each with its own connection, on a database as in production."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.db import connection, transaction
from django.db.models import F

from lists.building.intents import Intent, apply_intent
from lists.building.rosters import load_document
from lists.building.saving import Busy, Conflict, Outcome
from lists.models import Roster, new_code
from lists.rules.document import write_document
from lists.rules.edits import AddNode, SetCount
from lists.rules.roster import Node
from tests.factories import create_home_guard, holder_of, newest


@pytest.fixture
def edits(full_counts: bool) -> int:
    """How many edits each tab makes."""
    return 500 if full_counts else 50


def run_together[T](tabs: int, tab: Callable[[int], T]) -> list[T]:
    """Run a function once a tab, all at the same time."""
    together = Barrier(tabs)

    def run(number: int) -> T:
        try:
            together.wait()
            return tab(number)
        finally:
            connection.close()

    with ThreadPoolExecutor(tabs) as threads:
        return list(threads.map(run, range(tabs)))


@pytest.mark.django_db(transaction=True)
def test_two_tabs_that_edit_at_once_lose_nothing(
    edits: int, report_figure: Callable[[str], None]
) -> None:
    """One steps the soldiers up, from its own last page; the other adds scouts, from its first."""
    row = create_home_guard()
    holder = holder_of(row)
    soldier = next(node.id for node in load_document(row).walk() if node.entry == "soldier")

    def edit(tab: int) -> list[Outcome]:
        outcomes, base = [], 1
        for _ in range(edits):
            intent = (
                Intent("add", "", {"entry": "scout"}, 1)
                if tab
                else Intent("count", soldier, {"step": 1}, base)
            )
            saved = apply_intent(row, intent, holder)
            outcomes.append(saved.outcome)
            base = saved.revision.number
        return outcomes

    outcomes = run_together(2, edit)

    counts = [node.count for node in load_document(row, newest(row).number).walk()]
    assert outcomes == [[Outcome.SAVED] * edits] * 2
    assert counts == [1, 1, 3 + edits, *[1] * edits]
    assert newest(row).number == 1 + 2 * edits
    report_figure(f"{2 * edits} acknowledged, 0 lost")


@pytest.mark.django_db(transaction=True)
def test_the_same_edits_saved_naively_lose_some(
    edits: int, report_figure: Callable[[str], None]
) -> None:
    """The control: each tab reads the roster, changes it, and saves the whole of it."""
    row = create_home_guard()
    soldier = next(node.id for node in load_document(row).walk() if node.entry == "soldier")
    read_by_both = Barrier(2)

    def edit(tab: int) -> None:
        for turn in range(edits):
            roster = load_document(row, Roster.objects.get(pk=row.pk).number)
            read_by_both.wait()
            node = roster.find(soldier)
            assert node is not None
            change = (
                AddNode(roster.children[0].id, Node(f"scout-{turn}", "scout"))
                if tab
                else SetCount(soldier, node.count + 1)
            )
            save_naively(row, write_document(change.apply(roster)))
            read_by_both.wait()

    run_together(2, edit)

    nodes = list(load_document(row, newest(row).number).walk())
    kept = sum(node.count for node in nodes) - 5
    assert newest(row).number == 1 + 2 * edits
    assert kept < 2 * edits
    report_figure(f"{2 * edits} acknowledged, {2 * edits - kept} lost")


def save_naively(row: Roster, document: object) -> None:
    """Save a whole document as the next revision, over whatever stands there by then."""
    with transaction.atomic():
        rows = Roster.objects.filter(pk=row.pk)
        rows.update(number=F("number") + 1)
        revision = row.revisions.get(number=rows.get().number - 1)
        revision.pk, revision.number, revision.key = None, revision.number + 1, new_code()
        revision.document = document
        revision.save(force_insert=True)


@pytest.mark.django_db(transaction=True)
def test_a_gesture_sent_five_times_at_once_is_done_once() -> None:
    row = create_home_guard()
    holder = holder_of(row)

    for gesture in range(10):
        base = newest(row).number
        intent = Intent("add", "", {"entry": "scout"}, base, f"gesture-{gesture}")
        saved = run_together(5, lambda _, intent=intent: apply_intent(row, intent, holder))
        assert sorted(each.outcome.value for each in saved) == ["known"] * 4 + ["saved"]
        assert len({each.revision.pk for each in saved}) == 1
        assert len({each.added for each in saved}) == 1

    assert newest(row).number == 11


@pytest.mark.django_db(transaction=True)
def test_ten_tabs_that_step_one_count_acknowledge_what_they_did() -> None:
    """Those who lose are told so: the count grows by as many steps as were acknowledged."""
    row = create_home_guard()
    holder = holder_of(row)
    soldier = next(node.id for node in load_document(row).walk() if node.entry == "soldier")
    step = Intent("count", soldier, {"step": 1}, 1)

    def edit(_: int) -> bool:
        try:
            return apply_intent(row, step, holder).outcome is Outcome.SAVED
        except (Busy, Conflict):
            return False

    acknowledged = run_together(10, edit)

    node = load_document(row, newest(row).number).find(soldier)
    assert node is not None
    assert sum(acknowledged) == 1
    assert node.count == 3 + 1


@pytest.mark.django_db(transaction=True)
@pytest.mark.skipif(connection.vendor != "sqlite", reason="PostgreSQL's savers queue")
def test_an_act_that_waits_too_long_for_the_database_is_busy() -> None:
    row = create_home_guard()
    together = Barrier(2)

    def keep_the_database() -> None:
        with transaction.atomic():
            together.wait()
            together.wait()
        connection.close()

    with ThreadPoolExecutor(1) as threads:
        keeping = threads.submit(keep_the_database)
        together.wait()
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA busy_timeout = 20")
        try:
            with pytest.raises(Busy):
                apply_intent(row, Intent("add", "", {"entry": "scout"}, 1), holder_of(row))
        finally:
            together.wait()
            keeping.result()
            connection.close()

    assert newest(row).number == 1
