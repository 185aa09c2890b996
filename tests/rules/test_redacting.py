"""What a player typed goes out of a roster, and nothing else does."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given

from lists.rules.document import write_document
from lists.rules.evaluate import evaluate
from lists.rules.redacting import redact
from lists.rules.roster import Node, Roster
from tests.rosters import rosters
from tests.small_game import build_home_guard, compile_small_game

GAME = compile_small_game()
SECRET = "Sgt Ruiz"


def test_names_and_notes_go_at_every_depth() -> None:
    leaf = Node("c", "soldier", 2, name=SECRET, note=f"{SECRET}\n's notes")
    unit = Node("b", "team", name=SECRET, children=(leaf,))
    top = Node("a", "team", note=SECRET, children=(unit,))
    own = {"key": "own-1", "name": SECRET, "points": 6}
    roster = replace(build_home_guard(GAME), name=SECRET, own_entries=(own,), children=(top,))

    redacted = redact(roster)

    assert SECRET not in str(write_document(redacted))
    assert redacted.own_entries == ({"key": "own-1", "name": "typed", "points": 6},)
    assert [(n.id, n.entry, n.count) for n in redacted.walk()] == [
        (n.id, n.entry, n.count) for n in roster.walk()
    ]


@given(rosters(GAME, wild=True))
def test_points_and_problems_stay(roster: Roster) -> None:
    before, after = evaluate(GAME, roster), evaluate(GAME, redact(roster))

    assert (after.total, after.receipts, after.problems) == (
        before.total,
        before.receipts,
        before.problems,
    )
    assert redact(redact(roster)) == redact(roster)
