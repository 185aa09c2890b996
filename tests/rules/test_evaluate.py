"""Points, receipts, tallies and problems, on a small invented game."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from lists.rules.catalogue import Catalogue, Severity
from lists.rules.compiling.catalogue import compile_catalogue
from lists.rules.edits import AddNode, Choose, Edit, RemoveNode, SetCount, SetField, SetReading
from lists.rules.evaluate import evaluate, lay_out
from lists.rules.evaluation import Ingredient, Part, Problem
from lists.rules.formula import Number
from lists.rules.places import Board
from lists.rules.roster import Choice, Node, Roster
from tests.small_game import both, build_home_guard, compile_small_game, write_small_game

GAME = compile_small_game()
GUARD = build_home_guard(GAME)
TEAM, LEADER, SOLDIERS = "n1", "n2", "n3"


def after(*edits: Edit) -> Roster:
    roster = GUARD
    for edit in edits:
        roster = edit.apply(roster)
    return roster


def add(entry: str, count: int = 1, **options: tuple[Choice, ...]) -> AddNode:
    given = {group.replace("_", "-"): taken for group, taken in options.items()}
    return AddNode(TEAM, Node(entry, entry, count, options=given))


def codes(roster: Roster) -> list[tuple[str, str]]:
    return [(problem.code, problem.node) for problem in evaluate(GAME, roster).problems]


@pytest.mark.parametrize(
    ("edits", "total"),
    [
        ([], 11 + 3 * 6),
        ([SetCount(SOLDIERS, 5)], 11 + 5 * 6),
        ([Choose(SOLDIERS, "weapon", (Choice("machine-gun"),))], 11 + 3 * 11),
        ([Choose(TEAM, "troop-class", (Choice("veteran"),))], 14 + 3 * 9),
        ([Choose(SOLDIERS, "troop-class", (Choice("veteran"),))], 11 + 3 * 9),
        (
            [Choose(LEADER, "kit", (Choice("grenades", 2), Choice("radio")))],
            11 + Fraction(13, 2) + 18,
        ),
        ([add("squad")], 29 + 5 * 6),
        ([add("squad", men=(Choice("men", 8),))], 29 + 8 * 6),
        ([add("truck")], 29 + 7),
        ([add("truck", gun=(Choice("machine-gun"),), crew=(Choice("crew", 2),))], 29 + 7 + 5 + 12),
        (
            [add("truck", crew=(Choice("crew", 1, {"troop-class": (Choice("green"),)}),))],
            29 + 7 + 4,
        ),
        ([add("truck", 2, crew=(Choice("crew", 2),))], 29 + 2 * (7 + 12)),
        ([add("dragon")], 29),
        ([SetCount(TEAM, 2)], 2 * 29),
        ([RemoveNode(TEAM)], 0),
        (
            [
                Choose(TEAM, "troop-class", (Choice("veteran"),)),
                SetReading("veteran-points", "errata"),
            ],
            13 + 3 * 8,
        ),
    ],
)
def test_the_total_follows_from_the_choices(edits: list[Edit], total: Number) -> None:
    assert evaluate(GAME, after(*edits)).total == total


def test_a_receipt_names_every_part_of_an_amount() -> None:
    kit = Choose(LEADER, "kit", (Choice("grenades", 2),))

    receipt = evaluate(GAME, after(kit)).find_receipt(LEADER)

    assert receipt is not None
    assert receipt.parts == (
        Part((Ingredient("troop-class", (("regular", 1),), 6),), 6),
        Part((Ingredient("weapon", (("rifle", 1),), 0),), 0),
        Part((Ingredient("kit", (("grenades", 2),), 4),), 4),
        Part((Ingredient("points", (), 5),), 5),
    )
    assert (receipt.each, receipt.count, receipt.total) == (15, 1, 15)


def test_a_receipt_names_the_effect_that_changed_a_part() -> None:
    roster = after(
        Choose(TEAM, "troop-class", (Choice("veteran"),)), SetReading("veteran-points", "errata")
    )

    receipt = evaluate(GAME, roster).find_receipt(SOLDIERS)

    assert receipt is not None
    assert receipt.parts[0] == Part(
        (Ingredient("troop-class", (("veteran", 1),), 8),), 8, ("veterans-by-errata",)
    )


def test_a_receipt_names_no_effect_that_holds_only_where_a_choice_is_inherited() -> None:
    """The team's class is priced at the team, which carries no machine gun."""
    document = write_small_game()
    document["effects"] = [
        {
            "key": "gunners",
            "name": both("Gunners"),
            "of": "regular",
            "field": "points",
            "add": "1",
            "when": "weapon in {machine_gun}",
        }
    ]
    game = compile_catalogue(document)
    armed = Choose(SOLDIERS, "weapon", (Choice("machine-gun"),))
    own_class = Choose(SOLDIERS, "troop-class", (Choice("regular"),))

    inherited = evaluate(game, after(armed)).find_receipt(SOLDIERS)
    chosen = evaluate(game, after(armed, own_class)).find_receipt(SOLDIERS)

    assert inherited is not None
    assert chosen is not None
    assert [(part.amount, part.effects) for part in inherited.parts] == [(6, ()), (5, ())]
    assert [(part.amount, part.effects) for part in chosen.parts] == [(7, ("gunners",)), (5, ())]


