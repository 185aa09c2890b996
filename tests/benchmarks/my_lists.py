"""Speed and queries of My lists at 5,000 lists, in one process through Django's test client."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import cycle

from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from lists.models import Actor, Roster, Tag, User, new_code
from tests.benchmarks.clock import Row, measure
from tests.benchmarks.pages import store_roster

LISTS = 5_000


def store_lists(user: User) -> None:
    """So many lists of a person, every other one tagged; their revisions are not looked at."""
    pattern = store_roster(12)
    words = cycle(["Patrol", "Convoy", "Checkpoint", "Ambush"])
    same = ("edition", "army_list", "points_limit", "total", "verdict")
    columns = {name: getattr(pattern, name) for name in same}
    rows = [
        Roster(owner=user, code=new_code(), name=f"{next(words)} {serial}", **columns)
        for serial in range(LISTS)
    ]
    made = Roster.objects.bulk_create(rows, batch_size=500)
    tags = [Tag(roster=row, text=f"event {row.pk % 40}") for row in made[::2]]
    Tag.objects.bulk_create(tags, batch_size=500)


def bench_my_lists() -> Iterator[Row]:
    """The page of a person with very many lists, as it opens and as it is searched."""
    user = User.objects.create_user("bench@example.org")
    store_lists(user)
    assert Roster.objects.kept_by(Actor(user.pk)).count() == LISTS
    client = Client(headers={"accept-encoding": "identity"})
    client.force_login(user)
    rows = measure(lambda: client.get("/floor/rows/"))
    for name, page in (
        ("My lists", "/lists/"),
        ("  sought by text", "/lists/?q=convoy"),
        ("  sought by nation, limit and tag", "/lists/?nation=breaking-news/usa&tag=event+2"),
    ):
        shown = measure(lambda page=page: client.get(page))  # type: ignore[misc]
        with CaptureQueriesContext(connection) as queries:
            client.get(page)
        yield Row(f"{name} of {LISTS:,}, against a 12-row template", shown, "ms", 20, rows)
        yield Row("  queries", len(queries), "", 8)
