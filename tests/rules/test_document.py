"""What a document may hold, what is made of it, and what is refused."""

from __future__ import annotations

from typing import Any

import pytest

from lists.rules.document import (
    Leftover,
    UnreadableDocument,
    clean_text,
    read_document,
    write_document,
)
from lists.rules.roster import Choice, Node, Roster

HEAD: dict[str, Any] = {"schema": 1, "system": "a-game", "army_list": "marines"}
ROSTER = Roster(
    system="a-game",
    edition="2.1",
    edition_hash="abc",
    army_list="marines",
    name="Patrol",
    points_limit=150,
    readings={"trained": "table"},
    scenario="patrol",
    opponent="irregular",
    optional_rules=("smoke",),
    own_entries=({"key": "beja", "points": 6},),
    children=(
        Node(
            "t",
            "team",
            name="Team 1",
            note="Blue bases",
            options={"troop-class": (Choice("veteran"),)},
            children=(
                Node(
                    "h",
                    "hummer",
                    2,
                    options={
                        "crew": (Choice("crew", 2, {"troop-class": (Choice("elite"),)}),),
                        "gun": (),
                    },
                    edition="older",
                ),
            ),
        ),
    ),
)


def test_a_roster_comes_back_from_its_document() -> None:
    assert read_document(write_document(ROSTER)) == (ROSTER, ())


@pytest.mark.parametrize(
    ("document", "code"),
    [
        (None, "not-an-object"),
        ([], "not-an-object"),
        ("{}", "not-an-object"),
        ({}, "other-schema"),
        ({"schema": 2, "system": "a-game"}, "other-schema"),
        ({"schema": True, "system": "a-game"}, "other-schema"),
        ({"schema": 1}, "no-system"),
        ({"schema": 1, "system": 5}, "no-system"),
        ({"schema": 1, "system": ""}, "no-system"),
    ],
)
def test_what_is_no_roster_is_refused(document: object, code: str) -> None:
    with pytest.raises(UnreadableDocument) as refused:
        read_document(document)

    assert refused.value.code == code


@pytest.mark.parametrize(
    ("changes", "leftover"),
    [
        ({"name": 7}, Leftover("left-out", "name", "7")),
        ({"name": "x" * 201}, Leftover("cut", "name", "x" * 80)),
        ({"points_limit": -1}, Leftover("clamped", "points_limit", "-1")),
        ({"points_limit": "150"}, Leftover("replaced", "points_limit", "150")),
        ({"points_limit": True}, Leftover("replaced", "points_limit", "True")),
        ({"readings": []}, Leftover("left-out", "readings", "[]")),
        ({"children": {}}, Leftover("left-out", "children", "{}")),
        ({"children": [5]}, Leftover("left-out", "children.0", "5")),
        ({"children": [{"id": "a"}]}, Leftover("left-out", "children.0", "{'id': 'a'}")),
        (
            {"children": [{"entry": "team", "count": 10**9}]},
            Leftover("clamped", "children.0.count", "1000000000"),
        ),
        (
            {"children": [{"entry": "team", "id": "<script>"}]},
            Leftover("replaced", "children.0.id", "<script>"),
        ),
        (
            {"children": [{"entry": "team", "options": {"gun": "mmg"}}]},
            Leftover("left-out", "children.0.options.gun", "mmg"),
        ),
    ],
)
def test_what_cannot_be_taken_as_it_stands_is_said(
    changes: dict[str, Any], leftover: Leftover
) -> None:
    _, leftovers = read_document({**HEAD, **changes})

    assert leftovers == (leftover,)


def test_unknown_keys_and_totals_are_ignored_and_unknown_entries_kept() -> None:
    document = {**HEAD, "total": 3, "x": {}, "children": [{"entry": "dragon", "points": 1}]}

    roster, leftovers = read_document(document)

    assert roster.children == (Node("n1", "dragon"),)
    assert leftovers == ()


@pytest.mark.parametrize(("count", "taken"), [(-1, 1), (0, 1), (1, 1), (2.0, 2), (1e9, 999)])
def test_counts_are_brought_within_bounds(count: float, taken: int) -> None:
    roster, _ = read_document({**HEAD, "children": [{"entry": "team", "count": count}]})

    assert roster.children[0].count == taken


def test_choices_beyond_the_most_are_left_out_and_said() -> None:
    taken = [{"option": f"o{serial}"} for serial in range(52)]

    roster, leftovers = read_document(
        {**HEAD, "children": [{"entry": "team", "options": {"kit": taken}}]}
    )

    assert len(roster.children[0].options["kit"]) == 50
    assert [leftover.where for leftover in leftovers] == [
        "children.0.options.kit.50",
        "children.0.options.kit.51",
    ]


def test_a_roster_holds_no_more_choices_than_can_be_evaluated() -> None:
    options = {f"g{serial}": [{"option": "o"}] * 50 for serial in range(50)}
    children = [{"entry": "team", "options": options}] * 10

    roster, leftovers = read_document({**HEAD, "children": children})

    taken = sum(1 + len(choices) for node in roster.walk() for choices in node.options.values())
    assert taken == 20_000
    assert {leftover.code for leftover in leftovers} == {"left-out"}


def test_the_place_of_a_leftover_is_short_however_long_a_group_is_called() -> None:
    options = {"g" * 100_000: [0] * 3}

    _, leftovers = read_document({**HEAD, "children": [{"entry": "team", "options": options}]})

    assert [leftover.where for leftover in leftovers] == [
        f"children.0.options.{'g' * 80}.{position}" for position in range(3)
    ]


def test_own_entries_keep_texts_and_small_numbers_only() -> None:
    entry = {
        "key": "beja",
        "name": "Be\x00ja \ud800",
        "points": 6,
        "huge": 10**9,
        "deep": {"a": []},
    }

    roster, _ = read_document({**HEAD, "own_entries": [entry, "none"]})

    assert roster.own_entries == ({"key": "beja", "name": "Beja ", "points": 6},)


def test_an_id_that_stands_twice_is_replaced() -> None:
    children = [{"entry": "a", "id": "n1"}, {"entry": "b", "id": "n1"}, {"entry": "c"}]

    roster, _ = read_document({**HEAD, "children": children})

    assert [node.id for node in roster.children] == ["n1", "n2", "n3"]


def test_a_tree_too_deep_is_cut_and_said() -> None:
    node: dict[str, Any] = {"entry": "team"}
    for _ in range(50):
        node = {"entry": "team", "children": [node]}

    roster, leftovers = read_document({**HEAD, "children": [node]})

    assert len(list(roster.walk())) == 12
    assert [leftover.code for leftover in leftovers] == ["left-out"]


def test_a_tree_too_wide_is_cut_and_said() -> None:
    roster, leftovers = read_document({**HEAD, "children": [{"entry": "team"}] * 2005})

    assert len(roster.children) == 2000
    assert len(leftovers) == 5


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("Sgt Ruiz", "Sgt Ruiz"),
        ("ñ Ж Ω ش א 🪖 👨‍👩‍👧", "ñ Ж Ω ش א 🪖 👨‍👩‍👧"),
        ("a\x00b\x1bc\x7f", "abc"),
        ("a\tb\vc\u2028d\x85e", "a b\nc\nd\ne"),
        ("two\r\nlines\rhere", "two\nlines\nhere"),
        ("evil\u202egnp.exe", "evilgnp.exe"),
        ("half \ud800 a pair", "half  a pair"),
        ("<script>alert(1)</script>\\", "<script>alert(1)</script>\\"),
    ],
)
def test_text_loses_only_what_no_one_can_see(typed: str, kept: str) -> None:
    assert clean_text(typed) == kept
