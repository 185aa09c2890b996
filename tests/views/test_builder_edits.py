import re
from typing import Any

import pytest
from django.test import Client
from pytest_django.fixtures import DjangoAssertNumQueries

from lists.models import Actor, Roster
from tests.factories import (
    act,
    create_home_guard,
    create_user,
    find_node,
    newest,
    outline,
)

TOKEN = re.compile(r'name="(csrfmiddlewaretoken|key)" value="[^"]*"')
SAVED = [("team", 1), ("leader", 1), ("soldier", 3)]


def edit(client: Client, row: Roster, operation: str, node: str = "", **fields: Any) -> Any:
    """Send a form of the builder as it stands."""
    row.refresh_from_db()
    values = {"operation": operation, "node": node, "base": row.number, "key": "", **fields}
    return client.post(f"/lists/{row.edit_token}/edit/", values)


def press(client: Client, row: Roster, button: str, query: str = "") -> Any:
    """Press the button with this id on the page, as a browser without scripts does."""
    page = client.get(f"/lists/{row.edit_token}/{query}").content.decode()
    tag = re.search(rf'<button[^>]*id="{button}"[^>]*>', page)
    assert tag, button
    fields = dict(re.findall(r'name="(base|key|place|into)" value="([^"]*)"', page))
    act_of = re.search(r'value="([^"]*)"', tag[0])
    action = re.search(r'formaction="([^"]*)"', tag[0])
    if act_of:
        fields["act"] = act_of[1].replace("&amp;", "&")
    fields["place"] = fields["place"].replace("&amp;", "&")
    return client.post(action[1] if action else f"/lists/{row.edit_token}/edit/", fields)


# Without scripts


def test_form_leads_back_to_the_page_at_what_changed(client: Client, home_guard: Roster) -> None:
    soldier = find_node(home_guard, "soldier").id

    response = press(client, home_guard, f"more-{soldier}", "?unit=x")

    assert response.status_code == 303
    assert response["Location"] == f"/lists/{home_guard.edit_token}/?unit=x#node-{soldier}"
    assert outline(home_guard)[2] == ("soldier", 4)


def test_list_is_built_by_buttons_alone(client: Client, home_guard: Roster) -> None:
    leader = find_node(home_guard, "leader").id

    press(client, home_guard, "offer-truck-truck")
    press(client, home_guard, "take-weapon-machine-gun", f"?open={leader}")
    press(client, home_guard, "offer-ambush")
    press(client, home_guard, "start-1")

    entries = [entry for entry, _ in outline(home_guard)]
    assert entries == ["team", "leader", "soldier", "truck", "ambush", "team", "leader", "soldier"]
    assert find_node(home_guard, "leader").options["weapon"][0].option == "machine-gun"


def test_adding_what_is_there_counts_one_more(client: Client, home_guard: Roster) -> None:
    press(client, home_guard, "offer-soldier-soldier")

    assert outline(home_guard) == [("team", 1), ("leader", 1), ("soldier", 4)]


def test_adding_to_a_named_line_begins_another(client: Client, home_guard: Roster) -> None:
    act(home_guard, "rename", find_node(home_guard, "soldier").id, name="The old guard")

    press(client, home_guard, "offer-soldier-soldier")

    assert outline(home_guard)[2:] == [("soldier", 3), ("soldier", 1)]


def test_last_of_a_line_is_removed_and_can_be_brought_back(
    client: Client, home_guard: Roster
) -> None:
    leader = find_node(home_guard, "leader").id

    response = press(client, home_guard, f"less-{leader}")
    assert outline(home_guard) == [("team", 1), ("soldier", 3)]

    assert "removed=1" in response["Location"]
    press(client, home_guard, "removed-undo", "?removed=1")
    assert outline(home_guard) == SAVED


def test_a_unit_that_is_added_is_the_one_that_is_added_to(
    client: Client, home_guard: Roster
) -> None:
    first = find_node(home_guard, "team").id
    values = {"operation": "add-unit", "base": 1, "key": "", "place": f"?unit={first}&add=1"}

    response = client.post(f"/lists/{home_guard.edit_token}/edit/", values)

    (unit,) = newest(home_guard).parameters["added"]
    assert response["Location"] == f"/lists/{home_guard.edit_token}/?unit={unit}&add=1&added=1#add"
    page = client.get(response["Location"]).content.decode()
    assert f'name="into" value="{unit}"' in page
    assert "<b>Team 2</b> is in the list. What you add now goes to it." in page

    act(home_guard, "remove", unit)
    assert "is in the list." not in client.get(response["Location"]).content.decode()


