"""What a roster uses: by choice, by default, from above, and what comes with it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from lists.rules.catalogue import Catalogue, SheetTable
from lists.rules.compiling.catalogue import compile_catalogue
from lists.rules.compiling.sections import InvalidCatalogue
from lists.rules.roster import Choice, Node, Roster
from lists.rules.usage import find_used
from tests.small_game import both, build_home_guard, compile_small_game, write_small_game

GAME = compile_small_game()
GUARD = build_home_guard(GAME)


def used(
    *children: Node, kind: str, game: Catalogue = GAME, **brings: tuple[str, ...]
) -> list[str]:
    team = replace(GUARD.children[0], children=children)
    table = SheetTable(kind, ("save",), brings)
    roster = replace(GUARD, children=(team,))
    return [each.entry.key for each in find_used(game, roster, table)]


def node(entry: str, **options: tuple[Choice, ...]) -> Node:
    return Node(entry, entry, options={k.replace("_", "-"): v for k, v in options.items()})


CREW = (Choice("crew", 1, {"troop-class": (Choice("green"),)}),)


@pytest.mark.parametrize(
    ("children", "kind", "expected"),
    [
        ((), "weapon", []),
        ((node("soldier"),), "weapon", ["rifle"]),
        ((node("soldier", weapon=(Choice("machine-gun"),)),), "weapon", ["machine-gun"]),
        ((node("soldier"), node("truck", gun=(Choice("machine-gun"),))), "weapon",
         ["rifle", "machine-gun"]),
        ((node("soldier", weapon=(Choice("machine-gun", 0),)),), "weapon", []),
        ((node("soldier", weapon=(Choice("ghost"),)),), "weapon", []),
        ((node("ghost"),), "weapon", []),
        ((node("soldier"),), "troop-class", ["regular"]),
        ((node("soldier", troop_class=(Choice("veteran"),)),), "troop-class",
         ["regular", "veteran"]),
        ((node("truck", crew=CREW),), "troop-class", ["green", "regular"]),
        ((node("soldier"), node("truck")), "vehicle", ["truck"]),
    ],
)  # fmt: skip
def test_an_entry_is_used_where_it_stands_or_is_taken(
    children: tuple[Node, ...], kind: str, expected: list[str]
) -> None:
    assert used(*children, kind=kind) == expected


def bring(**brings: list[object]) -> Catalogue:
    """The small game, where entries bring others."""
    document = write_small_game()
    for entry in document["entries"]:
        if entry["key"] in brings:
            entry["brings"] = brings[entry["key"]]
    return compile_catalogue(document)


@pytest.mark.parametrize(
    ("children", "expected"),
    [
        ((node("truck"),), ["rifle"]),
        ((node("soldier", kit=(Choice("radio"),)),), ["rifle", "machine-gun"]),
        ((node("soldier"),), ["rifle"]),
        ((), []),
    ],
)
def test_what_an_entry_or_an_option_brings_is_used(
    children: tuple[Node, ...], expected: list[str]
) -> None:
    game = bring(truck=["rifle"], radio=[{"entry": "machine-gun", "count": 2}])

    assert used(*children, kind="weapon", game=game) == expected


def test_an_entry_brings_what_there_is() -> None:
    with pytest.raises(InvalidCatalogue, match="brings 'ghost'"):
        bring(truck=["ghost"])


def test_what_takes_itself_over_and_over_is_found_at_once() -> None:
    endless = (Choice("team"), Choice("leader"), Choice("soldier"), Choice("veteran"))

    found = used(node("squad", troop_class=endless), kind="troop-class")

    assert found == ["regular", "veteran"]


def test_what_comes_with_an_entry_is_used_too() -> None:
    assert used(node("truck"), kind="weapon", vehicle=("machine-gun",)) == ["machine-gun"]
    assert used(node("soldier"), kind="kit", figure=("grenades",)) == ["grenades"]


def test_an_effect_may_lend_the_statistics_of_another_entry() -> None:
    document = write_small_game()
    document["effects"].append(
        {
            "key": "green-as-veteran",
            "name": both("Counted as veterans"),
            "of": "green",
            "field": "points",
            "set": "9",
            "like": "veteran",
            "when": "reading.veteran_points in {errata}",
        }
    )
    game = compile_catalogue(document)
    green = replace(GUARD.children[0], options={"troop-class": (Choice("green"),)})
    roster = replace(GUARD, children=(green,))
    errata = replace(roster, readings={"veteran-points": "errata"})

    assert [saves_of(game, each) for each in (roster, errata)] == [
        [(5, ())],
        [(3, ("green-as-veteran",))],
    ]


def saves_of(game: Catalogue, roster: Roster) -> list[tuple[object, tuple[str, ...]]]:
    found = find_used(game, roster, SheetTable("troop-class", ("save",)))
    return [(each.statistics["save"], each.effects) for each in found]


@pytest.mark.parametrize(
    ("sheet", "reason"),
    [
        ({"columns": ["ghost"]}, "There is no group 'ghost'."),
        ({"references": ["ghost"]}, "There is no reference 'ghost'."),
        (
            {"tables": [{"kind": "weapon", "statistics": ["save"]}]},
            "The edition declares no statistic 'save' for weapon.",
        ),
        (
            {"tables": [{"kind": "troop-class", "statistics": ["save"], "brings": {"x": ["y"]}}]},
            "There is no entry 'y'.",
        ),
    ],
)
def test_a_sheet_names_what_there_is(sheet: dict[str, object], reason: str) -> None:
    with pytest.raises(InvalidCatalogue, match=reason):
        compile_catalogue({**write_small_game(), "sheet": sheet})


@pytest.mark.parametrize(
    "words", [{"rows": [[1, both("{ghost_save}")]]}, {"rows": [[1]], "text": both("{ghost_save}")}]
)
def test_a_table_names_a_reading_that_there_is(words: dict[str, object]) -> None:
    table = {"key": "saves", "name": both("Saves"), **words}

    with pytest.raises(InvalidCatalogue, match="references: saves: There is no reading"):
        compile_catalogue({**write_small_game(), "references": [table]})


def test_a_sheet_may_change_in_a_published_edition() -> None:
    with_sheet = {**write_small_game(), "sheet": {"columns": ["kit"]}}

    assert compile_catalogue(with_sheet).hash == GAME.hash


def test_a_statistic_may_hold_words() -> None:
    document = write_small_game()
    regular = next(each for each in document["entries"] if each["key"] == "regular")
    regular["statistics"] = {"save": [both("open ground"), 4]}
    game = compile_catalogue(document)

    assert used(node("soldier"), kind="troop-class", game=game) == ["regular"]
