"""`.film`: a search as a file: puzzle, engine, options, events, result, bookmarks.

One line says what it is, one line of JSON says what is in it, and then come the parts, packed: the columns of the events (as
differences where they grow, byte by byte, which packs well), moves, answers, and the reasons in the very blocks in which a film
keeps them. A film from elsewhere is checked like any input: whatever is wrong with it is told in one sentence.
"""

from __future__ import annotations

import json
import math
import zlib
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from studio.core import files, log
from studio.core.codec import whole
from studio.core.engine import Engine, Options, SolveResult, Status
from studio.core.events import CELL, COLUMNS, DEPTH, KIND, NO_ROWS, REASON, RULE, TIME, VALUE, Batch, Kind, Rows, Trial
from studio.core.family import Family
from studio.core.film import TraceLog
from studio.core.grid import MAX_CELLS
from studio.core.history import Stop
from studio.core.making import Maker
from studio.core.packed import BadBlock, Reasons, Unpacked, inflate
from studio.core.puzzle import BadPuzzle, Board, Puzzle
from studio.core.registry import family as family_of
from studio.core.say import marked, say
from studio.share.film import Bookmark, Film
from studio.share.film_sides import DRAFT_PART, GLIMPSE_PART, SAMPLE_PART, fill_sides, fits, side_parts
from studio.share.film_sides import LARGEST as LARGEST_SIDE

EXTENSION = ".film"
MAGIC = b"puzzle-studio film\n"
VERSION = 2
"""1: events alone. 2: with what stands beside them (`film_sides.py`), or of a puzzle being made; older readers refuse it."""
LARGEST_FILE = 512 * 1024 * 1024
LARGEST_HEAD = 64 * 1024 * 1024
LARGEST_PART = 512 * 1024 * 1024
MOST_EVENTS = 8_000_000
LONGEST_NOTE = 10_000
MOST_STOPS, DEEPEST_STOP = 1000, 1 << 24
SIDES = (GLIMPSE_PART, SAMPLE_PART, DRAFT_PART)
GROWING = (DEPTH, REASON, TIME)
"""columns that are kept as differences"""
_RESULT = ("message", "seconds", "stats", "count", "proof", "complete", "everything", "stopped", "film_seconds")
_CELL_BITS = "<i4"


# --- writing ----------------------------------------------------------------------------------------------------------
def write_film(film: Film, path: str | Path, progress: Callable[[float, str], None] | None = None) -> None:
    """Write the file; BadPuzzle with one sentence if that cannot be done."""
    if film.running:
        raise BadPuzzle(say("a film can be saved when its search has ended or was stopped"))
    with files.writing(path) as stream:
        for number, piece in enumerate(film_pieces(film)):
            stream.write(piece)
            if progress is not None:
                progress(min(0.99, number / 12), say("writing the film"))


def film_pieces(film: Film) -> Iterator[bytes]:
    """The file's content, piece by piece."""
    parts: list[tuple[str, bytes, int]] = []
    for name, raw in _plain_parts(film.log, film.result):
        parts.append((name, zlib.compress(raw, 3), len(raw)))
    blocks = film.log.reasons.blocks()
    reasons = b"".join(blocks)
    for name, raw in side_parts(film.log).items():
        parts.append((name, zlib.compress(raw, 3), len(raw)))
    parts.append(("reasons", reasons, len(reasons)))
    head = _head(film) | {"reason_blocks": [len(block) for block in blocks],
                          "parts": [[name, len(packed), raw, f"{zlib.crc32(packed):08x}"] for name, packed, raw in parts]}
    yield MAGIC
    yield json.dumps(head, ensure_ascii=False, separators=(",", ":"), default=str).encode() + b"\n"
    for _, packed, _ in parts:
        yield packed


