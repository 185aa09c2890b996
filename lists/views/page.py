"""The builder page, whole or as the fragment that an edit swaps in."""

from __future__ import annotations

import json
import secrets
from collections import defaultdict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache, partial
from urllib.parse import urljoin

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.cache import patch_vary_headers
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from lists.building.catalogues import find_catalogue
from lists.building.rosters import Evaluated, evaluate_revision
from lists.models import Actor, Revision, Roster
from lists.wording.builder import ShownBuilder, show_builder
from lists.wording.holes import ADDRESS
from lists.wording.own_entries import ShownAgain, ShownOwn, show_again
from lists.wording.place import Place
from lists.wording.replies import ShownClash

from .access import find_actor
from .own_entries import find_written

TEMPLATE = "lists/builder.html"
MOST_URLS = 64
MOST_KEPT, LARGEST_KEPT = 32, 16_000
"""How many pages are kept, and of how long a document: what one shows takes 50 times its room."""


OF_OLDER_EDITION = '"edition": "'
"""Stands in a document where a node names an edition; what is typed has its quotes escaped."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why nothing was saved: a heading and a sentence, and those that stand at a field."""

    title: str
    text: str
    faults: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ShownConflict:
    """What somebody else has changed meanwhile, and the act that would still be done."""

    clashes: tuple[ShownClash, ...]
    again: str


@dataclass(frozen=True, slots=True)
class Reply:
    """What an act led to, as the page tells it."""

    status: int = 200
    is_removal: bool = False
    has_new_unit: bool = False  # the one that is added to now
    can_be_claimed: bool = False  # somebody is signed in, and nobody owns it
    can_be_kept: bool = False  # it came by its edit link and is not among the lists of this browser
    newer: str = ""  # the key of an edition that it may be moved to
    refusal: Refusal | None = None
    conflict: ShownConflict | None = None
    typed: Mapping[str, str] = field(default_factory=dict)
    own: Mapping[str, str] = field(default_factory=dict)  # typed for an entry of one's own
    is_not_ready: bool = False
    written: str = ""  # what the entry of one's own is called that was written

    @property
    def is_saved(self) -> bool:
        """Whether the list stands as the player wants it; to refuse a mark loses nothing."""
        return self.status == 200 or self.is_not_ready


NO_REPLY = Reply()


@dataclass(frozen=True, slots=True)
class Urls:
    """The addresses that a builder page links to; empty where there is no such page."""

    builder: str
    edit: str
    undo: str
    redo: str
    ready: str
    draft: str
    pdf: str
    cards: str
    json: str
    text: str
    edit_link: str
    share: str = ""
    keep: str = ""
    history: str = ""
    claim: str = ""
    delete: str = ""
    address: str = ""

    @property
    def holed(self) -> Urls:
        """The same of any list, in which a hole stands for its address."""
        return _find_urls(ADDRESS, ADDRESS, settings.BASE_URL)


@dataclass(frozen=True, slots=True)
class Tools:
    """The row of tools over a list, and whether the list is saved."""

    can_undo: bool
    can_redo: bool
    is_ready: bool
    is_removal: bool
    may_delete: bool
    save_state: str


@dataclass(frozen=True, slots=True)
class Sight:
    """All that a builder page depends on; equal sights show the same."""

    document: str
    edition: tuple[int, str, str]
    place: Place
    language: str
    is_ready: bool
    evaluate: Callable[[], Evaluated] = field(compare=False)

    @property
    def is_kept(self) -> bool:
        """Whether it is of a size to be kept, and likely to be looked at again.

        What an older edition keeps a part of is not: the words of that one may be corrected.
        """
        is_likely = len(self.document) <= LARGEST_KEPT and not self.place.query
        return is_likely and OF_OLDER_EDITION not in self.document


def render_saved(
    request: HttpRequest, address: str, row: Roster, place: Place, reply: Reply = NO_REPLY
) -> HttpResponse:
    """The builder of a roster as it stands."""
    revision = row.revisions.with_edition().get(number=row.number)
    sight = _see(revision, place, partial(evaluate_revision, row, revision))
    return _render(request, address, row, revision, _look(sight), reply)


def render_evaluated(
    request: HttpRequest, address: str, evaluated: Evaluated, place: Place, reply: Reply = NO_REPLY
) -> HttpResponse:
    """The builder of a roster that an act has just evaluated."""
    row, revision = evaluated.row, evaluated.revision
    sight = _see(revision, place, lambda: evaluated)
    return _render(request, address, row, revision, _look(sight), reply)


def _see(revision: Revision, place: Place, evaluate: Callable[[], Evaluated]) -> Sight:
    edition = revision.edition
    return Sight(
        json.dumps(revision.document),
        (edition.pk, edition.hash, edition.words_hash),
        place,
        get_language() or "en",
        revision.is_ready,
        evaluate,
    )


def _look(sight: Sight) -> ShownBuilder:
    """What is seen; whoever looks at the same again sees it at once."""
    return _look_again(sight) if sight.is_kept else _look_again.__wrapped__(sight)


