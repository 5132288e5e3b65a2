"""What commands share: the Command record, input files, options, progress bars and exit codes."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from studio.core import files, registry
from studio.core.language import told
from studio.core.paste import addresses_in
from studio.core.puzzle import BadPuzzle, Puzzle
from studio.core.say import say

if TYPE_CHECKING:
    from studio.run.job import Message

ANSWERED, NOT_ANSWERED, BAD_INPUT, BROKEN, STOPPED = 0, 1, 2, 70, 130
"""exit codes; BROKEN: a fault of the studio itself; STOPPED: by Ctrl+C before all was done"""

T = TypeVar("T")


@dataclass(frozen=True)
class Command:
    name: str
    help: str
    configure: Callable[[argparse.ArgumentParser], None]
    run: Callable[[argparse.Namespace], int]
    asks_workers: bool = False
    """Workers do all that is worth compiling: this process needs no compiler, and its first worker can be a copy of it."""


def tell(text: str) -> None:
    """What somebody must know besides the results, with the name of who tells it, on standard error."""
    note(say("puzzle-studio: {text}", text=text))


def note(text: str) -> None:
    """A sentence for people, beside the results: in their language, on standard error."""
    print(told(text), file=sys.stderr, flush=True)


def show(text: str) -> None:
    """A result for people, in their language."""
    print(told(text), flush=True)


@dataclass(frozen=True)
class Source:
    """Where puzzles come from: a file, or a text that was given as an address or on standard input."""

    label: str
    path: Path | None = None
    text: str = ""

    @property
    def stem(self) -> str:
        return self.path.stem if self.path is not None else "puzzle"

    def puzzles(self, family_id: str | None) -> list[tuple[str, files.Opened]]:
        """Every puzzle with what to call it; several in one text are numbered. BadPuzzle if there is none."""
        found = files.parse_all(self.text, "", family_id) if self.path is None else files.load_all(self.path, family_id)
        numbered = len(found) > 1
        return [(f"{self.label} ({k})" if numbered else self.label, opened) for k, opened in enumerate(found, 1)]

    def only(self, family_id: str | None) -> files.Opened:
        """Its one puzzle; of several the first, and what is left out is told."""
        opened = files.parse(self.text, "", family_id) if self.path is None else files.load(self.path, family_id)
        tell_left_out(self.label, opened)
        return opened


def sources(words: Sequence[str | Path]) -> list[Source]:
    """Files, folders of files, addresses, `-` for standard input, or one problem typed out (`11x7 4T 3:3I`)."""
    typed = _typed([str(word) for word in words])
    if typed is not None:
        return [typed]
    found: list[Source] = []
    for word in map(str, words):
        if word == "-":
            found.append(Source(say("standard input"), text=_standard_input()))
        elif is_address(word):
            found.append(Source(word if len(word) <= 60 else word[:57] + "...", text=word))
        else:
            found += [Source(str(path), path) for path in files.expand([word])]
    return found


def _typed(words: list[str]) -> Source | None:
    """The words as a problem of a family that can be typed on one line, if none of them is a file."""
    if any(Path(word).exists() for word in words):
        return None
    for family in registry.families():
        for codec in family.codecs():
            text = codec.from_words(words)
            if text is not None:
                return Source(" ".join(words), text=text)
    return None


def is_address(word: str) -> bool:
    """An address of a puzzle site rather than a file: `https://…`, or a bare `fillomino/6/6/…` where no such file is."""
    return "://" in word or ("/" in word and not Path(word).exists() and bool(addresses_in(word)))


def _standard_input() -> str:
    raw = sys.stdin.buffer.read(files.MAX_BYTES + 1)
    if len(raw) > files.MAX_BYTES:
        raise BadPuzzle(say("standard input is too large to be a puzzle"))
    try:
        return files.decoded(raw)
    except UnicodeDecodeError:
        raise BadPuzzle(say("standard input is no text")) from None


def source(word: str | Path) -> Source:
    """The one file, address or `-` that a command works on."""
    return Source(str(word), Path(word)) if str(word) != "-" and not is_address(str(word)) else sources([word])[0]


def load(path: str | Path, family_id: str | None) -> Puzzle:
    return source(path).only(family_id).puzzle


def tell_left_out(label: str, opened: files.Opened) -> None:
    """What a text holds and the studio has no place for."""
    for sentence in opened.told:
        tell(say("{label}: {sentence}", label=label, sentence=sentence))


def add_family(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--family", help="read text files as this family (when their content does not tell)")


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--option", "-o", action="append", default=[], metavar="K=V", help="an engine option; repeatable")


def add_crew(parser: argparse.ArgumentParser) -> None:
    """Who does the work: `studio.lab.cluster.open_crew` reads the two."""
    parser.add_argument("--jobs", type=int, default=1, metavar="N",
                        help="so many at a time on this machine (1: times are least disturbed)")
    parser.add_argument("--cluster", metavar="ADDRESS",
                        help="on a Dask cluster: tcp://HOST:PORT of its scheduler, or local:N for N workers here")


def make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as fault:
        raise BadPuzzle(say("{folder} cannot be made: {fault}", folder=folder, fault=fault.strerror or fault)) from None


class ProgressBar:
    """A one-line bar on a terminal; elsewhere (a log, a cluster's console) a line now and then."""

    LINE_SECONDS = 10.0

    def __init__(self, total: int, label: str = "", always: bool = False) -> None:
        self.total = max(1, total)
        self.label = label
        self.shown = sys.stderr.isatty() and (always or total > 1)
        self._told = time.monotonic()

    def show(self, done: float, text: str = "") -> None:
        if self.shown:
            filled = int(30 * min(1.0, done / self.total))
            line = f"\r{told(self.label)} [{'#' * filled}{'.' * (30 - filled)}] {done:.0f}/{self.total} {told(text)}"
            sys.stderr.write(line[:118].ljust(118))
            sys.stderr.flush()
        elif not sys.stderr.isatty() and time.monotonic() - self._told > self.LINE_SECONDS:
            self._told = time.monotonic()
            note(say("{label}: {done:.0f} of {total} {text}", label=self.label, done=done, total=self.total, text=text))

    def close(self) -> None:
        if self.shown:
            sys.stderr.write("\r" + " " * 118 + "\r")
            sys.stderr.flush()


class Compiling:
    """Says that kernels are being compiled while somebody waits; to be given to `Job.wait`."""

    def __init__(self) -> None:
        self._told = False

    def __call__(self, message: Message) -> None:
        if message.kind != "compiling":
            return
        if not self._told or sys.stderr.isatty():
            text = say("puzzle-studio: compiling the fast kernels, once for this installation (`warm` makes all of them)")
            named = say("{text}: {name}", text=text, name=message.value[-1]) if sys.stderr.isatty() else text
            sys.stderr.write(("\r" if self._told else "") + told(named).ljust(118) + ("" if sys.stderr.isatty() else "\n"))
            sys.stderr.flush()
            self._told = True

    def close(self) -> None:
        if self._told and sys.stderr.isatty():
            sys.stderr.write("\n")


def with_progress(items: Sequence[T], label: str, name: Callable[[T], str]) -> Iterator[T]:
    """Walk a list with a progress bar."""
    bar = ProgressBar(len(items), label)
    try:
        for number, item in enumerate(items):
            bar.show(number, name(item))
            yield item
    finally:
        bar.close()
