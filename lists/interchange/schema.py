"""The shape of a roster's document, published as JSON Schema for whoever writes or reads one."""

from __future__ import annotations

from typing import Any, Final

from lists.rules.document import (
    DEEPEST,
    LARGEST_LIMIT,
    LONGEST_KEY,
    LONGEST_NAME,
    LONGEST_NOTE,
    SCHEMA,
)
from lists.rules.edits import LARGEST_COUNT
from lists.rules.own_entries import LARGEST_POINTS

PATH: Final = f"schema/roster-{SCHEMA}.json"

type _Schema = dict[str, Any]


def _text(longest: int, about: str) -> _Schema:
    return {"type": "string", "maxLength": longest, "description": about}


def _key(about: str) -> _Schema:
    return _text(LONGEST_KEY, about)


def _optional_key(about: str) -> _Schema:
    return {"type": ["string", "null"], "maxLength": LONGEST_KEY, "description": about}


def _number(least: int, most: int, about: str) -> _Schema:
    return {"type": "integer", "minimum": least, "maximum": most, "description": about}


def _list(of: _Schema, about: str) -> _Schema:
    return {"type": "array", "items": of, "description": about}


def _object(properties: _Schema, required: list[str], about: str) -> _Schema:
    return {
        "type": "object",
        "properties": properties,
        "required": required,
        "description": about,
    }


NODES: Final = _list({"$ref": "#/$defs/node"}, f"What stands beneath, {DEEPEST} deep at most.")
OPTIONS: Final = {
    "type": "object",
    "additionalProperties": {"type": "array", "items": {"$ref": "#/$defs/choice"}},
    "description": "What was given, by option group. A group that is not named has its default.",
}

NODE: Final = _object(
    {
        "id": {"type": "string", "pattern": "^[A-Za-z0-9-]{1,40}$"},
        "entry": _key("What is bought, or which unit this is: an entry of the edition."),
        "count": _number(1, LARGEST_COUNT, "How many of it; 1 where it is not said."),
        "name": _text(LONGEST_NAME, "What its player calls it."),
        "note": _text(LONGEST_NOTE, "The player's own words."),
        "options": OPTIONS,
        "edition": _key("The hash of an older edition that prices this node."),
        "children": NODES,
    },
    ["entry"],
    "A unit that groups others, or a selection that is bought; an extra is one of its unit's.",
)
CHOICE: Final = _object(
    {
        "option": _key("An entry; in a group that is a number, the group's own key."),
        "count": _number(0, LARGEST_COUNT, "How many, or the number itself; 1 if not said."),
        "options": OPTIONS,
    },
    ["option"],
    "One option taken in a group.",
)
OWN_ENTRY: Final = {
    **_object(
        {
            "key": _key("What nodes name it by; begins with “own-”."),
            "like": _key("The template of the edition that it is like."),
            "name": _text(LONGEST_NAME, "What its player calls it."),
            "points": {
                "type": ["integer", "string"],
                "description": f"Exact: 12, or “7/2”; {LARGEST_POINTS} at most.",
            },
        },
        [],
        "An entry that its player wrote; one that does not fit the edition counts for nothing.",
    ),
    "additionalProperties": {
        "type": ["integer", "string"],
        "description": "By its key a statistic that the template has typed.",
    },
}
PROBLEM: Final = _object(
    {
        "code": {"type": "string"},
        "severity": {"enum": ["illegal", "outside-guidance", "note"]},
        "node": {"type": "string"},
        "subject": {"type": "string"},
        "page": {"type": ["integer", "null"]},
        "parameters": {"type": "object"},
    },
    ["code", "severity"],
    "One reason why the roster is not legal, or a note on it.",
)
POINTS: Final = {"type": ["integer", "string"], "description": "Exact: 12, or “7/2”."}
EVALUATION: Final = _object(
    {
        "total": POINTS,
        "allowed": POINTS,
        "legal": {"type": "boolean"},
        "problems": _list(PROBLEM, "What was found, by gravity."),
    },
    ["total", "legal"],
    "What the roster came to when it was written. It is never read back.",
)


def build_schema(address: str) -> _Schema:
    """The JSON Schema of a roster's document, as it is found at an address."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": address,
        "title": "Roster",
        **_object(
            {
                "schema": {"const": SCHEMA},
                "system": _key("The game system, such as breaking-news."),
                "edition": _object(
                    {"key": _key("Such as 2.1."), "hash": _key("Of its numbers.")},
                    [],
                    "The edition that the roster was made with.",
                ),
                "army_list": _key("The army list that it is measured against."),
                "name": _text(LONGEST_NAME, "What its player calls it."),
                "points_limit": _number(0, LARGEST_LIMIT, "0 is no limit."),
                "readings": {
                    "type": "object",
                    "additionalProperties": _key("The chosen value."),
                    "description": "By reading; one that is not named has its first value.",
                },
                "scenario": _optional_key("The scenario that is played."),
                "opponent": _optional_key("Whom it is played against, as far as rules ask."),
                "optional_rules": _list(_key("An optional rule."), "Those in force."),
                "own_entries": _list(OWN_ENTRY, "Entries of the player's own."),
                "children": NODES,
                "evaluation": EVALUATION,
            },
            ["schema", "system"],
            "A player's army list. Unknown keys are ignored, unknown entries kept.",
        ),
        "$defs": {"node": NODE, "choice": CHOICE},
    }
