"""What an export is, whatever its form."""

from __future__ import annotations

from typing import NamedTuple

from django.utils.text import slugify

LONGEST_STEM = 60


class File(NamedTuple):
    """A file to be handed out: what it is called, what it is, and what is in it."""

    name: str
    content_type: str
    content: bytes


def name_file(words: str, extension: str) -> str:
    """A name that every file system takes, in the letters of the words: "Patrulla" is patrulla.pdf.

    Words without a letter or digit give "list".
    """
    stem = slugify(words, allow_unicode=True)[:LONGEST_STEM].strip("-_")
    return f"{stem or 'list'}.{extension}"
