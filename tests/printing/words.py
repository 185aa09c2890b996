"""Words that a laid-out page breaks in the middle, and does not hyphenate."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any

from weasyprint import HTML

from lists.printing.child import OwnFilesOnly

HYPHEN, BREAK = "\u2010", "\u200b"


def lay_out_pages(html: str) -> list[Any]:
    return list(HTML(string=html, url_fetcher=OwnFilesOnly()).render().pages)


def find_broken_words(pages: Iterable[Any]) -> set[str]:
    """Parts of words that stand in lines of their own, but for those behind a hyphen."""
    broken: set[str] = set()
    is_rest = False
    for box in _find_texts(pages):
        whole = {*_split(" ".join(box.element.itertext()))}
        words = _split(box.text)
        if words:
            broken |= {
                f"{word} in {box.text!r}"
                for word in words[is_rest:]
                if word not in whole and not word.endswith(HYPHEN)
            }
            is_rest = words[-1].endswith(HYPHEN)
    return broken


def _split(text: str) -> list[str]:
    """Its words, and the parts of those that have hyphens or slashes of their own."""
    return re.sub(r"([-/])", r"\1 ", text.replace(BREAK, " ")).upper().split()


def _find_texts(pages: Iterable[Any]) -> Iterator[Any]:
    for page in pages:
        for box in page._page_box.descendants():
            is_ours = box.element is not None and "::" not in box.element_tag
            if getattr(box, "text", "") and is_ours:
                yield box
