"""Entries that a player has written, as part of the catalogue that measures their roster."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from lists.rules.catalogue import Catalogue, Severity
from lists.rules.compiling.catalogue import compile_catalogue
from lists.rules.compiling.sections import InvalidCatalogue
from lists.rules.document import read_document, write_document
from lists.rules.edits import (
    AddNode,
    ForgetOwnEntry,
    RemoveNode,
    SetCount,
    WriteOwnEntry,
    find_conflicts,
    find_own_entry,
)
from lists.rules.evaluate import evaluate
from lists.rules.offers import find_offers
from lists.rules.own_entries import read_points, with_own_entries
from lists.rules.redacting import redact
from lists.rules.roster import Choice, Node, Roster
from lists.rules.upgrading import upgrade
from tests.catalogues import breaking_news
from tests.small_game import (
    both,
    build_home_guard,
    compile_small_game,
    write_second_edition,
    write_small_game,
)

GAME = compile_small_game()
BEJA: Mapping[str, Any] = {
    "key": "own-beja", "like": "volunteer", "name": "Beja warrior", "points": "5/2", "drill": 3,
}  # fmt: skip


def extend(*own_entries: Mapping[str, Any], game: Catalogue = GAME) -> Catalogue:
    return with_own_entries(game, own_entries)


def field(count: int = 1, **options: tuple[Choice, ...]) -> Roster:
    """The home guard with so many Beja warriors as its node n9, of the player's own."""
    guard = build_home_guard(GAME)
    beja = Node("n9", "own-beja", count, options=options)
    return AddNode("n1", beja).apply(replace(guard, own_entries=(BEJA,)))


# What a player writes


@pytest.mark.parametrize(
    ("written", "points"),
    [
        (6, 6),
        (0, 0),
        (1000, 1000),
        ("6", 6),
        (" 6 ", 6),
        ("5/2", Fraction(5, 2)),
        ("2.5", Fraction(5, 2)),
        ("2,5", Fraction(5, 2)),
        ("2 1/2", Fraction(5, 2)),
        ("4/2", 2),
        (1001, None),
        (-1, None),
        ("-1", None),
        ("1e9", None),
        ("1e999999999", None),
        ("9" * 400, None),
        ("5/0", None),
        ("½", None),
        ("٣", None),
        ("", None),
        ("six", None),
        (True, None),
        (2.5, None),
        (None, None),
        ([6], None),
    ],
    ids=repr,
)
def test_points_are_read_exactly_or_not_at_all(written: object, points: object) -> None:
    assert read_points(written) == points


def test_an_own_entry_is_its_template_with_a_name_and_numbers() -> None:
    entry = extend(BEJA).entries["own-beja"]

    template = GAME.entries["volunteer"]
    words = {"en": "Beja warrior", "es": "Beja warrior"}
    assert (entry.name, entry.plural, entry.short) == (words, words, words)
    assert (entry.points, entry.statistics) == (Fraction(5, 2), {"drill": 3})
    assert (entry.formulas, entry.groups) == (template.formulas, template.groups)
    assert entry.answers == {"own-beja", "volunteer", "figure"}
    assert (entry.like, entry.is_hidden) == ("volunteer", False)


@pytest.mark.parametrize(
    "changes",
    [
        {"key": "soldier"},
        {"key": "own-"},
        {"key": "own-<b>"},
        {"key": "own-" + "x" * 80},
        {"key": 7},
        {"like": "soldier"},
        {"like": "ghost"},
        {"like": 7},
        {"name": ""},
        {"name": " \u202e\n "},
        {"name": 7},
        {"points": 1001},
        {"points": "many"},
        {"points": True},
        {"drill": "3"},
        {"drill": -1},
        {"drill": 1001},
        {"drill": True},
    ],
    ids=str,
)
def test_what_does_not_fit_is_none(changes: Mapping[str, Any]) -> None:
    assert extend({**BEJA, **changes}) is GAME


@pytest.mark.parametrize("field_name", ["key", "like", "name", "points"])
def test_what_lacks_something_is_none(field_name: str) -> None:
    assert extend({name: value for name, value in BEJA.items() if name != field_name}) is GAME


def test_a_statistic_that_is_not_typed_is_the_templates() -> None:
    game = write_small_game()
    volunteer = next(each for each in game["entries"] if each["key"] == "volunteer")
    volunteer["statistics"] = {"drill": 1}
    written = {name: value for name, value in BEJA.items() if name != "drill"}

    extended = extend(written, game=compile_catalogue(game))

    assert extended.entries["own-beja"].statistics == {"drill": 1}


