"""Whatever is sent, the answer is a form error on a field, and nothing is saved."""

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from lists.building.acts import OPERATIONS
from lists.building.intents import Intent, apply_intent
from lists.building.rosters import (
    LARGEST_DOCUMENT,
    create_roster,
    load_document,
    measure_document,
)
from lists.building.saving import Conflict
from lists.building.values import InvalidIntent
from lists.models import NOBODY, Roster
from lists.rules.document import LONGEST_NOTE, MOST_NODES, read_document
from lists.rules.roster import Node
from tests.factories import act, create_home_guard, holder_of, newest

DEEP: Any = "rifle"
for _ in range(200):
    DEEP = [{"option": "crew", "options": {"crew": DEEP}}]


@pytest.mark.parametrize(
    ("operation", "entry", "value", "field", "code"),
    [
        ("explode", "", {}, "operation", "unknown"),
        (None, "", {}, "operation", "unknown"),
        (["add"], "", {}, "operation", "unknown"),
        ("add", "", {}, "entry", "unknown"),
        ("add", "", {"entry": "dragon"}, "entry", "unknown"),
        ("add", "", {"entry": "veteran"}, "entry", "unknown"),
        ("add", "", {"entry": 7}, "entry", "not-a-text"),
        ("add", "", {"entry": ["leader"]}, "entry", "not-a-text"),
        ("add", "", {"entry": "leader\0"}, "entry", "not-a-text"),
        ("add", "", {"entry": "x" * 81}, "entry", "too-long"),
        ("add", "", {"row": "general"}, "row", "unknown"),
        ("add", "", {"row": "leader-upgrade"}, "option", "unknown"),
        ("add", "", {"row": "leader-upgrade", "option": "rifle"}, "option", "unknown"),
        ("add", "", {"row": "gunner", "entry": "leader"}, "entry", "unknown"),
        ("add", "leader", {"entry": "soldier"}, "node", "misplaced"),
        ("add", "team", {"entry": "team"}, "node", "misplaced"),
        ("add", "", {"entry": "scout", "count": 0}, "count", "too-small"),
        ("add", "", {"entry": "scout", "count": 10**20}, "count", "too-large"),
        ("add", "", {"entry": "scout", "count": "9" * 31}, "count", "not-a-number"),
        ("add", "", {"entry": "scout", "count": 1.5}, "count", "not-a-number"),
        ("add", "", {"entry": "scout", "count": True}, "count", "not-a-number"),
        ("add", "", {"entry": "scout", "count": None}, "count", "not-a-number"),
        ("add", "", {"entry": "scout", "options": "rifle"}, "options", "not-an-object"),
        ("add", "", {"entry": "scout", "options": {"kit": "radio"}}, "options", "unknown"),
        ("add", "", {"entry": "scout", "options": {"weapon": 7}}, "options", "not-choices"),
        ("add", "", {"entry": "scout", "options": {"weapon": "radio"}}, "option", "not-offered"),
        ("add", "", {"entry": "scout", "options": {"weapon": [7]}}, "value", "not-an-object"),
        ("add", "", {"entry": "scout", "options": {"weapon": ["rifle"] * 51}},
         "options", "not-choices"),
        ("add", "", {"entry": "truck", "options": {"crew": DEEP}}, "options", "unknown"),
        ("remove", "", {}, "node", "unknown"),
        ("count", "leader", {}, "count", "missing"),
        ("count", "leader", {"count": 0}, "count", "too-small"),
        ("count", "leader", {"count": 1000}, "count", "too-large"),
        ("count", "leader", {"count": "many"}, "count", "not-a-number"),
        ("count", "leader", {"count": "１２"}, "count", "not-a-number"),
        ("count", "leader", {"step": 10**6}, "step", "too-large"),
        ("choose", "leader", {}, "group", "unknown"),
        ("choose", "leader", {"group": "gun", "option": "rifle"}, "group", "unknown"),
        ("choose", "leader", {"group": "weapon"}, "option", "missing"),
        ("choose", "leader", {"group": "weapon", "option": "tank"}, "option", "not-offered"),
        ("choose", "leader", {"group": "weapon", "option": {}}, "option", "not-a-text"),
        ("choose", "leader", {"group": "kit", "option": "radio", "count": -1},
         "count", "too-small"),
        ("choose", "leader", {"group": "kit", "choices": {"radio": 1}},
         "options", "not-choices"),
        ("choose", "leader", {"group": "kit", "choices": [[]]}, "value", "not-an-object"),
        ("choose", "leader", {"within": "crew/crew", "group": "kit"}, "within", "unknown"),
        ("choose", "leader", {"within": "weapon", "group": "kit"}, "within", "unknown"),
        ("choose", "leader", {"within": "weapon/rifle", "group": "kit"}, "group", "unknown"),
        ("choose", "leader", {"within": "a/b/" * 99, "group": "kit"}, "within", "too-long"),
        ("clear", "leader", {"group": "nothing"}, "group", "unknown"),
        ("rename", "leader", {"name": "x" * 201}, "name", "too-long"),
        ("rename", "leader", {"name": ["Ruiz"]}, "name", "not-a-text"),
        ("rename", "leader", {"name": "Ruiz\0"}, "name", "not-a-text"),
        ("note", "leader", {"note": "x" * 2001}, "note", "too-long"),
        ("move", "leader", {"to": "sideways"}, "to", "unknown"),
        ("move", "leader", {"position": 0}, "position", "too-small"),
        ("move", "leader", {"parent": ""}, "parent", "misplaced"),
        ("move", "leader", {"parent": "nowhere"}, "parent", "unknown"),
        ("shift", "truck", {"to": "up"}, "node", "unknown"),
        ("shift", "leader", {"to": "sideways"}, "to", "unknown"),
        ("shift", "leader", {"to": "up", "group": "weapon"}, "to", "end-of-ladder"),
        ("limit", "", {"limit": "-5"}, "limit", "too-small"),
        ("limit", "", {"limit": 10**7}, "limit", "too-large"),
        ("limit", "", {"limit": ""}, "limit", "not-a-number"),
        ("name", "", {"name": {"a": 1}}, "name", "not-a-text"),
        ("reading", "", {"reading": "nothing"}, "reading", "unknown"),
        ("reading", "", {"reading": "veteran-points", "value": "mine"}, "value", "unknown"),
        ("scenario", "", {"scenario": "the-moon"}, "scenario", "unknown"),
        ("opponent", "", {"opponent": "nobody"}, "opponent", "unknown"),
        ("optional-rules", "", {}, "rules", "not-choices"),
        ("optional-rules", "", {"rules": "fog"}, "rules", "not-choices"),
        ("optional-rules", "", {"rules": [["fog"]]}, "rules", "unknown"),
        ("fix", "", {"code": ["x"]}, "code", "not-a-text"),
        ("name", "", "name=x", "value", "not-an-object"),
        ("name", "", None, "value", "not-an-object"),
    ],
)  # fmt: skip
def test_what_cannot_be_done_is_an_error_on_a_field(
    home_guard: Roster, operation: Any, entry: str, value: Any, field: str, code: str
) -> None:
    node = next((n.id for n in _nodes(home_guard) if n.entry == entry), entry)

    with pytest.raises(InvalidIntent) as invalid:
        apply_intent(home_guard, Intent(operation, node, value, 1), holder_of(home_guard))

    assert (invalid.value.field, invalid.value.code) == (field, code)
    assert home_guard.revisions.count() == 1


