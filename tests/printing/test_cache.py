import io
import pickle
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.core.cache import caches
from django.core.cache.backends.filebased import FileBasedCache
from pypdf import PdfReader
from pytest_django import Settings

from lists.printing import cache
from lists.printing.cache import fingerprint_renderer, make_key, print_pdf
from lists.printing.own_files import OWN_FILES, OwnFile

NOTO = Path("/usr/share/fonts/truetype/noto/NotoSans-Regular.ttf")
PAGE = '<!doctype html><html lang="en"><title>Patrol</title><p>Three riflemen.'


@pytest.fixture(autouse=True)
def prints_in_a_folder(settings: Settings, tmp_path: Path) -> None:
    settings.CACHES = {
        "default": {"BACKEND": "django.core.cache.backends.dummy.DummyCache"},
        "prints": {
            "BACKEND": "django.core.cache.backends.filebased.FileBasedCache",
            "LOCATION": tmp_path / "prints",
        },
    }


@pytest.fixture
def fresh_fingerprint() -> Iterator[None]:
    fingerprint_renderer.cache_clear()
    yield
    fingerprint_renderer.cache_clear()


def read_text(pdf: bytes) -> str:
    return PdfReader(io.BytesIO(pdf)).pages[0].extract_text()


def test_a_page_is_printed_and_kept() -> None:
    pdf = print_pdf(PAGE)

    assert read_text(pdf) == "Three riflemen."
    assert caches["prints"].get(make_key(PAGE)) == pdf


def test_a_page_that_is_kept_is_not_printed_again() -> None:
    caches["prints"].set(make_key(PAGE), b"as kept")

    assert print_pdf(PAGE) == b"as kept"
    assert read_text(print_pdf(PAGE.replace("Three", "Four"))) == "Four riflemen."


def test_a_pdf_that_is_too_large_is_not_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "KEPT_BYTES", 100)

    assert read_text(print_pdf(PAGE)) == "Three riflemen."
    assert caches["prints"].get(make_key(PAGE)) is None


def test_a_pdf_that_cannot_be_kept_is_handed_out(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise OSError("No space left on device")

    monkeypatch.setattr(FileBasedCache, "set", fail)

    assert read_text(print_pdf(PAGE)) == "Three riflemen."
    assert caplog.messages == ["A PDF could not be stored in the cache of prints."]


def test_a_cache_that_cannot_be_read_is_done_without(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise PermissionError("Permission denied")

    monkeypatch.setattr(FileBasedCache, "get", fail)

    assert read_text(print_pdf(PAGE)) == "Three riflemen."
    assert caplog.messages == ["The cache of prints could not be read."]


@pytest.mark.parametrize("damaged", [b"", b"\0" * 100, pickle.dumps(None) + b"cut off"])
def test_a_damaged_file_of_the_cache_is_printed_anew(tmp_path: Path, damaged: bytes) -> None:
    pdf = print_pdf(PAGE)
    next((tmp_path / "prints").iterdir()).write_bytes(damaged)

    assert print_pdf(PAGE) == pdf


def test_a_key_changes_with_the_page_and_fits_a_file_name() -> None:
    keys = {make_key(PAGE), make_key(PAGE + " "), make_key(PAGE + "ñ")}

    assert len(keys) == 3
    assert all(len(key) == 64 and key.isalnum() for key in keys)
    assert make_key(PAGE) in keys


@pytest.mark.usefixtures("fresh_fingerprint")
def test_a_key_changes_with_a_style_sheet(monkeypatch: pytest.MonkeyPatch) -> None:
    before = make_key(PAGE)
    fingerprint_renderer.cache_clear()
    monkeypatch.setitem(OWN_FILES, "muster:print.css", OwnFile("text/css", b"p { margin: 0 }"))

    assert make_key(PAGE) != before


@pytest.mark.usefixtures("fresh_fingerprint")
def test_a_key_changes_with_our_release(monkeypatch: pytest.MonkeyPatch) -> None:
    before = make_key(PAGE)
    fingerprint_renderer.cache_clear()
    monkeypatch.setattr(cache, "RENDERER_RELEASE", cache.RENDERER_RELEASE + 1)

    assert make_key(PAGE) != before


@pytest.mark.usefixtures("fresh_fingerprint")
def test_a_key_changes_with_an_installed_font(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    before = make_key(PAGE)
    fingerprint_renderer.cache_clear()
    fonts = tmp_path / "fonts"
    fonts.mkdir()
    (fonts / "own.ttf").write_bytes(NOTO.read_bytes())
    (tmp_path / "fonts.conf").write_text(f"<fontconfig><dir>{fonts}</dir></fontconfig>")
    monkeypatch.setenv("FONTCONFIG_FILE", str(tmp_path / "fonts.conf"))

    assert make_key(PAGE) != before