@pytest.mark.parametrize(
    ("formula", "number"),
    [
        ("count(figure)", 4),
        ("count(not figure)", 4),
        ("count(figure or truck)", 6),
        ("count(any)", 8),
        ("count(scout)", 0),
        ("count(weapon in {rifle})", 4),
        ("count(figure and weapon not in {rifle})", 0),
        ("lines(any)", 4),
        ("lines(figure)", 2),
        ("lines(weapon in {rifle})", 2),
    ],
)
def test_what_matches_beneath_a_unit_is_counted(formula: str, number: int) -> None:
    document = write_small_game()
    document["derived"] = [
        {"key": "found", "name": both("found"), "scope": "team", "formula": formula}
    ]
    roster = after(add("truck", 2), add("dragon", 2))

    evaluation = evaluate(compile_catalogue(document), roster)

    assert evaluation.derived[TEAM] == {"found": number}


def test_tallies_add_up_beneath_every_node() -> None:
    roster = after(add("squad", men=(Choice("men", 7),)))

    tallies = evaluate(GAME, roster).tallies

    assert tallies["squad"] == {"points": 42, "figures": 7}
    assert tallies[TEAM] == tallies[""] == {"points": 71, "figures": 11}


@pytest.mark.parametrize(
    ("edits", "problems"),
    [
        ([], []),
        ([SetField("points_limit", 29)], []),
        ([SetField("points_limit", 28)], [("points-within-tolerance", "")]),
        ([SetField("points_limit", 27)], [("points-over-limit", "")]),
        ([SetField("points_limit", 0)], []),
        ([add("dragon")], [("unknown-entry", "dragon")]),
        ([add("rifle")], [("unknown-entry", "rifle")]),
        ([add("green")], [("unknown-entry", "green")]),
        ([AddNode("", Node("s", "soldier"))], [("misplaced-entry", "s")]),
        ([SetCount(SOLDIERS, 6)], [("count-above-list", SOLDIERS)]),
        ([RemoveNode(SOLDIERS)], [("count-below-list", TEAM)]),
        ([SetCount(SOLDIERS, 2)], [("count-below-list", SOLDIERS)]),
        ([add("squad")], [("points-over-limit", "")]),
        ([add("ambush")], []),
        ([add("scout", 2)], []),
        ([add("scout", 1)], [("swap-incomplete", "scout")]),
        ([add("scout", 3)], [("count-above-list", "scout")]),
        ([add("truck")], []),
        ([add("truck", 2)], [("count-above-list", "truck")]),
        (
            [Choose(LEADER, "weapon", (Choice("machine-gun"),))],
            [],
        ),
        (
            [Choose(LEADER, "weapon", (Choice("laser"),))],
            [("option-not-offered", LEADER), ("option-outside-list", LEADER)],
        ),
        (
            [Choose(LEADER, "weapon", (Choice("rifle"), Choice("machine-gun")))],
            [("too-many-options", LEADER)],
        ),
        ([Choose(LEADER, "kit", (Choice("radio", 2),))], [("too-many-options", LEADER)]),
        ([Choose(LEADER, "kit", (Choice("grenades", 5),))], [("too-many-options", LEADER)]),
        ([Choose(LEADER, "saddle", (Choice("rifle"),))], [("option-not-offered", LEADER)]),
        ([Choose(TEAM, "troop-class", ())], [("option-missing", TEAM)]),
        (
            [Choose(SOLDIERS, "troop-class", (Choice("green"),))],
            [("line-differs-from-unit", SOLDIERS)],
        ),
        ([Choose(TEAM, "troop-class", (Choice("veteran"),))], []),
    ],
)
def test_problems_point_at_what_is_wrong(
    edits: list[Edit], problems: list[tuple[str, str]]
) -> None:
    assert codes(after(*edits)) == problems


