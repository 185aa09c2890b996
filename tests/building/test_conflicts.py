"""Two tabs on one roster: what they change apart is merged, what they change both is shown."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.db import connection

from lists.building.intents import Intent, apply_intent
from lists.building.rosters import load_document
from lists.building.saving import ATTEMPTS, Busy, Clash, Conflict, Outcome
from lists.models import NOBODY, Actor, Roster
from tests.factories import act, act_on, create_home_guard, find_node, holder_of, newest, outline

# Merged


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (("count", "soldier", {"count": 5}), ("count", "leader", {"count": 2})),
        (("count", "soldier", {"count": 5}), ("note", "soldier", {"note": "Left."})),
        (("choose", "leader", {"group": "kit", "option": "radio"}),
         ("choose", "leader", {"group": "weapon", "option": "machine-gun"})),
        (("add", "", {"entry": "scout"}), ("add", "", {"entry": "scout"})),
        (("add", "team", {"entry": "scout"}), ("add", "team", {"entry": "scout"})),
        (("remove", "leader", {}), ("add", "", {"entry": "leader"})),
        (("add", "", {"entry": "scout"}), ("move", "leader", {"to": "down"})),
        (("limit", "", {"limit": 60}), ("name", "", {"name": "Patrol"})),
        (("duplicate", "team", {}), ("count", "soldier", {"step": 1})),
        (("count", "soldier", {"count": 5}), ("take", "", {"entry": "soldier"})),
    ],
)  # fmt: skip
def test_acts_on_different_things_are_both_kept(
    home_guard: Roster, one: tuple[Any, ...], other: tuple[Any, ...]
) -> None:
    nodes = {node.entry: node.id for node in load_document(home_guard).walk()}

    saved = [
        act_on(
            1, home_guard, operation, nodes.get(entry, ""), into=nodes["team"], **value
        ).revision.code
        for operation, entry, value in (one, other)
    ]

    assert saved == [operation.replace("take", "count") for operation, *_ in (one, other)]


def test_both_tabs_find_both_changes(home_guard: Roster) -> None:
    soldier = find_node(home_guard, "soldier").id

    act_on(1, home_guard, "count", soldier, count=5)
    act_on(1, home_guard, "rename", soldier, name="Ruiz")

    node = find_node(home_guard, "soldier")
    assert (node.count, node.name) == (5, "Ruiz")


def test_the_first_selections_of_two_tabs_end_in_one_unit(home_guard: Roster) -> None:
    act(home_guard, "remove", find_node(home_guard, "team").id)

    act_on(2, home_guard, "add", entry="leader")
    act_on(2, home_guard, "add", entry="scout")

    assert outline(home_guard) == [("team", 1), ("leader", 1), ("scout", 1)]


# In conflict


@pytest.mark.parametrize(
    ("operation", "entry", "first", "then", "clash"),
    [
        ("count", "soldier", {"count": 5}, {"count": 4}, ("count", 3, 5, 4)),
        ("count", "soldier", {"step": 1}, {"step": 1}, ("count", 3, 4, 5)),
        ("rename", "leader", {"name": "Ruiz"}, {"name": "Sanz"}, ("name", "", "Ruiz", "Sanz")),
        ("limit", "", {"limit": 60}, {"limit": 70}, ("points_limit", 50, 60, 70)),
    ],
)
def test_two_tabs_that_change_the_same_thing_clash(
    home_guard: Roster,
    operation: str,
    entry: str,
    first: dict[str, Any],
    then: dict[str, Any],
    clash: tuple[Any, ...],
) -> None:
    node = find_node(home_guard, entry).id if entry else ""
    act_on(1, home_guard, operation, node, **first)

    with pytest.raises(Conflict) as conflict:
        act_on(1, home_guard, operation, node, **then)

    assert conflict.value.clashes == (Clash(node, *clash),)
    assert newest(home_guard).number == 2


def test_two_tabs_that_want_the_same_agree(home_guard: Roster) -> None:
    act_on(1, home_guard, "limit", limit=60)

    assert act_on(1, home_guard, "limit", limit=60).outcome is Outcome.UNCHANGED


@pytest.mark.parametrize(
    ("operation", "value"),
    [
        ("count", {"count": 2}),
        ("note", {"note": "Left."}),
        ("choose", {"group": "weapon", "option": "machine-gun"}),
        ("duplicate", {}),
        ("remove", {}),
        ("move", {"to": "up"}),
        ("shift", {"to": "up"}),
    ],
)
def test_an_act_on_what_another_tab_removed_is_a_conflict(
    home_guard: Roster, operation: str, value: dict[str, Any]
) -> None:
    soldier = find_node(home_guard, "soldier").id
    act_on(1, home_guard, "remove", soldier)

    with pytest.raises(Conflict) as conflict:
        act_on(1, home_guard, operation, soldier, **value)

    (clash,) = conflict.value.clashes
    assert (clash.node, clash.field, clash.base, clash.current) == (soldier, "exists", True, None)


def test_a_removal_of_what_another_tab_has_written_in_is_a_conflict(home_guard: Roster) -> None:
    team, soldier = find_node(home_guard, "team").id, find_node(home_guard, "soldier").id
    act_on(1, home_guard, "note", soldier, note="Left.")

    with pytest.raises(Conflict) as conflict:
        act_on(1, home_guard, "remove", team)

    (clash,) = conflict.value.clashes
    assert (clash.node, clash.field, clash.typed) == (team, "subtree", None)
    assert act_on(2, home_guard, "remove", team).outcome is Outcome.SAVED


def test_a_shift_from_a_class_that_another_tab_gave_the_unit_is_a_conflict(
    home_guard: Roster,
) -> None:
    team, soldier = find_node(home_guard, "team").id, find_node(home_guard, "soldier").id
    act_on(1, home_guard, "choose", team, group="troop-class", option="green")

    with pytest.raises(Conflict) as conflict:
        act_on(1, home_guard, "shift", soldier, to="up")

    (clash,) = conflict.value.clashes
    assert (clash.node, clash.field) == (team, "options.troop-class")


def test_an_addition_to_a_unit_that_another_tab_removed_is_a_conflict(home_guard: Roster) -> None:
    team = find_node(home_guard, "team").id
    act_on(1, home_guard, "remove", team)

    with pytest.raises(Conflict):
        act_on(1, home_guard, "add", team, entry="scout")


def test_a_change_of_a_line_that_has_moved_is_no_conflict(home_guard: Roster) -> None:
    soldier = find_node(home_guard, "soldier").id
    act_on(1, home_guard, "move", soldier, to="up")

    act_on(1, home_guard, "count", soldier, count=5)

    assert outline(home_guard) == [("team", 1), ("soldier", 5), ("leader", 1)]


# One gesture, one effect


def test_a_gesture_that_is_sent_again_is_done_once(home_guard: Roster) -> None:
    soldier = find_node(home_guard, "soldier").id
    intent = Intent("count", soldier, {"step": 1}, 1, "gesture")

    first = apply_intent(home_guard, intent, holder_of(home_guard))
    again = apply_intent(home_guard, intent, holder_of(home_guard))

    assert (first.outcome, again.outcome) == (Outcome.SAVED, Outcome.KNOWN)
    assert (again.revision, again.roster) == (first.revision, first.roster)
    assert (again.evaluation, again.row.number) == (first.evaluation, 2)
    assert find_node(home_guard, "soldier").count == 4


def test_a_known_gesture_shows_what_it_made_though_others_went_on(home_guard: Roster) -> None:
    intent = Intent("add", "", {"entry": "scout"}, 1, "gesture")
    first = apply_intent(home_guard, intent, holder_of(home_guard))
    act(home_guard, "limit", limit=90)

    again = apply_intent(home_guard, intent, holder_of(home_guard))

    assert (again.revision.number, again.row.number) == (2, 3)
    assert again.added == first.added


def test_one_key_is_one_gesture_of_one_roster_only(home_guard: Roster) -> None:
    other = create_home_guard()

    for row in (home_guard, other):
        intent = Intent("limit", "", {"limit": 90}, 1, "gesture")
        assert apply_intent(row, intent, holder_of(row)).outcome is Outcome.SAVED


# Somebody else saves between reading and writing


@contextmanager
def rival(row: Roster, saves: int) -> Iterator[None]:
    """Another tab that adds a scout whenever the roster is about to advance, so many times."""
    left = saves

    def save_first(execute: Any, sql: str, *rest: Any) -> Any:
        nonlocal left
        if sql.startswith('UPDATE "lists_roster"') and left:
            others, left = left - 1, 0
            act(Roster.objects.get(pk=row.pk), "add", entry="scout")
            left = others
        return execute(sql, *rest)

    with connection.execute_wrapper(save_first):
        yield


@pytest.mark.parametrize("saves", [1, ATTEMPTS - 1])
def test_an_act_begins_again_when_somebody_else_saves_first(home_guard: Roster, saves: int) -> None:
    with rival(home_guard, saves):
        saved = act(home_guard, "limit", limit=90)

    scouts = [entry for entry, _ in outline(home_guard) if entry == "scout"]
    assert (saved.revision.number, saved.roster.points_limit) == (saves + 2, 90)
    assert len(scouts) == saves


def test_an_act_that_loses_five_times_gives_up_and_saves_nothing(home_guard: Roster) -> None:
    with rival(home_guard, ATTEMPTS), pytest.raises(Busy):
        act(home_guard, "limit", limit=90)

    assert not home_guard.revisions.filter(code="limit").exists()


# Who may not


def test_nobody_edits_without_the_edit_link(home_guard: Roster) -> None:
    intent = Intent("limit", "", {"limit": 90}, 1)

    for actor in (NOBODY, Actor(address=home_guard.code), Actor(address="x" * 22)):
        with pytest.raises(Roster.DoesNotExist):
            apply_intent(home_guard, intent, actor)

    assert newest(home_guard).number == 1


def test_an_edit_link_that_is_replaced_while_a_page_is_open_edits_no_more(
    home_guard: Roster,
) -> None:
    holder = holder_of(home_guard)
    Roster.objects.update(edit_token="y" * 22)

    with pytest.raises(Roster.DoesNotExist):
        apply_intent(home_guard, Intent("limit", "", {"limit": 90}, 1), holder)
