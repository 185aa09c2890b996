"""What each operation makes of the home guard: a team of a leader and three soldiers."""

from typing import Any

import pytest

from lists.building.rosters import evaluate_roster, load_document
from lists.building.saving import Outcome
from lists.building.values import InvalidIntent
from lists.models import Roster
from lists.rules.roster import Choice
from tests.factories import act, find_node, newest, outline

START = [("team", 1), ("leader", 1), ("soldier", 3)]


def choose(row: Roster, entry: str, **value: object) -> dict[str, tuple[Choice, ...]]:
    """Choose on the first node of an entry; what it has been given then."""
    act(row, "choose", find_node(row, entry).id, **value)
    return dict(find_node(row, entry).options)


# Add


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ({"entry": "scout"}, [*START, ("scout", 1)]),
        ({"entry": "scout", "count": "2"}, [*START, ("scout", 2)]),
        ({"row": "gunner"}, [*START, ("soldier", 1)]),
        ({"row": "scout"}, [*START, ("scout", 2)]),
        ({"row": "scout", "count": 1}, [*START, ("scout", 1)]),
        ({"entry": "ambush"}, [*START, ("ambush", 1)]),
        ({"entry": "team"}, [*START, ("team", 1)]),
    ],
)
def test_what_is_added_goes_to_the_last_unit_that_may_hold_it(
    home_guard: Roster, value: dict[str, Any], expected: list[tuple[str, int]]
) -> None:
    act(home_guard, "add", **value)

    assert outline(home_guard) == expected


def test_an_addition_says_which_node_it_has_added(home_guard: Roster) -> None:
    saved = act(home_guard, "add", entry="scout")

    scout = find_node(home_guard, "scout")
    assert saved.added == (scout.id,)
    assert saved.revision.parameters == {
        "node": scout.id, "entry": "scout", "count": 1, "unit": "team", "points": 7,
        "added": [scout.id],
    }  # fmt: skip


def test_a_row_is_added_with_the_first_options_that_it_prints(home_guard: Roster) -> None:
    saved = act(home_guard, "add", row="gunner")

    gunner = saved.roster.find(saved.added[0])
    assert gunner is not None
    assert gunner.options == {"weapon": (Choice("machine-gun"),)}


def test_an_addition_takes_the_options_that_come_with_it(home_guard: Roster) -> None:
    options = {
        "gun": "machine-gun",
        "crew": [{"option": "crew", "count": 2, "options": {"troop-class": "veteran"}}],
    }

    act(home_guard, "add", entry="truck", options=options)

    veterans = {"troop-class": (Choice("veteran"),)}
    assert find_node(home_guard, "truck").options == {
        "gun": (Choice("machine-gun"),),
        "crew": (Choice("crew", 2, veterans),),
    }


def test_an_addition_goes_to_the_unit_that_is_named(home_guard: Roster) -> None:
    first = find_node(home_guard, "team").id
    act(home_guard, "add-unit")

    act(home_guard, "add", first, entry="scout")

    assert outline(home_guard) == [*START, ("scout", 1), ("team", 1)]


@pytest.mark.parametrize(
    ("before", "value", "expected"),
    [
        ((), {"row": "soldier"}, [*START[:2], ("soldier", 4)]),
        ((), {"row": "gunner"}, [*START, ("soldier", 1)]),
        (("take", "", {"row": "gunner"}), {"row": "gunner"}, [*START, ("soldier", 2)]),
        (("rename", "soldier", {"name": "Ruiz"}), {"row": "soldier"}, [*START, ("soldier", 1)]),
        (("note", "soldier", {"note": "Left."}), {"row": "soldier"}, [*START, ("soldier", 1)]),
        (
            ("add", "", {"entry": "ambush"}),
            {"entry": "ambush"},
            [*START, ("ambush", 1), ("ambush", 1)],
        ),
    ],
)
def test_what_is_taken_joins_a_plain_line_that_is_just_so(
    home_guard: Roster,
    before: tuple[Any, ...],
    value: dict[str, Any],
    expected: list[tuple[str, int]],
) -> None:
    team = find_node(home_guard, "team").id
    for operation, entry, other in [before] if before else []:
        node = find_node(home_guard, entry).id if entry else ""
        act(home_guard, operation, node, **{"into": team, **other} if not entry else other)

    act(home_guard, "take", into=team, **value)

    assert outline(home_guard) == expected


