"""How far the ladders go: the share of boards that each family's rules solve without a guess, within a time limit a board.

Asked of boards with one solution (tilings up to symmetry, as for ratings). Boards with several are told apart: no sound rule
can choose between two solutions.
"""

from __future__ import annotations

import csv
import io
import math
import time
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path

from studio.core import registry
from studio.core.deduction import Contradiction
from studio.core.engine import Cancel, Cancelled, Limits, Status
from studio.core.puzzle import Puzzle
from studio.core.say import marked, say
from studio.lab.table import aligned, group_of, natural
from studio.setter.ask import ask_best
from studio.setter.rating import climb

VERDICT_SECONDS = 20.0


@dataclass(frozen=True)
class Climb:
    """One board: how many solutions it has, what the ladder left open, and how long it took."""

    path: Path
    puzzle: Puzzle
    verdict: Status
    solved: bool
    seconds: float
    timed_out: bool
    left: int
    """open cells"""
    rules: Counter[str] = field(default_factory=Counter)


def climb_board(path: Path, puzzle: Puzzle, seconds: float, without: Iterable[str] = ()) -> Climb:
    """The ladder on one board, by the CPU's clock, with some rules switched off."""
    family = registry.family(puzzle.family)
    book = family.rulebook
    assert book is not None
    off = set(without)
    rules = [rule for rule in book.rules if rule.name not in off]
    verdict = verdict_of(puzzle)
    uses: Counter[str] = Counter()
    began = time.process_time()
    solved = timed_out = False
    state = book.rated_from(puzzle)
    try:
        solved = climb(state, rules, uses, Cancel(asked=lambda: time.process_time() - began > seconds))
    except Cancelled:
        timed_out = True
    except Contradiction:
        solved = False
    return Climb(path, puzzle, verdict, solved, time.process_time() - began, timed_out, state.marks().count(0), uses)


def verdict_of(puzzle: Puzzle) -> Status:
    """One solution, several, none; tilings that are images of each other count as one."""
    family = registry.family(puzzle.family)
    result = ask_best(puzzle, 2, Cancel(Limits(VERDICT_SECONDS)))
    if result.status is not Status.MULTIPLE or family.pieces is None:
        return result.status
    first = result.solutions[0]
    images = [list(family.contents(puzzle, image)) for image in family.images(puzzle, first)]
    wanted = len(images) + 1
    more = ask_best(puzzle, wanted, Cancel(Limits(VERDICT_SECONDS)))
    if not more.answered:
        return more.status
    others = [answer for answer in more.solutions if list(family.contents(puzzle, answer)) not in images]
    return Status.MULTIPLE if others else Status.UNIQUE


def table(climbs: Iterable[Climb], by: str = "none") -> str:
    """Per family, and per size or folder if asked: boards with one solution, how many of them the rules solve without a guess,
    and the CPU seconds that all of them took, solved or not. A time that a stopped board decides says so with ">"."""
    found = list(climbs)
    heads = (marked("family"), marked("engine"), marked("boards"), marked("none"), marked("several"), marked("unknown"),
             marked("one"), marked("no guess"), marked("share"), marked("out of time"), marked("median s"), marked("95% s"),
             marked("max s"))
    rows: list[tuple[str, ...]] = []
    for family in sorted({each.puzzle.family for each in found}):
        mine = [each for each in found if each.puzzle.family == family]
        groups = sorted({group_of(each.path, each.puzzle, by) for each in mine}, key=natural)
        rows.extend((group, *_row(family, [each for each in mine if group_of(each.path, each.puzzle, by) == group]))
                    for group in groups)
        if len(groups) > 1:
            rows.append((say("all"), *_row(family, mine)))
    return aligned([("", *heads), *rows] if by != "none" else [heads, *(row[1:] for row in rows)])


def _row(family: str, mine: list[Climb]) -> tuple[str, ...]:
    one = [each for each in mine if each.verdict in (Status.UNIQUE, Status.SOLVED)]
    count = Counter(each.verdict for each in mine)
    unknown = len(mine) - len(one) - count[Status.NONE] - count[Status.MULTIPLE]
    done = sum(each.solved for each in one)
    share = f"{100 * done / len(one):.1f} %" if one else "-"
    return (family, "ladder", str(len(mine)), str(count[Status.NONE]), str(count[Status.MULTIPLE]), str(unknown), str(len(one)),
            str(done), share, str(sum(each.timed_out for each in one)), *_times(one))


def _times(one: list[Climb]) -> tuple[str, str, str]:
    spent = sorted((each.seconds, each.timed_out) for each in one)
    if not spent:
        return "-", "-", "-"
    places = (len(spent) // 2, math.ceil(0.95 * len(spent)) - 1, len(spent) - 1)
    median, high, most = (f"{'>' if cut else ''}{seconds:.2f}" for seconds, cut in (spent[place] for place in places))
    return median, high, most


def rules_used(climbs: Iterable[Climb]) -> str:
    """Per family, how many boards with one solution needed each rule, in the ladder's order; those that none needed, too."""
    boards: dict[str, Counter[str]] = {}
    for each in climbs:
        if each.verdict in (Status.UNIQUE, Status.SOLVED):
            boards.setdefault(each.puzzle.family, Counter()).update(set(each.rules))
    lines = []
    for family_id, counted in sorted(boards.items()):
        book = registry.family(family_id).rulebook
        assert book is not None
        told = ", ".join(f"{rule.name} {counted[rule.name]}" for rule in book.rules)
        lines.append(say("boards of {family} that used each rule: {told}", family=family_id, told=told))
    return "\n".join(lines)


def csv_text(climbs: Iterable[Climb]) -> str:
    """A line per board, with the rules that were used and how often."""
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow(["file", "family", "rows", "cols", "verdict", "without_guess", "seconds", "out_of_time", "open", "rules"])
    for each in climbs:
        used = " ".join(f"{name}:{count}" for name, count in each.rules.items())
        writer.writerow([each.path, each.puzzle.family, each.puzzle.grid.rows, each.puzzle.grid.cols, each.verdict.value,
                         each.solved, f"{each.seconds:.3f}", each.timed_out, each.left, used])
    return text.getvalue()


def run(puzzles: Iterable[tuple[Path, Puzzle]], seconds: float, without: Iterable[str], tell: Callable[[int, str], None]
        ) -> list[Climb]:
    off = tuple(without)
    found: list[Climb] = []
    for number, (path, puzzle) in enumerate(puzzles, 1):
        if registry.family(puzzle.family).rulebook is None:
            tell(number, say("{family} has no rules", family=puzzle.family))
            continue
        found.append(climb_board(path, puzzle, seconds, off))
        tell(number, path.name)
    return found
