"""Plain values in a column, and the parting of what counts from what is only said."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from django.db import models
from django.db.backends.base.base import BaseDatabaseWrapper

from lists.rules.compiling.hashing import WORDS

if TYPE_CHECKING:
    TextField = models.TextField[Any, Any]
else:
    TextField = models.TextField

LANGUAGES = {"en", "es"}


class PlainField(TextField):
    """Plain values as JSON text, in the order in which they were written.

    PostgreSQL's jsonb would sort the keys, and its json cannot be compared in a trigger.
    """

    _pyi_private_set_type: Any
    _pyi_private_get_type: Any

    def from_db_value(self, value: str | None, expression: Any, connection: Any) -> Any:
        return None if value is None else json.loads(value)

    def to_python(self, value: Any) -> Any:
        return json.loads(value) if isinstance(value, str) else value

    def get_prep_value(self, value: Any) -> str | None:
        return None if value is None else json.dumps(value, ensure_ascii=False)

    def get_db_prep_value(
        self, value: Any, connection: BaseDatabaseWrapper, prepared: bool = False
    ) -> Any:
        return value if prepared else self.get_prep_value(value)

    def value_to_string(self, obj: models.Model) -> str:
        return json.dumps(self.value_from_object(obj), ensure_ascii=False)


def split_words(plain: Any) -> tuple[Any, dict[str, Any]]:
    """What makes an edition's hash, and by its path each text that stays correctable.

    `join_words` puts them together again. Where a text stands in a list, None keeps its place.
    """
    texts: dict[str, Any] = {}
    return _take_words(plain, "", texts), texts


def _take_words(plain: Any, path: str, texts: dict[str, Any]) -> Any:
    if isinstance(plain, Mapping):
        kept = {}
        for key, part in plain.items():
            if key in WORDS or is_words(part):
                texts[f"{path}{key}"] = part
            else:
                kept[key] = _take_words(part, f"{path}{key}/", texts)
        return kept
    if isinstance(plain, list | tuple):
        return list(_take_from_list(plain, path, texts))
    return plain


def _take_from_list(plain: Any, path: str, texts: dict[str, Any]) -> Iterator[Any]:
    for position, part in enumerate(plain):
        if is_words(part):
            texts[f"{path}{position}"] = part
            yield None
        else:
            yield _take_words(part, f"{path}{position}/", texts)


def is_words(plain: Any) -> bool:
    """Whether this is one text in all languages."""
    return isinstance(plain, Mapping) and set(plain) == LANGUAGES


def join_words(kept: Any, texts: Mapping[str, Any]) -> Any:
    """The plain values that `split_words` parted."""
    joined = json.loads(json.dumps(kept))
    for path, text in texts.items():
        *steps, last = path.split("/")
        place = joined
        for step in steps:
            place = place[_index(place, step)]
        place[_index(place, last)] = text
    return joined


def _index(place: Any, step: str) -> str | int:
    return int(step) if isinstance(place, list) else step
