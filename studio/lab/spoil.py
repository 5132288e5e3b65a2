"""Spoiled texts: whatever is cut, doubled, blown up or mistyped, a reader gives a puzzle or one sentence, and soon."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from dataclasses import dataclass

from studio.core import files, registry
from studio.core.draw import Overlay
from studio.core.family import Family
from studio.core.grid import MAX_SHOWN
from studio.core.puzzle import BadPuzzle, Board
from studio.core.say import say

TYPED = "0123456789-.,:/\"'{}[] \n\txoXO_#abcéß\0∞²\x1b"
PASTED = ("99999999999", "-1", "1e9", "null", "true", "[]", "{}", "\n\n", "9" * 5000, "\n" * 3000, " " * 3000,
          "2000x2000\n\n", "[" * 500)
SLOW_SECONDS = 1.0


def spoiled(text: str, rng: random.Random) -> str:
    for _ in range(rng.choice((1, 1, 2, 4, 10))):
        at, to = sorted((rng.randrange(len(text) + 1), rng.randrange(len(text) + 1)))
        text = rng.choice((text[:at] + text[at + 1:], text[:at] + rng.choice(TYPED) + text[at:],
                           text[:at] + rng.choice(TYPED) + text[at + 1:], text[:at], text[:to] + text[at:to][:200] + text[to:],
                           text[:at] + rng.choice(PASTED) + text[at:]))
    return text


def texts(family: Family) -> Iterator[tuple[str, str, str]]:
    """A small sample in every format that the family writes: the reader's name, a file name, the text."""
    samples = family.samples()
    if not samples:
        return
    puzzle = min(samples, key=lambda sample: sample.grid.size)
    player = {"marks": family.start_marks(puzzle), "pencil": [0] * puzzle.grid.size}
    yield "puzzle", "a.puzzle", files.dumps(puzzle, player)
    for codec in family.codecs():
        try:
            yield codec.id, "a" + (codec.extensions or (".txt",))[0], codec.write(puzzle)
        except BadPuzzle:
            continue  # the format cannot hold this puzzle


@dataclass(frozen=True)
class Trouble:
    """Something that should not have happened, and what it takes to see it again."""

    what: str
    text: str


def read(text: str, name: str) -> Trouble | None:
    """Let a text be read, looked at and written again; what went wrong, if anything did."""
    started = time.process_time()
    try:
        opened = files.parse(text, name)
    except BadPuzzle as fault:
        sentence = str(fault)
        if not sentence or "\n" in sentence:
            return Trouble(say("{sentence!r} is no sentence", sentence=sentence), text)
        if "cannot be read (" in sentence:  # not for people
            return Trouble(say("a reader broke: {sentence}", sentence=sentence), text)
        opened = None
    except Exception as fault:
        return Trouble(f"{type(fault).__name__}: {fault}", text)
    seconds = time.process_time() - started
    if seconds > SLOW_SECONDS:
        return Trouble(say("reading took {seconds:.1f} s", seconds=seconds), text)
    try:
        return _use(opened, text) if opened is not None else None
    except Exception as fault:
        return Trouble(say("the board was read but cannot be used ({kind}: {fault})", kind=type(fault).__name__,
                           fault=fault), text)


def _use(opened: files.Opened, text: str) -> Trouble | None:
    puzzle = opened.puzzle
    family = registry.family(puzzle.family)
    if files.parse(files.dumps(puzzle, opened.player)).puzzle.givens != puzzle.givens:
        return Trouble(say("written and read again it is another puzzle"), text)
    if puzzle.grid.size <= min(MAX_SHOWN, 2500):
        board = Board(puzzle, opened.player.get("marks") or family.start_marks(puzzle), opened.player.get("pencil"))
        family.check(board)
        family.draw(board, Overlay())
    return None