def test_history_says_of_what_is_taken_whether_it_was_added_or_counted(home_guard: Roster) -> None:
    team, soldier = find_node(home_guard, "team").id, find_node(home_guard, "soldier").id

    codes = [
        act(home_guard, "take", into=team, entry=entry).revision for entry in ("scout", "soldier")
    ]

    assert [revision.code for revision in codes] == ["add", "count"]
    assert codes[1].parameters == {
        "node": soldier, "entry": "soldier", "unit": "team", "from": 3, "to": 4, "points": 6,
    }  # fmt: skip


@pytest.mark.parametrize("into", ["", "elsewhere", "leader"])
def test_nothing_is_taken_into_what_cannot_hold_it(home_guard: Roster, into: str) -> None:
    node = find_node(home_guard, into).id if into == "leader" else into

    with pytest.raises(InvalidIntent):
        act(home_guard, "take", into=node, entry="soldier")

    assert outline(home_guard) == START


def test_the_first_selection_of_an_empty_roster_brings_its_unit(home_guard: Roster) -> None:
    act(home_guard, "remove", find_node(home_guard, "team").id)

    saved = act(home_guard, "add", entry="leader")

    assert outline(home_guard) == [("team", 1), ("leader", 1)]
    assert saved.added == tuple(node.id for node in saved.roster.walk())
    assert find_node(home_guard, "team").options == {"troop-class": (Choice("regular"),)}


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ({}, [*START, ("team", 1)]),
        ({"filled": "0"}, [*START, ("team", 1)]),
        ({"filled": "1"}, [*START, *START]),
        ({"filled": True}, [*START, *START]),
    ],
)
def test_a_unit_is_added_empty_or_filled(
    home_guard: Roster, value: dict[str, Any], expected: list[tuple[str, int]]
) -> None:
    act(home_guard, "add-unit", **value)

    assert outline(home_guard) == expected


# Remove, duplicate, count


def test_remove_takes_a_node_with_all_beneath_it(home_guard: Roster) -> None:
    saved = act(home_guard, "remove", find_node(home_guard, "team").id)

    assert outline(home_guard) == []
    assert saved.revision.parameters["points"] == -29


def test_duplicate_gives_the_copy_ids_of_its_own(home_guard: Roster) -> None:
    saved = act(home_guard, "duplicate", find_node(home_guard, "team").id)

    ids = [node.id for node in saved.roster.walk()]
    assert outline(home_guard) == [*START, *START]
    assert len(set(ids)) == 6
    assert saved.added == tuple(ids[3:])


@pytest.mark.parametrize(
    ("value", "count"),
    [
        ({"count": 5}, 5),
        ({"count": " 12 "}, 12),
        ({"step": 1}, 4),
        ({"step": "-1"}, 2),
        ({"step": "-9"}, 1),
        ({"step": 999}, 999),
    ],
)
def test_a_count_is_set_or_stepped(home_guard: Roster, value: dict[str, Any], count: int) -> None:
    act(home_guard, "count", find_node(home_guard, "soldier").id, **value)

    assert find_node(home_guard, "soldier").count == count


