"""What commands share: the Command record, input files, options, progress bars and exit codes."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from studio.core import files
from studio.core.puzzle import BadPuzzle, Puzzle

ANSWERED, NOT_ANSWERED, BAD_INPUT, BROKEN, STOPPED = 0, 1, 2, 70, 130
"""exit codes; BROKEN: a fault of the studio itself; STOPPED: by Ctrl+C before all was done"""

T = TypeVar("T")


@dataclass(frozen=True)
class Command:
    name: str
    help: str
    configure: Callable[[argparse.ArgumentParser], None]
    run: Callable[[argparse.Namespace], int]


def say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


def load(path: Path, family_id: str | None) -> Puzzle:
    return files.load(path, family_id).puzzle


def add_family(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--family", help="read text files as this family (when their content does not tell)")


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--option", "-o", action="append", default=[], metavar="K=V", help="an engine option; repeatable")


def make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as fault:
        raise BadPuzzle(f"{folder} cannot be made: {fault.strerror or fault}") from None


class ProgressBar:
    """A one-line bar on a terminal; silent elsewhere."""

    def __init__(self, total: int, label: str = "", always: bool = False) -> None:
        self.total = max(1, total)
        self.label = label
        self.shown = sys.stderr.isatty() and (always or total > 1)

    def show(self, done: float, text: str = "") -> None:
        if self.shown:
            filled = int(30 * min(1.0, done / self.total))
            line = f"\r{self.label} [{'#' * filled}{'.' * (30 - filled)}] {done:.0f}/{self.total} {text}"
            sys.stderr.write(line[:118].ljust(118))
            sys.stderr.flush()

    def close(self) -> None:
        if self.shown:
            sys.stderr.write("\r" + " " * 118 + "\r")
            sys.stderr.flush()


def with_progress(items: Sequence[T], label: str, name: Callable[[T], str]) -> Iterator[T]:
    """Walk a list with a progress bar."""
    bar = ProgressBar(len(items), label)
    try:
        for number, item in enumerate(items):
            bar.show(number, name(item))
            yield item
    finally:
        bar.close()
