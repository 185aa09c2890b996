"""The system's libraries that WeasyPrint prints with."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Libraries:
    """Which Pango there is, such as (1, 50, 12), and whether HarfBuzz can cut fonts down."""

    pango: tuple[int, int, int]
    has_subset: bool


def find_libraries() -> Libraries:
    """What WeasyPrint loads; OSError where it finds no Pango."""
    from weasyprint.text import ffi

    number = ffi.pango.pango_version()
    pango = (number // 10_000, number // 100 % 100, number % 100)
    return Libraries(pango, has_subset=ffi.harfbuzz_subset is not None)
