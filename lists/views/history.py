"""What was done to a list, and how it stood at each revision; to go back there, or to name it."""

from __future__ import annotations

import secrets

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from lists.building.history import find_history, find_name, find_others, name_revision
from lists.building.revisions import restore
from lists.building.rosters import evaluate_past
from lists.building.saving import Busy, Conflict
from lists.building.values import InvalidIntent
from lists.forms.builder import read_base
from lists.forms.history import RevisionNameForm, read_number
from lists.models import Actor, Revision, Roster
from lists.wording.history import Reader, show_revision, show_sessions, word_person
from lists.wording.kept import name_roster
from lists.wording.replies import word_refusal
from lists.wording.shared import show_shared

from .access import find_editable
from .page import Refusal


@require_safe
@never_cache
def roster_history(request: HttpRequest, address: str) -> HttpResponse:
    roster, actor = find_editable(request, address)
    language, is_named = get_language() or "en", "named" in request.GET
    history = find_history(roster, read_number(request.GET, "from"), is_named=is_named)
    context = {
        "address": address,
        "name": name_roster(roster, language),
        "sessions": show_sessions(
            history.revisions,
            history.others,
            history.names,
            _find_reader(actor, roster),
            language,
            history.own_entries,
        ),
        "newest": roster.number,
        "older": history.older,
        "newer": history.newer,
        "is_named": is_named,
    }
    return render(request, "lists/history/history.html", context)


def _find_reader(actor: Actor, roster: Roster) -> Reader:
    return Reader(actor.user, roster.owner_id)


# One revision


@require_safe
@never_cache
def roster_revision(request: HttpRequest, address: str, number: int) -> HttpResponse:
    roster, actor = find_editable(request, address)
    return _render_revision(request, roster, actor, number)


@require_POST
@never_cache
def revision_restore(request: HttpRequest, address: str, number: int) -> HttpResponse:
    roster, actor = find_editable(request, address)
    base, key = read_base(request.POST), request.POST.get("key", "")
    try:
        restore(roster, actor, number, base=base, key=key)
    except Roster.DoesNotExist:
        raise Http404 from None
    except (InvalidIntent, Conflict, Busy) as fault:
        roster, actor = find_editable(request, address)
        status, refusal = _refuse(fault, roster)
        return _render_revision(request, roster, actor, number, status=status, refusal=refusal)
    messages.success(request, _("Revision %(number)s is restored.") % {"number": number})
    return HttpResponseRedirect(reverse("builder", args=[address]), status=303)


def _refuse(fault: InvalidIntent | Conflict | Busy, roster: Roster) -> tuple[int, Refusal]:
    title = _("Not restored.")
    match fault:
        case InvalidIntent():
            return 422, Refusal(title, word_refusal(fault, get_language() or "en"))
        case Busy():
            return 503, Refusal(title, _("Others saved at the same moment. Try again."))
    text = _(
        "The list was changed after this page was shown: it stands at revision %(number)s now. "
        "Restore once more if you still want to."
    )
    return 409, Refusal(title, text % {"number": roster.number})


@require_POST
@never_cache
def revision_name(request: HttpRequest, address: str, number: int) -> HttpResponse:
    roster, actor = find_editable(request, address)
    form = RevisionNameForm(request.POST)
    if not form.is_valid():
        return _render_revision(request, roster, actor, number, status=422, form=form)
    try:
        name_revision(roster, number, form.cleaned_data["name"])
    except Revision.DoesNotExist:
        raise Http404 from None
    return HttpResponseRedirect(reverse("roster-revision", args=[address, number]), status=303)


def _render_revision(
    request: HttpRequest,
    roster: Roster,
    actor: Actor,
    number: int,
    *,
    status: int = 200,
    refusal: Refusal | None = None,
    form: RevisionNameForm | None = None,
) -> HttpResponse:
    """The roster as it stood; 404 where there is no such revision."""
    try:
        evaluated = evaluate_past(roster, number)
    except Revision.DoesNotExist:
        raise Http404 from None
    language, revision = get_language() or "en", evaluated.revision
    shared = show_shared(evaluated, language)
    name = find_name(roster, number)
    others = find_others(roster, [revision])
    context = {
        "address": actor.address,
        "shared": shared,
        "list": shared.roster,
        "revision": show_revision(revision, others, name, language, evaluated.roster.own_entries),
        "who": word_person(revision.by_id, _find_reader(actor, roster)),
        "newest": roster.number,
        "is_current": number == roster.number,
        "previous": number - 1 if number > 1 else None,
        "next": number + 1 if number < roster.number else None,
        "form": form or RevisionNameForm(initial={"name": name}),
        "refusal": refusal,
        "key": secrets.token_urlsafe(16),
        "way_back": "" if status == 200 else _find_page(actor, number),
    }
    return render(request, "lists/history/revision.html", context, status=status)


def _find_page(actor: Actor, number: int) -> str:
    return reverse("roster-revision", args=[actor.address, number])
