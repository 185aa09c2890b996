"""What a newer edition makes of a roster: nothing is stripped, and what it lacks is marked."""

from __future__ import annotations

from dataclasses import replace
from itertools import cycle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lists.rules.catalogue import Severity
from lists.rules.compiling.catalogue import compile_catalogue
from lists.rules.document import read_document, write_document
from lists.rules.edits import Several
from lists.rules.evaluate import evaluate
from lists.rules.evaluation import Evaluation
from lists.rules.roster import Choice, Node, Roster
from lists.rules.upgrading import upgrade
from tests.rosters import rosters
from tests.small_game import build_home_guard, write_second_edition, write_small_game

OLD = compile_catalogue(write_small_game())
SECOND = compile_catalogue(write_second_edition())
NEW = replace(SECOND, former={OLD.hash: OLD})

VETERAN = {"troop-class": (Choice("veteran"),)}
RADIO = {"kit": (Choice("radio"), Choice("grenades"))}


def team(*nodes: Node, **options: str) -> Roster:
    given = {key.replace("_", "-"): (Choice(option),) for key, option in options.items()}
    unit = Node("t", "team", options=given, children=nodes)
    return replace(build_home_guard(OLD), children=(unit,))


def move(roster: Roster) -> tuple[Roster, Evaluation]:
    moved = upgrade(roster, OLD, NEW)
    return moved, evaluate(NEW, moved)


def find_totals(evaluation: Evaluation) -> dict[str, int]:
    return {each.node: each.total for each in evaluation.receipts}  # type: ignore[misc]


def test_what_both_editions_have_costs_what_the_newer_one_says() -> None:
    moved, evaluation = move(team(Node("a", "leader"), Node("b", "soldier", 3)))

    assert (moved.edition, moved.edition_hash) == ("2", SECOND.hash)
    assert moved.former == frozenset()
    assert find_totals(evaluation) == {"t": 0, "a": 15, "b": 21}


@pytest.mark.parametrize(
    ("node", "total", "kept"),
    [
        (Node("a", "scout", 2), 14, {"a"}),  # no scouts any more
        (Node("a", "soldier", options=RADIO), "21/2", {"a"}),  # no radios: all as it was
        (Node("a", "soldier", options=VETERAN), 9, {"a"}),
        (Node("a", "soldier", options={"kit": (Choice("grenades", 2),)}), 13, set()),
        (Node("a", "truck", options={"gun": (Choice("machine-gun"),)}), 14, set()),
        (
            Node("a", "truck", options={"crew": (Choice("crew", 2, VETERAN),)}),
            25,
            {"a"},  # what an option was given in turn is lacking
        ),
        (Node("a", "dragon"), 0, set()),  # neither edition knows it
        (Node("a", "soldier", options={"spell": (Choice("fire"),)}), 7, set()),
    ],
)
def test_what_the_newer_edition_lacks_keeps_its_old_points(
    node: Node, total: int | str, kept: set[str]
) -> None:
    moved, evaluation = move(team(node))

    marked = {p.node for p in evaluation.problems if p.code == "kept-by-older-edition"}
    assert {each.id for each in moved.walk() if each.edition} == kept == marked
    assert str(find_totals(evaluation)["a"]) == str(total)
    assert str(evaluation.total) == str(total)


def test_a_line_stays_behind_with_the_unit_whose_class_it_inherits() -> None:
    own = {"troop-class": (Choice("green"),)}
    lines = (Node("a", "soldier"), Node("b", "soldier", options=own), Node("c", "ambush"))
    before = team(*lines, troop_class="veteran")

    moved, evaluation = move(before)

    assert {each.id for each in moved.walk() if each.edition} == {"t", "a"}
    assert find_totals(evaluation) == {"t": 0, "a": 9, "b": 4, "c": 6}
    assert evaluation.tallies[""]["figures"] == 2


MANY_RADIOS = {"kit": (Choice("radio", 4),)}


def find_illegal(evaluation: Evaluation) -> set[str]:
    """What is illegal about the node "a"."""
    problems = evaluation.problems
    return {p.code for p in problems if p.severity is Severity.ILLEGAL and p.node == "a"}


