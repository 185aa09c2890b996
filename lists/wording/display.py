"""An evaluated roster as plain values in one language: what page, print and text all show.

Templates only place these values: every number is worked out and every sentence worded here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, override

from lists.building.rosters import find_verdict
from lists.rules.catalogue import (
    Brought,
    Catalogue,
    Derived,
    Entry,
    OptionGroup,
    Role,
    Severity,
    Take,
)
from lists.rules.evaluation import Evaluation, Problem
from lists.rules.formula import Number
from lists.rules.roster import Choice, Node, Roster

from .holes import NODE
from .problems import name_node, number_unit, word_fix, word_problem
from .receipts import join_parts
from .words import Names, write_act, write_number

LEGAL = "legal"


@dataclass(frozen=True, slots=True)
class ShownProblem:
    """A problem in words, with the line it points at and the words of its fix."""

    code: str
    severity: str
    node: str
    subject: str
    place: str
    sentence: str
    page: int | None
    fix: str

    @property
    def act(self) -> str:
        """The intent that applies its fix; empty where it has none."""
        if not self.fix:
            return ""
        return write_act("fix", self.node, code=self.code, subject=self.subject)

    @property
    def anywhere(self) -> ShownProblem:
        """The same on any node: what is equal looks the same, but for the hole of its node."""
        return replace(self, node=NODE) if self.node else self

    @property
    def anchor(self) -> str:
        """What tells it apart on a page."""
        return slugify(f"{self.code}-{self.node}-{self.subject}")


@dataclass(frozen=True, slots=True)
class ShownValue:
    """A named value: initiative +7, figures 9."""

    key: str
    name: str
    value: str
    text: str = ""
    page: int | None = None


@dataclass(frozen=True, slots=True)
class ShownOption:
    """Something taken: its key, and in full and in short what and how many: "7 men", "Rifle"."""

    group: str
    key: str
    words: str
    short: str


@dataclass(frozen=True, slots=True)
class ShownBrought:
    """Something that comes along unchosen: "2 MMG (hull)"."""

    key: str
    words: str


@dataclass(frozen=True, slots=True)
class ShownRow:
    """What the row of a line shows, whichever line it is: equal rows look the same."""

    is_known: bool
    role: str
    count: int
    name: str
    entry_name: str
    is_named: bool
    equipment: str
    gravity: str
    mark: str  # the sentence of its worst problem
    subtotal: str
    receipt: str
    note: str
    is_parent: bool
    is_open: bool = False

    @property
    def fewer(self) -> str:
        """What the button says that takes one away."""
        if self.count == 1:
            return _("Remove %(name)s") % {"name": self.name}
        return _("One %(name)s fewer") % {"name": self.name}

    @property
    def more(self) -> str:
        """What the button says that adds one."""
        return _("One %(name)s more") % {"name": self.name}

    @property
    def why(self) -> str:
        """What the switch to its receipt says."""
        return _("%(points)s points. Why?") % {"points": self.subtotal}


@dataclass(frozen=True, slots=True)
class ShownNode:
    """One line or unit of a roster, ready to be placed."""

    id: str
    entry: str
    kind: str
    role: str
    name: str  # what its player calls it, else what the entry is called
    entry_name: str
    is_named: bool
    is_known: bool
    note: str
    count: int
    level: str  # of a unit: its class
    options: tuple[ShownOption, ...]
    each: str
    total: str  # of the line itself
    subtotal: str  # with all beneath
    receipt: str
    edition: str  # "edition 2.1": the older one that it is kept by, if any
    tallies: tuple[ShownValue, ...]
    derived: tuple[ShownValue, ...]
    problems: tuple[ShownProblem, ...]
    gravity: str  # of its worst problem, or "legal"
    text: str
    remark: str
    page: int | None
    source: str  # what its numbers are from, where they have no page
    starts_at: int  # the number of its first piece
    children: tuple[ShownNode, ...] = ()
    brings: tuple[ShownBrought, ...] = ()
    numbers: str = field(default="", compare=False)  # "2–4": which of the numbered pieces it is

    @property
    def equipment(self) -> str:
        """All that it was given, in short, and the edition that keeps it: "Leadership 3, AR"."""
        given = [option.short for option in self.options]
        return ", ".join([*given, self.edition] if self.edition else given)

    @property
    def comes_with(self) -> str:
        """What it has unchosen: "Heavy AT gun (turret), 2 MMG"."""
        return ", ".join(brought.words for brought in self.brings)

    @property
    def row(self) -> ShownRow:
        """What its row on the page shows."""
        return ShownRow(
            self.is_known,
            self.role,
            self.count,
            self.name,
            self.entry_name,
            self.is_named,
            self.equipment,
            self.gravity,
            self.problems[0].sentence if self.problems else "",
            self.subtotal,
            self.receipt,
            self.note,
            bool(self.children),
        )

    @property
    def opened_row(self) -> ShownRow:
        """The same while the line is open."""
        return replace(self.row, is_open=True)

    @property
    def illegal(self) -> tuple[ShownProblem, ...]:
        """What breaks a rule at this very node."""
        return _of_severity(self.problems, Severity.ILLEGAL)

    @property
    def lines(self) -> tuple[ShownNode, ...]:
        """Its children that are bought and are no extras."""
        return tuple(child for child in self.children if child.role == Role.SELECTION)

    @property
    def extras(self) -> tuple[ShownNode, ...]:
        """Its children that are extras."""
        return tuple(child for child in self.children if child.role == Role.EXTRA)

    @property
    def units(self) -> tuple[ShownNode, ...]:
        """Its children that group others."""
        return tuple(child for child in self.children if child.role == Role.UNIT)

    @property
    def strays(self) -> tuple[ShownNode, ...]:
        """Its children that no edition knows; they stay visible."""
        return tuple(child for child in self.children if child.role == Role.OPTION)


@dataclass(frozen=True, slots=True)
class ShownReading:
    """The value of a reading that a roster goes by."""

    key: str
    name: str
    value: str
    is_default: bool


@dataclass(frozen=True, slots=True)
class ShownRoster:
    """A whole roster, ready to be placed."""

    name: str
    system: str
    system_key: str
    edition: str
    edition_hash: str
    nation: str
    army_list: str
    army_list_key: str
    scenario: str
    opponent: str
    optional_rules: tuple[str, ...]
    readings: tuple[ShownReading, ...]
    total: str
    limit: str
    has_limit: bool
    left: str
    is_over: bool
    tolerance: str
    allowed: str
    points: str  # "148 points"
    balance: str  # "2 points left." or what it is over
    meter_value: int
    meter_most: int
    verdict: str  # legal, outside-guidance or illegal
    verdict_words: str
    nodes: tuple[ShownNode, ...]
    tallies: tuple[ShownValue, ...]
    derived: tuple[ShownValue, ...]
    problems: tuple[ShownProblem, ...]
    illegal: tuple[ShownProblem, ...] = field(default=())
    outside: tuple[ShownProblem, ...] = field(default=())
    notes: tuple[ShownProblem, ...] = field(default=())

    def walk(self) -> Iterator[ShownNode]:
        """All its nodes, parents first."""
        stack = list(reversed(self.nodes))
        while stack:
            node = stack.pop()
            yield node
            stack.extend(reversed(node.children))


def show_roster(
    catalogue: Catalogue, roster: Roster, evaluation: Evaluation, language: str
) -> ShownRoster:
    """Everything that a page or print shows of an evaluated roster, in one language."""
    with override(language):
        return _Display(catalogue, roster, evaluation, language).roster()


def word_verdict(verdict: str) -> str:
    """A verdict as a player reads it."""
    return {
        LEGAL: _("Legal"),
        "outside-guidance": _("Outside guidance"),
        "illegal": _("Not legal"),
        "note": _("Note"),
    }.get(verdict, verdict)


def word_balance(names: Names, evaluation: Evaluation) -> str:
    """What is left to spend, or by how much the limit is passed and whether that is accepted."""
    left = evaluation.left
    if not evaluation.limit:
        return _("No limit.")
    if left > 0:
        text = ngettext("%(points)s left.", "%(points)s left.", 1 if left == 1 else 2)
        return text % {"points": names.points(left)}
    if not left:
        return _("The limit is spent exactly.")
    over = {"points": names.points(-left), "allowed": evaluation.allowed}
    if evaluation.total <= evaluation.allowed:
        return _("%(points)s over the limit; up to %(allowed)s is accepted.") % over
    return _("%(points)s over the limit.") % over


class _Display:
    """Builds the values of one roster, numbering its pieces on the way."""

    def __init__(
        self, catalogue: Catalogue, roster: Roster, evaluation: Evaluation, language: str
    ) -> None:
        self.catalogue = catalogue
        self.shown = roster
        self.evaluation = evaluation
        self.language = language
        self.names = Names(catalogue, language)
        self.receipts = {receipt.node: receipt for receipt in evaluation.receipts}
        self.numbering = next((c.key for c in catalogue.currencies if c.numbers), "")
        self.next_number = 1
        self.every_problem = tuple(map(self.problem, evaluation.problems))
        self.problems: dict[str, list[ShownProblem]] = {}
        for problem in self.every_problem:
            self.problems.setdefault(problem.node, []).append(problem)

    def roster(self) -> ShownRoster:
        evaluation, catalogue, names = self.evaluation, self.catalogue, self.names
        army_list = catalogue.army_lists.get(self.shown.army_list)
        scenario = catalogue.scenarios.get(self.shown.scenario)
        problems = self.every_problem
        verdict = str(find_verdict(evaluation.problems))
        left = evaluation.left
        return ShownRoster(
            name=self.shown.name or names.army_list(self.shown.army_list),
            system=names.choose(catalogue.system_name),
            system_key=catalogue.system,
            edition=catalogue.edition,
            edition_hash=catalogue.hash,
            nation=names.choose(catalogue.nations.get(army_list.nation, {})) if army_list else "",
            army_list=names.army_list(self.shown.army_list),
            army_list_key=self.shown.army_list,
            scenario=names.choose(scenario.name) if scenario else "",
            opponent=self.shown.opponent,
            optional_rules=tuple(
                names.choose(rule.name)
                for rule in catalogue.optional_rules.values()
                if rule.key in self.shown.optional_rules
            ),
            readings=tuple(self.readings()),
            total=write_number(evaluation.total),
            limit=write_number(evaluation.limit),
            has_limit=evaluation.limit > 0,
            left=write_number(-left if left < 0 else left),
            is_over=left < 0,
            tolerance=write_number(evaluation.allowed - evaluation.limit),
            allowed=write_number(evaluation.allowed),
            points=names.points(evaluation.total),
            balance=word_balance(names, evaluation),
            meter_value=max(int(evaluation.total), 0),
            meter_most=max(evaluation.limit, 1),
            verdict=verdict,
            verdict_words=word_verdict(verdict),
            nodes=tuple(self.node(node) for node in self.shown.children),
            tallies=tuple(self.tallies("")),
            derived=tuple(self.derived("", "roster")),
            problems=problems,
            illegal=_of_severity(problems, Severity.ILLEGAL),
            outside=_of_severity(problems, Severity.OUTSIDE_GUIDANCE),
            notes=_of_severity(problems, Severity.NOTE),
        )

    def readings(self) -> Iterator[ShownReading]:
        for reading in self.catalogue.readings.values():
            chosen = self.shown.readings.get(reading.key, reading.default)
            value = next((v for v in reading.values if v.key == chosen), reading.values[0])
            yield ShownReading(
                reading.key,
                self.names.choose(reading.name),
                self.names.choose(value.name),
                value.key == reading.default,
            )

    def problem(self, problem: Problem) -> ShownProblem:
        arguments = (self.catalogue, self.shown, problem, self.language)
        place = name_node(self.names, self.shown, problem.node) if problem.node else ""
        sentence = word_problem(*arguments)
        if place and sentence.startswith(f"{place}: "):  # the place stands before it already
            sentence = sentence.removeprefix(f"{place}: ")
        return ShownProblem(
            problem.code,
            str(problem.severity),
            problem.node,
            problem.subject,
            place,
            sentence,
            problem.page,
            word_fix(*arguments),
        )

    def node(self, node: Node) -> ShownNode:
        names = self.names.of(node)
        entry = names.catalogue.entries.get(node.entry)
        receipt = self.receipts[node.id]
        tally = self.evaluation.tallies[node.id]
        problems = tuple(self.problems.get(node.id, ()))
        starts_at = self.next_number
        numbers = self.number(node, entry)
        return ShownNode(
            id=node.id,
            entry=node.entry,
            kind=entry.kind if entry else "",
            role=str(entry.role if entry else Role.OPTION),
            name=node.name or number_unit(names, self.shown, node),
            entry_name=names.entry(node.entry, node.count),
            is_named=bool(node.name),
            is_known=entry is not None,
            note=node.note,
            count=node.count,
            level=self.level(node, entry),
            options=tuple(show_options(names, node, entry)),
            each=write_number(receipt.each),
            total=write_number(receipt.total),
            subtotal=write_number(tally[self.catalogue.currencies[0].key]),
            receipt=join_parts(names, self.shown, receipt),
            edition=self.edition_of(names),
            tallies=tuple(self.tallies(node.id)),
            derived=tuple(self.derived(node.id, node.entry)),
            problems=problems,
            gravity=problems[0].severity if problems else LEGAL,
            text=names.choose(entry.text) if entry else "",
            remark=names.choose(entry.remark) if entry else "",
            page=entry.page if entry else None,
            source=names.source(entry.source) if entry else "",
            starts_at=starts_at,
            children=tuple(self.node(child) for child in node.children),
            brings=tuple(show_brought(names, node, entry)),
            numbers=numbers,
        )

    def edition_of(self, names: Names) -> str:
        """Which edition keeps a node, where it is not that of the roster."""
        if names is self.names:
            return ""
        return _("edition %(edition)s") % {"edition": names.catalogue.edition}

    def number(self, node: Node, entry: Entry | None) -> str:
        """The numbers of the pieces that a line stands for; units are no pieces."""
        if entry is None or entry.role is Role.UNIT or not self.numbering:
            return ""
        pieces = int(self.evaluation.tallies[node.id].get(self.numbering, 0))
        if pieces < 1:
            return ""
        first, last = self.next_number, self.next_number + pieces - 1
        self.next_number = last + 1
        return f"{first}" if first == last else f"{first}–{last}"

    def level(self, node: Node, entry: Entry | None) -> str:
        """What a unit's lines inherit from it: its class or experience."""
        if entry is None:
            return ""
        taken = (
            choice
            for group in entry.groups.values()
            if group.inherits
            for choice in node.options.get(group.key, group.default)
        )
        return ", ".join(self.names.of(node).entry(choice.option) for choice in taken)

    def tallies(self, node_id: str) -> Iterator[ShownValue]:
        sums: Mapping[str, Number] = self.evaluation.tallies[node_id]
        for currency in self.catalogue.currencies[1:]:
            amount = sums.get(currency.key, 0)
            words = currency.one if amount == 1 else currency.name
            yield ShownValue(currency.key, self.names.choose(words), write_number(amount))

    def derived(self, node_id: str, scope: str) -> Iterator[ShownValue]:
        values = self.evaluation.derived.get(node_id, {})
        for each in self.catalogue.index.derived.get(scope, ()):
            if each.key in values:
                yield self.derived_value(each, values[each.key])

    def derived_value(self, derived: Derived, value: Number) -> ShownValue:
        names = self.names
        return ShownValue(
            derived.key,
            names.choose(derived.name),
            f"{derived.prefix}{write_number(value)}{derived.suffix}",
            names.choose(derived.text),
            derived.page,
        )


