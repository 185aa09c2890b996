"""What the builder's addresses and forms say: a place on the page, an intent."""

from __future__ import annotations

from django.http import QueryDict

from lists.building.intents import Intent
from lists.rules.document import LONGEST_KEY
from lists.wording.place import ADD, PROBLEMS, SETTINGS, Place

VIEWS = (ADD, PROBLEMS, SETTINGS)
LONGEST_QUERY = 80
LONGEST_ID = 40
NO_VALUES = {"csrfmiddlewaretoken", "act", "base", "key", "place", "operation", "node"}
SEVERAL = {"rules"}


def read_place(query: QueryDict) -> Place:
    """The place that an address names; what it names wrongly is left out."""
    return Place(
        view=next((view for view in VIEWS if query.get(view)), ""),
        open=query.get("open", "")[:LONGEST_ID],
        unit=query.get("unit", "")[:LONGEST_ID],
        query=query.get("q", "").replace("\0", "").strip()[:LONGEST_QUERY],
        has_all=bool(query.get("all")),
        fits_only=bool(query.get("fits")),
        row=query.get("row", "")[:LONGEST_KEY],
        write_like=query.get("write", "")[:LONGEST_KEY],
    )


def read_posted_place(post: QueryDict) -> Place:
    """The place that a form was sent from, and leads back to."""
    return read_place(QueryDict(post.get("place", "").removeprefix("?")))


def read_intent(post: QueryDict) -> Intent:
    """The intent of a form: of its fields, and of the button that holds several in `act`.

    Nothing is checked here; `building` does that.
    """
    fields = post.copy()
    fields.update(QueryDict(post.get("act", "")))
    value = {
        name: [each for each in fields.getlist(name) if each] if name in SEVERAL else fields[name]
        for name in fields
        if name not in NO_VALUES
    }
    return Intent(
        operation=fields.get("operation", ""),
        node=fields.get("node", ""),
        value=value,
        base=read_base(post),
        key=post.get("key", ""),
    )


def read_base(post: QueryDict) -> int:
    """The revision that a form was made on; 0, which is none, where it does not say."""
    text = post.get("base", "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else 0
