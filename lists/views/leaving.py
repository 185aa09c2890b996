"""What is one's own, to take along; and the end of an account."""

from __future__ import annotations

from typing import Final

from allauth.account.decorators import reauthentication_required
from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.http import (
    FileResponse,
    HttpRequest,
    HttpResponse,
    HttpResponseBase,
    HttpResponseRedirect,
)
from django.shortcuts import render
from django.urls import reverse
from django.utils.cache import add_never_cache_headers
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from lists.forms.leaving import LeavingForm
from lists.interchange.belongings import pack_belongings
from lists.models import Link, Roster, User
from lists.sharing.leaving import delete_account, find_frozen_of

from .limits import is_over_limit, refuse_busy

FILE_NAME = "muster.zip"
FILES_A_MINUTE: Final = 5


@require_safe
@login_required
def account_data(request: HttpRequest) -> HttpResponseBase:
    if is_over_limit(request, "data", FILES_A_MINUTE):
        return refuse_busy(request)
    packed = pack_belongings(_find_user(request), get_language() or "en")
    response = FileResponse(packed, as_attachment=True, filename=FILE_NAME)
    add_never_cache_headers(response)
    return response


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@login_required
@reauthentication_required(app="allauth.account")  # type: ignore[untyped-decorator]  # it has no types
def account_delete(request: HttpRequest) -> HttpResponse:
    user = _find_user(request)
    is_sent = request.method == "POST"
    form = LeavingForm(request.POST if is_sent else None, email=user.email)
    if is_sent and form.is_valid():
        delete_account(user, erases=form.cleaned_data["erases"])
        logout(request)
        messages.success(request, _("Your account and your lists are deleted."))
        return HttpResponseRedirect(reverse("home"), status=303)
    frozen = Link.objects.standing().frozen().filter(find_frozen_of(user.pk))
    context = {
        "form": form,
        "lists": Roster.objects.filter(owner=user).count(),
        "links": frozen.count(),
    }
    return render(request, "account/delete.html", context, status=422 if is_sent else 200)


def _find_user(request: HttpRequest) -> User:
    assert isinstance(request.user, User)
    return request.user
