"""What the web process and its printing child say to each other: one kind and one body a frame."""

import os
import struct

HTML = b"H"
PDF = b"P"
TOO_LARGE = b"L"
FAILED = b"F"

_HEADER = struct.Struct("!cI")
_CHUNK = 1 << 20


class FrameTooLarge(Exception):
    """The other end announced more bytes than this end will take."""


def send(descriptor: int, kind: bytes, body: bytes) -> None:
    """Write one frame; BrokenPipeError if nobody reads any more."""
    rest = memoryview(_HEADER.pack(kind, len(body)) + body)
    while rest:
        rest = rest[os.write(descriptor, rest) :]


def receive(descriptor: int, *, at_most: int) -> tuple[bytes, bytes]:
    """Read one frame of at most that many bytes; EOFError if the other end is gone."""
    kind, length = _HEADER.unpack(_read(descriptor, _HEADER.size))
    if length > at_most:
        raise FrameTooLarge
    return kind, _read(descriptor, length)


def _read(descriptor: int, length: int) -> bytes:
    content = bytearray()
    while len(content) < length:
        chunk = os.read(descriptor, min(length - len(content), _CHUNK))
        if not chunk:
            raise EOFError
        content += chunk
    return bytes(content)