def _head(film: Film) -> dict[str, Any]:
    result = film.result
    return {"version": VERSION if _beside(film.log) else 1, "puzzle": json.loads(files.dumps(film.puzzle)),
            "engine": film.engine.id,
            "options": {"solutions": film.options.solutions, "values": dict(film.options.values)},
            "events": len(film.log), "cells": film.log.cells, "rules": film.log.rules, "cut": film.log.cut,
            "solutions": len(_answers(film.log, result)), "told": len(film.log.solutions), "moves": len(film.log.moves),
            "bookmarks": [[mark.position, mark.note] for mark in film.bookmarks],
            "stops": [[stop.depth, stop.rule, stop.cell] for stop in film.stops],
            "result": None if result is None else {"status": result.status.value, "solutions": _numbers(film.log, result),
                                                   **{name: getattr(result, name) for name in _RESULT}}}


def _beside(log: TraceLog) -> bool:
    return bool(log.glimpses or log.samples or log.drafts)


def _answers(log: TraceLog, result: SolveResult | None) -> list[tuple[int, ...]]:
    """The answers that the film tells, then those that only the result has."""
    told = list(log.solutions)
    known = set(told)
    return told + [answer for answer in (result.solutions if result is not None else ()) if answer not in known]


def _numbers(log: TraceLog, result: SolveResult) -> list[int]:
    numbers = {answer: number for number, answer in reversed(list(enumerate(_answers(log, result))))}
    return [numbers[answer] for answer in result.solutions]


def _plain_parts(log: TraceLog, result: SolveResult | None) -> Iterator[tuple[str, bytes]]:
    for column in range(COLUMNS):
        numbers = log.rows[:, column]
        yield f"column {column}", _planes(np.diff(numbers, prepend=np.int32(0)) if column in GROWING else numbers)
    starts, cells, values = log.moves.arrays()
    yield "moves", np.concatenate([np.diff(starts), cells, values]).astype(_CELL_BITS).tobytes()
    yield "solutions", _planes(np.array(_answers(log, result), np.int32).reshape(-1))


def _planes(numbers: NDArray[Any]) -> bytes:
    """Whole numbers as four rows of bytes, highest bytes last: those are nearly all alike."""
    return np.ascontiguousarray(numbers.astype(_CELL_BITS)).view(np.uint8).reshape(-1, 4).T.tobytes()


# --- reading ----------------------------------------------------------------------------------------------------------
def is_film(path: str | Path) -> bool:
    try:
        with Path(path).open("rb") as stream:
            return stream.read(len(MAGIC)) == MAGIC
    except OSError:
        return False


def read_film(path: str | Path) -> Film:
    """Read a film; every failure is a BadPuzzle with one sentence."""
    path = Path(path)
    try:
        if path.stat().st_size > LARGEST_FILE:
            raise BadPuzzle(say("{path} is too large to be a film", path=path))
        data = path.read_bytes()
    except FileNotFoundError:
        raise BadPuzzle(say("{path} does not exist", path=path)) from None
    except OSError as fault:
        raise BadPuzzle(say("{path} cannot be read: {fault}", path=path, fault=fault.strerror or fault)) from None
    return film_of(data, path.name)


def film_of(data: bytes, name: str = marked("the film")) -> Film:
    try:
        return Reader(data).film()
    except BadBlock as fault:
        raise BadPuzzle(say("{name} is damaged: {fault}", name=name, fault=fault)) from None
    except BadPuzzle as fault:
        raise BadPuzzle(f"{name}: {fault}") from None
    except (ValueError, ArithmeticError, LookupError, TypeError, AttributeError, RecursionError, MemoryError) as fault:
        log.details_of(fault)
        raise BadPuzzle(say("{name} cannot be read ({kind})", name=name, kind=type(fault).__name__)) from None


