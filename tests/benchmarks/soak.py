"""`make soak`: the long proofs with full counts, on SQLite and PostgreSQL, and their figures."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile

from tests.benchmarks.site import ROOT, SETTINGS

TABLES = ("accessibility", "bad_input", "bad_input_in_games", "failures")
BROWSER = [f"tests/browser/test_{name}.py" for name in TABLES]
PURE = [
    *("-n2", "--dist=worksteal", "--hypothesis-show-statistics"),
    *("tests/rules/test_properties.py", "tests/rules/test_formula.py"),
]
STORED = [
    "tests/building/test_concurrency.py",
    "tests/building/test_machine.py",
    "tests/building/test_upgrading.py",
    "tests/views/test_access.py",
    "tests/views/test_codes.py",
]

sys.path.insert(0, str(ROOT / "scripts"))

from postgresql import throwaway_postgresql  # noqa: E402  # scripts/ is no package


def run_proofs(name: str, tests: list[str], database: str = "") -> int:
    """Run test files with full counts; the exit code of pytest."""
    print(f"\n=== {name}", flush=True)
    environment = os.environ | {"FULL_COUNTS": "1", "DATABASE_URL": database}
    command = [sys.executable, "-m", "pytest", "-q", *tests]
    return subprocess.run(command, cwd=ROOT, env=environment).returncode


def run_crowd(name: str, crowd: str, seconds: int, folder: str, database: str = "") -> int:
    """Let a crowd work on a site of its own, in a folder of its own; 0 if all went well.

    SOAK_SECONDS is for how long instead.
    """
    print(f"\n=== {name}", flush=True)
    environment = os.environ | SETTINGS | {"VAR_DIR": folder, "DATABASE_URL": database}
    lasting = os.environ.get("SOAK_SECONDS", str(seconds))
    command = [sys.executable, "-m", "tests.benchmarks.crowd", crowd, lasting]
    return subprocess.run(command, cwd=ROOT, env=environment).returncode


def run_killing(name: str, database: str) -> int:
    """Kill a site of its own while its clients save; 0 if nothing was lost or done by half."""
    print(f"\n=== {name}", flush=True)
    command = [sys.executable, "-m", "tests.benchmarks.killing", database]
    return subprocess.run(command, cwd=ROOT).returncode


def main() -> int:
    codes = []
    with tempfile.TemporaryDirectory(prefix="muster-soak-") as folder:
        codes.append(run_crowd("Fifty editors on SQLite", "thinking", 75, folder))
        codes.append(run_crowd("Twenty who save without a pause on SQLite", "saving", 30, folder))
        with throwaway_postgresql(is_durable=True) as url:
            codes.append(run_crowd("Fifty editors on PostgreSQL", "thinking", 600, folder, url))
    for name, database in (("SQLite", "sqlite"), ("PostgreSQL", "postgresql")):
        codes.append(run_killing(f"Killed while saving on {name}", database))
    codes.append(run_proofs("Edits at once, at random, and access, on SQLite", STORED))
    with throwaway_postgresql() as url:
        codes.append(run_proofs("Edits at once, at random, and access, on PostgreSQL", STORED, url))
    codes.append(run_proofs("Pages in the browser, all tables whole", BROWSER))
    codes.append(run_proofs("Properties of the core, 1,000 examples each", PURE))
    return 1 if any(codes) else 0


if __name__ == "__main__":
    sys.exit(main())
