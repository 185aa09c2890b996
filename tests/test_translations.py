"""The Spanish texts: all there, none in doubt."""

import re
from pathlib import Path

import pytest

CATALOGUE = Path(__file__).parent.parent / "locale/es/LC_MESSAGES/django.po"
TEXT = r'((?:"(?:[^"\\]|\\.)*"\s*)+)'
ENTRIES = re.split(r"\n\n+", CATALOGUE.read_text(encoding="utf-8"))[1:]


@pytest.mark.parametrize("entry", ENTRIES)
def test_every_text_has_its_spanish(entry: str) -> None:
    assert "fuzzy" not in entry
    written = re.findall(rf"^msgstr(?:\[\d\])? {TEXT}", entry, re.MULTILINE)
    assert written
    assert all(text.replace('"', "").strip() for text in written)


@pytest.mark.parametrize("entry", ENTRIES)
def test_every_text_names_the_same_values(entry: str) -> None:
    english, spanish = entry.split("\nmsgstr", 1)
    assert set(re.findall(r"%\(\w+\)[sd]", spanish)) <= set(re.findall(r"%\(\w+\)[sd]", english))
