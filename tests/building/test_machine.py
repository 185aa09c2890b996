"""Lists as people live with them: acts in any order, by whoever may, and what must always hold.

A run is one transaction that is rolled back, so that no run sees another's lists. Beside the
database stands what each list should be like (`Kept`), and after every act the two are compared.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any, ClassVar, Final

import pytest
from django.db import models, transaction
from django.db.models.functions import Cast
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from lists.building.catalogues import find_catalogue
from lists.building.claiming import claim_created, claim_roster, replace_edit_link
from lists.building.history import find_name, name_revision
from lists.building.intents import Intent, apply_intent
from lists.building.ready import NotReady, mark_draft, mark_ready
from lists.building.revisions import redo, restore, undo
from lists.building.rosters import (
    create_roster,
    describe,
    duplicate_roster,
    evaluate_revision,
    evaluate_roster,
    load_document,
)
from lists.building.saving import Conflict, Outcome, Saved
from lists.building.trash import delete_rosters, purge_of, restore_rosters
from lists.building.upgrading import copy_upgraded, find_newer, upgrade_roster
from lists.building.values import InvalidIntent
from lists.models import Actor, Edition, Link, Revision, Roster, Verdict
from lists.models.roster import RosterQuerySet
from lists.sharing.links import evaluate_link, freeze_revision, make_link, resolve_link, revoke_link
from tests.factories import create_user, store_game, store_small_game
from tests.small_game import build_home_guard, write_second_edition

MOST_LISTS: Final = 3
MOST_LINKS: Final = 6
NO_CODE: Final = "x" * 22
ILLEGAL: Final = Verdict.ILLEGAL

type Edit = tuple[str, Mapping[str, Any]]
"""An operation and its value."""

ON_LINES: Final[list[Edit]] = [
    ("count", {"count": 7}),
    ("count", {"step": 1}),
    ("count", {"step": -1}),
    *(
        ("choose", {"group": "troop-class", "option": option})
        for option in ("green", "regular", "veteran")
    ),
    ("choose", {"group": "weapon", "option": "machine-gun"}),
    ("choose", {"group": "kit", "option": "radio", "step": 1}),
    ("choose", {"group": "crew", "option": "crew", "step": 1}),
    ("clear", {"group": "troop-class"}),
    ("shift", {"to": "up"}),
    ("shift", {"to": "down"}),
    ("duplicate", {}),
    ("remove", {}),
    ("move", {"to": "first"}),
    ("move", {"to": "last"}),
]
ON_ROSTER: Final[list[Edit]] = [
    ("add", {"entry": "scout"}),
    ("add", {"entry": "leader", "count": 2}),
    ("add", {"entry": "ambush"}),
    ("add", {"entry": "truck", "options": {"gun": "machine-gun"}}),
    ("add", {"entry": "squad", "options": {"men": 6}}),
    ("add", {"row": "gunner"}),
    ("add-unit", {}),
    ("add-unit", {"filled": True}),
    ("reading", {"reading": "veteran-points", "value": "errata"}),
    ("scenario", {"scenario": "the-ford"}),
    ("opponent", {"opponent": "elsewhere"}),
    ("optional-rules", {"rules": ["mud"]}),
]
LINES, NO_LINE = st.integers(0, 9), st.just(-1)
"""Which line of a page."""

EDITS = st.one_of(
    st.tuples(st.sampled_from(ON_LINES), LINES),
    st.tuples(st.sampled_from(ON_ROSTER), NO_LINE),
    st.tuples(st.integers(0, 200).map(lambda limit: ("limit", {"limit": limit})), NO_LINE),
    st.tuples(st.text(max_size=6).map(lambda name: ("name", {"name": name})), NO_LINE),
    st.tuples(st.text(max_size=6).map(lambda note: ("note", {"note": note})), LINES),
)
"""What is edited, and on which line."""

PICKS = st.integers(0, 60)
"""Which of the lists, lines or links there are; counted round."""

PEOPLE = st.sampled_from(["holder", "owner", "guest"])
AGES = st.sampled_from([0, 0, 0, 0, 1, 4])
"""By how many revisions the page is older on which an act is made."""


@dataclass(eq=False)
class Kept:
    """What a list should be like, as the acts on it have left it."""

    pk: int
    code: str
    token: str
    edition: int
    owner: int | None
    states: list[str]
    """What undo and redo lead through, as content hashes; `at` says which of them is current."""
    at: int = 0
    number: int = 1
    is_ready: bool = False
    is_deleted: bool = False
    names: dict[int, str] = field(default_factory=dict)
    last: tuple[Callable[[Actor], Saved], int] | None = None
    """The last gesture that was saved, and the number of the revision that it made."""

    @property
    def can_undo(self) -> bool:
        return self.at > 0

    @property
    def can_redo(self) -> bool:
        return self.at < len(self.states) - 1

    def advance(self, state: str) -> None:
        """Do something new: what was undone before can be done again no more."""
        self.states[self.at + 1 :] = [state]
        self.at += 1

    def is_managed_by(self, actor: Actor) -> bool:
        return self.owner in (None, actor.user)


@dataclass(eq=False)
class Shared:
    """What a link should show: a list as it stands, or the copy of a state; "" for none."""

    link: Link
    kept: Kept
    copy: str = ""
    is_revoked: bool = False


def hash_state(document: Mapping[str, Any], edition: Edition) -> str:
    """What a saved state holds, whatever it is called and whenever it was saved."""
    text = json.dumps([document, edition.hash], sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()


def hash_revision(revision: Revision) -> str:
    return hash_state(revision.document, revision.edition)


def read_revisions() -> dict[tuple[int, int], tuple[Any, ...]]:
    """All columns of all revisions as they are stored, by list and number."""
    names = [each.attname for each in Revision._meta.concrete_fields if each.name != "document"]
    stored = Revision.objects.annotate(text=Cast("document", models.TextField())).order_by()
    rows = stored.values_list("roster_id", "number", *names, "text")
    return {(pk, number): row for pk, number, *row in rows}


class Lists(RuleBasedStateMachine):
    """Up to three lists, the people who have to do with them, and a stranger."""

    editions: ClassVar[tuple[Edition, Edition]]
    users: ClassVar[Mapping[str, int]]
    done: ClassVar[Counter[str]] = Counter()
    """How often each act was carried out, in all runs."""

    def __init__(self) -> None:
        super().__init__()
        self.run = transaction.atomic()
        self.run.__enter__()
        self.lists: list[Kept] = []
        self.links: list[Shared] = []
        self.purged: list[str] = []
        """Codes and edit links of what is gone, and edit links that were replaced."""
        self.revisions: dict[tuple[int, int], tuple[Any, ...]] = {}
        self.access: object = None
        """Who might do what when it was looked at last."""
        self.columns: dict[str, dict[str, Any]] = {}
        """What listings show of a state, freshly evaluated, by its content hash."""
        self.gestures = 0
        self.done["runs"] += 1

    def teardown(self) -> None:
        transaction.set_rollback(True)
        self.run.__exit__(None, None, None)

    # Who does what to which

    @property
    def alive(self) -> list[Kept]:
        return [kept for kept in self.lists if not kept.is_deleted]

    @property
    def deleted(self) -> list[Kept]:
        return [kept for kept in self.lists if kept.is_deleted]

    def find(
        self, pick: int, is_fit: Callable[[Kept], bool] = lambda kept: True
    ) -> tuple[Kept, Roster]:
        """One of the lists that are alive, of those that are fit where there are any; its row."""
        found = [kept for kept in self.alive if is_fit(kept)] or self.alive
        kept = found[pick % len(found)]
        return kept, Roster.objects.get(pk=kept.pk)

    def find_actor(self, kept: Kept, who: str) -> Actor:
        """The owner at their own address, else whoever has the edit link, signed in or not."""
        if who == "owner" and kept.owner is not None:
            return Actor(kept.owner, kept.code)
        return Actor(self.users["guest"] if who == "guest" else None, kept.token)

    def act(
        self, kept: Kept, name: str, who: str, gesture: Callable[..., Saved], age: int = 0
    ) -> Revision | None:
        """Make a gesture on a page of some age; the revision that it made, if it made any."""
        self.gestures += 1
        base, key = max(kept.number - age, 1), f"gesture-{self.gestures}"
        gesture = partial(gesture, base=base, key=key)
        try:
            saved = gesture(self.find_actor(kept, who))
        except Conflict:
            self.done["in conflict"] += 1
            is_old = base < kept.number
            assert is_old, "nothing has changed since the page was shown"
            return None
        except (InvalidIntent, NotReady):
            self.done["refused"] += 1
            return None
        if saved.outcome is Outcome.UNCHANGED:
            self.done["unchanged"] += 1
            return None
        assert saved.outcome is Outcome.SAVED
        self.done[name] += 1
        self.note(kept, saved.revision)
        kept.last = gesture, kept.number
        return saved.revision

    def note(self, kept: Kept, revision: Revision) -> None:
        """The next revision is there: from now on it is as it is."""
        assert revision.number == kept.number + 1
        kept.number, kept.edition, kept.is_ready = revision.number, revision.edition_id, False
        self.revisions[kept.pk, kept.number] = read_revisions()[kept.pk, kept.number]

    def keep(self, row: Roster) -> Kept:
        """A list is there that was not there before."""
        first = row.revisions.with_edition().get()
        kept = Kept(
            row.pk, row.code, row.edit_token, row.edition_id, row.owner_id, [hash_revision(first)]
        )
        self.lists.append(kept)
        self.revisions[row.pk, 1] = read_revisions()[row.pk, 1]
        return kept

    # Lists made

    @initialize(is_owned=st.booleans(), edition=st.sampled_from([0, 0, 0, 1]))
    def begin(self, is_owned: bool, edition: int) -> None:
        made_on = self.editions[edition]
        actor = Actor(self.users["owner"] if is_owned else None)
        self.keep(create_roster(actor, build_home_guard(find_catalogue(made_on)), made_on))
        self.done["created"] += 1

    @precondition(lambda self: not self.lists)
    @rule(is_owned=st.booleans(), edition=st.sampled_from([0, 0, 0, 1]))
    def begin_again(self, is_owned: bool, edition: int) -> None:
        self.begin(is_owned, edition)

    @precondition(lambda self: self.alive and len(self.lists) < MOST_LISTS)
    @rule(pick=PICKS, who=PEOPLE)
    def duplicate(self, pick: int, who: str) -> None:
        kept, row = self.find(pick)
        actor = self.find_actor(kept, who)

        copy = duplicate_roster(row, actor, name="Copy")

        assert (copy.owner_id, copy.edition_id) == (actor.user, row.edition_id)
        assert (copy.name, copy.total, copy.verdict) == ("Copy", row.total, row.verdict)
        self.keep(copy)
        self.done["duplicated"] += 1

    @precondition(lambda self: self.alive and len(self.lists) < MOST_LISTS)
    @rule(pick=PICKS, who=PEOPLE)
    def copy_to_newer_edition(self, pick: int, who: str) -> None:
        kept, row = self.find(pick)
        newer = find_newer(row)
        if newer is not None:
            copy = copy_upgraded(row, self.find_actor(kept, who), newer)
            assert copy.edition == newer
            self.keep(copy)
            self.done["copied to a newer edition"] += 1

    # Lists edited

    @precondition(lambda self: self.alive)
    @rule(
        pick=PICKS,
        edits=st.lists(EDITS, min_size=1, max_size=5),
        who=PEOPLE,
        back=st.integers(0, 3),
        forth=st.integers(0, 3),
    )
    def edit_newest_page(
        self, pick: int, edits: list[tuple[Edit, int]], who: str, back: int, forth: int
    ) -> None:
        """One after another, each on the page that the last one led to; and not sure of them."""
        kept, row = self.find(pick)
        for edit, line in edits:
            self.edit(kept, row, edit, line, who)
        self.turn(kept, row, who, back, forth)

    @precondition(lambda self: self.alive)
    @rule(pick=PICKS, edits=st.lists(EDITS, min_size=1, max_size=5), who=PEOPLE, age=AGES)
    def edit_older_page(self, pick: int, edits: list[tuple[Edit, int]], who: str, age: int) -> None:
        """What it showed somebody may have changed or removed meanwhile."""
        kept, row = self.find(pick)
        for edit, line in edits:
            self.edit(kept, row, edit, line, who, age + 1)

    @precondition(lambda self: self.alive)
    @rule(pick=PICKS, which=PICKS, who=PEOPLE)
    def fix(self, pick: int, which: int, who: str) -> None:
        """What a problem proposes, if there is any that does."""
        kept, row = self.find(pick)
        fixable = [each for each in evaluate_roster(row).evaluation.problems if each.fix]
        if fixable:
            problem = fixable[which % len(fixable)]
            value = {"code": problem.code, "subject": problem.subject}
            self.send(kept, row, ("fix", value), problem.node, who)

    def edit(self, kept: Kept, row: Roster, edit: Edit, line: int, who: str, age: int = 0) -> None:
        """Edit a line of the page as it was so many revisions ago, or the list as a whole."""
        shown = list(load_document(row, max(kept.number - age, 1)).walk())
        if line < 0 or shown:
            node = shown[line % len(shown)].id if line >= 0 else ""
            self.send(kept, row, edit, node, who, age)

    def send(self, kept: Kept, row: Roster, edit: Edit, node: str, who: str, age: int = 0) -> None:
        operation, value = edit

        def gesture(actor: Actor, *, base: int, key: str) -> Saved:
            return apply_intent(row, Intent(operation, node, value, base, key), actor)

        revision = self.act(kept, "edited", who, gesture, age)
        if revision is not None:
            kept.advance(hash_revision(revision))

    @precondition(lambda self: any(kept.last for kept in self.alive))
    @rule(pick=PICKS, who=PEOPLE)
    def send_again(self, pick: int, who: str) -> None:
        """The retry of what was saved already changes nothing, and says what was made then."""
        kept, _ = self.find(pick, lambda kept: kept.last is not None)
        if kept.last is not None:
            gesture, number = kept.last
            saved = gesture(self.find_actor(kept, who))
            assert (saved.outcome, saved.revision.number) == (Outcome.KNOWN, number)
            self.done["sent again"] += 1

    # Lists taken back and forth

    @precondition(lambda self: self.alive)
    @rule(pick=PICKS, who=PEOPLE, age=AGES, back=st.integers(0, 4), forth=st.integers(0, 4))
    def undo_and_redo(self, pick: int, who: str, age: int, back: int, forth: int) -> None:
        kept, row = self.find(pick, lambda kept: kept.can_undo or kept.can_redo)
        self.turn(kept, row, who, back, forth, age)

    def turn(self, kept: Kept, row: Roster, who: str, back: int, forth: int, age: int = 0) -> None:
        for _ in range(back):
            self.undo(kept, row, who, age)
        for _ in range(forth):
            self.redo(kept, row, who, age)

    def undo(self, kept: Kept, row: Roster, who: str, age: int) -> None:
        """The state is to the letter what it was before the act that is undone."""
        could = kept.can_undo
        revision = self.act(kept, "undone", who, partial(undo, row), age)
        assert age or (revision is not None) is could
        if revision is not None:
            kept.at -= 1
            assert hash_revision(revision) == kept.states[kept.at]

    def redo(self, kept: Kept, row: Roster, who: str, age: int) -> None:
        """The state is to the letter what it was after the act that was undone."""
        could = kept.can_redo
        revision = self.act(kept, "redone", who, partial(redo, row), age)
        assert age or (revision is not None) is could
        if revision is not None:
            kept.at += 1
            assert hash_revision(revision) == kept.states[kept.at]

    @precondition(lambda self: any(kept.number > 1 for kept in self.alive))
    @rule(pick=PICKS, number=PICKS, who=PEOPLE, age=AGES)
    def restore(self, pick: int, number: int, who: str, age: int) -> None:
        kept, row = self.find(pick, lambda kept: kept.number > 1)
        number = number % kept.number + 1

        def gesture(actor: Actor, *, base: int, key: str) -> Saved:
            return restore(row, actor, number, base=base, key=key)

        revision = self.act(kept, "restored", who, gesture, age)
        if revision is not None:
            state = hash_revision(revision)
            assert state == hash_revision(row.revisions.with_edition().get(number=number))
            kept.advance(state)

    @precondition(lambda self: any(self.is_outdated(kept) for kept in self.alive))
    @rule(pick=PICKS, who=PEOPLE, age=AGES)
    def upgrade(self, pick: int, who: str, age: int) -> None:
        kept, row = self.find(pick, self.is_outdated)
        newest = self.editions[1]

        def gesture(actor: Actor, *, base: int, key: str) -> Saved:
            return upgrade_roster(row, actor, newest, base=base, key=key)

        revision = self.act(kept, "upgraded", who, gesture, age)
        if revision is not None:
            assert revision.edition == newest
            kept.advance(hash_revision(revision))

    def is_outdated(self, kept: Kept) -> bool:
        return kept.edition != self.editions[1].pk

    @precondition(lambda self: self.alive)
    @rule(pick=PICKS, who=PEOPLE, age=AGES, forth=st.integers(0, 3))
    def mark(self, pick: int, who: str, age: int, forth: int) -> None:
        """What is illegal is never ready; a mark is no act that undo and redo would lead to."""
        kept, row = self.find(pick, lambda kept: self.find_columns(kept)["verdict"] != ILLEGAL)
        will_be_ready = not kept.is_ready
        gesture = partial(mark_ready if will_be_ready else mark_draft, row)
        revision = self.act(kept, "marked", who, gesture, age)
        if revision is not None:
            assert hash_revision(revision) == kept.states[kept.at]
            assert row.verdict != ILLEGAL or not will_be_ready
            kept.is_ready = will_be_ready
        for _ in range(forth):
            self.redo(kept, row, who, 0)

    @precondition(lambda self: self.alive)
    @rule(pick=PICKS, number=PICKS, name=st.sampled_from(["", "First", "Second"]))
    def name(self, pick: int, number: int, name: str) -> None:
        kept, row = self.find(pick)
        number = number % kept.number + 1
        name_revision(row, number, name)
        kept.names[number] = name
        self.done["named"] += 1

    # Whose they are

    @precondition(lambda self: self.alive)
    @rule(pick=PICKS, user=st.sampled_from(["owner", "guest"]), has_new_link=st.booleans())
    def claim(self, pick: int, user: str, has_new_link: bool) -> None:
        """By the edit link: the first who does it becomes the owner."""
        kept, row = self.find(pick)
        actor = Actor(self.users[user], kept.token)

        assert claim_roster(row, actor, has_new_link=has_new_link) is (kept.owner is None)

        if kept.owner is None:
            kept.owner = actor.user
            self.done["claimed"] += 1
            if has_new_link:
                self.replace_token(kept)

    @rule(user=st.sampled_from(["owner", "guest"]))
    def sign_in(self, user: str) -> None:
        """In the browser in which all of them were made."""
        free = [kept for kept in self.alive if kept.owner is None]

        claimed = claim_created(self.users[user], [*(kept.code for kept in self.lists), NO_CODE])

        assert claimed == len(free)
        self.done["claimed"] += claimed
        for kept in free:
            kept.owner = self.users[user]

    @precondition(lambda self: self.alive)
    @rule(pick=PICKS, who=PEOPLE)
    def replace_link(self, pick: int, who: str) -> None:
        kept, row = self.find(pick)
        actor = self.find_actor(kept, who)

        assert replace_edit_link(row, actor) is kept.is_managed_by(actor)

        if kept.is_managed_by(actor):
            self.replace_token(kept)
            self.done["edit links replaced"] += 1

    def replace_token(self, kept: Kept) -> None:
        token = Roster.objects.get(pk=kept.pk).edit_token
        assert token not in {kept.token, *self.purged}
        self.purged.append(kept.token)
        kept.token = token

    @precondition(lambda self: self.alive)
    @rule(pick=PICKS, who=PEOPLE)
    def delete(self, pick: int, who: str) -> None:
        kept, _ = self.find(pick)
        actor = self.find_actor(kept, who)
        kept.is_deleted = kept.is_managed_by(actor)

        assert delete_rosters(actor, [kept.code]) == [kept.code] * kept.is_deleted

        self.done["deleted"] += kept.is_deleted

    @precondition(lambda self: self.deleted)
    @rule(pick=PICKS, who=PEOPLE)
    def bring_back(self, pick: int, who: str) -> None:
        kept = self.deleted[pick % len(self.deleted)]
        actor = self.find_actor(kept, who)
        kept.is_deleted = not kept.is_managed_by(actor)

        assert restore_rosters(actor, [kept.code]) == [kept.code] * (not kept.is_deleted)

        self.done["brought back"] += not kept.is_deleted

    @precondition(lambda self: self.deleted)
    @rule(pick=PICKS, who=PEOPLE)
    def purge(self, pick: int, who: str) -> None:
        """Its frozen links stay; all else is gone."""
        kept = self.deleted[pick % len(self.deleted)]
        actor = self.find_actor(kept, who)

        assert purge_of(actor, kept.code).rosters == kept.is_managed_by(actor)

        if kept.is_managed_by(actor):
            self.lists.remove(kept)
            self.purged += [kept.code, kept.token]
            gone = {(kept.pk, number) for number in range(1, kept.number + 1)}
            self.revisions = {at: row for at, row in self.revisions.items() if at not in gone}
            self.done["purged"] += 1

    # What is shared

    @precondition(lambda self: self.alive and len(self.links) < MOST_LINKS)
    @rule(pick=PICKS)
    def share(self, pick: int) -> None:
        kept, row = self.find(pick)
        self.keep_link(Shared(make_link(row), kept))

    @precondition(lambda self: self.alive and len(self.links) < MOST_LINKS)
    @rule(pick=PICKS, number=PICKS)
    def freeze(self, pick: int, number: int) -> None:
        kept, row = self.find(pick)
        revision = row.revisions.with_edition().get(number=number % kept.number + 1)
        link = freeze_revision(row, revision.number)
        self.keep_link(Shared(link, kept, hash_revision(revision)))

    def keep_link(self, made: Shared) -> None:
        """Of links to the same, one stands at most."""
        found = [each for each in self.links if each.link == made.link]
        assert not any(each.is_revoked for each in found)
        if not found:
            self.links.append(made)
            self.done["frozen" if made.copy else "shared"] += 1

    @precondition(lambda self: self.links)
    @rule(pick=PICKS)
    def revoke(self, pick: int) -> None:
        shared = self.links[pick % len(self.links)]
        row = Roster.objects.filter(pk=shared.kept.pk).first()
        if row is not None:
            was_open = self.is_open(shared)
            assert revoke_link(row, shared.link.code) is was_open
            shared.is_revoked |= was_open
            self.done["revoked"] += was_open

    def is_open(self, shared: Shared) -> bool:
        """Whether a link should show anything: a copy outlives its list, a view does not."""
        return not shared.is_revoked and bool(shared.copy or shared.kept in self.alive)

    # What always holds

    @invariant()
    def no_revision_has_changed(self) -> None:
        """None is missing either, and nobody has slipped one in."""
        assert read_revisions() == self.revisions
        numbers = {(kept.pk, each + 1) for kept in self.lists for each in range(kept.number)}
        assert self.revisions.keys() == numbers

    @invariant()
    def rows_say_what_their_newest_revision_comes_to(self) -> None:
        rows = {row.pk: row for row in Roster.objects.order_by()}
        assert rows.keys() == {kept.pk for kept in self.lists}
        for kept in self.lists:
            row = rows[kept.pk]
            expected = self.find_columns(kept) | {
                "number": kept.number,
                "edition_id": kept.edition,
                "code": kept.code,
                "owner_id": kept.owner,
                "edit_token": kept.token,
                "is_ready": kept.is_ready,
            }
            assert {name: getattr(row, name) for name in expected} == expected
            assert (row.deleted_at is not None) is kept.is_deleted

    def find_columns(self, kept: Kept) -> dict[str, Any]:
        """What listings should show of a list; each state is evaluated once a run."""
        state = kept.states[kept.at]
        if state not in self.columns:
            revision = Revision.objects.with_edition().get(roster=kept.pk, number=kept.number)
            assert hash_revision(revision) == state
            now = evaluate_revision(Roster(pk=kept.pk), revision)
            self.columns[state] = describe(now.roster, now.evaluation)
            assert revision.total == self.columns[state]["total"]
            assert revision.verdict == self.columns[state]["verdict"]
        return self.columns[state]

    @invariant()
    def names_stand_where_they_were_given(self) -> None:
        for kept in self.lists:
            for number, name in kept.names.items():
                assert find_name(Roster(pk=kept.pk), number) == name

    @invariant()
    def frozen_links_show_their_copy(self) -> None:
        for shared in self.links:
            if shared.copy and self.is_open(shared):
                shown = evaluate_link(resolve_link(shared.link.code, Link.Kind.FROZEN))
                assert hash_revision(shown.revision) == shared.copy

    @invariant()
    def everybody_finds_what_they_may(self) -> None:
        """Looked at anew whenever any of it has changed; the rows are compared after each act."""
        access = (
            [(kept.pk, kept.token, kept.owner, kept.is_deleted) for kept in self.lists],
            [(shared.link.code, shared.is_revoked) for shared in self.links],
        )
        if access != self.access:
            self.each_finds_their_own()
            self.a_stranger_finds_nothing()
            self.nobody_opens_what_is_deleted()
            self.access = access

    def each_finds_their_own(self) -> None:
        """Owners theirs, and the browser in which all were made those that are nobody's."""
        everything = frozenset(kept.code for kept in self.lists)
        for user in (None, *self.users.values()):
            actor = Actor(user, created=everything)
            found = {kept.pk: kept.is_deleted for kept in self.lists if kept.owner in {None, user}}
            alive = {pk for pk, is_deleted in found.items() if not is_deleted}
            assert find_keys(Roster.objects.kept_by(actor)) == alive
            assert find_keys(Roster.objects.managed_by(actor)) == alive
            assert find_keys(Roster.objects.in_trash_of(actor)) == found.keys() - alive

    def a_stranger_finds_nothing(self) -> None:
        """Whatever they have heard of: edit links of once, codes of lists and of links."""
        stranger, once = self.users["stranger"], frozenset(self.purged)
        for address in self.find_worthless():
            actor = Actor(stranger, address, linked=once)
            for rosters in (
                Roster.objects.visible_to(actor),
                Roster.objects.editable_by(actor),
                Roster.objects.managed_by(actor) | Roster.objects.kept_by(actor),
                Roster.objects.in_trash_of(actor),
            ):
                assert not rosters.exists()
        for address in (*self.find_worthless(), *(kept.token for kept in self.lists)):
            is_link = address in {each.link.code for each in self.links if self.is_open(each)}
            assert Link.objects.opened_by(address).exists() is is_link

    def find_worthless(self) -> Iterator[str]:
        """Addresses that open no list for who does not own it."""
        yield from ("", NO_CODE, *self.purged)
        yield from (kept.code for kept in self.lists)
        yield from (shared.link.code for shared in self.links)

    def nobody_opens_what_is_deleted(self) -> None:
        for kept in self.deleted:
            for actor in (Actor(None, kept.token), Actor(kept.owner, kept.code)):
                assert not Roster.objects.editable_by(actor).exists()


def find_keys(rosters: RosterQuerySet) -> set[int]:
    return set(rosters.order_by().values_list("pk", flat=True))


@pytest.mark.django_db
def test_lists_outlive_whatever_is_done_to_them(
    full_counts: bool, report_figure: Callable[[str], None]
) -> None:
    runs, steps = (500, 50) if full_counts else (20, 20)
    Lists.editions = store_small_game(), store_game(write_second_edition())
    Lists.users = {name: create_user(name).pk for name in ("owner", "guest", "stranger")}
    Lists.done.clear()

    run_state_machine_as_test(
        Lists, settings=settings(max_examples=runs, stateful_step_count=steps)
    )

    report_figure(", ".join(f"{count} {name}" for name, count in Lists.done.items()))
