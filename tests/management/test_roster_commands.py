"""The commands that print and evaluate a roster."""

import io
import json
import sys
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from lists.management.commands.evaluate import MOST_BYTES
from lists.rules.compiling.hashing import hash_edition
from tests.factories import store_game, store_small_game
from tests.small_game import both, write_small_game

pytestmark = pytest.mark.django_db


def print_default(slug: str) -> Any:
    out = io.StringIO()
    call_command("default_roster", slug, stdout=out)
    return json.loads(out.getvalue())


def evaluate(path: object, *arguments: str) -> tuple[int, str, str]:
    """The exit code of `evaluate`, and what it printed to standard output and error."""
    out, err, code = io.StringIO(), io.StringIO(), 0
    try:
        call_command("evaluate", str(path), *arguments, stdout=out, stderr=err)
    except SystemExit as error:
        code = int(error.code or 0)
    except CommandError as error:
        code = error.returncode
        err.write(str(error))
    return code, out.getvalue(), err.getvalue()


def write_roster(tmp_path: Path, **changes: object) -> Path:
    path = tmp_path / "roster.json"
    path.write_text(json.dumps({**print_default("home-guard"), **changes}), encoding="utf-8")
    return path


@pytest.fixture(autouse=True)
def small_game(db: None) -> None:
    store_small_game()


# default_roster


@pytest.mark.parametrize("slug", ["home-guard", "small-game/home-guard"])
def test_default_roster_is_the_document_that_a_player_starts_from(slug: str) -> None:
    assert print_default(slug) == {
        "schema": 1,
        "system": "small-game",
        "edition": {"key": "1", "hash": hash_edition(write_small_game())},
        "army_list": "home-guard",
        "name": "",
        "points_limit": 50,
        "readings": {"veteran-points": "book"},
        "scenario": None,
        "opponent": None,
        "optional_rules": [],
        "own_entries": [],
        "children": [
            {
                "id": "n1",
                "entry": "team",
                "count": 1,
                "options": {"troop-class": [{"option": "regular"}]},
                "children": [
                    {"id": "n2", "entry": "leader", "count": 1},
                    {"id": "n3", "entry": "soldier", "count": 3},
                ],
            }
        ],
    }


def test_slug_that_two_games_have_asks_for_the_game() -> None:
    document = write_small_game()
    document["system"] = {"key": "tiny-game", "name": both("Tiny")}
    store_game(document)

    with pytest.raises(CommandError) as caught:
        print_default("raiders")

    assert str(caught.value) == (
        "`raiders` is the name of several. Use one of small-game/raiders, tiny-game/raiders."
    )
    assert print_default("tiny-game/raiders")["system"] == "tiny-game"


@pytest.mark.parametrize(
    ("slug", "cure"),
    [
        ("home-gaurd", "Did you mean `home-guard`?"),
        ("small-gane/home-guard", "Did you mean `small-game/home-guard`?"),
        ("?", "See `manage.py army_lists`."),
    ],
)
def test_unknown_slug_is_refused_with_a_cure(slug: str, cure: str) -> None:
    with pytest.raises(CommandError) as caught:
        print_default(slug)

    assert str(caught.value) == f"There is no army list `{slug}`. {cure}"


# evaluate


def test_legal_roster_exits_0_and_prints_receipts_total_and_verdict(tmp_path: Path) -> None:
    code, out, err = evaluate(write_roster(tmp_path))

    assert (code, err) == (0, "")
    assert out.splitlines() == [
        "Team: 29 points",
        "  Leader: Regular (6) + Rifle (0) + Leader (5) = 11",
        "  3 Soldier: 3 × (Regular (6) + Rifle (0)) = 18",
        "29 / 50: Legal",
    ]


def test_roster_that_is_not_legal_exits_1_and_says_why_in_the_language(tmp_path: Path) -> None:
    path = write_roster(tmp_path, points_limit=20)

    english, spanish = evaluate(path), evaluate(path, "--language", "es")

    assert english[0] == spanish[0] == 1
    assert "[points-over-limit]" in english[1]
    assert "Not legal: " in english[1]
    entries = {entry["key"]: entry for entry in write_small_game()["entries"]}
    assert f"  3 {entries['soldier']['name']['es']}: " in spanish[1]


