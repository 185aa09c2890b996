"""No template says anything that cannot be translated."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

import pytest
from django.template.base import Lexer, TokenType

TEMPLATES = Path(__file__).parents[1] / "templates"
ALL = sorted(path.relative_to(TEMPLATES).as_posix() for path in TEMPLATES.rglob("*.html"))
SPOKEN = {"alt", "aria-label", "aria-description", "placeholder", "title"}
KEPT_APART = {"blocktranslate", "blocktrans", "comment"}
LETTERS = re.compile(r"[^\W\d_]{2,}")


class Words(HTMLParser):
    """Finds what a page says: its texts, and the attributes that are read out."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=False)
        self.found: list[str] = []

    def handle_data(self, data: str) -> None:
        self.found.extend(LETTERS.findall(data))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if name in SPOKEN and tag != "link":
                self.found.extend(LETTERS.findall(value or ""))


def write_bare(source: str) -> Iterator[str]:
    """A template without its tags, variables, comments and what it translates."""
    is_apart = False
    for token in Lexer(source).tokenize():
        name = token.contents.partition(" ")[0]
        if token.token_type == TokenType.BLOCK and name.removeprefix("end") in KEPT_APART:
            is_apart = not name.startswith("end")
        elif token.token_type == TokenType.TEXT and not is_apart:
            yield token.contents


def find_bare_words(source: str) -> list[str]:
    """The words that a template says in one language alone."""
    words = Words()
    words.feed("".join(write_bare(source)))
    words.close()
    return words.found


@pytest.mark.parametrize("template", ALL)
def test_template_says_nothing_untranslated(template: str) -> None:
    assert find_bare_words((TEMPLATES / template).read_text()) == []


@pytest.mark.parametrize(
    ("source", "words"),
    [
        ("<p>{% translate 'Add' %} {{ name }}.</p>", []),
        ("<p>{% blocktranslate %}Add {{ name }}{% endblocktranslate %}</p>", []),
        ("<p>{% if it %}Add{% endif %}</p>", ["Add"]),
        ('<a class="button" aria-label="Add it">+</a>', ["Add", "it"]),
        ('<a class="button" aria-label="{% translate \'Add it\' %}">+</a>', []),
    ],
)
def test_bare_words_are_found(source: str, words: list[str]) -> None:
    assert find_bare_words(source) == words
