"""What a page refers to, and is not given: files, addresses, data of its own."""

import io
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest
from pypdf import PdfReader
from weasyprint import HTML
from weasyprint.urls import URLFetcher, URLFetcherResponse

from lists.printing.child import OwnFilesOnly, Press
from lists.printing.renderer import PrintFailed, render_pdf

STOLEN_SVG = (
    '<svg xmlns="http://www.w3.org/2000/svg" width="90" height="30">'
    '<text id="text" y="20" font-size="12">STOLEN</text></svg>'
)
STOLEN_DATA = "data:image/svg+xml," + STOLEN_SVG.replace("#", "%23").replace('"', "'")
FONT = "/usr/share/fonts/truetype/noto/NotoSans-Regular.ttf"

# {file} is a folder of files that hold the word STOLEN, {host} a listening address.
REFERENCES = {
    "image of a file": '<img src="{file}/stolen.svg">',
    "image of a system file": '<img src="file:///etc/passwd">',
    "image in a set": '<img srcset="{file}/stolen.svg 2x" src="{file}/stolen.svg">',
    "image over http": '<img src="http://{host}/stolen.svg">',
    "image over https": '<img src="https://{host}/stolen.svg">',
    "image over ftp": '<img src="ftp://{host}/stolen.svg">',
    "image of a scheme in capitals": '<img src="FILE://{path}/stolen.svg">',
    "image of a scheme unknown": '<img src="gopher://{host}/stolen.svg">',
    "image of data": f'<img src="{STOLEN_DATA}">',
    "image of large data": f'<img src="{STOLEN_DATA}<!--{"x" * 200_000}-->">',
    "image of a file we do not have": '<img src="muster:../renderer.py">',
    "image by a base": '<base href="{file}/"><img src="stolen.svg">',
    "object": '<object data="{file}/stolen.svg" type="image/svg+xml">instead</object>',
    "embed": '<embed src="{file}/stolen.svg" type="image/svg+xml">',
    "list style": "<style>li {{ list-style-image: url({file}/stolen.svg) }}</style><li>",
    "background": "<p style=\"background: url('{file}/stolen.svg')\">text",
    "border image": '<p style="border: 1px solid; border-image: url({file}/stolen.svg) 1">text',
    "generated content": "<style>p::before {{ content: url({file}/stolen.svg) }}</style><p>text",
    "background of the page": "<style>@page {{ background: url(http://{host}/a.svg) }}</style>",
    "style sheet of a file": '<link rel="stylesheet" href="{file}/stolen.css">',
    "style sheet over http": '<link rel="stylesheet" href="http://{host}/stolen.css">',
    "imported style sheet": '<style>@import "{file}/stolen.css";</style>',
    "imported by url": "<style>@import url(http://{host}/stolen.css);</style>",
    "font of a file": (
        f"<style>@font-face {{{{ font-family: x; src: url(file://{FONT}) }}}}</style>"
    ),
    "font over http": "<style>@font-face {{ font-family: x; src: url(http://{host}/x) }}</style>",
    "font installed": (
        '<style>@font-face {{ font-family: x; src: local("Noto Sans Regular") }}</style>'
    ),
    "attachment": '<link rel="attachment" href="{file}/stolen.txt">',
    "attachment over http": '<link rel="attachment" href="http://{host}/stolen.txt">',
    "attachment to an anchor": '<a rel="attachment" href="{file}/stolen.txt">text</a>',
    "image in an svg": '<svg><image href="{file}/stolen.svg" width="90" height="30"/></svg>',
    "xlink in an svg": (
        '<svg xmlns:xlink="http://www.w3.org/1999/xlink">'
        '<image xlink:href="{file}/stolen.svg" width="90" height="30"/></svg>'
    ),
    "font in an svg": (
        "<svg><style>@font-face {{ font-family: x; src: url(http://{host}/x) }}</style></svg>"
    ),
}
# WeasyPrint itself leaves these out.
IGNORED = {
    "frame": '<iframe src="{file}/stolen.svg"></iframe>',
    "video": '<video src="http://{host}/v.mp4" poster="{file}/stolen.svg"></video>',
    "script": '<script src="http://{host}/x.js"></script>',
    "refresh": '<meta http-equiv="refresh" content="0; url=http://{host}/">',
    "prefetch": '<link rel="prefetch" href="http://{host}/x">',
    "processing instruction": '<?xml-stylesheet href="{file}/stolen.css"?>',
    "entity": '<!DOCTYPE x [<!ENTITY e SYSTEM "{file}/stolen.txt">]><p>&e;',
}


