"""What a card shows, in numbers; and which plans a catalogue refuses."""

from __future__ import annotations

from typing import Any

import pytest

from lists.rules.cards import read_signed, shift
from lists.rules.compiling.catalogue import compile_catalogue
from lists.rules.compiling.sections import InvalidCatalogue
from tests.small_game import both, compile_small_game, write_small_game


@pytest.mark.parametrize(
    ("value", "number"), [(3, 3), ("+1", 1), ("-1", -1), ("3+", 0), ("", 0), (None, 0), ((1,), 0)]
)
def test_what_is_added_is_a_whole_number(value: Any, number: int) -> None:
    assert read_signed(value) == number


@pytest.mark.parametrize(
    ("value", "by", "at_least", "expected"),
    [
        (3, -1, None, 2),
        (2, -1, 2, 2),
        ("3+", -1, 2, "2+"),
        ("2+", -1, 2, "2+"),
        ("45 - 1D6", 5, None, "50 - 1D6"),
        ("∞", 1, None, "∞"),
        (None, 1, None, None),
        ("4+", 0, None, "4+"),
    ],
)
def test_a_value_changes_in_the_number_it_starts_with(
    value: Any, by: int, at_least: int | None, expected: Any
) -> None:
    assert shift(value, by, at_least=at_least) == expected


TABLE = {"kind": "weapon", "rows": [{"values": "save"}]}


@pytest.mark.parametrize(
    ("plan", "reason"),
    [
        ({"of": "ghost"}, "ghost"),
        ({"of": "weapon in {rifle}"}, "asks about a choice"),
        ({"head": ["ghost"]}, "no group 'ghost'"),
        ({"blocks": [{"derived": ["ghost"]}]}, "no value 'ghost'"),
        ({"blocks": [{"texts": ["ghost"]}]}, "no key, kind or category 'ghost'"),
        ({"blocks": [{"values": [{"statistic": "ghost"}]}]}, "no statistic 'ghost'"),
        ({"blocks": [{"values": [{"statistic": "save", "group": "ghost"}]}]}, "no group 'ghost'"),
        ({"blocks": [{"table": {**TABLE, "kind": "ghost"}}]}, "no kind 'ghost'"),
        ({"blocks": [{"table": {**TABLE, "rows": [{"values": "ghost"}]}}]}, "no statistic"),
        ({"blocks": [{"table": {**TABLE, "brings": [{"entry": "ghost"}]}}]}, "no entry 'ghost'"),
        ({"blocks": [{"boxes": [{"name": both("Out"), "count": "ghost"}]}]}, "ghost"),
    ],
)
def test_a_plan_names_what_there_is(plan: dict[str, Any], reason: str) -> None:
    cards = [{"of": "figure", "blocks": [{"text": True}], **plan}]

    with pytest.raises(InvalidCatalogue, match=reason):
        compile_catalogue({**write_small_game(), "cards": cards})


def test_plans_may_change_in_a_published_edition() -> None:
    cards = [{"of": "figure", "blocks": [{"text": True}]}]

    with_cards = compile_catalogue({**write_small_game(), "cards": cards})
    assert with_cards.hash == compile_small_game().hash
