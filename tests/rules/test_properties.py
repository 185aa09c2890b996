"""What must hold for every roster, not only for those somebody thought of."""

from __future__ import annotations

from collections import Counter
from contextlib import suppress
from dataclasses import replace

from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from lists.rules.catalogue import UNKNOWN
from lists.rules.document import UnreadableDocument, read_document, write_document
from lists.rules.edits import (
    AddNode,
    DuplicateNode,
    RemoveNode,
    SetCount,
    count_nodes,
    with_new_ids,
)
from lists.rules.evaluate import evaluate
from lists.rules.evaluation import Evaluation
from lists.rules.offers import find_offers
from lists.rules.places import Board
from lists.rules.roster import Node, Roster
from lists.rules.weighing import weigh_readings
from tests.catalogues import breaking_news
from tests.rosters import rosters

CATALOGUE = breaking_news()
PATIENT = settings(suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])

KNOWN_KEYS = (
    "schema system edition key hash army_list name points_limit readings scenario opponent "
    "optional_rules own_entries children id entry count options option note"
).split()

json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=30),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.sampled_from(KNOWN_KEYS) | st.text(max_size=8),
            inner,
            max_size=6,
        )
    ),
    max_leaves=40,
)


@PATIENT
@given(rosters(CATALOGUE))
def test_the_total_is_the_sum_of_its_receipts(roster: Roster) -> None:
    evaluation = evaluate(CATALOGUE, roster)

    assert evaluation.total == sum(receipt.total for receipt in evaluation.receipts)
    for receipt in evaluation.receipts:
        assert receipt.each == sum(part.amount for part in receipt.parts)
        assert receipt.total == receipt.each * receipt.count


@PATIENT
@given(rosters(CATALOGUE), st.integers(1, 9), st.data())
def test_an_edit_in_one_unit_moves_no_price_in_another(
    roster: Roster, count: int, data: st.DataObject
) -> None:
    assume(len(roster.children) > 1)
    edited = data.draw(st.sampled_from(roster.children))
    target = data.draw(st.sampled_from(list(edited.walk())))

    before = evaluate(CATALOGUE, roster)
    after = evaluate(CATALOGUE, SetCount(target.id, count).apply(roster))

    elsewhere = {n.id for top in roster.children if top is not edited for n in top.walk()}
    assert prices(before, elsewhere) == prices(after, elsewhere)


def prices(evaluation: Evaluation, nodes: set[str]) -> dict[str, object]:
    return {r.node: (r.each, r.total) for r in evaluation.receipts if r.node in nodes}


@PATIENT
@given(rosters(CATALOGUE, wild=True), st.data())
def test_duplicating_and_removing_the_copy_gives_the_same_roster(
    roster: Roster, data: st.DataObject
) -> None:
    assume(roster.children)
    node = data.draw(st.sampled_from(list(roster.walk())))
    ids = tuple(f"copy-{serial}" for serial in range(count_nodes(node)))

    doubled = DuplicateNode(node.id, ids).apply(roster)

    assert len(list(doubled.walk())) == len(list(roster.walk())) + len(ids)
    assert RemoveNode(ids[0]).apply(doubled) == roster


@PATIENT
@given(rosters(CATALOGUE, wild=True))
def test_evaluation_never_raises_whatever_a_roster_holds(roster: Roster) -> None:
    evaluation = evaluate(CATALOGUE, roster)

    assert evaluation.total == sum(receipt.total for receipt in evaluation.receipts)
    assert evaluate(CATALOGUE, roster) == evaluation


@PATIENT
@given(rosters(CATALOGUE, wild=True))
def test_a_unit_holds_what_stands_beneath_it(roster: Roster) -> None:
    board = Board(CATALOGUE, roster)

    for group in (board.root, *(place for place in board.places if place.is_unit)):
        counts: Counter[str] = Counter()
        for place in group.beneath():
            counts[place.entry.key if place.entry else UNKNOWN] += place.times
        assert group.held == counts


@PATIENT
@given(json_values)
def test_any_document_is_read_and_evaluated_or_refused(document: object) -> None:
    with suppress(UnreadableDocument):
        roster, _ = read_document(document)
        evaluate(CATALOGUE, roster)
        assert read_document(write_document(roster)) == (roster, ())


@PATIENT
@given(json_values)
def test_any_tree_under_a_sound_head_is_evaluated(children: object) -> None:
    head = {"schema": 1, "system": "breaking-news", "army_list": "us-marines"}
    roster, _ = read_document({**head, "children": children, "points_limit": 150})

    evaluation = evaluate(CATALOGUE, roster)

    assert len(evaluation.receipts) == len(list(roster.walk()))


@PATIENT
@given(rosters(CATALOGUE, wild=True))
def test_a_document_gives_back_the_roster_it_was_written_from(roster: Roster) -> None:
    sound = read_document(write_document(roster))[0]

    assert read_document(write_document(sound)) == (sound, ())


@PATIENT
@given(rosters(CATALOGUE, wild=True))
def test_every_problem_with_a_fix_disappears_when_it_is_applied(roster: Roster) -> None:
    for problem in evaluate(CATALOGUE, roster).problems:
        if not problem.fix:
            continue
        mended = roster
        for edit in with_new_ids(problem.fix, (f"fix-{serial}" for serial in range(20))):
            mended = edit.apply(mended)
        left = {each.identity for each in evaluate(CATALOGUE, mended).problems}
        assert problem.identity not in left, problem


@PATIENT
@given(rosters(CATALOGUE))
def test_an_offer_costs_what_adding_it_costs(roster: Roster) -> None:
    for unit in roster.children:
        before = evaluate(CATALOGUE, roster).total
        for serial, offer in enumerate(find_offers(CATALOGUE, roster, unit.id)[:5]):
            node = Node(f"added-{serial}", offer.entry, options=offer.options)
            after = evaluate(CATALOGUE, AddNode(unit.id, node).apply(roster)).total
            assert after - before == offer.price


@PATIENT
@given(rosters(CATALOGUE))
def test_a_reading_weighs_what_choosing_it_changes(roster: Roster) -> None:
    now = evaluate(CATALOGUE, roster)
    for weight in weigh_readings(CATALOGUE, roster):
        readings = {**roster.readings, weight.reading: weight.value}
        then = evaluate(CATALOGUE, replace(roster, readings=readings))
        assert weight.total == then.total - now.total
        assert weight.allowed == then.allowed - now.allowed
