"""From the checked source of a game system to the rows of an edition, in one transaction."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.db import models, transaction
from django.utils import timezone

from lists.models.catalogue import Edition, GameSystem
from lists.models.documents import (
    PARENTS,
    TABLES,
    build_branches,
    build_edition,
    build_system,
    find_word_columns,
    read_edition,
)
from lists.rules.compiling.hashing import hash_edition

from .changes import find_changes
from .complaints import InvalidSource
from .source import Source

type Document = Mapping[str, Any]
type Identity = tuple[type[models.Model], int, int]


@dataclass(frozen=True, slots=True)
class Stored:
    """What storing an edition did, in items of its document."""

    edition: Edition
    added: int
    changed: int


@transaction.atomic
def store_edition(source: Source) -> Stored:
    """Store and publish the edition of a source, or correct the words of the published one.

    Raises InvalidSource where it is published with other numbers.
    """
    document = source.document
    system, changed = _store_system(document)
    edition = Edition.objects.filter(system=system, key=document["edition"]["key"]).first()
    if edition is not None and not edition.is_published:
        edition.delete()
        edition = None
    if edition is None:
        return _publish(document, system, changed)
    if edition.hash != hash_edition(document):
        find_changes(source, read_edition(edition))
        raise InvalidSource(source.complaints)
    return Stored(edition, added=0, changed=changed + _correct_words(document, edition))


def hash_words(document: Document) -> str:
    """The hash of all that a document says, which tells corrected texts from others."""
    text = json.dumps(document, sort_keys=True, ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()


def _store_system(document: Document) -> tuple[GameSystem, int]:
    """The document's game system, and 1 where its words were corrected, else 0."""
    written = build_system(document)
    system = GameSystem.objects.filter(key=written.key).first()
    if system is not None:
        return system, int(_correct(system, written))
    written.save()
    return written, 0


def _publish(document: Document, system: GameSystem, changed: int) -> Stored:
    edition = build_edition(document, system)
    edition.hash, edition.words_hash = hash_edition(document), hash_words(document)
    edition.save()
    branches = list(build_branches(document, edition))
    rows = [row for branch in branches for row in branch]
    for model in TABLES:  # what holds others comes before what is held
        model._default_manager.bulk_create([row for row in rows if type(row) is model])
    edition.state, edition.published_at = Edition.State.PUBLISHED, timezone.now()
    edition.save(update_fields=["state", "published_at"])
    return Stored(edition, added=len(branches), changed=changed)


# Correcting words


def _correct_words(document: Document, edition: Edition) -> int:
    """Correct what the rows of a published edition say; return how many items said otherwise."""
    words_hash = hash_words(document)
    if edition.words_hash == words_hash:
        return 0
    stored = {_identify(row): row for model in TABLES for row in _rows_of(model, edition)}
    changed = int(_correct(edition, build_edition(document, edition.system)))
    for branch in build_branches(document, edition):
        corrected = [_correct(stored[_identify(row)], row) for row in branch]
        changed += any(corrected)
    edition.words_hash = words_hash
    edition.save(update_fields=["words_hash"])
    return changed


def _rows_of(model: type[models.Model], edition: Edition) -> models.QuerySet[Any]:
    parent = PARENTS.get(model)
    manager: Any = model._default_manager
    if parent is None:
        return manager.filter(edition=edition)  # type: ignore[no-any-return]
    return manager.filter(**{f"{parent}__edition": edition}).select_related(parent)  # type: ignore[no-any-return]


def _identify(row: Any) -> Identity:
    """Where a row stands, which the hash of a published edition keeps: table, parent, position."""
    parent = PARENTS.get(type(row))
    return type(row), getattr(row, parent).position if parent else -1, row.position


def _correct(stored: models.Model, written: models.Model) -> bool:
    """Let a stored row say what a written one says; whether it said otherwise."""
    columns = find_word_columns(type(stored))
    changed = [name for name in columns if getattr(stored, name) != getattr(written, name)]
    for name in changed:
        setattr(stored, name, getattr(written, name))
    if changed:
        stored.save(update_fields=changed)
    return bool(changed)
