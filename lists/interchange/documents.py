"""A roster as JSON: the document of schema 1 out, with what it came to, and in again."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

from lists.building.catalogues import find_edition
from lists.building.rosters import LARGEST_DOCUMENT, measure_document
from lists.models import Edition
from lists.rules.document import Leftover, UnreadableDocument, read_document, write_document
from lists.rules.evaluation import Evaluation, Problem
from lists.rules.roster import Roster

from .files import File, name_file

LARGEST_FILE: Final = 4 << 20  # bytes; a document of the largest size, set in lines


@dataclass(frozen=True, slots=True)
class Imported:
    """What was read from a file: the roster, the edition it goes by here, and what was left."""

    roster: Roster
    edition: Edition
    leftovers: tuple[Leftover, ...]


def export_json(roster: Roster, evaluation: Evaluation | None = None) -> File:
    """The document of a roster; with its evaluation, which readers may show and never trust."""
    document = write_document(roster)
    if evaluation is not None:
        document["evaluation"] = write_evaluation(evaluation)
    text = json.dumps(document, ensure_ascii=False, indent=2)
    name = name_file(roster.name or roster.army_list, "json")
    return File(name, "application/json", f"{text}\n".encode())


def write_evaluation(evaluation: Evaluation) -> dict[str, Any]:
    """What a roster came to when it was written: points, legality and problems, as codes."""
    return {
        "total": make_plain(evaluation.total),
        "allowed": make_plain(evaluation.allowed),
        "legal": evaluation.is_legal,
        "problems": [write_problem(problem) for problem in evaluation.problems],
    }


def write_problem(problem: Problem) -> dict[str, Any]:
    """A problem in codes and numbers, as plain values."""
    return {
        "code": problem.code,
        "severity": str(problem.severity),
        "node": problem.node,
        "subject": problem.subject,
        "page": problem.page,
        "parameters": make_plain(problem.parameters),
    }


def make_plain(value: Any) -> Any:
    """The same for JSON, exact: a fraction becomes a text such as "7/2"."""
    if isinstance(value, Mapping):
        return {str(key): make_plain(part) for key, part in value.items()}
    if isinstance(value, str | int | None):
        return value
    if isinstance(value, Fraction):
        return value.numerator if value.denominator == 1 else str(value)
    return [make_plain(part) for part in value] if isinstance(value, Iterable) else str(value)


def import_json(content: bytes) -> Imported:
    """The roster in a file, on an edition that is here; raises UnreadableDocument.

    Where the edition that the file names is not here, the newest of its game takes its place.
    """
    roster, leftovers = read_json(content)
    if measure_document(write_document(roster)) > LARGEST_DOCUMENT:
        raise UnreadableDocument("list-too-large", at_most=LARGEST_DOCUMENT)
    edition = find_edition(roster.system, roster.edition, roster.edition_hash)
    if edition is None:
        raise UnreadableDocument("unknown-system", found=roster.system)
    if not _is_named(edition, roster):
        leftovers = (*leftovers, Leftover("other-edition", edition.key, roster.edition))
    return Imported(roster, edition, leftovers)


def _is_named(edition: Edition, roster: Roster) -> bool:
    """Whether a roster names this edition: by its hash, or without one by its key, if at all."""
    if roster.edition_hash:
        return roster.edition_hash == edition.hash
    return roster.edition in ("", edition.key)


def read_json(
    content: bytes, *, at_most: int = LARGEST_FILE
) -> tuple[Roster, tuple[Leftover, ...]]:
    """The roster in a file and what could not be taken as it stood; raises UnreadableDocument.

    Ids are made anew when a roster is saved, so that one replaced is no leftover here.
    """
    if len(content) > at_most:
        raise UnreadableDocument("too-large", at_most=at_most)
    try:
        roster, leftovers = read_document(_parse(content))
    except RecursionError:
        raise UnreadableDocument("too-deep") from None
    return roster, tuple(each for each in leftovers if not each.where.endswith(".id"))


def _parse(content: bytes) -> object:
    if not content.strip():
        raise UnreadableDocument("empty")
    try:
        return json.loads(content.decode("utf-8-sig"))
    except UnicodeDecodeError:
        raise UnreadableDocument("not-text") from None
    except json.JSONDecodeError as error:
        raise UnreadableDocument("not-json", line=error.lineno) from None
    except ValueError:  # a number of thousands of digits
        raise UnreadableDocument("not-json", line=0) from None
