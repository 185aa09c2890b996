"""What was done to a list, in words: every operation, in both languages, without a raw key."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from typing import Any

import pytest
from django.conf import settings

from lists.building.acts import OPERATIONS
from lists.building.ready import mark_draft, mark_ready
from lists.building.revisions import redo, restore, undo
from lists.models import Revision, Roster
from lists.wording.history import (
    ACTS,
    RETURNS,
    Reader,
    show_revision,
    show_sessions,
    word_act,
    word_person,
)
from tests.factories import act, create_home_guard, find_node, holder_of, newest
from tests.small_game import compile_small_game

LANGUAGES = [code for code, _name in settings.LANGUAGES]
OTHER_TEAM = "other-team"

type Step = tuple[str, str, dict[str, Any], str]
"""An operation, the entry it is done to, its value, and what history says of it in English."""

OWN = {"entry": "own-beja", "like": "volunteer", "name": "Beja warrior", "statistic-drill": 2}
STEPS: list[Step] = [
    ("add-unit", "", {}, "Team 2 added"),
    ("add", "", {"entry": "scout", "count": 2}, "2 Scout added to Team 2"),
    ("take", "", {"entry": "soldier"}, "Soldier (Team 1): 4 instead of 3"),
    ("take", "", {"row": "gunner"}, "Soldier (Machine gun) added to Team 1"),
    ("add", "team", {"entry": "truck", "options": {"gun": "machine-gun", "crew": "crew"}},
     "Truck (Machine gun, Crew) added to Team 1"),
    ("add", "team", {"entry": "squad"}, "Squad added to Team 1"),
    ("count", "scout", {"count": 3}, "Scout (Team 2): 3 instead of 2"),
    ("count", "soldier", {"step": 1}, "Soldier 1 (Team 1): 5 instead of 4"),
    ("duplicate", "leader", {}, "Leader (Team 1) duplicated"),
    ("remove", "leader", {}, "Leader 1 removed from Team 1"),
    ("choose", "leader", {"group": "weapon", "option": "machine-gun"},
     "Leader (Team 1): Machine gun chosen"),
    ("choose", "leader", {"group": "weapon", "option": "rifle"},
     "Leader (Team 1): Rifle instead of Machine gun"),
    ("choose", "leader", {"group": "kit", "option": "grenades", "count": 2},
     "2 Grenades added to Leader (Team 1)"),
    ("choose", "leader", {"group": "kit", "choices": ["radio"]},
     "Leader (Team 1): Radio instead of 2 Grenades"),
    ("choose", "leader", {"group": "kit", "option": "radio", "count": 0},
     "Radio taken from Leader (Team 1)"),
    ("clear", "leader", {"group": "kit"}, "Leader (Team 1): kit as it starts"),
    ("choose", "squad", {"group": "men", "count": 7}, "Squad (Team 1): 7 men chosen"),
    ("choose", "squad", {"group": "men", "count": 9}, "Squad (Team 1): 9 men instead of 7 men"),
    ("choose", "truck", {"group": "troop-class", "option": "veteran", "within": "crew/crew"},
     "Crew of Truck (Team 1): Veteran chosen"),
    ("choose", "truck", {"group": "gun", "option": ""}, "Truck (Team 1): gun taken away"),
    ("shift", "team", {"to": "up"}, "Team 1: Veteran instead of Regular"),
    ("rename", "leader", {"name": "Ruiz"}, "Leader (Team 1) renamed"),
    ("note", "leader", {"note": "Left."}, "Note of Leader (Team 1) changed"),
    ("move", "leader", {"to": "last"}, "Leader (Team 1) moved"),
    ("move", "leader", {"parent": OTHER_TEAM}, "Leader (Team 1) moved to Team 2"),
    ("limit", "", {"limit": 200}, "Limit set to 200 points"),
    ("limit", "", {"limit": 0}, "Limit taken away"),
    ("name", "", {"name": "Patrol"}, "The list was renamed"),
    ("reading", "", {"reading": "veteran-points", "value": "errata"},
     "Points of veterans: “The errata” chosen"),
    ("scenario", "", {"scenario": "the-ford"}, "Scenario: The ford"),
    ("scenario", "", {"scenario": ""}, "Scenario taken away"),
    ("opponent", "", {"opponent": "elsewhere"}, "Against: Elsewhere"),
    ("opponent", "", {"opponent": ""}, "Opponent taken away"),
    ("optional-rules", "", {"rules": ["mud", "fog"]}, "Optional rules: Fog, Mud"),
    ("optional-rules", "", {"rules": []}, "Optional rules: none"),
    ("own-entry", "", {**OWN, "points": 6}, "Volunteer of your own written: 6 points"),
    ("own-entry", "", {**OWN, "points": "13/2"},
     "Volunteer of your own: 6 1/2 points instead of 6"),
    ("own-entry", "", {**OWN, "points": "6.5", "statistic-drill": 3},
     "Volunteer of your own changed"),
    ("add", "team", {"entry": "own-beja"}, "Entry of your own added to Team 1"),
    ("remove", "own-beja", {}, "Entry of your own removed from Team 1"),
    ("forget-own-entry", "", {"entry": "own-beja"}, "Volunteer of your own forgotten"),
    ("fix", "team", {"code": "one-leader"}, "Mended: Leader added to Team 1"),
    ("remove", "team", {}, "Team 1 removed"),
]  # fmt: skip

KEYS = {
    key for key in (*compile_small_game().entries, *compile_small_game().readings) if "-" in key
} | {"home-guard", "the-ford", "troop-class", "one-leader", *(c for c in ACTS if "-" in c)}
"""What would stand in a sentence if a key was shown as it is; keys of one word are words too."""


def play(row: Roster) -> list[str]:
    """Do all steps; the sentences that history is to say of them."""
    for operation, entry, value, _sentence in STEPS:
        node = find_node(row, entry).id if entry else ""
        if operation == "take":
            value = {"into": find_node(row, "team").id, **value}
        if value.get("parent") == OTHER_TEAM:
            value = {"parent": find_last_team(row)}
        act(row, operation, node, **value)
    return [step[-1] for step in STEPS]


def find_last_team(row: Roster) -> str:
    return str(newest(row).document["children"][-1]["id"])


def read_history(row: Roster) -> list[Revision]:
    return list(row.revisions.without_document().order_by("number"))


def tell(row: Roster, language: str = "en") -> list[str]:
    revisions = read_history(row)
    by_number = {each.number: each for each in revisions}
    return [show_revision(each, by_number, "", language).act for each in revisions]


def test_the_steps_here_are_all_operations_there_are() -> None:
    assert {step[0] for step in STEPS} == set(OPERATIONS) <= set(ACTS)


@pytest.mark.django_db
def test_each_act_is_told_by_what_it_did_and_where() -> None:
    row = create_home_guard()

    sentences = play(row)

    assert tell(row)[1:] == sentences


@pytest.mark.django_db
@pytest.mark.parametrize("language", LANGUAGES)
def test_no_sentence_shows_a_key(language: str) -> None:
    row = create_home_guard()
    play(row)

    for sentence in tell(row, language):
        assert sentence
        assert not [key for key in KEYS if key in sentence], sentence
        assert "%(" not in sentence


@pytest.mark.django_db
def test_both_languages_tell_the_same_acts_in_other_words() -> None:
    row = create_home_guard()
    play(row)

    english, spanish = tell(row, "en"), tell(row, "es")

    assert len(english) == len(spanish)
    assert not set(english) & set(spanish)


@pytest.mark.django_db
def test_acts_that_name_another_say_which() -> None:
    row = create_home_guard()
    holder = holder_of(row)
    act(row, "limit", limit=200)
    for base, do in enumerate((undo, redo), 2):
        do(row, holder, base=base)
    restore(row, holder, 1, base=4)
    undo(row, holder, base=5)
    mark_ready(row, holder, base=6)
    mark_draft(row, holder, base=7)

    assert tell(row) == [
        "Started with Home guard",
        "Limit set to 200 points",
        "Undone: Limit set to 200 points",
        "Done again: Limit set to 200 points",
        "Restored revision 1",
        "Undone: Restored revision 1",
        "Marked as ready",
        "Made a draft again",
    ]


@pytest.mark.parametrize(
    ("code", "parameters", "sentence"),
    [
        ("imported", {"army_list": "home-guard"}, "Imported from a file"),
        ("copied", {}, "Copied from a shared list"),
        ("from-scenario", {}, "Started from a scenario"),
        ("from-calculator", {}, "Started from the calculator"),
        ("upgraded", {"from": "2.1", "to": "2.2"}, "Moved to edition 2.2"),
        ("upgraded", {}, "Moved to another edition"),
        ("of-a-later-release", {"node": "n3"}, "The list was changed"),
        ("", {}, "The list was changed"),
        # what is not there, or no longer what it was
        ("created", {}, "Started"),
        ("restored", {}, "Restored revision –"),
        ("add", {}, "Line added"),
        ("add", {"entry": "ghost", "unit": "team"}, "ghost added to Team"),
        ("remove", {"entry": "soldier", "count": "many"}, "Soldier removed"),
        ("choose", {"entry": "soldier", "group": "kit", "from": {}, "to": {}},
         "Soldier: kit changed"),
        ("choose", {"entry": "soldier", "group": "gone", "to": {"gone": 1}},
         "Soldier: gone chosen"),
        ("reading", {"reading": "gone", "to": "gone"}, "A reading was chosen"),
        ("optional-rules", {"to": ["gone"]}, "Optional rules: none"),
        ("fix", {"acts": []}, "A problem was mended"),
        ("fix", {"acts": "gone"}, "A problem was mended"),
        ("fix", {"acts": [{"code": "gone"}, 3]}, "Mended: The list was changed"),
        ("fix", {"acts": [{"code": "remove", "entry": "scout", "count": n} for n in (2, 1, 3, 4)]},
         "Mended: 2 Scout removed; Scout removed; 3 Scout removed; and 1 more"),
    ],
)  # fmt: skip
def test_what_says_little_is_told_calmly(
    code: str, parameters: dict[str, Any], sentence: str
) -> None:
    assert word_act(compile_small_game(), code, parameters, "en") == sentence


@pytest.mark.django_db
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("code", [*ACTS, *RETURNS, "of-a-later-release"])
def test_every_code_is_told_whatever_its_parameters_lack(language: str, code: str) -> None:
    row = create_home_guard()
    bare = Revision(code=code, edition=row.edition, number=2, total=0, created_at=row.created_at)

    sentence = show_revision(bare, {}, "", language).act

    assert sentence
    assert code not in sentence or "-" not in code


@pytest.mark.parametrize(
    ("points", "moved"),
    [(5, "+5"), (-3, "−3"), (0, ""), ("2.5", "+2 1/2"), ("-0.5", "−1/2"), (None, ""), ("x", ""),
     ("1/0", "")],
)  # fmt: skip
def test_points_that_were_moved_are_shown_with_their_sign(points: object, moved: str) -> None:
    revision = Revision(code="undone", number=2, total=0, parameters={"points": points})

    assert show_revision(revision, {}, "", "en").moved == moved


# Sessions

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)


def make(number: int, minutes: int, by: int | None = None) -> Revision:
    at = NOON + timedelta(minutes=minutes)
    return Revision(number=number, code="undone", total=0, by_id=by, created_at=at)


@pytest.mark.parametrize(
    ("made", "sessions"),
    [
        ([], []),
        ([(0, None)], [[1]]),
        ([(0, None), (30, None), (60, None)], [[3, 2, 1]]),
        ([(0, None), (31, None), (32, None)], [[3, 2], [1]]),
        ([(0, 1), (1, 2), (2, 1), (3, 1)], [[4, 3], [2], [1]]),
    ],
)
def test_a_session_ends_with_a_long_pause_or_with_another_person(
    made: list[tuple[int, int | None]], sessions: list[list[int]]
) -> None:
    revisions = [make(number, *each) for number, each in enumerate(made, 1)]

    shown = show_sessions(revisions[::-1], {}, {}, Reader(1, 1), "en")

    assert [[each.number for each in session.revisions] for session in shown] == sessions
    assert all(earlier.ended >= later.began for earlier, later in pairwise(shown))


@pytest.mark.parametrize(
    ("by", "user", "owner", "who"),
    [
        (1, 1, 1, "you"),
        (2, 2, 1, "you"),
        (1, 2, 1, "the owner of the list"),
        (1, None, 1, "the owner of the list"),
        (3, 2, 1, "someone with the edit link"),
        (3, None, 1, "someone with the edit link"),
        (None, 1, 1, "someone with the edit link"),
        (None, None, None, "you, or someone with the edit link"),
    ],
)
def test_who_did_it_is_told_without_a_name(
    by: int | None, user: int | None, owner: int | None, who: str
) -> None:
    assert word_person(by, Reader(user, owner)) == who


def walk_texts(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list):
        for each in value.values() if isinstance(value, dict) else value:
            yield from walk_texts(each)


@pytest.mark.django_db
def test_parameters_hold_no_typed_text() -> None:
    row = create_home_guard()
    play(row)

    typed = {"Ruiz", "Left.", "Patrol"}
    told = {text for each in read_history(row) for text in walk_texts(each.parameters)}
    assert not typed & told
