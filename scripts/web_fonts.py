"""Makes the web fonts: subsets of the system's Roboto and Noto as WOFF2, under stable names.

They hold the letters of Europe's languages with kerning and tabular figures, and a few marks.
Without Debian's packages the pages fall back to other fonts.
"""

import shutil
import subprocess
from pathlib import Path

from fontTools import subset

LETTERS = [
    *range(0x20, 0x7F),  # Latin
    *range(0xA0, 0x180),  # Latin-1, Latin Extended-A
    *range(0x2010, 0x2028),  # dashes, quotation marks, ellipsis
    *range(0x2030, 0x205F),  # primes, fraction bar, angle marks
    *[0x20AC, 0x2212, 0x2248, 0x2260, 0x2264, 0x2265],  # euro, minus, comparisons
]
MARKS = [
    *[0x25B2, 0x25B6, 0x25B8, 0x25BC, 0x25BE, 0x25C0],  # triangles
    *[0x2610, 0x2611, 0x26A0, 0x2713, 0x2717],  # boxes, warning, tick, cross
]
FEATURES = ["ccmp", "kern", "liga", "locl", "mark", "mkmk", "lnum", "pnum", "tnum"]
FACES = {
    "roboto-regular": ("Roboto", "Regular", LETTERS),
    "roboto-medium": ("Roboto", "Medium", LETTERS),
    "roboto-bold": ("Roboto", "Bold", LETTERS),
    "roboto-condensed-regular": ("Roboto Condensed", "Regular", LETTERS),
    "roboto-condensed-bold": ("Roboto Condensed", "Bold", LETTERS),
    "noto-symbols": ("Noto Sans Symbols2", "Regular", MARKS),
}


def find_font(family: str, style: str) -> Path | None:
    """The file of exactly this face; fontconfig would rather answer with another than with none."""
    if shutil.which("fc-match") is None:
        return None
    asked = ["fc-match", "--format=%{family[0]}|%{style[0]}|%{file}", f"{family}:style={style}"]
    found = subprocess.run(asked, check=True, capture_output=True, text=True).stdout.split("|")
    return Path(found[2]) if found[:2] == [family, style] else None


def make_font(source: Path, characters: list[int], target: Path) -> None:
    options = subset.Options(flavor="woff2", layout_features=FEATURES, hinting=False)
    with subset.load_font(source, options) as font:
        subsetter = subset.Subsetter(options)
        subsetter.populate(unicodes=characters)
        subsetter.subset(font)
        subset.save_font(font, target, options)


def make_fonts(folder: Path) -> list[str]:
    """Writes what it can into the folder; the names of the faces that this machine lacks."""
    folder.mkdir(parents=True, exist_ok=True)
    missing = []
    for name, (family, style, characters) in FACES.items():
        source = find_font(family, style)
        if source is None:
            missing.append(f"{family} {style}")
        else:
            make_font(source, characters, folder / f"{name}.woff2")
    return missing
