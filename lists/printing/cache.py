"""Keeps PDFs by what they were made of, so that what does not change is printed once."""

import hashlib
import logging
import pickle
import subprocess
import zlib
from functools import cache
from importlib.metadata import version
from pathlib import Path

from django.core.cache import caches

from lists.printing.own_files import OWN_FILES
from lists.printing.renderer import render_pdf

logger = logging.getLogger(__name__)

# Counts up when the same page comes out differently for a cause that the key does not see.
RENDERER_RELEASE = 1
# A larger PDF is printed anew each time: with the number of entries, this bounds the folder.
KEPT_BYTES = 1 << 20
# What reading a damaged file of the cache raises, besides what the disk does.
DAMAGED = (EOFError, zlib.error, pickle.UnpicklingError)


def print_pdf(html: str) -> bytes:
    """The PDF of an HTML page, as kept or else printed and kept; PrintFailed if it cannot be."""
    key = make_key(html)
    pdf = _find_kept(key)
    if pdf is None:
        pdf = render_pdf(html)
        _keep(key, pdf)
    return pdf


def make_key(html: str) -> str:
    """The SHA-256 of all that decides what a page looks like when it is printed."""
    page = html.encode(errors="replace")
    return hashlib.sha256(fingerprint_renderer() + page).hexdigest()


@cache
def fingerprint_renderer() -> bytes:
    """A digest of releases, own files and installed fonts; taken once a process."""
    digest = hashlib.sha256(f"{RENDERER_RELEASE} {version('weasyprint')}".encode())
    for address, own in OWN_FILES.items():
        digest.update(f"\n{address} {len(own.content)}\n".encode() + own.content)
    digest.update("\n".join(_list_fonts()).encode())
    return digest.digest()


def _list_fonts() -> list[str]:
    """Path, version and size of each font file that fontconfig finds."""
    listing = subprocess.run(
        ["fc-list", "--format", "%{file}\t%{fontversion}\n"],
        capture_output=True,
        check=True,
        text=True,
    )
    lines = sorted(set(listing.stdout.splitlines()))
    return [f"{line}\t{Path(line.partition('\t')[0]).stat().st_size}" for line in lines]


def _find_kept(key: str) -> bytes | None:
    try:
        pdf: bytes | None = caches["prints"].get(key)
    except (OSError, *DAMAGED):
        # It can be printed all the same.
        logger.exception("The cache of prints could not be read.")
        return None
    return pdf


def _keep(key: str, pdf: bytes) -> None:
    if len(pdf) > KEPT_BYTES:
        return
    try:
        caches["prints"].set(key, pdf)
    except OSError:
        # The reader has a PDF all the same.
        logger.exception("A PDF could not be stored in the cache of prints.")
