"""A roster moved to a newer edition: what that lacks stays as the older edition has it.

A node stays behind where the newer edition lacks its entry or something it was given, or where it
would inherit from a node that stays behind. It keeps the older edition's hash and price.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Set
from dataclasses import dataclass, replace

from .catalogue import Catalogue, OptionGroup, Take
from .edits import Choose, Edit, ReleaseNode
from .roster import Choice, Node, Options, Roster


def upgrade(roster: Roster, old: Catalogue, new: Catalogue) -> Roster:
    """The roster on the newer of two editions of its game system."""
    move = _Move(old, new)
    return replace(
        roster,
        edition=new.edition,
        edition_hash=new.hash,
        children=tuple(move.node(node, frozenset()) for node in roster.children),
    )


def release(catalogue: Catalogue, node: Node) -> tuple[Edit, ...]:
    """What lets an edition price a node again, without what it lacks; nothing if it cannot."""
    if node.entry not in catalogue.entries:
        return ()
    return tuple(_release(catalogue, node))


def _release(catalogue: Catalogue, node: Node) -> Iterator[Edit]:
    for each in node.walk():
        entry = catalogue.entries.get(each.entry)
        if entry is not None and each.edition == node.edition:
            yield ReleaseNode(each.id)
            for group, choices in each.options.items():
                if not _offers(catalogue, entry.groups, group, choices):
                    yield Choose(each.id, group, None)


@dataclass(frozen=True, slots=True)
class _Move:
    old: Catalogue
    new: Catalogue

    def node(self, node: Node, lost: Set[str]) -> Node:
        """A node on the newer edition; `lost` are the groups that those above it cannot choose."""
        source = self.old.find_source(node)
        is_left = self.is_left(source, node, lost)
        entry = source.entries.get(node.entry)
        below = lost - node.options.keys()
        if is_left and entry is not None:
            below = lost | entry.groups.keys() | node.options.keys()
        return replace(
            node,
            edition=source.hash if is_left else "",
            children=tuple(self.node(child, below) for child in node.children),
        )

    def is_left(self, source: Catalogue, node: Node, lost: Set[str]) -> bool:
        """Whether a node stays with the edition that has priced it until now."""
        before, after = source.entries.get(node.entry), self.new.entries.get(node.entry)
        if before is None or after is None:
            return before is not None
        inherited = {key for key, group in before.groups.items() if group.inherits}
        if not (inherited - node.options.keys()).isdisjoint(lost):
            return True
        return any(
            _offers(source, before.groups, group, choices)
            and not _offers(self.new, after.groups, group, choices)
            for group, choices in node.options.items()
        )


def _offers(
    catalogue: Catalogue,
    groups: Mapping[str, OptionGroup],
    key: str,
    choices: tuple[Choice, ...],
) -> bool:
    """Whether an edition offers everything that was chosen in a group, and in turn for that."""
    group = groups.get(key)
    if group is None:
        return False
    if group.take is Take.NUMBER:
        return True
    return all(
        choice.option in group.options and _offers_all(catalogue, choice.option, choice.options)
        for choice in choices
    )


def _offers_all(catalogue: Catalogue, option: str, options: Options) -> bool:
    groups = catalogue.entries[option].groups
    return all(_offers(catalogue, groups, key, choices) for key, choices in options.items())
