"""Every restriction of Askari: a list that passes, one on the edge, one that fails."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings

from lists.rules.catalogue import Catalogue
from lists.rules.edits import AddNode
from lists.rules.evaluate import evaluate
from lists.rules.own_entries import with_own_entries
from lists.rules.roster import Roster
from tests.askari import (
    GAME,
    UNPRICED,
    Rule,
    Written,
    army,
    assess,
    command,
    find_codes,
    find_problems,
    leader,
    line,
    measured,
    mend,
    muster,
    outline,
    unit,
)
from tests.rosters import rosters

ILLEGAL, NOTE = "illegal", "note"

WHITE_MAN, BEARER, LUXURY = line("white-man"), line("gun-bearer"), line("luxury-baggage")
MAN = line("ordinary-figure")
UNITS = [unit(MAN), unit(MAN), unit(MAN)]


def with_values(entry: str, **values: int) -> Catalogue:
    """The game with other values of an entry, as an entry of the player's own has them."""
    changed = replace(GAME.entries[entry], statistics={**GAME.entries[entry].statistics, **values})
    worth = {k: GAME.index.worth[entry][k]._replace(value=v) for k, v in values.items()}
    index = replace(
        GAME.index,
        worth={**GAME.index.worth, entry: {**GAME.index.worth[entry], **worth}},
    )
    return replace(GAME, entries={**GAME.entries, entry: changed}, index=index)


def lancers(of: str = "irregular", **options: object) -> Roster:
    lancer = line("ordinary-figure", 6, melee_weapon="mounted-lance", **options)
    return muster(command(leader()), unit(lancer, of=of))


def riders(weapon: str, mount: str) -> Roster:
    return muster(
        command(leader()), unit(line("ordinary-figure", missile_weapon=weapon), mount=mount)
    )


def baggage(entry: str, sort: str, elements: int) -> Written:
    return line(entry, baggage_sort=sort, elements={"elements": elements})


def sumptuous(*characters: Written) -> Roster:
    return muster(command(leader(quality="sumptuous"), *characters))


HISTORICAL = "historical-person"

RULES = {
    "leader-missing": Rule(
        ILLEGAL,
        16,
        passes=army(),
        edge=muster(command(leader(troop_type="native"))),
        fails=muster(command(WHITE_MAN)),
        arithmetic=measured(0, 1, at_least=1),
    ),
    "one-leader": Rule(
        ILLEGAL,
        16,
        passes=army(),
        edge=muster(command(leader(attendants={"attendants": 3}))),
        fails=army(leader()),
        arithmetic=measured(2, 1, at_most=1),
    ),
    "leader-without-quality": Rule(
        NOTE,
        17,
        passes=army(),
        edge=muster(command(line("army-leader", second_quality="stern"))),
        fails=muster(command(line("army-leader"))),
        node="n2",
        arithmetic=measured(0, 1, at_least=1),
    ),
    "one-quality": Rule(
        ILLEGAL,
        17,
        passes=army(),
        edge=muster(command(leader(second_quality="cunning", standing=HISTORICAL))),
        fails=muster(command(leader(second_quality="cunning", standing="white-leader"))),
        node="n2",
        arithmetic=measured(2, 1, at_most=1),
    ),
    "martinet-units": Rule(
        ILLEGAL,
        18,
        passes=muster(command(leader(quality="martinet")), *UNITS),
        edge=muster(command(leader(quality="martinet"), line("scout")), *UNITS[:2]),
        fails=muster(command(leader(quality="martinet")), *UNITS[:2], unit()),
        arithmetic=measured(2, 1, at_least=3),
    ),
    "sumptuous-baggage": Rule(
        ILLEGAL,
        19,
        passes=sumptuous(LUXURY),
        edge=army(),
        fails=sumptuous(line("baggage")),
        arithmetic=measured(0, 1, at_least=1),
    ),
    "luxury-for-sumptuous": Rule(
        ILLEGAL,
        30,
        passes=sumptuous(LUXURY),
        edge=muster(
            command(leader(second_quality="sumptuous", standing=HISTORICAL), LUXURY)
        ),
        fails=army(LUXURY),
        arithmetic=measured(1, 1, at_most=0),
    ),
    "gun-bearer-each": Rule(
        ILLEGAL,
        25,
        passes=army(WHITE_MAN, BEARER),
        edge=muster(command(leader(standing="white-leader"), WHITE_MAN, line("gun-bearer", 2))),
        fails=army(WHITE_MAN, line("gun-bearer", 2)),
        arithmetic=measured(2, 1, at_most=1),
    ),
    "signals-of-four": Rule(
        ILLEGAL,
        28,
        passes=army(line("signals-team")),
        edge=army(line("signals-team", signallers={"signallers": 4})),
        fails=army(line("signals-team", signallers={"signallers": 3})),
        node="n3",
        arithmetic=measured(3, 1, at_least=4, at_most=4),
    ),
    "baggage-size": Rule(
        ILLEGAL,
        29,
        passes=army(baggage("baggage", "porters", 8)),
        edge=army(baggage("baggage", "pack-animals", 3)),
        fails=army(baggage("baggage", "porters", 5)),
        node="n3",
        arithmetic=measured(5, 1, at_least=6),
    ),
    "luxury-size": Rule(
        ILLEGAL,
        30,
        passes=sumptuous(LUXURY),
        edge=sumptuous(baggage("luxury-baggage", "porters", 10)),
        fails=sumptuous(baggage("luxury-baggage", "carts", 6)),
        node="n3",
        arithmetic=measured(6, 1, at_least=5, at_most=5),
    ),
    "lance-mounted": Rule(
        ILLEGAL,
        30,
        passes=lancers(mount="mounted"),
        edge=muster(
            command(leader()),
            unit(line("ordinary-figure", melee_weapon="mounted-lance"), mount="mounted"),
        ),
        fails=lancers(),
        node="n4",
    ),
    "dismount-to-fire": Rule(
        NOTE,
        35,
        passes=riders("magazine-carbine", "mounted"),
        edge=riders("hunting-rifle", "on-foot"),
        fails=riders("hunting-rifle", "mounted"),
        node="n4",
    ),
    "gun-without-crew": Rule(
        NOTE,
        47,
        passes=muster(command(leader()), unit(line("cannon-piece"), line("ordinary-figure", 3))),
        edge=muster(command(leader()), unit(line("cannon-piece"), MAN)),
        fails=muster(command(leader()), unit(line("cannon-piece", 2), MAN)),
        node="n3",
        arithmetic=measured(1, 1, at_least=2),
    ),
}  # fmt: skip

