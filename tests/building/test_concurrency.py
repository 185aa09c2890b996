"""Tabs in threads of their own, each with its own connection, on a database as in production."""

import random
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

import pytest
from django.db import connection, transaction
from django.db.models import F

from lists.building.intents import Intent, apply_intent
from lists.building.ready import mark_draft, mark_ready
from lists.building.revisions import redo, restore, undo
from lists.building.rosters import load_document
from lists.building.saving import Busy, Conflict, Outcome, Saved
from lists.models import Actor, Roster, Verdict, new_code
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


ACTS: dict[str, Callable[[Roster], dict[str, Any]]] = {
    "add": lambda row: {"entry": "scout"},
    "remove": lambda row: {},
    "duplicate": lambda row: {},
    "count": lambda row: {"step": 1},
    "note": lambda row: {"note": f"Since {row.number}."},
    "name": lambda row: {"name": f"As of {row.number}"},
    "limit": lambda row: {"limit": 100 + row.number},
}
"""Operations that always change something, and with what values."""

MEANT = {"remove": "scout", "duplicate": "soldier", "count": "soldier", "note": "soldier"}
"""The entry that an operation is about; none where it is about the roster as a whole."""


def draw_gesture(row: Roster, key: str, draw: random.Random) -> Callable[[Actor], Saved]:
    """An act on the roster as it stands, which can be sent any number of times."""
    row.refresh_from_db()
    base, entries = row.number, {node.entry: node.id for node in load_document(row).walk()}
    can = [act for act in ACTS if MEANT.get(act, "soldier") in entries]
    act = draw.choice([*can, "undo", "redo", "restore", "ready"])
    current = row.revisions.get(number=base)
    if act == "undo" and current.can_undo:
        return lambda holder: undo(row, holder, base=base, key=key)
    if act == "redo" and current.can_redo:
        return lambda holder: redo(row, holder, base=base, key=key)
    if act == "restore" and row.revisions.get(number=1).document != current.document:
        return lambda holder: restore(row, holder, 1, base=base, key=key)
    if act == "ready" and row.verdict != Verdict.ILLEGAL:
        mark = mark_draft if row.is_ready else mark_ready
        return lambda holder: mark(row, holder, base=base, key=key)
    operation = act if act in ACTS else "add"
    node = entries.get(MEANT.get(operation, ""), "")
    intent = Intent(operation, node, ACTS[operation](row), base, key)
    return lambda holder: apply_intent(row, intent, holder)


@pytest.mark.django_db(transaction=True)
def test_what_is_sent_several_times_at_once_is_done_once(
    full_counts: bool, report_figure: Callable[[str], None]
) -> None:
    """Acts of every kind, two to five times each: one effect, and all get the same answer."""
    row, draw, gestures = create_home_guard(), random.Random(4), 1000 if full_counts else 20
    holder, kinds, sent = holder_of(row), Counter[str](), 0

    for gesture in range(gestures):
        send, times = draw_gesture(row, f"gesture-{gesture}", draw), draw.randint(2, 5)
        saved = run_together(times, lambda _, send=send: send(holder))
        assert sorted(each.outcome.value for each in saved) == ["known"] * (times - 1) + ["saved"]
        assert len({each.revision.pk for each in saved}) == 1
        assert len({(each.added, each.evaluation.total) for each in saved}) == 1
        assert newest(row).number == gesture + 2
        kinds[saved[0].revision.code] += 1
        sent += times

    assert row.revisions.count() == gestures + 1
    assert len(kinds) >= 6
    report_figure(f"{gestures} gestures sent {sent} times, {row.revisions.count() - 1} effects")


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
