"""People who build lists at the same time, and think in between."""

from __future__ import annotations

import html
import re
import secrets
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from random import Random
from time import monotonic, sleep
from typing import Final
from urllib.parse import parse_qs, urlsplit

from tests.benchmarks.responses import Response
from tests.benchmarks.site import Answer, Browser, find_in

RIGHT: Final = 200
CONFLICT: Final = 409


@dataclass(frozen=True, slots=True)
class Act:
    """What an editor was told is saved: on which list, under which key, by which button."""

    address: str
    key: str
    button: str


@dataclass
class Editor:
    """One of them: a browser with a session of its own, and the page that it shows."""

    browser: Browser
    random: Random
    habits: Habits
    path: str
    """Of the list; it is the key to it."""
    share: str
    """The path of what others see of the list."""
    is_shared: bool = False
    """Whether another editor has the same list, so that they may be told of a conflict."""
    page: str = ""
    place: str = ""
    """Which line of it is open."""
    mark: str = ""
    """The ETag of the share page as it was last seen."""
    responses: list[Response] = field(default_factory=list)
    acts: list[Act] = field(default_factory=list)
    """What was acknowledged."""

    def work_until(self, end: float) -> None:
        """Think and act by turns, as long as there is time."""
        acts = self.habits.acts
        while (pause := self.random.uniform(*self.habits.thinks)) < end - monotonic():
            sleep(pause)
            (act,) = self.random.choices([*acts], [*acts.values()])
            act(self)

    # Looking

    def open_builder(self) -> None:
        lines = find_all(self.page, r'id="open-([^"]+)"')
        is_opening = lines and self.random.random() < 0.5
        self.place = f"?open={self.random.choice(lines)}" if is_opening else ""
        answer = self.browser.get(self.path + self.place)
        self.note("builder", answer, {200})
        self.turn_to(answer)

    def open_share(self) -> None:
        answer = self.browser.get(self.share, {"If-None-Match": self.mark})
        self.note("share page", answer, {200, 304})
        self.mark = answer.headers.get("ETag", "")

    def open_text(self) -> None:
        self.note("text", self.browser.get(f"{self.path}roster.txt"), {200})

    # Changing

    def edit(self) -> None:
        """Press a button of the page, or now and then name the list anew."""
        buttons = [
            each for each in find_all(self.page, 'name="act" value="([^"]+)"') if is_edit(each)
        ]
        if buttons and self.random.random() < 0.9:
            fields = {"act": self.random.choice(buttons)}
        else:
            fields = {"operation": "name", "name": f"Patrol {self.random.random()}"}
        self.send("edit", fields)

    def undo(self) -> None:
        """Undo what was done last, if there is anything."""
        if find_all(self.page, '(id="undo"(?![^>]* disabled))'):
            self.send("undo", {})

    def send(self, kind: str, fields: dict[str, str]) -> None:
        """Send a gesture as the script of the page does, and show what comes back."""
        key = secrets.token_hex(16)
        into = find_all(self.page, 'name="into" value="([^"]+)"')[:1]
        sent = {
            **fields,
            **({"into": into[0]} if into else {}),
            "base": find_in(self.page, 'data-base="([0-9]+)"'),
            "key": key,
            "place": self.place,
        }
        token = self.browser.cookies["csrftoken"].value
        headers = {"HX-Request": "true", "HX-Target": "builder", "X-CSRFToken": token}
        answer = self.browser.post(f"{self.path}{kind}/", sent, headers)
        self.note(kind, answer, {RIGHT, CONFLICT} if self.is_shared else {RIGHT})
        self.turn_to(answer)
        if answer.status == RIGHT:
            self.acts.append(Act(self.path.split("/")[2], key, fields.get("act", kind)))

    def note(self, kind: str, answer: Answer, right: set[int]) -> None:
        self.responses.append(
            Response(kind, answer.seconds, answer.status, is_right=answer.status in right)
        )

    def turn_to(self, answer: Answer) -> None:
        """Show a page that holds the list; whatever else came leaves what was there."""
        if "data-base" in answer.text:
            self.page = answer.text


@dataclass(frozen=True, slots=True)
class Habits:
    """How many editors there are, how many of them share a list with another one, what they do.

    `thinks` are the times, in seconds, between which one thinks before each act, and `acts` say how
    many times in a hundred it does what.
    """

    editors: int
    in_pairs: int
    thinks: tuple[float, float]
    acts: Mapping[Callable[[Editor], None], int]


THINKING: Final = Habits(
    editors=50,
    in_pairs=26,
    thinks=(2.0, 6.0),
    acts={
        Editor.edit: 50,
        Editor.open_builder: 25,
        Editor.open_share: 10,
        Editor.undo: 8,
        Editor.open_text: 7,
    },
)
SAVING: Final = Habits(
    editors=20, in_pairs=0, thinks=(0.0, 0.0), acts={Editor.edit: 85, Editor.undo: 15}
)


def find_all(page: str, pattern: str) -> list[str]:
    """All that the group of a pattern holds in a page."""
    return [html.unescape(each) for each in re.findall(pattern, page)]


def is_edit(act: str) -> bool:
    """Whether a button steps a count or takes what is offered; nothing is removed here."""
    fields = parse_qs(act)
    return fields["operation"] == ["take"] or "step" in fields


def make_editors(port: int, habits: Habits) -> Iterator[Editor]:
    """Browsers at an address each; the first of each pair makes the list for both."""
    path = share = ""
    for serial in range(habits.editors):
        browser, random = Browser(port, f"198.51.100.{serial + 1}"), Random(serial)
        is_shared = serial < habits.in_pairs
        if not (is_shared and serial % 2):
            path, share = start_list(browser, random)
        editor = Editor(browser, random, habits, path, share, is_shared)
        editor.turn_to(browser.get(path))
        yield editor


def start_list(browser: Browser, random: Random) -> tuple[str, str]:
    """The path of a new list of a browser's, and that of a link to it."""
    form = browser.get("/new/").text
    army_list = random.choice(find_all(form, '<option value="([^"]+/[^"]+)"'))
    token = find_in(form, 'name="csrfmiddlewaretoken" value="([^"]+)"')
    fields = {"csrfmiddlewaretoken": token, "army_list": army_list, "start": "default"}
    path = urlsplit(browser.post("/new/", fields).headers["Location"]).path
    browser.post(f"{path}share/view/", {"csrfmiddlewaretoken": token})
    share = find_in(browser.get(f"{path}share/").text, r"muster\.example(/s/[^/]+/)")
    return path, share
