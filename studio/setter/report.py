"""Everything the setter room knows about one puzzle, as one task and as text: the same for the command line and the window."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

from studio.core.engine import Cancelled
from studio.core.family import Family
from studio.core.puzzle import Puzzle
from studio.core.requests import Context
from studio.setter.analysis import MULTIPLE, NONE, TIMEOUT, UNIQUE, Verdict, analyse
from studio.setter.rating import Rating, rate

NAMED = 24
"""Clashing clues that a sentence names."""


@dataclass(frozen=True)
class Analysed:
    """A verdict and, for a puzzle with one solution, its rating."""

    verdict: Verdict = field(default_factory=lambda: Verdict(TIMEOUT, message="not decided in time"))
    rating: Rating | None = None


def report(puzzle: Puzzle, ctx: Context, count_up_to: int = 2, wants_rating: bool = True) -> Analysed:
    """The verdict and the rating; sends an Analysed whenever more is known."""
    verdict = analyse(puzzle, ctx.cancel, lambda partial: ctx.send(Analysed(partial)), count_up_to=count_up_to)
    if not wants_rating or not (verdict.verdict == UNIQUE or verdict.one_up_to_symmetry):
        return Analysed(verdict)
    try:
        return Analysed(verdict, rate(puzzle, ctx.cancel))
    except Cancelled:
        return Analysed(replace(verdict, message="stopped before the rating was known"))


def as_json(family: Family, puzzle: Puzzle, analysed: Analysed) -> dict[str, Any]:
    """The command line's JSON, but for the file's name. Rows and columns count from 0; clues that are no cells go by name."""
    verdict, rating = analysed.verdict, analysed.rating
    grid = puzzle.grid
    line: dict[str, Any] = {
        "verdict": verdict.verdict, "seconds": round(verdict.seconds, 6),
        "forced": [[*grid.rc(cell), family.notation.value_json(value)] for cell, value in verdict.forced or ()],
        "differing": [list(grid.rc(cell)) for cell in verdict.differing],
        "clashing": [list(grid.rc(clue)) if isinstance(clue, int) else family.clue_name(puzzle, clue)
                     for clue in verdict.clashing or ()],
        "rating": rating.json() if rating else None,
        "rules": dict(rating.rules) if rating else {},
    }
    if verdict.count > 2 or (verdict.verdict == MULTIPLE and verdict.counted_all):
        line["count"] = verdict.count
    if verdict.message:
        line["message"] = verdict.message
    return line


def as_text(family: Family, puzzle: Puzzle, analysed: Analysed) -> str:
    """The same for people, in a few lines."""
    verdict, rating = analysed.verdict, analysed.rating
    lines = [f"{verdict_sentence(family, puzzle, verdict)} ({verdict.seconds:.3f} s)"]
    if rating is not None:
        guessed = f", guesses {rating.depth} deep" if rating.depth else ""
        often = "once" if rating.steps == 1 else f"{rating.steps} times"
        lines.append(f"{rating.words}: hardest rule {rating.hardest_rule} ({rating.title}), {often}{guessed}")
        lines.append(", ".join(f"{name} {uses}" for name, uses in rating.rules.items()))
        if rating.stopped:
            lines.append(rating.stopped)
    if verdict.message:
        lines.append(verdict.message)
    return "\n  ".join(lines)


def verdict_sentence(family: Family, puzzle: Puzzle, verdict: Verdict) -> str:
    """A verdict in one sentence, for status bars and terminals."""
    if verdict.verdict == UNIQUE:
        return "one solution"
    if verdict.verdict == MULTIPLE:
        count = f"{verdict.count}" if verdict.counted_all else f"at least {verdict.count}"
        if verdict.one_up_to_symmetry:
            return f"one solution up to the symmetries of the board ({verdict.count} images)"
        forced = "" if verdict.forced is None else f", {len(verdict.forced)} cells are the same in all"
        return f"several solutions ({count}){forced}"
    if verdict.verdict == NONE:
        return f"no solution{_blame(family, puzzle, verdict)}"
    return "not decided"


def _blame(family: Family, puzzle: Puzzle, verdict: Verdict) -> str:
    if verdict.clashing is None:
        return ""
    if not verdict.clashing:
        return ", whatever the clues: the board itself cannot be filled"
    named = [family.clue_name(puzzle, clue) for clue in verdict.clashing]
    names = ", ".join(named[:NAMED]) + (f" and {len(named) - NAMED} more" if len(named) > NAMED else "")
    remedy = "remove any of them" if verdict.minimal else "remove some of them (which are needed was not found out in time)"
    return f"; these clash, {remedy}: {names}"
