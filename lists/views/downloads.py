"""Files handed out over HTTP."""

from __future__ import annotations

import unicodedata
from urllib.parse import quote

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_cache_control
from django.utils.translation import get_language

from lists.interchange.files import File
from lists.printing.sheet import Paper


def hand_out(file: File, *, inline: bool = False) -> HttpResponse:
    """A file of one person's list: shown or saved, asked for anew each time, found by no robot."""
    response = HttpResponse(file.content, content_type=file.content_type)
    response["Content-Disposition"] = write_disposition(file.name, inline=inline)
    response["X-Robots-Tag"] = "noindex"
    patch_cache_control(response, private=True, no_cache=True)
    return response


def write_disposition(name: str, *, inline: bool) -> str:
    """The header with the name twice: plain for old browsers, and in full (RFC 5987)."""
    stem, _dot, extension = name.rpartition(".")
    decomposed = unicodedata.normalize("NFKD", stem).encode("ascii", "ignore").decode()
    plain = "".join(c for c in decomposed if c.isalnum() or c in "-_").strip("-_") or "list"
    kind = "inline" if inline else "attachment"
    return f"{kind}; filename=\"{plain}.{extension}\"; filename*=UTF-8''{quote(name, safe='')}"


def read_paper(request: HttpRequest) -> Paper:
    """The paper that the address asks for, else A4."""
    return Paper.LETTER if request.GET.get("paper") == Paper.LETTER else Paper.A4


def read_language(request: HttpRequest) -> str:
    """The language that the address asks for, else that of the page."""
    asked = request.GET.get("language", "")
    return asked if asked in dict(settings.LANGUAGES) else get_language() or "en"