def test_history_says_what_was_counted_in_keys_and_numbers(home_guard: Roster) -> None:
    soldier = find_node(home_guard, "soldier").id

    revision = act(home_guard, "count", soldier, step=1).revision

    assert revision.code == "count"
    assert revision.parameters == {
        "node": soldier, "entry": "soldier", "unit": "team", "from": 3, "to": 4, "points": 6,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("operation", "of", "value", "place"),
    [
        ("note", "leader", {"note": "Left."}, {"unit": "team", "unit_number": 1}),
        ("note", "scout", {"note": "Left."}, {"number": 2, "unit": "team", "unit_number": 2}),
        ("note", "team", {"note": "Left."}, {"number": 1}),
        ("remove", "scout", {}, {"number": 2, "unit": "team", "unit_number": 2}),
        ("duplicate", "leader", {}, {"unit": "team", "unit_number": 1}),
        ("move", "scout", {"to": "up"}, {"number": 2, "unit": "team", "unit_number": 2}),
        (
            "move", "leader", {"into": "scout"},
            {"unit": "team", "unit_number": 1, "into": "team", "into_number": 2},
        ),
        ("limit", "", {"limit": 90}, {}),
    ],
)  # fmt: skip
def test_history_says_where_a_node_stands_among_its_like(
    home_guard: Roster, operation: str, of: str, value: dict[str, Any], place: dict[str, Any]
) -> None:
    act(home_guard, "add-unit")
    for _time in range(2):
        act(home_guard, "add", load_document(home_guard, 2).children[1].id, entry="scout")
    every = [*load_document(Roster.objects.get(pk=home_guard.pk)).walk()]
    node = {**{each.entry: each.id for each in every}, "team": every[0].id, "": ""}[of]
    if "into" in value:
        value = {"parent": load_document(home_guard, 2).children[1].id}

    parameters = act(home_guard, operation, node, **value).revision.parameters

    told = ("number", "unit", "unit_number", "into", "into_number")
    assert {key: parameters[key] for key in told if key in parameters} == place


# Choose and clear


@pytest.mark.parametrize(
    ("value", "taken"),
    [
        ({"group": "weapon", "option": "machine-gun"}, (Choice("machine-gun"),)),
        ({"group": "weapon", "option": ""}, ()),
        ({"group": "weapon", "choices": ["machine-gun"]}, (Choice("machine-gun"),)),
        ({"group": "kit", "option": "radio"}, (Choice("radio"),)),
        ({"group": "kit", "option": "grenades", "count": "3"}, (Choice("grenades", 3),)),
        ({"group": "kit", "option": "grenades", "step": 2}, (Choice("grenades", 2),)),
        ({"group": "kit", "choices": [{"option": "grenades", "count": 2}, "radio"]},
         (Choice("grenades", 2), Choice("radio"))),
    ],
)  # fmt: skip
def test_an_option_is_chosen_in_a_group(
    home_guard: Roster, value: dict[str, Any], taken: tuple[Choice, ...]
) -> None:
    assert choose(home_guard, "leader", **value) == {value["group"]: taken}


def test_an_option_of_a_group_that_takes_some_leaves_the_others_alone(home_guard: Roster) -> None:
    choose(home_guard, "leader", group="kit", choices=["radio", "grenades"])

    more = choose(home_guard, "leader", group="kit", option="grenades", step="1")
    fewer = choose(home_guard, "leader", group="kit", option="radio", count=0)

    assert more == {"kit": (Choice("radio"), Choice("grenades", 2))}
    assert fewer == {"kit": (Choice("grenades", 2),)}


def test_the_class_of_a_crew_is_chosen_within_the_crew(home_guard: Roster) -> None:
    act(home_guard, "add", entry="truck")
    choose(home_guard, "truck", group="crew", option="crew", count=2)

    within = choose(home_guard, "truck", within="crew/crew", group="troop-class", option="veteran")
    recount = choose(home_guard, "truck", group="crew", option="crew", count=1)
    act(home_guard, "clear", find_node(home_guard, "truck").id,
        within="crew/crew", group="troop-class")  # fmt: skip

    veterans = {"troop-class": (Choice("veteran"),)}
    assert within == {"crew": (Choice("crew", 2, veterans),)}
    assert recount == {"crew": (Choice("crew", 1, veterans),)}
    assert find_node(home_guard, "truck").options == {"crew": (Choice("crew", 1),)}


def test_a_number_is_chosen_or_stepped_from_where_it_starts(home_guard: Roster) -> None:
    act(home_guard, "add", entry="squad")

    stepped = choose(home_guard, "squad", group="men", step=1)
    chosen = choose(home_guard, "squad", group="men", count="8")

    assert (stepped, chosen) == ({"men": (Choice("men", 6),)}, {"men": (Choice("men", 8),)})


