"""What a published edition may no longer change, as a hash."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from typing import Any

from .plain import Plain

WORDS = frozenset(
    "name plural short one text remark message note notes source gaps aliases"
    " columns sheet cards".split()
)
"""The fields that stay correctable in a published edition; all others make its hash."""


def hash_edition(document: Plain) -> str:
    """The content hash of what a published edition may no longer change."""
    text = json.dumps(_without_words(document), sort_keys=True, ensure_ascii=False, default=str)
    return hashlib.sha256(text.encode()).hexdigest()


def _without_words(value: Any) -> Any:
    if isinstance(value, Mapping):
        if set(value) == {"en", "es"}:
            return None
        return {k: _without_words(v) for k, v in value.items() if k not in WORDS and v is not None}
    if isinstance(value, list | tuple):
        return [_without_words(each) for each in value]
    return value
