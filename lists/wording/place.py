"""Where on the builder page a player is."""

from __future__ import annotations

from dataclasses import dataclass, replace
from urllib.parse import urlencode

ADD, PROBLEMS, SETTINGS = "add", "problems", "settings"


@dataclass(frozen=True, slots=True)
class Place:
    """Where on the builder page a player is: what is open, what is added to, what is sought."""

    view: str = ""  # on a phone: the roster, or one of add, problems, settings
    open: str = ""
    unit: str = ""
    query: str = ""
    has_all: bool = False
    fits_only: bool = False
    write_like: str = ""  # the template that an entry of one's own is written like
    row: str = ""  # the long row of the army list that is unfolded

    def write(self, **changes: object) -> str:
        """The query string of this place, or of another one beside it."""
        place = replace(self, **changes)  # type: ignore[arg-type]
        fields = {
            "open": place.open,
            "unit": place.unit,
            "q": place.query,
            "all": "1" if place.has_all else "",
            "fits": "1" if place.fits_only else "",
            "row": place.row,
            "write": place.write_like,
            place.view: "1" if place.view else "",
        }
        return "?" + urlencode({key: value for key, value in fields.items() if value})
