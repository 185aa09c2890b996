"""What could not be read of a file, in words: why nothing was, or what was left out of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from django.template.defaultfilters import filesizeformat
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, override

from lists.rules.document import Leftover, UnreadableDocument

MOST_WORDED = 12
"""Of a file in which hardly anything fits, so many sentences are enough."""


def word_unreadable(error: UnreadableDocument, language: str) -> str:
    """Why a file holds no roster, and what to do."""
    with override(language):
        word = REASONS.get(error.code, _no_roster)
        return word(error.parameters)


def word_leftovers(leftovers: tuple[Leftover, ...], language: str) -> list[str]:
    """A sentence for each thing that could not be taken as it stood; the last counts the rest."""
    with override(language):
        sentences = [_word_leftover(each) for each in leftovers[:MOST_WORDED]]
        rest = len(leftovers) - len(sentences)
        if rest:
            more = ngettext(
                "%(count)d more thing could not be taken as it stood.",
                "%(count)d more things could not be taken as they stood.",
                rest,
            )
            sentences.append(more % {"count": rest})
        return sentences


# Why nothing was read

type _Parameters = Mapping[str, object]


def _no_roster(_parameters: _Parameters) -> str:
    return _("This file holds no list. Choose a JSON file that Muster has written.")


def _too_large(parameters: _Parameters) -> str:
    return _("The file is too large. A list takes up to %(size)s.") % {
        "size": filesizeformat(str(parameters["at_most"]))
    }


def _list_too_large(parameters: _Parameters) -> str:
    return _(
        "The list in the file is too large: it takes up to %(size)s. "
        "Long notes take most of the room: shorten some, or split the list."
    ) % {"size": filesizeformat(str(parameters["at_most"]))}


def _not_json(parameters: _Parameters) -> str:
    if not parameters["line"]:
        return _("This is not JSON that a list could be: a number in it is too long.")
    return (
        _("This is not JSON: it breaks off or goes wrong in line %(line)s. Export the list anew.")
        % parameters
    )


def _other_schema(parameters: _Parameters) -> str:
    if parameters["found"] == "None":
        return _no_roster(parameters)
    return (
        _("The file says schema “%(found)s”; this site reads schema 1. Export the list anew.")
        % parameters
    )


def _unknown_system(parameters: _Parameters) -> str:
    return (
        _("The list is for the game “%(found)s”, which this site does not have. Nothing was saved.")
        % parameters
    )


REASONS: Mapping[str, Callable[[_Parameters], str]] = {
    "empty": lambda _p: _("The file is empty."),
    "too-large": _too_large,
    "list-too-large": _list_too_large,
    "not-text": lambda _p: _("This is not a text file in UTF-8, which JSON is."),
    "not-json": _not_json,
    "too-deep": lambda _p: _("The file is nested too deeply to be a list."),
    "not-an-object": _no_roster,
    "other-schema": _other_schema,
    "no-system": lambda _p: _("The file does not say which game it is for (“system”)."),
    "unknown-system": _unknown_system,
}


# What was left out


def _word_leftover(leftover: Leftover) -> str:
    words = {"where": _word_place(leftover.where), "value": leftover.value}
    match leftover.code:
        case "cut":
            return _("%(where)s: too long, and cut.") % words
        case "clamped":
            return _("%(where)s: “%(value)s” is out of range; the nearest number is taken.") % words
        case "replaced":
            return _("%(where)s: “%(value)s” is no whole number; as it starts.") % words
        case "other-edition":
            return _word_other_edition(here=leftover.where, named=leftover.value)
    return _("%(where)s: “%(value)s” cannot stand there, and was left out.") % words


def _word_other_edition(*, here: str, named: str) -> str:
    if here == named:
        return _(
            "Edition %(here)s has other numbers than in the file; points are counted anew."
        ) % {"here": here}
    return _("The file is of edition %(named)s, which is not here; edition %(here)s counts.") % {
        "here": here,
        "named": named or "?",
    }


def _word_place(where: str) -> str:
    """ "children.0.children.2.count" as "Line 1.3, count": positions count from 1 on a page."""
    steps = where.split(".")
    line = []
    while len(steps) > 1 and steps[0] == "children":
        line.append(str(int(steps[1]) + 1))
        steps = steps[2:]
    field = _word_field(".".join(steps))
    if not line:
        return field[:1].upper() + field[1:]
    if not field:
        return _("Line %(line)s") % {"line": ".".join(line)}
    return _("Line %(line)s, %(field)s") % {"line": ".".join(line), "field": field}


def _word_field(field: str) -> str:
    words = {
        "name": _("name"),
        "note": _("note"),
        "count": _("count"),
        "points_limit": _("points limit"),
        "army_list": _("army list"),
        "scenario": _("scenario"),
        "opponent": _("opponent"),
    }
    return words.get(field, field)