class Recorder(OwnFilesOnly):
    """Refuses like its parent, and remembers what was asked for."""

    def __init__(self) -> None:
        super().__init__()
        self.refused: list[str] = []

    def fetch(self, url: str, headers: dict[str, str] | None = None) -> URLFetcherResponse:
        self.refused.append(url)
        response = super().fetch(url, headers)
        self.refused.remove(url)
        return response


@pytest.fixture(scope="module")
def press() -> Press:
    return Press()


@pytest.fixture(scope="module")
def listener() -> Iterator[socket.socket]:
    with socket.create_server(("127.0.0.1", 0), backlog=100) as listening:
        listening.setblocking(False)
        yield listening


@pytest.fixture
def names(listener: socket.socket, tmp_path: Path) -> dict[str, str]:
    (tmp_path / "stolen.svg").write_text(STOLEN_SVG)
    (tmp_path / "stolen.css").write_text('body::before { content: "STOLEN" }')
    (tmp_path / "stolen.txt").write_text("STOLEN")
    host = "{}:{}".format(*listener.getsockname())
    return {"file": tmp_path.as_uri(), "path": str(tmp_path), "host": host}


def make_page(reference: str) -> str:
    return (
        f'<!doctype html><html lang="en"><title>Patrol</title><body>Own {reference}</body></html>'
    )


def find_stolen(pdf: bytes) -> list[str]:
    """What a PDF holds that is not the page's own: text, attachments, images, drawings."""
    reader = PdfReader(io.BytesIO(pdf))
    stolen = ["text" for page in reader.pages if "STOLEN" in page.extract_text()]
    stolen += [f"attachment {name}" for name in reader.attachments]
    stolen += [
        f"{kind[1:]} {name}"
        for page in reader.pages
        for kind in ("/XObject", "/Pattern")
        for name in page["/Resources"].get(kind, {})
    ]
    return stolen


def count_connections(listener: socket.socket) -> int:
    count = 0
    while True:
        try:
            listener.accept()[0].close()
        except BlockingIOError:
            return count
        count += 1


@pytest.mark.parametrize("reference", (REFERENCES | IGNORED).values(), ids=REFERENCES | IGNORED)
def test_a_foreign_reference_is_left_out_of_the_pdf(
    listener: socket.socket, names: dict[str, str], reference: str
) -> None:
    pdf = render_pdf(make_page(reference.format(**names)))

    assert "Own" in PdfReader(io.BytesIO(pdf)).pages[0].extract_text()
    assert find_stolen(pdf) == []
    assert count_connections(listener) == 0


@pytest.mark.parametrize("reference", REFERENCES.values(), ids=REFERENCES)
def test_a_foreign_reference_is_asked_for_and_refused(
    press: Press, monkeypatch: pytest.MonkeyPatch, names: dict[str, str], reference: str
) -> None:
    recorder = Recorder()
    monkeypatch.setattr(press, "fetcher", recorder)
    press.print(make_page(reference.format(**names)))

    assert len(set(recorder.refused)) == 1


@pytest.mark.parametrize(
    ("reference", "stolen"),
    [
        (REFERENCES["image of a file"], "text"),
        (REFERENCES["image of data"], "text"),
        (REFERENCES["style sheet of a file"], "text"),
        (REFERENCES["background"], "Pattern"),
        (REFERENCES["attachment"], "attachment"),
    ],
)
def test_the_fetcher_of_weasyprint_would_have_let_it_in(
    names: dict[str, str], reference: str, stolen: str
) -> None:
    pdf = HTML(string=make_page(reference.format(**names)), url_fetcher=URLFetcher()).write_pdf()

    assert stolen in " ".join(find_stolen(pdf))


def test_the_listener_counts_who_calls(listener: socket.socket) -> None:
    socket.create_connection(listener.getsockname()).close()

    assert count_connections(listener) == 1


def test_our_own_style_sheet_is_served_to_an_import(press: Press) -> None:
    pdf = press.print(make_page('<style>@import "muster:print.css";</style>'))

    assert "1 / 1" in PdfReader(io.BytesIO(pdf)).pages[0].extract_text()


def test_a_foreign_colour_profile_fails_the_print_and_none_after_it(names: dict[str, str]) -> None:
    profile = "<style>@color-profile --x {{ src: url({file}/stolen.txt) }}</style>"
    with pytest.raises(PrintFailed, match="crashed"):
        render_pdf(make_page(profile.format(**names)))

    assert find_stolen(render_pdf(make_page("text"))) == []
