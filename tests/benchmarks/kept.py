"""Whether all that a site has acknowledged stands in its database, and nothing undid it unseen."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise
from urllib.parse import parse_qs

from lists.models import Revision, Roster
from lists.rules.document import read_document
from tests.benchmarks.editors import Act


def find_lost(acts: Iterable[Act]) -> Iterator[str]:
    """A sentence for each act without a revision, and for each revision not as its act says."""
    by_list: dict[str, dict[str, Act]] = {}
    for act in acts:
        by_list.setdefault(act.address, {})[act.key] = act
    for address, known in by_list.items():
        roster = Roster.objects.get(edit_token=address)
        yield from _compare(known, list(roster.revisions.order_by("number")))


def _compare(acts: dict[str, Act], revisions: list[Revision]) -> Iterator[str]:
    """What differs between the acts on a list and its revisions."""
    made = {revision.key for revision in revisions[1:]}
    missing = (acts[key] for key in acts.keys() - made)
    yield from (f"{act.button} is lost." for act in missing if not _is_so(act, revisions))
    yield from (f"Nobody was told of revision {key}." for key in made - acts.keys())
    for before, after in pairwise(revisions):
        if after.number != before.number + 1:
            yield f"Revision {after.number} follows {before.number}."
        was = revisions[after.restores - 1] if after.restores else before
        act = acts.get(after.key)
        if act and not _follows(act, _count(was), _count(after)):
            yield f"{act.button} has changed something else."


def _is_so(act: Act, revisions: list[Revision]) -> bool:
    """Whether the page that acknowledged a step showed what it asked for: another had done it."""
    fields = parse_qs(act.button)
    if fields.get("operation") != ["count"] or not 0 < act.base <= act.answer <= len(revisions):
        return False
    (node,), (step,) = fields["node"], fields["step"]
    was, is_now = (_count(revisions[number - 1]) for number in (act.base, act.answer))
    return node in was and is_now.get(node) == was[node] + int(step)


def _follows(act: Act, was: dict[str, int], is_now: dict[str, int]) -> bool:
    """Whether a state is what an act makes of the one it began from, and no other line changed."""
    fields = parse_qs(act.button)
    if fields.get("operation") == ["count"]:
        (node,), (step,) = fields["node"], fields["step"]
        return is_now == was | {node: was[node] + int(step)}
    if fields.get("operation") in (None, ["choose"]):  # named, undone, or an option stepped
        return is_now == was
    return was.items() < is_now.items() or _has_grown_once(was, is_now)


def _has_grown_once(was: dict[str, int], is_now: dict[str, int]) -> bool:
    """Whether one line of those there were counts more, and no other line has changed."""
    (grown, *others) = [node for node in was | is_now if is_now.get(node) != was.get(node)] or [""]
    return not others and is_now.get(grown, 0) > was.get(grown, 0) > 0


def _count(revision: Revision) -> dict[str, int]:
    """How many each line of a saved state has."""
    roster, _ = read_document(revision.document)
    return {node.id: node.count for node in roster.walk()}
