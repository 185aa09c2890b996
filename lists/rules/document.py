"""A roster as a plain document (schema 1), the form in which it is stored, sent and frozen.

Readers ignore keys they do not know, keep entries and options that no catalogue knows, never trust
a total, and say what they had to leave out or change.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from .edits import LARGEST_COUNT
from .roster import Choice, Node, Options, Roster

SCHEMA = 1
DEEPEST = 12
MOST_NODES = 2000
LONGEST_NAME = 200
LONGEST_NOTE = 2000
LONGEST_KEY = 80
MOST_CHOICES = 50
MOST_TAKEN = 20_000  # groups and choices in a whole roster
LARGEST_LIMIT = 1_000_000


class UnreadableDocument(ValueError):
    """Not a roster at all: `code` says why, for whoever words it."""

    def __init__(self, code: str, **parameters: object) -> None:
        self.code, self.parameters = code, parameters
        super().__init__(f"{code} {parameters}" if parameters else code)


@dataclass(frozen=True, slots=True)
class Leftover:
    """Something in a document that could not be taken as it stood: where, and what was done."""

    code: str  # left-out, cut, clamped, replaced
    where: str
    value: str


def write_document(roster: Roster) -> dict[str, Any]:
    """The document of a roster; `read_document` gives the same roster back."""
    return {
        "schema": SCHEMA,
        "system": roster.system,
        "edition": {"key": roster.edition, "hash": roster.edition_hash},
        "army_list": roster.army_list,
        "name": roster.name,
        "points_limit": roster.points_limit,
        "readings": dict(roster.readings),
        "scenario": roster.scenario or None,
        "opponent": roster.opponent or None,
        "optional_rules": list(roster.optional_rules),
        "own_entries": [dict(entry) for entry in roster.own_entries],
        "children": [write_node(node) for node in roster.children],
    }


def write_node(node: Node) -> dict[str, Any]:
    """The document of one node; what is empty is left out."""
    written: dict[str, Any] = {"id": node.id, "entry": node.entry, "count": node.count}
    if node.name:
        written["name"] = node.name
    if node.note:
        written["note"] = node.note
    if node.options:
        written["options"] = write_options(node.options)
    if node.edition:
        written["edition"] = node.edition
    if node.children:
        written["children"] = [write_node(child) for child in node.children]
    return written


def write_options(options: Options) -> dict[str, Any]:
    """The document of what is taken, group by group."""
    return {group: [_write_choice(choice) for choice in taken] for group, taken in options.items()}


def _write_choice(choice: Choice) -> dict[str, Any]:
    written: dict[str, Any] = {"option": choice.option}
    if choice.count != 1:
        written["count"] = choice.count
    if choice.options:
        written["options"] = write_options(choice.options)
    return written


def read_document(document: object) -> tuple[Roster, tuple[Leftover, ...]]:
    """The roster of a document and what could not be taken as it stood.

    Raises UnreadableDocument where it is no roster: no object, another schema, no system.
    """
    if not isinstance(document, Mapping):
        raise UnreadableDocument("not-an-object")
    if document.get("schema") != SCHEMA or isinstance(document.get("schema"), bool):
        raise UnreadableDocument("other-schema", found=str(document.get("schema"))[:LONGEST_KEY])
    system = document.get("system")
    if not isinstance(system, str) or not system:
        raise UnreadableDocument("no-system")
    reader = _Reader()
    return reader.roster(document), tuple(reader.leftovers)


class _Reader:
    """Reads one document and remembers what it left out or changed."""

    def __init__(self) -> None:
        self.leftovers: list[Leftover] = []
        self.ids: set[str] = set()
        self.nodes = 0
        self.taken = 0

    def left(self, code: str, where: str, value: object) -> None:
        self.leftovers.append(Leftover(code, where, str(value)[:LONGEST_KEY]))

    def line(self, plain: Mapping[str, Any], key: str, where: str, longest: int) -> str:
        return clean_line(self.text(plain, key, where, longest))

    def text(self, plain: Mapping[str, Any], key: str, where: str, longest: int) -> str:
        value = plain.get(key)
        if value is None:
            return ""
        if not isinstance(value, str):
            self.left("left-out", f"{where}{key}", value)
            return ""
        clean = clean_text(value)
        if len(clean) > longest:
            self.left("cut", f"{where}{key}", clean)
        return clean[:longest]

    def number(
        self, plain: Mapping[str, Any], key: str, where: str, span: tuple[int, int, int]
    ) -> int:
        """A whole number of (least, start, most); the start where there is none."""
        least, start, most = span
        value = plain.get(key, start)
        if isinstance(value, float) and value.is_integer():
            value = int(value)
        if isinstance(value, bool) or not isinstance(value, int):
            self.left("replaced", f"{where}{key}", value)
            return start
        if not least <= value <= most:
            self.left("clamped", f"{where}{key}", value if abs(value) < 10**30 else "…")
        return min(max(value, least), most)

    def mapping(self, plain: Mapping[str, Any], key: str, where: str) -> Mapping[str, Any]:
        value = plain.get(key)
        if value is None or isinstance(value, Mapping):
            return value or {}
        self.left("left-out", f"{where}{key}", value)
        return {}

    def sequence(self, plain: Mapping[str, Any], key: str, where: str) -> list[Any]:
        value = plain.get(key)
        if value is None or isinstance(value, list):
            return value or []
        self.left("left-out", f"{where}{key}", value)
        return []

    def roster(self, plain: Mapping[str, Any]) -> Roster:
        edition = self.mapping(plain, "edition", "")
        readings = self.mapping(plain, "readings", "")
        return Roster(
            system=self.text(plain, "system", "", LONGEST_KEY),
            edition=self.text(edition, "key", "edition.", LONGEST_KEY),
            edition_hash=self.text(edition, "hash", "edition.", LONGEST_KEY),
            army_list=self.text(plain, "army_list", "", LONGEST_KEY),
            name=self.line(plain, "name", "", LONGEST_NAME),
            points_limit=self.number(plain, "points_limit", "", (0, 0, LARGEST_LIMIT)),
            readings={
                clean_text(key)[:LONGEST_KEY]: self.text(readings, key, "readings.", LONGEST_KEY)
                for key in list(readings)[:MOST_CHOICES]
                if isinstance(key, str)
            },
            scenario=self.text(plain, "scenario", "", LONGEST_KEY),
            opponent=self.text(plain, "opponent", "", LONGEST_KEY),
            optional_rules=tuple(
                clean_text(rule)[:LONGEST_KEY]
                for rule in self.sequence(plain, "optional_rules", "")[:MOST_CHOICES]
                if isinstance(rule, str)
            ),
            own_entries=tuple(self.own_entries(plain)),
            children=tuple(self.nodes_of(plain, "", 1)),
        )

    def own_entries(self, plain: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
        """Entries that the player wrote: flat, of texts and whole numbers."""
        entries = self.sequence(plain, "own_entries", "")
        if len(entries) > MOST_CHOICES:
            self.left("left-out", "own_entries", len(entries) - MOST_CHOICES)
        for position, entry in enumerate(entries[:MOST_CHOICES]):
            if not isinstance(entry, Mapping):
                self.left("left-out", f"own_entries.{position}", entry)
                continue
            yield {
                clean_text(key)[:LONGEST_KEY]: clean_text(value)[:LONGEST_NOTE]
                if isinstance(value, str)
                else value
                for key, value in list(entry.items())[:MOST_CHOICES]
                if isinstance(key, str) and isinstance(value, str | int) and _is_small(value)
            }

    def nodes_of(self, plain: Mapping[str, Any], where: str, depth: int) -> Iterator[Node]:
        for position, child in enumerate(self.sequence(plain, "children", where)):
            here = f"{where}children.{position}."
            if not isinstance(child, Mapping) or not isinstance(child.get("entry"), str):
                self.left("left-out", here.rstrip("."), child)
            elif depth > DEEPEST or self.nodes >= MOST_NODES:
                self.left("left-out", here.rstrip("."), child.get("entry"))
            else:
                self.nodes += 1
                yield self.node(child, here, depth)

    def node(self, plain: Mapping[str, Any], where: str, depth: int) -> Node:
        return Node(
            id=self.new_id(plain, where),
            entry=self.text(plain, "entry", where, LONGEST_KEY),
            count=self.number(plain, "count", where, (1, 1, LARGEST_COUNT)),
            name=self.line(plain, "name", where, LONGEST_NAME),
            note=self.text(plain, "note", where, LONGEST_NOTE),
            options=self.options(plain, where, depth),
            children=tuple(self.nodes_of(plain, where, depth + 1)),
            edition=self.text(plain, "edition", where, LONGEST_KEY),
        )

    def new_id(self, plain: Mapping[str, Any], where: str) -> str:
        """The node's id, or one made from where it stands when it has none or not its own."""
        given = plain.get("id")
        node_id = given if isinstance(given, str) and is_id(given) else ""
        if not node_id or node_id in self.ids:
            if given is not None:
                self.left("replaced", f"{where}id", given)
            serial = len(self.ids) + 1
            while f"n{serial}" in self.ids:
                serial += 1
            node_id = f"n{serial}"
        self.ids.add(node_id)
        return node_id

    def options(self, plain: Mapping[str, Any], where: str, depth: int) -> Options:
        options = self.mapping(plain, "options", where)
        result = {}
        for position, (group, taken) in enumerate(options.items()):
            key = clean_text(str(group))[:LONGEST_KEY]
            here = f"{where}options.{key}"
            is_group = isinstance(group, str) and isinstance(taken, list)
            if position >= MOST_CHOICES or self.taken >= MOST_TAKEN or not is_group:
                self.left("left-out", here, taken)
                continue
            self.taken += 1
            result[key] = tuple(self.choices(taken, f"{here}.", depth))
        return result

    def choices(self, taken: list[Any], where: str, depth: int) -> Iterator[Choice]:
        for position, choice in enumerate(taken):
            is_choice = isinstance(choice, Mapping) and isinstance(choice.get("option"), str)
            is_too_much = position >= MOST_CHOICES or self.taken >= MOST_TAKEN or depth > DEEPEST
            if is_too_much or not is_choice:
                self.left("left-out", f"{where}{position}", choice)
                continue
            self.taken += 1
            yield Choice(
                self.text(choice, "option", where, LONGEST_KEY),
                self.number(choice, "count", where, (0, 1, LARGEST_COUNT)),
                self.options(choice, where, depth + 1),
            )


def clean_text(text: str) -> str:
    """Text without what no one can see or type: control characters and surrogates.

    Characters that turn the direction of writing go too, since they reach beyond their own field.
    Line breaks of every kind become plain ones, and tabs spaces.
    """
    if text.isascii() and text.isprintable():
        return text
    return _UNSEEN.sub("", _BREAKS.sub("\n", text.replace("\t", " ")))


def clean_line(text: str) -> str:
    """Text of one line, such as a name: what clean_text leaves, words one space apart."""
    return " ".join(clean_text(text).split())


_BREAKS = re.compile("\r\n|[\r\v\f\x85\u2028\u2029]")
_UNSEEN = re.compile(
    "[\x00-\x09\x0b-\x1f\x7f-\x9f\ud800-\udfff\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]"
)


def _is_small(value: str | int) -> bool:
    return isinstance(value, str) or abs(value) <= LARGEST_LIMIT


def is_id(text: str) -> bool:
    """Whether a text can be a node's id: short, of letters, digits and hyphens."""
    return _ID.fullmatch(text) is not None


_ID = re.compile("[A-Za-z0-9-]{1,40}")
