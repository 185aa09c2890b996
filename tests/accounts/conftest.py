from __future__ import annotations

import re

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.test import Client

from lists.models import User

EMAIL = "ana@example.org"
PASSWORD = "correct horse 7"


@pytest.fixture
def ana(db: None) -> User:
    """A person with an account whose address is confirmed."""
    user = User.objects.create_user(EMAIL, PASSWORD, name="Ana")
    EmailAddress.objects.create(user=user, email=EMAIL, verified=True, primary=True)
    return user


@pytest.fixture
def signed_in(client: Client, ana: User) -> Client:
    """Ana's browser, in which she has just typed her password again."""
    assert sign_in(client).status_code == 302
    client.post("/account/reauthenticate/", {"password": PASSWORD})
    return client


def sign_in(client: Client, email: str = EMAIL, password: str = PASSWORD, **more: str):  # type: ignore[no-untyped-def]
    return client.post("/account/sign-in/", {"login": email, "password": password, **more})


def read_code() -> str:
    """The code in the newest mail."""
    found = re.search(r"^    ([A-Z-]+)$", str(mail.outbox[-1].body), re.MULTILINE)
    assert found, mail.outbox[-1].body
    return found[1]