def test_a_unit_within_a_unit_is_misplaced() -> None:
    assert ("misplaced-entry", "team") in codes(after(add("team")))


def test_a_restriction_carries_its_arithmetic_and_its_fix() -> None:
    roster = after(Choose(SOLDIERS, "weapon", (Choice("machine-gun"),)))

    problem = next(p for p in evaluate(GAME, roster).problems if p.code == "few-machine-guns")

    assert problem == Problem(
        code="few-machine-guns",
        severity=Severity.ILLEGAL,
        node=TEAM,
        page=4,
        parameters={"measure": 3, "at_most": 2, "at_least": None, "excess": 1, "figures": 4},
        fix=(
            SetCount(SOLDIERS, 2),
            AddNode(TEAM, Node("new", "soldier", 1, options={"weapon": (Choice("rifle"),)}), 2),
        ),
    )


def test_a_unit_may_shift_one_step_and_no_further() -> None:
    document = write_small_game()
    document["army_lists"][0]["options"] = {"troop-class": ["green"]}
    game = compile_catalogue(document)

    found = {
        level: [
            p.code
            for p in evaluate(game, after(Choose(TEAM, "troop-class", (Choice(level),)))).problems
            if p.code == "level-beyond-shift"
        ]
        for level in ("green", "regular", "veteran")
    }

    assert found == {"green": [], "regular": [], "veteran": ["level-beyond-shift"]}


def with_formula(text: str) -> Callable[[], Any]:
    document = write_small_game()
    document["kinds"][1]["formula"]["points"] = text
    return lambda: compile_catalogue(document)


def test_a_formula_that_divides_by_zero_is_a_problem_and_no_crash() -> None:
    game = with_formula("12 / sum(kit.points)")()

    evaluation = evaluate(game, GUARD)

    assert evaluation.total == 0
    assert ("formula-without-value", LEADER) in [(p.code, p.node) for p in evaluation.problems]


def test_a_restriction_of_the_whole_roster_can_add_what_is_missing() -> None:
    document = write_small_game()
    document["restrictions"].append(
        {
            "code": "must-ambush",
            "scope": "roster",
            "measure": "count(ambush)",
            "at_least": "1",
            "severity": "illegal",
            "message": both("Ambush is needed."),
            "fix": {"do": "add", "entry": "ambush"},
        }
    )
    game = compile_catalogue(document)

    (problem,) = evaluate(game, GUARD).problems
    mended = problem.fix[0].apply(GUARD)

    assert problem.code == "must-ambush"
    assert evaluate(game, mended).problems == ()


def test_no_fix_is_offered_for_a_bound_below_nothing() -> None:
    document = write_small_game()
    document["restrictions"] = [
        {
            "code": "few-soldiers",
            "scope": "team",
            "measure": "count(soldier)",
            "at_most": "crew",
            "severity": "illegal",
            "message": both("Too many soldiers."),
            "fix": {"do": "reduce", "of": "soldier"},
        }
    ]
    game = compile_catalogue(document)
    none, fewer = (after(add("truck", crew=(Choice("crew", n),))) for n in (0, -2))

    fixes = [
        next(p.fix for p in evaluate(game, roster).problems if p.code == "few-soldiers")
        for roster in (none, fewer)
    ]

    assert fixes == [(RemoveNode(SOLDIERS),), ()]


