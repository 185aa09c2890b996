"""What decides whether a shared page has changed, read by one statement that is written once.

A page that has not changed is answered by this alone: building the query anew each time would cost
several times as much as all else together.
"""

from __future__ import annotations

from functools import cache
from typing import Any, Final

from django.db import connection
from django.db.models import OuterRef, StringAgg, Subquery, Value
from django.db.models.functions import Coalesce

from lists.models import Edition, Link
from lists.models.link import is_code

ANY_CODE: Final = "-" * 22
"""Stands in the statement for the code that is looked up."""

COLUMNS: Final = (
    "pk",
    "number",
    "is_ready",
    "redacted_at",
    "edition__hash",
    "roster__number",
    "roster__state",
    "roster__edition__hash",
)


def find_mark(code: str, kind: str) -> tuple[Any, ...] | None:
    """What differs when a link shows something else; None where the code opens nothing."""
    if not is_code(code):
        return None
    statement, parameters = _write_statement(connection.vendor, kind)
    with connection.cursor() as cursor:
        cursor.execute(statement, [code if each == ANY_CODE else each for each in parameters])
        found: tuple[Any, ...] | None = cursor.fetchone()
    return found


@cache
def _write_statement(vendor: str, kind: str) -> tuple[str, tuple[Any, ...]]:
    """The statement as this vendor's database takes it, and its parameters."""
    links = Link.objects.opened_by(ANY_CODE).filter(kind=kind).order_by()
    system = Coalesce("edition__system", "roster__edition__system")
    columns = links.annotate(system=system).values_list(*COLUMNS, _find_words())
    statement, parameters = columns.query.sql_with_params()
    return statement, tuple(parameters)


def _find_words() -> Subquery:
    """The words of all editions of a link's game: an older one may keep a part of the list."""
    editions = Edition.objects.filter(system=OuterRef("system"))
    words = StringAgg("words_hash", Value(" "))  # in any order: another makes one look anew
    return Subquery(editions.order_by().values("system").annotate(words=words).values("words"))
