"""What stands in an archive, each part of it proved before it is used."""

from __future__ import annotations

import hashlib
import struct
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO
from zipfile import ZIP_DEFLATED, BadZipFile, ZipFile

from .manifest import FORMAT, NAME, Header, Manifest, Tally, member_of
from .problems import Refused
from .tables import LONGEST_LINE

CHUNK = 1 << 20
LARGEST_MANIFEST = 4 << 20


class Archive:
    """An archive that is open for reading."""

    def __init__(self, path: Path, file: ZipFile, manifest: Manifest) -> None:
        self.path = path
        self.file = file
        self.manifest = manifest

    def prove(self) -> None:
        """Refuse it unless every table is there as the manifest says, and nothing else."""
        members = {NAME, *map(member_of, self.manifest.tables)}
        if sorted(self.file.namelist()) != sorted(members):
            raise Refused(f"{self.path} is damaged: it holds other files than its manifest says.")
        for name, proof in self.manifest.tables.items():
            with self._open(name) as member:
                if _weigh(member, proof.bytes) != (proof.bytes, proof.sha256):
                    raise Refused(self._damaged(name))

    def read_lines(self, name: str) -> Iterator[bytes]:
        """The rows of a table."""
        proof = self.manifest.tables[name]
        tally = Tally(proof.columns)
        with self._open(name) as member:
            while line := member.readline(LONGEST_LINE + 1):
                if len(line) > LONGEST_LINE:
                    raise Refused(self._damaged(name))
                yield from tally.follow([line])
        if tally.prove() != proof:
            raise Refused(self._damaged(name))

    @contextmanager
    def _open(self, name: str) -> Iterator[IO[bytes]]:
        with _understood(self._damaged(name)), self.file.open(member_of(name)) as member:
            yield member

    def _damaged(self, name: str) -> str:
        return (
            f"{self.path} is damaged: what it holds of {name} is not what was written. "
            "Take another backup."
        )


@contextmanager
def open_archive(path: Path) -> Iterator[Archive]:
    """The archive at a path; refused where there is none, or one of another format."""
    try:
        opened = path.open("rb")
    except OSError as error:
        raise Refused(f"{path} cannot be read: {error.strerror}.") from None
    with opened:
        with _understood(f"{path} is no backup of Muster, or it was cut short. Take another file."):
            file = ZipFile(opened)
            text = _read_manifest(file)
            header = Header.model_validate_json(text)
        if header.muster != FORMAT:
            raise Refused(
                f"{path} has the format {header.muster}, and this release reads {FORMAT}. "
                f"Use Muster {header.release}, which wrote it."
            )
        with _understood(f"{path} is damaged: its manifest cannot be read. Take another backup."):
            manifest = Manifest.model_validate_json(text)
        yield Archive(path, file, manifest)


def _read_manifest(file: ZipFile) -> bytes:
    """The manifest's text; BadZipFile where the file cannot be one that `backup` wrote."""
    is_ours = all(each.compress_type == ZIP_DEFLATED for each in file.infolist())
    if not is_ours or NAME not in file.namelist():
        raise BadZipFile
    with file.open(NAME) as member:
        text = member.read(LARGEST_MANIFEST + 1)
    if len(text) > LARGEST_MANIFEST:
        raise BadZipFile
    return text


def _weigh(member: IO[bytes], at_most: int) -> tuple[int, str]:
    """Size and hash of a file, of which no more is read than there should be."""
    size, digest = 0, hashlib.sha256()
    while size <= at_most and (chunk := member.read(CHUNK)):
        size += len(chunk)
        digest.update(chunk)
    return size, digest.hexdigest()


@contextmanager
def _understood(sentence: str) -> Iterator[None]:
    """Refuse with a sentence whatever zip, compression and manifest stumble over."""
    try:
        yield
    except (BadZipFile, EOFError, OSError, RuntimeError, ValueError, struct.error, zlib.error):
        raise Refused(sentence) from None
