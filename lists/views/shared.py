"""What others see of a shared list. Neither session nor token is read or written but to copy."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from functools import wraps

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.cache import (
    add_never_cache_headers,
    get_conditional_response,
    patch_cache_control,
    patch_vary_headers,
)
from django.utils.translation import get_language, override
from django.views.decorators.http import require_http_methods, require_safe

from lists.interchange.documents import export_json
from lists.interchange.files import File
from lists.interchange.text import write_text
from lists.models import Link
from lists.printing.renderer import PrintFailed
from lists.sharing.drawing import find_address
from lists.sharing.links import (
    copy_shared,
    evaluate_link,
    resolve_link,
)
from lists.sharing.marks import find_mark
from lists.wording.shared import show_shared

from .access import find_actor, remember_created
from .cards import print_cards_for
from .downloads import hand_out, read_language
from .exports import print_for, show_pdf, tell_failure
from .limits import is_over_limit, limit_making, limit_prints, refuse_busy
from .release import find_release

LAYOUT = "public.html"
"""What pages without session, token and form are laid out by."""

type _Answer = Callable[[HttpRequest, Link], HttpResponse]
type _View = Callable[..., HttpResponse]


def open_link(view: _Answer) -> _View:
    """Hand a view the link that a code opens, in the language asked for.

    A code that opens nothing is answered the same whatever the cause.
    """

    @wraps(view)
    def opened(request: HttpRequest, code: str, kind: str) -> HttpResponse:
        language = read_language(request)
        with override(language):
            try:
                response = view(request, resolve_link(code, kind))
            except Link.DoesNotExist:
                response = _refuse_unknown(request)
        response.headers.setdefault("Content-Language", language)
        response.headers["X-Robots-Tag"] = "noindex"
        patch_vary_headers(response, ["Cookie"])
        return response

    return opened


def open_unless_known(view: _Answer) -> _View:
    """The same, and 304 to whoever has what the link shows, before any of it is worked out."""
    opened = open_link(_limit_looks(view))

    @wraps(view)
    def conditional(request: HttpRequest, code: str, kind: str) -> HttpResponse:
        mark = find_mark(code, kind)
        etag = _write_etag(request, mark) if mark else None
        response = get_conditional_response(request, etag=etag) if etag else None
        if response is None:
            response = opened(request, code, kind)
        if etag and response.status_code in {200, 304}:
            response.headers["ETag"] = etag
        patch_cache_control(response, private=True, no_cache=True)
        patch_vary_headers(response, ["Cookie"])
        return response

    return conditional


def _write_etag(request: HttpRequest, mark: tuple[object, ...]) -> str:
    """All that decides what is shown, as an ETag."""
    parts = (mark, read_language(request), request.COOKIES.get("theme"), find_release())
    return f'"{hashlib.sha256(repr(parts).encode()).hexdigest()[:32]}"'


def _limit_looks(view: _Answer) -> _Answer:
    @wraps(view)
    def limited(request: HttpRequest, link: Link) -> HttpResponse:
        if is_over_limit(request, "links", settings.LINKS_A_MINUTE):
            return refuse_busy(request, layout=LAYOUT)
        return view(request, link)

    return limited


def _refuse_unknown(request: HttpRequest) -> HttpResponse:
    """Not there, no longer there, or never written so: one page, counted per client."""
    if is_over_limit(request, "links", settings.LINKS_A_MINUTE):
        return refuse_busy(request, layout=LAYOUT)
    response = render(request, "404.html", {"layout": LAYOUT}, status=404)
    patch_cache_control(response, private=True, no_cache=True)
    return response


# What there is to see


@require_safe
@open_unless_known
def shared_page(request: HttpRequest, link: Link) -> HttpResponse:
    shared = show_shared(evaluate_link(link), get_language() or "en")
    context = {"shared": shared, "list": shared.roster, "link": link, "address": find_address(link)}
    return render(request, "lists/sharing/list.html", context)


@require_safe
@open_unless_known
@limit_prints(layout=LAYOUT)
def shared_sheet(request: HttpRequest, link: Link) -> HttpResponse:
    return _show_print(
        request, lambda: print_for(request, evaluate_link(link), address=find_address(link))
    )


@require_safe
@open_unless_known
@limit_prints(layout=LAYOUT)
def shared_cards(request: HttpRequest, link: Link) -> HttpResponse:
    return _show_print(request, lambda: print_cards_for(request, evaluate_link(link)))


def _show_print(request: HttpRequest, make: Callable[[], File]) -> HttpResponse:
    try:
        return show_pdf(request, make())
    except PrintFailed as failure:
        context = {"reason": failure.reason, "layout": LAYOUT}
        return tell_failure(request, "lists/sharing/failed.html", context)


@require_safe
@open_unless_known
def shared_text(request: HttpRequest, link: Link) -> HttpResponse:
    return hand_out(write_text(evaluate_link(link), get_language() or "en"), inline=True)


@require_safe
@open_unless_known
def shared_json(request: HttpRequest, link: Link) -> HttpResponse:
    evaluated = evaluate_link(link)
    return hand_out(export_json(evaluated.roster, evaluated.evaluation))


@require_http_methods(["GET", "HEAD", "POST"])
@open_link
@limit_making(layout=LAYOUT)
def shared_copy(request: HttpRequest, link: Link) -> HttpResponse:
    if request.method == "POST":
        roster = copy_shared(link, find_actor(request))
        remember_created(request, roster)
        return HttpResponseRedirect(reverse("builder", args=[roster.edit_token]), status=303)
    shared = show_shared(evaluate_link(link), get_language() or "en")
    response = render(request, "lists/sharing/copy.html", {"shared": shared, "link": link})
    add_never_cache_headers(response)
    return response