def _nodes(row: Roster) -> Any:
    return read_document(newest(row).document)[0].walk()


@pytest.mark.parametrize("base", [0, -1, 2, 2**31, 10**30, "", "one", None, True, 1.0, [1]])
def test_a_base_that_is_no_revision_is_an_error(home_guard: Roster, base: Any) -> None:
    with pytest.raises(InvalidIntent) as invalid:
        apply_intent(home_guard, Intent("limit", "", {"limit": 60}, base), holder_of(home_guard))

    assert invalid.value.field == "base"


@pytest.mark.parametrize("key", ["x" * 65, "a b", "ключ", "\0", 7, None])
def test_a_key_that_is_none_is_an_error(home_guard: Roster, key: Any) -> None:
    with pytest.raises(InvalidIntent) as invalid:
        apply_intent(home_guard, Intent("limit", "", {"limit": 60}, 1, key), holder_of(home_guard))

    assert invalid.value.field == "key"


@pytest.mark.parametrize("node", ["", "ghost", "\0", "\ud800", "x" * 10_000, None, 7, {}])
def test_a_node_of_another_roster_or_of_none_is_an_error(home_guard: Roster, node: Any) -> None:
    with pytest.raises(InvalidIntent) as invalid:
        apply_intent(home_guard, Intent("count", node, {"count": 2}, 1), holder_of(home_guard))

    assert invalid.value.field == "node"


