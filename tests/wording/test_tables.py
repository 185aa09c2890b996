"""Tables of a catalogue in words."""

from __future__ import annotations

import pytest
from django.utils.translation import override

from lists.wording.tables import show_references
from lists.wording.words import Names
from tests.askari import GAME as ASKARI
from tests.breaking_news import GAME


@pytest.mark.parametrize(
    ("language", "cell"),
    [
        ("en", "+2, as the fire rule says or +1, as the save rule says"),
        ("es", "+2, según la regla de fuego o +1, según la regla de salvación"),
    ],
)
def test_a_table_beside_no_list_shows_every_value_of_a_reading(language: str, cell: str) -> None:
    with override(language):
        (table,) = show_references(Names(GAME, language), ["save-modifiers"])

    assert cell in [row[1].value for row in table.rows]


def test_the_text_beneath_a_table_names_the_value_of_a_reading() -> None:
    tables = show_references(Names(ASKARI, "en"), ASKARI.references, {"area-marker": "7 cm"})

    texts = " ".join(table.text for table in tables)
    assert "The area marker is 7 cm." in texts
    assert "{" not in texts
