"""The builder page, whole or as the fragment that an edit swaps in."""

from __future__ import annotations

import secrets
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from urllib.parse import urljoin

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.cache import patch_vary_headers
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from lists.building.rosters import Evaluated, evaluate_roster
from lists.models import Revision, Roster
from lists.wording.builder import ShownBuilder, show_builder
from lists.wording.holes import ADDRESS
from lists.wording.place import Place
from lists.wording.replies import ShownClash

TEMPLATE = "lists/builder.html"
MOST_URLS = 64


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
    can_be_kept: bool = False  # it came by its edit link and is not among the lists of this browser
    refusal: Refusal | None = None
    conflict: ShownConflict | None = None
    typed: Mapping[str, str] = field(default_factory=dict)
    is_not_ready: bool = False

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
    save_state: str


def render_saved(
    request: HttpRequest, address: str, row: Roster, place: Place, reply: Reply = NO_REPLY
) -> HttpResponse:
    """The builder of a roster as it stands."""
    return render_evaluated(request, address, evaluate_roster(row), place, reply)


def render_evaluated(
    request: HttpRequest, address: str, evaluated: Evaluated, place: Place, reply: Reply = NO_REPLY
) -> HttpResponse:
    """The builder of a roster that has just been evaluated."""
    page = show_builder(
        evaluated.catalogue,
        evaluated.roster,
        evaluated.evaluation,
        place,
        get_language() or "en",
        is_ready=evaluated.revision.is_ready,
    )
    return _render(request, address, evaluated.row, evaluated.revision, page, reply)


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
    context = {
        "page": page,
        "list": page.roster,
        "urls": urls,
        "tools": Tools(
            revision.can_undo, revision.can_redo, revision.is_ready, reply.is_removal, save_state
        ),
        "base": revision.number,
        "key": secrets.token_urlsafe(16),
        "here": here,
        "can_be_kept": reply.can_be_kept,
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
    patch_vary_headers(response, ["HX-Request"])
    return response


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
        address=address,
    )


def _announce(page: ShownBuilder, reply: Reply) -> str:
    """What the live region says: points, legality, and whether it was saved."""
    if reply.refusal:
        return f"{reply.refusal.title} {reply.refusal.text}"
    if reply.conflict:
        return _("Not saved. Somebody changed this while you did.")
    shown = page.roster
    return f"{shown.points}. {shown.balance} {shown.verdict_words}."
