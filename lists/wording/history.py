"""What was done to a roster, in words: its revisions, gathered by who worked on it and when.

`ACTS` words each code that a revision can have, out of its parameters and the names of its edition.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from fractions import Fraction
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import override

from lists.building.catalogues import OwnEntries, find_catalogue
from lists.models import Revision
from lists.rules.catalogue import Catalogue, Take
from lists.rules.own_entries import is_own_key, read_points

from .display import word_verdict
from .settings import word_opponent
from .words import Names, write_difference, write_number

LONGEST_PAUSE: Final = timedelta(minutes=30)
"""After a longer one somebody has sat down anew."""

MOST_TOLD: Final = 3
"""How many acts that a mending consists of are told one by one."""

type _Parameters = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Reader:
    """Who reads a history, None where not signed in; and who owns the roster, if anybody."""

    user: int | None
    owner: int | None


@dataclass(frozen=True, slots=True)
class ShownRevision:
    """A revision in a listing: what was done, by how many points, and what it came to."""

    number: int
    act: str
    moved: str
    total: str
    verdict: str
    verdict_words: str
    is_ready: bool
    name: str
    at: datetime


@dataclass(frozen=True, slots=True)
class ShownSession:
    """Revisions that one person has made without a longer pause, newest first."""

    who: str
    began: datetime
    ended: datetime
    revisions: tuple[ShownRevision, ...]


def show_sessions(
    revisions: Iterable[Revision],
    others: Mapping[int, Revision],
    names: Mapping[int, str],
    reader: Reader,
    language: str,
    own_entries: OwnEntries = (),
) -> tuple[ShownSession, ...]:
    """Revisions, newest first, by sessions; `others` by number are those that they name.

    Lines of `own_entries` are called what these are called now.
    """
    with override(language):
        return tuple(
            ShownSession(
                who=word_person(session[0].by_id, reader),
                began=session[-1].created_at,
                ended=session[0].created_at,
                revisions=tuple(
                    show_revision(each, others, names.get(each.number, ""), language, own_entries)
                    for each in session
                ),
            )
            for session in _gather(revisions)
        )


def _gather(revisions: Iterable[Revision]) -> Iterator[list[Revision]]:
    session: list[Revision] = []
    for revision in revisions:
        if session and not _is_same_session(revision, session[-1]):
            yield session
            session = []
        session.append(revision)
    if session:
        yield session


def _is_same_session(earlier: Revision, later: Revision) -> bool:
    pause = later.created_at - earlier.created_at
    return earlier.by_id == later.by_id and pause <= LONGEST_PAUSE


def word_person(user: int | None, reader: Reader) -> str:
    """Who has done something, as far as it is the reader's business: nobody's name or e-mail."""
    if user is None and reader.user is None:
        return _("you, or someone with the edit link")
    if user is not None and user == reader.user:
        return _("you")
    if user is not None and user == reader.owner:
        return _("the owner of the list")
    return _("someone with the edit link")


def show_revision(
    revision: Revision,
    others: Mapping[int, Revision],
    name: str,
    language: str,
    own_entries: OwnEntries = (),
) -> ShownRevision:
    """A revision as a listing shows it."""
    with override(language):
        moved = _read_points(revision.parameters.get("points"))
        return ShownRevision(
            number=revision.number,
            act=word_revision(revision, others, language, own_entries),
            moved=write_difference(moved) if moved else "",
            total=write_number(Fraction(revision.total)),
            verdict=revision.verdict,
            verdict_words=word_verdict(revision.verdict),
            is_ready=revision.is_ready,
            name=name,
            at=revision.created_at,
        )


def _read_points(points: object) -> Fraction:
    """Points as `building` writes them: a whole number, or a text such as "2.5"."""
    try:
        return Fraction(str(points))
    except (ValueError, ZeroDivisionError):
        return Fraction(0)


def word_revision(
    revision: Revision,
    others: Mapping[int, Revision],
    language: str,
    own_entries: OwnEntries = (),
) -> str:
    """What led to a revision: "Undone: Limit set to 200 points"."""
    with override(language):
        if revision.code in RETURNS:
            return _word_return(revision, others, language, own_entries)
        catalogue = find_catalogue(revision.edition, own_entries)
        return word_act(catalogue, revision.code, revision.parameters, language)


def word_act(catalogue: Catalogue, code: str, parameters: _Parameters, language: str) -> str:
    """What was done, by its code; what has no words here is a change like any other."""
    with override(language):
        return _Told(Names(catalogue, language), code, parameters).word()


def _word_return(
    revision: Revision,
    others: Mapping[int, Revision],
    language: str,
    own_entries: OwnEntries,
) -> str:
    """An act that was undone or done again, with the words of that act."""
    bare, with_act = RETURNS[revision.code]
    act = others.get(revision.parameters.get("of", 0))
    if act is None or act.code in RETURNS:
        return bare()
    return with_act() % {"act": word_revision(act, {}, language, own_entries)}


class _Told:
    """An act that is told: its parameters with the names for them, read with care.

    What a parameter names may be gone from them, and an act of long ago may lack one.
    """

    def __init__(self, names: Names, code: str, parameters: _Parameters) -> None:
        self.names = names
        self.code = code
        self.parameters = parameters

    def word(self) -> str:
        word = ACTS.get(self.code)
        return word(self) if word else _("The list was changed")

    def text(self, field: str) -> str:
        value = self.parameters.get(field)
        return value if isinstance(value, str) else ""

    def number(self, field: str) -> int:
        value = self.parameters.get(field)
        return value if isinstance(value, int) else 0

    def keys(self, field: str) -> list[str]:
        value = self.parameters.get(field)
        return [str(each) for each in value] if isinstance(value, list) else []

    # What it is about

    def entry(self, count: int = 1) -> str:
        """What the node is an entry of: "Soldier", or "3 Soldiers"."""
        key = self.text("entry")
        name = self.names.entry(key, count) if key else _("Line")
        if is_own_key(key) and key not in self.names.catalogue.entries:
            name = _("Entry of your own")
        return name if count == 1 else f"{count} {name}"

    def line(self) -> str:
        """The node, with its number among its like: "Soldier 2"."""
        number = self.number("number")
        return f"{self.entry()} {number}" if number else self.entry()

    def unit(self, field: str = "unit") -> str:
        """The unit it stands in, or is moved into: "Team 1"; "" where there is none."""
        key, number = self.text(field), self.number(f"{field}_number")
        name = self.names.entry(key) if key else ""
        return f"{name} {number}" if name and number else name

    def subject(self) -> str:
        """The node and where it stands: "Soldier 2 (Team 1)"; "Crew of Truck (Team 1)"."""
        line, unit = self.line(), self.unit()
        whole = f"{line} ({unit})" if unit else line
        for group_and_option in self.parameters.get("within") or ():
            option = self.names.entry(str(group_and_option[-1]))
            whole = _("%(part)s of %(whole)s") % {"part": option, "whole": whole}
        return whole

    def added(self) -> str:
        """What is added, with what it brings along: "2 Soldiers (Machine gun)"."""
        count = self.number("count") or 1
        options = self.parameters.get("options")
        brought = [
            text
            for group, taken in (options.items() if isinstance(options, dict) else ())
            if (text := self.options(group, taken or {}))
        ]
        name = self.entry(count)
        return f"{name} ({', '.join(brought)})" if brought else name

    def options(self, group: str, taken: Mapping[str, int]) -> str:
        """Options with their number where it is not one: "2 Grenades"; a number by its group."""
        known = self.names.catalogue.groups.get(group)
        if known is not None and known.take is Take.NUMBER:
            return ", ".join(self.names.number(group, count) for count in taken.values())
        return ", ".join(
            self.names.entry(key) if count == 1 else f"{count} {self.names.entry(key, count)}"
            for key, count in taken.items()
        )


# One function an act


def _created(told: _Told) -> str:
    army_list = told.text("army_list")
    if not army_list:
        return _("Started")
    return _("Started with %(army_list)s") % {"army_list": told.names.army_list(army_list)}


def _upgraded(told: _Told) -> str:
    edition = told.text("to")
    if not edition:
        return _("Moved to another edition")
    return _("Moved to edition %(edition)s") % {"edition": edition}


def _restored(told: _Told) -> str:
    return _("Restored revision %(number)s") % {"number": told.number("of") or "–"}


def _added(told: _Told) -> str:
    unit, is_one = told.unit(), told.number("count") <= 1
    if not unit:
        return _("%(name)s added") % {"name": told.line() if is_one else told.added()}
    return _("%(name)s added to %(unit)s") % {"name": told.added(), "unit": unit}


def _removed(told: _Told) -> str:
    count, unit = told.number("count"), told.unit()
    name = told.entry(count) if count > 1 else told.line()
    if not unit:
        return _("%(name)s removed") % {"name": name}
    return _("%(name)s removed from %(unit)s") % {"name": name, "unit": unit}


def _counted(told: _Told) -> str:
    words = {"name": told.subject(), "to": told.number("to"), "from": told.number("from")}
    return _("%(name)s: %(to)s instead of %(from)s") % words


def _chosen(told: _Told) -> str:
    """ "Radio added to Leader", "Class of Team 1: Veteran instead of Regular"."""
    group, before, after = (
        told.text("group"),
        told.parameters.get("from"),
        told.parameters.get("to"),
    )
    words = {"group": told.names.group(group), "name": told.subject()}
    if not isinstance(after, dict):
        return _("%(name)s: %(group)s as it starts") % words
    old = before if isinstance(before, dict) else {}
    known = told.names.catalogue.groups.get(group)
    if known is not None and known.take is Take.SOME:
        return _word_some(told, words, group, old, after)
    words |= {"to": told.options(group, after), "from": told.options(group, old)}
    if not after:
        return _("%(name)s: %(group)s taken away") % words
    if not old or words["to"] == words["from"]:
        return _("%(name)s: %(to)s chosen") % words
    return _("%(name)s: %(to)s instead of %(from)s") % words


def _word_some(
    told: _Told,
    words: Mapping[str, str],
    group: str,
    before: Mapping[str, int],
    after: Mapping[str, int],
) -> str:
    """What a group of which some may be taken has gained or lost."""
    change = {key: after.get(key, 0) - before.get(key, 0) for key in (*before, *after)}
    gained = told.options(group, {key: count for key, count in change.items() if count > 0})
    lost = told.options(group, {key: -count for key, count in change.items() if count < 0})
    words = {**words, "gained": gained, "lost": lost}
    if gained and lost:
        return _("%(name)s: %(gained)s instead of %(lost)s") % words
    if gained:
        return _("%(gained)s added to %(name)s") % words
    if lost:
        return _("%(lost)s taken from %(name)s") % words
    return _("%(name)s: %(group)s changed") % words


def _moved(told: _Told) -> str:
    into = told.unit("into")
    if not into:
        return _("%(name)s moved") % {"name": told.subject()}
    return _("%(name)s moved to %(unit)s") % {"name": told.subject(), "unit": into}


def _limited(told: _Told) -> str:
    limit = told.number("to")
    if not limit:
        return _("Limit taken away")
    return _("Limit set to %(points)s") % {"points": told.names.points(limit)}


def _read_otherwise(told: _Told) -> str:
    reading = told.names.catalogue.readings.get(told.text("reading"))
    values = reading.values if reading else ()
    value = next((each for each in values if each.key == told.text("to")), None)
    if reading is None or value is None:
        return _("A reading was chosen")
    name, chosen = told.names.choose(reading.name), told.names.choose(value.name)
    return _("%(reading)s: “%(value)s” chosen") % {"reading": name, "value": chosen}


def _given_scenario(told: _Told) -> str:
    key = told.text("to")
    if not key:
        return _("Scenario taken away")
    scenario = told.names.catalogue.scenarios.get(key)
    name = told.names.choose(scenario.name) if scenario else key
    return _("Scenario: %(scenario)s") % {"scenario": name}


def _given_opponent(told: _Told) -> str:
    key = told.text("to")
    if not key:
        return _("Opponent taken away")
    return _("Against: %(opponent)s") % {"opponent": word_opponent(told.names, key)}


def _given_rules(told: _Told) -> str:
    rules = told.names.catalogue.optional_rules
    chosen = [told.names.choose(rules[key].name) for key in told.keys("to") if key in rules]
    if not chosen:
        return _("Optional rules: none")
    return _("Optional rules: %(rules)s") % {"rules": ", ".join(chosen)}


def _wrote_own(told: _Told) -> str:
    """ "Ordinary figure of your own: 7 points instead of 6"."""
    words = {"like": told.names.entry(told.text("like"))}
    after, before = (read_points(told.parameters.get(each)) for each in ("to", "from"))
    if after is None or after == before:
        return _("%(like)s of your own changed") % words
    words["to"] = told.names.points(after)
    if before is None:
        return _("%(like)s of your own written: %(to)s") % words
    words["from"] = write_number(before)
    return _("%(like)s of your own: %(to)s instead of %(from)s") % words


def _forgot_own(told: _Told) -> str:
    return _("%(like)s of your own forgotten") % {"like": told.names.entry(told.text("like"))}


def _mended(told: _Told) -> str:
    acts = told.parameters.get("acts")
    each = [act for act in acts if isinstance(act, dict)] if isinstance(acts, list) else []
    if not each:
        return _("A problem was mended")
    words = [_Told(told.names, str(act.get("code")), act).word() for act in each]
    acts, left = "; ".join(words[:MOST_TOLD]), len(words) - MOST_TOLD
    if left > 0:
        return _("Mended: %(acts)s; and %(number)d more") % {"acts": acts, "number": left}
    return _("Mended: %(acts)s") % {"acts": acts}


RETURNS: Final[Mapping[str, tuple[Callable[[], str], Callable[[], str]]]] = {
    "undone": (lambda: _("Undone"), lambda: _("Undone: %(act)s")),
    "redone": (lambda: _("Done again"), lambda: _("Done again: %(act)s")),
}
"""Acts that name another act: without its words, and with them."""

ACTS: Final[Mapping[str, Callable[[_Told], str]]] = {
    # How a roster begins
    "created": _created,
    "imported": lambda _t: _("Imported from a file"),
    "copied": lambda _t: _("Copied from a shared list"),
    "duplicated": lambda _t: _("Copied from another list"),
    "from-scenario": lambda _t: _("Started from a scenario"),
    "from-calculator": lambda _t: _("Started from the calculator"),
    # What is done to the whole
    "upgraded": _upgraded,
    "restored": _restored,
    "marked-ready": lambda _t: _("Marked as ready"),
    "marked-draft": lambda _t: _("Made a draft again"),
    "name": lambda _t: _("The list was renamed"),
    "limit": _limited,
    "reading": _read_otherwise,
    "scenario": _given_scenario,
    "opponent": _given_opponent,
    "optional-rules": _given_rules,
    "own-entry": _wrote_own,
    "forget-own-entry": _forgot_own,
    "fix": _mended,
    # What is done to its nodes
    "add": _added,
    "take": _added,
    "add-unit": _added,
    "remove": _removed,
    "duplicate": lambda told: _("%(name)s duplicated") % {"name": told.subject()},
    "count": _counted,
    "choose": _chosen,
    "clear": _chosen,
    "shift": _chosen,
    "rename": lambda told: _("%(name)s renamed") % {"name": told.subject()},
    "note": lambda told: _("Note of %(name)s changed") % {"name": told.subject()},
    "move": _moved,
}
"""By the code of a revision how it is told. A code that is not here is told as a change."""