def test_json_has_total_legality_receipts_and_problems(tmp_path: Path) -> None:
    code, out, _ = evaluate(write_roster(tmp_path, points_limit=20), "--json")

    plain = json.loads(out)
    assert code == 1
    assert (plain["total"], plain["legal"], plain["points_limit"]) == (29, False, 20)
    assert [(r["entry"], r["count"], r["each"], r["total"]) for r in plain["receipts"]] == [
        ("team", 1, 0, 0),
        ("leader", 1, 11, 11),
        ("soldier", 3, 6, 18),
    ]
    (problem,) = plain["problems"]
    assert (problem["code"], problem["severity"]) == ("points-over-limit", "illegal")
    assert problem["message"]
    assert problem["parameters"] == {"measure": 29, "bound": 20, "allowed": 20, "excess": 9}
    assert problem["has_fix"] is True


def test_fractions_stay_exact(tmp_path: Path) -> None:
    kit = {"kit": [{"option": "radio"}]}
    leader = {"id": "n2", "entry": "leader", "count": 1, "options": kit}
    team = {"id": "n1", "entry": "team", "count": 1, "children": [leader]}

    _, out, _ = evaluate(write_roster(tmp_path, children=[team]), "--json")

    plain = json.loads(out)
    assert plain["total"] == "27/2"
    assert plain["receipts"][1]["each"] == "27/2"
    assert "5/2" in [part["amount"] for part in plain["receipts"][1]["parts"]]


def test_dash_reads_standard_input(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    content = write_roster(tmp_path).read_bytes()
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(content)))

    assert evaluate("-")[0] == 0


@pytest.mark.parametrize(
    ("edition", "said"),
    [
        ({"key": "1", "hash": "0123456789"}, "the roster names 1 (01234567)."),
        ({"key": "7", "hash": ""}, "the roster names 7 (no hash)."),
        ({}, "the roster names none (no hash)."),
    ],
)
def test_another_edition_than_the_named_one_is_said(
    tmp_path: Path, edition: dict[str, str], said: str
) -> None:
    code, _, err = evaluate(write_roster(tmp_path, edition=edition))

    assert code == 0
    assert err == f"Evaluated by edition 1; {said}\n"


def test_what_could_not_be_taken_is_said(tmp_path: Path) -> None:
    code, out, err = evaluate(write_roster(tmp_path, points_limit="many"), "--json")

    assert code == 0
    assert err == "points_limit: replaced: many\n"
    assert json.loads(out)["leftovers"] == [
        {"code": "replaced", "where": "points_limit", "value": "many"}
    ]


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"", "The file is no JSON: "),
        (b"{", "The file is no JSON: "),
        (b"\xff\xfe", "The file is no text in UTF-8."),
        (b"[]", "The file holds no JSON object."),
        (b"null", "The file holds no JSON object."),
        (b"{}", 'A roster says "schema": 1, and this file does not.'),
        (b'{"schema": 2}', 'A roster says "schema": 1, and this file does not.'),
        (b'{"schema": 1}', "The roster names no game system"),
        (b'{"schema": 1, "system": "smal-game"}', "Did you mean `small-game`?"),
        (b'{"schema": 1, "system": "?"}', "Known are: small-game."),
        (b"[" * 200_000, "The file is no JSON that a roster could be"),
        (b"1" * 5_000, "The file is no JSON that a roster could be"),
        (b" " * 10_000_000, f"The file is larger than {MOST_BYTES // 1_000_000} MB"),
    ],
    ids=lambda value: repr(value[:40]) if isinstance(value, bytes) else "",
)
def test_unreadable_file_exits_2_with_a_sentence(
    tmp_path: Path, content: bytes, sentence: str
) -> None:
    path = tmp_path / "roster.json"
    path.write_bytes(content)

    code, out, err = evaluate(path)

    assert (code, out) == (2, "")
    assert sentence in err


def test_missing_file_exits_2_with_a_sentence(tmp_path: Path) -> None:
    code, _, err = evaluate(tmp_path / "nothing.json")

    assert code == 2
    assert err.endswith("nothing.json cannot be read: No such file or directory.")
