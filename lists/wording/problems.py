"""Problems and their fixes as sentences."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, override

from lists.rules.catalogue import Catalogue, Role, Take
from lists.rules.edits import AddNode, Choose, Edit, ReleaseNode, RemoveNode, SetCount, SetField
from lists.rules.evaluation import Problem
from lists.rules.roster import Choice, Node, Roster

from .words import Names, enumerate_words, fill_message, write_number

KEPT: Final = "kept-by-older-edition"
MOST_NAMED: Final = 3
"""How many sorts of what a fix removes its button names."""


def word_problem(catalogue: Catalogue, roster: Roster, problem: Problem, language: str) -> str:
    """The sentence of a problem: what is wrong, where, and the arithmetic."""
    with override(language):
        names = Names(catalogue, language)
        for restriction in catalogue.restrictions:
            if restriction.code == problem.code:
                parameters = {"name": name_node(names, roster, problem.node), **problem.parameters}
                return fill_message(names.choose(restriction.message), parameters)
        names = _find_names(names, roster, problem)
        word = SENTENCES.get(problem.code)
        return word(names, roster, problem) if word else problem.code


def _find_names(names: Names, roster: Roster, problem: Problem) -> Names:
    """Those of the edition that a problem was found by: an older one has its own with a node."""
    node = roster.find(problem.node) if problem.node and problem.code != KEPT else None
    return names.of(node) if node else names


def name_node(names: Names, roster: Roster, node_id: str) -> str:
    """What a node is called: the name its player gave it, else its entry's."""
    node = roster.find(node_id) if node_id else None
    if node is None:
        return roster.name or names.army_list(roster.army_list)
    return node.name or number_unit(names, roster, node)


def number_unit(names: Names, roster: Roster, node: Node) -> str:
    """An entry's name, for units of which there are several with their number: "Team 2"."""
    names = names.of(node)
    name = names.entry(node.entry)
    entry = names.catalogue.entries.get(node.entry)
    if entry is None or entry.role is not Role.UNIT:
        return name
    number, count = roster.number(node)
    return f"{name} {number}" if count > 1 else name


def word_fix(catalogue: Catalogue, roster: Roster, problem: Problem, language: str) -> str:
    """The words on the button that clears a problem; empty where there is no fix."""
    if not problem.fix:
        return ""
    with override(language):
        names = _find_names(Names(catalogue, language), roster, problem)
        if len(problem.fix) > 1 and not isinstance(problem.fix[0], AddNode):
            return _word_several(names, roster, problem.fix)
        group = problem.parameters.get("group")
        if group and problem.subject.endswith(f"/{group}"):  # of an option, which starts afresh
            return _word_choice(names, group, None)
        return _word_edit(names, roster, problem.fix[0])


def _word_several(names: Names, roster: Roster, fix: tuple[Edit, ...]) -> str:
    if isinstance(fix[0], SetCount) and _adds(roster, fix[0]):
        return "; ".join(_word_edit(names, roster, edit) for edit in fix)
    if any(isinstance(edit, AddNode) for edit in fix):
        return _word_divided(names, roster, fix)
    if all(isinstance(edit, RemoveNode | SetCount) for edit in fix):
        return _("Remove %(name)s") % {"name": enumerate_words(_name_gone(names, roster, fix))}
    return _word_edit(names, roster, fix[0])


def _name_gone(names: Names, roster: Roster, fix: tuple[Edit, ...]) -> Iterator[str]:
    """What goes by removing nodes and lowering counts: "Tiger I", "2 Riflemen"; the first few."""
    gone: dict[str, list[tuple[Node, int]]] = {}
    for edit in fix:
        node = roster.find(edit.node) if isinstance(edit, RemoveNode | SetCount) else None
        if node is not None:
            left = edit.count if isinstance(edit, SetCount) else 0
            gone.setdefault(node.name or node.entry, []).append((node, node.count - left))
    for nodes in list(gone.values())[:MOST_NAMED]:
        node, number = nodes[0][0], sum(number for _node, number in nodes)
        name = node.name if node.name else names.of(node).entry(node.entry, number)
        yield name if number == 1 else f"{number} {name}"
    if len(gone) > MOST_NAMED:
        yield _("%(number)d more") % {"number": len(gone) - MOST_NAMED}


def _word_divided(names: Names, roster: Roster, fix: tuple[Edit, ...]) -> str:
    """A choice made for some of a line, or for whole lines and some of another."""
    number, taken = 0, ""
    for edit, then in zip(fix, (*fix[1:], None), strict=True):
        if isinstance(edit, Choose):
            node = roster.find(edit.node)
            number += node.count if node else 0
        elif isinstance(edit, SetCount) and isinstance(then, AddNode):
            number += then.node.count
            taken = _word_change(names, roster.find(edit.node), then.node)
    return _("%(choice)s, for %(number)d") % {"choice": taken, "number": number}


def _word_change(names: Names, before: Node | None, after: Node) -> str:
    for group, choices in after.options.items():
        if before is not None and before.options.get(group) != choices:
            return _word_choice(names, group, choices)
    return ""


