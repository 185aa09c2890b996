"""The builder in all its states, and what can be pressed and typed there."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from urllib.parse import parse_qsl

from allauth.account.models import EmailAddress
from playwright.sync_api import Page, expect

from lists.building.ready import mark_ready
from lists.building.revisions import undo
from lists.models import Roster, User
from tests.factories import act, create_home_guard, create_user, find_node, holder_of

from .games import create_expedition, create_platoon

PASSWORD = "correct horse 7"

# Where there is something to do


def sign_in(page: Page) -> User:
    """A person with an account, who has just signed in."""
    user = create_user("Ana")
    user.set_password(PASSWORD)
    user.save()
    EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
    page.goto("/account/sign-in/")
    page.locator("#id_login").fill(user.email)
    page.locator("#id_password").fill(PASSWORD)
    page.locator("main .button-next").click()
    expect(page.locator(".site-account")).to_have_attribute("href", "/account/")
    return user


def create_guard_at_the_ford() -> Roster:
    """The small game's list in a scenario."""
    row = create_home_guard()
    act(row, "scenario", scenario="the-ford")
    return row


@dataclass(frozen=True)
class Scene:
    """A state of a list and a place on its page."""

    query: str = ""
    prepare: Callable[[Roster], object] = id
    open: str = ""
    begin: Callable[[Page, Roster], object] = lambda page, row: None
    within: str = "#builder"
    """The part of the page whose controls are of interest."""
    create: Callable[[], Roster] = create_guard_at_the_ford
    is_whole: bool = False
    """Whether each control is of interest, and not one of each kind."""

    def enter(self, page: Page) -> Roster:
        """A new list in this state, and the page at this place."""
        row = self.create()
        self.prepare(row)
        row.refresh_from_db()
        query = f"?open={find_node(row, self.open).id}" if self.open else self.query
        page.goto(f"/lists/{row.edit_token}/{query}")
        self.begin(page, row)
        return row


def add_team(row: Roster) -> None:
    act(row, "add-unit")


def add_truck(row: Roster) -> None:
    act(row, "add", entry="truck", options={"crew": [{"option": "crew"}]})


def add_squad(row: Roster) -> None:
    act(row, "add", entry="squad")


def break_rules(row: Roster) -> None:
    act(row, "add", entry="leader")


def empty(row: Roster) -> None:
    act(row, "remove", find_node(row, "team").id)


def take_back(row: Roster) -> None:
    act(row, "limit", limit=70)
    row.refresh_from_db()
    undo(row, holder_of(row), base=row.number)


def make_ready(row: Roster) -> None:
    row.refresh_from_db()
    mark_ready(row, holder_of(row), base=row.number)


SQUAD, TANK = "german-heer-grenadier-squad", "german-panzer-vi-ausf-b-tiger-ii"


def raise_limit(row: Roster) -> None:
    act(row, "limit", limit=2000)


def leave_unused(row: Roster) -> None:
    """Without the line of an entry of the player's own, which can be forgotten then."""
    act(row, "remove", find_node(row, "own-ruga").id)


def open_own_entries(page: Page, row: Roster) -> None:
    page.locator("#change-own > summary").click()
    page.locator("#change-own-ruga > summary").click()


def meet_conflict(page: Page, row: Roster) -> None:
    act(row, "count", find_node(row, "soldier").id, count=5)
    page.locator("#opened-count").fill("7")
    page.locator("#opened-count").press("Enter")
    expect(page.locator("#conflict")).to_be_visible()


SCENES = [
    Scene(),
    Scene(open="leader"),
    Scene(open="soldier"),
    Scene(open="leader", prepare=add_team),
    Scene(open="team"),
    Scene(open="truck", prepare=add_truck),
    Scene(open="squad", prepare=add_squad),
    Scene("?settings=1"),
    Scene("?all=1"),
    Scene(prepare=break_rules),
    Scene(open="team", prepare=break_rules),
    Scene(prepare=empty),
    Scene("?removed=1", prepare=empty),
    Scene(prepare=take_back),
    Scene(prepare=make_ready),
    Scene(open="soldier", begin=meet_conflict, within="#conflict"),
    *(Scene(open=entry, prepare=raise_limit, within=".opened", create=create_platoon, is_whole=True)
      for entry in (SQUAD, TANK)),
    Scene("?add=1", leave_unused, begin=open_own_entries, within=".own", create=create_expedition),
]  # fmt: skip

# What can be done there, but for forms that have to be filled in as a whole

CONTROLS = """(within) => [...document.querySelectorAll("#builder form[method=post]")]
    .flatMap((form) => [...form.elements])
    .filter((each) => each.type !== "hidden" && !each.matches(":disabled, .without-scripts"))
    .filter((each) => each.closest(within) && !each.form.matches("[data-sends]"))
    .map(({ id, name, value, ariaPressed }) => [
        id, name === "act" ? value : "", ariaPressed === "true",
    ])"""


@dataclass(frozen=True)
class Control:
    """A field or a button that changes the list."""

    id: str
    act: str
    is_chosen: bool

    @property
    def kind(self) -> str:
        """What its like share on all pages: `choose take-*-*`, whatever the group and option."""
        act = dict(parse_qsl(self.act))
        operation = act.pop("operation", "")
        about = act.values()
        words = "|".join(re.escape(each) for each in sorted(about, key=len, reverse=True))
        pattern = re.sub(rf"(?<=-)(?:{words or '-'}|[0-9]+)(?![^-])", "*", self.id)
        return f"{operation} {pattern}".strip()


def find_controls(page: Page, scene: Scene) -> list[Control]:
    """The controls of a scene: first what is done to the whole, last what is as it would be."""
    found = [Control(*each) for each in page.evaluate(CONTROLS, scene.within)]
    assert "" not in {each.id for each in found}, "without an id it loses the focus"
    return sorted(found, key=lambda each: (each.is_chosen, each.act != ""))


def tell(scene: Scene, control: Control) -> str:
    """What a scene has one of: a kind of control, or where each is of interest, the control."""
    return control.id if scene.is_whole else control.kind


def find_control(page: Page, scene: Scene, row: Roster, told: str) -> tuple[Roster, Control]:
    """A control of a scene; on a new list where what was done to this one has taken it away."""
    for control in find_controls(page, scene):
        if tell(scene, control) == told:
            return row, control
    row = scene.enter(page)
    return row, next(each for each in find_controls(page, scene) if tell(scene, each) == told)
