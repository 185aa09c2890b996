"""The short forms in which data and documents write spans and options."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ..roster import Choice, Options

type Plain = Mapping[str, Any]


def read_span(value: int | str | Sequence[int]) -> tuple[int, int]:
    """A number or a span as data writes it: 3, "5..11" or [5, 11]; raise ValueError."""
    if isinstance(value, int):
        return value, value
    low, high = value.split("..") if isinstance(value, str) else value
    if not 0 <= int(low) <= int(high):
        raise ValueError(value)
    return int(low), int(high)


def read_options(plain: Plain) -> Options:
    """Options as data or a document write them, the short forms included."""
    return {group: tuple(read_choices(group, value)) for group, value in plain.items()}


def read_choices(group: str, value: Any) -> Iterator[Choice]:
    """What is chosen in one group, the short forms included."""
    if isinstance(value, str):
        yield Choice(value)
    elif isinstance(value, int):
        yield Choice(group, value)
    elif isinstance(value, Mapping):
        yield from (Choice(option, count) for option, count in value.items())
    else:
        for each in value:
            if isinstance(each, str):
                yield Choice(each)
            else:
                options = read_options(each.get("options") or {})
                yield Choice(each["option"], each.get("count", 1), options)