BY_VALUE = {"shooting-of-type", "fighting-of-type", "courage-of-type"}
LEFT_TO_THE_PLAYER = {
    "leader-missing": ["leader-without-quality"],
    "leader-without-quality": ["leader-without-quality"],
    "martinet-units": ["martinet-units"],
    "dismount-to-fire": ["dismount-to-fire"],
    "gun-without-crew": ["gun-without-crew"],
}

every_rule = pytest.mark.parametrize("code", RULES)


def test_every_restriction_stands_in_these_tables() -> None:
    assert set(RULES) | BY_VALUE | {UNPRICED} == {
        restriction.code for restriction in GAME.restrictions
    }


@every_rule
def test_a_list_that_keeps_the_rule_has_no_problem(code: str) -> None:
    assert find_codes(RULES[code].passes) == []


@every_rule
def test_a_list_on_the_edge_has_no_problem(code: str) -> None:
    assert find_codes(RULES[code].edge) == []


@every_rule
def test_a_list_that_breaks_the_rule_has_this_problem_and_no_other(code: str) -> None:
    rule = RULES[code]

    problems = find_problems(rule.fails)

    expected = (code, rule.severity, rule.node, rule.page, rule.arithmetic)
    assert [outline(problem) for problem in problems] == [expected]


@every_rule
def test_its_fix_leaves_a_list_in_order(code: str) -> None:
    (problem,) = find_problems(RULES[code].fails)

    left = find_codes(mend(RULES[code].fails, problem))

    assert left == LEFT_TO_THE_PLAYER.get(code, [])


@pytest.mark.parametrize(
    ("attendants", "found"), [(0, []), (3, []), (4, ["number-outside-bounds"])]
)
def test_a_leader_has_three_attendants_at_most(attendants: int, found: list[str]) -> None:
    roster = muster(command(leader(attendants={"attendants": attendants})))

    assert find_codes(roster) == found
    assert assess(roster).total == 0


