"""The printing child: HTML in by its standard input, PDF out by its standard output.

`lists.printing.renderer` starts it, as `python -m lists.printing.child SECONDS MEMORY HTML_BYTES`,
and ends it. It knows no Django, no database and no secret.
"""

import gc
import os
import resource
import signal
import sys
import traceback
from collections.abc import Iterator
from typing import Any

from weasyprint import CSS, HTML
from weasyprint.document import Document
from weasyprint.text.fonts import FontConfiguration
from weasyprint.urls import URLFetcher, URLFetcherResponse

from lists.printing import pipe
from lists.printing.own_files import OWN_FILES

# A child whose parent died without ending it gives up this much after the parent would have.
GRACE_SECONDS = 1
VARIANT = "pdf/ua-1"
END = "end"
"""The id of what ends a page that may be printed tighter."""


class OwnFilesOnly(URLFetcher):  # type: ignore[misc]  # WeasyPrint has no types
    """Serves our own files and refuses every other reference, which is then left out."""

    def __init__(self) -> None:
        super().__init__(allowed_protocols=frozenset())

    def fetch(self, url: str, headers: dict[str, str] | None = None) -> URLFetcherResponse:
        own = OWN_FILES.get(url)
        if own is None:
            raise ValueError("Only our own files are printed.")
        return URLFetcherResponse(url, own.content, {"Content-Type": own.media_type})


class Press:
    """Fonts and style sheets, parsed once and kept from print to print."""

    def __init__(self) -> None:
        self.fetcher = OwnFilesOnly()
        self.fonts = FontConfiguration()
        self.styles = {
            address: CSS(url=address, url_fetcher=self.fetcher, font_config=self.fonts)
            for address, own in OWN_FILES.items()
            if own.is_style_sheet
        }

    def print(self, html: str) -> bytes:
        pdf: bytes = self.lay_out(html).write_pdf(pdf_variant=VARIANT)
        return pdf

    def lay_out(self, html: str) -> Document:
        """The pages; what is just over one, on one with the first alternate style that does it."""
        page = HTML(string=html, url_fetcher=self.fetcher)
        styles = list(self._take_styles(page.etree_element, "stylesheet"))
        document = self._render(page, styles)
        if is_just_over(document):
            for style in self._take_styles(page.etree_element, "alternate stylesheet"):
                tighter = self._render(page, [*styles, style])
                if len(tighter.pages) == 1:
                    return tighter
        return document

    def _render(self, page: HTML, styles: list[CSS]) -> Document:
        return page.render(font_config=self.fonts, stylesheets=styles, pdf_variant=VARIANT)

    def _take_styles(self, root: Any, relation: str) -> Iterator[CSS]:
        """Yield the kept style sheets that the page links to, and take away their links."""
        for link in root.iter("link"):
            if link.get("rel") == relation and link.get("href") in self.styles:
                yield self.styles[link.attrib.pop("href")]


def is_just_over(document: Document) -> bool:
    """Whether the end of the page's text stands in the upper half of a second page."""
    if len(document.pages) != 2:
        return False
    last = document.pages[1]
    return END in last.anchors and bool(last.anchors[END][1] < last.height / 2)


def answer(press: Press, html: str) -> tuple[bytes, bytes]:
    """The kind and the body of the answer to one page."""
    try:
        return pipe.PDF, press.print(html)
    except (MemoryError, RecursionError):
        return pipe.TOO_LARGE, b""
    except Exception as error:
        # Its message could hold what the page says.
        sys.stderr.write(f"A page could not be printed: {type(error).__name__}.\n")
        traceback.print_tb(error.__traceback__)
        return pipe.FAILED, b""


def serve(press: Press, answers: int, *, seconds: int, html_bytes: int) -> None:
    """Answer page after page, until the parent closes the pipe."""
    while True:
        try:
            _, html = pipe.receive(sys.stdin.fileno(), at_most=html_bytes)
            signal.alarm(seconds + GRACE_SECONDS)
            pipe.send(answers, *answer(press, html.decode()))
        except (EOFError, BrokenPipeError):
            return
        signal.alarm(0)
        gc.collect()


def main(seconds: int, memory: int, html_bytes: int) -> None:
    resource.setrlimit(resource.RLIMIT_DATA, (memory, memory))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    answers = os.dup(sys.stdout.fileno())
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    press = Press()
    # Collecting during a print costs a tenth of it: it is done between prints.
    gc.disable()
    gc.freeze()
    serve(press, answers, seconds=seconds, html_bytes=html_bytes)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
