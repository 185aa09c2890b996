"""Speed, queries and size of the builder, in one process through Django's test client."""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from dataclasses import replace
from itertools import count
from typing import Any

from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from lists.building.catalogues import find_latest_edition
from lists.building.rosters import create_roster
from lists.models import NOBODY, Roster
from lists.rules.roster import Node
from tests.benchmarks import floors
from tests.benchmarks.clock import Row, measure
from tests.benchmarks.rules import build_roster
from tests.bolt_action import corpus_roster

FROM_REQUEST = {"request", "csrf_token", "user", "perms", "messages", "csp_nonce", "block"}
HTMX = {"HX-Request": "true"}


def store_roster(lines: int, serial: int = 0) -> Roster:
    """A saved roster of US Marines with so many selections in one team."""
    edition = find_latest_edition("breaking-news")
    roster = build_roster()
    team = roster.children[0]
    kept = team.children[:lines]
    kept = (*kept[:-1], replace(kept[-1], count=kept[-1].count + serial))
    more = tuple(Node(f"more-{serial}", "rifleman") for serial in range(lines - len(kept)))
    return create_roster(
        NOBODY, replace(roster, children=(replace(team, children=kept + more),)), edition
    )


def bench_pages() -> Iterator[Row]:
    """The builder's page and an edit against their floors."""
    client = Client(headers={"accept-encoding": "identity"})
    small, usual, large = store_roster(3), store_roster(12), store_roster(60)
    page = f"/lists/{usual.edit_token}/"
    rows = measure(lambda: client.get("/floor/rows/"))
    empty = measure(lambda: client.get("/floor/empty/"))
    shown = measure(lambda: client.get(page))
    fresh = iter([store_roster(12, serial) for serial in range(100)])
    unseen = measure(lambda: client.get(f"/lists/{next(fresh).edit_token}/"), rounds=30, seconds=0)
    yield Row("a view of a 12-row template, against an empty view", rows, "ms", None, empty)
    yield Row("builder of 12 lines, against a 12-row template", shown, "ms", 10, rows)
    yield Row("  of a list that this process has never drawn", unseen, "ms", None, rows)
    for row, lines in ((small, 3), (large, 60)):
        yield Row(f"queries of the builder at {lines} lines", count_queries(client, row), "", 10)
    size = len(gzip.compress(client.get(page).content, 6)) / 1000
    yield Row("builder of 12 lines, gzipped", size, "kB", 20)
    yield from bench_largest(client, rows)
    yield from bench_edits(client, usual)


def bench_largest(client: Client, rows: float) -> Iterator[Row]:
    """The builder of the army list that prints the most, as it opens and with its longest row."""
    edition = find_latest_edition("bolt-action")
    roster = corpus_roster("germany-computed")
    (platoon,) = roster.children
    more = tuple(replace(platoon.children[1], id=f"more-{serial}") for serial in range(2))
    roster = replace(roster, children=(replace(platoon, children=platoon.children + more),))
    page = f"/lists/{create_roster(NOBODY, roster, edition).edit_token}/"
    for name, address in (
        ("Bolt Action's largest nation, 12 lines", page),
        ("  with its 72 tanks unfolded", f"{page}?row=tank"),
    ):
        shown = measure(lambda address=address: client.get(address))  # type: ignore[misc]
        size = len(gzip.compress(client.get(address).content, 6)) / 1000
        yield Row(f"{name}, against a 12-row template", shown, "ms", 10, rows)
        yield Row(f"{name}, gzipped", size, "kB", 20)


def count_queries(client: Client, row: Roster) -> int:
    """The queries of one builder page."""
    with CaptureQueriesContext(connection) as queries:
        client.get(f"/lists/{row.edit_token}/")
    return len(queries)


def bench_edits(client: Client, row: Roster) -> Iterator[Row]:
    """A change of a count, against a plain view with as many reads and writes."""
    soldier = next(n["id"] for n in find_children(row) if n["entry"] == "rifleman")
    counts = count(2)  # each edit leads to a state that nobody has seen yet

    def edit() -> dict[str, Any]:
        row.refresh_from_db(fields=["number"])
        fields = {
            "operation": "count",
            "node": soldier,
            "count": next(counts) % 900 + 1,
            "base": row.number,
        }
        answer = client.post(f"/lists/{row.edit_token}/edit/", fields, headers=HTMX)
        if answer.status_code != 200:
            raise AssertionError(answer.status_code, answer.content[:500])
        return dict(answer.context[0].flatten())

    kept = edit()
    floors.kept_context.update({k: v for k, v in kept.items() if k not in FROM_REQUEST})
    with CaptureQueriesContext(connection) as queries:
        edit()
    statements = [q["sql"] for q in queries if not q["sql"].startswith(("BEGIN", "COMMIT"))]
    yield Row("queries of an edit", len(statements) - 1, "", 10)
    plain = measure(lambda: client.post(f"/floor/edit/{row.edit_token}/", headers=HTMX))
    edited = measure(edit)
    yield Row("edit of a count, against a plain view of the same", edited, "ms", 1.5, plain)


def find_children(row: Roster) -> list[dict[str, str]]:
    """The lines of a stored roster's first team."""
    document = row.revisions.get(number=row.number).document
    return list(document["children"][0]["children"])
