"""Every cell of the table in `access.py`, and that every route stands in it."""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache, partial
from http.cookies import SimpleCookie
from itertools import product
from typing import Any
from zipfile import ZipFile

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.core.cache import cache as counters
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection, transaction
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse
from django.utils import timezone

from lists.building.claiming import replace_edit_link
from lists.building.filing import add_tag, archive
from lists.building.ready import mark_ready
from lists.building.revisions import undo
from lists.building.rosters import evaluate_roster
from lists.building.trash import delete_rosters, purge_of
from lists.interchange.documents import export_json
from lists.models import Actor, Edition, Roster, User
from lists.sharing.links import freeze_revision, make_link, revoke_link
from tests.factories import act, create_home_guard, holder_of, store_game
from tests.small_game import both, write_second_edition
from tests.views.access import (
    ACCOUNT,
    OTHER_CODES,
    OUTSIDERS,
    ROSTER,
    ROSTER_OF_NOBODY,
    ROUTES,
    SHARED,
    SITE,
    SITE_OF_NOBODY,
    Cell,
    read_cells,
)
from tests.views.test_exports import read_text
from tests.views.test_my_lists import remember

NAME = "Milicia secreta"
PASSWORD = "correct horse 7"
PASSKEY = 77
METHODS = ("GET", "POST")
REFUSED = ("put", "patch", "delete")
WRITES = re.compile(r"\s*(INSERT|UPDATE|DELETE|REPLACE)\b", re.IGNORECASE)


# Every route stands in the table


def find_routes(resolver: URLResolver, prefix: str = "") -> Iterator[tuple[str, URLPattern]]:
    """Each pattern of the site with its name; those of the admin begin with "admin:"."""
    for each in resolver.url_patterns:
        if isinstance(each, URLResolver):
            yield from find_routes(each, f"{each.namespace}:" if each.namespace else prefix)
        else:
            yield f"{prefix}{each.name}", each


def find_names() -> list[str]:
    names = [name for name, _ in find_routes(get_resolver())]
    return [name for name in names if not name.startswith("admin:")]


def test_the_table_names_every_route_and_none_that_is_gone() -> None:
    named = " ".join(ROUTES.values()).split()

    assert sorted(named) == sorted(find_names())


@pytest.mark.parametrize(
    ("table", "states"),
    [
        (SITE, "alive withheld trash purged"),
        (ROSTER, "alive withheld trash purged"),
        (SHARED, "alive withheld trash purged withheld-purged"),
        (ACCOUNT, "alive"),
    ],
)
def test_every_route_has_one_cell_for_each_state_method_and_column(table: str, states: str) -> None:
    cells = list(read_cells(table))
    routes, columns = {each.route for each in cells}, {each.column for each in cells}

    wanted = sorted(product(routes, states.split(), METHODS, columns))

    assert sorted(each.key for each in cells) == wanted


def test_every_route_has_cells() -> None:
    tables = (SITE, ROSTER, SHARED, ACCOUNT)
    assert {each.route for table in tables for each in read_cells(table)} == set(find_names())


# A list in each of its states, and everybody


@dataclass
class World:
    """A list, those who may or may not have it, and what they have of it."""

    row: Roster
    owner: Actor
    codes: dict[str, str]
    newest: Edition
    file: bytes
    is_there: bool = True
    client: Client = field(default_factory=Client)
    browsers: dict[str, SimpleCookie] = field(default_factory=dict)

    def open_browser(
        self, who: str, user: User | None = None, *, is_recent: bool = False, **known: list[str]
    ) -> None:
        """The cookies of a browser in which somebody is signed in, or that remembers lists."""
        self.client.cookies = SimpleCookie()
        if user:
            self.client.force_login(user)
        if is_recent:
            self.client.post("/account/reauthenticate/", {"password": PASSWORD})
        if known:
            remember(self.client, **known)
        self.browsers[who] = self.client.cookies


