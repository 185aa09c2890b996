"""A site that is killed while its clients save, in short; `make soak` does it at length."""

import os
import re
import subprocess
import sys

import pytest
from django.db import connection

from tests.benchmarks.site import ROOT


@pytest.mark.django_db(transaction=True)
def test_what_was_acknowledged_outlives_the_server() -> None:
    environment = os.environ | {"KILL_SAVES": "60", "KILL_RUNS": "1"}
    command = [sys.executable, "-m", "tests.benchmarks.killing", connection.vendor]

    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True)

    assert done.returncode == 0, done.stderr
    (saved,) = re.findall("([0-9]+) saves acknowledged", done.stdout)
    assert int(saved) >= 60
    killed = re.findall("([0-9]+) (workers|servers|databases)", done.stdout)
    assert len(killed) == (3 if connection.vendor == "postgresql" else 2)
    assert "0" not in dict(killed)
    assert "; 0 faults" in done.stdout
