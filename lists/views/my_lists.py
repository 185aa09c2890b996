"""My lists: what a person owns, or has made or kept in this browser, found and put in order."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from typing import Final

from django.conf import settings
from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect, QueryDict
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.cache import patch_vary_headers
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from lists.building.catalogues import find_catalogue
from lists.building.filing import MOST_TAGS, add_tag, archive, find_tags, remove_tag, unarchive
from lists.building.intents import Intent, apply_intent
from lists.building.rosters import duplicate_roster
from lists.building.saving import Busy, Conflict
from lists.building.sought import find_editions, seek
from lists.building.trash import delete_rosters
from lists.building.values import InvalidIntent
from lists.forms.builder import read_base
from lists.forms.my_lists import SeekForm, TagForm, read_marked, read_place, read_posted_place
from lists.models import Actor, Roster, Tag
from lists.models.remarks import LONGEST_TAG
from lists.models.roster import RosterQuerySet
from lists.rules.document import LONGEST_NAME
from lists.wording.my_lists import offer_sought, show_mine
from lists.wording.replies import word_refusal
from lists.wording.words import Names

from .access import find_actor, forget_linked, remember_created
from .limits import limit_making

PAGE: Final = 50
MOST_TAGS_OFFERED: Final = 200
TEMPLATE: Final = "lists/mine/my_lists.html"


@dataclass(frozen=True, slots=True)
class Unsaved:
    """A name that was typed and not saved: of which list, and why."""

    code: str
    name: str
    fault: str
    status: int


@require_safe
@never_cache
def my_lists(request: HttpRequest) -> HttpResponse:
    return _render(request, request.GET)


def _render(request: HttpRequest, query: QueryDict, unsaved: Unsaved | None = None) -> HttpResponse:
    """The page, or the part of it that scripts ask for."""
    actor, language = find_actor(request), get_language() or "en"
    mine = Roster.objects.kept_by(actor)
    editions = find_editions(mine)
    form = SeekForm(query, offer_sought(editions, language), _find_tags(mine) if editions else [])
    page = Paginator(seek(mine, form.read(), editions), PAGE).get_page(query.get("page"))
    by_key = {each.pk: each for each in editions}
    rows = list(show_mine(page, by_key, find_tags(page), actor, language))
    place = read_place(query).urlencode()
    deleted = read_marked(query.get("deleted", "").split("."))
    context = {
        "has_lists": bool(editions),
        "outdated": mine.at_hand().outdated(editions).count(),
        "form": form,
        "page": page,
        "rows": rows,
        "place": place,
        "here": f"?{place}&" if place else "?",
        "open": unsaved.code if unsaved else query.get("open", ""),
        "at": query.get("at", ""),
        "unsaved": unsaved,
        "key": secrets.token_urlsafe(16),
        "deleted": _find_deleted(actor, deleted) if deleted else [],
        "trash_days": settings.TRASH_DAYS,
        "longest_tag": LONGEST_TAG,
        "longest_name": LONGEST_NAME,
        "way_back": f"{reverse('my-lists')}?{place}",
    }
    part = "#fragment" if getattr(request, "htmx", False) else ""
    status = unsaved.status if unsaved else 200
    response = render(request, f"{TEMPLATE}{part}", context, status=status)
    patch_vary_headers(response, ["HX-Request"])
    if unsaved:
        response["HX-Push-Url"] = "false"  # what only takes forms is no page to come back to
    return response


def _find_tags(mine: RosterQuerySet) -> list[str]:
    tags = Tag.objects.filter(roster__in=mine).order_by("text").values_list("text", flat=True)
    return list(tags.distinct()[:MOST_TAGS_OFFERED])


def _find_deleted(actor: Actor, codes: list[str]) -> list[str]:
    """The codes of those that are in the trash still, so that it can be undone."""
    deleted = Roster.objects.in_trash_of(actor).filter(code__in=codes)
    return list(deleted.values_list("code", flat=True))


# One list


@require_POST
@never_cache
def my_lists_rename(request: HttpRequest) -> HttpResponse:
    roster = _find_mine(request)
    base, name = read_base(request.POST), request.POST.get("name", "")
    key = f"{request.POST.get('key', '')}-{base}"  # one page may rename a list more than once
    intent = Intent("name", "", {"name": name}, base, key)
    actor = find_actor(request, roster.find_address(find_actor(request)))
    try:
        apply_intent(roster, intent, actor)
    except Roster.DoesNotExist:
        raise Http404 from None
    except (InvalidIntent, Conflict, Busy) as fault:
        unsaved = _refuse(fault, roster, name)
        return _render(request, read_posted_place(request.POST), unsaved)
    return _go_back(request, at=roster.code)


def _refuse(fault: InvalidIntent | Conflict | Busy, roster: Roster, name: str) -> Unsaved:
    match fault:
        case InvalidIntent():
            return Unsaved(roster.code, name, word_refusal(fault, get_language() or "en"), 422)
        case Conflict():
            roster.refresh_from_db(fields=["name"])
            text = _("Somebody has renamed this list meanwhile, to “%(name)s”. Save to use yours.")
            return Unsaved(roster.code, name, text % {"name": roster.name}, 409)
        case Busy():
            text = _("Others saved at the same moment. Try again.")
            return Unsaved(roster.code, name, text, 503)


@require_POST
@never_cache
@limit_making()
def my_lists_duplicate(request: HttpRequest) -> HttpResponse:
    roster = _find_mine(request)
    names = Names(find_catalogue(roster.edition), get_language() or "en")
    called = roster.name or names.army_list(roster.army_list)
    ending = " " + _("(copy)")
    name = called[: LONGEST_NAME - len(ending)] + ending
    copy = duplicate_roster(roster, find_actor(request), name=name)
    remember_created(request, copy)
    messages.success(request, _("“%(name)s” is there.") % {"name": name})
    return _go_back(request, at=copy.code)


@require_POST
@never_cache
def my_lists_forget(request: HttpRequest) -> HttpResponse:
    roster = _find_mine(request)
    forget_linked(request, roster)
    messages.success(request, _("Taken off your lists. Its edit link still opens it."))
    return _go_back(request)


def _find_mine(request: HttpRequest) -> Roster:
    """The one list that a form is about; else 404."""
    mine = Roster.objects.kept_by(find_actor(request)).with_edition()
    return get_object_or_404(mine, code__in=_read_marked(request)[:1])


# One or several


@require_POST
@never_cache
def my_lists_archive(request: HttpRequest) -> HttpResponse:
    count = archive(find_actor(request), _read_marked(request))
    text = ngettext("%(count)d list archived.", "%(count)d lists archived.", count)
    return _tell(request, count, text % {"count": count})


@require_POST
@never_cache
def my_lists_unarchive(request: HttpRequest) -> HttpResponse:
    count = unarchive(find_actor(request), _read_marked(request))
    text = ngettext("%(count)d list brought back.", "%(count)d lists brought back.", count)
    return _tell(request, count, text % {"count": count})


@require_POST
@never_cache
def my_lists_delete(request: HttpRequest) -> HttpResponse:
    deleted = delete_rosters(find_actor(request), _read_marked(request))
    if not deleted:
        return _tell(request, 0, "")
    return _go_back(request, deleted=".".join(deleted))


@require_POST
@never_cache
def my_lists_tag(request: HttpRequest) -> HttpResponse:
    form = TagForm(request.POST)
    if not form.is_valid():
        messages.error(request, str(form.errors["tag"][0]))
        return _go_back(request)
    tagged = add_tag(find_actor(request), _read_marked(request), form.cleaned_data["tag"])
    if tagged.full:
        text = _("A list has at most %(most)d tags: take one off first.")
        messages.error(request, text % {"most": MOST_TAGS})
        return _go_back(request, at=request.POST.get("list", ""))
    text = ngettext("%(count)d list tagged.", "%(count)d lists tagged.", tagged.tagged)
    return _tell(request, tagged.tagged, text % {"count": tagged.tagged})


@require_POST
@never_cache
def my_lists_untag(request: HttpRequest) -> HttpResponse:
    form = TagForm(request.POST)
    tag = form.cleaned_data["tag"] if form.is_valid() else ""
    count = remove_tag(find_actor(request), _read_marked(request), tag)
    text = ngettext("%(count)d tag taken off.", "%(count)d tags taken off.", count)
    return _tell(request, count, text % {"count": count})


def _read_marked(request: HttpRequest) -> list[str]:
    return read_marked(request.POST.getlist("list"))


def _tell(request: HttpRequest, count: int, text: str) -> HttpResponse:
    if count:
        messages.success(request, text)
    else:
        messages.warning(request, _("Nothing was changed. Mark lists of your own first."))
    return _go_back(request, at=request.POST.get("list", "") if count == 1 else "")


def _go_back(request: HttpRequest, **more: str) -> HttpResponse:
    """To the page that a form was sent from, at a list or with what can be undone."""
    place = read_posted_place(request.POST)
    place.update({name: text for name, text in more.items() if text})
    query = f"?{place.urlencode()}" if place else ""
    return HttpResponseRedirect(f"{reverse('my-lists')}{query}", status=303)
