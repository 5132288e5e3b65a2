"""Names and titles from files are shown as they are: no escape code reaches a terminal, no markup a label."""

from __future__ import annotations

import io
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TextIO

HARMLESS = "\n\t\r"
TURNING = "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
"""characters that turn the direction of writing, and so the meaning of a name"""


def visible(text: str) -> str:
    """The text with every control character spelled out."""
    if text.isprintable():
        return text
    return "".join(f"\\x{ord(each):02x}" if _is_control(each) else each for each in text)


def _is_control(letter: str) -> bool:
    return (letter < " " and letter not in HARMLESS) or "\x7f" <= letter <= "\x9f" or letter in TURNING


class PlainStream(io.TextIOBase):
    """A terminal that is told nothing but text."""

    def __init__(self, stream: TextIO) -> None:
        self.raw_stream = stream

    def write(self, text: str) -> int:
        return self.raw_stream.write(visible(text))

    def flush(self) -> None:
        self.raw_stream.flush()

    def isatty(self) -> bool:
        return self.raw_stream.isatty()

    def fileno(self) -> int:
        return self.raw_stream.fileno()

    def writable(self) -> bool:
        return True

    @property
    def encoding(self) -> str:  # type: ignore[override]
        return self.raw_stream.encoding


@contextmanager
def plain_terminal() -> Iterator[None]:
    """Standard output and error, where they are terminals. What goes into a file or a pipe stays as it is."""
    saved = sys.stdout, sys.stderr
    if sys.stdout is not None and sys.stdout.isatty():
        sys.stdout = PlainStream(sys.stdout)  # type: ignore[assignment]
    if sys.stderr is not None and sys.stderr.isatty():
        sys.stderr = PlainStream(sys.stderr)  # type: ignore[assignment]
    try:
        yield
    finally:
        sys.stdout, sys.stderr = saved
