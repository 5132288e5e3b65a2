"""Everything the setter room knows about one puzzle, as one task and as text: the same for the command line and the window."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

from studio.core.engine import Cancelled
from studio.core.family import Family
from studio.core.puzzle import Puzzle
from studio.core.requests import Context
from studio.core.say import listed, say, say_n
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
        return Analysed(replace(verdict, message=say("stopped before the rating was known")))


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
    sentence = verdict_sentence(family, puzzle, verdict)
    lines: list[str] = [say("{verdict} ({seconds:.3f} s)", verdict=sentence, seconds=verdict.seconds)]
    if rating is not None:
        known = {"level": rating.words, "rule": rating.hardest_rule, "title": rating.title}
        lines.append(say_n("{level}: hardest rule {rule} ({title}), once, guesses {depth} deep",
                           "{level}: hardest rule {rule} ({title}), {n} times, guesses {depth} deep",
                           n=rating.steps, depth=rating.depth, **known)
                     if rating.depth else say_n("{level}: hardest rule {rule} ({title}), once",
                                                "{level}: hardest rule {rule} ({title}), {n} times", n=rating.steps, **known))
        lines.append(listed(say("{rule} {uses}", rule=name, uses=uses) for name, uses in rating.rules.items()))
        if rating.stopped:
            lines.append(rating.stopped)
    if verdict.message:
        lines.append(verdict.message)
    return listed(lines, "\n  ")


def verdict_sentence(family: Family, puzzle: Puzzle, verdict: Verdict) -> str:
    """A verdict in one sentence, for status bars and terminals."""
    if verdict.verdict == UNIQUE:
        return say("one solution")
    if verdict.verdict == MULTIPLE:
        count = str(verdict.count) if verdict.counted_all else say("at least {count}", count=verdict.count)
        if verdict.one_up_to_symmetry:
            return say("one solution up to the symmetries of the board ({count} images)", count=verdict.count)
        if verdict.forced is None:
            return say("several solutions ({count})", count=count)
        return say_n("several solutions ({count}), {n} cell is the same in all",
                     "several solutions ({count}), {n} cells are the same in all", n=len(verdict.forced), count=count)
    return _blame(family, puzzle, verdict) if verdict.verdict == NONE else say("not decided")


def _blame(family: Family, puzzle: Puzzle, verdict: Verdict) -> str:
    if verdict.clashing is None:
        return say("no solution")
    if not verdict.clashing:
        return say("no solution, whatever the clues: the board itself cannot be filled")
    named = [family.clue_name(puzzle, clue) for clue in verdict.clashing]
    names = listed(named[:NAMED])
    if len(named) > NAMED:
        names = say("{names} and {count} more", names=names, count=len(named) - NAMED)
    if verdict.minimal:
        return say("no solution; these clash, remove any of them: {names}", names=names)
    return say("no solution; these clash, remove some of them (which are needed was not found out in time): {names}",
               names=names)
