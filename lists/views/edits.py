"""What is done to a list on the builder: edits, undo and redo, the mark ready."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final, Protocol

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from lists.building.acts.own_entries import WRITE
from lists.building.intents import Intent, apply_intent
from lists.building.ready import NotReady, mark_draft, mark_ready
from lists.building.revisions import redo, undo
from lists.building.rosters import evaluate_roster
from lists.building.saving import Busy, Conflict, Outcome, Saved
from lists.building.values import InvalidIntent
from lists.forms.builder import read_base, read_intent, read_posted_place
from lists.models import Actor, Roster
from lists.rules.catalogue import Role
from lists.rules.edits import find_own_entry
from lists.wording.place import ADD, Place

from .access import find_editable
from .own_entries import keep_written
from .page import Reply, render_evaluated
from .replies import reply_to

ADDS_UNITS: Final = frozenset({"add", "add-unit"})


class _Act(Protocol):
    def __call__(self, row: Roster, actor: Actor, *, base: int, key: str = "") -> Saved: ...


@require_POST
@never_cache
def roster_edit(request: HttpRequest, address: str) -> HttpResponse:
    roster, actor = find_editable(request, address)
    intent = read_intent(request.POST)
    return _answer(
        request, address, roster, actor, intent, lambda: apply_intent(roster, intent, actor)
    )


@require_POST
@never_cache
def roster_undo(request: HttpRequest, address: str) -> HttpResponse:
    return _do(request, address, undo)


@require_POST
@never_cache
def roster_redo(request: HttpRequest, address: str) -> HttpResponse:
    return _do(request, address, redo)


@require_POST
@never_cache
def roster_ready(request: HttpRequest, address: str) -> HttpResponse:
    return _do(request, address, mark_ready)


@require_POST
@never_cache
def roster_draft(request: HttpRequest, address: str) -> HttpResponse:
    return _do(request, address, mark_draft)


def _do(request: HttpRequest, address: str, act: _Act) -> HttpResponse:
    roster, actor = find_editable(request, address)
    base, key = read_base(request.POST), request.POST.get("key", "")
    return _answer(
        request, address, roster, actor, Intent(""), lambda: act(roster, actor, base=base, key=key)
    )


def _answer(
    request: HttpRequest,
    address: str,
    roster: Roster,
    actor: Actor,
    intent: Intent,
    act: Callable[[], Saved],
) -> HttpResponse:
    """Do the act and show what it led to: the page anew, or why nothing was saved."""
    place = read_posted_place(request.POST)
    try:
        saved = act()
    except Roster.DoesNotExist:
        raise Http404 from None
    except (InvalidIntent, Conflict, NotReady, Busy) as fault:
        evaluated = evaluate_roster(find_editable(request, address)[0])
        reply = reply_to(fault, intent, evaluated)
        return render_evaluated(request, address, evaluated, place, reply)
    keep_written(request, actor, saved)
    unit = _find_new_unit(intent, saved)
    reply = Reply(
        is_removal=intent.operation == "remove",
        has_new_unit=bool(unit),
        written=_find_written(intent, saved),
    )
    place = replace(place, unit=unit or place.unit)
    if reply.written:
        place = replace(place, write_like="")
    if getattr(request, "htmx", False):
        return render_evaluated(request, address, saved, place, reply)
    node = intent.value["into"] if intent.operation == "take" else intent.node
    changed = saved.added or ((node,) if node else ())
    way = _find_way_back(address, place, changed, reply)
    return HttpResponseRedirect(way, status=303)


def _find_new_unit(intent: Intent, saved: Saved) -> str:
    """The id of the unit that was added at the top, to which is added from now on; or empty."""
    if intent.operation not in ADDS_UNITS:
        return ""
    for node in saved.roster.children:
        entry = saved.catalogue.find_entry(node)
        if node.id in saved.added and entry is not None and entry.role is Role.UNIT:
            return node.id
    return ""


def _find_written(intent: Intent, saved: Saved) -> str:
    """What the entry is called that the player has just written; empty where none was."""
    if intent.operation != WRITE or saved.outcome is Outcome.UNCHANGED:
        return ""
    written = find_own_entry(saved.roster, str(saved.revision.parameters.get("entry")))
    return str(written["name"]) if written else ""


def _find_way_back(address: str, place: Place, changed: tuple[str, ...], reply: Reply) -> str:
    """The page as it was, at what was changed."""
    query = place.write()
    if reply.is_removal:
        return f"{reverse('builder', args=[address])}{query}&removed=1"
    if reply.has_new_unit:
        query += "&added=1"
    anchor = "#add" if place.view == ADD else f"#node-{changed[0]}" if changed else ""
    return f"{reverse('builder', args=[address])}{query}{anchor}"