def _adds(roster: Roster, edit: SetCount) -> bool:
    node = roster.find(edit.node)
    return node is not None and edit.count > node.count


def _word_edit(names: Names, roster: Roster, edit: Edit) -> str:
    match edit:
        case RemoveNode(node_id):
            return _("Remove %(name)s") % {"name": name_node(names, roster, node_id)}
        case SetCount(node_id, count):
            node = roster.find(node_id)
            change = count - (node.count if node else 0)
            name = names.entry(node.entry, abs(change)) if node else ""
            text = _("Add %(number)d %(name)s") if change > 0 else _("Remove %(number)d %(name)s")
            return text % {"number": abs(change), "name": name}
        case Choose(_, group, choices):
            return _word_choice(names, group, choices)
        case AddNode(_, node) if node.count > 1:
            return _("Add %(number)d %(name)s") % {
                "number": node.count,
                "name": names.entry(node.entry, node.count),
            }
        case AddNode("", Node(children=(child, *_))):
            words = {"name": names.entry(child.entry), "unit": names.entry(edit.node.entry)}
            return _("Add %(name)s, in: %(unit)s") % words
        case AddNode(_, node):
            return _("Add %(name)s") % {"name": names.entry(node.entry)}
        case ReleaseNode():
            return _("Take it as edition %(edition)s has it") % {"edition": names.catalogue.edition}
        case SetField("points_limit", int(limit)):
            return _("Set the limit to %(points)s") % {"points": names.points(limit)}
    return _("Mend it")


def _word_choice(names: Names, group: str, choices: tuple[Choice, ...] | None) -> str:
    if choices is None:
        return _("Reset: %(group)s") % {"group": names.group(group)}
    if not choices:
        return _("Clear: %(group)s") % {"group": names.group(group)}
    if _is_number(names, group):
        number = write_number(choices[0].count)
        return _("%(group)s: choose %(number)s") % {"group": names.group(group), "number": number}
    return _("Choose %(name)s") % {"name": _word_choices(names, choices)}


def _is_number(names: Names, group: str) -> bool:
    known = names.catalogue.groups.get(group)
    return known is not None and known.take is Take.NUMBER


def _word_choices(names: Names, choices: Iterable[Choice]) -> str:
    """Options with their number where it is not one: "2 Crewmen"."""
    return ", ".join(
        names.entry(choice.option)
        if choice.count == 1
        else f"{write_number(choice.count)} {names.entry(choice.option, choice.count)}"
        for choice in choices
    )


# The sentences of the codes that the core itself raises


def _numbers(parameters: Mapping[str, Any]) -> dict[str, str]:
    return {
        key: write_number(value)
        for key, value in parameters.items()
        if value is None or (not isinstance(value, str | tuple))
    }


def _over_limit(names: Names, roster: Roster, problem: Problem) -> str:
    return _(
        "%(measure)s points, %(excess)s over the limit of %(bound)s. Up to %(allowed)s is accepted."
    ) % _numbers(problem.parameters)


def _within_tolerance(names: Names, roster: Roster, problem: Problem) -> str:
    return _(
        "%(excess)s over the limit of %(bound)s, which is still accepted: up to %(allowed)s."
    ) % _numbers(problem.parameters)


def _unknown_entry(names: Names, roster: Roster, problem: Problem) -> str:
    key = problem.parameters["entry"]
    entry = names.catalogue.entries.get(key)
    if entry is not None and entry.is_hidden:
        return _("%(entry)s is there to write entries of your own like it.") % {
            "entry": names.entry(key)
        }
    if entry is not None:
        return _("%(entry)s is given to something else and cannot stand alone.") % {
            "entry": names.entry(key)
        }
    return _(
        "“%(entry)s” is not in this edition. It stays here at no cost until you remove it."
    ) % {"entry": key}


def _own_entry(names: Names, roster: Roster, problem: Problem) -> str:
    sentence = _("“%(entry)s”, %(points)s, is the player's own entry, and not the book's.")
    return sentence % {
        "entry": names.entry(problem.parameters["entry"]),
        "points": names.points(problem.parameters["points"]),
    }


def _kept(names: Names, roster: Roster, problem: Problem) -> str:
    node = roster.find(problem.node)
    older = names.catalogue.find_source(node).edition if node else ""
    sentence = _("It stays at the points of edition %(older)s, since %(edition)s lacks it.")
    return sentence % {"older": older, "edition": names.catalogue.edition}


def _misplaced(names: Names, roster: Roster, problem: Problem) -> str:
    within = problem.parameters["within"]
    entry = names.entry(problem.parameters["entry"])
    if not within:
        return _("%(entry)s belongs in a unit.") % {"entry": entry}
    return _("%(entry)s cannot stand in: %(within)s.") % {
        "entry": entry,
        "within": names.entry(within),
    }


def _below_one(names: Names, roster: Roster, problem: Problem) -> str:
    return _("The count is %(measure)s; the least is 1.") % _numbers(problem.parameters)


