"""What is one's own as a file; the end of an account; what was typed, erased on request."""

from __future__ import annotations

import io
import json
import tracemalloc
from typing import Any
from zipfile import ZipFile

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.utils import timezone

from lists.building.history import name_revision
from lists.building.own_entries import keep_own_entry
from lists.building.trash import purge_since
from lists.interchange import belongings
from lists.models import Actor, Link, Redaction, Revision, Roster, Tag, User
from lists.models.triggers import find_guards, find_installed
from lists.sharing.leaving import delete_account
from lists.sharing.links import freeze_revision, make_link
from lists.sharing.redacting import redact_roster
from tests.accounts.conftest import EMAIL
from tests.building.test_concurrency import run_together
from tests.factories import act, create_home_guard, create_user, find_node

pytestmark = pytest.mark.django_db

SECRET = "Cabo Núñez"


def build(user: User | None) -> tuple[Roster, Link]:
    """A list full of what somebody typed, and a frozen link to it."""
    row = create_home_guard(Actor(user=user.pk if user else None))
    act(row, "name", name=SECRET)
    act(row, "rename", find_node(row, "leader").id, name=SECRET)
    act(row, "note", find_node(row, "soldier").id, note=f"{SECRET}: <b>tired</b>")
    return row, freeze_revision(row, 4)


def read_zip(client: Client) -> dict[str, Any]:
    response = client.get("/account/data/")
    assert (response.status_code, response["Content-Type"]) == (200, "application/zip")
    assert "no-store" in response["Cache-Control"]
    with ZipFile(io.BytesIO(b"".join(response.streaming_content))) as packed:  # type: ignore[attr-defined]
        return {name: packed.read(name).decode() for name in packed.namelist()}


# All that is one's own


def test_the_file_holds_what_one_has_written_for_ones_lists(signed_in: Client, ana: User) -> None:
    own = {"key": "own-x", "like": "volunteer", "name": SECRET, "points": "5/2", "drill": 3}
    keep_own_entry(ana.pk, "small-game", own)
    keep_own_entry(create_user("Berta").pk, "small-game", {**own, "key": "own-hers"})

    account = json.loads(read_zip(signed_in)["account.json"])

    assert account["own_entries"] == [{"system": "small-game", **own}]


def test_the_file_holds_every_list_in_every_state(signed_in: Client, ana: User) -> None:
    row, link = build(ana)
    Tag.objects.create(roster=row, text="club")
    deleted, _ = build(ana)
    Roster.objects.filter(pk=deleted.pk).update(deleted_at=timezone.now())
    stranger, _ = build(create_user("eva"))
    free, _ = build(None)

    files = read_zip(signed_in)

    assert json.loads(files["account.json"])["email"] == EMAIL
    (folder,) = {name.rpartition("/")[0] for name in files if row.code in name}
    history = json.loads(files[f"{folder}/history.json"])
    assert [each["act"] for each in history["revisions"]] == ["created", "name", "rename", "note"]
    assert [each["document"]["name"] for each in history["revisions"]] == ["", *[SECRET] * 3]
    assert history["tags"] == ["club"]
    assert [each["code"] for each in history["links"]] == [link.code]
    assert SECRET in files[f"{folder}/roster.txt"]
    assert json.loads(files[f"{folder}/roster.json"])["name"] == SECRET
    assert any(deleted.code in name for name in files)
    assert not any(code in "".join(files) for code in (stranger.code, free.code))


def test_no_edit_token_stands_in_the_file(signed_in: Client, ana: User) -> None:
    row, _ = build(ana)

    assert row.edit_token not in "".join(read_zip(signed_in).values())


