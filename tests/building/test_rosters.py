from decimal import Decimal
from fractions import Fraction

import pytest

from lists.building.catalogues import find_catalogue
from lists.building.rosters import (
    as_column,
    create_roster,
    evaluate_roster,
    load_document,
    write_points,
)
from lists.models import NOBODY, Actor, Revision, Roster
from lists.rules.document import is_id, read_document
from lists.rules.formula import Number
from tests.factories import act, create_user, store_small_game
from tests.small_game import build_home_guard

pytestmark = pytest.mark.django_db


def test_a_new_roster_is_revision_one_of_a_draft() -> None:
    edition = store_small_game()

    row = create_roster(NOBODY, build_home_guard(find_catalogue(edition)), edition)

    revision = row.revisions.get()
    assert (row.state, row.number, row.owner, row.army_list) == ("draft", 1, None, "home-guard")
    assert (row.total, row.points_limit, row.verdict) == (29, 50, "legal")
    assert (revision.number, revision.code, revision.by) == (1, "created", None)
    assert (revision.can_undo, revision.can_redo, revision.edition) == (False, False, edition)


def test_a_new_roster_belongs_to_whoever_is_signed_in() -> None:
    user = create_user("ruiz")
    edition = store_small_game()

    row = create_roster(Actor(user.pk), build_home_guard(find_catalogue(edition)), edition)

    assert (row.owner, row.revisions.get().by) == (user, user)


def test_a_new_roster_has_ids_of_its_own_and_secrets_of_its_own() -> None:
    edition = store_small_game()
    default = build_home_guard(find_catalogue(edition))

    one, other = (create_roster(NOBODY, default, edition) for _ in range(2))

    ids = [node.id for row in (one, other) for node in load_document(row).walk()]
    assert len(set(ids)) == 6
    assert all(is_id(each) and len(each) == 12 for each in ids)
    assert len({one.code, one.edit_token, other.code, other.edit_token}) == 4


def test_a_document_of_elsewhere_is_put_on_the_edition_that_it_is_created_on() -> None:
    plain = {"schema": 1, "system": "small-game", "edition": {"hash": "old"}, "children": []}
    edition = store_small_game()

    row = create_roster(NOBODY, read_document(plain)[0], edition, code="imported")

    assert load_document(row).edition_hash == edition.hash
    assert (row.verdict, row.revisions.get().code) == ("illegal", "imported")


def test_a_roster_is_evaluated_as_it_stands_and_as_it_stood() -> None:
    edition = store_small_game()
    row = create_roster(NOBODY, build_home_guard(find_catalogue(edition)), edition)
    act(row, "add", entry="scout")
    row = Roster.objects.get(pk=row.pk)

    now, then = evaluate_roster(row), evaluate_roster(row, 1)

    assert (now.evaluation.total, then.evaluation.total) == (36, 29)
    assert (now.revision.number, then.revision.number) == (2, 1)
    with pytest.raises(Revision.DoesNotExist):
        load_document(row, 3)


@pytest.mark.parametrize(
    ("points", "column", "written"),
    [
        (29, "29", 29),
        (-20, "-20", -20),
        (Fraction(5, 2), "2.5", "2.5"),
        (Fraction(1, 3), "0.3333", "0.3333"),
        (100, "100", 100),
        (10**42, "999999999", 999999999),
        (-(10**42), "-999999999", -999999999),
        (Fraction(10**42, 7), "999999999", 999999999),
    ],
)
def test_points_fit_their_column(points: Number, column: str, written: int | str) -> None:
    assert as_column(points) == Decimal(column)
    assert write_points(as_column(points)) == written


def test_a_roster_of_absurd_counts_can_be_saved() -> None:
    child: dict[str, object] = {"entry": "leader", "count": 999}
    for _ in range(11):
        child = {"entry": "team", "count": 999, "children": [child]}
    plain = {"schema": 1, "system": "small-game", "army_list": "raiders", "children": [child]}

    row = create_roster(NOBODY, read_document(plain)[0], store_small_game())

    assert Roster.objects.get(pk=row.pk).total == 999_999_999
