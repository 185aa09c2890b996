"""Speed of the pure core: evaluation and formulas."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace

from lists.rules.beginnings import build_default_roster
from lists.rules.compiling.plain import read_options
from lists.rules.evaluate import evaluate
from lists.rules.formula import FormulaError, parse_formula
from lists.rules.roster import Node, Roster
from tests.benchmarks.clock import Row, measure
from tests.catalogues import breaking_news

HOSTILE = {
    "9**9**9": "9**9**9",
    "10,000 brackets": "(" * 10_000,
    "20,000 terms": "+".join(["1"] * 20_000),
    "attribute tricks": "weapon.__class__.__mro__",
    "400 nested calls": "floor(" * 80 + "1" + ")" * 80,
    "a huge number": "9" * 400,
}


def build_roster(units: int = 1) -> Roster:
    """US Marines with additions and extras: twelve lines in each of so many teams."""
    catalogue = breaking_news()
    roster = build_default_roster(catalogue, catalogue.army_lists["us-marines"])
    team = roster.children[0]
    lines = (
        *team.children,
        Node("mmg", "mmg-team"),
        Node("sniper", "sniper"),
        Node("car", "hummer", options=read_options({"gun": "mmg", "crew": {"crew": 2}})),
        Node("ambush", "ambush"),
        Node("support", "improved-support"),
        Node("spies", "intelligence", options=read_options({"intelligence-level": 2})),
        Node("more", "rifleman", 2),
    )
    return replace(
        roster,
        points_limit=400 * units,
        children=tuple(
            replace(
                team,
                id=f"team-{serial}",
                children=tuple(replace(line, id=f"{line.id}-{serial}") for line in lines),
            )
            for serial in range(units)
        ),
    )


def bench_rules() -> Iterator[Row]:
    """Evaluation at 12 and at about 1,000 lines, and formulas that are refused."""
    catalogue = breaking_news()
    small, large = build_roster(), build_roster(84)
    prices = [12, 15, 0, 36, 0, 51, 5, 34, 5, 43, 27, 22]
    floor = measure(lambda: sum(price * 1 for price in prices))
    once = measure(lambda: evaluate(catalogue, small))
    many = measure(lambda: evaluate(catalogue, large), rounds=7, seconds=0.001)
    lines = len(list(small.walk())), len(list(large.walk()))
    yield Row("evaluate a roster of 12 lines", once, "ms", 1.0)
    yield Row("  against a plain Python sum of 12 prices", once, "ms", None, floor)
    yield Row(
        f"evaluate {lines[1]} lines, per line against 12 lines",
        many / lines[1],
        "ms/line",
        1.5,
        once / lines[0],
    )
    for name, text in HOSTILE.items():
        yield Row(f"refuse a hostile formula: {name}", measure(lambda t=text: refuse(t)), "ms", 10)


def refuse(text: str) -> None:
    """Parse a formula that is none."""
    with suppress(FormulaError):
        parse_formula.__wrapped__(text)
        raise AssertionError(f"{text[:40]} was not refused")