def test_a_long_history_is_never_held_as_a_whole(
    signed_in: Client, ana: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(belongings, "IN_MEMORY", 1)
    row, _ = build(ana)
    last = row.revisions.get(number=4)
    children = [{"id": f"n{n}", "entry": "scout", "note": "x" * 2000} for n in range(100)]
    document = {**last.document, "children": children}
    Revision.objects.bulk_create(
        Revision(
            roster=row,
            number=number,
            edition=last.edition,
            document=document,
            total=last.total,
            verdict=last.verdict,
            code="note",
        )
        for number in range(5, 105)
    )
    read_zip(signed_in)

    tracemalloc.start()
    belongings.pack_belongings(ana, "en").close()
    held = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()

    assert held < 10_000_000  # of 20 million characters
    history = next(text for name, text in read_zip(signed_in).items() if "history" in name)
    numbers = [each["number"] for each in json.loads(history)["revisions"]]
    assert numbers == list(range(1, 105))


def test_the_file_is_packed_so_often_a_minute(signed_in: Client, ana: User) -> None:
    for _ in range(5):
        read_zip(signed_in)

    assert signed_in.get("/account/data/").status_code == 429


@pytest.mark.parametrize("page", ["data", "delete"])
def test_these_pages_are_for_who_is_signed_in(client: Client, page: str) -> None:
    response = client.get(f"/account/{page}/")

    assert response.status_code == 302
    assert response["Location"].startswith("/account/sign-in/")


# The end of an account


def test_deleting_asks_for_the_password_and_the_address(signed_in: Client, ana: User) -> None:
    build(ana)
    page = signed_in.get("/account/delete/").content.decode()
    assert "1 list goes" in " ".join(page.replace("Your 1 list goes", "1 list goes").split())
    assert "Type the e-mail address of this account to confirm" in page

    for email in ("", "eva@example.org"):
        assert signed_in.post("/account/delete/", {"email": email}).status_code == 422
    assert User.objects.filter(pk=ana.pk).exists()


def test_nobody_is_deleted_without_having_typed_the_password(client: Client, ana: User) -> None:
    client.force_login(ana)

    response = client.post("/account/delete/", {"email": EMAIL})

    assert response["Location"].startswith("/account/reauthenticate/")
    assert User.objects.filter(pk=ana.pk).exists()


@pytest.mark.parametrize("erases", [True, False])
def test_lists_go_and_frozen_links_stay(signed_in: Client, ana: User, *, erases: bool) -> None:
    row, link = build(ana)
    view = make_link(row)
    _, other = build(create_user("eva"))
    fields = {"email": EMAIL.upper(), **({"erases": "on"} if erases else {})}
    shown = signed_in.get(f"/f/{link.code}/")

    response = signed_in.post("/account/delete/", fields)

    assert (response.status_code, response["Location"]) == (303, "/")
    assert not User.objects.filter(pk=ana.pk).exists()
    assert not Roster.objects.filter(pk=row.pk).exists()
    assert not Revision.objects.filter(roster_id=row.pk).exists()
    assert "Sign in" in signed_in.get("/").content.decode()
    assert signed_in.get(f"/s/{view.code}/").status_code == 404
    again = signed_in.get(f"/f/{link.code}/", headers={"if-none-match": shown["ETag"]})
    assert again.status_code == 200  # what a browser has kept is asked for anew
    text = signed_in.get(f"/f/{link.code}/roster.txt").content.decode()
    assert (SECRET in text) is not erases
    assert "29 of 50 points" in text
    assert SECRET in signed_in.get(f"/f/{other.code}/roster.txt").content.decode()
    assert [each.reason for each in Redaction.objects.all()] == (["account"] if erases else [])
    assert find_all_guards()


def find_all_guards() -> bool:
    """Whether every trigger stands."""
    from django.db import connection

    wanted = {guard.name for guard in find_guards(connection)}
    return wanted == dict(find_installed(connection)).keys()


def test_links_of_lists_that_are_purged_already_are_erased_too(ana: User) -> None:
    row, link = build(ana)
    Roster.objects.filter(pk=row.pk).update(deleted_at=timezone.now())
    purge_since(timezone.now())

    left = delete_account(ana, erases=True)

    assert left.redacted == 1
    link.refresh_from_db()
    assert (link.name, SECRET in str(link.document)) == ("", False)


# What was typed, erased


def test_a_whole_list_is_erased_in_all_its_states(capsys: pytest.CaptureFixture[str]) -> None:
    row, link = build(None)
    name_revision(row, 2, SECRET)
    Tag.objects.create(roster=row, text=SECRET)
    totals = list(row.revisions.values_list("number", "total", "key"))

    call_command("redact", f"https://muster.example/lists/{row.edit_token}/")

    assert capsys.readouterr().out == "1 links, 4 revisions, 1 names, 1 tags.\n"
    row.refresh_from_db()
    kept = [row.name, *row.revisions.values_list("document", "parameters")]
    kept += [Link.objects.get(pk=link.pk).document]
    assert SECRET not in json.dumps(kept, ensure_ascii=False, default=str)
    assert list(row.revisions.values_list("number", "total", "key")) == totals
    (redaction,) = Redaction.objects.all()
    assert redaction.figures == {"links": 1, "revisions": 4, "names": 1, "tags": 1}
    assert find_all_guards()


def test_a_browser_that_keeps_what_was_erased_gets_the_page_anew(client: Client) -> None:
    row, _ = build(None)
    page = f"/s/{make_link(row).code}/"
    shown = client.get(page)
    assert SECRET in shown.content.decode()

    for _ in range(2):  # a second time for what was typed since
        call_command("redact", f"/lists/{row.edit_token}/")

        again = client.get(page, headers={"if-none-match": shown["ETag"]})
        assert again.status_code == 200
        assert SECRET not in again.content.decode()
        Roster.objects.filter(pk=row.pk).update(name="")
        shown = again


def test_one_frozen_link_is_erased(capsys: pytest.CaptureFixture[str]) -> None:
    row, link = build(None)

    call_command("redact", f"/f/{link.code}/")

    assert capsys.readouterr().out == "1 links.\n"
    assert SECRET not in str(Link.objects.get(pk=link.pk).document)
    assert SECRET in str(row.revisions.get(number=4).document)


def test_what_is_nothing_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    row, _ = build(None)
    for nothing in ("x", make_link(row).code, ""):
        with pytest.raises(CommandError):
            call_command("redact", nothing)
    assert not Redaction.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_who_saves_or_freezes_while_a_list_is_erased_brings_nothing_back() -> None:
    for _ in range(3):
        row, _ = build(None)

        def erase(row: Roster = row) -> object:
            return redact_roster(row, Redaction.Reason.REQUEST)

        def save(row: Roster = row) -> object:
            return [act(Roster.objects.get(pk=row.pk), "limit", limit=limit) for limit in (60, 70)]

        def freeze(row: Roster = row) -> object:
            return [freeze_revision(row, number) for number in (2, 3)]

        acts = [erase, save, freeze]
        run_together(3, lambda tab, acts=acts: acts[tab]())

        kept = [*row.revisions.values_list("document"), *row.links.values_list("document", "name")]
        assert SECRET not in str(kept)