@pytest.mark.parametrize(
    ("operation", "values", "is_new"),
    [
        ("add-unit", {}, True),
        ("add", {"entry": "team"}, True),
        ("add", {"entry": "soldier"}, False),
        ("duplicate", {}, False),
    ],
)
def test_with_scripts_the_address_follows_a_new_unit(
    htmx: Client, home_guard: Roster, operation: str, values: dict[str, str], is_new: bool
) -> None:
    team = find_node(home_guard, "team").id
    fields = {"operation": operation, "base": 1, "key": "", "place": f"?unit={team}", **values}
    node = team if operation == "duplicate" else ""

    response = htmx.post(f"/lists/{home_guard.edit_token}/edit/", {**fields, "node": node})

    page = response.content.decode()
    unit = newest(home_guard).parameters["added"][0] if is_new else team
    address = f"/lists/{home_guard.edit_token}/?unit={unit}"
    assert response.headers.get("HX-Replace-Url") == (address if is_new else None)
    assert f'name="into" value="{unit}"' in page
    told = "Team 2 is in the list. What you add now goes to it." in page
    assert told is is_new


def test_undo_and_redo_outlive_the_page(client: Client, home_guard: Roster) -> None:
    act(home_guard, "count", find_node(home_guard, "soldier").id, count=5)

    press(Client(), home_guard, "undo")
    undone = outline(home_guard)
    press(Client(), home_guard, "redo")

    assert (undone[2], outline(home_guard)[2]) == (("soldier", 3), ("soldier", 5))


def test_class_of_a_team_is_shifted_up_and_down(client: Client, home_guard: Roster) -> None:
    team = find_node(home_guard, "team").id

    press(client, home_guard, "up-troop-class", f"?open={team}")

    assert find_node(home_guard, "team").options["troop-class"][0].option == "veteran"
    page = client.get(f"/lists/{home_guard.edit_token}/?open={team}").content.decode()
    assert "Down to Regular" in page
    assert 'id="up-troop-class"' not in page


def test_line_goes_back_to_the_class_of_its_team(client: Client, home_guard: Roster) -> None:
    leader = find_node(home_guard, "leader").id
    press(client, home_guard, "take-troop-class-veteran", f"?open={leader}")

    press(client, home_guard, "clear-troop-class", f"?open={leader}")

    assert "troop-class" not in find_node(home_guard, "leader").options


def test_crew_is_counted_up_and_given_a_class(client: Client, home_guard: Roster) -> None:
    truck = act(home_guard, "add", find_node(home_guard, "team").id, entry="truck").added[0]

    press(client, home_guard, "more-crew-crew", f"?open={truck}")
    press(client, home_guard, "more-crew-crew", f"?open={truck}")
    press(client, home_guard, "take-crewcrewtroop-class-veteran", f"?open={truck}")

    crew = find_node(home_guard, "truck").options["crew"][0]
    assert (crew.count, crew.options["troop-class"][0].option) == (2, "veteran")


def test_line_moves_up_and_to_another_team(client: Client, home_guard: Roster) -> None:
    soldier = find_node(home_guard, "soldier").id
    act(home_guard, "add-unit")

    press(client, home_guard, "opened-up", f"?open={soldier}")
    assert [entry for entry, _ in outline(home_guard)] == ["team", "soldier", "leader", "team"]
    press(client, home_guard, "opened-to-1", f"?open={soldier}")

    assert [entry for entry, _ in outline(home_guard)] == ["team", "leader", "team", "soldier"]


def test_problem_is_mended_by_its_button(client: Client, home_guard: Roster) -> None:
    act(home_guard, "remove", find_node(home_guard, "leader").id)
    team = find_node(home_guard, "team").id

    press(client, home_guard, f"fix-one-leader-{team}-fix")

    assert ("leader", 1) in outline(home_guard)


# Settings


