"""What `make soak` judges by: it must see what is slow, wrong or lost."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from random import Random
from unittest.mock import Mock, create_autospec, patch

import pytest

from lists.building.intents import Intent, apply_intent
from lists.building.revisions import undo
from lists.building.rosters import load_document
from tests.benchmarks.crowd import CROWDS, Crowd
from tests.benchmarks.editors import Act, Editor
from tests.benchmarks.kept import find_lost
from tests.benchmarks.killing import Killer
from tests.benchmarks.responses import (
    Response,
    find_missed,
    find_percentile,
    is_well,
    write_responses,
)
from tests.benchmarks.site import Answer, Browser
from tests.factories import create_home_guard, holder_of


def answers(*milliseconds: int, is_right: bool = True) -> list[Response]:
    return [Response("edit", each / 1000, 200, is_right) for each in milliseconds]


@pytest.mark.parametrize(("part", "seconds"), [(0.5, 0.01), (0.95, 0.019), (1, 0.02)])
def test_a_percentile_is_a_time_that_was_measured(part: float, seconds: float) -> None:
    assert find_percentile(answers(*range(1, 21)), part) == seconds


BARS = {0.95: 0.2, 0.99: 0.5}


@pytest.mark.parametrize(
    ("responses", "missed"),
    [
        (answers(*[10] * 99, 5000), []),
        (answers(*[10] * 94, *[201] * 6), [0.95]),
        (answers(*[10] * 94, *[200] * 6), []),
        (answers(*[10] * 98, 501, 501), [0.99]),
        (answers(*[10] * 98, 500, 500), []),
        (answers(*[501] * 100), [0.95, 0.99]),
    ],
)
def test_so_many_answers_come_in_time(responses: list[Response], missed: list[float]) -> None:
    assert find_missed(responses, BARS) == missed


@pytest.mark.parametrize(
    ("responses", "well"),
    [
        (answers(*[10] * 100), True),
        (answers(*[10] * 94, *[201] * 6), False),
        ([*answers(*[10] * 99), *answers(1, is_right=False)], False),
        ([], False),
    ],
)
def test_all_is_well_where_all_bars_are_kept_and_no_answer_is_wrong_or_missing(
    responses: list[Response], well: bool
) -> None:
    assert is_well(responses, BARS) is well


@pytest.mark.parametrize(
    ("responses", "verdicts"),
    [
        (answers(10), "p95 <= 200 ms: holds, p99 <= 500 ms: holds"),
        (answers(300), "p95 <= 200 ms: MISSED, p99 <= 500 ms: holds"),
        ([], "p95 <= 200 ms: MISSED, p99 <= 500 ms: MISSED"),
    ],
)
def test_the_table_ends_with_what_came_of_each_bar(
    responses: list[Response], verdicts: str
) -> None:
    assert write_responses(responses, BARS).endswith(f"\n{verdicts}")


@pytest.mark.parametrize("crowd", CROWDS.values(), ids=CROWDS)
def test_an_editor_alone_is_told_of_no_conflict(crowd: Crowd) -> None:
    """What is no conflict between two cannot be excused as one."""
    browser = create_autospec(Browser, instance=True)
    browser.cookies = {"csrftoken": Mock(value="token")}
    browser.post.return_value = Answer(409, 0.01)
    for is_shared in (True, False):
        editor = Editor(browser, Random(0), crowd.habits, "/r/code/", "/s/code/", is_shared)
        editor.page = 'data-base="1"'

        editor.send("edit", {})

        assert [each.is_right for each in editor.responses] == [is_shared]
        assert editor.acts == []


def test_each_part_is_killed_once_before_any_is_killed_again() -> None:
    killed: list[str] = []
    are_there = {"workers": iter([False, True, True])}

    def kill(name: str) -> bool:
        killed.append(name)
        is_killed = next(are_there.get(name, iter([True])), True)
        if len(killed) == 4:
            killer.is_over.set()
        return is_killed

    killer = Killer({name: partial(kill, name) for name in ("workers", "servers")}, Random(0))
    at_once = {"PAUSE": (0, 0), "FIRST_PAUSE": (0, 0)}
    with patch.multiple("tests.benchmarks.killing", **at_once):
        killer.run()

    assert killed[:3] == ["workers", "workers", "servers"]
    assert killer.is_enough.is_set()
    assert sum(killer.killed.values()) == 3


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
