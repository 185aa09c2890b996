"""Whether lists come out on paper as they should."""

from __future__ import annotations

import re
import shutil
import subprocess
from contextlib import closing
from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles import finders

from lists.printing.libraries import Libraries, find_libraries
from lists.printing.renderer import PrintFailed, Renderer

from .finding import Finding, fault, ok, warning

OLDEST_PANGO = (1, 44, 0)
FAMILIES = ("Roboto", "Roboto Condensed", "Noto Sans")
STYLES_WITH_FONTS = "css/tokens.css"
PAGE = '<html lang="en"><title>Proof</title><p>Proof</p></html>'

INSTALL = "Install Debian's packages {}, or what they are called here."
INSTALL_FONTS = INSTALL.format("fontconfig fonts-roboto-unhinted fonts-noto-core")


def look_at_libraries() -> Finding:
    """Whether Pango is there and new enough, and the library by which PDFs are quick."""
    try:
        return judge_libraries(find_libraries())
    except OSError as error:
        cure = INSTALL.format("libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0")
        return fault("Pango", f"WeasyPrint cannot load it: {error}.", cure)


def judge_libraries(libraries: Libraries) -> Finding:
    """What the libraries there are come to."""
    name = "Pango"
    number = ".".join(map(str, libraries.pango))
    if libraries.pango < OLDEST_PANGO:
        return fault(name, f"{number} is older than 1.44.", "Use a newer release of the system.")
    if not libraries.has_subset:
        cure = INSTALL.format("libharfbuzz-subset0")
        return warning(name, f"{number}, without HarfBuzz-Subset: PDFs take twice as long.", cure)
    return ok(name, f"{number}, with HarfBuzz-Subset.")


def look_at_print_fonts() -> Finding:
    """Whether fontconfig finds the families that prints are set in."""
    name = "fonts of prints"
    if shutil.which("fc-match") is None:
        return warning(name, "There is no fontconfig to ask for them.", INSTALL_FONTS)
    missing = [family for family in FAMILIES if not _has_family(family)]
    if missing:
        text = f"{', '.join(missing)} cannot be found; prints use other fonts."
        return warning(name, text, INSTALL_FONTS)
    return ok(name, f"{', '.join(FAMILIES)}.")


def _has_family(family: str) -> bool:
    """Whether fontconfig has it: it would rather answer with another than with none."""
    asked = ["fc-match", "--format=%{family[0]}", family]
    return subprocess.run(asked, capture_output=True, text=True).stdout == family


def look_at_web_fonts() -> Finding:
    """Whether the fonts that pages ask for were made."""
    name = "fonts of pages"
    styles = Path(settings.ROOT, "static", STYLES_WITH_FONTS).read_text(encoding="utf-8")
    wanted = re.findall(r'url\("\.\./(fonts/[^"]+)"\)', styles)
    missing = [Path(each).stem for each in wanted if not finders.find(each)]
    if missing:
        text = f"{', '.join(missing)} were not made; pages use other fonts."
        return warning(name, text, f"{INSTALL_FONTS} Then run `scripts/set_up run`.")
    return ok(name, f"All {len(wanted)} were made.")


def look_at_print(renderer: Renderer | None = None) -> Finding:
    """Whether one real page can be printed."""
    name = "print"
    with closing(renderer or Renderer()) as press:
        try:
            pdf = press.render(PAGE)
        except (PrintFailed, OSError) as error:
            cure = "Run `.venv/bin/python -m weasyprint --info`, which says what is missing."
            return fault(name, f"No PDF came of a page ({error}).", cure)
    return ok(name, f"A page was printed as a PDF of {len(pdf):,} bytes.")