def _options(names: Names, problem: Problem) -> dict[str, str]:
    parameters = problem.parameters
    return {
        "group": names.group(parameters.get("group", problem.subject)),
        "taken": names.entries(parameters.get("taken", ())) or _("nothing"),
        "printed": names.entries(parameters.get("printed", ())) or _("nothing"),
        **_numbers(parameters),
    }


def _option_sentence(text: Callable[[], str]) -> Callable[[Names, Roster, Problem], str]:
    def word(names: Names, roster: Roster, problem: Problem) -> str:
        return text() % _options(names, problem)

    return word


def _entry_outside(names: Names, roster: Roster, problem: Problem) -> str:
    return _("%(entry)s is not in the list of %(army_list)s.") % _listed(names, problem)


def _extra_not_offered(names: Names, roster: Roster, problem: Problem) -> str:
    return _("%(entry)s is not among the extras of %(army_list)s.") % _listed(names, problem)


def _listed(names: Names, problem: Problem) -> dict[str, str]:
    return {
        "entry": names.entry(problem.parameters["entry"]),
        "army_list": names.army_list(problem.parameters["army_list"]),
    }


def _count(names: Names, roster: Roster, problem: Problem) -> str:
    parameters = problem.parameters
    measure, bound = parameters["measure"], parameters["bound"]
    words = {
        "measure": write_number(measure),
        "bound": write_number(bound),
        "name": names.row(roster.army_list, problem.subject, measure),
        "swap": names.entry(parameters["swap"], bound) if parameters["swap"] else "",
    }
    if problem.code == "swap-incomplete":
        return (
            _("%(measure)s %(name)s: the list exchanges %(bound)s %(swap)s at once, or none.")
            % words
        )
    row = names.catalogue.find_row(roster.army_list, problem.subject)
    if row is not None and row.name:
        if problem.code == "count-below-list":
            return _("%(name)s: %(measure)s, at least %(bound)s.") % words
        return _("%(name)s: %(measure)s, at most %(bound)s.") % words
    if not bound:
        return _("%(measure)s %(name)s; the list allows none here.") % words
    return _("%(measure)s %(name)s; the list says %(bound)s.") % words


def _exclusive(names: Names, roster: Roster, problem: Problem) -> str:
    return _("The list allows %(entries)s, not both.") % {
        "entries": names.entries(problem.parameters["entries"])
    }


def _unknown_list(names: Names, roster: Roster, problem: Problem) -> str:
    return _("The army list “%(key)s” is not in this edition.") % {"key": problem.subject}


def _beyond_shift(names: Names, roster: Roster, problem: Problem) -> str:
    words = _options(names, problem)
    steps = problem.parameters["measure"]
    if steps is None:
        return _("The list offers %(printed)s; %(taken)s is of another kind.") % words
    return (
        ngettext(
            "The list offers %(printed)s; %(taken)s is %(measure)s step away, at most %(bound)s.",
            "The list offers %(printed)s; %(taken)s is %(measure)s steps away, at most %(bound)s.",
            steps,
        )
        % words
    )


def _differs(names: Names, roster: Roster, problem: Problem) -> str:
    return _("%(taken)s in a unit of %(unit)s. The unit counts as %(unit)s.") % {
        "taken": names.entries(problem.parameters["taken"]),
        "unit": names.entries(problem.parameters["unit"]),
    }


def _without_value(names: Names, roster: Roster, problem: Problem) -> str:
    return _("A formula of this edition divides by zero here and counts as 0.")


SENTENCES: Mapping[str, Callable[[Names, Roster, Problem], str]] = {
    "points-over-limit": _over_limit,
    "points-within-tolerance": _within_tolerance,
    "unknown-entry": _unknown_entry,
    "own-entry": _own_entry,
    KEPT: _kept,
    "misplaced-entry": _misplaced,
    "count-below-one": _below_one,
    "option-not-offered": _option_sentence(lambda: _("%(group)s: %(taken)s is not offered here.")),
    "option-missing": _option_sentence(lambda: _("%(group)s is not chosen yet.")),
    "number-outside-bounds": _option_sentence(
        lambda: _("%(group)s: %(measure)s. It goes from %(at_least)s to %(at_most)s.")
    ),
    "too-many-options": _option_sentence(
        lambda: _("%(group)s: %(measure)s taken, at most %(at_most)s.")
    ),
    "too-few-options": _option_sentence(
        lambda: _("%(group)s: %(measure)s taken, at least %(at_least)s.")
    ),
    "entry-outside-list": _entry_outside,
    "option-outside-list": _option_sentence(
        lambda: _("%(group)s: %(taken)s. The list prints %(printed)s.")
    ),
    "extra-not-offered": _extra_not_offered,
    "swap-incomplete": _count,
    "count-above-list": _count,
    "count-below-list": _count,
    "choice-exclusive": _exclusive,
    "unknown-army-list": _unknown_list,
    "level-beyond-shift": _beyond_shift,
    "line-differs-from-unit": _differs,
    "formula-without-value": _without_value,
}
