"""What a player can still choose, in words: options of a line, offers to a unit, readings.

Each choice brings its `act`: the intent that takes it, written as a form's fields.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Set
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import override

from lists.rules.catalogue import Catalogue, Entry, OptionGroup, Role, Take
from lists.rules.formula import Number
from lists.rules.listing import find_printed
from lists.rules.offers import ADDITIONS, ELSE, EXTRAS, OWN, ROWS, Offer
from lists.rules.places import Board, Place
from lists.rules.roster import NOTHING, Choice, Node, Roster
from lists.rules.weighing import Weight

from .tables import describe
from .words import Names, write_act, write_difference, write_number

SECTIONS = (ROWS, ADDITIONS, OWN, EXTRAS, ELSE)


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
    about: str  # its statistics and what it does, for whoever has not chosen yet
    remark: str
    is_printed: bool  # the army list prints it, or says nothing of its group
    act: str  # takes it; of one that is taken and may go, leaves it
    less: str = ""  # where it is counted: one fewer, one more
    more: str = ""
    groups: tuple[ShownGroup, ...] = ()


@dataclass(frozen=True, slots=True)
class ShownGroup:
    """An option group of an opened line, ready for its form."""

    key: str
    path: str  # "crew" or "crew/crew/troop-class": from the node to a nested group
    name: str
    take: str
    choices: tuple[ShownChoice, ...]
    number: int = 0
    smallest: int = 0
    largest: int = 0
    page: int | None = None
    is_required: bool = False
    is_counted: bool = False  # of each option there may be several
    is_inherited: bool = False  # nothing is chosen here; the unit's choice holds
    inherited: str = ""  # the name of what the unit has chosen
    clear: str = ""  # goes back to what is inherited
    less: str = ""  # of a group that is a number
    more: str = ""
    up: str = ""  # the act and the name of the next class on the ladder, if any
    up_name: str = ""
    down: str = ""
    down_name: str = ""

    @property
    def has_unlisted(self) -> bool:
        """Whether some of its options stand outside the army list."""
        return any(not choice.is_printed for choice in self.choices)

    @property
    def described(self) -> tuple[ShownChoice, ...]:
        """The choices that there is something to be known of."""
        return tuple(choice for choice in self.choices if choice.about)

    @property
    def taken(self) -> tuple[ShownChoice, ...]:
        """What is chosen here."""
        return tuple(choice for choice in self.choices if choice.is_taken)


@dataclass(frozen=True, slots=True)
class ShownOffer:
    """Something that can be added to a unit."""

    entry: str
    name: str
    label: str  # with what it comes with: "Gunner LMG"
    kind: str
    kind_name: str
    options: str  # what it comes with: "LMG"
    price: str
    fits: bool
    is_full: bool
    taken: int
    most: int
    text: str
    page: int | None
    words: str  # for search: names and aliases in lower case
    act: str
    row: str = ""  # the row of the list that prints it

    @property
    def anchor(self) -> str:
        """What tells it apart on a page: a pool prints several entries, and an entry has rows."""
        return f"{self.row}-{self.entry}" if self.row else self.entry

    @property
    def tally(self) -> str:
        """How many are there, of how many that the list prints."""
        return f"{self.taken}/{self.most}" if self.most else f"{self.taken}" if self.taken else ""

    @property
    def about(self) -> str:
        """What the switch to its text says."""
        return _("What %(name)s does") % {"name": self.label}


@dataclass(frozen=True, slots=True)
class ShownSection:
    """The offers of one section: rows, additions, extras, else, or one row that has a name."""

    key: str
    offers: tuple[ShownOffer, ...]
    name: str = ""
    tally: str = ""  # of a row: how many are there, of how many
    folded: int = 0  # how many offers a long row has, folded or not
    link: str = ""  # folds it, or unfolds it


@dataclass(frozen=True, slots=True)
class ShownReadingValue:
    """One value of a reading and what choosing it would do to the total."""

    key: str
    name: str
    page: int | None
    is_chosen: bool
    difference: str
    allowed: str
    act: str


@dataclass(frozen=True, slots=True)
class ShownReadingChoice:
    """A reading with all its values."""

    key: str
    name: str
    text: str
    page: int | None
    moves: bool
    values: tuple[ShownReadingValue, ...]

    @property
    def moves_total(self) -> bool:
        """Whether it moves the total, and not only what is accepted."""
        return any(value.difference for value in self.values)


def show_groups(
    catalogue: Catalogue, roster: Roster, node: Node, language: str
) -> tuple[ShownGroup, ...]:
    """The option groups of a node with what is taken in them."""
    entry = catalogue.find_entry(node)
    if entry is None:
        return ()
    with override(language):
        printed = find_printed(catalogue, roster, node.id)
        shelf = _Shelf(Names(catalogue, language), roster, node, printed)
        board = Board(catalogue, roster)
        place = next(place for place in board.places if place.node is node)
        return tuple(shelf.groups(place, ""))


@dataclass(frozen=True, slots=True)
class _Shelf:
    """Shows the groups of one node, those of what it was given included."""

    names: Names
    roster: Roster
    node: Node
    printed: Mapping[str, Set[str]]

    @property
    def is_unit(self) -> bool:
        entry = self.names.catalogue.find_entry(self.node)
        return entry is not None and entry.role is Role.UNIT

    def groups(self, place: Place, within: str) -> Iterator[ShownGroup]:
        for group in place.groups.values():
            yield self.group(group, place, within)

    def act(self, operation: str, group: OptionGroup, within: str, **values: str | int) -> str:
        if within:
            values["within"] = within
        return write_act(operation, self.node.id, group=group.key, **values)

    def group(self, group: OptionGroup, place: Place, within: str) -> ShownGroup:
        names, node = self.names, self.node
        own = place.options.get(group.key)
        inherited = None
        if group.inherits:
            inherited = find_inherited(names.catalogue, self.roster, node, group)
        taken = own if own is not None else () if inherited else group.default
        number = taken[0].count if taken and group.take is Take.NUMBER else 0
        is_counted = group.take is Take.SOME and not _is_switch(group)
        here = f"{within}/{group.key}" if within else group.key
        up, down = (
            self.step(group, taken[0].option if taken else inherited or "", direction)
            if group.shift and not within and self.is_unit
            else ("", "")
            for direction in (1, -1)
        )
        return ShownGroup(
            key=group.key,
            path=here,
            name=names.choose(group.name),
            take=str(group.take),
            choices=tuple(
                self.choice(group, key, taken, place, within, is_counted) for key in group.options
            ),
            number=number,
            smallest=group.smallest,
            largest=group.largest,
            page=group.page,
            is_required=group.required,
            is_counted=is_counted,
            is_inherited=own is None and inherited is not None,
            inherited=names.entry(inherited) if inherited else "",
            clear=self.act("clear", group, within) if inherited else "",
            less=self.act("choose", group, within, step=-1) if number > group.smallest else "",
            more=self.act("choose", group, within, step=1) if number < group.largest else "",
            up=up[0] if up else "",
            up_name=up[1] if up else "",
            down=down[0] if down else "",
            down_name=down[1] if down else "",
        )

    def step(self, group: OptionGroup, taken: str, direction: int) -> tuple[str, str]:
        """The act and the name of the next option on a ladder; nothing at its end."""
        entries = self.names.catalogue.entries
        now = entries.get(taken)
        if now is None or not now.ladder:
            return "", ""
        steps = [
            entry
            for entry in map(entries.__getitem__, group.options)
            if entry.ladder == now.ladder and (entry.rank - now.rank) * direction > 0
        ]
        if not steps:
            return "", ""
        following = min(steps, key=lambda entry: abs(entry.rank - now.rank))
        to = "up" if direction > 0 else "down"
        act = write_act("shift", self.node.id, group=group.key, to=to)
        return act, self.names.entry(following.key)

    def choice(
        self,
        group: OptionGroup,
        key: str,
        taken: tuple[Choice, ...],
        place: Place,
        within: str,
        is_counted: bool,
    ) -> ShownChoice:
        names = self.names
        entry = names.catalogue.entries[key]
        option = group.options[key]
        chosen = next((choice for choice in taken if choice.option == key), None)
        points = place.option_value(group.key, chosen or Choice(key), place.board.currency)
        count = chosen.count if chosen else 0
        is_full = option.at_most is not None and count >= option.at_most
        nested: tuple[ShownGroup, ...] = ()
        if chosen and entry.groups:
            inside = f"{within}/{group.key}/{key}" if within else f"{group.key}/{key}"
            inner = Place(place.board, None, entry, place, chosen.options)
            nested = tuple(self.groups(inner, inside))
        return ShownChoice(
            key=key,
            name=names.entry(key),
            points=write_number(points),
            is_taken=chosen is not None,
            count=count,
            at_most=option.at_most,
            text=names.choose(entry.text),
            about=_describe(names, entry),
            remark=names.choose(entry.remark),
            is_printed=bool(within) or key in self.printed.get(group.key, {key}),
            act=self.take(group, key, within, chosen),
            less=self.act("choose", group, within, option=key, step=-1) if count else "",
            more="" if is_full else self.act("choose", group, within, option=key, step=1),
            groups=nested,
        )

    def take(self, group: OptionGroup, key: str, within: str, chosen: Choice | None) -> str:
        """The act that takes an option, or leaves one that is taken where that may be."""
        if chosen is None:
            return self.act("choose", group, within, option=key)
        if group.take is Take.SOME:
            return self.act("choose", group, within, option=key, count=0)
        if group.required:
            return self.act("choose", group, within, option=key)
        return self.act("choose", group, within, option="")


def _describe(names: Names, entry: Entry) -> str:
    """What an option is, what it comes with included."""
    brought = _("with %(things)s") % {"things": ", ".join(map(names.brought, entry.brings))}
    named = names.choose(entry.name) == ", ".join(map(names.brought, entry.brings))
    about = describe(names, entry)
    return " · ".join(filter(None, (brought if entry.brings and not named else "", about)))


def _is_switch(group: OptionGroup) -> bool:
    """Whether options of a group are on or off: at most one of each, or of all."""
    if group.at_most is not None and group.at_most.text == "1":
        return True
    return bool(group.options) and all(o.at_most == 1 for o in group.options.values())


def find_inherited(
    catalogue: Catalogue, roster: Roster, node: Node, group: OptionGroup
) -> str | None:
    """What the nearest node above has chosen in a group that is inherited."""
    parent = roster.find_parent(node.id)
    while parent is not None:
        own = parent.options.get(group.key)
        entry = catalogue.find_entry(parent)
        above = entry.groups.get(group.key) if entry else None
        taken = own if own is not None else above.default if above else ()
        if taken:
            return taken[0].option
        parent = roster.find_parent(parent.id)
    return None


def show_offers(
    catalogue: Catalogue, offers: tuple[Offer, ...], left: Number, language: str
) -> tuple[ShownSection, ...]:
    """The offers to a unit by section; `left` is what may still be spent, tolerance included."""
    with override(language):
        names = Names(catalogue, language)
        kinds = list(catalogue.kinds)
        shown: dict[str, list[ShownOffer]] = {section: [] for section in SECTIONS}
        for offer in offers:
            shown[offer.section].append(_show_offer(names, offer, left))
        shown[ELSE].sort(key=lambda offer: kinds.index(offer.kind))
        return tuple(ShownSection(key, tuple(each)) for key, each in shown.items())


def _show_offer(names: Names, offer: Offer, left: Number) -> ShownOffer:
    entry = names.catalogue.entries[offer.entry]
    given = offer.options or NOTHING
    options = ", ".join(names.short(c.option) for taken in given.values() for c in taken)
    name = names.entry(offer.entry, offer.count)
    if offer.count > 1:
        name = f"{offer.count} {name}"
    price = offer.price * offer.count
    words = (*entry.name.values(), *entry.plural.values(), *entry.aliases, options)
    row = {"row": offer.row} if offer.row else {}
    if offer.option:
        row["option"] = offer.option
    return ShownOffer(
        entry=offer.entry,
        name=name,
        label=" ".join(filter(None, (name, options))),
        kind=entry.kind,
        kind_name=names.choose(names.catalogue.kinds[entry.kind].name),
        options=options,
        price=write_number(price),
        fits=price <= left,
        is_full=offer.is_full,
        taken=offer.taken,
        most=offer.most,
        text=names.choose(entry.text),
        page=entry.page,
        words=" ".join(words).casefold(),
        act=write_act("take", entry=offer.entry, **row),
        row=offer.row,
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
                    write_act("reading", reading=reading.key, value=value.key),
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
