"""People with an account: an e-mail address to sign in with, and a name for their prints."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from django.contrib.auth.models import AbstractBaseUser, BaseUserManager, PermissionsMixin
from django.db import models
from django.db.models.functions import Lower
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

LONGEST_PLAYER_NAME = 80

if TYPE_CHECKING:
    _BaseManager = BaseUserManager["User"]
else:
    _BaseManager = BaseUserManager


class UserManager(_BaseManager):
    """Makes users; an address is kept in lower case, so that it is one person's only."""

    def create_user(self, email: str, password: str | None = None, **fields: Any) -> User:
        """A saved user; without a password nobody signs in by one."""
        if not email:
            raise ValueError("A user has an e-mail address.")
        user = self.model(email=email.strip().lower(), **fields)
        user.set_password(password)
        user.save(using=self._db)
        return user

    def create_superuser(self, email: str, password: str | None = None, **fields: Any) -> User:
        """A saved operator of the site, who may use the admin."""
        return self.create_user(email, password, is_staff=True, is_superuser=True, **fields)

    def get_by_natural_key(self, username: str | None) -> User:
        """The user of an address, however its letters are typed."""
        return self.get(email=(username or "").strip().lower())


class User(AbstractBaseUser, PermissionsMixin):
    """A person with an account; lists, links and approvals outlive it."""

    email = models.EmailField(_("e-mail address"), unique=True)
    name = models.CharField(_("player's name"), max_length=LONGEST_PLAYER_NAME, blank=True)
    is_active = models.BooleanField(default=True)
    is_staff = models.BooleanField(default=False)
    date_joined = models.DateTimeField(default=timezone.now, editable=False)

    objects: ClassVar[UserManager] = UserManager()

    USERNAME_FIELD = "email"
    EMAIL_FIELD = "email"
    REQUIRED_FIELDS: ClassVar[list[str]] = []

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=models.Q(email=Lower("email")),
                name="user_email_lower_case",
            ),
        ]

    def clean(self) -> None:
        """Bring the address to the form in which it is kept."""
        super().clean()
        self.email = self.email.strip().lower()

    def get_full_name(self) -> str:
        """The name on prints, "" where none was given."""
        return self.name

    def get_short_name(self) -> str:
        """See get_full_name."""
        return self.name
