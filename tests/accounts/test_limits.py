"""How often one may try; and that nothing tells whether an address has an account."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.contrib.auth.hashers import MD5PasswordHasher
from django.core import mail
from django.core.cache import cache
from django.test import Client

from lists.models import User

from .conftest import EMAIL, PASSWORD, sign_in

WRONG = "something else 7"


def try_at(client: Client, address: str, email: str, password: str = WRONG) -> int:
    """Sign in behind a proxy that saw this address."""
    forwarded = {"X-Forwarded-For": address}
    typed = {"login": email, "password": password}
    return client.post("/account/sign-in/", typed, headers=forwarded).status_code


def test_a_client_tries_ten_times_a_minute(client: Client, ana: User) -> None:
    tried = [sign_in(client, f"{n}@example.org", WRONG).status_code for n in range(11)]

    assert tried == [200] * 10 + [429]
    assert sign_in(client).status_code == 429


@pytest.mark.parametrize("email", [EMAIL, "nobody@example.org"])
def test_an_address_is_tried_five_times_from_wherever(
    client: Client, ana: User, settings: Any, email: str
) -> None:
    settings.TRUSTED_PROXIES = 1

    tried = [try_at(client, f"192.0.2.{n}", email) for n in range(6)]

    assert tried == [200] * 5 + [429]
    assert try_at(client, "192.0.2.9", "Else@example.org") == 200


def test_another_name_of_the_host_gives_no_more_tries(client: Client, ana: User) -> None:
    hosts = ["localhost", "127.0.0.1", "testserver"] * 2
    typed = {"login": EMAIL, "password": WRONG}

    tried = [client.post("/account/sign-in/", typed, headers={"host": each}) for each in hosts]

    assert [each.status_code for each in tried] == [200] * 5 + [429]


def test_a_forged_header_makes_no_other_client(client: Client, ana: User) -> None:
    tried = [try_at(client, f"192.0.2.{n}", f"{n}@example.org") for n in range(11)]

    assert tried == [200] * 10 + [429]


def test_a_forged_header_behind_a_proxy_makes_no_other_client(
    client: Client, ana: User, settings: Any
) -> None:
    settings.TRUSTED_PROXIES = 1

    tried = [try_at(client, f"192.0.2.{n}, 203.0.113.1", f"{n}@example.org") for n in range(11)]

    assert tried == [200] * 10 + [429]
    assert try_at(client, "192.0.2.1, 203.0.113.2", EMAIL, PASSWORD) == 302


def test_who_is_over_the_limit_sees_our_page(client: Client, db: None) -> None:
    for _ in range(5):
        sign_in(client, password=WRONG)

    response = sign_in(client)

    assert (response.status_code, response["Retry-After"]) == (429, "300")
    assert b"Wait five minutes and try again." in response.content


def test_the_admin_is_no_way_around(client: Client, ana: User) -> None:
    typed = {"username": EMAIL, "password": WRONG}

    tried = [client.post("/admin/login/", typed).status_code for _ in range(6)]

    assert tried == [200] * 5 + [429]
    assert sign_in(client).status_code == 429


@pytest.mark.parametrize("email", [EMAIL, "nobody@example.org"])
def test_codes_for_another_password_are_sent_three_times(
    client: Client, ana: User, email: str
) -> None:
    tried = [client.post("/account/reset/", {"email": email}).status_code for _ in range(4)]

    assert tried == [302] * 3 + [429]
    assert [each.to for each in mail.outbox] == [[email]] * 3


def test_accounts_are_made_ten_times_a_minute(client: Client, db: None) -> None:
    typed = [{"email": f"{n}@example.org", "password1": PASSWORD} for n in range(11)]

    made = [Client().post("/account/sign-up/", each).status_code for each in typed]

    assert made == [302] * 10 + [429]


# Known or not


def follow(page: str, **typed: str) -> list[tuple[int, str, str]]:
    """What a new browser is answered: status, where it is led, the page without its tokens."""
    cache.clear()
    client = Client()
    answers = [client.post(page, typed)]
    while "Location" in answers[-1]:
        answers.append(client.get(answers[-1]["Location"]))
    answers.append(client.post(answers[-1].request["PATH_INFO"], {"code": "BBBB-BBBB"}))
    email = re.compile("ana@example.org|nob@example.org")
    token = re.compile(r'(?<=csrfmiddlewaretoken" value=")\w+|(?<="X-CSRFToken": ")\w+')
    return [
        (each.status_code, each.get("Location", ""), email.sub("", token.sub("", each.text)))
        for each in answers
    ]


@pytest.mark.parametrize(
    ("page", "field", "more"),
    [
        ("/account/sign-up/", "email", {"password1": PASSWORD}),
        ("/account/reset/", "email", {}),
        ("/account/sign-in/", "login", {"password": WRONG}),
    ],
)
def test_known_and_unknown_addresses_are_answered_alike(
    ana: User, page: str, field: str, more: dict[str, str]
) -> None:
    known = follow(page, **{field: EMAIL}, **more)
    unknown = follow(page, **{field: "nob@example.org"}, **more)

    assert known == unknown
    assert {status for status, _, _ in known} <= {200, 302}


@pytest.mark.parametrize("email", [EMAIL, "nob@example.org"])
@pytest.mark.parametrize(
    ("page", "field", "password"),
    [("/account/sign-up/", "email", "password1"), ("/account/sign-in/", "login", "password")],
)
def test_a_password_is_hashed_once_for_known_and_unknown(
    client: Client,
    ana: User,
    monkeypatch: pytest.MonkeyPatch,
    email: str,
    page: str,
    field: str,
    password: str,
) -> None:
    hashed: list[str] = []
    encode = MD5PasswordHasher.encode

    def count(self: MD5PasswordHasher, typed: str, salt: str) -> str:
        hashed.append(typed)
        return encode(self, typed, salt)

    monkeypatch.setattr(MD5PasswordHasher, "encode", count)

    client.post(page, {field: email, password: WRONG})

    assert hashed == [WRONG]


@pytest.mark.parametrize("page", ["/account/sign-up/", "/account/reset/"])
def test_whose_address_it_is_gets_a_mail_in_any_case(client: Client, ana: User, page: str) -> None:
    for email in (EMAIL, "nob@example.org"):
        Client().post(page, {"email": email, "password1": PASSWORD})

    assert [each.to for each in mail.outbox] == [[EMAIL], ["nob@example.org"]]
