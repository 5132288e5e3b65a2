"""What a film has beside its events, as parts of a `.film`: glimpses of solvers, their numbers over time, drafts of makers."""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from typing import Any

from studio.core import files
from studio.core.codec import whole
from studio.core.events import GLIMPSES, Draft, Glimpse, Sample
from studio.core.film import TraceLog
from studio.core.grid import MAX_CELLS
from studio.core.packed import BadBlock
from studio.core.puzzle import Puzzle
from studio.core.say import say

MOST_GLIMPSES, MOST_SAMPLES, MOST_DRAFTS = 100_000, 1_000_000, 20_000
LONGEST_NAME, MOST_NUMBERS = 60, 40
LARGEST = 64 * 1024 * 1024
LARGEST_TICKS = (1 << 31) - 1
GLIMPSE_PART, SAMPLE_PART, DRAFT_PART = "glimpses", "samples", "drafts"


# --- writing ----------------------------------------------------------------------------------------------------------
def side_parts(log: TraceLog) -> dict[str, bytes]:
    """What there is, by the name of its part; a film of steps alone has none."""
    told: dict[str, Any] = {}
    if log.glimpses:
        told[GLIMPSE_PART] = [[glimpse.sort, glimpse.values, glimpse.shares] for glimpse in log.glimpses]
    if log.samples:
        told[SAMPLE_PART] = [[sample.ticks, sample.numbers] for sample in log.samples]
    if log.drafts:
        told[DRAFT_PART] = _drafts_out(log.drafts)
    return {name: json.dumps(part, ensure_ascii=False, separators=(",", ":")).encode() for name, part in told.items()}


def _drafts_out(drafts: Sequence[Draft]) -> list[Any]:
    """Boards by number in a list of different ones: many steps change nothing, or try what comes later."""
    boards: dict[str, int] = {}

    def number(puzzle: Puzzle | None) -> int:
        return -1 if puzzle is None else boards.setdefault(files.dumps(puzzle), len(boards))

    steps = [[number(draft.puzzle), number(draft.tried), draft.judged, draft.marks] for draft in drafts]
    return [[json.loads(board) for board in boards], steps]


# --- reading ----------------------------------------------------------------------------------------------------------
def fill_sides(log: TraceLog, parts: dict[str, bytes], family_id: str) -> None:
    """Put the parts into a film; BadBlock where they are not what this module writes."""
    try:
        if GLIMPSE_PART in parts:
            log.glimpses = [_glimpse(each, log.cells) for each in _listed(parts[GLIMPSE_PART], MOST_GLIMPSES)]
        if SAMPLE_PART in parts:
            log.samples = [_sample(each) for each in _listed(parts[SAMPLE_PART], MOST_SAMPLES)]
        if DRAFT_PART in parts:
            log.drafts = _drafts_in(parts[DRAFT_PART], log.cells, family_id)
    except (ValueError, TypeError, LookupError, RecursionError) as fault:
        raise fault if isinstance(fault, BadBlock) else BadBlock(say("what it has beside its events is none")) from None


def _listed(raw: bytes, most: int) -> list[Any]:
    told = json.loads(raw, parse_int=whole)
    if not isinstance(told, list) or len(told) > most:
        raise BadBlock(say("what it has beside its events is no list"))
    return told


def _glimpse(told: Any, cells: int) -> Glimpse:
    sort, values, shares = told
    if sort not in GLIMPSES or len(values) != cells or len(shares) not in (0, cells):
        raise BadBlock(say("a glimpse is about another board"))
    return Glimpse(sort, _numbers(values, MAX_CELLS), _numbers(shares, 100))


def _numbers(told: Any, most: int) -> tuple[int, ...]:
    if not isinstance(told, list) or not all(type(number) is int and 0 <= number <= most for number in told):
        raise BadBlock(say("a board beside its events holds what is no cell value"))
    return tuple(told)


def _sample(told: Any) -> Sample:
    ticks, numbers = told
    good = type(ticks) is int and 0 <= ticks <= LARGEST_TICKS and isinstance(numbers, dict) and len(numbers) <= MOST_NUMBERS
    if not good or any(len(name) > LONGEST_NAME or isinstance(value, bool) or not isinstance(value, int | float)
                       or not math.isfinite(value) for name, value in numbers.items()):
        raise BadBlock(say("what a solver said of itself is no table of numbers"))
    return Sample(ticks, numbers)


def _drafts_in(raw: bytes, cells: int, family_id: str) -> list[Draft]:
    boards, steps = _listed(raw, 2)
    if not isinstance(boards, list) or not isinstance(steps, list) or max(len(boards), len(steps)) > MOST_DRAFTS:
        raise BadBlock(say("its drafts are no list"))
    puzzles = [files.parse(json.dumps(board), say("a draft")).puzzle for board in boards]
    if any(puzzle.grid.size != cells or puzzle.family != family_id for puzzle in puzzles):
        raise BadBlock(say("a draft is about another board"))
    found = []
    for puzzle, tried, judged, marks in steps:
        if not (type(puzzle) is int and type(tried) is int and 0 <= puzzle < len(puzzles) and -1 <= tried < len(puzzles)):
            raise BadBlock(say("a draft has no board"))
        if not isinstance(judged, str) or len(judged) > LONGEST_NAME or (marks is not None and len(marks) != cells):
            raise BadBlock(say("a draft is none"))
        found.append(Draft(puzzles[puzzle], None if marks is None else _numbers(marks, MAX_CELLS), judged,
                           puzzles[tried] if tried >= 0 else None))
    return found


def fits(log: TraceLog) -> None:
    """Every event that needs something beside it has it."""
    if log.making_events() != len(log.drafts) and not log.cut:
        raise BadBlock(say("its drafts are not as many as its events tell"))
