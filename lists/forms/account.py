"""Accounts: allauth's forms in our words, and the player's name.

Passwords are typed once: whoever mistypes one sets another by mail.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar

from allauth.account import forms as allauth_forms
from allauth.mfa.webauthn.forms import AddWebAuthnForm
from django import forms
from django.contrib.auth.hashers import make_password
from django.db import IntegrityError, transaction
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from lists.models import User
from lists.rules.document import clean_line

from .rosters import INPUT

EMAIL = _("E-mail address")
PASSWORD = _("Password")
NEW_PASSWORD = _("New password")
CODE = _("Code")

if TYPE_CHECKING:
    _Form = forms.Form
    _UserForm = forms.ModelForm[User]
else:
    _Form = object
    _UserForm = forms.ModelForm


FAULTS = {
    "required": _("Fill this in."),
    "invalid": _("Write an address such as ana@example.org."),
    "max_length": _("That is too long."),
}


class Worded(_Form):
    """A form of allauth that looks and speaks like ours; `labels` names what it shows."""

    labels: ClassVar[Mapping[str, Any]] = {}
    hints: ClassVar[Mapping[str, Any]] = {}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name in [name for name in self.fields if name not in self.labels]:
            del self.fields[name]
        for name, field in self.fields.items():
            field.label = self.labels[name]
            field.help_text = self.hints.get(name, "")
            field.error_messages |= FAULTS
            field.widget.attrs.pop("placeholder", None)
            if not field.widget.is_hidden:
                field.widget.attrs |= INPUT


PASSWORD_HINT = _("At least 8 characters, not only digits, and none that everybody uses.")


class SignUpForm(Worded, allauth_forms.SignupForm):
    account_already_exists: bool

    labels = {"email": EMAIL, "password1": PASSWORD}
    hints = {"password1": PASSWORD_HINT}

    def try_save(self, request: HttpRequest) -> Any:
        """As allauth's; a known address takes as long, and one that two take at once is known."""
        try:
            with transaction.atomic():
                if self.account_already_exists:
                    make_password(self.cleaned_data["password1"])
                return super().try_save(request)
        except IntegrityError:
            self.account_already_exists = True
            return super().try_save(request)


class SignInForm(Worded, allauth_forms.LoginForm):
    labels = {"login": EMAIL, "password": PASSWORD}


class ReauthenticateForm(Worded, allauth_forms.ReauthenticateForm):
    labels = {"password": PASSWORD}


class EmailForm(Worded, allauth_forms.AddEmailForm):
    labels = {"email": _("New e-mail address")}


CODE_INPUT = {"autocapitalize": "characters", "spellcheck": "false", "inputmode": "text"}


class CodeForm(Worded):
    """Asks for the code that was sent."""

    labels = {"code": CODE}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["code"].widget.attrs |= CODE_INPUT


class EmailCodeForm(CodeForm, allauth_forms.ConfirmEmailVerificationCodeForm):
    pass


class ResetCodeForm(CodeForm, allauth_forms.ConfirmPasswordResetCodeForm):
    pass


class ResetPasswordForm(Worded, allauth_forms.ResetPasswordForm):
    labels = {"email": EMAIL}


class ChangePasswordForm(Worded, allauth_forms.ChangePasswordForm):
    labels = {"oldpassword": _("Password until now"), "password1": NEW_PASSWORD}
    hints = {"password1": PASSWORD_HINT}


class SetPasswordForm(Worded, allauth_forms.SetPasswordForm):
    labels = {"password1": NEW_PASSWORD}
    hints = {"password1": PASSWORD_HINT}


class NewPasswordForm(Worded, allauth_forms.ResetPasswordKeyForm):
    labels = {"password1": NEW_PASSWORD}
    hints = {"password1": PASSWORD_HINT}


class AddPasskeyForm(Worded, AddWebAuthnForm):
    labels = {"name": _("What you call it"), "credential": ""}
    hints = {"name": _("Such as the device that keeps it.")}

    def clean(self) -> Any:
        """A passkey opens the account by itself, so the device asks who holds it."""
        self.cleaned_data["passwordless"] = True
        return super().clean()


class NameForm(_UserForm):
    """The name on a player's prints."""

    class Meta:
        model = User
        fields = ["name"]
        labels = {"name": _("Player's name")}
        help_texts = {"name": _("It stands on your prints.")}
        error_messages = {"name": {"max_length": FAULTS["max_length"]}}
        widgets = {"name": forms.TextInput(attrs={**INPUT, "autocomplete": "nickname"})}

    def clean_name(self) -> str:
        return clean_line(self.cleaned_data["name"])
