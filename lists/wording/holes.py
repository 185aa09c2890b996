"""What stands in a drawing where each list has something of its own.

A drawing is kept once for all lists that look the same there, and its holes are filled each time.
Each hole is a text that nobody can type, since nobody knows it.
"""

from __future__ import annotations

from secrets import token_hex
from typing import Final

ADDRESS: Final = f"address-{token_hex(8)}"
"""The code by which the page of a list was asked for."""

NODE: Final = f"node-{token_hex(8)}"
"""The id of a node."""

CHILDREN: Final = f"children-{token_hex(8)}"
"""The lines that a line has beneath it."""

NUMBERS: Final = f"numbers-{token_hex(8)}"
"""Which of the numbered pieces a line stands for."""
