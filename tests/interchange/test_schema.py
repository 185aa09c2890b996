"""The published JSON Schema says what is written, and no less than what is read."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from jsonschema import Draft202012Validator

from lists.interchange.documents import export_json
from lists.interchange.schema import build_schema
from lists.rules.evaluate import evaluate
from lists.rules.roster import Roster
from tests.breaking_news import GAME
from tests.rosters import rosters

SCHEMA = build_schema("https://muster.example/schema/roster-1.json")
VALIDATOR = Draft202012Validator(SCHEMA)


def test_the_schema_is_one() -> None:
    Draft202012Validator.check_schema(SCHEMA)


@given(roster=rosters(GAME))
@settings(max_examples=25, deadline=None)
def test_whatever_is_exported_fits_the_schema(roster: Roster) -> None:
    named = replace(roster, optional_rules=("wounded",))

    exported = json.loads(export_json(named, evaluate(GAME, named)).content)

    assert list(VALIDATOR.iter_errors(exported)) == []


@pytest.mark.parametrize(
    "changed",
    [
        {"schema": 2},
        {"system": None},
        {"points_limit": -1},
        {"name": "x" * 201},
        {"children": [{"count": 1}]},
        {"children": [{"entry": "x", "count": 0}]},
        {"children": [{"entry": "x", "id": "no id"}]},
        {"children": [{"entry": "x", "children": [{"entry": 7}]}]},
        {"children": [{"entry": "x", "options": {"weapon": "rifle"}}]},
        {"children": [{"entry": "x", "options": {"weapon": [{"count": 1}]}}]},
    ],
)
def test_what_would_not_be_taken_as_it_stands_does_not_fit(changed: dict[str, Any]) -> None:
    document = {"schema": 1, "system": "breaking-news", **changed}

    assert list(VALIDATOR.iter_errors(document))
