"""How allauth signs people in here: whom it counts as one client, what it says, what it sends."""

from __future__ import annotations

from typing import Any, ClassVar, Final

from allauth.account.adapter import DefaultAccountAdapter
from allauth.core.exceptions import ImmediateHttpResponse
from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.mfa.models import Authenticator
from django.conf import settings
from django.core.exceptions import ValidationError
from django.http import HttpRequest
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from lists.models import User

from .limits import find_client, refuse_busy

SECOND_LOCK: Final = "allauth.mfa.stages.AuthenticateStage"
LOCKED: Final = 5 * 60  # seconds, as ACCOUNT_RATE_LIMITS has it for failed attempts


class AccountAdapter(DefaultAccountAdapter):
    error_messages: ClassVar[dict[str, Any]] = {
        **DefaultAccountAdapter.error_messages,
        "account_inactive": _("This account is closed."),
        "duplicate_email": _("That is your address already."),
        "email_password_mismatch": _("Address and password do not belong together."),
        "email_taken": _("This address cannot be used. Choose another one."),
        "enter_current_password": _("This is not your password."),
        "incorrect_code": _("This is not the code. Look at the newest mail."),
        "incorrect_password": _("This is not your password."),
        "rate_limited": _("Wait a little before you ask for another code."),
        "too_many_login_attempts": _("Too many attempts. Begin again."),
    }

    def get_client_ip(self, request: HttpRequest) -> str:
        return find_client(request)

    def pre_authenticate(self, request: HttpRequest, **credentials: Any) -> None:
        """Count an attempt by client and by address; the page for who is over the limit."""
        try:
            super().pre_authenticate(request, **credentials)
        except ValidationError:
            response = refuse_busy(request, is_signing_in=True)
            response["Retry-After"] = str(LOCKED)
            raise ImmediateHttpResponse(response) from None

    def _get_login_attempts_cache_key(self, request: HttpRequest, **credentials: Any) -> str:
        """An e-mail address alone, and not with the host, of which a request may claim several."""
        return str(credentials["email"]).lower()

    def get_login_stages(self) -> list[str]:
        """A passkey is another way in: a password does not ask for it as well."""
        return [stage for stage in super().get_login_stages() if stage != SECOND_LOCK]

    def is_safe_url(self, url: str) -> bool:
        """Whether one may be led there after signing in: to a page of this site alone."""
        hosts = {self.request.get_host()}
        return url_has_allowed_host_and_scheme(
            url, allowed_hosts=hosts, require_https=self.request.is_secure()
        )

    def get_password_change_redirect_url(self, request: HttpRequest) -> str:
        return reverse("account")

    def get_email_verification_redirect_url(self, email_address: Any) -> str:
        return reverse("account")

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Mails say where the site is by its setting, and not by what a request claims."""
        site = {"SITE_NAME": settings.SITE_NAME, "BASE_URL": settings.BASE_URL}
        super().send_mail(template_prefix, email, {**context, **site})


class PasskeyAdapter(DefaultMFAAdapter):
    error_messages: ClassVar[dict[str, Any]] = {
        **DefaultMFAAdapter.error_messages,
        "incorrect_code": _("The passkey was not accepted. Try again."),
        "unverified_email": _("Confirm your e-mail address first."),
    }

    def _get_site_name(self) -> str:
        return settings.SITE_NAME

    def generate_authenticator_name(self, user: Any, type: Authenticator.Type) -> str:
        number = Authenticator.objects.filter(user=user, type=type).count() + 1
        return gettext("Passkey %(number)d") % {"number": number}

    def get_public_key_credential_user_entity(self, user: User) -> dict[str, Any]:
        return {
            **super().get_public_key_credential_user_entity(user),
            "display_name": user.name or user.email,
        }