def test_of_two_with_one_key_the_first_holds() -> None:
    extended = extend(BEJA, {**BEJA, "points": 9})

    assert extended.entries["own-beja"].points == Fraction(5, 2)


def test_nothing_else_of_the_catalogue_changes() -> None:
    extended = extend(BEJA)

    others = {key: each for key, each in extended.entries.items() if key != "own-beja"}
    assert others == GAME.entries
    assert "own-beja" not in GAME.entries
    assert extended.hash == GAME.hash


# What it costs


@pytest.mark.parametrize(
    ("count", "weapon", "total"),
    [(1, "rifle", Fraction(63, 2)), (2, "rifle", 34), (2, "machine-gun", 44)],
)
def test_a_line_is_priced_by_the_formula_of_the_template(
    count: int, weapon: str, total: object
) -> None:
    evaluation = evaluate(extend(BEJA), field(count, weapon=(Choice(weapon),)))

    assert evaluation.total == total


def test_restrictions_count_it_as_its_kind() -> None:
    armed = field(5, weapon=(Choice("machine-gun"),))

    problems = {each.code: each for each in evaluate(extend(BEJA), armed).problems}

    few = problems["few-machine-guns"].parameters
    assert (few["measure"], few["figures"], few["at_most"]) == (5, 9, 4)


def test_predicates_that_name_the_template_are_about_it_too() -> None:
    game = write_small_game()
    game["restrictions"].append(
        {
            "code": "few-volunteers",
            "scope": "team",
            "measure": "count(volunteer)",
            "at_most": "1",
            "severity": "illegal",
            "message": {"en": "{measure}", "es": "{measure}"},
        }
    )
    extended = extend(BEJA, game=compile_catalogue(game))

    codes = [
        {problem.code for problem in evaluate(extended, field(count)).problems} for count in (1, 2)
    ]

    assert ["few-volunteers" in each for each in codes] == [False, True]


def test_it_is_marked_as_the_players_own_once_a_kind() -> None:
    roster = AddNode("n1", Node("n10", "own-beja")).apply(field())

    problems = evaluate(extend(BEJA), roster).problems

    marks = [each for each in problems if each.code == "own-entry"]
    assert [(each.severity, each.node, each.subject) for each in marks] == [
        (Severity.NOTE, "n9", "own-beja")
    ]
    assert marks[0].parameters == {"entry": "own-beja", "points": Fraction(5, 2)}


def test_a_line_of_an_entry_that_does_not_fit_is_unknown_and_free() -> None:
    roster = replace(field(), own_entries=({**BEJA, "points": "many"},))

    evaluation = evaluate(with_own_entries(GAME, roster.own_entries), roster)

    assert evaluation.total == 29
    assert [each.code for each in evaluation.problems if each.node == "n9"] == ["unknown-entry"]


def test_a_hidden_template_cannot_stand_in_a_roster() -> None:
    roster = AddNode("n1", Node("n9", "volunteer")).apply(build_home_guard(GAME))

    problems = evaluate(GAME, roster).problems

    assert "unknown-entry" in {each.code for each in problems if each.node == "n9"}


@pytest.mark.parametrize("hidden", [True, False])
def test_own_entries_are_offered_apart_and_hidden_templates_are_not(hidden: bool) -> None:
    game = write_small_game()
    volunteer = next(each for each in game["entries"] if each["key"] == "volunteer")
    volunteer["own"] = {"statistics": ["drill"], "hidden": hidden}
    extended = extend(BEJA, game=compile_catalogue(game))

    offers = {each.entry: each for each in find_offers(extended, build_home_guard(GAME), "n1")}

    assert (offers["own-beja"].section, offers["own-beja"].price) == ("own", Fraction(5, 2))
    assert ("volunteer" in offers) is not hidden


# In a document


def test_a_document_carries_them() -> None:
    assert read_document(write_document(field())) == (field(), ())


def test_of_a_million_entries_fifty_are_read() -> None:
    document = write_document(field()) | {"own_entries": [dict(BEJA)] * 1_000_000}

    roster, leftovers = read_document(document)

    assert len(roster.own_entries) == 50
    assert [(each.where, each.value) for each in leftovers] == [("own_entries", "999950")]


def test_redaction_leaves_the_total_and_no_name() -> None:
    redacted = redact(field())

    extended = with_own_entries(GAME, redacted.own_entries)
    assert "Beja" not in str(write_document(redacted))
    assert evaluate(extended, redacted).total == evaluate(extend(BEJA), field()).total