@pytest.mark.parametrize(
    ("of", "d", "fighting", "c", "found"),
    [
        ("regular", 1, 1, 3, []),
        ("regular", 3, 3, 5, []),
        ("regular", 0, 4, 6, ["shooting-of-type", "fighting-of-type", "courage-of-type"]),
        ("irregular", 0, 0, 3, []),
        ("irregular", 3, 4, 5, []),
        ("irregular", 4, 5, 2, ["shooting-of-type", "fighting-of-type", "courage-of-type"]),
        ("native", 0, 0, 4, []),
        ("native", 2, 4, 6, []),
        ("native", 3, 4, 3, ["shooting-of-type", "courage-of-type"]),
    ],
)
def test_values_of_a_figure_stand_within_its_type(
    of: str, d: int, fighting: int, c: int, found: list[str]
) -> None:
    roster = muster(command(leader()), unit(MAN, of=of))

    problems = find_problems(roster, with_values("ordinary-figure", d=d, l=fighting, c=c))

    assert [(p.code, p.severity, p.node) for p in problems] == [(f, NOTE, "n4") for f in found]


def test_values_that_hold_the_weapon_are_compared_without_it() -> None:
    given = {"missile_weapon": "breech-rifle", "melee_weapon": "bayonet"}
    askari = line("ordinary-figure", **given, count_in="weapons-in-values")
    bare = line("ordinary-figure", **given)
    catalogue = with_values("ordinary-figure", d=4, l=4)

    found = [
        [p.code for p in find_problems(muster(command(leader()), unit(man)), catalogue)]
        for man in (askari, bare)
    ]

    assert found == [[], ["shooting-of-type"]]


LEFT_TO_LISTS = [
    (command, line("army-leader", quality="stern")),
    (command, line("army-leader", quality="stern", missile_weapon="pistol")),
    (command, line("signals-team")),
    (command, line("field-hospital", 2)),
    (unit, line("ordinary-figure", 3, missile_weapon="breech-rifle", melee_weapon="bayonet")),
    (unit, line("ordinary-figure", 3, missile_weapon="bow", count_in="weapons-in-points")),
    (unit, line("officer-figure")),
    (unit, line("musician-figure")),
    (unit, line("unit-standard-figure")),
]


@pytest.mark.parametrize(("holder", "written"), LEFT_TO_LISTS)
def test_what_only_the_players_list_prices_says_so(
    holder: Callable[..., Written], written: Written
) -> None:
    problems = assess(muster({**holder(written), "count": 2})).problems

    found = [outline(problem) for problem in problems if problem.code == UNPRICED]
    assert found == [(UNPRICED, NOTE, "n2", 15, measured(0, 1, at_least=1))]


def test_every_template_is_among_them() -> None:
    assert {written["entry"] for _, written in LEFT_TO_LISTS} == {e.key for e in GAME.templates}


def test_what_the_book_prices_says_nothing() -> None:
    roster = army(WHITE_MAN, BEARER, line("baggage"), line("scout"))

    assert [p.node for p in assess(roster).problems if p.code == UNPRICED] == ["n2"]


@pytest.mark.parametrize("points", [0, 40])
def test_what_the_player_has_written_is_priced_even_where_it_is_free(points: int) -> None:
    osman = {"key": "own-osman", "like": "army-leader", "name": "Osman", "points": points}
    roster = muster(command(line("own-osman", quality="stern")))

    problems = evaluate(with_own_entries(GAME, [osman]), roster).problems

    assert [problem.code for problem in problems] == ["own-entry"]


@pytest.mark.parametrize(
    ("roster", "unit_of"),
    [
        (muster(), "command"),
        (muster(unit(MAN)), "command"),
        (muster(unit(MAN), command(WHITE_MAN)), ""),
    ],
)
def test_a_missing_leader_is_added_where_he_may_stand(roster: Roster, unit_of: str) -> None:
    (problem,) = [each for each in find_problems(roster) if each.code == "leader-missing"]
    (edit,) = problem.fix
    mended = mend(roster, problem)

    assert isinstance(edit, AddNode)
    assert (edit.node.entry if edit.node.children else "") == unit_of
    assert "army-leader" in [node.entry for node in mended.walk()]
    assert find_codes(mended) == ["leader-without-quality"]


@settings(max_examples=25, suppress_health_check=list(HealthCheck))
@given(rosters(GAME, wild=True))
def test_any_roster_is_evaluated_and_every_fix_mends(roster: Roster) -> None:
    evaluation = assess(roster)

    assert evaluation.total == sum(receipt.total for receipt in evaluation.receipts)
    for problem in evaluation.problems:
        if problem.fix:
            left = {each.identity for each in assess(mend(roster, problem)).problems}
            assert problem.identity not in left, problem