def test_history_says_what_was_chosen_in_place_of_what(home_guard: Roster) -> None:
    leader = find_node(home_guard, "leader").id

    parameters = act(home_guard, "choose", leader, group="kit", option="radio").revision.parameters

    assert parameters == {
        "node": leader, "entry": "leader", "unit": "team", "group": "kit",
        "from": None, "to": {"radio": 1}, "points": "2.5",
    }  # fmt: skip


def test_what_a_line_starts_with_anyway_is_no_choice(home_guard: Roster) -> None:
    leader = find_node(home_guard, "leader").id

    saved = act(home_guard, "choose", leader, group="weapon", option="rifle")

    assert saved.outcome is Outcome.UNCHANGED


def test_clear_goes_back_to_what_is_inherited(home_guard: Roster) -> None:
    choose(home_guard, "soldier", group="troop-class", option="veteran")

    act(home_guard, "clear", find_node(home_guard, "soldier").id, group="troop-class")

    assert find_node(home_guard, "soldier").options == {}
    assert evaluate_roster(home_guard).evaluation.total == 29


# Shift


@pytest.mark.parametrize(
    ("entry", "steps", "option"),
    [
        ("team", ["up"], "veteran"),
        ("team", ["down"], "green"),
        ("team", ["down", "up", "up"], "veteran"),
        ("soldier", ["up"], "veteran"),
    ],
)
def test_a_class_shifts_a_step_on_its_ladder(
    home_guard: Roster, entry: str, steps: list[str], option: str
) -> None:
    for step in steps:
        act(home_guard, "shift", find_node(home_guard, entry).id, to=step)

    assert find_node(home_guard, entry).options == {"troop-class": (Choice(option),)}


def test_a_class_does_not_shift_beyond_its_ladder(home_guard: Roster) -> None:
    team = find_node(home_guard, "team").id
    act(home_guard, "shift", team, to="up")

    with pytest.raises(InvalidIntent) as invalid:
        act(home_guard, "shift", team, to="up")

    assert (invalid.value.field, invalid.value.code) == ("to", "end-of-ladder")


# Names, notes, places


def test_names_are_one_line_and_notes_keep_theirs(home_guard: Roster) -> None:
    leader = find_node(home_guard, "leader").id

    act(home_guard, "rename", leader, name="  Sgt\tRuiz\n ")
    act(home_guard, "note", leader, note="Left flank.\r\nStays there.\n")

    node = find_node(home_guard, "leader")
    assert (node.name, node.note) == ("Sgt Ruiz", "Left flank.\nStays there.")


def test_history_repeats_no_word_that_was_typed(home_guard: Roster) -> None:
    leader = find_node(home_guard, "leader").id

    act(home_guard, "rename", leader, name="Ruiz")
    act(home_guard, "note", leader, note="Ruiz")
    act(home_guard, "name", name="Ruiz's own")

    parameters = home_guard.revisions.values_list("parameters", flat=True)
    assert not [each for each in parameters if "Ruiz" in str(each)]


@pytest.mark.parametrize(
    ("entry", "value", "order"),
    [
        ("soldier", {"to": "up"}, ["soldier", "leader", "scout"]),
        ("leader", {"to": "up"}, ["leader", "soldier", "scout"]),
        ("leader", {"to": "down"}, ["soldier", "leader", "scout"]),
        ("scout", {"to": "down"}, ["leader", "soldier", "scout"]),
        ("scout", {"to": "first"}, ["scout", "leader", "soldier"]),
        ("leader", {"to": "last"}, ["soldier", "scout", "leader"]),
        ("scout", {"position": "2"}, ["leader", "scout", "soldier"]),
        ("leader", {"position": 99}, ["soldier", "scout", "leader"]),
    ],
)
def test_a_line_moves_among_its_own(
    home_guard: Roster, entry: str, value: dict[str, Any], order: list[str]
) -> None:
    act(home_guard, "add", entry="scout")

    act(home_guard, "move", find_node(home_guard, entry).id, **value)

    assert [entry for entry, _ in outline(home_guard)[1:]] == order


def test_a_line_moves_to_another_unit(home_guard: Roster) -> None:
    unit = act(home_guard, "add-unit").added[0]

    act(home_guard, "move", find_node(home_guard, "soldier").id, parent=unit)

    assert outline(home_guard) == [("team", 1), ("leader", 1), ("team", 1), ("soldier", 3)]


