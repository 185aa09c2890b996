"""What a player can still choose, in words: options of a line, offers to a unit, readings."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.translation import override

from lists.rules.catalogue import Catalogue, Entry, OptionGroup, Take
from lists.rules.offers import ADDITIONS, ELSE, EXTRAS, ROWS, Offer
from lists.rules.roster import NOTHING, Choice, Node, Options, Roster
from lists.rules.weighing import Weight

from .words import Names, write_difference, write_number

SECTIONS = (ROWS, ADDITIONS, EXTRAS, ELSE)


@dataclass(frozen=True, slots=True)
class ShownChoice:
    """An option of a group: whether it is taken, how often, and what it costs."""

    key: str
    name: str
    points: str
    is_taken: bool
    count: int
    at_most: int | None
    text: str
    remark: str
    groups: tuple[ShownGroup, ...] = ()


@dataclass(frozen=True, slots=True)
class ShownGroup:
    """An option group of an opened line, ready for its form."""

    key: str
    path: str  # "crew" or "crew.own-men.troop-class": from the node to a nested group
    name: str
    take: str
    choices: tuple[ShownChoice, ...]
    number: int = 0
    smallest: int = 0
    largest: int = 0
    is_required: bool = False
    is_inherited: bool = False  # nothing is chosen here; the unit's choice holds
    inherited: str = ""  # the name of what the unit has chosen


@dataclass(frozen=True, slots=True)
class ShownOffer:
    """Something that can be added to a unit."""

    entry: str
    name: str
    kind: str
    options: str  # what it comes with: "LMG"
    given: Options
    price: str
    fits: bool
    is_full: bool
    taken: int
    most: int
    text: str
    words: str  # for search: names and aliases in lower case


@dataclass(frozen=True, slots=True)
class ShownSection:
    """The offers of one section: rows, additions, extras, else."""

    key: str
    offers: tuple[ShownOffer, ...]


@dataclass(frozen=True, slots=True)
class ShownReadingValue:
    """One value of a reading and what choosing it would do to the total."""

    key: str
    name: str
    page: int | None
    is_chosen: bool
    difference: str
    allowed: str


@dataclass(frozen=True, slots=True)
class ShownReadingChoice:
    """A reading with all its values."""

    key: str
    name: str
    text: str
    page: int | None
    moves: bool
    values: tuple[ShownReadingValue, ...]


def show_groups(
    catalogue: Catalogue, roster: Roster, node: Node, language: str
) -> tuple[ShownGroup, ...]:
    """The option groups of a node with what is taken in them."""
    entry = catalogue.entries.get(node.entry)
    if entry is None:
        return ()
    with override(language):
        names = Names(catalogue, language)
        return tuple(_show_groups(names, roster, node, entry, node.options, ""))


def _show_groups(
    names: Names, roster: Roster, node: Node, entry: Entry, options: Options, path: str
) -> Iterator[ShownGroup]:
    for group in entry.groups.values():
        own = options.get(group.key)
        inherited = find_inherited(names.catalogue, roster, node, group) if group.inherits else None
        taken = own if own is not None else () if inherited else group.default
        here = f"{path}{group.key}"
        choices = (
            _show_choice(names, roster, node, group, key, taken, here) for key in group.options
        )
        yield ShownGroup(
            key=group.key,
            path=here,
            name=names.choose(group.name),
            take=str(group.take),
            choices=tuple(choices),
            number=taken[0].count if taken and group.take is Take.NUMBER else 0,
            smallest=group.smallest,
            largest=group.largest,
            is_required=group.required,
            is_inherited=own is None and inherited is not None,
            inherited=names.entry(inherited) if inherited else "",
        )


def _show_choice(
    names: Names,
    roster: Roster,
    node: Node,
    group: OptionGroup,
    key: str,
    taken: tuple[Choice, ...],
    path: str,
) -> ShownChoice:
    entry = names.catalogue.entries[key]
    option = group.options[key]
    chosen = next((choice for choice in taken if choice.option == key), None)
    points = entry.points if option.points is None else option.points
    nested = (
        _show_groups(names, roster, node, entry, chosen.options, f"{path}.{key}.") if chosen else ()
    )
    return ShownChoice(
        key,
        names.entry(key),
        write_number(points),
        chosen is not None,
        chosen.count if chosen else 0,
        option.at_most,
        names.choose(entry.text),
        names.choose(entry.remark),
        tuple(nested),
    )


def find_inherited(
    catalogue: Catalogue, roster: Roster, node: Node, group: OptionGroup
) -> str | None:
    """What the nearest node above has chosen in a group that is inherited."""
    parent = roster.find_parent(node.id)
    while parent is not None:
        own = parent.options.get(group.key)
        entry = catalogue.entries.get(parent.entry)
        above = entry.groups.get(group.key) if entry else None
        taken = own if own is not None else above.default if above else ()
        if taken:
            return taken[0].option
        parent = roster.find_parent(parent.id)
    return None


def show_offers(
    catalogue: Catalogue, offers: tuple[Offer, ...], left: float, language: str
) -> tuple[ShownSection, ...]:
    """The offers to a unit by section; `left` is what may still be spent, tolerance included."""
    with override(language):
        names = Names(catalogue, language)
        return tuple(
            ShownSection(
                section,
                tuple(_show_offer(names, each, left) for each in offers if each.section == section),
            )
            for section in SECTIONS
        )


def _show_offer(names: Names, offer: Offer, left: float) -> ShownOffer:
    entry = names.catalogue.entries[offer.entry]
    given = offer.options or NOTHING
    options = ", ".join(names.short(c.option) for taken in given.values() for c in taken)
    words = " ".join([*entry.name.values(), *entry.plural.values(), *entry.aliases, options])
    return ShownOffer(
        entry=offer.entry,
        name=names.entry(offer.entry),
        kind=entry.kind,
        options=options,
        given=given,
        price=write_number(offer.price),
        fits=offer.price <= left,
        is_full=offer.is_full,
        taken=offer.taken,
        most=offer.most,
        text=names.choose(entry.text),
        words=words.lower(),
    )


def show_readings(
    catalogue: Catalogue, roster: Roster, weights: tuple[Weight, ...], language: str
) -> tuple[ShownReadingChoice, ...]:
    """All readings with what each value would change; those that move the total come first."""
    names = Names(catalogue, language)
    by_value = {(weight.reading, weight.value): weight for weight in weights}
    shown = []
    for reading in catalogue.readings.values():
        chosen = roster.readings.get(reading.key, reading.default)
        values = []
        for value in reading.values:
            weight = by_value.get((reading.key, value.key))
            values.append(
                ShownReadingValue(
                    value.key,
                    names.choose(value.name),
                    value.page,
                    value.key == chosen,
                    write_difference(weight.total) if weight and weight.total else "",
                    write_difference(weight.allowed) if weight and weight.allowed else "",
                )
            )
        moves = any(w.moves for w in weights if w.reading == reading.key)
        shown.append(
            ShownReadingChoice(
                reading.key,
                names.choose(reading.name),
                names.choose(reading.text),
                reading.page,
                moves,
                tuple(values),
            )
        )
    return tuple(sorted(shown, key=lambda reading: not reading.moves))
