"""A line of a list as it is shown, on a small invented game."""

from __future__ import annotations

from dataclasses import replace

import pytest

from lists.rules.compiling.catalogue import compile_catalogue
from lists.rules.evaluate import evaluate
from lists.rules.roster import Choice, Node, Options
from lists.wording.display import show_brought
from lists.wording.receipts import show_parts
from lists.wording.words import Names
from tests.small_game import build_home_guard, write_second_edition, write_small_game


@pytest.mark.parametrize(
    ("entry", "options", "brought"),
    [
        ("soldier", {"kit": (Choice("radio", 2),)}, ["2 Machine gun"]),
        ("soldier", {"kit": (Choice("radio", 0),)}, []),
        ("soldier", {"kit": (Choice("ghost"),)}, []),
        # What a line inherits stands at its unit, whatever it would start with alone.
        ("soldier", {}, []),
        ("soldier", {"troop-class": (Choice("regular"),)}, ["Rifle"]),
        ("team", {}, ["Rifle"]),
    ],
)
def test_a_line_shows_what_comes_with_what_it_was_given(
    entry: str, options: Options, brought: list[str]
) -> None:
    document = write_small_game()
    brings = {"radio": ["machine-gun"], "regular": ["rifle"]}
    for each in document["entries"]:
        each["brings"] = brings.get(each["key"], [])
    names = Names(compile_catalogue(document), "en")

    shown = show_brought(names, Node("n1", entry, options=options), names.catalogue.entries[entry])

    assert [each.words for each in shown] == brought


def test_a_number_in_the_receipt_of_a_kept_line_goes_by_the_name_it_had() -> None:
    document = write_small_game()
    scout = next(each for each in document["entries"] if each["key"] == "scout")
    scout["formula"] = {"points": "3 + points + troop_class.points"}
    former = compile_catalogue(document)
    game = replace(compile_catalogue(write_second_edition()), former={former.hash: former})
    kept = Node("n9", "scout", edition=former.hash)
    roster = replace(build_home_guard(game), children=(Node("n1", "team", children=(kept,)),))

    receipt = evaluate(game, roster).find_receipt("n9")

    assert receipt is not None
    names = [part.name for part in show_parts(game, roster, receipt, "en")]
    assert names[:2] == ["Scout", "Scout"]