def show_options(names: Names, node: Node, entry: Entry | None) -> Iterator[ShownOption]:
    """What a node was given of its own; what it inherits stands at its unit."""
    if entry is None:
        return
    for key, group in entry.groups.items():
        own = node.options.get(key)
        if not (group.inherits and (own is None or entry.role is Role.UNIT)):
            for choice in group.default if own is None else own:
                yield _show_option(names, group, choice)


def _show_option(names: Names, group: OptionGroup, choice: Choice) -> ShownOption:
    if group.take is Take.NUMBER:
        words = names.number(group.key, choice.count)
        return ShownOption(group.key, choice.option, words, words)
    name = names.entry(choice.option, choice.count)
    if choice.count != 1:
        words = f"{choice.count} {name}"
        return ShownOption(group.key, choice.option, words, words)
    return ShownOption(group.key, choice.option, name, names.short(choice.option))


def show_brought(names: Names, node: Node, entry: Entry | None) -> Iterator[ShownBrought]:
    """What one of a node's entry comes with unchosen, and what comes with its options.

    An option that is called by what it brings, "MMG (pintle)", has said so itself.
    """
    if entry is None:
        return
    yield from _show_brought(names, entry.brings)
    for key, group in entry.groups.items():
        own = node.options.get(key)
        is_inherited = group.inherits and own is None and entry.role is not Role.UNIT
        for choice in () if is_inherited else group.default if own is None else own:
            option = names.catalogue.entries.get(choice.option)
            if option is not None and choice.count > 0:
                shown = tuple(_show_brought(names, option.bring(choice.count)))
                if names.choose(option.name) != ", ".join(each.words for each in shown):
                    yield from shown


def _show_brought(names: Names, every: Iterable[Brought]) -> Iterator[ShownBrought]:
    for brought in every:
        yield ShownBrought(brought.entry, names.brought(brought))


def _of_severity(problems: Sequence[ShownProblem], severity: Severity) -> tuple[ShownProblem, ...]:
    return tuple(problem for problem in problems if problem.severity == severity)
