"""The documentation says all there is, and nothing that is not."""

from __future__ import annotations

import re
from itertools import chain
from pathlib import Path
from typing import Any, get_args

import pytest

from lists.loading import schema
from lists.rules import formula
from lists.rules.catalogue import Role, Severity, Take
from lists.rules.compiling.effects import LAYERS
from lists.rules.compiling.formulas import OF_ROSTER
from lists.wording.problems import SENTENCES
from tests.breaking_news.core import CORE
from tests.catalogues import SYSTEMS, load_game

DOCS = Path(__file__).parent.parent / "docs"

# docs/rules.md


def read_rows() -> dict[str, list[str]]:
    """The cells behind each code of the tables in docs/rules.md."""
    lines = (DOCS / "rules.md").read_text().splitlines()
    rows = [
        [cell.strip() for cell in line.strip("|").split("|")] for line in lines if "| `" in line
    ]
    return {cells[0].strip("`"): cells[1:] for cells in rows}


RESTRICTIONS = [r for system in SYSTEMS for r in load_game(system).restrictions]


def test_every_code_of_code_and_data_stands_in_the_rules_once() -> None:
    text = (DOCS / "rules.md").read_text()
    codes = re.findall(r"^\| `([a-z0-9-]+)`", text, re.MULTILINE)

    assert sorted(codes) == sorted([*SENTENCES, *(r.code for r in RESTRICTIONS)])


@pytest.mark.parametrize("restriction", RESTRICTIONS, ids=lambda r: r.code)
def test_a_restriction_is_as_grave_and_on_the_page_that_the_rules_say(restriction: Any) -> None:
    grave, _where, _measured, page, fix = read_rows()[restriction.code]

    assert grave == restriction.severity.replace("-", " ")
    assert page == str(restriction.page or "")
    assert bool(fix) == bool(restriction.fix)


@pytest.mark.parametrize("code", CORE)
def test_a_code_of_the_core_is_as_grave_as_the_rules_say(code: str) -> None:
    assert read_rows()[code][0] == CORE[code].severity.replace("-", " ")


# docs/data-format.md: every section has a part of its own, in which all its fields stand as code.

TOP = "Sections"
PARTS: dict[str, list[type]] = {
    TOP: [schema.System, schema.Edition, schema.Citation, schema.Currency, schema.Limit],
    "kinds": [schema.Kind],
    "statistics": [schema.Statistic],
    "entries": [schema.FoldedEntry, schema.Entry, schema.EntryGroup, schema.Own, schema.Brought],
    "groups": [schema.GroupFields, schema.Group, schema.GroupOption],
    "formulas": [schema.NamedFormula],
    "categories": [schema.Category],
    "nations": [schema.Nation],
    "army_lists": [schema.ArmyList, schema.Row, schema.Addition],
    "restrictions": [schema.Restriction, schema.Fix],
    "effects": [schema.Effect],
    "readings": [schema.Reading],
    "optional_rules": [schema.OptionalRule],
    "derived": [schema.Derived],
    "references": [schema.Reference],
    "sheet": [schema.Sheet, schema.SheetTable],
    "cards": [
        schema.Card,
        schema.CardBlock,
        schema.CardTable,
        schema.CardRow,
        schema.CardAddend,
        schema.CardBrought,
        schema.CardValue,
        schema.CardBoxes,
    ],
    "scenarios": [schema.Scenario, schema.SuggestedList, schema.Node],
}
GENERAL = {schema.Shape, schema.Words, schema.Name, schema.Item}
GROUP_FIELDS = set(schema.GroupFields.model_fields)


def read_part(heading: str) -> str:
    """The text under a heading of docs/data-format.md, to the next one."""
    text = (DOCS / "data-format.md").read_text()
    found = re.search(rf"^###? `?{heading}`?.*\n((?:(?!##).*\n)*)", text, re.MULTILINE)
    assert found, f"docs/data-format.md has no part on {heading}."
    return found[1]


def find_code_words(text: str) -> set[str]:
    """The words that stand in fenced blocks and between backticks."""
    fenced = re.findall(r"^```\w*\n(.*?)^```", text, re.DOTALL | re.MULTILINE)
    spans = re.findall(r"`([^`\n]+)`", re.sub(r"^```.*?^```", "", text, flags=re.S | re.M))
    return set(re.findall(r"[a-z_]+(?:-[a-z]+)*", " ".join(chain(fenced, spans))))


def test_every_shape_of_the_schema_belongs_to_a_part() -> None:
    shapes = {
        each
        for each in vars(schema).values()
        if isinstance(each, type) and issubclass(each, schema.BaseModel)
    }
    files = {schema.BaseModel, schema.PartFile, schema.EditionFile}

    assert shapes - GENERAL - files == set(chain.from_iterable(PARTS.values()))


@pytest.mark.parametrize("section", schema.EditionFile.model_fields)
def test_every_section_is_described(section: str) -> None:
    folded = {*schema.FOLDED_KINDS, "army_list"}
    text = read_part("entries") + read_part("army_lists") if section in folded else ""
    own = "".join(map(read_part, {section} & set(PARTS)))

    assert section in find_code_words(text + own + read_part(TOP)) or own


@pytest.mark.parametrize("heading", PARTS)
def test_every_field_is_described_in_its_section(heading: str) -> None:
    fields = {field for shape in PARTS[heading] for field in shape.model_fields}
    if heading == "entries":
        fields -= GROUP_FIELDS - set(schema.Entry.model_fields)  # described under groups

    assert fields - find_code_words(read_part(heading)) == set()


def test_every_function_and_name_of_formulas_is_described() -> None:
    functions = {*formula._AGGREGATES, *formula._ARGUMENTS}
    names = {name.replace("-", "_") for name in (*OF_ROSTER, "points", "siblings")}

    assert (functions | names) - find_code_words(read_part("Formulas")) == set()


@pytest.mark.parametrize(
    ("heading", "values"),
    [
        ("kinds", list(Role)),
        ("groups", list(Take)),
        ("restrictions", list(Severity)),
        ("restrictions", get_args(schema.Fix.model_fields["do"].annotation)),
        ("effects", LAYERS),
    ],
)
def test_every_value_a_field_may_have_is_described(heading: str, values: list[str]) -> None:
    assert set(map(str, values)) - find_code_words(read_part(heading)) == set()