@pytest.mark.parametrize(
    ("nodes", "codes"),
    [
        ((Node("a", "scout", options={"spell": (Choice("fire"),)}),), {"option-not-offered"}),
        ((Node("a", "soldier", options=MANY_RADIOS),), {"too-many-options"}),
        ((Node("b", "soldier", children=(Node("a", "scout"),)),), {"misplaced-entry"}),
    ],
)
def test_what_breaks_a_rule_of_the_edition_that_keeps_it_stays_illegal(
    nodes: tuple[Node, ...], codes: set[str]
) -> None:
    before = evaluate(OLD, team(*nodes))
    moved, evaluation = move(team(*nodes))

    assert find_illegal(before) == find_illegal(evaluation) == codes
    for problem in evaluation.problems:
        if problem.code in codes:
            mended = evaluate(NEW, Several(problem.fix).apply(moved))
            assert find_illegal(mended) == set()


def test_what_the_older_edition_does_not_know_either_is_not_kept_by_it() -> None:
    evaluation = evaluate(NEW, team(Node("a", "dragon", edition=OLD.hash)))

    assert [each.code for each in evaluation.problems if each.node == "a"] == ["unknown-entry"]
    assert evaluation.total == 0


def test_a_kept_node_counts_as_what_it_is() -> None:
    gunner = Node("a", "soldier", options={"weapon": (Choice("machine-gun"),), **RADIO})
    _, evaluation = move(team(Node("l", "leader", options=RADIO), gunner))

    assert evaluation.tallies[""]["figures"] == 2
    assert "one-leader" not in {problem.code for problem in evaluation.problems}


@pytest.mark.parametrize(
    ("node", "total"),
    [
        (Node("a", "soldier", options=RADIO), 7),
        (Node("a", "soldier", options=VETERAN), 7),
        (Node("a", "scout"), None),
    ],
)
def test_what_the_newer_edition_has_can_be_taken_as_it_has_it(
    node: Node, total: int | None
) -> None:
    moved, evaluation = move(team(node))
    (problem,) = [p for p in evaluation.problems if p.code == "kept-by-older-edition"]

    mended = evaluate(NEW, Several(problem.fix).apply(moved))

    left = [p.code for p in mended.problems if p.code == "kept-by-older-edition"]
    assert (mended.total if not left else None) == total


def test_a_unit_is_taken_with_the_lines_that_stayed_with_it() -> None:
    moved, evaluation = move(team(Node("a", "soldier"), troop_class="veteran"))
    (problem,) = [p for p in evaluation.problems if p.node == "t" and p.fix]

    mended = Several(problem.fix).apply(moved)

    assert (mended.former, evaluate(NEW, mended).total) == (frozenset(), 7)


def test_what_a_later_edition_has_again_comes_back_to_it() -> None:
    kept, _ = move(team(Node("a", "scout"), Node("b", "soldier", options=RADIO)))
    third = replace(OLD, edition="3", hash="3" * 64)

    back = upgrade(kept, NEW, third)

    assert (back.edition, back.former) == ("3", frozenset())


def test_a_hash_of_no_edition_keeps_nothing() -> None:
    forged = team(Node("a", "soldier", edition="f" * 64))

    assert evaluate(OLD, forged) == evaluate(OLD, team(Node("a", "soldier")))


@given(rosters(OLD, wild=True))
def test_whatever_is_moved_nothing_is_lost_and_the_kept_costs_what_it_did(roster: Roster) -> None:
    moved, evaluation = move(roster)

    before = find_totals(evaluate(OLD, roster))
    after = find_totals(evaluation)
    assert [each.id for each in moved.walk()] == [each.id for each in roster.walk()]
    assert replace(upgrade(roster, OLD, OLD), edition=roster.edition, edition_hash="") == replace(
        roster, edition_hash=""
    )
    kept = {each.id for each in moved.walk() if each.edition}
    assert {node: after[node] for node in kept} == {node: before[node] for node in kept}
    assert read_document(write_document(moved))[0].former == moved.former


CLAIMED = st.sampled_from(["", OLD.hash, SECOND.hash, "3" * 64, "nothing"])


@given(rosters(OLD, wild=True), st.lists(CLAIMED, min_size=1, max_size=9))
def test_whatever_nodes_claim_to_be_kept_by_the_whole_adds_up(
    roster: Roster, claims: list[str]
) -> None:
    third = replace(OLD, edition="3", hash="3" * 64)
    claimed = cycle(claims)

    def claim(node: Node) -> Node:
        return replace(node, edition=next(claimed), children=tuple(map(claim, node.children)))

    forged = replace(roster, children=tuple(map(claim, roster.children)))
    evaluation = evaluate(replace(SECOND, former={OLD.hash: OLD, third.hash: third}), forged)

    assert sum(find_totals(evaluation).values()) == evaluation.total
    assert find_totals(evaluation).keys() == {node.id for node in forged.walk()}
