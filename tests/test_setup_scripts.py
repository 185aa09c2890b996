import os
import stat
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from fontTools.ttLib import TTFont

from scripts import run_tests, set_up, web_fonts

ROOT = Path(__file__).resolve().parent.parent


def make_program(path: Path, *lines: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("\n".join(["#!/bin/sh", *lines, ""]))
    path.chmod(0o755)
    return path


# Finding Python


def find_python(**variables: str) -> subprocess.CompletedProcess[str]:
    command = [ROOT / "scripts/find_python"]
    return subprocess.run(command, env=variables, capture_output=True, text=True)


def test_the_newest_python_of_pyenv_that_runs_is_found(tmp_path: Path) -> None:
    make_program(tmp_path / "versions/3.11.7/bin/python", "exit 0")
    make_program(tmp_path / "versions/3.12.1/bin/python", "exit 0")
    newest = make_program(tmp_path / "versions/3.13.0/bin/python", "exit 0")
    make_program(tmp_path / "versions/3.14.0/bin/python", "exit 1")

    found = find_python(PYENV_ROOT=str(tmp_path), PATH=os.environ["PATH"])

    assert found.stdout == f"{newest}\n"


def test_a_shim_that_fails_when_run_is_passed_over(tmp_path: Path) -> None:
    shim = make_program(tmp_path / "shims/python3.13", "echo 'command not found' >&2", "exit 127")
    sound = make_program(tmp_path / "sound/python", "exit 0")
    path = f"{shim.parent}:{sound.parent}:/bin"

    found = find_python(PYENV_ROOT=str(tmp_path), PATH=path)

    assert found.returncode == 0
    assert found.stdout != "python3.13\n"


def test_a_python_named_by_hand_is_taken_or_refused_by_name(tmp_path: Path) -> None:
    unfit = make_program(tmp_path / "python", "exit 1")

    assert find_python(PYTHON=sys.executable).stdout == f"{sys.executable}\n"
    assert find_python(PYTHON=str(unfit)).stderr == (
        f'PYTHON is "{unfit}". Write the path of a Python 3.12 to 3.14 that has venv.\n'
    )


# Setting up


@pytest.fixture
def debian(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A Debian that has gettext and nothing else; the calls of its apt-get are in a file."""
    known = "printf 'gettext installed\\nchromium config-files\\n'"
    make_program(tmp_path / "dpkg-query", known, "exit 1")
    make_program(tmp_path / "apt-get", f'echo "$@" >> {tmp_path}/calls')
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    return tmp_path


def test_root_gets_the_missing_packages_installed(
    debian: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 0)

    assert set_up.install_system_packages(["gettext", "chromium"])

    assert (debian / "calls").read_text().splitlines() == [
        "-qq -o DPkg::Lock::Timeout=120 update",
        "-qq -o DPkg::Lock::Timeout=120 install --yes --no-install-recommends chromium",
    ]


def test_others_are_told_the_one_command_to_type(
    debian: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 1000)

    assert not set_up.install_system_packages(["gettext", "chromium", "poppler-utils"])

    typed = "sudo apt-get install --yes --no-install-recommends chromium poppler-utils"
    assert typed in capsys.readouterr().out
    assert not (debian / "calls").exists()


def test_nothing_is_installed_where_nothing_is_missing(debian: Path) -> None:
    assert set_up.install_system_packages(["gettext"])

    assert not (debian / "calls").exists()


def test_the_secret_is_made_once_and_only_its_owner_reads_it(tmp_path: Path) -> None:
    path = tmp_path / "secret-key"

    set_up.make_secret(path)
    first = path.read_text()
    set_up.make_secret(path)

    assert len(first.strip()) == 64
    assert path.read_text() == first
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


@pytest.fixture
def sources(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(set_up, "VAR_DIR", tmp_path / "var")
    (tmp_path / "var").mkdir()
    folder = tmp_path / "sources"
    folder.mkdir()
    (folder / "one.yaml").write_text("1")
    (folder / "two.yaml").write_text("2")
    return folder


def test_a_step_is_done_until_one_of_its_files_changes(sources: Path) -> None:
    assert not set_up.Stamp("step", sources).is_current()

    set_up.Stamp("step", sources).set()

    assert set_up.Stamp("step", sources).is_current()
    (sources / "one.yaml").write_text("3")
    assert not set_up.Stamp("step", sources).is_current()


@pytest.mark.parametrize(
    "change",
    [
        lambda folder: (folder / "three.yaml").write_text("3"),
        lambda folder: (folder / "two.yaml").unlink(),
        lambda folder: (folder / "two.yaml").rename(folder / "zwei.yaml"),
    ],
    ids=["added", "removed", "renamed"],
)
def test_a_file_that_comes_goes_or_moves_is_a_change(
    sources: Path, change: Callable[[Path], object]
) -> None:
    before = set_up.fingerprint([sources])

    change(sources)

    assert set_up.fingerprint([sources]) != before


def test_what_python_compiles_is_no_change(sources: Path) -> None:
    before = set_up.fingerprint([sources])

    (sources / "__pycache__").mkdir()
    (sources / "__pycache__/one.pyc").write_text("x")

    assert set_up.fingerprint([sources]) == before


# Web fonts


@pytest.fixture(scope="module")
def fonts(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("fonts")
    assert web_fonts.make_fonts(folder) == []
    return folder


@pytest.mark.parametrize(
    "face", ["roboto-regular", "roboto-medium", "roboto-bold", "roboto-condensed-bold"]
)
def test_a_text_font_holds_european_letters_kerning_and_tabular_figures(
    fonts: Path, face: str
) -> None:
    with TTFont(fonts / f"{face}.woff2") as font:
        glyphs = font.getBestCmap()
        features = {record.FeatureTag for record in font["GPOS"].table.FeatureList.FeatureRecord}
        widths = {font["hmtx"][glyphs[ord(figure)]][0] for figure in "0123456789"}

    assert {ord(letter) for letter in "AÑñ¿éőŽ–“…€−≤"} <= glyphs.keys()
    assert "kern" in features
    assert len(widths) == 1


def test_the_symbol_font_holds_the_marks_of_the_pages(fonts: Path) -> None:
    with TTFont(fonts / "noto-symbols.woff2") as font:
        assert {ord(mark) for mark in "✓✗☐⚠▸"} <= font.getBestCmap().keys()


def test_a_web_font_is_small(fonts: Path) -> None:
    assert [path.name for path in fonts.iterdir() if path.stat().st_size > 20_000] == []


def test_no_other_font_stands_in_for_one_that_is_missing() -> None:
    assert web_fonts.find_font("No Such Family", "Regular") is None


# Continuous integration


def test_ci_runs_make_test_and_nothing_cleverer() -> None:
    assert (ROOT / ".ci/run").read_text().splitlines() == [
        "#!/usr/bin/env bash",
        "set -euo pipefail",
        'cd "$(dirname "${BASH_SOURCE[0]}")/.."',
        "exec make test",
    ]


def test_a_phase_that_fails_stops_no_other_and_fails_the_run(
    capfd: pytest.CaptureFixture[str],
) -> None:
    run = run_tests.Run()

    run.phase("First", "python", "-c", "raise SystemExit(3)")
    run.phase("Second", "python", "-c", "print('still here')")

    assert run.has_failed
    assert [(line.split()[0], line.split()[-1]) for line in run.lines] == [
        ("failed", "First"),
        ("ok", "Second"),
    ]
    assert "still here" in capfd.readouterr().out


def test_tests_are_counted_out_of_the_report_of_pytest(tmp_path: Path) -> None:
    report = tmp_path / "report.xml"
    report.write_text(
        '<testsuites><testsuite tests="9" failures="2" errors="1" skipped="1"/></testsuites>'
    )

    assert run_tests.count_tests(report) == {"passed": 5, "failed": 3, "skipped": 1}
