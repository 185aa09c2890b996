"""`make soak`: the long proofs with full counts, on SQLite and PostgreSQL, and their figures."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
PURE = ["tests/rules/test_properties.py", "tests/rules/test_formula.py"]
STORED = ["tests/building/test_concurrency.py"]

sys.path.insert(0, str(ROOT / "scripts"))

from postgresql import throwaway_postgresql  # noqa: E402  # scripts/ is no package


def run_proofs(name: str, tests: list[str], database: str = "") -> int:
    """Run test files with full counts; the exit code of pytest."""
    print(f"\n=== {name}", flush=True)
    environment = os.environ | {"FULL_COUNTS": "1", "DATABASE_URL": database}
    command = [sys.executable, "-m", "pytest", "-q", "--hypothesis-show-statistics", *tests]
    return subprocess.run(command, cwd=ROOT, env=environment).returncode


def main() -> int:
    codes = [
        run_proofs("Properties of the core, 1,000 examples each", PURE),
        run_proofs("Edits at the same time on SQLite", STORED),
    ]
    with throwaway_postgresql() as url:
        codes.append(run_proofs("Edits at the same time on PostgreSQL", STORED, url))
    return max(codes)


if __name__ == "__main__":
    sys.exit(main())
