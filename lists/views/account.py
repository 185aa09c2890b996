"""A person's account: their name on one page with the ways to all else, and their passkeys."""

from __future__ import annotations

from typing import Any, Final

from allauth.account.decorators import reauthentication_required
from allauth.account.views import EmailView
from allauth.mfa.models import Authenticator
from allauth.mfa.webauthn.internal import auth
from allauth.mfa.webauthn.views import AddWebAuthnView
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from lists.forms.account import NameForm

from .limits import is_over_limit, refuse_busy

PASSKEYS_A_MINUTE: Final = 30


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def account(request: HttpRequest) -> HttpResponse:
    assert request.user.is_authenticated
    user = request.user
    is_sent = request.method == "POST"
    form = NameForm(request.POST if is_sent else None, instance=user)
    if is_sent and form.is_valid():
        user.save(update_fields=["name"])
        messages.success(request, _("Your name is saved."))
        return HttpResponseRedirect(reverse("account"), status=303)
    passkeys = Authenticator.objects.filter(user=user, type=Authenticator.Type.WEBAUTHN)
    context = {"form": form, "email": user.email, "passkeys": passkeys.count()}
    return render(request, "account/account.html", context, status=422 if is_sent else 200)


class EmailPage(EmailView):
    """The form for another address; only what is sent there writes down the one there was."""

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> Any:
        if request.method == "POST":
            return super().dispatch(request, *args, **kwargs)
        return super(EmailView, self).dispatch(request, *args, **kwargs)


email = login_required(EmailPage.as_view())


@require_POST
def passkey_ask(request: HttpRequest) -> HttpResponse:
    """What the browser signs to sign in; the answer must come in the same session."""
    if is_over_limit(request, "passkeys", PASSKEYS_A_MINUTE):
        return refuse_busy(request)
    return JsonResponse(auth.begin_authentication())


@require_POST
@reauthentication_required(app="allauth.mfa")
def passkey_offer(request: HttpRequest) -> HttpResponse:
    """What the browser makes a new passkey from."""
    assert request.user.is_authenticated
    return JsonResponse(auth.begin_registration(request.user, passwordless=True))


class PasskeyAdd(AddWebAuthnView):
    """The form for a new passkey, which begins when its button is pressed and not before."""

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        context: dict[str, Any] = super(AddWebAuthnView, self).get_context_data(**kwargs)
        return context


passkey_add = PasskeyAdd.as_view()
