"""Words and what counts are parted and put together again without a loss."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lists.models.plain import join_words, split_words

WORDS = {"en": "Class", "es": "Clase"}


@pytest.mark.parametrize(
    ("plain", "kept", "texts"),
    [
        ({"key": "a"}, {"key": "a"}, {}),
        ({"key": "a", "name": WORDS}, {"key": "a"}, {"name": WORDS}),
        ({"aliases": ["A", "B"]}, {}, {"aliases": ["A", "B"]}),
        ({"rows": [[1, WORDS], []]}, {"rows": [[1, None], []]}, {"rows/0/1": WORDS}),
        (
            {"groups": [{"key": "a", "name": WORDS, "take": "one"}]},
            {"groups": [{"key": "a", "take": "one"}]},
            {"groups/0/name": WORDS},
        ),
        ({"statistics": {"save": None}}, {"statistics": {"save": None}}, {}),
    ],
)
def test_words_are_taken_out_by_their_path(plain: Any, kept: Any, texts: Any) -> None:
    assert split_words(plain) == (kept, texts)
    assert join_words(kept, texts) == plain


keys = st.sampled_from(["key", "name", "text", "notes", "points", "rows", "0"])
plains = st.recursive(
    st.one_of(st.none(), st.integers(), st.text(max_size=3), st.just(WORDS)),
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(keys, inner, max_size=3)),
    max_leaves=12,
)


@given(st.dictionaries(keys, plains))
def test_joining_gives_back_what_was_split(plain: dict[str, Any]) -> None:
    kept, texts = split_words(plain)

    assert join_words(kept, texts) == plain
