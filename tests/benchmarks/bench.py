"""`make bench`: speed as a table of ratios, each against a floor of the same run."""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path


def main() -> int:
    with tempfile.TemporaryDirectory() as folder:
        os.environ["DATABASE_URL"] = f"sqlite:///{Path(folder, 'bench.sqlite3')}"
        os.environ.setdefault("DJANGO_SETTINGS_MODULE", "armybuilder.settings")
        return run()


def run() -> int:
    import django
    from django.core.management import call_command
    from django.db import connections
    from django.test.utils import override_settings, setup_test_environment

    django.setup()
    setup_test_environment()
    call_command("migrate", verbosity=0)
    call_command("load_catalogue", verbosity=0)

    from tests.benchmarks.clock import write_table
    from tests.benchmarks.my_lists import bench_my_lists
    from tests.benchmarks.pages import bench_pages
    from tests.benchmarks.prints import bench_prints
    from tests.benchmarks.rules import bench_rules
    from tests.benchmarks.shared import bench_shared

    with override_settings(ROOT_URLCONF="tests.benchmarks.floors", DEBUG=False):
        rows = [*bench_rules(), *bench_pages(), *bench_my_lists(), *bench_shared()]
        rows += bench_prints()
    connections.close_all()
    print(write_table(rows))
    return 0 if all(row.holds for row in rows) else 1


if __name__ == "__main__":
    sys.exit(main())