def test_more_nodes_than_a_document_holds_are_refused(db: None) -> None:
    row = create_home_guard(scouts=MOST_NODES - 3)

    with pytest.raises(InvalidIntent) as invalid:
        act(row, "add", entry="scout")

    assert invalid.value.code == "too-large"
    assert newest(row).number == 1


def test_a_document_that_would_grow_too_large_is_refused_and_may_shrink(db: None) -> None:
    row = create_home_guard()
    roster = load_document(row)
    lines = tuple(
        Node(f"scout-{serial}", "scout", note="ñ" * LONGEST_NOTE)
        for serial in range(LARGEST_DOCUMENT // (2 * LONGEST_NOTE) + 1)
    )
    team = replace(roster.children[0], children=lines)
    row = create_roster(NOBODY, replace(roster, children=(team,)), row.edition)
    first, second = load_document(row).children[0].children[:2]

    for operation, value in (("add", {"entry": "scout"}), ("rename", {"name": "Ana"})):
        with pytest.raises(InvalidIntent) as invalid:
            act(row, operation, first.id if operation == "rename" else "", **value)
        assert (invalid.value.field, invalid.value.code) == ("", "too-large")
    act(row, "note", first.id, note="short")
    act(row, "remove", second.id)

    sizes = [measure_document(each.document) for each in row.revisions.all()]
    assert sizes[0] > sizes[1] > sizes[2] > LARGEST_DOCUMENT


PLAIN = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text()
    | st.sampled_from(["leader", "soldier", "weapon", "rifle", "kit", "up", "troop-class", "men"]),
    lambda inner: st.lists(inner, max_size=3)
    | st.dictionaries(st.text() | st.sampled_from(["option", "count", "options"]), inner),
    max_leaves=6,
)  # fmt: skip
FIELDS = st.sampled_from(
    "entry row options count step group within option choices name note to position parent "
    "limit reading value scenario opponent rules code subject filled".split()
)


@settings(
    suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=150, deadline=None
)
@given(
    operation=st.sampled_from(sorted(OPERATIONS)),
    entry=st.sampled_from(["", "team", "leader", "soldier"]),
    value=st.dictionaries(FIELDS, PLAIN, max_size=4),
)
def test_any_garbage_is_refused_or_saved_as_a_document_that_reads_back(
    home_guard: Roster, operation: str, entry: str, value: dict[str, Any]
) -> None:
    row = Roster.objects.get(pk=home_guard.pk)
    node = next((each.id for each in _nodes(row) if each.entry == entry), "")

    try:
        saved = apply_intent(row, Intent(operation, node, value, row.number), holder_of(row))
    except (InvalidIntent, Conflict):
        return

    assert read_document(newest(row).document) == (saved.roster, ())