def test_reading_is_switched_by_a_click(client: Client, home_guard: Roster) -> None:
    page = client.get(f"/lists/{home_guard.edit_token}/?settings=1").content.decode()
    assert "Points of veterans" in page

    response = press(client, home_guard, "reading-veteran-points-errata", "?settings=1")

    assert response["Location"].endswith("/?settings=1")
    assert newest(home_guard).document["readings"] == {"veteran-points": "errata"}


def test_optional_rules_are_switched_on_and_off(client: Client, home_guard: Roster) -> None:
    press(client, home_guard, "rule-mud", "?settings=1")
    press(client, home_guard, "rule-fog", "?settings=1")
    both = newest(home_guard).document["optional_rules"]

    press(client, home_guard, "rule-mud", "?settings=1")
    press(client, home_guard, "rule-fog", "?settings=1")

    assert (both, newest(home_guard).document["optional_rules"]) == (["fog", "mud"], [])


def test_scenario_is_chosen_and_left(client: Client, home_guard: Roster) -> None:
    press(client, home_guard, "scenario-the-ford", "?settings=1")
    chosen = newest(home_guard).document["scenario"]

    press(client, home_guard, "scenario-none", "?settings=1")

    assert (chosen, newest(home_guard).document["scenario"]) == ("the-ford", None)


# With scripts


def test_edit_answers_with_the_fragment_alone(htmx: Client, home_guard: Roster) -> None:
    response = edit(htmx, home_guard, "count", find_node(home_guard, "soldier").id, step=1)

    fragment = response.content.decode()
    assert response.status_code == 200
    assert "<html" not in fragment
    assert fragment.count('id="builder"') == 1
    assert 'data-base="2"' in fragment
    assert (
        '<p id="announcement" hx-swap-oob="innerHTML">35 points. 15 points left. Legal.</p>'
        in fragment
    )


def test_page_and_fragment_are_one_template(
    client: Client, htmx: Client, home_guard: Roster
) -> None:
    def body(page: str) -> str:
        start = page.index('<div class="columns"')
        return TOKEN.sub("", page[start : page.index('<nav class="bar"')])

    page = client.get(f"/lists/{home_guard.edit_token}/").content.decode()
    fragment = htmx.get(f"/lists/{home_guard.edit_token}/").content.decode()

    assert body(fragment) == body(page)


