"""Lists of Bolt Action that others have added up: published ones, and our own sums by hand.

What a list says otherwise than the data of the second edition is told line by line.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import pytest

from lists.rules.evaluate import evaluate
from tests.bolt_action import CATALOGUE, corpus_roster, lines_of


@dataclass(frozen=True)
class Known:
    """A list with the total its source states, and by how much each line differs and why."""

    key: str
    stated: int
    differences: dict[str, int] = field(default_factory=dict)
    illegal: tuple[str, ...] = ()


LISTS = (
    # Ours, legal reinforced platoons of the second edition
    Known("germany-computed", 996),
    Known("usa-computed", 995),
    Known("uk-computed", 994),
    Known("ussr-computed", 997),
    # Warlord, 2012: first edition, from its own site
    Known(
        "warlord-us-1000",
        1001,
        {"a 60 mm mortar team was 35, in the data of both editions it is 40": 5},
    ),
    Known("warlord-us-500", 497),
    # Recomputed from a blog of 2013 by first edition's prices, which are those of the second
    Known("dice-of-legends-2013", 989),
    # Third edition: other prices and other platoons
    Known(
        "jasseji-dak",
        996,
        {
            "a commander is 30 and his SMG 4; a second lieutenant is 50 and it is free": 16,
            "a light machine gun is 15 and an NCO's SMG 4, here 20 and 3, in three squads": 12,
            "two more commanders at 30, second lieutenants are 50": 40,
            "a medium mortar is 45, here 50": 5,
            "an 88 mm Flak 36 is 190, here 160": -30,
            "a veteran Panzer III H is 240, here 234": -6,
        },
        # three commanders in what is one platoon here
        illegal=("points-over-limit", "count-above-list"),
    ),
    # Single squads, so that their platoons are short
    Known("bsdata-issue-125", 117, illegal=("count-below-list", "count-below-list")),
    Known("wyldfurr-heer", 83, illegal=("count-below-list", "count-below-list")),
)


@pytest.mark.parametrize("known", LISTS, ids=lambda known: known.key)
def test_a_list_comes_to_its_stated_total_but_for_what_is_known(known: Known) -> None:
    evaluation = evaluate(CATALOGUE, corpus_roster(known.key))

    assert evaluation.total - known.stated == sum(known.differences.values())
    assert tuple(p.code for p in evaluation.problems if p.severity == "illegal") == known.illegal


@pytest.mark.parametrize(
    ("key", "lines"),
    [
        ("germany-computed", [60, 133, 133, 106, 50, 60, 50, 80, 235, 89]),
        ("usa-computed", [85, 128, 128, 128, 50, 60, 40, 50, 195, 110, 21]),
        ("uk-computed", [70, 0, 143, 143, 123, 50, 40, 35, 50, 75, 205, 60]),
        ("ussr-computed", [50, 0, 130, 140, 140, 112, 15, 55, 30, 50, 80, 195]),
        ("warlord-us-500", [60, 256, 21, 60, 100]),
        ("dice-of-legends-2013", [60, 162, 85, 83, 39, 44, 115, 35, 50, 160, 71, 85]),
    ],
)
def test_every_line_of_a_list_comes_to_its_amount(key: str, lines: list[int]) -> None:
    roster = corpus_roster(key)

    assert lines_of(roster, evaluate(CATALOGUE, roster)) == lines


@pytest.mark.parametrize(
    ("key", "dice"),
    [
        ("germany-computed", 10),
        ("usa-computed", 11),
        ("uk-computed", 12),
        ("ussr-computed", 12),
    ],
)
def test_every_unit_has_a_die_free_ones_too(key: str, dice: int) -> None:
    assert evaluate(CATALOGUE, corpus_roster(key)).tallies[""]["order-dice"] == dice