@pytest.mark.parametrize(
    ("children", "fixes"),
    [
        # The scout goes with the soldier under whom it stands, so that two more soldiers must go.
        ((Node("a", "soldier", 3), Node("b", "soldier", 1, children=(Node("c", "scout", 2),))),
         (RemoveNode("b"), RemoveNode("a"))),
        ((Node("a", "soldier", 3), Node("b", "soldier", 1), Node("c", "scout", 2)),
         (RemoveNode("b"), SetCount("a", 2))),
    ],
)  # fmt: skip
def test_a_fix_reckons_with_what_goes_along(
    children: tuple[Node, ...], fixes: tuple[Edit, ...]
) -> None:
    document = write_small_game()
    document["restrictions"] = [
        {
            "code": "soldiers-for-scouts",
            "scope": "roster",
            "measure": "count(soldier)",
            "at_most": "count(scout)",
            "severity": "illegal",
            "message": both("Too many soldiers."),
            "fix": {"do": "reduce", "of": "soldier"},
        }
    ]
    game = compile_catalogue(document)
    roster = replace(GUARD, children=(replace(GUARD.children[0], children=children),))

    fix = next(p.fix for p in evaluate(game, roster).problems if p.code == "soldiers-for-scouts")

    assert fix == fixes


def test_however_many_fixes_take_others_along_the_roster_is_priced_a_few_times(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    looks = []

    def look(catalogue: Catalogue, roster: Roster) -> Board:
        looks.append(roster)
        return lay_out(catalogue, roster)

    monkeypatch.setattr(f"{evaluate.__module__}.lay_out", look)
    document = write_small_game()
    document["restrictions"] = [
        {
            "code": "few-soldiers",
            "scope": "selection",
            "of": "soldier",
            "measure": "count(soldier)",
            "at_most": "1",
            "severity": "illegal",
            "message": both("Too many soldiers."),
            "fix": {"do": "reduce"},
        }
    ]
    game = compile_catalogue(document)
    lines = [Node(f"s{n}", "soldier", 3, children=(Node(f"x{n}", "what"),)) for n in range(100)]
    roster = replace(GUARD, children=(replace(GUARD.children[0], children=tuple(lines)),))

    fixes = [p.fix for p in evaluate(game, roster).problems if p.code == "few-soldiers"]

    assert [fixes[0], fixes[-1]] == [(SetCount("s0", 1),), ()]
    assert len(fixes) == 100
    assert len(looks) < 40


def test_an_unknown_army_list_is_said_and_all_else_still_evaluated() -> None:
    evaluation = evaluate(GAME, replace(GUARD, army_list="martians"))

    assert evaluation.total == 29
    assert [p.code for p in evaluation.problems] == ["unknown-army-list"]


def test_over_the_limit_the_fix_takes_the_least_that_suffices() -> None:
    roster = after(SetCount(SOLDIERS, 5), SetField("points_limit", 30))

    problem = evaluate(GAME, roster).problems[0]

    assert problem.code == "points-over-limit"
    assert problem.fix == (SetCount(SOLDIERS, 3),)


def test_the_greatest_of_a_statistic_is_not_multiplied_by_counts() -> None:
    document = write_small_game()
    document["derived"] = [
        {"key": "best", "name": both("best"), "scope": "team", "formula": "max(troop_class.save)"},
        {"key": "worst", "name": both("worst"), "scope": "team", "formula": "min(weapon.points)"},
        {"key": "all", "name": both("all"), "scope": "team", "formula": "sum(weapon.points)"},
    ]
    roster = after(Choose(SOLDIERS, "weapon", (Choice("machine-gun"),)))

    derived = evaluate(compile_catalogue(document), roster).derived[TEAM]

    assert derived == {"best": 4, "worst": 0, "all": 15}


@pytest.mark.parametrize(
    ("formula", "figures"),
    [
        ("count(any)", 4),
        ("lines(any)", 2),
        ("1", 1),
        ("if(1 = 1, 3, points)", 3),
        ("2 / (1 - 1)", 0),
    ],
)
def test_what_only_counts_is_no_constant(formula: str, figures: int) -> None:
    document = write_small_game()
    kind = next(kind for kind in document["kinds"] if kind["key"] == "unit")
    kind["formula"]["figures"] = formula
    for other in document["kinds"]:
        if other is not kind:
            other.get("formula", {}).pop("figures", None)

    tallies = evaluate(compile_catalogue(document), GUARD).tallies

    assert tallies[TEAM]["figures"] == figures
