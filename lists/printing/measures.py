"""How much room a text takes at most, so that what must fit is known before it is laid out.

Widths are upper bounds for the fonts that we print with, in the size of the font: what is measured
to fit does fit. Points are typographic.
"""

from __future__ import annotations

import unicodedata
from functools import lru_cache

MILLIMETRE = 72 / 25.4
CONDENSED = 0.9
"""How wide figures are in our condensed font, which no text is wider in than in plain."""

CONDENSED_WORDS = 0.93
"""How wide words are in our condensed font, at most."""

ROBOTO = {
    0.24: "',;j‘’",
    0.28: "!-.:I[]il|¡·ÌÍÎÏìíîï",
    0.36: '`´"()frt{}“”',
    0.48: "*/\\^?_yªºýÿ«»°",
    0.52: "<ksvxz",
    0.56: "=>FJLacehnu×àáâãäåçèéêëñùúûü",
    0.6: "$+0123456789ESTZbdgopqÈÉÊËòóôõöøß¿−",
    0.68: "#&BKPRVXYACDUÀÁÂÃÄÅÇÝÙÚÛÜ–…",
    0.76: "GHNOQ~%wÑÒÓÔÕÖØ",
    0.96: "Mm@W—ÆŒæœ",
}
"""Letters of our own font by their advance, rounded up."""

ADVANCES = {letter: width for width, letters in ROBOTO.items() for letter in letters}
NO_ADVANCE = frozenset({"Mn", "Me", "Cf", "Cc"})
SPACE, OF_OTHER_SCRIPTS, IDEOGRAPH, PICTURE = 0.28, 1.1, 1.1, 1.45


@lru_cache(maxsize=4096)
def measure_letter(letter: str) -> float:
    """The width of a letter, in the size of its font, at most."""
    if letter in ADVANCES:
        return ADVANCES[letter]
    category = unicodedata.category(letter)
    if category in NO_ADVANCE:
        return 0.0
    if category == "Zs":
        return SPACE
    if category == "So" or ord(letter) >= 0x1F000:
        return PICTURE
    return IDEOGRAPH if unicodedata.east_asian_width(letter) in "WF" else OF_OTHER_SCRIPTS


def measure(text: str, size: float) -> float:
    """The width of a text in one line, in points."""
    return size * sum(map(measure_letter, text))


def measure_longest_word(text: str, size: float) -> float:
    """The width that breaks none of a text's words, in points."""
    return max((measure(word, size) for word in text.split()), default=0.0)


def break_lines(text: str, width: float, size: float) -> list[str]:
    """The lines of a text, in which words that are wider than a line are broken."""
    return [line for part in text.split("\n") for line in _break_paragraph(part, width, size)]


def _break_paragraph(text: str, width: float, size: float) -> list[str]:
    lines, room = [""], width
    space = size * SPACE
    for word in text.split():
        needed = measure(word, size)
        if lines[-1] and needed + space <= room:
            lines[-1] += f" {word}"
            room -= needed + space
            continue
        for piece in _break_word(word, width, size) if needed > width else (word,):
            lines = [*lines, piece] if lines[-1] else [piece]
            room = width - measure(piece, size)
    return lines if lines != [""] else []


def _break_word(word: str, width: float, size: float) -> list[str]:
    pieces, room = [""], width
    for letter in word:
        needed = measure_letter(letter) * size
        if needed > room and pieces[-1]:
            pieces.append("")
            room = width
        pieces[-1] += letter
        room -= needed
    return pieces


def shorten(text: str, width: float, size: float) -> str:
    """As much of a text as fits in one line, with an ellipsis where that is not all."""
    if measure(text, size) <= width:
        return text
    room = width - measure("…", size)
    kept = ""
    for letter in text:
        room -= measure_letter(letter) * size
        if room < 0:
            break
        kept += letter
    return f"{kept.rstrip()}…"
