"""Who asks for a roster, and how they came by it."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Actor:
    """A person, signed in or not, at an address; what querysets decide access by.

    `address` is the code or the edit token that stands in the URL, "" where none does. `created`
    are the codes of the rosters that were created in this browser's session, and `linked` the edit
    tokens of those that were opened by their edit link and kept in it.
    """

    user: int | None = None
    address: str = ""
    created: frozenset[str] = frozenset()
    linked: frozenset[str] = frozenset()


NOBODY = Actor()
