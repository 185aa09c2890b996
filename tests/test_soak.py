"""What `make soak` judges by: it must see what is slow, wrong or lost."""

from __future__ import annotations

from dataclasses import replace

import pytest

from lists.building.intents import Intent, apply_intent
from lists.building.revisions import undo
from lists.building.rosters import load_document
from tests.benchmarks.editors import Act
from tests.benchmarks.kept import find_lost
from tests.benchmarks.responses import Response, find_percentile, is_well
from tests.factories import create_home_guard, holder_of


def answers(*milliseconds: int, is_right: bool = True) -> list[Response]:
    return [Response("edit", each / 1000, 200, is_right) for each in milliseconds]


@pytest.mark.parametrize(("part", "seconds"), [(0.5, 0.01), (0.95, 0.019), (1, 0.02)])
def test_a_percentile_is_a_time_that_was_measured(part: float, seconds: float) -> None:
    assert find_percentile(answers(*range(1, 21)), part) == seconds


@pytest.mark.parametrize(
    ("responses", "well"),
    [
        (answers(*[10] * 19, 5000), True),
        (answers(*[10] * 18, 201, 201), False),
        (answers(*[10] * 18, 200, 200), True),
        ([*answers(*[10] * 99), *answers(1, is_right=False)], False),
    ],
)
def test_nineteen_in_twenty_answers_come_in_time_and_none_is_wrong(
    responses: list[Response], well: bool
) -> None:
    assert is_well(responses) is well


@pytest.fixture
def told(db: None) -> dict[str, Act]:
    """What an editor was told: that a step, an addition, and the undoing of it are saved."""
    row = create_home_guard()
    holder = holder_of(row)
    soldier = next(node.id for node in load_document(row).walk() if node.entry == "soldier")
    apply_intent(row, Intent("count", soldier, {"step": 1}, 1, "key-1"), holder)
    apply_intent(row, Intent("add", "", {"entry": "scout"}, 2, "key-2"), holder)
    undo(row, holder, base=3, key="key-3")
    step = f"operation=count&step=1&node={soldier}"
    buttons = {"key-1": step, "key-2": "operation=take", "key-3": "undo"}
    return {key: Act(row.edit_token, key, button) for key, button in buttons.items()}


def test_what_was_acknowledged_and_stands_is_not_lost(told: dict[str, Act]) -> None:
    assert list(find_lost(told.values())) == []


@pytest.mark.parametrize(
    ("key", "button", "sentence"),
    [
        ("key-4", "undo", "undo is lost."),
        ("key-2", "undo", "undo has changed something else."),
        ("key-3", "operation=take", "operation=take has changed something else."),
    ],
)
def test_an_act_that_is_not_kept_as_it_was_acknowledged_is_named(
    told: dict[str, Act], key: str, button: str, sentence: str
) -> None:
    told[key] = replace(told["key-1"], key=key, button=button)

    assert list(find_lost(told.values())) == [sentence]


def test_a_revision_that_nobody_was_told_of_is_named(told: dict[str, Act]) -> None:
    del told["key-2"]

    assert list(find_lost(told.values())) == ["Nobody was told of revision key-2."]
