"""Words out of a catalogue, numbers, and the messages that data brings along."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import lru_cache
from typing import Any
from urllib.parse import quote_plus

from django.utils.translation import gettext as _

from lists.rules.catalogue import Brought, Catalogue, Words
from lists.rules.formula import Number
from lists.rules.roster import Node

PLACEHOLDER = re.compile(r"\{(?P<name>[a-z_]+)(?:\|(?P<one>[^|{}]*)\|(?P<many>[^|{}]*))?\}")


def choose_words(words: Words, language: str) -> str:
    """The text in a language, else in English, else in whatever there is."""
    return words.get(language) or words.get("en") or next(iter(words.values()), "")


def write_number(number: Number | None) -> str:
    """A whole number as it is, a fraction as "7/2" behind its whole part: "3 1/2"."""
    if number is None:
        return "–"
    if isinstance(number, int):
        return str(int(number)) if number >= 0 else f"−{-number}"
    whole, rest = divmod(abs(Fraction(number)), 1)
    sign = "−" if number < 0 else ""
    if not rest:
        return f"{sign}{whole}"
    return f"{sign}{whole} {rest}" if whole else f"{sign}{rest}"


def write_difference(number: Number) -> str:
    """A number with its sign: "+5", "−3"."""
    return write_number(number) if number < 0 else f"+{write_number(number)}"


def fill_message(message: str, parameters: Mapping[str, Any]) -> str:
    """A message of the data with its placeholders filled in.

    `{n}` is a parameter; `{n|figure|figures}` is the number with the fitting one of two words.
    Nothing else is looked at, so that data cannot reach into objects. An unknown name stays as it
    stands.
    """

    def fill(match: re.Match[str]) -> str:
        name = match["name"]
        if name not in parameters:
            return match[0]
        value = parameters[name]
        text = value if isinstance(value, str) else write_number(value)
        if match["one"] is None:
            return text
        return f"{text} {match['one'] if value == 1 else match['many']}"

    return PLACEHOLDER.sub(fill, message)


def join_words(words: Iterable[str]) -> str:
    """Words as an enumeration: "a, b or c"."""
    every = list(words)
    if len(every) < 2:
        return "".join(every)
    return _("%(first)s or %(last)s") % {"first": ", ".join(every[:-1]), "last": every[-1]}


def enumerate_words(words: Iterable[str]) -> str:
    """Words one after another: "a, b and c"."""
    every = list(words)
    if len(every) < 2:
        return "".join(every)
    return _("%(first)s and %(last)s") % {"first": ", ".join(every[:-1]), "last": every[-1]}


def write_act(operation: str, node: str = "", **values: str | int) -> str:
    """An intent as one field of a form holds it: `operation=count&node=n3&step=1`."""
    text = f"operation={operation}&node={node}" if node else f"operation={operation}"
    for name, value in values.items():
        text += f"&{name}={value if isinstance(value, int) else _quote(value)}"
    return text


@lru_cache(maxsize=4096)
def _quote(text: str) -> str:
    return quote_plus(text)


class Names:
    """What keys are called in one language; unknown keys are called by themselves."""

    def __init__(self, catalogue: Catalogue, language: str) -> None:
        self.catalogue = catalogue
        self.language = language

    def of(self, node: Node) -> Names:
        """The names by which a node goes that may be kept by an older edition."""
        source = self.catalogue.find_source(node)
        return self if source is self.catalogue else Names(source, self.language)

    def choose(self, words: Words) -> str:
        """Words in this language."""
        return choose_words(words, self.language)

    def entry(self, key: str, count: Number = 1) -> str:
        """An entry's name, in the plural for any number but one."""
        entry = self.catalogue.entries.get(key)
        if entry is None:
            return key
        return self.choose(entry.name if count == 1 else entry.plural)

    def fielded(self, key: str) -> str:
        """An entry's name, with its nation where only one may field it."""
        nation = self.catalogue.nations.get(self.catalogue.find_nation(key))
        name = self.entry(key)
        return f"{name} · {self.choose(nation)}" if nation else name

    def short(self, key: str) -> str:
        """An entry's short name, as crowded lines show it."""
        entry = self.catalogue.entries.get(key)
        return self.choose(entry.short) if entry else key

    def brought(self, brought: Brought) -> str:
        """What comes along unchosen, in short: "2 MMG (hull)"."""
        words = self.short(brought.entry)
        words = words if brought.count == 1 else f"{brought.count} {words}"
        where = self.choose(brought.name)
        return f"{words} ({where})" if where else words

    def entries(self, keys: Iterable[str], count: Number = 1) -> str:
        """Several entries' names as an enumeration."""
        return join_words(self.entry(key, count) for key in keys)

    def row(self, army_list: str, key: str, count: Number = 1) -> str:
        """What a row of an army list prints: its own name, else those of its entries."""
        row = self.catalogue.find_row(army_list, key)
        if row is None:
            return key
        return self.choose(row.name) or self.entries(row.entries, count)

    def source(self, key: str) -> str:
        """What numbers without a page are from."""
        citation = self.catalogue.citations.get(key)
        return self.choose(citation.name) if citation else ""

    def group(self, key: str) -> str:
        """An option group's name."""
        group = self.catalogue.groups.get(key)
        return self.choose(group.name) if group else key

    def number(self, key: str, count: int) -> str:
        """The number of a group that is one: "8 men" where it counts something, else "Level 3"."""
        group = self.catalogue.groups.get(key)
        if group is None or not group.one:
            return f"{self.group(key)} {count}"
        if count == 1:
            return f"1 {self.choose(group.one)}"
        name = self.choose(group.name)
        return f"{count} {name[:1].lower()}{name[1:]}"

    def army_list(self, key: str) -> str:
        """An army list's name."""
        army_list = self.catalogue.army_lists.get(key)
        return self.choose(army_list.name) if army_list else key

    def fielded_list(self, key: str) -> str:
        """An army list's name, with its nation where others field one that is called the same."""
        name, nation = self.army_list(key), self.nation_of(key)
        others = (each for each in self.catalogue.army_lists if self.nation_of(each) != nation)
        is_shared = any(self.army_list(each) == name for each in others)
        return f"{name} · {nation}" if nation and is_shared else name

    def nation_of(self, army_list: str) -> str:
        """The nation that fields an army list; empty where the edition has no such list."""
        found = self.catalogue.army_lists.get(army_list)
        return self.choose(self.catalogue.nations[found.nation]) if found else ""

    def points(self, number: Number) -> str:
        """A number with the unit that the limit counts: "27 points"."""
        currency = self.catalogue.currencies[0]
        return (
            f"{write_number(number)} {self.choose(currency.one if number == 1 else currency.name)}"
        )
