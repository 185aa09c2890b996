"""Codes that are made up, or nearly right, open nothing; and what is refused says not why."""

from __future__ import annotations

import random
import re
import string
from collections.abc import Callable, Iterator
from itertools import cycle, islice
from typing import Any
from urllib.parse import quote

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from lists.building.claiming import replace_edit_link
from lists.building.trash import delete_rosters, purge_of
from lists.models import Actor, Link, Roster, User
from lists.models.roster import new_code
from lists.sharing.links import freeze_revision, make_link, revoke_link
from lists.sharing.marks import find_mark
from tests.factories import act, create_home_guard, create_user
from tests.views.access import ROSTER, ROUTES, SHARED, read_cells

ALPHABET = string.ascii_letters + string.digits + "-_"
LOOK_ALIKES = str.maketrans(
    "aceopxyABEHKMOPTX0123456789-_", "асеорхуАВЕНКМОРТХ０１２３４５６７８９–＿"
)
ODD = [*"\0\n\r\t %*?/.,'\"", "%00", "\u200b", "\u0301"]


# Codes that are nearly right


def mutate(code: str, draw: random.Random) -> str:
    """A code in which something is otherwise; by chance, seldom, the same."""
    place, other = draw.randrange(len(code)), draw.choice(ALPHABET)
    before, at, after = code[:place], code[place], code[place + 1 :]
    return draw.choice(
        [
            before + other + after,
            before + at.swapcase() + after,
            code.swapcase(),
            code.lower(),
            code[::-1],
            before + after + at,
            before + after,
            before,
            code + other,
            other + code,
            code + code,
            before + at.translate(LOOK_ALIKES) + after,
            code.translate(LOOK_ALIKES),
            before + f"%{ord(at):02x}" + after,
            before + draw.choice(ODD) + after,
            code + draw.choice(ODD),
            draw.choice(ODD) + code,
            before + draw.choice(ODD) + at + after,
            code.replace("-", "_"),
            code.replace("_", "-"),
            before + "%" if draw.random() < 0.5 else before + "_" * (len(code) - place),
        ]
    )


def draw_codes(real: list[str], count: int) -> Iterator[str]:
    """Random codes, and mutations of each of the real ones; none that is real."""
    draw = random.Random(count)
    drawn = ("".join(draw.choices(ALPHABET, k=22)) for _ in cycle("x"))
    mutated = (mutate(draw.choice(real), draw) for _ in cycle("x"))
    both = (code for pair in zip(drawn, mutated, strict=False) for code in pair)
    return islice((code for code in both if code not in real), count)


@pytest.fixture
def owner(db: None) -> User:
    return create_user("owner")


@pytest.fixture
def real(owner: User) -> list[str]:
    """The codes of two lists and of their links, which open something to their owner."""
    rows = [create_home_guard(Actor(owner.pk)) for _ in range(2)]
    links = [link for row in rows for link in (make_link(row), freeze_revision(row, 1))]
    codes = [code for row in rows for code in (row.code, row.edit_token)]
    return [*codes, *(link.code for link in links)]


def find_opened(owner: User, code: str) -> list[Any]:
    """All that a code opens, to an owner of lists: whoever is signed out has less."""
    actor = Actor(owner.pk, code)
    return [
        *Roster.objects.visible_to(actor),
        *Roster.objects.editable_by(actor),
        *Link.objects.opened_by(code),
        *(mark for kind in Link.Kind.values if (mark := find_mark(code, kind))),
    ]


def test_what_is_real_opens(owner: User, real: list[str]) -> None:
    """The control: else nothing might open for another reason."""
    assert [code for code in real if not find_opened(owner, code)] == []


def test_made_up_codes_open_nothing(
    owner: User, real: list[str], full_counts: bool, report_figure: Callable[[str], None]
) -> None:
    count = 100_000 if full_counts else 300

    opened = [code for code in draw_codes(real, count) if find_opened(owner, code)]

    assert opened == []
    report_figure(f"{count} codes, {len(opened)} opened anything")


PATHS = [
    *("/lists/{}/", "/lists/{}/share/", "/lists/{}/roster.txt", "/lists/{}/sheet.pdf"),
    *("/s/{}/", "/s/{}/roster.json", "/s/{}/copy/", "/f/{}/", "/f/{}/sheet.pdf", "/f/{}/report/"),
]


def test_made_up_addresses_open_nothing(
    client: Client,
    owner: User,
    real: list[str],
    unlimited: None,
    full_counts: bool,
    report_figure: Callable[[str], None],
) -> None:
    client.force_login(owner)
    count = 5_000 if full_counts else 150
    asked = zip(draw_codes(real, count), cycle(PATHS), strict=False)

    paths = [path.format(quote(code, safe="")) for code, path in asked]
    statuses = {path: client.get(path).status_code for path in paths}

    assert {path: status for path, status in statuses.items() if status != 404} == {}
    report_figure(f"{count} addresses, all 404")


@pytest.fixture
def unlimited(settings: Any) -> None:
    settings.LINKS_A_MINUTE = settings.PRINTS_A_MINUTE = settings.LISTS_A_MINUTE = 0


# What is refused


@pytest.fixture
def refused(owner: User) -> dict[str, str]:
    """Addresses under which there is nothing for a stranger, each for another reason."""
    row, replaced, deleted, purged = (create_home_guard(Actor(owner.pk)) for _ in range(4))
    former = replaced.edit_token
    replace_edit_link(replaced, Actor(owner.pk, former))
    for gone in (deleted, purged):
        delete_rosters(Actor(owner.pk), [gone.code])
    purge_of(Actor(owner.pk), purged.code)
    return {
        "made up": new_code(),
        "another's code": row.code,
        "a replaced edit link": former,
        "the code of one in the trash": deleted.code,
        "the edit link of one in the trash": deleted.edit_token,
        "the edit link of one that was purged": purged.edit_token,
        "a view link": make_link(row).code,
        "a frozen link": freeze_revision(row, 1).code,
    }


