"""Speed of the sheet as PDF, against WeasyPrint alone; by the clock, since a child prints."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from statistics import median
from time import perf_counter

from weasyprint import HTML

from lists.building.catalogues import find_catalogue, find_latest_edition
from lists.building.rosters import create_roster, evaluate_roster
from lists.models import NOBODY, Roster
from lists.printing.cache import print_pdf
from lists.printing.child import OwnFilesOnly
from lists.printing.renderer import render_pdf
from lists.printing.sheet import build_sheet, render_sheet
from lists.rules.beginnings import build_default_roster
from tests.benchmarks.clock import Row

HELLO = '<!doctype html><html lang="en"><title>Hello</title><p>Hello, world.</p></html>'
ROUNDS = 15


def bench_prints() -> Iterator[Row]:
    """A one-page sheet by a warm child against bare WeasyPrint, and out of the cache."""
    html = render_sheet(build_sheet(evaluate_roster(store_marines()), "en"))
    warm, bare, hello, own_hello = measure_in_turn(
        lambda: render_pdf(html),
        lambda: print_bare(html),
        lambda: print_bare(HELLO),
        lambda: render_pdf(HELLO),
    )
    print_pdf(html)
    (kept,) = measure_in_turn(lambda: print_pdf(html))
    yield Row("sheet of one page, against bare WeasyPrint on its HTML", warm, "ms", 1.1, bare)
    yield Row("  against a hello page of bare WeasyPrint", warm, "ms", 25, hello)
    yield Row("  against a hello page of the warm child", warm, "ms", None, own_hello)
    yield Row("the same sheet again, out of the cache", kept, "ms", 5)


def store_marines() -> Roster:
    """A saved roster of US Marines as a player starts from it, which takes one page."""
    edition = find_latest_edition("breaking-news")
    assert edition is not None
    catalogue = find_catalogue(edition)
    marines = build_default_roster(catalogue, catalogue.army_lists["us-marines"])
    return create_roster(NOBODY, marines, edition)


def print_bare(html: str) -> None:
    """WeasyPrint as its documentation calls it; it has to find our style sheets, no more."""
    HTML(string=html, url_fetcher=OwnFilesOnly()).write_pdf()


def measure_in_turn(*works: Callable[[], object]) -> list[float]:
    """The median milliseconds of each, one after the other, so that all see the same machine."""
    taken: list[list[float]] = [[] for _ in works]
    for turn in range(ROUNDS + 1):
        for times, work in zip(taken, works, strict=True):
            start = perf_counter()
            work()
            if turn:  # the first turn warms up
                times.append((perf_counter() - start) * 1000)
    return [median(times) for times in taken]
