"""What is wrong with the files of a catalogue, worded for whoever writes them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ValidationError
from ruamel.yaml import YAML
from ruamel.yaml.error import YAMLError
from ruamel.yaml.nodes import MappingNode, Node, SequenceNode

from .suggestions import suggest

type Step = str | int
type Steps = tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class Complaint:
    """One thing that is wrong: in which file, at which key, what it is and the cure."""

    file: str
    path: str
    reason: str
    cure: str = ""
    line: int = 0

    def __str__(self) -> str:
        where = f"{self.file}:{self.line}" if self.line else self.file
        words = f"{self.reason} {self.cure}".rstrip()
        return f"{where}: {self.path}: {words}" if self.path else f"{where}: {words}"


class InvalidSource(Exception):
    """The files of a catalogue cannot be right; `complaints` says all that was found."""

    def __init__(self, complaints: Sequence[Complaint]) -> None:
        self.complaints = tuple(complaints)
        super().__init__("\n".join(map(str, complaints)))


def describe_path(plain: Any, steps: Steps) -> str:
    """A place in a file for people: items of lists are named by their key where they have one."""
    words = []
    for step in steps:
        item = _follow(plain, step)
        named = item if isinstance(step, int) and isinstance(item, Mapping) else {}
        key = next((named[k] for k in ("key", "code", "entry", "upgrade") if k in named), step)
        words.append(str(key))
        plain = item
    return ".".join(words)


def _follow(plain: Any, step: Step) -> Any:
    if isinstance(plain, Mapping):
        return plain.get(step)
    if isinstance(plain, list) and isinstance(step, int) and step < len(plain):
        return plain[step]
    return None


def find_line(path: Path, steps: Steps) -> int:
    """The line of a file on which the innermost part of a place begins; 0 where it has none."""
    try:
        node = _compose(path.read_text(encoding="utf-8"))
    except (YAMLError, OSError, UnicodeError):
        return 0
    line = 0
    for step in steps:
        found = _find_node(node, step)
        if found is None:
            break
        start, node = found
        line = start.start_mark.line + 1
    return line


@lru_cache(maxsize=4)
def _compose(text: str) -> Any:
    """The nodes of a file, kept since faults come in numbers."""
    return YAML(typ="safe", pure=True).compose(text)


def _find_node(node: Any, step: Step) -> tuple[Node, Node] | None:
    """Where a step begins (its key, for a mapping) and what it leads to."""
    if isinstance(node, MappingNode):
        return next(((key, value) for key, value in node.value if key.value == str(step)), None)
    if isinstance(node, SequenceNode) and isinstance(step, int) and step < len(node.value):
        return node.value[step], node.value[step]
    return None


# What pydantic found, in our words


def find_complaints(
    error: ValidationError, plain: Any, model: type[BaseModel]
) -> Iterator[tuple[Steps, str, str]]:
    """For each fault of a file: where it is, what is wrong and the cure."""
    seen = set()
    for fault in error.errors(include_url=False):
        steps = _steps_in(plain, fault["loc"])
        if steps not in seen:  # each form that a value might have had is a fault of its own
            seen.add(steps)
            yield steps, *_word_fault(fault, _fields_at(model, fault["loc"]))


def _steps_in(plain: Any, location: Steps) -> Steps:
    """The steps of a location that are in the file: pydantic adds names of its own to some."""
    steps: list[Step] = []
    for position, step in enumerate(location, start=1):
        is_last = position == len(location)
        if isinstance(plain, Mapping) and (step in plain or is_last):
            steps.append(step)
            plain = plain.get(step)
        elif isinstance(plain, list) and isinstance(step, int):
            steps.append(step)
            plain = plain[step]
    return tuple(steps)


def _word_fault(fault: Any, fields: Sequence[str]) -> tuple[str, str]:
    value, name, context = fault["input"], (fault["loc"] or ("",))[-1], fault.get("ctx", {})
    match fault["type"]:
        case "missing":
            return f"`{name}` is missing.", "Add it."
        case "extra_forbidden":
            cure = suggest(name, fields) or f"Use one of {', '.join(fields)}."
            return f"There is no field `{name}` here.", cure
        case "string_pattern_mismatch":
            return f"{value!r} is no key.", _suggest_key(value)
        case "literal_error":
            known = re.findall(r"'([^']*)'", context["expected"])
            cure = suggest(value, known) or f"Use {context['expected']}."
            return f"{value!r} is not known here.", cure
        case "string_type" if isinstance(value, int | float) or "date" in type(value).__name__:
            return f"{value} is not a text.", f'Write it in quotes: "{value}".'
        case "int_type" if isinstance(value, float):
            return f"{value} is not a whole number.", 'Write a fraction as a text: "7/2".'
        case "value_error":
            return str(context["error"]), ""
        case "string_too_short":
            return "The text is empty.", "Write it or leave the field out."
    return f"{fault['msg']}.", "" if isinstance(value, dict) else f"There stands {_show(value)}."


def _show(value: object) -> str:
    return "nothing" if value is None else repr(value)


def _suggest_key(value: object) -> str:
    near = re.sub(r"[^a-z0-9]+", "-", str(value).lower()).strip("-")
    advice = "Write small letters, digits and hyphens, a letter first"
    return f"{advice}: `{near}`." if near[:1].isalpha() else f"{advice}."


def _fields_at(model: type[BaseModel], location: Steps) -> list[str]:
    """The fields that could stand beside the last step of a location."""
    current: type[BaseModel] | None = model
    for step in location[:-1]:
        field = current.model_fields.get(str(step)) if current else None
        if field is not None:
            current = next(_models_in(field.annotation), None)
    return list(current.model_fields) if current else []


def _models_in(annotation: Any) -> Iterator[type[BaseModel]]:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        yield annotation
    for inner in getattr(annotation, "__args__", ()):
        yield from _models_in(inner)