class Reader:
    """One pass over a file's bytes. BadBlock: damaged; BadPuzzle: what it says cannot be."""

    def __init__(self, data: bytes) -> None:
        if not data.startswith(MAGIC):
            raise BadPuzzle(say("this is no film of the studio"))
        end = data.find(b"\n", len(MAGIC), len(MAGIC) + LARGEST_HEAD)
        if end < 0:
            raise BadBlock(say("it ends too early"))
        try:
            head = json.loads(data[len(MAGIC) : end], parse_int=whole)
        except (ValueError, RecursionError):
            raise BadBlock(say("its heading cannot be read")) from None
        if not isinstance(head, dict):
            raise BadBlock(say("its heading is no table"))
        version = self._count(head, "version", 1 << 30)
        if version > VERSION:
            raise BadPuzzle(say("it was written by a newer studio (film version {version}; this one reads {version2})",
                                version=version, version2=VERSION))
        self.head, self.data, self.at = head, data, end + 1
        self.events = self._count(head, "events", MOST_EVENTS)

    @staticmethod
    def _count(table: Mapping[str, Any], name: str, most: int) -> int:
        number = table.get(name)
        if type(number) is not int or not 0 <= number <= most:
            raise BadBlock(say("its {name} are no number between 0 and {most}", name=name, most=most))
        return number

    def film(self) -> Film:
        self._parts()
        puzzle = self._puzzle()
        family = family_of(puzzle.family)
        engine = engine_of(family, _text(self.head, "engine"))
        told = TraceLog(puzzle.grid.size, max(self.events, 1))
        answers = self._solutions(puzzle)
        sides = {name: inflate(self.parts[name], min(self.raw[name], LARGEST_SIDE)) for name in SIDES if name in self.parts}
        fill_sides(told, sides, puzzle.family)
        self._fill(told, answers)
        fits(told)
        result = self._result(answers)
        told.cut = self.head.get("cut") is True
        film = Film(family, puzzle, engine, self._options(engine), told, filmed=self.events > 0)
        if result is not None:
            film.finish(result)
        film.bookmarks = self._bookmarks()
        film.stops = self._stops(puzzle.grid.size)
        self._can_be_drawn(film)
        return film

    def _parts(self) -> None:
        listed, self.parts = self.head.get("parts"), {}
        if not isinstance(listed, list) or len(listed) > 32:
            raise BadBlock(say("its parts are not listed"))
        self.raw: dict[str, int] = {}
        for entry in listed:
            name, length, raw, check = entry
            if not all(type(number) is int and 0 <= number <= LARGEST_PART for number in (length, raw)):
                raise BadBlock(say("a part has no length"))
            packed = self.data[self.at : self.at + length]
            if len(packed) != length or f"{zlib.crc32(packed):08x}" != check:
                raise BadBlock(say("its part {name!r} is not as it was written", name=str(name)[:20]))
            self.parts[str(name)], self.raw[str(name)] = packed, raw
            self.at += length
        if self.at != len(self.data):
            raise BadBlock(say("something follows after its end"))

    def _part(self, name: str, numbers: int) -> NDArray[np.int32]:
        """A part that holds so many whole numbers as planes."""
        if name not in self.parts or self.raw[name] != 4 * numbers or 4 * numbers > LARGEST_PART:
            raise BadBlock(say("its part {name!r} is missing or has another length", name=name))
        raw = inflate(self.parts[name], 4 * numbers)
        planes = np.frombuffer(raw, np.uint8).reshape(4, numbers)
        return np.ascontiguousarray(planes.T).view(_CELL_BITS).reshape(-1).astype(np.int32)

    def _puzzle(self) -> Puzzle:
        told = self.head.get("puzzle")
        if not isinstance(told, dict):
            raise BadBlock(say("it holds no puzzle"))
        puzzle = files.parse(json.dumps(told), say("its puzzle")).puzzle
        if self._count(self.head, "cells", MAX_CELLS) != puzzle.grid.size:
            raise BadBlock(say("its events are about another board"))
        return puzzle

    # --- events -------------------------------------------------------------------------------------------------------
    def _fill(self, told: TraceLog, answers: list[tuple[int, ...]]) -> None:
        rules = self.head.get("rules")
        if not isinstance(rules, list) or not all(isinstance(rule, str) for rule in rules):
            raise BadBlock(say("its rules are no list of names"))
        moves = self._moves(told.cells)
        reasons = self._reasons(told)
        rows = self._rows()
        self._check_rows(rows, told.cells, len(rules), len(moves), len(reasons))
        number = self._count(self.head, "told", len(answers))
        found = int((rows[:, KIND] == Kind.SOLUTION).sum())
        if found != number and not (self.head.get("cut") is True and found < number):
            raise BadBlock(say("its solutions are not as many as its events tell"))
        told.reasons = reasons
        told.add(Batch(NO_ROWS, rules=rules, moves=moves, solutions=answers[:number]))
        told.add(Batch(rows))

    def _rows(self) -> Rows:
        rows = np.empty((self.events, COLUMNS), np.int32)
        for column in range(COLUMNS):
            numbers = self._part(f"column {column}", self.events)
            rows[:, column] = np.cumsum(numbers, dtype=np.int32) if column in GROWING else numbers
        return rows

    @staticmethod
    def _check_rows(rows: Rows, cells: int, rules: int, moves: int, reasons: int) -> None:
        bounds = {KIND: (0, len(Kind) - 1), DEPTH: (0, 1 << 24), CELL: (-1 - moves, cells - 1),
                  VALUE: (-MAX_CELLS, MAX_CELLS), RULE: (-1, rules - 1), REASON: (-1, reasons - 1), TIME: (0, 1 << 31)}
        for column, (low, high) in bounds.items():
            numbers = rows[:, column]
            if len(numbers) and (numbers.min() < low or numbers.max() > high):
                raise BadBlock(say("an event speaks of something that there is not"))
        if len(rows) and np.any(np.diff(rows[:, TIME]) < 0):
            raise BadBlock(say("its clock runs backwards"))
        depths = rows[:, DEPTH]
        if len(rows) and (depths[0] > 1 or np.any(np.diff(depths) > 1)):
            raise BadBlock(say("its events skip a level of the search"))

    def _moves(self, cells: int) -> list[tuple[tuple[int, int], ...]]:
        count = self._count(self.head, "moves", 1 << 26)
        numbers = np.frombuffer(inflate(self.parts.get("moves", b""), min(self.raw.get("moves", 0), LARGEST_PART)), _CELL_BITS)
        if len(numbers) < count:
            raise BadBlock(say("its moves are not as many as it says"))
        lengths = numbers[:count]
        if len(numbers) != count + 2 * int(lengths.sum()) or (count and lengths.min() < 0):
            raise BadBlock(say("its moves do not fit together"))
        where, values = np.split(numbers[count:], 2)
        if len(where) and (where.min() < 0 or where.max() >= cells or np.abs(values).max() > MAX_CELLS):
            raise BadBlock(say("a move is about cells beside the board"))
        ends = np.cumsum(lengths).tolist()
        pairs: list[tuple[int, int]] = list(zip(where.tolist(), values.tolist()))
        return [tuple(pairs[start:end]) for start, end in zip([0, *ends[:-1]], ends)]

    def _reasons(self, told: TraceLog) -> Reasons:
        lengths, packed = self.head.get("reason_blocks"), self.parts.get("reasons", b"")
        good = isinstance(lengths, list) and all(type(length) is int and length > 0 for length in lengths)
        if not good or sum(lengths) != len(packed):  # type: ignore[arg-type]
            raise BadBlock(say("its reasons do not fit together"))
        assert isinstance(lengths, list)
        ends = np.cumsum(lengths).tolist()
        reasons = Reasons()
        reasons.take_blocks([packed[start:end] for start, end in zip([0, *ends[:-1]], ends)],
                            lambda block: _check_reasons(block, told.cells))
        return reasons

    def _solutions(self, puzzle: Puzzle) -> list[tuple[int, ...]]:
        count = self._count(self.head, "solutions", LARGEST_PART // 4 // puzzle.grid.size)
        numbers = self._part("solutions", count * puzzle.grid.size).reshape(count, puzzle.grid.size)
        if numbers.size and (numbers.min() < 0 or numbers.max() > MAX_CELLS):
            raise BadBlock(say("a solution holds what is no cell value"))
        return [tuple(row) for row in numbers.tolist()]

    # --- the rest -----------------------------------------------------------------------------------------------------
    def _options(self, engine: Engine) -> Options:
        """As they were, but for what no file may say: a command."""
        told = self.head.get("options")
        values = told.get("values") if isinstance(told, dict) else None
        if not isinstance(values, dict) or not all(isinstance(value, bool | int | float | str) for value in values.values()):
            raise BadBlock(say("its options are no table"))
        assert isinstance(told, dict)
        own = {option.name for option in engine.options if option.by_user}
        kept = {name: value for name, value in values.items() if name not in own}
        return Options(self._count(told, "solutions", 1 << 30), kept)

    def _result(self, answers: list[tuple[int, ...]]) -> SolveResult | None:
        told = self.head.get("result")
        if told is None:
            return None
        if not isinstance(told, dict) or told.get("status") not in set(Status):
            raise BadBlock(say("its result is none"))
        kinds: dict[str, Any] = {"message": str, "seconds": int | float, "stats": dict, "count": int | None,
                                 "proof": dict | None, "complete": bool, "everything": bool, "stopped": str,
                                 "film_seconds": int | float}
        for name, kind in kinds.items():
            value = told.get(name)
            if not isinstance(value, kind) or (isinstance(value, float) and not math.isfinite(value)):
                raise BadBlock(say("its result has no {name}", name=name))
        numbers = told.get("solutions")
        if not isinstance(numbers, list) or not all(type(each) is int and 0 <= each < len(answers) for each in numbers):
            raise BadBlock(say("its result names solutions that are not there"))
        return SolveResult(Status(told["status"]), [answers[each] for each in numbers], **{name: told[name] for name in kinds})

    def _bookmarks(self) -> list[Bookmark]:
        found = []
        for entry in self.head.get("bookmarks", ()):
            position, note = entry
            if type(position) is not int or not 0 <= position <= self.events or not isinstance(note, str):
                raise BadBlock(say("a bookmark is beside the film"))
            found.append(Bookmark(position, note[:LONGEST_NOTE]))
        return sorted(found)

    def _stops(self, cells: int) -> list[Stop]:
        """Films from before there were stops have none."""
        found = []
        for entry in self.head.get("stops", ()):
            depth, rule, cell = entry
            good = type(depth) is int and 0 <= depth <= DEEPEST_STOP and isinstance(rule, str) and type(cell) is int
            if not good or not -1 <= cell < cells or (not depth and not rule and cell < 0):
                raise BadBlock(say("a stop is none"))
            found.append(Stop(depth, rule, cell))
        if len(found) > MOST_STOPS:
            raise BadBlock(say("it has too many stops"))
        return found

    def _can_be_drawn(self, film: Film) -> None:
        """The board as it is at a few moments, drawn: what a family cannot draw is no film of it."""
        from studio.share.film_frames import film_board

        few = 40 if film.log.drafts or film.log.glimpses else 2  # boards beside the events: each is one of its own
        for position in {self.events * part // few for part in range(few + 1)}:
            try:
                board, overlay = film_board(film.family, film.puzzle, film.log, position)
                film.family.draw(board, overlay)
                film.family.draw(Board(film.puzzle, list(board.marks)), overlay)
            except BadPuzzle:
                raise
            except Exception as fault:
                log.details_of(fault)
                raise BadBlock(say("its events set cells to what they cannot be")) from None


def engine_of(family: Family, engine_id: str) -> Engine:
    """The engine of a film: one of the family's, or its generator."""
    if engine_id == Maker.id and family.making is not None:
        return Maker(family.making.options)
    return family.engine(engine_id)


def _text(table: Mapping[str, Any], name: str) -> str:
    value = table.get(name)
    if not isinstance(value, str):
        raise BadBlock(say("it does not say its {name}", name=name))
    return value


def _check_reasons(block: Unpacked, cells: int) -> None:
    if len(block.cells) and (block.cells.min() < 0 or block.cells.max() >= cells):
        raise BadBlock(say("a reason is about cells beside the board"))
    for trial in block.trials():
        _check_trial(trial, cells)
    if any(not 0 <= cell < cells for graph in block.graphs() for link in graph for cell in link.cells):
        raise BadBlock(say("a contradiction is about cells beside the board"))


def _check_trial(trial: Trial, cells: int) -> None:
    for step in trial:
        about = step.reason.cells if step.reason is not None else ()
        fits = step.kind in (Kind.GUESS, Kind.DEDUCE, Kind.CONFLICT) and step.cell < cells and abs(step.value) <= MAX_CELLS
        if not fits or any(not 0 <= cell < cells for cell in about):
            raise BadBlock(say("a supposition is about cells beside the board"))
        for inner in step.reason.trials if step.reason is not None else ():
            _check_trial(inner, cells)
