"""What can be done to a roster, one operation each: from an intent's values to an edit."""

from collections.abc import Callable, Mapping
from typing import Final

from .fields import (
    set_limit,
    set_name,
    set_opponent,
    set_optional_rules,
    set_reading,
    set_scenario,
)
from .fixes import fix
from .nodes import add, add_unit, duplicate, move, remove, rename, set_count, set_note, take
from .options import choose, clear, shift
from .own_entries import WRITE, forget_own_entry, write_own_entry
from .task import Act, Task, UnknownNode, new_id, new_ids
from .telling import locate

__all__ = ["OPERATIONS", "Act", "Task", "UnknownNode", "locate", "new_id", "new_ids"]

OPERATIONS: Final[Mapping[str, Callable[[Task], Act]]] = {
    "add": add,
    "take": take,
    "add-unit": add_unit,
    "remove": remove,
    "duplicate": duplicate,
    "count": set_count,
    "choose": choose,
    "clear": clear,
    "rename": rename,
    "note": set_note,
    "move": move,
    "shift": shift,
    "limit": set_limit,
    "name": set_name,
    "reading": set_reading,
    "scenario": set_scenario,
    "opponent": set_opponent,
    "optional-rules": set_optional_rules,
    WRITE: write_own_entry,
    "forget-own-entry": forget_own_entry,
    "fix": fix,
}