# The roster as a whole


@pytest.mark.parametrize(
    ("operation", "value", "field", "expected"),
    [
        ("name", {"name": " Night  patrol "}, "name", "Night patrol"),
        ("limit", {"limit": "75"}, "points_limit", 75),
        ("scenario", {"scenario": "the-ford"}, "scenario", "the-ford"),
        ("opponent", {"opponent": "elsewhere"}, "opponent", "elsewhere"),
        ("opponent", {"opponent": "raiders"}, "opponent", "raiders"),
        ("optional-rules", {"rules": ["mud", "fog", "mud"]}, "optional_rules", ("fog", "mud")),
        ("reading", {"reading": "veteran-points", "value": "errata"}, "readings",
         {"veteran-points": "errata"}),
    ],
)  # fmt: skip
def test_a_roster_has_its_own_fields(
    home_guard: Roster, operation: str, value: dict[str, Any], field: str, expected: object
) -> None:
    act(home_guard, operation, **value)

    assert getattr(load_document(home_guard, newest(home_guard).number), field) == expected


def test_a_scenario_is_taken_away_by_an_empty_choice(home_guard: Roster) -> None:
    act(home_guard, "scenario", scenario="the-ford")

    assert act(home_guard, "scenario", scenario="").roster.scenario == ""


# Fix


def test_a_fix_clears_the_problem_that_it_is_asked_for(home_guard: Roster) -> None:
    saved = act(home_guard, "choose", find_node(home_guard, "soldier").id,
                group="weapon", option="machine-gun")  # fmt: skip
    (problem,) = [p for p in saved.evaluation.problems if p.code == "few-machine-guns"]

    fixed = act(home_guard, "fix", problem.node, code=problem.code, subject=problem.subject)

    assert problem.identity not in {each.identity for each in fixed.evaluation.problems}
    before = {node.id for node in saved.roster.walk()}
    (divided,) = (node.id for node in fixed.roster.walk() if node.id not in before)
    assert fixed.revision.parameters == {
        "problem": "few-machine-guns", "node": problem.node, "subject": "", "points": -5,
        "added": [divided],
        "acts": [
            {"code": "count", "entry": "soldier", "unit": "team", "from": 3, "to": 2},
            {"code": "add", "entry": "soldier", "count": 1, "unit": "team",
             "options": {"weapon": {"rifle": 1}}},
        ],
    }  # fmt: skip


def test_a_fix_that_adds_gives_its_node_an_id_of_its_own(home_guard: Roster) -> None:
    saved = act(home_guard, "remove", find_node(home_guard, "leader").id)
    team = saved.roster.children[0].id

    fixed = act(home_guard, "fix", team, code="one-leader")

    assert fixed.added == (find_node(home_guard, "leader").id,)
    assert fixed.added != ("new",)


def test_a_fix_of_a_problem_that_is_gone_changes_nothing(home_guard: Roster) -> None:
    saved = act(home_guard, "fix", find_node(home_guard, "team").id, code="one-leader")

    assert saved.outcome is Outcome.UNCHANGED


# What is saved


def test_an_intent_that_changes_nothing_saves_nothing_and_says_so(home_guard: Roster) -> None:
    saved = act(home_guard, "count", find_node(home_guard, "soldier").id, count=3)

    assert (saved.outcome, saved.added, saved.revision.number) == (Outcome.UNCHANGED, (), 1)
    assert home_guard.revisions.count() == 1


def test_a_listing_shows_what_the_newest_evaluation_found(home_guard: Roster) -> None:
    act(home_guard, "name", name="Patrol")
    act(home_guard, "choose", find_node(home_guard, "leader").id, group="kit", option="radio")
    saved = act(home_guard, "add", entry="leader")

    row = Roster.objects.get(pk=home_guard.pk)
    assert (row.name, str(row.total), row.points_limit) == ("Patrol", "42.5000", 50)
    assert (row.verdict, row.number) == ("illegal", 4)
    assert (row.total, row.verdict) == (saved.row.total, saved.row.verdict)
    assert row.total == saved.evaluation.total
