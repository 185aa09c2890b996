"""The values that came with an intent, read with suspicion: anyone can send anything."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from lists.rules.document import LONGEST_KEY, clean_text

WHOLE_NUMBER: Final = re.compile(r"[+-]?[0-9]{1,30}")


class InvalidIntent(ValueError):
    """An act that cannot be done as it was asked for; a form error on one of its fields.

    `field` is "" where no single value is to blame; `code` and `parameters` say why, for whoever
    words it.
    """

    def __init__(self, field: str, code: str, **parameters: object) -> None:
        self.field, self.code, self.parameters = field, code, parameters
        super().__init__(f"{field}: {code} {parameters}")


class Values:
    """Reads single values; each method raises InvalidIntent for what it cannot take."""

    def __init__(self, plain: object) -> None:
        if not isinstance(plain, Mapping):
            raise InvalidIntent("value", "not-an-object")
        self.plain: Mapping[object, object] = plain

    def __contains__(self, field: str) -> bool:
        return field in self.plain

    def get(self, field: str) -> object:
        """What was sent, unread; None where nothing was."""
        return self.plain.get(field)

    def text(self, field: str, longest: int) -> str:
        """A text as a person typed it; "" where there is none."""
        value = self.plain.get(field)
        if value is None:
            return ""
        if not isinstance(value, str) or "\0" in value:
            raise InvalidIntent(field, "not-a-text")
        clean = clean_text(value)
        if len(clean) > longest:
            raise InvalidIntent(field, "too-long", at_most=longest, measure=len(clean))
        return clean

    def line(self, field: str, longest: int) -> str:
        """A text of one line, such as a name."""
        return " ".join(self.text(field, longest).split())

    def key(self, field: str) -> str:
        """A key of the catalogue or an id; "" where there is none."""
        return self.text(field, LONGEST_KEY)

    def is_set(self, field: str) -> bool:
        """Whether a box was ticked, by a form or in JSON."""
        return self.plain.get(field) in (True, "1", "on", "true")

    def number(self, field: str, at_least: int, at_most: int) -> int:
        """A whole number within bounds, sent as a number or typed."""
        if field not in self.plain:
            raise InvalidIntent(field, "missing")
        number = read_whole(field, self.plain[field])
        if number < at_least:
            raise InvalidIntent(field, "too-small", at_least=at_least)
        if number > at_most:
            raise InvalidIntent(field, "too-large", at_most=at_most)
        return number

    def stepped(self, now: int, at_least: int, at_most: int) -> int:
        """A number sent as it shall be (`count`) or as a step from what it is (`step`)."""
        if "step" not in self.plain:
            return self.number("count", at_least, at_most)
        step = self.number("step", -at_most, at_most)
        return min(max(now + step, at_least), at_most)


def read_whole(field: str, value: object) -> int:
    """A whole number out of what a form or JSON sends; raises InvalidIntent."""
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    if isinstance(value, str) and WHOLE_NUMBER.fullmatch(value.strip()):
        return int(value)
    raise InvalidIntent(field, "not-a-number")