def build_world(state: str) -> World:
    """A list with a past and links of each kind, and a newer edition for it to move to."""
    people = {who: create_person(who) for who in ("owner", "stranger")}
    operator = create_person("operator", is_staff=True, is_superuser=True)
    is_nobodys = state.startswith("nobody's")
    row = create_home_guard(Actor() if is_nobodys else Actor(people["owner"].pk))
    create_home_guard(Actor(people["stranger"].pk))
    give_past(row)
    codes = {"code": row.code, "pk": str(row.pk), "unknown": "u" * 22, "replaced": row.edit_token}
    replace_edit_link(row, Actor(people["owner"].pk, row.edit_token))
    row.refresh_from_db()
    owner = Actor(None if is_nobodys else people["owner"].pk, row.edit_token)
    codes["token"] = row.edit_token
    for kind, make in (("view", make_link), ("frozen", partial(freeze_revision, number=3))):
        codes[f"revoked-{kind}"] = make(row).code
        revoke_link(row, codes[f"revoked-{kind}"])
        codes[kind] = make(row).code
    newest, file = store_game(write_newest_game()), write_file()
    world = World(row, owner, codes, newest, file)
    for who, person in {**people, "operator": operator}.items():
        world.open_browser(who, person)
    world.open_browser("anonymous")
    world.open_browser("keeper", linked=[codes["token"]])
    world.open_browser("former", linked=[codes["replaced"]])
    world.open_browser("maker", created=[row.code])
    for who, name in (("recent", "owner"), ("another", "stranger")):
        world.open_browser(who, people[name], is_recent=True)
    bring_about(state, world)
    return world


def write_newest_game() -> dict[str, Any]:
    """The second edition, with a scenario that has lists."""
    game = write_second_edition()
    suggested = {
        "key": "ours",
        "army_list": "home-guard",
        "name": both("Ours"),
        "points_limit": 50,
        "roster": [],
    }
    game["scenarios"][0]["lists"] = [suggested]
    return game


def create_person(name: str, **fields: bool) -> User:
    email = f"{name}@example.org"
    user = User.objects.create_user(email, PASSWORD, name=name, **fields)
    EmailAddress.objects.create(user=user, email=email, verified=True, primary=True)
    return user


def give_past(row: Roster) -> None:
    """Revisions from which something can be undone and redone."""
    act(row, "name", name=NAME)
    act(row, "scenario", scenario="the-ford")
    base = act(row, "limit", limit=60).revision.number
    undo(row, holder_of(row), base=base)
    row.refresh_from_db()


def bring_about(state: str, world: World) -> None:
    row = world.row
    if "withheld" in state:
        Roster.objects.filter(pk=row.pk).update(withheld_at=timezone.now())
    if "trash" in state or "purged" in state:
        world.is_there = False
        assert delete_rosters(world.owner, [row.code])
    if "purged" in state:
        assert purge_of(world.owner, row.code).rosters == 1


# What is sent


PREPARED: dict[str, Callable[[World], object]] = {
    "roster-draft": lambda world: mark_ready(world.row, world.owner, base=world.row.number),
    "share-view": lambda world: revoke_link(world.row, world.codes["view"]),
    "my-lists-unarchive": lambda world: archive(world.owner, [world.row.code]),
    "my-lists-untag": lambda world: add_tag(world.owner, [world.row.code], "tag"),
    "mfa_remove_webauthn": lambda world: Authenticator.objects.create(
        pk=PASSKEY, user_id=world.owner.user, type=Authenticator.Type.WEBAUTHN, data={"name": "Key"}
    ),
}
"""What must be so before the form of a route can change anything."""


def write_form(world: World, route: str, address: str) -> dict[str, Any]:
    """What the form of a route sends, about the list at an address."""
    row, base = world.row, {"base": world.row.number, "key": "key"}
    forms = {
        "roster-edit": {"operation": "name", "name": "Another", **base},
        "roster-upgrade": {"choice": "keep", "edition": world.newest.hash},
        "roster-claim": {"link": "keep"},
        "revision-name": {"name": "Before"},
        "share-freeze": {"number": 1},
        "share-revoke": {"link": world.codes["frozen"]},
        "roster-new": {"army_list": "small-game/home-guard", "start": "empty"},
        "roster-import": {"file": SimpleUploadedFile("list.json", world.file)},
        "my-lists-rename": {"list": row.code, "name": "Another", **base},
        "my-lists-tag": {"list": row.code, "tag": "new"},
        "my-lists-untag": {"list": row.code, "tag": "tag"},
        "calculator-add": {"system": "small-game", "list": address},
        "roster-open": {"link": f"http://testserver/lists/{address}/"},
        "theme": {"theme": "dark"},
        "set_language": {"language": "es"},
        "account": {"name": "Another"},
        "shared-view-report": {"text": "An insult."},
        "shared-frozen-report": {"text": "An insult."},
    }
    is_marked = route.startswith(("my-lists", "trash"))
    return forms.get(route, {"list": row.code} if is_marked else base)


def write_file() -> bytes:
    """Some other list, as JSON."""
    evaluated = evaluate_roster(create_home_guard())
    return export_json(evaluated.roster, evaluated.evaluation).content


