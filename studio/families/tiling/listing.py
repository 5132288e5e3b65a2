"""All tilings of a board into a file, part by part: whoever stops it, and however, the same call goes on from there.

The board is divided by what covers its first cells; every tiling belongs to exactly one part. A part's tilings are followed by
a line that closes it; what has no such line after it (a cut line, half a part) is dropped and done again.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from random import Random

import numpy as np

from studio.core.engine import Cancel, Limits
from studio.core.puzzle import Answer, BadPuzzle, Puzzle
from studio.core.say import say
from studio.core.trace import TraceWriter
from studio.families.tiling.kernel.searching import drive
from studio.families.tiling.model.convert import answer_of_pieces, problem_of
from studio.families.tiling.model.placements import find_placements, scan_order
from studio.families.tiling.model.problem import Problem
from studio.families.tiling.packing import after
from studio.families.tiling.proofs.trivial import known_at_once

PARTS = 200
KIND = "puzzle-studio tilings"


@dataclass(frozen=True)
class Part:
    """Pieces that lie, what is left to cover, and how large a share of all choices this is (Knuth's estimate)."""

    laid: tuple[tuple[int, ...], ...]
    rest: Problem
    share: Fraction


@dataclass(frozen=True)
class Stand:
    """How far the list is."""

    parts: int
    done: int
    found: int
    share: float
    """of all choices that are done"""

    @property
    def remaining(self) -> int | None:
        """About how many tilings are still to come: an estimate; None while there is nothing to rest it on."""
        return 0 if self.done == self.parts else round(self.found * (1 - self.share) / self.share) if self.share else None


def divided(problem: Problem, wanted: int = PARTS) -> list[Part]:
    """The largest part is divided further until there are enough."""
    parts = [Part((), problem, Fraction(1))]
    while len(parts) < wanted and any(part.rest.area for part in parts):
        largest = max(range(len(parts)), key=lambda k: (parts[k].share if parts[k].rest.area else 0, -k))
        parts[largest : largest + 1] = list(_next_pieces(parts[largest]))
        if not parts:
            break
    return parts


def _next_pieces(part: Part) -> Iterator[Part]:
    """One part for every way to cover the first open cell."""
    problem, places = part.rest, find_placements(part.rest)
    cell = int(np.flatnonzero(scan_order(problem) == 0)[0])
    start, owner = places.by_cell(problem.board.size)
    choices = [int(p) for p in owner[start[cell] : start[cell + 1]]]
    for p in choices:
        rest = after(problem, places.of(p), int(places.tile[p]))
        yield Part((*part.laid, tuple(places.of(p))), rest, part.share / len(choices))


def tilings_of(part: Part, size: int, cancel: Cancel) -> list[Answer]:
    """All tilings of a part, whole."""
    if not part.rest.area:
        needed = any(tile.least for tile in part.rest.tiles)
        return [] if needed else [answer_of_pieces(size, part.laid)]
    from studio.families.tiling.kernel.mrv import MrvSearch

    trace, places = TraceWriter(), find_placements(part.rest)
    if known_at_once(part.rest, places, trace) is not None:
        return []
    found = drive(MrvSearch(part.rest, places), part.rest, 0, Limits(), trace, cancel).solutions
    return [_joined(part, answer, size) for answer in found]


def _joined(part: Part, answer: Answer, size: int) -> Answer:
    pieces: dict[int, list[int]] = {}
    for cell, number in enumerate(answer):
        if number:
            pieces.setdefault(number, []).append(cell)
    return answer_of_pieces(size, [*part.laid, *pieces.values()])


# --- the file -----------------------------------------------------------------------------------------------------------


def list_all(puzzle: Puzzle, path: Path, cancel: Cancel, told: Callable[[Stand], None] = lambda stand: None,
             parts: int = PARTS) -> Stand:
    """Write all tilings of a puzzle; go on where a file of the same puzzle stops. Raises Cancelled, and what is done stays."""
    divisions = divided(problem_of(puzzle), parts)
    order = list(range(len(divisions)))
    Random(0).shuffle(order)  # so that what is done tells about what is not
    grid = puzzle.grid
    head = {"kind": KIND, "puzzle": _fingerprint(puzzle), "rows": grid.rows, "cols": grid.cols, "parts": len(order)}
    done = _begun(path, head)
    stand = _stand(divisions, done)
    told(stand)
    with path.open("a", encoding="utf-8") as file:
        for k in order:
            if k in done:
                continue
            answers = tilings_of(divisions[k], puzzle.grid.size, cancel)
            file.writelines(_line(puzzle, answer) + "\n" for answer in answers)
            file.write(json.dumps({"part": k, "tilings": len(answers)}) + "\n")
            file.flush()
            done[k] = len(answers)
            stand = _stand(divisions, done)
            told(stand)
    return stand


def _stand(parts: list[Part], done: dict[int, int]) -> Stand:
    return Stand(len(parts), len(done), sum(done.values()), float(sum((parts[k].share for k in done), Fraction(0))))


def _fingerprint(puzzle: Puzzle) -> str:
    asked = json.dumps([puzzle.givens, puzzle.drawn_borders(), dict(puzzle.params)], sort_keys=True, default=str)
    return hashlib.sha256(asked.encode()).hexdigest()[:16]


def _line(puzzle: Puzzle, answer: Answer) -> str:
    cols = puzzle.grid.cols
    return " / ".join(" ".join(str(number or ".") for number in answer[at : at + cols]) for at in range(0, len(answer), cols))


def _begun(path: Path, head: dict[str, object]) -> dict[int, int]:
    """The parts that a file holds whole (part -> tilings); what comes after the last of them is cut off."""
    if not path.exists() or not path.stat().st_size:
        path.write_text(json.dumps(head) + "\n", encoding="utf-8")
        return {}
    done: dict[int, int] = {}
    whole = at = since = 0
    with path.open("rb") as file:
        for number, line in enumerate(file):
            at += len(line)
            if number == 0:
                if _read(line) != head:
                    raise BadPuzzle(say("{path} holds something else than tilings of this board", path=path))
                whole = at
            elif line.startswith(b"{") and line.endswith(b"\n"):
                closing = _read(line)
                if not isinstance(closing, dict) or closing.get("tilings") != since:
                    break
                done[int(closing["part"])], whole, since = since, at, 0
            else:
                since += 1
    with path.open("r+b") as file:
        file.truncate(whole)
    return done


def _read(line: bytes) -> object:
    try:
        return json.loads(line)
    except ValueError:
        return None


def read_all(path: Path) -> Iterator[Answer]:
    """The tilings in a file."""
    with path.open(encoding="utf-8") as file:
        for line in file:
            if not line.startswith("{"):
                yield tuple(0 if token == "." else int(token) for token in line.replace("/", " ").split())
