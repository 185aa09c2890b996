"""What import-linter cannot say: the rules import nothing that is not on a short list."""

import ast
from collections.abc import Iterator
from pathlib import Path

RULES = Path(__file__).resolve().parent.parent / "lists/rules"
STANDARD_LIBRARY = {
    "__future__",
    "ast",
    "bisect",
    "collections",
    "contextlib",
    "dataclasses",
    "difflib",
    "enum",
    "fractions",
    "functools",
    "hashlib",
    "heapq",
    "itertools",
    "json",
    "math",
    "operator",
    "re",
    "types",
    "typing",
    "unicodedata",
}


def find_foreign_imports(source: str) -> Iterator[str]:
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.level == 0:
            names = [node.module or ""]
        else:
            continue
        for name in names:
            if not name.startswith("lists.rules") and name.split(".")[0] not in STANDARD_LIBRARY:
                yield name


def test_the_rules_import_themselves_and_a_short_list_of_the_standard_library() -> None:
    foreign = {
        path.name: found
        for path in sorted(RULES.rglob("*.py"))
        if (found := list(find_foreign_imports(path.read_text(encoding="utf-8"))))
    }

    assert foreign == {}


def test_an_import_of_the_clock_or_of_a_model_would_be_found() -> None:
    source = "import datetime\nfrom lists.models import Roster\nfrom .roster import Node\nimport re"

    assert list(find_foreign_imports(source)) == ["datetime", "lists.models"]
