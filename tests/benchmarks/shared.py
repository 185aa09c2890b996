"""Speed and queries of shared pages, in one process through Django's test client."""

from __future__ import annotations

from collections.abc import Iterator

from django.db import connection
from django.test import Client, override_settings
from django.test.utils import CaptureQueriesContext

from lists.sharing.links import freeze_revision, make_link
from tests.benchmarks.clock import Row, measure
from tests.benchmarks.pages import store_roster


@override_settings(LINKS_A_MINUTE=10**9)
def bench_shared() -> Iterator[Row]:
    """The pages behind links, whole and unchanged, against their floors."""
    yield from list(_bench_shared())


def _bench_shared() -> Iterator[Row]:
    client = Client(headers={"accept-encoding": "identity"})
    row = store_roster(12)
    view, frozen = make_link(row), freeze_revision(row, 1)
    rows = measure(lambda: client.get("/floor/rows/"))
    empty = measure(lambda: client.get("/floor/empty/"))
    for name, page in (("view", f"/s/{view.code}/"), ("frozen", f"/f/{frozen.code}/")):
        mark = client.get(page)["ETag"]
        known = Client(headers={"if-none-match": mark})
        shown = measure(lambda page=page: client.get(page))  # type: ignore[misc]
        same = measure(lambda page=page, known=known: known.get(page))  # type: ignore[misc]
        with CaptureQueriesContext(connection) as queries:
            client.get(page)
        yield Row(f"queries of a {name} page", len(queries), "", 4)
        yield Row(f"{name} page of 12 lines, against a 12-row template", shown, "ms", None, rows)
        yield Row("  not changed, against an empty view", same, "ms", 3, empty)
