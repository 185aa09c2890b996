"""Whatever fails on its way to the server is shown, loses nothing, and is saved once when retried.

The controls are those that the pages have: one that is new is tried without a word here.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import parse_qsl, urlencode

import pytest
from django.shortcuts import render
from django.test import RequestFactory
from playwright.sync_api import Error, Page, Route, expect

from lists.building.catalogues import find_catalogue
from lists.building.ready import mark_ready
from lists.building.revisions import undo
from lists.models import Roster
from tests.factories import act, create_home_guard, find_node, holder_of

# Where there is something to do


@dataclass(frozen=True)
class Scene:
    """A state of a list and a place on its page."""

    query: str = ""
    prepare: Callable[[Roster], object] = id
    open: str = ""
    begin: Callable[[Page, Roster], object] = lambda page, row: None

    def enter(self, page: Page) -> Roster:
        """A new list in this state, and the page at this place."""
        row = create_home_guard()
        act(row, "scenario", scenario="the-ford")
        self.prepare(row)
        row.refresh_from_db()
        query = f"?open={find_node(row, self.open).id}" if self.open else self.query
        page.goto(f"/lists/{row.edit_token}/{query}")
        page.evaluate(WATCH)
        self.begin(page, row)
        return row


def add_truck(row: Roster) -> None:
    act(row, "add", entry="truck", options={"crew": [{"option": "crew"}]})


def add_squad(row: Roster) -> None:
    act(row, "add", entry="squad")


def break_rules(row: Roster) -> None:
    act(row, "add", entry="leader")


def empty(row: Roster) -> None:
    act(row, "remove", find_node(row, "team").id)


def take_back(row: Roster) -> None:
    act(row, "limit", limit=70)
    row.refresh_from_db()
    undo(row, holder_of(row), base=row.number)


def make_ready(row: Roster) -> None:
    row.refresh_from_db()
    mark_ready(row, holder_of(row), base=row.number)


def meet_conflict(page: Page, row: Roster) -> None:
    act(row, "count", find_node(row, "soldier").id, count=5)
    page.locator("#opened-count").fill("7")
    page.locator("#opened-count").press("Enter")
    expect(page.locator("#conflict")).to_be_visible()


SCENES = [
    Scene(),
    Scene(open="leader"),
    Scene(open="team"),
    Scene(open="truck", prepare=add_truck),
    Scene(open="squad", prepare=add_squad),
    Scene("?settings=1"),
    Scene("?all=1"),
    Scene(prepare=break_rules),
    Scene(open="team", prepare=break_rules),
    Scene(prepare=empty),
    Scene("?removed=1", prepare=empty),
    Scene(prepare=take_back),
    Scene(prepare=make_ready),
    Scene(open="soldier", begin=meet_conflict),
]

# What can be done there

CONTROLS = """() => [...document.querySelectorAll("#builder form[method=post], form[form=edit]")]
    .flatMap((form) => [...form.elements])
    .filter((each) => each.type !== "hidden" && !each.matches(":disabled, .without-scripts"))
    .map((each) => [each.id, each.getAttribute("aria-pressed") === "true"])"""


def find_controls(page: Page, row: Roster) -> dict[str, str]:
    """The controls of a page by kind: those that differ in nothing but what they are about."""
    catalogue = find_catalogue(row.edition)
    words = [*catalogue.entries, *catalogue.restrictions]
    words += [key for entry in catalogue.entries.values() for key in entry.groups]
    kinds: dict[str, str] = {}
    return kinds
