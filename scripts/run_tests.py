"""Runs the phases of `make check` (`fast`) or of `make test` (`everything`), one after the other.

A phase that fails stops no other. A summary ends the run; the exit code is 0 if every phase passed.
"""

import os
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from xml.etree import ElementTree

from postgresql import throwaway_postgresql

ROOT = Path(__file__).resolve().parent.parent
PROGRAMS = Path(sys.executable).parent
BROWSER_TESTS = "tests/browser"
SQLITE = ""  # DATABASE_URL set to nothing


class Run:
    """What the phases came to: for each its verdict and time, for all tests their number."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.has_failed = False
        self.tests: Counter[str] = Counter()

    def phase(self, name: str, *command: str | Path, database: str = SQLITE) -> None:
        print(f"\n=== {name}", flush=True)
        start = time.monotonic()
        program, *arguments = command
        environment = os.environ | {"DATABASE_URL": database}
        done = subprocess.run([PROGRAMS / program, *arguments], cwd=ROOT, env=environment)
        verdict = "failed" if done.returncode else "ok"
        self.has_failed |= done.returncode != 0
        self.lines.append(f"{verdict:6} {time.monotonic() - start:6.1f} s  {name}")

    def pytest(self, name: str, marks: str, *options: str, database: str = SQLITE) -> None:
        with tempfile.TemporaryDirectory() as folder:
            report = Path(folder, "report.xml")
            command = ["pytest", "-q", "-m", marks, f"--junit-xml={report}", *options]
            self.phase(name, *command, database=database)
            if report.exists():
                self.tests += count_tests(report)


def count_tests(report: Path) -> Counter[str]:
    """How many tests passed, failed and were skipped, out of pytest's JUnit report."""
    counts: Counter[str] = Counter()
    for suite in ElementTree.parse(report).iter("testsuite"):  # noqa: S314  # pytest wrote it
        number = {key: int(suite.get(key, 0)) for key in ("tests", "failures", "errors", "skipped")}
        failed = number["failures"] + number["errors"]
        counts["failed"] += failed
        counts["skipped"] += number["skipped"]
        counts["passed"] += number["tests"] - failed - number["skipped"]
    return counts


def lint(run: Run) -> None:
    templates = sorted((ROOT / "templates").rglob("*.html"))
    run.phase("Ruff, lint", "ruff", "check", "--output-format=concise")
    run.phase("Ruff, format", "ruff", "format", "--check", "--output-format=concise")
    if templates:
        run.phase("Djade, templates", "djade", "--check", *templates)
    run.phase("Mypy, types", "mypy")
    run.phase("Import contracts", "lint-imports", "--no-logo")
    run.phase("Migrations", "python", "manage.py", "makemigrations", "--check", "--dry-run")
    run.phase("Django's checks", "python", "manage.py", "check", "--fail-level=WARNING")


def test_everything(run: Run) -> None:
    stored = "database and not browser"
    run.pytest("Pure tests", "not database and not browser", "-n2")
    run.pytest("Database tests on SQLite", stored, "-n2")
    run.pytest("Browser tests on SQLite", "browser", "-n2", BROWSER_TESTS)
    with throwaway_postgresql() as url:
        run.pytest("Database tests on PostgreSQL", stored, "-n2", database=url)
        main_paths = "Main paths in the browser on PostgreSQL"
        run.pytest(main_paths, "browser_main", BROWSER_TESTS, database=url)


def main(extent: str) -> int:
    run = Run()
    lint(run)
    if extent == "everything":
        test_everything(run)
    else:
        os.environ["EXAMPLES"] = "12"  # of what Hypothesis draws for a property
        slow = "browser or print or transactional or long"
        run.pytest("Tests, but for the slow ones", f"not ({slow})", "-n2")
    print("\n=== Summary", *run.lines, sep="\n")
    passed, failed, skipped = (run.tests[key] for key in ("passed", "failed", "skipped"))
    print(f"\n{passed} passed, {failed} failed, {skipped} skipped")
    return 1 if run.has_failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
