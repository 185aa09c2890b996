"""Rows that many tests start from: the small game, and rosters of it."""

from dataclasses import replace
from pathlib import Path
from typing import Any

from lists.building.catalogues import find_catalogue
from lists.building.intents import Intent, apply_intent
from lists.building.rosters import create_roster, load_document
from lists.building.saving import Saved
from lists.loading.source import Source
from lists.loading.store import store_edition
from lists.models import NOBODY, Actor, Edition, Revision, Roster, User
from lists.rules.roster import Node
from tests.small_game import build_home_guard, write_small_game


def store_small_game() -> Edition:
    """The published edition of the small game; the same row each time it is asked for."""
    return store_game(write_small_game())


def store_game(document: dict[str, Any]) -> Edition:
    """The published edition of a document."""
    return store_edition(Source(Path("small-game"), document=document)).edition


def create_home_guard(
    actor: Actor = NOBODY, *, scouts: int = 0, edition: Edition | None = None
) -> Roster:
    """A saved roster: a team of one leader (11) and three soldiers (18), 29 of 50 points.

    `scouts` are lines of one scout (7 points) each, for rosters of some length.
    """
    edition = edition or store_small_game()
    roster = build_home_guard(find_catalogue(edition))
    lines = tuple(Node(f"scout-{serial}", "scout") for serial in range(scouts))
    unit = roster.children[0]
    unit = replace(unit, children=(*unit.children, *lines))
    return create_roster(actor, replace(roster, children=(unit,)), edition)


def create_user(name: str) -> User:
    """A person with an account, by the name that stands on their prints."""
    return User.objects.create_user(f"{name.lower()}@example.org", name=name)


def holder_of(row: Roster, user: int | None = None) -> Actor:
    """Whoever has the roster's edit link, signed in or not."""
    return Actor(user=user, address=row.edit_token)


def act(row: Roster, operation: str, node: str = "", /, **value: object) -> Saved:
    """Apply an intent as the holder of the edit link, on the newest revision."""
    row.refresh_from_db()
    return act_on(row.number, row, operation, node, **value)


def act_on(base: int, row: Roster, operation: str, node: str = "", /, **value: object) -> Saved:
    """Apply an intent that was made on an earlier revision."""
    return apply_intent(row, Intent(operation, node, value, base), holder_of(row))


def find_node(row: Roster, entry: str) -> Node:
    """The first node of an entry in the current revision."""
    row.refresh_from_db()
    return next(node for node in load_document(row).walk() if node.entry == entry)


def outline(row: Roster) -> list[tuple[str, int]]:
    """The entries and counts of the current revision, in the order of the page."""
    row.refresh_from_db()
    return [(node.entry, node.count) for node in load_document(row).walk()]


def newest(row: Roster) -> Revision:
    """The current revision."""
    row.refresh_from_db()
    return row.revisions.get(number=row.number)
