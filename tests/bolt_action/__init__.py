"""Rosters of Bolt Action for tests: those of the corpus, and platoons written by hand."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

from ruamel.yaml import YAML

from lists.rules.beginnings import build_empty_roster, number_ids, read_nodes
from lists.rules.evaluation import Evaluation
from lists.rules.roster import Roster
from tests.catalogues import load_game

CATALOGUE = load_game("bolt-action")
_FILE = Path(__file__).parent.parent / "corpus" / "bolt-action" / "rosters.yaml"
CORPUS: list[dict[str, Any]] = YAML(typ="safe").load(_FILE)["rosters"]
_BY_KEY = {each["key"]: each for each in CORPUS}

type Written = dict[str, Any]


def corpus_roster(key: str) -> Roster:
    """A roster of the corpus."""
    written = _BY_KEY[key]
    return replace(
        muster(written["nation"], *written["roster"]),
        points_limit=written["points_limit"],
        optional_rules=frozenset(written.get("optional_rules", ())),
    )


def muster(nation: str, *platoons: Written) -> Roster:
    """A roster of a nation's platoons; its nodes are n1, n2 and so on."""
    army_list = CATALOGUE.army_lists[f"{nation}-reinforced-platoon"]
    children = tuple(read_nodes(platoons, number_ids()))
    return replace(build_empty_roster(CATALOGUE, army_list), children=children)


def platoon(*lines: Written) -> Written:
    """A platoon with its lines."""
    return {"entry": "platoon", "children": lines}


def line(entry: str, count: int = 1, **options: Any) -> Written:
    """A line with what it is given, group by group."""
    given = {key.replace("_", "-"): value for key, value in options.items()}
    return {"entry": entry, "count": count, "options": given}


def lines_of(roster: Roster, evaluation: Evaluation) -> list[int]:
    """What each line costs, platoons left out, in order."""
    entries = {node.id: node.entry for node in roster.walk()}
    return [int(r.total) for r in evaluation.receipts if entries[r.node] != "platoon"]