def find_path(world: World, route: str, address: str) -> str:
    values = {
        "address": address,
        "code": address,
        "number": 2,
        "pk": PASSKEY,
        "system": "small-game",
        "scenario": "the-ford",
    }
    return reverse(route, kwargs={name: values[name] for name in find_holes(route)})


@cache
def find_holes(route: str) -> tuple[str, ...]:
    """The names of what stands in the path of a route."""
    patterns = dict(find_routes(get_resolver()))
    return tuple(patterns[route].pattern.converters)


# What comes of it


@dataclass
class Writing:
    """What was written to the database, sessions aside: statements, and the rows they changed."""

    statements: list[str] = field(default_factory=list)
    rows: int = 0

    def __call__(self, execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        result = execute(sql, params, many, context)
        if WRITES.match(sql) and "django_session" not in sql:
            self.statements.append(sql)
            self.rows += 1 if " RETURNING " in sql else max(context["cursor"].rowcount, 0)
        return result


@contextmanager
def undone() -> Iterator[Writing]:
    """Note what is written, and undo it."""
    writing = Writing()
    with transaction.atomic():
        with connection.execute_wrapper(writing):
            yield writing
        transaction.set_rollback(True)


def ask(world: World, who: str, method: str, path: str, form: dict[str, Any] | None = None) -> Any:
    """What a browser is answered, which then forgets that it asked."""
    world.client.cookies = SimpleCookie(world.browsers[who].output(header="", sep=";"))
    counters.clear()
    headers = {"HX-Request": "true"} if path.startswith("/calculator/") else {}
    return getattr(world.client, method)(path, form or {}, headers=headers)


def find_faults(world: World, cell: Cell, who: str, kind: str) -> Iterator[str]:
    """What is answered otherwise than the table says, to a browser with a code of some kind."""
    address = world.codes.get(kind, "")
    path = find_path(world, cell.route, address)
    said = f"{cell.method} {cell.route} {cell.state}, {cell.column} ({who} by {kind or 'nothing'})"
    for method in ("get", "head") if cell.method == "GET" else ("post",):
        with undone() as writing, prepared(world, cell, writing):
            form = write_form(world, cell.route, address) if method == "post" else None
            response = ask(world, who, method, path, form)
        if str(response.status_code) != cell.status:
            yield f"{said}: {response.status_code} instead of {cell.status} to {method}"
        if method == "post":
            if (writing.rows > 0) != cell.is_open:
                yield f"{said}: wrote {writing.statements}"
            continue
        if writing.statements:
            yield f"{said}: {method} wrote {writing.statements}"
        text = read_answer(response)
        if method == "get" and (NAME in text) != cell.is_open:
            yield f"{said}: the list {'is not shown' if cell.is_open else 'is shown'}"
        secrets = {world.codes["token"], world.codes["code"]} - {address}
        if not cell.is_open and any(secret in text for secret in secrets):
            yield f"{said}: a code is shown"


@contextmanager
def prepared(world: World, cell: Cell, writing: Writing) -> Iterator[None]:
    """What has to be so for a form to change anything, and is not counted."""
    prepare = PREPARED.get(cell.route) if world.is_there else None
    if prepare is None:
        yield
        return
    number = world.row.number
    prepare(world)
    world.row.refresh_from_db()
    writing.statements, writing.rows = [], 0
    yield
    world.row.number = number


def read_answer(response: Any) -> str:
    if response.streaming:
        content = b"".join(response.streaming_content)
        if not content:  # of a HEAD
            return ""
        with ZipFile(io.BytesIO(content)) as packed:
            return "".join(name + packed.read(name).decode() for name in packed.namelist())
    is_pdf = response.headers.get("Content-Type") == "application/pdf" and response.content
    return read_text(response) if is_pdf else response.content.decode()


# The cells


def find_browser(cell: Cell) -> list[tuple[str, str]]:
    """Whoever asks for a page without an address, and by which code they name the list."""
    kinds = {"keeper": "token", "maker": "token", "former": "replaced"}
    kind = "code" if cell.route == "trash-purge" else kinds.get(cell.column, "code")
    return [(cell.column, kind)]


def find_visitors(cell: Cell) -> list[tuple[str, str]]:
    """Whoever asks for a list at its address."""
    insiders = {
        "owner": ("owner", "code"),
        "owner-by-link": ("owner", "token"),
        "guest": ("anonymous", "token"),
        "member": ("stranger", "token"),
        "maker": ("maker", "token"),
    }
    return list(OUTSIDERS.values()) if cell.column == "outsider" else [insiders[cell.column]]


def find_readers(cell: Cell) -> list[tuple[str, str]]:
    """Whoever follows a link."""
    kind = "view" if "view" in cell.route else "frozen"
    if cell.column == "outsider":
        other = "frozen" if kind == "view" else "view"
        return [("anonymous", each) for each in (*OTHER_CODES, other)]
    who = {"reader": "anonymous", "member": "stranger"}.get(cell.column, cell.column)
    return [(who, kind)]


def find_person(cell: Cell) -> list[tuple[str, str]]:
    """Whoever looks at an account."""
    return [("owner" if cell.column == "member" else cell.column, "")]


ASKERS: dict[str, Callable[[Cell], list[tuple[str, str]]]] = {
    SITE: find_browser,
    SITE_OF_NOBODY: find_browser,
    ROSTER: find_visitors,
    ROSTER_OF_NOBODY: find_visitors,
    SHARED: find_readers,
    ACCOUNT: find_person,
}
"""Who stands for a column of each table, and with which code."""


@pytest.mark.django_db
@pytest.mark.parametrize(
    "state",
    ["alive", "withheld", "trash", "purged", "withheld-purged", "nobody's", "nobody's-trash"],
)
def test_everybody_is_answered_as_the_table_says(
    state: str, full_counts: bool, report_figure: Callable[[str], None]
) -> None:
    world = build_world(state)
    asked, faults = 0, []

    for table, find_askers in ASKERS.items():
        for cell in read_cells(table):
            for position, (who, kind) in enumerate(find_askers(cell)):
                if cell.state == state and (full_counts or is_worth_asking(cell, position)):
                    faults += find_faults(world, cell, who, kind)
                    asked += 1

    assert faults == []
    report_figure(f"{asked} cells asked, {len(faults)} faults")


def is_worth_asking(cell: Cell, position: int) -> bool:
    """Whether an answer is not decided before it matters who asks; `make soak` asks all."""
    if cell.is_same and cell.state != "alive":
        return False
    is_decided = cell.status == "405" or cell.state in {"trash", "purged"}
    return position == 0 or not is_decided


# What no table repeats


@pytest.mark.django_db
def test_other_methods_are_refused() -> None:
    world = build_world("alive")
    answers = {}
    for route, method, who in product(find_names(), REFUSED, ("owner", "anonymous")):
        with undone() as writing:
            response = ask(world, who, method, find_path(world, route, world.codes["code"]))
        answers[route, method, who] = (response.status_code, writing.statements)

    assert {asked: it for asked, it in answers.items() if it != (405, [])} == {}


@pytest.mark.django_db
def test_looking_at_an_address_that_was_never_confirmed_writes_nothing(client: Client) -> None:
    client.force_login(User.objects.create_user("operator@example.org"))

    with undone() as writing:
        response = client.get("/account/email/")

    assert (response.status_code, writing.statements) == (200, [])


# The admin


@pytest.mark.django_db
def test_the_admin_lets_nobody_in_but_operators() -> None:
    world = build_world("alive")
    paths = list(find_admin_paths())
    assert len(paths) > 100

    for path, method, who in product(paths, ("get", "head", "post"), ("anonymous", "owner")):
        with undone() as writing:
            response = ask(world, who, method, path)
        assert response.status_code == 302, (path, method, who)
        assert response["Location"].startswith(("/admin/login/?next=", "/admin/")), path
        assert writing.statements == [], path


@pytest.mark.django_db
def test_operators_see_in_the_admin_what_is_theirs_to_see_and_no_list(admin_client: Client) -> None:
    shown = [path for path in find_admin_paths() if admin_client.get(path).status_code == 200]

    assert {"/admin/", "/admin/lists/report/", "/admin/lists/user/"} <= set(shown)
    assert not any("/roster/" in path or "/revision/" in path for path in find_admin_paths())


def find_admin_paths() -> Iterator[str]:
    """An address for each pattern of the admin but for the page on which one signs in."""
    (admin,) = (each for each in get_resolver().url_patterns if is_admin(each))
    for path in dict.fromkeys(write_paths(admin)):
        if path != "/admin/login/":
            yield path


def is_admin(each: URLPattern | URLResolver) -> bool:
    return isinstance(each, URLResolver) and each.namespace == "admin"


def write_paths(resolver: URLResolver, before: str = "/") -> Iterator[str]:
    before += str(resolver.pattern)
    for each in resolver.url_patterns:
        if isinstance(each, URLResolver):
            yield from write_paths(each, before)
        else:
            route = str(each.pattern).removeprefix("^").replace("(?P<url>.*)$", "nothing")
            yield before + re.sub("<[^>]*>", "1", route)
