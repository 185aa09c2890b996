"""Signing up, in and out; another password, another address, another name."""

from __future__ import annotations

from http.cookies import SimpleCookie
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.test import Client

from lists.models import User

from .conftest import EMAIL, PASSWORD, read_code, sign_in

PAGES = ["sign-up", "sign-in", "reset"]
OWN_PAGES = ["", "email", "password", "passkeys", "sign-out", "reauthenticate"]


def path(page: str) -> str:
    return f"/account/{page}/" if page else "/account/"


def is_signed_in(client: Client) -> bool:
    return client.get("/account/").status_code == 200


# Pages


@pytest.mark.parametrize(("language", "word"), [("en", "Sign in"), ("es", "Entrar")])
@pytest.mark.parametrize("page", PAGES)
def test_pages_speak_both_languages_and_write_nothing(
    client: Client, db: None, page: str, language: str, word: str, django_assert_num_queries: Any
) -> None:
    with django_assert_num_queries(0):
        response = client.get(path(page), headers={"accept-language": language})

    assert (response.status_code, response["Content-Language"]) == (200, language)
    assert word in response.content.decode()
    assert set(response.cookies) <= {"csrftoken"}
    assert "no-store" in response["Cache-Control"]


@pytest.mark.parametrize("page", OWN_PAGES)
def test_own_pages_show_and_write_nothing(
    signed_in: Client, page: str, django_assert_max_num_queries: Any
) -> None:
    with django_assert_max_num_queries(8) as captured:
        response = signed_in.get(path(page))

    assert response.status_code == 200
    assert [each["sql"] for each in captured if not each["sql"].startswith("SELECT")] == []


@pytest.mark.parametrize("page", [each for each in OWN_PAGES if each != "sign-out"])
def test_own_pages_send_strangers_to_sign_in(client: Client, db: None, page: str) -> None:
    response = client.get(path(page))

    assert (response.status_code, response["Location"]) == (
        302,
        f"/account/sign-in/?next={path(page)}",
    )


@pytest.mark.parametrize("page", [*PAGES, "email", "password", "sign-out", ""])
def test_a_form_of_another_site_is_refused(ana: User, page: str) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(ana)

    assert client.post(path(page), {"email": "eve@example.org"}).status_code == 403


def test_the_head_says_whether_one_is_signed_in(client: Client, ana: User) -> None:
    assert 'href="/account/sign-in/"' in client.get("/systems/").content.decode()

    sign_in(client)

    assert 'class="site-account" href="/account/"' in client.get("/systems/").content.decode()


def test_the_head_costs_nothing_but_the_session_where_there_is_one(
    client: Client, ana: User, django_assert_num_queries: Any
) -> None:
    session = client.session
    session["created"] = ["code"]
    session.save()

    with django_assert_num_queries(1):
        client.get("/account/sign-in/")
    sign_in(client)
    with django_assert_num_queries(2):
        client.get("/account/sign-out/")


# Signing up


def test_an_account_is_made_once_its_address_is_confirmed(client: Client, db: None) -> None:
    asked = client.post("/account/sign-up/", {"email": "Ana@Example.org", "password1": PASSWORD})
    assert asked["Location"] == "/account/confirm/"
    assert not is_signed_in(client)

    done = client.post("/account/confirm/", {"code": read_code()})

    assert (done.status_code, done["Location"]) == (302, "/")
    assert is_signed_in(client)
    assert list(User.objects.values_list("email", "name")) == [(EMAIL, "")]
    assert list(EmailAddress.objects.values_list("verified", "primary")) == [(True, True)]


