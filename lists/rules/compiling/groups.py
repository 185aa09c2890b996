"""Option groups: what entries may be given."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ..catalogue import Option, OptionGroup, Severity, Take, as_number
from ..roster import NOTHING
from .formulas import Formulas
from .plain import Plain, read_choices, read_span
from .sections import Sections


@dataclass(frozen=True, slots=True)
class Groups:
    """The groups of a document, as they are declared and as an entry makes them its own."""

    sections: Sections
    formulas: Formulas
    shared: Mapping[str, OptionGroup]

    def of_entry(self, plain: str | Plain) -> OptionGroup:
        """A group as an entry names it, with what the entry says of it in place of the shared."""
        key = plain if isinstance(plain, str) else plain["group"]
        if key not in self.shared:
            known = ", ".join(self.shared)
            self.sections.fail(f"There is no group {key!r}.", f"Use one of {known}.")
        if isinstance(plain, str):
            return self.shared[key]
        shared = next(p for p in self.sections.document["groups"] if p["key"] == key)
        own = {name: value for name, value in plain.items() if name != "group"}
        return _read_group({**shared, **own}, self.formulas)


def read_groups(sections: Sections, formulas: Formulas) -> Groups:
    """The groups that a document declares."""
    shared = {p["key"]: _read_group(p, formulas) for p in sections.items("groups")}
    return Groups(sections, formulas, shared)


def _read_group(plain: Plain, formulas: Formulas) -> OptionGroup:
    take = Take(plain["take"])
    smallest, largest = read_span(plain.get("number", 0))
    default = plain.get("default")
    own_choice = plain.get("own_choice")
    if take is Take.NUMBER and default is None:
        default = smallest
    return OptionGroup(
        key=plain["key"],
        name=plain["name"],
        take=take,
        options={option.key: option for option in map(_read_option, plain.get("options", ()))},
        default=() if default is None else tuple(read_choices(plain["key"], default)),
        required=bool(plain.get("required")),
        inherits=bool(plain.get("inherits")),
        listed=bool(plain.get("listed")),
        shift=plain.get("shift", 0),
        own_choice=Severity(own_choice) if own_choice else None,
        at_least=formulas.optional(plain.get("at_least")),
        at_most=formulas.optional(plain.get("at_most")),
        smallest=smallest,
        largest=largest,
        page=plain.get("page"),
        one=plain.get("one", NOTHING),
    )


def _read_option(plain: str | Plain) -> Option:
    if isinstance(plain, str):
        return Option(plain)
    points = plain.get("points")
    return Option(
        plain["option"], None if points is None else as_number(points), plain.get("at_most")
    )