def test_redaction_leaves_no_words_for_points() -> None:
    redacted = redact(replace(field(), own_entries=({**BEJA, "points": "Beja"},)))

    assert "Beja" not in str(write_document(redacted))


# A newer edition


def test_a_line_goes_with_the_roster_where_the_newer_edition_has_the_template() -> None:
    newer = extend(BEJA, game=compile_catalogue(write_second_edition()))

    moved = upgrade(field(), extend(BEJA), newer)

    node = moved.find("n9")
    assert node is not None
    assert node.edition == ""
    assert moved.own_entries == (BEJA,)


def test_a_line_stays_with_the_older_edition_where_the_newer_lacks_the_template() -> None:
    game = write_second_edition()
    game["entries"] = [each for each in game["entries"] if each["key"] != "volunteer"]
    newer = extend(BEJA, game=compile_catalogue(game))

    moved = upgrade(field(2), extend(BEJA), newer)
    evaluation = evaluate(replace(newer, former={GAME.hash: extend(BEJA)}), moved)

    receipt = evaluation.find_receipt("n9")
    assert receipt is not None
    assert receipt.total == 5


# Edits


def test_writing_adds_changes_and_forgetting_takes_away() -> None:
    guard = build_home_guard(GAME)

    written = WriteOwnEntry(BEJA).apply(guard)
    dearer = WriteOwnEntry({**BEJA, "points": 7}).apply(written)
    forgotten = ForgetOwnEntry("own-beja").apply(dearer)

    assert written.own_entries == (BEJA,)
    assert find_own_entry(dearer, "own-beja") == {**BEJA, "points": 7}
    assert forgotten.own_entries == ()


def test_edits_conflict_only_over_the_same_entry() -> None:
    base = replace(build_home_guard(GAME), own_entries=(BEJA, {**BEJA, "key": "own-hadendoa"}))
    current = WriteOwnEntry({**BEJA, "points": 7}).apply(base)

    same = find_conflicts(WriteOwnEntry({**BEJA, "points": 8}), base, current)
    forget = find_conflicts(ForgetOwnEntry("own-beja"), base, current)
    other = find_conflicts(ForgetOwnEntry("own-hadendoa"), base, current)
    count = find_conflicts(SetCount("n3", 4), base, current)

    assert same == forget == [("", "own_entries.own-beja")]
    assert other == count == []


# The data of a game


@pytest.mark.parametrize(
    "changes",
    [
        {"kind": "troop-class", "groups": []},
        {"formula": {"points": "weapon.points"}},
        {"own": {"statistics": ["save"]}},
        {"own": {"statistics": ["ghost"]}},
    ],
    ids=["an option", "points count for nothing", "of another kind", "not declared"],
)
def test_a_template_that_cannot_be_written_like_is_refused(changes: Mapping[str, Any]) -> None:
    game = write_small_game()
    volunteer = next(each for each in game["entries"] if each["key"] == "volunteer")
    volunteer.update(changes)

    with pytest.raises(InvalidCatalogue):
        compile_catalogue(game)


def test_a_template_is_part_of_what_a_published_edition_is() -> None:
    game = write_small_game()
    volunteer = next(each for each in game["entries"] if each["key"] == "volunteer")
    del volunteer["own"]

    assert compile_catalogue(game).hash != GAME.hash


def test_the_reference_game_has_a_figure_that_the_book_does_not_price() -> None:
    own = {"key": "own-guide", "like": "other-figure", "name": "Guide", "points": 4}

    extended = extend(own, game=breaking_news())

    assert extended.entries["own-guide"].points == 4


@pytest.mark.parametrize(("order", "gone"), [(("n9", "n8"), "n8"), (("n8", "n9"), "n8")])
def test_of_too_many_what_the_player_wrote_goes_last(order: tuple[str, ...], gone: str) -> None:
    document = write_small_game()
    document["restrictions"] = [
        {
            "code": "one-volunteer",
            "scope": "roster",
            "measure": "count(volunteer or soldier)",
            "at_most": "1",
            "severity": "illegal",
            "message": both("One too many."),
            "fix": {"do": "reduce", "of": "volunteer or soldier"},
        }
    ]
    entries = {"n9": "own-beja", "n8": "soldier"}
    nodes = tuple(Node(each, entries[each]) for each in order)
    guard = replace(build_home_guard(GAME), own_entries=(BEJA,))
    roster = replace(guard, children=(replace(guard.children[0], children=nodes),))

    game = with_own_entries(compile_catalogue(document), roster.own_entries)
    (problem,) = [p for p in evaluate(game, roster).problems if p.code == "one-volunteer"]

    assert problem.fix == (RemoveNode(gone),)