def test_who_takes_an_address_at_the_same_time_is_told_by_mail(
    client: Client, ana: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked_up = "allauth.account.internal.flows.manage_email.email_already_exists"
    monkeypatch.setattr(looked_up, lambda email, **_: (email, False))

    asked = client.post("/account/sign-up/", {"email": EMAIL, "password1": PASSWORD})

    assert asked["Location"] == "/account/confirm/"
    assert mail.outbox[-1].subject == "Muster: you have an account"
    assert User.objects.count() == 1


def test_a_wrong_code_confirms_nothing_and_three_end_it(client: Client, db: None) -> None:
    client.post("/account/sign-up/", {"email": EMAIL, "password1": PASSWORD})
    code = read_code()

    for _ in range(3):
        client.post("/account/confirm/", {"code": "BBBB-BBBB"})

    client.post("/account/confirm/", {"code": code})
    assert not is_signed_in(client)
    assert not EmailAddress.objects.get().verified


@pytest.mark.parametrize("password", ["short 7", "1234567890", "password", ""])
def test_a_weak_password_is_refused(client: Client, db: None, password: str) -> None:
    response = client.post("/account/sign-up/", {"email": EMAIL, "password1": password})

    assert b"errorlist" in response.content
    assert not User.objects.exists()


# Signing in and out


def test_one_signs_in_by_address_and_password(client: Client, ana: User) -> None:
    refused = sign_in(client, password="something else 7")
    assert b"Address and password do not belong together." in refused.content
    assert not is_signed_in(client)

    assert sign_in(client, email="ANA@example.org")["Location"] == "/"
    assert is_signed_in(client)


def test_signing_in_changes_the_session_and_keeps_what_it_remembers(
    client: Client, ana: User
) -> None:
    session = client.session
    session["created"], session["linked"] = ["code"], ["token"]
    session.save()
    client.cookies = SimpleCookie({"sessionid": session.session_key})

    sign_in(client)

    assert client.session.session_key != session.session_key
    assert (client.session["created"], client.session["linked"]) == (["code"], ["token"])
    assert set(client.cookies) == {"sessionid", "csrftoken"}


def test_only_a_button_signs_out(signed_in: Client) -> None:
    asked = signed_in.get("/account/sign-out/")
    assert (asked.status_code, b"Sign out?" in asked.content) == (200, True)
    assert is_signed_in(signed_in)

    assert signed_in.post("/account/sign-out/")["Location"] == "/"
    assert not is_signed_in(signed_in)


@pytest.mark.parametrize(
    ("wanted", "led"),
    [
        ("/systems/", "/systems/"),
        ("https://evil.example/", "/"),
        ("//evil.example", "/"),
        ("http://localhost/", "/"),
        ("javascript:alert(1)", "/"),
    ],
)
def test_one_is_led_on_within_the_site_alone(
    client: Client, ana: User, wanted: str, led: str
) -> None:
    assert sign_in(client, next=wanted)["Location"] == led

    assert client.get("/account/sign-in/", {"next": wanted})["Location"] == led
    assert client.post("/account/sign-out/", {"next": wanted})["Location"] == led


def test_who_is_shut_out_is_told_so(client: Client, ana: User) -> None:
    User.objects.update(is_active=False)

    assert sign_in(client)["Location"] == "/account/closed/"
    assert b"This account is closed" in client.get("/account/closed/").content


# Another password


def test_a_forgotten_password_is_replaced_by_a_code(client: Client, ana: User) -> None:
    elsewhere = Client()
    sign_in(elsewhere)

    client.post("/account/reset/", {"email": EMAIL})
    client.post("/account/reset/code/", {"code": read_code()})
    done = client.post("/account/reset/new/", {"password1": "another horse 8"})

    assert done["Location"] == "/"
    assert is_signed_in(client)
    assert not is_signed_in(elsewhere)
    assert sign_in(Client()).status_code == 200
    assert mail.outbox[-1].subject == "Muster: your password was changed"


def test_no_password_is_replaced_without_the_code(client: Client, ana: User) -> None:
    client.post("/account/reset/", {"email": EMAIL})
    client.post("/account/reset/code/", {"code": "BBBB-BBBB"})
    client.post("/account/reset/new/", {"password1": "another horse 8"})

    ana.refresh_from_db()
    assert ana.check_password(PASSWORD)


def test_a_changed_password_ends_other_sessions_only(signed_in: Client) -> None:
    elsewhere = Client()
    sign_in(elsewhere)

    passwords = {"oldpassword": PASSWORD, "password1": "another horse 8"}
    assert signed_in.post("/account/password/", passwords)["Location"] == "/account/"

    assert is_signed_in(signed_in)
    assert not is_signed_in(elsewhere)


def test_the_old_password_is_asked_for(signed_in: Client, ana: User) -> None:
    passwords = {"oldpassword": "something else 7", "password1": "another horse 8"}
    response = signed_in.post("/account/password/", passwords)

    assert b"This is not your password." in response.content
    ana.refresh_from_db()
    assert ana.check_password(PASSWORD)


# Another address, another name


def test_an_address_changes_once_the_new_one_is_confirmed(signed_in: Client, ana: User) -> None:
    signed_in.post("/account/email/", {"email": "anna@example.org", "action_add": "1"})
    ana.refresh_from_db()
    assert ana.email == EMAIL
    assert mail.outbox[-1].to == ["anna@example.org"]

    done = signed_in.post("/account/confirm/", {"code": read_code()})

    ana.refresh_from_db()
    assert (done["Location"], ana.email) == ("/account/", "anna@example.org")
    assert list(EmailAddress.objects.values_list("email", "verified")) == [(ana.email, True)]
    assert mail.outbox[-1].to == [EMAIL]


def test_an_address_changes_only_for_who_typed_the_password(client: Client, ana: User) -> None:
    sign_in(client)

    response = client.post("/account/email/", {"email": "anna@example.org", "action_add": "1"})

    assert response["Location"] == "/account/reauthenticate/?next=%2Faccount%2Femail%2F"
    assert mail.outbox == []
    on = client.post(response["Location"], {"password": PASSWORD, "next": "/account/email/"})
    assert on["Location"] == "/account/confirm/"


def test_an_address_of_another_account_is_not_taken(signed_in: Client, ana: User) -> None:
    User.objects.create_user("ben@example.org", PASSWORD)
    signed_in.post("/account/email/", {"email": "ben@example.org", "action_add": "1"})

    signed_in.post("/account/confirm/", {"code": read_code()})

    ana.refresh_from_db()
    assert ana.email == EMAIL


@pytest.mark.parametrize(
    ("typed", "status", "kept"), [("  Anna  B. ", 303, "Anna B."), ("x" * 81, 422, "Ana")]
)
def test_the_name_is_edited(
    signed_in: Client, ana: User, typed: str, status: int, kept: str
) -> None:
    assert signed_in.post("/account/", {"name": typed}).status_code == status

    ana.refresh_from_db()
    assert ana.name == kept


# Mails, and the operator


@pytest.mark.parametrize(
    ("language", "subject", "sentence"),
    [
        ("en", "Muster: your code", "This code confirms your address."),
        ("es", "Muster: tu código", "Este código confirma tu dirección."),
    ],
)
def test_mails_speak_the_language_of_the_page(
    client: Client, db: None, language: str, subject: str, sentence: str
) -> None:
    typed = {"email": EMAIL, "password1": PASSWORD}
    client.post("/account/sign-up/", typed, headers={"accept-language": language})

    assert mail.outbox[-1].subject == subject
    assert sentence in str(mail.outbox[-1].body)


def test_mails_name_the_site_by_its_setting(client: Client, ana: User, settings: Any) -> None:
    settings.BASE_URL = "https://muster.example"

    typed = {"email": EMAIL, "password1": PASSWORD}
    client.post("/account/sign-up/", typed, headers={"host": "localhost"})

    assert "https://muster.example/account/sign-in/" in str(mail.outbox[-1].body)
    assert "localhost" not in str(mail.outbox[-1].body)


def test_an_operator_enters_the_admin_by_address(client: Client, db: None) -> None:
    User.objects.create_superuser("root@example.org", PASSWORD)

    for password, status in (("something else 7", 200), (PASSWORD, 302)):
        typed = {"username": "Root@example.org", "password": password, "next": "/admin/"}
        assert client.post("/admin/login/", typed).status_code == status

    assert client.get("/admin/").status_code == 200


def test_a_player_does_not_enter_the_admin(client: Client, ana: User) -> None:
    client.post("/admin/login/", {"username": EMAIL, "password": PASSWORD})

    assert client.get("/admin/").status_code == 302