@pytest.fixture
def dead(owner: User) -> dict[str, str]:
    """Codes of links that open nothing, each for another reason."""
    revoked, withheld, deleted, purged = (create_home_guard(Actor(owner.pk)) for _ in range(4))
    codes = {"made up": new_code(), "an edit link": revoked.edit_token, "a code": revoked.code}
    for name, row in (("revoked", revoked), ("withheld", withheld)):
        codes[f"a {name} view link"] = make_link(row).code
        codes[f"a {name} frozen link"] = freeze_revision(row, 1).code
    for link in revoked.links.all():
        revoke_link(revoked, link.code)
    Roster.objects.filter(pk=withheld.pk).update(withheld_at="2026-01-01T00:00Z")
    for name, row in (("in the trash", deleted), ("purged", purged)):
        codes[f"the view link of one {name}"] = make_link(row).code
        delete_rosters(Actor(owner.pk), [row.code])
    purge_of(Actor(owner.pk), purged.code)
    return codes


def ask(client: Client, method: str, path: str, form: Any, code: str) -> tuple[Any, ...]:
    """What is answered but for the code and the token of forms, and after how many queries."""
    with CaptureQueriesContext(connection) as captured:
        response = getattr(client, method)(path, form)
    body = response.content.decode().replace(code, "CODE")
    headers = {name: text.replace(code, "CODE") for name, text in response.headers.items()}
    headers.pop("Expires", "")  # the second at which it was answered
    cookies = sorted(response.cookies)
    body = re.sub(r"\b[A-Za-z0-9]{64}\b", "TOKEN", body)
    body = re.sub(r'(name="key" value=")[^"]*', r"\1KEY", body)
    return response.status_code, headers, cookies, body, len(captured)


def find_different(answers: dict[str, tuple[Any, ...]]) -> list[str]:
    """The reasons for which something else is answered than to what is made up."""
    return [reason for reason, answer in answers.items() if answer != answers["made up"]]


def find_routes(table: str) -> list[str]:
    return sorted({cell.route for cell in read_cells(table)})


@pytest.mark.parametrize("who", ["", "stranger"])
def test_a_list_that_is_not_ones_own_is_not_there(
    client: Client, refused: dict[str, str], unlimited: None, who: str
) -> None:
    """Pages, files and forms: the same bytes after the same number of queries."""
    if who:
        client.force_login(create_user(who))
    client.get("/")  # this browser has a token
    differing = {}

    for route in find_routes(ROSTER):
        for method in ("get", "head", "post"):
            answers = {}
            for reason, code in refused.items():
                number = {"number": 1} if "revision" in route else {}
                path = reverse(route, kwargs={"address": code, **number})
                answers[reason] = ask(client, method, path, {"base": 1}, code)
            differing[route, method] = find_different(answers)
            assert answers["made up"][0] in {404, 405}

    assert {asked: reasons for asked, reasons in differing.items() if reasons} == {}


def test_a_link_that_opens_nothing_says_not_why(
    client: Client, dead: dict[str, str], unlimited: None
) -> None:
    differing = {}

    for route in find_routes(SHARED):
        for method in ("get", "head", "post"):
            answers = {
                reason: ask(client, method, reverse(route, args=[code]), {"text": "Bad."}, code)
                for reason, code in dead.items()
            }
            differing[route, method] = find_different(answers)
            assert answers["made up"][0] in {404, 405}

    assert {asked: reasons for asked, reasons in differing.items() if reasons} == {}


FORMS = " ".join(ROUTES[group] for group in ("rename", "duplicate", "forget", "marked", "restore"))


@pytest.mark.parametrize("who", ["", "stranger"])
def test_a_form_about_a_list_that_is_not_ones_own_says_not_why(
    client: Client, refused: dict[str, str], unlimited: None, who: str
) -> None:
    if who:
        client.force_login(create_user(who))
    differing = {}

    for route in FORMS.split():
        client.get("/")  # this browser has a token, and is told what it was to be told
        answers = {}
        for reason, code in refused.items():
            form = {"list": code, "name": "Mine", "tag": "mine", "base": 1}
            answers[reason] = ask(client, "post", reverse(route), form, code)
        differing[route] = find_different(answers)

    assert {asked: reasons for asked, reasons in differing.items() if reasons} == {}


def test_a_pasted_link_that_opens_nothing_says_not_why(
    client: Client, refused: dict[str, str], dead: dict[str, str], unlimited: None
) -> None:
    """What is pasted on the first page, or to be compared with one's own list."""
    mine = create_home_guard()
    act(mine, "limit", limit=60)
    real = {"a view link", "a frozen link", "an edit link"}
    codes = {reason: code for reason, code in (refused | dead).items() if reason not in real}
    client.get("/")  # this browser has a token

    opened = {
        reason: ask(client, "post", "/open/", {"link": f"http://testserver/lists/{code}/"}, code)
        for reason, code in codes.items()
    }
    compared = {
        reason: ask(client, "get", f"/lists/{mine.edit_token}/compare/", {"with": code}, code)
        for reason, code in codes.items()
    }

    assert (opened["made up"][0], compared["made up"][0]) == (422, 422)
    assert (find_different(opened), find_different(compared)) == ([], [])