def test_edit_takes_few_queries(
    htmx: Client, home_guard: Roster, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    soldier = find_node(home_guard, "soldier").id
    edit(htmx, home_guard, "count", soldier, step=1)
    home_guard.refresh_from_db()
    values = {"act": f"operation=count&node={soldier}&step=1", "base": home_guard.number}

    with django_assert_max_num_queries(10):
        htmx.post(f"/lists/{home_guard.edit_token}/edit/", values)


def test_gesture_sent_twice_is_done_once(htmx: Client, home_guard: Roster) -> None:
    soldier = find_node(home_guard, "soldier").id
    values = {"act": f"operation=count&node={soldier}&step=1", "base": 1, "key": "gesture-1"}

    first = htmx.post(f"/lists/{home_guard.edit_token}/edit/", values)
    again = htmx.post(f"/lists/{home_guard.edit_token}/edit/", values)

    assert (first.status_code, again.status_code) == (200, 200)
    assert outline(home_guard)[2] == ("soldier", 4)


# What is refused


@pytest.mark.parametrize(
    ("operation", "field", "typed", "sentence"),
    [
        ("count", "count", "many", "Write a whole number."),
        ("count", "count", "0", "Write 1 or more."),
        ("count", "count", "1e9", "Write a whole number."),
        ("count", "count", "1000000000", "Write 999 or less."),
        ("rename", "name", "x" * 201, "That is too long. Keep to 200 characters."),
        ("note", "note", "x" * 2001, "That is too long. Keep to 2000 characters."),
    ],
)
def test_mistyped_value_is_an_error_on_its_field_and_stays(
    htmx: Client, home_guard: Roster, operation: str, field: str, typed: str, sentence: str
) -> None:
    leader = find_node(home_guard, "leader").id

    response = edit(htmx, home_guard, operation, leader, place=f"?open={leader}", **{field: typed})

    fragment = response.content.decode()
    assert response.status_code == 422
    assert re.search(rf'<p class="fault" id="fault-[a-z-]+">{sentence}</p>', fragment)
    assert 'aria-invalid="true"' in fragment
    assert typed in fragment
    assert 'data-state="refused"' in fragment
    assert outline(home_guard) == SAVED


@pytest.mark.parametrize("limit", ["", "-1", "x", "1.5"])
def test_limit_that_is_none_is_an_error_on_the_limit(
    client: Client, home_guard: Roster, limit: str
) -> None:
    response = edit(client, home_guard, "limit", limit=limit)

    assert response.status_code == 422
    assert 'id="fault-limit"' in response.content.decode()


@pytest.mark.parametrize(
    "fields",
    [
        {"operation": "sing"},
        {"operation": "choose", "group": "hats", "option": "top-hat"},
        {"operation": "add", "entry": "dragon"},
        {"operation": "move", "to": "sideways"},
        {"operation": "count", "count": "2", "base": "soon"},
        {"operation": "count", "count": "2", "base": "999999"},
        {"operation": "count", "count": "2", "key": "a key with spaces"},
        {"act": "operation=count&count=%00"},
        {},
    ],
)
def test_nonsense_is_refused_in_words_and_changes_nothing(
    client: Client, home_guard: Roster, fields: dict[str, str]
) -> None:
    leader = find_node(home_guard, "leader").id
    values = {"node": leader, "base": "1", "key": "", **fields}

    response = client.post(f"/lists/{home_guard.edit_token}/edit/", values)

    assert response.status_code == 422
    assert 'id="refusal"' in response.content.decode()
    assert outline(home_guard) == SAVED


def test_conflict_shows_both_values_and_keeps_what_was_typed(
    htmx: Client, home_guard: Roster
) -> None:
    soldier = find_node(home_guard, "soldier").id
    act(home_guard, "count", soldier, count=5)

    response = edit(htmx, home_guard, "count", soldier, count=7, base=1, place=f"?open={soldier}")

    fragment = response.content.decode()
    assert response.status_code == 409
    assert re.findall(r"</span> <b>(\d)</b>", fragment) == ["5", "7"]
    assert re.search(r'id="opened-count" name="count" value="7" data-saved="5"', fragment)
    assert outline(home_guard)[2] == ("soldier", 5)


def test_conflict_is_settled_by_saving_mine(client: Client, home_guard: Roster) -> None:
    soldier = find_node(home_guard, "soldier").id
    act(home_guard, "count", soldier, count=5)
    page = edit(client, home_guard, "count", soldier, count=7, base=1).content.decode()
    mine = re.search(r'id="conflict-mine"[^>]*value="([^"]*)"', page)
    base = re.search(r'name="base" value="(\d+)"', page)
    assert mine
    assert base

    again = {"act": mine[1].replace("&amp;", "&"), "base": base[1]}
    client.post(f"/lists/{home_guard.edit_token}/edit/", again)

    assert outline(home_guard)[2] == ("soldier", 7)


def test_undo_on_an_old_page_asks_to_look_first(htmx: Client, home_guard: Roster) -> None:
    act(home_guard, "count", find_node(home_guard, "soldier").id, count=5)

    response = htmx.post(f"/lists/{home_guard.edit_token}/undo/", {"base": 1})

    assert response.status_code == 409
    assert "Look at it, then do it again." in response.content.decode()
    assert outline(home_guard)[2] == ("soldier", 5)


def test_act_on_what_somebody_has_removed_is_a_conflict(htmx: Client, home_guard: Roster) -> None:
    soldier = find_node(home_guard, "soldier").id
    act(home_guard, "remove", soldier)

    response = edit(htmx, home_guard, "count", soldier, count=7, base=1)

    assert response.status_code == 409
    assert "conflict-mine" not in response.content.decode()


def test_removal_of_what_somebody_has_changed_asks_first(htmx: Client, home_guard: Roster) -> None:
    soldier = find_node(home_guard, "soldier").id
    act(home_guard, "note", soldier, note="Left.")

    response = edit(htmx, home_guard, "remove", soldier, base=1)

    fragment = response.content.decode()
    assert response.status_code == 409
    assert re.findall(r"</span> <b>(\w+)</b>", fragment) == ["changed", "removed"]
    assert "conflict-mine" in fragment
    assert outline(home_guard) == SAVED


def test_note_in_conflict_is_not_taken_for_saved(htmx: Client, home_guard: Roster) -> None:
    soldier = find_node(home_guard, "soldier").id
    act(home_guard, "note", soldier, note="Left.")

    response = edit(
        htmx, home_guard, "note", soldier, note="Right.", base=1, place=f"?open={soldier}"
    )

    assert re.search(
        r'<textarea[^>]* data-saved="Left."[^>]*>\n?Right.<', response.content.decode()
    )


# Ready


def test_legal_list_is_marked_ready_and_an_edit_makes_it_a_draft(
    client: Client, home_guard: Roster
) -> None:
    press(client, home_guard, "ready")
    home_guard.refresh_from_db()
    was_ready = home_guard.is_ready

    act(home_guard, "count", find_node(home_guard, "soldier").id, count=4)

    home_guard.refresh_from_db()
    assert (was_ready, home_guard.is_ready) == (True, False)


def test_retry_shows_what_it_made_with_the_mark_of_then(htmx: Client, home_guard: Roster) -> None:
    soldier = find_node(home_guard, "soldier").id
    before = home_guard.number
    edit(htmx, home_guard, "count", soldier, count=4, key="gesture")
    home_guard.refresh_from_db()
    htmx.post(f"/lists/{home_guard.edit_token}/ready/", {"base": home_guard.number})

    retry = edit(htmx, home_guard, "count", soldier, count=4, key="gesture", base=before)

    home_guard.refresh_from_db()
    assert home_guard.is_ready
    assert re.search(r'<span class="state" id="state">\s*Draft', retry.content.decode())


def test_ready_list_is_made_a_draft_again(client: Client, home_guard: Roster) -> None:
    press(client, home_guard, "ready")
    home_guard.refresh_from_db()

    client.post(f"/lists/{home_guard.edit_token}/draft/", {"base": home_guard.number})

    home_guard.refresh_from_db()
    assert not home_guard.is_ready


def test_illegal_list_is_refused_with_each_problem_on_its_line(
    client: Client, home_guard: Roster
) -> None:
    team = find_node(home_guard, "team").id
    act(home_guard, "remove", find_node(home_guard, "leader").id)
    home_guard.refresh_from_db()

    response = client.post(f"/lists/{home_guard.edit_token}/ready/", {"base": home_guard.number})

    page = response.content.decode()
    unit = page[page.index(f'id="node-{team}"') : page.index('<ol class="lines">')]
    assert response.status_code == 422
    assert "Not ready: 1 rule is broken." in page
    assert "0 leaders, there is exactly one." in unit
    assert 'data-state="saved"' in page
    assert "The summary says which." in page

    query = {"base": home_guard.number, "place": f"open={team}"}
    opened = client.post(f"/lists/{home_guard.edit_token}/ready/", query).content.decode()
    unit = opened[opened.index(f'id="node-{team}"') : opened.index('<ol class="lines">')]
    assert unit.count("<p>0 leaders, there is exactly one.") == 1
    assert 'class="fault"' not in unit


def test_the_mark_stands_where_its_button_was(client: Client, home_guard: Roster) -> None:
    press(client, home_guard, "ready")

    page = client.get(f"/lists/{home_guard.edit_token}/").content.decode()
    summary = page[page.index('id="summary"') :]
    assert ('id="marked"' in summary, 'id="ready"' in page) == (True, False)

    press(client, home_guard, "draft")
    home_guard.refresh_from_db()
    assert not home_guard.is_ready


# Who may


@pytest.mark.parametrize("act_of", ["edit", "undo", "redo", "ready", "draft"])
def test_no_get_writes(client: Client, home_guard: Roster, act_of: str) -> None:
    assert client.get(f"/lists/{home_guard.edit_token}/{act_of}/").status_code == 405


@pytest.mark.parametrize("act_of", ["edit", "undo", "redo", "ready", "draft"])
def test_stranger_changes_nothing(client: Client, db: None, act_of: str) -> None:
    owner = create_user("ana")
    roster = create_home_guard(Actor(user=owner.pk))
    client.force_login(create_user("eva"))

    response = client.post(f"/lists/{roster.code}/{act_of}/", {"operation": "name", "base": 1})

    assert response.status_code == 404


def test_form_without_its_token_is_refused(home_guard: Roster) -> None:
    client = Client(enforce_csrf_checks=True)

    response = client.post(f"/lists/{home_guard.edit_token}/edit/", {"operation": "name"})

    assert response.status_code == 403
    assert '<input type="hidden" name="next" value="/">' in response.content.decode()
