"""A roster as JSON, out and in, and whatever else a file may hold."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from lists.building.catalogues import find_catalogue
from lists.building.rosters import LARGEST_DOCUMENT, measure_document
from lists.interchange.documents import (
    LARGEST_FILE,
    export_json,
    import_json,
    read_json,
)
from lists.interchange.files import name_file
from lists.models import Edition
from lists.rules.document import MOST_NODES, Leftover, UnreadableDocument, write_document
from lists.rules.evaluate import evaluate
from lists.wording.documents import REASONS, word_leftovers, word_unreadable
from tests.factories import store_small_game
from tests.small_game import build_home_guard, compile_small_game

GAME = compile_small_game()
GUARD = replace(build_home_guard(GAME), name="Village guard")

type Plain = dict[str, Any]


def write(document: object) -> bytes:
    return json.dumps(document).encode()


def document(**changes: Any) -> Plain:
    exported: Plain = json.loads(export_json(GUARD).content)
    return {**exported, **changes}


def line(**changes: Any) -> Plain:
    return document(children=[{"entry": "soldier", **changes}])


def refuse(content: bytes) -> UnreadableDocument:
    with pytest.raises(UnreadableDocument) as caught:
        read_json(content)
    return caught.value


# Out


def test_what_is_exported_is_read_back_as_it_was() -> None:
    file = export_json(GUARD, evaluate(GAME, GUARD))

    assert (file.name, file.content_type) == ("village-guard.json", "application/json")
    assert read_json(file.content) == (GUARD, ())


def test_the_evaluation_goes_along_in_codes() -> None:
    poor = replace(GUARD, points_limit=20)

    exported = json.loads(export_json(poor, evaluate(GAME, poor)).content)

    assert exported["evaluation"] == {
        "total": 29,
        "allowed": 20,
        "legal": False,
        "problems": [
            {
                "code": "points-over-limit",
                "severity": "illegal",
                "node": "",
                "subject": "",
                "page": 1,
                "parameters": {"measure": 29, "bound": 20, "allowed": 20, "excess": 9},
            }
        ],
    }


def test_a_total_that_a_file_claims_is_not_believed() -> None:
    roster, leftovers = read_json(write(document(evaluation={"total": 1, "legal": True})))

    assert (evaluate(GAME, roster).total, leftovers) == (29, ())


@pytest.mark.parametrize(
    ("words", "name"),
    [
        ("Patrol", "patrol.json"),
        ("Los Guardianes, 2.ª sección", "los-guardianes-2a-sección.json"),
        ("Патруль", "патруль.json"),
        ("../../etc/passwd", "etcpasswd.json"),
        ('a"\r\nSet-Cookie: x', "a-set-cookie-x.json"),
        ("💣", "list.json"),
        ("", "list.json"),
        ("x" * 200, "x" * 60 + ".json"),
    ],
)
def test_a_file_is_named_after_its_list(words: str, name: str) -> None:
    assert name_file(words, "json") == name


# What is refused


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"", "The file is empty."),
        (b" \n", "The file is empty."),
        (b"\xff\xfe\x00", "This is not a text file in UTF-8, which JSON is."),
        (b"%PDF-1.7", "This is not JSON: it breaks off or goes wrong in line 1."),
        (b'{\n"schema": 1,\n', "This is not JSON: it breaks off or goes wrong in line 3."),
        (b'{"schema": 1} {}', "This is not JSON: it breaks off or goes wrong in line 1."),
        (b"9" * 5000, "This is not JSON that a list could be: a number in it is too long."),
        (b"[" * 100_000, "The file is nested too deeply to be a list."),
        (b'{"a":' * 100_000, "The file is nested too deeply to be a list."),
        (b"[]", "This file holds no list."),
        (b"null", "This file holds no list."),
        (b'"schema"', "This file holds no list."),
        (b"{}", "This file holds no list. Choose a JSON file that Muster has written."),
        (b'{"schema": 2}', "The file says schema “2”; this site reads schema 1."),
        (b'{"schema": true, "system": "x"}', "The file says schema “True”"),
        (b'{"schema": 1}', "The file does not say which game it is for (“system”)."),
        (b'{"schema": 1, "system": 7}', "The file does not say which game it is for (“system”)."),
        (b" " * LARGEST_FILE + b"{}", "The file is too large. A list takes up to 4.0\xa0MB."),
        (b"x" * 10_000_000, "The file is too large. A list takes up to 4.0\xa0MB."),
    ],
)
def test_what_is_no_list_is_refused_with_a_sentence(content: bytes, sentence: str) -> None:
    assert word_unreadable(refuse(content), "en").startswith(sentence)


@pytest.mark.parametrize("code", [*REASONS, "a code that nobody words"])
def test_every_refusal_is_worded_in_both_languages(code: str) -> None:
    error = UnreadableDocument(code, found="7", at_most=1, line=2)

    english, spanish = (word_unreadable(error, language) for language in ("en", "es"))

    assert english != spanish


# What is left out


@pytest.mark.parametrize(
    ("written", "sentences"),
    [
        (line(count=-1), ["Line 1, count: “-1” is out of range; the nearest number is taken."]),
        (line(count=0), ["Line 1, count: “0” is out of range; the nearest number is taken."]),
        (
            line(count=1e9),
            ["Line 1, count: “1000000000” is out of range; the nearest number is taken."],
        ),
        (line(count="two"), ["Line 1, count: “two” is no whole number; as it starts."]),
        (line(count=True), ["Line 1, count: “True” is no whole number; as it starts."]),
        (line(count=float("nan")), ["Line 1, count: “nan” is no whole number; as it starts."]),
        (line(name="x" * 201), ["Line 1, name: too long, and cut."]),
        (line(name=7), ["Line 1, name: “7” cannot stand there, and was left out."]),
        (line(note={"a": 1}), ["Line 1, note: “{'a': 1}” cannot stand there, and was left out."]),
        (
            line(options=[]),
            ["Line 1, options: “[]” cannot stand there, and was left out."],
        ),
        (
            line(children=[{"entry": "soldier", "count": 0}]),
            ["Line 1.1, count: “0” is out of range; the nearest number is taken."],
        ),
        (document(children="x"), ["Children: “x” cannot stand there, and was left out."]),
        (document(children=["x"]), ["Line 1: “x” cannot stand there, and was left out."]),
        (
            document(points_limit=-5),
            ["Points limit: “-5” is out of range; the nearest number is taken."],
        ),
        (document(name=["x"]), ["Name: “['x']” cannot stand there, and was left out."]),
        (line(id="no id"), []),
        (line(surplus="x"), []),
    ],
)  # fmt: skip
def test_what_cannot_be_taken_is_said(written: Plain, sentences: list[str]) -> None:
    _, leftovers = read_json(write(written))

    assert word_leftovers(leftovers, "en") == sentences


def test_a_file_of_nonsense_gets_a_dozen_sentences_and_a_count() -> None:
    leftovers = tuple(Leftover("left-out", f"children.{n}", "x") for n in range(100))

    sentences = word_leftovers(leftovers, "en")

    assert len(sentences) == 13
    assert sentences[-1] == "88 more things could not be taken as they stood."


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("a\0b", "ab"),
        ("\u202eevil\u202c", "evil"),
        ("<script>alert(1)</script>", "<script>alert(1)</script>"),
        ("a\\", "a\\"),
        ("\ud800x", "x"),
        ("\x1b[31mred", "[31mred"),
        ("دوري", "دوري"),
        ("two\r\nlines  \u2028of it\n", "two lines of it"),
    ],
)
def test_names_lose_what_nobody_can_see_and_nothing_else(typed: str, kept: str) -> None:
    roster, leftovers = read_json(write(line(name=typed)))

    assert ([node.name for node in roster.children], leftovers) == ([kept], ())
    assert read_json(write(document(name=typed)))[0].name == kept


@pytest.mark.django_db
def test_the_largest_list_comes_back_from_its_own_file() -> None:
    store_small_game()
    lines = [
        {"entry": "soldier", "note": "ñ" * 200, "options": {"weapon": [{"option": "rifle"}]}}
        for _ in range(MOST_NODES)
    ]
    roster, _ = read_json(write(document(children=lines)))
    assert measure_document(write_document(roster)) > LARGEST_DOCUMENT * 0.9

    file = export_json(roster, evaluate(GAME, roster))

    assert import_json(file.content).roster == roster


@pytest.mark.django_db
def test_a_list_that_could_not_be_saved_is_no_import() -> None:
    store_small_game()
    lines = [{"entry": "soldier", "note": "x" * 1000} for _ in range(1100)]

    with pytest.raises(UnreadableDocument) as refused:
        import_json(write(document(children=lines)))

    assert word_unreadable(refused.value, "en").startswith(
        "The list in the file is too large: it takes up to 1.0\xa0MB."
    )


def test_entries_that_nobody_knows_are_kept_and_marked() -> None:
    roster, leftovers = read_json(write(document(children=[{"entry": "dragon", "count": 3}])))

    assert ([(node.entry, node.count) for node in roster.children], leftovers) == (
        [("dragon", 3)],
        (),
    )
    assert "unknown-entry" in [problem.code for problem in evaluate(GAME, roster).problems]


# Which edition it goes by


def stored(**named: str) -> tuple[Edition, tuple[Leftover, ...]]:
    store_small_game()
    found = import_json(write(document(edition=named)))
    assert find_catalogue(found.edition).hash == found.edition.hash
    return found.edition, found.leftovers


def test_a_file_goes_by_the_edition_that_it_names(db: None) -> None:
    edition, leftovers = stored(key="1", hash=GAME.hash)

    assert (edition.hash, leftovers) == (GAME.hash, ())


@pytest.mark.parametrize(
    ("named", "sentence"),
    [
        (
            {"key": "9", "hash": "abc"},
            "The file is of edition 9, which is not here; edition 1 counts.",
        ),
        ({"key": "9"}, "The file is of edition 9, which is not here; edition 1 counts."),
        (
            {"key": "1", "hash": "abc"},
            "Edition 1 has other numbers than in the file; points are counted anew.",
        ),
    ],
)
def test_another_edition_is_said(db: None, named: dict[str, str], sentence: str) -> None:
    _, leftovers = stored(**named)

    assert word_leftovers(leftovers, "en") == [sentence]


def test_a_game_that_is_not_here_is_refused(db: None) -> None:
    with pytest.raises(UnreadableDocument) as caught:
        import_json(write(document(system="<b>chess</b>")))

    assert word_unreadable(caught.value, "en") == (
        "The list is for the game “<b>chess</b>”, which this site does not have. Nothing was saved."
    )
