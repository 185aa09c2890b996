"""What an intent says is taken: options of an entry, choices in a group, each checked."""

from __future__ import annotations

from collections.abc import Mapping

from lists.rules.catalogue import Catalogue, Entry, OptionGroup, Take
from lists.rules.document import DEEPEST, MOST_CHOICES
from lists.rules.edits import LARGEST_COUNT
from lists.rules.roster import NOTHING, Choice, Options

from ..values import InvalidIntent, Values

type Taken = tuple[Choice, ...]


def find_group(entry: Entry, key: str, field: str = "group") -> OptionGroup:
    """A group of an entry, named by a field of the intent; raises InvalidIntent."""
    group = entry.groups.get(key)
    if group is None:
        raise InvalidIntent(field, "unknown")
    return group


def check_offered(group: OptionGroup, option: str) -> None:
    """Raise InvalidIntent unless a group offers an option."""
    if option not in group.options and not (group.take is Take.NUMBER and option == group.key):
        raise InvalidIntent("option", "not-offered", group=group.key)


def read_options(catalogue: Catalogue, entry: Entry, plain: object, depth: int = 0) -> Options:
    """What an entry is given, group by group: {"weapon": "rifle", "crew": [{"option": ...}]}."""
    if plain is None:
        return NOTHING
    if not isinstance(plain, Mapping) or depth > DEEPEST:
        raise InvalidIntent("options", "not-an-object")
    groups = [find_group(entry, key, "options") for key in plain]
    return {each.key: read_choices(catalogue, each, plain[each.key], depth) for each in groups}


def read_choices(catalogue: Catalogue, group: OptionGroup, plain: object, depth: int = 0) -> Taken:
    """All that is taken in a group: a key, a number, or a list of keys and of choices."""
    if group.take is Take.NUMBER and isinstance(plain, int | str):
        return (Choice(group.key, Values({"count": plain}).number("count", 0, LARGEST_COUNT)),)
    each = [plain] if isinstance(plain, str) else plain
    if not isinstance(each, list | tuple) or len(each) > MOST_CHOICES:
        raise InvalidIntent("options", "not-choices")
    return tuple(_read_choice(catalogue, group, one, depth) for one in each)


def _read_choice(catalogue: Catalogue, group: OptionGroup, plain: object, depth: int) -> Choice:
    values = Values({"option": plain} if isinstance(plain, str) else plain)
    option = values.key("option")
    check_offered(group, option)
    count = values.number("count", 1, LARGEST_COUNT) if "count" in values else 1
    entry = catalogue.entries.get(option)
    if entry is None:
        return Choice(option, count)
    return Choice(option, count, read_options(catalogue, entry, values.get("options"), depth + 1))
