"""The files that a printed page may refer to, read once and served from memory."""

import mimetypes
from dataclasses import dataclass
from pathlib import Path

STYLES = Path(__file__).with_name("styles")


@dataclass(frozen=True)
class OwnFile:
    media_type: str
    content: bytes

    @property
    def is_style_sheet(self) -> bool:
        return self.media_type == "text/css"


def _read(path: Path) -> OwnFile:
    media_type, _ = mimetypes.guess_type(path.name)
    return OwnFile(media_type or "application/octet-stream", path.read_bytes())


# By the address that HTML uses for it: `muster:print.css` is `styles/print.css`.
OWN_FILES = {f"muster:{path.name}": _read(path) for path in sorted(STYLES.iterdir())}
