"""The builder page, whole or as the fragment that an edit swaps in."""

from __future__ import annotations

import secrets
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import NoReverseMatch, reverse
from django.utils.cache import patch_vary_headers
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from lists.building.rosters import Evaluated
from lists.wording.builder import ShownBuilder, show_builder
from lists.wording.place import Place
from lists.wording.replies import ShownClash

TEMPLATE = "lists/builder.html"


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
    changed: Collection[str] = ()
    is_removal: bool = False
    refusal: Refusal | None = None
    conflict: ShownConflict | None = None
    typed: Mapping[str, str] = field(default_factory=dict)
    is_not_ready: bool = False

    @property
    def is_saved(self) -> bool:
        """Whether the list stands as the player wants it; to refuse a mark loses nothing."""
        return self.status == 200 or self.is_not_ready


NO_REPLY = Reply()


def render_builder(
    request: HttpRequest,
    address: str,
    evaluated: Evaluated,
    place: Place,
    reply: Reply = NO_REPLY,
) -> HttpResponse:
    """The builder of a roster at a place; a fragment of it where htmx asks."""
    shown = show_builder(
        evaluated.catalogue,
        evaluated.roster,
        evaluated.evaluation,
        place,
        get_language() or "en",
    )
    is_fragment = bool(getattr(request, "htmx", False))
    template = f"{TEMPLATE}#fragment" if is_fragment else TEMPLATE
    context = _describe(request, address, evaluated, shown, reply)
    response = render(request, template, context, status=reply.status)
    patch_vary_headers(response, ["HX-Request"])
    return response


def _describe(
    request: HttpRequest, address: str, evaluated: Evaluated, page: ShownBuilder, reply: Reply
) -> dict[str, Any]:
    row, revision = evaluated.row, evaluated.revision
    place = page.place
    urls = _find_urls(request, address, row.edit_token)
    return {
        "page": page,
        "list": page.roster,
        "open_id": page.opened.node.id if page.opened else None,
        "address": urls["builder"],
        "limit": evaluated.roster.points_limit,
        "base": revision.number,
        "key": secrets.token_urlsafe(16),
        "here": place.write(),
        "way_back": "" if reply.status == 200 else urls["builder"] + place.write(),
        "links": {
            "all": place.write(has_all=not place.has_all, open=""),
            "fits": place.write(fits_only=not place.fits_only, open=""),
        },
        "urls": urls,
        "is_ready": row.is_ready,
        "can_undo": revision.can_undo,
        "can_redo": revision.can_redo,
        "save_state": "saved" if reply.is_saved else "refused",
        "announcement": _announce(page, reply),
        "changed": reply.changed,
        "removed": reply.is_removal,
        "refusal": reply.refusal,
        "faults": reply.refusal.faults if reply.refusal else {},
        "conflict": reply.conflict,
        "typed": reply.typed,
        "not_ready": reply.is_not_ready,
    }


def _find_urls(request: HttpRequest, address: str, edit_token: str) -> dict[str, str]:
    urls = {
        key: reverse(name, args=[address])
        for key, name in {
            "builder": "builder",
            "edit": "roster-edit",
            "undo": "roster-undo",
            "redo": "roster-redo",
            "ready": "roster-ready",
            "draft": "roster-draft",
        }.items()
    }
    for key, name in {"pdf": "sheet-pdf", "json": "roster-json", "text": "roster-text"}.items():
        try:
            urls[key] = reverse(name, args=[address])
        except NoReverseMatch:
            urls[key] = ""
    urls["edit_link"] = request.build_absolute_uri(reverse("builder", args=[edit_token]))
    return urls


def _announce(page: ShownBuilder, reply: Reply) -> str:
    """What the live region says: points, legality, and whether it was saved."""
    if reply.refusal:
        return f"{reply.refusal.title} {reply.refusal.text}"
    if reply.conflict:
        return _("Not saved. Somebody changed this while you did.")
    shown = page.roster
    return f"{shown.points}. {shown.balance} {shown.verdict_words}."
