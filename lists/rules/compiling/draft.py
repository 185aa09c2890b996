"""A catalogue in the making: what is compiled of a document before the sections that name it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from ..catalogue import Entry, OptionGroup
from .entries import read_entries
from .formulas import Formulas
from .groups import read_groups
from .plain import Plain
from .sections import Sections
from .terms import Terms, read_terms


@dataclass(frozen=True, slots=True)
class Draft:
    """Terms, groups and entries; army lists, rules and what is shown name these."""

    sections: Sections
    terms: Terms
    formulas: Formulas
    groups: Mapping[str, OptionGroup]
    entries: Mapping[str, Entry]

    def check_entries(self, keys: Iterable[str]) -> None:
        """Raise InvalidCatalogue where one of the keys is no entry's."""
        for key in keys:
            if key not in self.entries:
                self.sections.fail(
                    f"There is no entry {key!r}.", "Correct the key or add the entry."
                )

    def check_options(self, group: str, options: Iterable[str]) -> None:
        """Raise InvalidCatalogue where the group or one of its options is not there."""
        if group not in self.groups:
            known = ", ".join(self.groups)
            self.sections.fail(f"There is no group {group!r}.", f"Use one of {known}.")
        self.check_entries(options)


def begin_draft(document: Plain) -> Draft:
    """Compile what the other sections name; raise InvalidCatalogue."""
    sections = Sections(document)
    terms = read_terms(sections)
    formulas = Formulas(sections, terms)
    groups = read_groups(sections, formulas)
    entries = read_entries(sections, terms, formulas, groups)
    return Draft(sections, terms, formulas, groups.shared, entries)
