"""An evaluated roster as plain text, for a message or a forum."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from django.utils.translation import gettext as _
from django.utils.translation import override

from lists.building.rosters import Evaluated
from lists.rules.catalogue import Role
from lists.wording.display import (
    ShownNode,
    ShownProblem,
    ShownRoster,
    ShownValue,
    show_roster,
    word_verdict,
)

from .files import File, name_file

INDENT = "  "


def write_text(evaluated: Evaluated, language: str) -> File:
    """A saved state of a roster as plain text."""
    shown = show_roster(evaluated.catalogue, evaluated.roster, evaluated.evaluation, language)
    return export_text(shown, language, is_ready=evaluated.row.is_ready)


def export_text(shown: ShownRoster, language: str, *, is_ready: bool = False) -> File:
    """What a page shows of a roster, as lines; the language is the one it is shown in."""
    with override(language):
        text = "\n".join(_write(shown, is_ready))
    return File(name_file(shown.name, "txt"), "text/plain; charset=utf-8", f"{text}\n".encode())


def _write(shown: ShownRoster, is_ready: bool) -> Iterator[str]:
    yield from _write_head(shown, is_ready)
    for node in shown.nodes:
        yield ""
        yield from _write_node(node, 0)
    yield from _write_section(_("Remarks"), map(_write_problem, shown.problems))
    readings = (f"{each.name}: {each.value}" for each in shown.readings if not each.is_default)
    yield from _write_section(_("Readings"), readings)
    yield from _write_section(_("Optional rules"), shown.optional_rules)


def _write_head(shown: ShownRoster, is_ready: bool) -> Iterator[str]:
    yield _one_line(shown.name)
    yield ", ".join(filter(None, (shown.army_list, shown.nation)))
    yield f"{shown.system} {shown.edition}"
    if shown.has_limit:
        points = _("%(total)s of %(limit)s points.") % {"total": shown.total, "limit": shown.limit}
    else:
        points = f"{shown.points}."
    yield f"{points} {shown.balance}"
    yield f"{shown.verdict_words}. {_('Ready') if is_ready else _('Draft')}."
    if shown.scenario:
        yield _("Scenario: %(name)s") % {"name": shown.scenario}
    yield _join_values(shown.tallies, shown.derived)


def _write_node(node: ShownNode, depth: int) -> Iterator[str]:
    indent = INDENT * depth
    yield indent + (_word_unit(node) if node.role == Role.UNIT else _word_line(node))
    for line in node.note.splitlines():
        yield f"{indent}{INDENT}{line}"
    if node.role == Role.UNIT:
        yield f"{indent}{INDENT}{_join_values(node.tallies, node.derived)}".rstrip()
    elif node.derived:
        yield f"{indent}{INDENT}{_join_values((), node.derived)}"
    for child in node.children:
        yield from _write_node(child, depth + 1)


def _word_unit(node: ShownNode) -> str:
    named = ", ".join(filter(None, (_one_line(node.name), node.level)))
    return f"{named}: {node.subtotal}"


def _word_line(node: ShownNode) -> str:
    """ "3 Riflemen (Assault rifle): 36", with the player's own name behind."""
    given = [option.words for option in node.options]
    options = ", ".join([*given, node.edition] if node.edition else given)
    words = f"{node.count} {node.entry_name}"
    if node.is_named:
        words += f" “{_one_line(node.name)}”"
    return f"{words} ({options}): {node.total}" if options else f"{words}: {node.total}"


def _write_problem(problem: ShownProblem) -> str:
    place = f"{_one_line(problem.place)}: " if problem.place else ""
    page = _(" (p. %(page)s)") % {"page": problem.page} if problem.page else ""
    return f"{word_verdict(problem.severity)}: {place}{problem.sentence}{page}"


def _write_section(title: str, lines: Iterable[str]) -> Iterator[str]:
    every = [f"- {line}" for line in lines]
    if every:
        yield from ("", title, *every)


def _join_values(tallies: Iterable[ShownValue], derived: Iterable[ShownValue]) -> str:
    """ "9 figures, Initiative +7": what adds up to nothing is left out."""
    counted = [f"{tally.value} {tally.name}" for tally in tallies if tally.value != "0"]
    return ", ".join([*counted, *(f"{value.name} {value.value}" for value in derived)])


def _one_line(text: str) -> str:
    return " ".join(text.split())
