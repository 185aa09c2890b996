"""Acts on the roster as a whole: its name, limit, readings, scenario, opponent, optional rules."""

from __future__ import annotations

from lists.rules.catalogue import Catalogue
from lists.rules.document import LARGEST_LIMIT, LONGEST_NAME, MOST_CHOICES
from lists.rules.edits import SetField, SetReading

from ..values import InvalidIntent
from .task import Act, Task


def set_name(task: Task) -> Act:
    """The name of the roster."""
    return Act(SetField("name", task.values.line("name", LONGEST_NAME)))


def set_limit(task: Task) -> Act:
    """How many points may be spent; 0 is no limit."""
    limit = task.values.number("limit", 0, LARGEST_LIMIT)
    return Act(SetField("points_limit", limit), {"from": task.roster.points_limit, "to": limit})


def set_scenario(task: Task) -> Act:
    """The scenario that the roster is attached to, or none."""
    scenario = task.values.key("scenario")
    if scenario and scenario not in task.catalogue.scenarios:
        raise InvalidIntent("scenario", "unknown")
    return Act(SetField("scenario", scenario), {"from": task.roster.scenario, "to": scenario})


def set_opponent(task: Task) -> Act:
    """Whom the roster is built against, or nobody in particular."""
    opponent = task.values.key("opponent")
    if opponent and opponent not in find_opponents(task.catalogue):
        raise InvalidIntent("opponent", "unknown")
    return Act(SetField("opponent", opponent), {"from": task.roster.opponent, "to": opponent})


def find_opponents(catalogue: Catalogue) -> set[str]:
    """Whom a roster can be built against: a nation, an army list, or troops of a category."""
    categories = {key for entry in catalogue.entries.values() for key in entry.categories}
    return {*catalogue.nations, *catalogue.army_lists, *categories}


def set_optional_rules(task: Task) -> Act:
    """Which optional rules the players have agreed on, in the order of the edition."""
    rules = task.values.get("rules")
    if not isinstance(rules, list | tuple) or len(rules) > MOST_CHOICES:
        raise InvalidIntent("rules", "not-choices")
    offered = task.catalogue.optional_rules
    if any(not isinstance(rule, str) or rule not in offered for rule in rules):
        raise InvalidIntent("rules", "unknown")
    agreed = tuple(key for key in offered if key in rules)
    parameters = {"from": list(task.roster.optional_rules), "to": list(agreed)}
    return Act(SetField("optional_rules", agreed), parameters)


def set_reading(task: Task) -> Act:
    """Which of a contradictory book's values the roster goes by."""
    reading = task.catalogue.readings.get(task.values.key("reading"))
    if reading is None:
        raise InvalidIntent("reading", "unknown")
    value = task.values.key("value")
    if value not in {each.key for each in reading.values}:
        raise InvalidIntent("value", "unknown")
    now = task.roster.readings.get(reading.key, reading.default)
    parameters = {"reading": reading.key, "from": now, "to": value}
    return Act(SetReading(reading.key, value), parameters)
