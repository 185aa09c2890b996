"""The builder page in words: the roster, the opened line, what can be added, and the settings."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import override

from lists.rules.catalogue import Catalogue, Role
from lists.rules.evaluation import Evaluation
from lists.rules.own_entries import MOST_OWN_ENTRIES
from lists.rules.roster import Node, Roster

from .adding import ShownAdding, show_adding
from .choices import ShownGroup, show_groups
from .display import ShownNode, ShownRoster, show_roster
from .own_entries import ShownOwn, show_own
from .place import ADD, SETTINGS, Place
from .receipts import ShownPart, show_parts
from .settings import ShownSettings, show_settings
from .summary import ShownSummary, show_summary
from .systems import ShownScenario, show_scenario
from .tables import describe, show_statistics
from .words import Names, write_act


@dataclass(frozen=True, slots=True)
class ShownMove:
    """A place that a node can be moved to."""

    name: str
    act: str


@dataclass(frozen=True, slots=True)
class ShownOpened:
    """The line or unit that is open, with all that can be done to it."""

    node: ShownNode
    brought: tuple[tuple[str, str], ...]  # what it comes with, and what that is and does
    statistics: str  # "Moves on: tracks, Damage value 9+"
    groups: tuple[ShownGroup, ...]
    parts: tuple[ShownPart, ...]
    is_unit: bool
    is_counted: bool
    up: str  # acts, empty where they lead nowhere
    down: str
    less: str
    more: str
    duplicate: str
    remove: str
    write: str  # the place where an entry of one's own is written like it; empty where none is
    targets: tuple[ShownMove, ...]


@dataclass(frozen=True, slots=True)
class ShownBuilder:
    """All that the builder page shows."""

    place: Place
    roster: ShownRoster
    summary: ShownSummary
    opened: ShownOpened | None
    adding: ShownAdding
    settings: ShownSettings | None
    scenario: ShownScenario | None
    own: ShownOwn | None  # where entries of the player's own can be written

    @property
    def view(self) -> str:
        """What a narrow page shows: the opened line, or the place's view."""
        return "line" if self.opened else self.place.view or "roster"


def show_builder(
    catalogue: Catalogue,
    roster: Roster,
    evaluation: Evaluation,
    place: Place,
    language: str,
    *,
    is_ready: bool = False,
) -> ShownBuilder:
    """Everything that the builder page shows of a roster at a place, in one language."""
    with override(language):
        names = Names(catalogue, language)
        shown = show_roster(catalogue, roster, evaluation, language)
        scenario = catalogue.scenarios.get(roster.scenario)
        adding = show_adding(names, roster, evaluation, shown, place)
        return ShownBuilder(
            place=place,
            roster=shown,
            summary=show_summary(names, roster, evaluation, shown, is_ready=is_ready),
            opened=_show_opened(names, roster, evaluation, shown, place),
            adding=adding,
            settings=show_settings(names, roster) if place.view == SETTINGS else None,
            scenario=show_scenario(catalogue, scenario, language) if scenario else None,
            own=show_own(names, roster, adding),
        )


# The opened line


def _show_opened(
    names: Names, roster: Roster, evaluation: Evaluation, shown: ShownRoster, place: Place
) -> ShownOpened | None:
    node_id = place.open
    node = roster.find(node_id) if node_id else None
    if node is None:
        return None
    line = next(each for each in shown.walk() if each.id == node_id)
    up, down = _find_neighbours(roster, shown, line)
    is_unit = line.role == Role.UNIT
    is_counted = line.role == Role.SELECTION
    receipt = evaluation.find_receipt(node_id)
    entry = names.catalogue.find_entry(node)
    return ShownOpened(
        node=line,
        brought=tuple(_describe_brought(names.of(node), line)),
        statistics=", ".join(show_statistics(names, entry, in_full=True)) if entry else "",
        groups=show_groups(names.catalogue, roster, node, names.language),
        parts=show_parts(names.catalogue, roster, receipt, names.language) if receipt else (),
        is_unit=is_unit,
        is_counted=is_counted,
        up=write_act("move", node_id, position=up) if up else "",
        down=write_act("move", node_id, position=down) if down else "",
        less=write_act("count", node_id, step=-1) if is_counted and node.count > 1 else "",
        more=write_act("count", node_id, step=1) if is_counted else "",
        duplicate=write_act("duplicate", node_id),
        remove=write_act("remove", node_id),
        write=_find_writing(names, roster, node, place),
        targets=tuple(_find_targets(names, roster, shown, node)),
    )


def _find_writing(names: Names, roster: Roster, node: Node, place: Place) -> str:
    entry = names.catalogue.find_entry(node)
    if entry is None or entry.template is None or len(roster.own_entries) >= MOST_OWN_ENTRIES:
        return ""
    parent = roster.find_parent(node.id)
    unit = parent.id if parent else ""
    return place.write(view=ADD, open="", unit=unit, query="", write_like=entry.key)


def _describe_brought(names: Names, line: ShownNode) -> Iterator[tuple[str, str]]:
    for brought in line.brings:
        yield brought.words, describe(names, names.catalogue.entries[brought.key])


def _find_neighbours(roster: Roster, shown: ShownRoster, line: ShownNode) -> tuple[int, int]:
    """The positions, counted from 1, of the nodes of the same role before and behind; 0 for none.

    Lines and extras stand apart on the page, so a step passes over the others.
    """
    siblings = [node.id for node in roster.siblings_of(line.id)]
    roles = {each.id: each.role for each in shown.walk() if each.id in siblings}
    here = siblings.index(line.id)
    same = [i for i, each in enumerate(siblings) if roles[each] == line.role]
    before = [i + 1 for i in same if i < here]
    behind = [i + 1 for i in same if i > here]
    return (before[-1] if before else 0), (behind[0] if behind else 0)


def _find_targets(
    names: Names, roster: Roster, shown: ShownRoster, node: Node
) -> Iterator[ShownMove]:
    entry = names.catalogue.find_source(node).entries.get(node.entry)
    parent = roster.find_parent(node.id)
    inside = {each.id for each in node.walk()} | ({parent.id} if parent else set())
    for unit in shown.walk():
        holder = roster.find(unit.id)
        above = names.catalogue.find_entry(holder) if holder else None
        is_unit = above is not None and above.role is Role.UNIT and unit.id not in inside
        if entry and above and is_unit and above.may_hold(entry):
            yield ShownMove(unit.name, write_act("move", node.id, parent=unit.id))
    if entry and parent and not names.catalogue.top.isdisjoint(entry.answers):
        yield ShownMove(_("the top of the list"), write_act("move", node.id, parent=""))