@lru_cache(maxsize=MOST_KEPT)
def _look_again(sight: Sight) -> ShownBuilder:
    evaluated = sight.evaluate()
    return show_builder(
        evaluated.catalogue,
        evaluated.roster,
        evaluated.evaluation,
        sight.place,
        sight.language,
        is_ready=sight.is_ready,
    )


def _render(
    request: HttpRequest,
    address: str,
    row: Roster,
    revision: Revision,
    page: ShownBuilder,
    reply: Reply,
) -> HttpResponse:
    """The page whole, or the fragment of it that htmx asks for."""
    is_fragment = bool(getattr(request, "htmx", False))
    urls = _find_urls(address, row.edit_token, settings.BASE_URL)
    here = page.place.write()
    save_state = "saved" if reply.is_saved else "refused"
    actor = find_actor(request, address)
    context = {
        "page": page,
        "own": _fill_own(page, reply),
        "again": _find_again(request, actor, revision, page),
        "keeps_own": actor.user is not None and row.owner_id == actor.user,
        "is_of_another": row.owner_id not in (None, actor.user),
        "is_signed_in": actor.user is not None,
        "new_unit": _find_new_unit(page, reply),
        "written": reply.written,
        "list": page.roster,
        "urls": urls,
        "tools": Tools(
            revision.can_undo,
            revision.can_redo,
            revision.is_ready,
            reply.is_removal,
            row.is_managed_by(actor),
            save_state,
        ),
        "base": revision.number,
        "key": secrets.token_urlsafe(16),
        "here": here,
        "can_be_claimed": reply.can_be_claimed,
        "can_be_kept": reply.can_be_kept,
        "newer": reply.newer,
        "way_back": "" if reply.status == 200 else urls.builder + here,
        "announcement": _announce(page, reply),
        "open_id": page.opened.node.id if page.opened else None,
        "refusal": reply.refusal,
        "faults": defaultdict(str, reply.refusal.faults if reply.refusal else {}),
        "conflict": reply.conflict,
        "typed": defaultdict(str, reply.typed),
        "not_ready": reply.is_not_ready,
    }
    template = f"{TEMPLATE}#fragment" if is_fragment else TEMPLATE
    response = render(request, template, context, status=reply.status)
    if is_fragment and (reply.has_new_unit or reply.written):
        response["HX-Replace-Url"] = urls.builder + here
    patch_vary_headers(response, ["HX-Request"])
    return response


def _fill_own(page: ShownBuilder, reply: Reply) -> ShownOwn | None:
    """The forms of the player's own entries, with what was typed and not taken."""
    if page.own is None or not reply.own:
        return page.own
    faults = dict(reply.refusal.faults) if reply.refusal else {}
    field, fault = next(iter(faults.items()), ("", ""))
    return page.own.fill(reply.own, field, fault)


def _find_again(
    request: HttpRequest, actor: Actor, revision: Revision, page: ShownBuilder
) -> tuple[ShownAgain, ...]:
    """What the person has written in other lists; asked only where entries can be written."""
    if page.own is None or page.own.is_full:
        return ()
    written = find_written(request, actor, page.own.system)
    if not written:
        return ()
    catalogue = find_catalogue(revision.edition, revision.document["own_entries"])
    return show_again(catalogue, written, get_language() or "en", page.place.query)


@lru_cache(maxsize=MOST_URLS)
def _find_urls(address: str, edit_token: str, site: str) -> Urls:
    return Urls(
        builder=reverse("builder", args=[address]),
        edit=reverse("roster-edit", args=[address]),
        undo=reverse("roster-undo", args=[address]),
        redo=reverse("roster-redo", args=[address]),
        ready=reverse("roster-ready", args=[address]),
        draft=reverse("roster-draft", args=[address]),
        pdf=reverse("sheet-pdf", args=[address]),
        cards=reverse("cards-pdf", args=[address]),
        json=reverse("roster-json", args=[address]),
        text=reverse("roster-text", args=[address]),
        edit_link=urljoin(site, reverse("builder", args=[edit_token])),
        share=reverse("roster-share", args=[address]),
        keep=reverse("roster-keep", args=[address]),
        history=reverse("roster-history", args=[address]),
        claim=reverse("roster-claim", args=[address]),
        delete=reverse("roster-delete", args=[address]),
        address=address,
    )


def _find_new_unit(page: ShownBuilder, reply: Reply) -> str:
    """What the unit is called that was just added; empty where none was, or it is gone."""
    unit = page.adding.unit
    return unit.name if reply.has_new_unit and unit and unit.id == page.place.unit else ""


def _announce(page: ShownBuilder, reply: Reply) -> str:
    """What the live region says: points, legality, and whether it was saved."""
    if reply.refusal:
        return f"{reply.refusal.title} {reply.refusal.text}"
    if reply.conflict:
        return _("Not saved. Somebody changed this while you did.")
    shown = page.roster
    standing = f"{shown.points}. {shown.balance} {shown.verdict_words}."
    if unit := _find_new_unit(page, reply):
        text = _("%(unit)s is in the list. What you add now goes to it.") % {"unit": unit}
        return f"{text} {standing}"
    if reply.written:
        return _("%(name)s is written and stands under:") % {"name": reply.written} + (
            f" {_('Entries of your own')}. {standing}"
        )
    return standing
