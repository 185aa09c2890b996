"""HTML in, PDF out: starts, times, limits and replaces the child process that prints."""

import atexit
import contextlib
import os
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from lists.printing import pipe

ROOT = Path(__file__).resolve().parents[2]
MIB = 1 << 20
# One print is under way and one waits; whoever waits holds a thread that pages are served by.
MOST_AT_ONCE = 2
# All that the child gets to see of the environment: no secrets among it.
ENVIRONMENT = (
    "FONTCONFIG_FILE",
    "FONTCONFIG_PATH",
    "HOME",
    "LANG",
    "LC_ALL",
    "LD_LIBRARY_PATH",
    "PATH",
    "PYTHONPATH",
    "TMPDIR",
    "XDG_CACHE_HOME",
)

Reason = Literal["too-long", "too-large", "crashed", "busy"]


class PrintFailed(Exception):
    """No PDF came of a page; the reason is a code."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(reason)
        self.reason: Reason = reason


class ChildGone(Exception):
    """The child ended before it answered."""


@dataclass(frozen=True)
class Limits:
    """What one print, and one child, may take; sizes in bytes."""

    seconds: float = 20
    patience: float = 10  # seconds to wait for a print that is under way
    html: int = 2 * MIB
    pdf: int = 8 * MIB
    memory: int = 1024 * MIB
    # After so many prints, or when it has grown so large, a child is replaced.
    prints: int = 500
    resident: int = 400 * MIB


class Child:
    """One printing process, and the pipe to it."""

    def __init__(self, limits: Limits) -> None:
        self.prints = 0
        numbers = (int(limits.seconds), limits.memory, limits.html)
        self.process = subprocess.Popen(
            [sys.executable, "-m", "lists.printing.child", *map(str, numbers)],
            bufsize=0,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            cwd=ROOT,
            env={name: os.environ[name] for name in ENVIRONMENT if name in os.environ},
            start_new_session=True,
        )

    def ask(self, html: bytes, *, at_most: int) -> tuple[bytes, bytes]:
        """The kind and the body of the answer; ChildGone if there is none."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.prints += 1
        try:
            pipe.send(self.process.stdin.fileno(), pipe.HTML, html)
            return pipe.receive(self.process.stdout.fileno(), at_most=at_most)
        except (EOFError, BrokenPipeError) as error:
            raise ChildGone from error

    @contextlib.contextmanager
    def killed_at(self, deadline: float) -> Iterator[None]:
        """Kill the child if the block is not through by the deadline, which ends the block."""
        timer = threading.Timer(max(0, deadline - time.monotonic()), self.process.kill)
        timer.daemon = True
        timer.start()
        try:
            yield
        finally:
            timer.cancel()

    def is_worn(self, limits: Limits) -> bool:
        return self.prints >= limits.prints or self._measure() > limits.resident

    def _measure(self) -> int:
        """The resident memory in bytes, as far as the system tells."""
        try:
            pages = Path(f"/proc/{self.process.pid}/statm").read_text().split()[1]
        except (OSError, IndexError):  # no Linux, or no such process any more
            return 0
        return int(pages) * os.sysconf("SC_PAGE_SIZE")

    def end(self) -> None:
        self.process.kill()
        self.process.wait()
        self.close_pipe()

    def close_pipe(self) -> None:
        for end in (self.process.stdin, self.process.stdout):
            if end:
                end.close()


class Renderer:
    """Prints one page at a time in a child that is started at the first print."""

    def __init__(self, limits: Limits | None = None) -> None:
        self.limits = limits or Limits()
        self._child: Child | None = None
        self._start_queue()

    def _start_queue(self) -> None:
        self._lock = threading.Lock()
        self._places = threading.BoundedSemaphore(MOST_AT_ONCE)

    def render(self, html: str) -> bytes:
        """The PDF of an HTML page, within the limits; else PrintFailed."""
        document = html.encode(errors="replace")
        if len(document) > self.limits.html:
            raise PrintFailed("too-large")
        with self._turn():
            deadline = time.monotonic() + self.limits.seconds
            with contextlib.suppress(ChildGone):
                return self._print(document, deadline)
            try:
                return self._print(document, deadline)  # once more, in a new child
            except ChildGone:
                raise PrintFailed("crashed") from None

    def close(self) -> None:
        """End the child, if there is one."""
        child, self._child = self._child, None
        if child:
            child.end()

    def forget(self) -> None:
        """Start from nothing in a forked process: child and queue are its parent's."""
        child, self._child = self._child, None
        self._start_queue()
        if child:
            child.close_pipe()
            child.process.returncode = 0  # or Popen would wait for a process that is not its own

    @contextlib.contextmanager
    def _turn(self) -> Iterator[None]:
        """Wait for the print that is under way; PrintFailed where another waits already."""
        lock, places = self._lock, self._places
        if not places.acquire(blocking=False):
            raise PrintFailed("busy")
        try:
            if not lock.acquire(timeout=self.limits.patience):
                raise PrintFailed("busy")
            try:
                yield
            finally:
                lock.release()
        finally:
            places.release()

    def _print(self, document: bytes, deadline: float) -> bytes:
        child = self._find_child()
        kind = b""
        try:
            with child.killed_at(deadline):
                kind, body = child.ask(document, at_most=self.limits.pdf)
        except pipe.FrameTooLarge:
            raise PrintFailed("too-large") from None
        except ChildGone:
            if time.monotonic() < deadline:
                raise
            raise PrintFailed("too-long") from None
        finally:
            # Whatever the cause: an answer left in the pipe would reach the next print, and a
            # child that ran out of memory is not to be trusted with it.
            if kind != pipe.PDF:
                self.close()
        if kind == pipe.PDF:
            return body
        raise PrintFailed("too-large" if kind == pipe.TOO_LARGE else "crashed")

    def _find_child(self) -> Child:
        if self._child and self._child.is_worn(self.limits):
            self.close()
        if self._child is None:
            self._child = Child(self.limits)
        return self._child


_renderer = Renderer()
os.register_at_fork(after_in_child=_renderer.forget)
atexit.register(_renderer.close)
render_pdf = _renderer.render
