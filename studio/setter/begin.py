"""A puzzle that begins with something the maker has: clues that must stay, cells where clues shall stand, or a solution."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from studio.core import registry
from studio.core.engine import Cancel
from studio.core.family import Family
from studio.core.parts import GenerateRequest, Progress
from studio.core.puzzle import EMPTY, Answer, BadPuzzle, Puzzle
from studio.core.say import say
from studio.setter.ask import ask_best
from studio.setter.mend import ANY, Indistinct, Mended, Mender, Wishes, joined
from studio.setter.rating import LEVELS, rate

BOARD, PATTERN, SOLUTION = "board", "pattern", "solution"
STARTS = (BOARD, PATTERN, SOLUTION)
TRIES = 60
"""Random full boards that are tried for a pattern of clues."""
RATED = 12
"""Unique ones among them that are rated for a wished difficulty, at most."""
SEEN = 8
"""Solutions looked for on each of them: the fewer there are, the nearer it is."""


def start_from(puzzle: Puzzle, start: str, answer: Answer | None, wishes: Wishes, cancel: Cancel, progress: Progress) -> Mended:
    """A unique puzzle made of the board's clues, of their cells alone, or of a solution."""
    if start == BOARD:
        return Mender(puzzle, cancel, progress, wishes).make_unique()
    if start == PATTERN:
        return from_pattern(puzzle, wishes, cancel, progress)
    if start == SOLUTION:
        return from_solution(puzzle, answer, wishes, cancel, progress)
    raise BadPuzzle(say("a puzzle starts from {starts}, not from {start!r}", starts=', '.join(STARTS), start=start))


def from_solution(puzzle: Puzzle, answer: Answer | None, wishes: Wishes, cancel: Cancel, progress: Progress) -> Mended:
    """The board with every clue that this solution has, thinned out as the wishes say."""
    family = registry.family(puzzle.family)
    if answer is None or family.clues is None:
        raise BadPuzzle(say("there is no solution to start from: fill the board in Play first"))
    kept = wishes.kept_questions(puzzle)
    bare = puzzle.with_givens(family.clues.weakened(puzzle, (cell for cell in puzzle.clues() if cell not in kept)))
    faults = family.wrong(bare, answer) and family.wrong(puzzle, answer)
    if faults:
        raise BadPuzzle(say("what is on the board in Play is no solution: {fault}", fault=faults[0]))
    base = puzzle if family.wrong(bare, answer) else bare
    offers = family.clues.offers(base, answer)
    allowed = [clue for clue in offers if clue not in kept
               and (wishes.allowed is None or set(family.clues.cells(base, clue)) <= wishes.allowed)]
    full = family.clues.added(base, answer, allowed)
    if (wishes.allowed is not None or kept) and len(ask_best(full, 2, cancel).solutions) > 1:
        raise BadPuzzle(say("clues in the selected cells alone do not make this solution the only one")
                        if wishes.allowed is not None else
                        say("with the “?” clues kept no others make this solution the only one"))
    return Mender(full, cancel, progress, wishes).thin_out()


def from_pattern(puzzle: Puzzle, wishes: Wishes, cancel: Cancel, progress: Progress) -> Mended:
    """Clues in exactly the cells that have one now, with values of their own, as hard as was wished for if such a filling
    turns up; a few more clues where no filling that was tried is unique by them alone. What is missed is told."""
    family = registry.family(puzzle.family)
    if family.making is None or family.making.full_board is None:
        raise BadPuzzle(say("{name} has no random full boards to take the clues of a pattern from", name=family.name))
    cells = set(puzzle.clues())
    if not cells:
        raise BadPuzzle(say("there is no clue on the board that could tell where clues shall stand"))
    nearest: tuple[int, Puzzle] | None = None
    unique: tuple[int, Puzzle] | None = None
    rated = 0
    for attempt in range(TRIES):
        cancel.check()
        progress(attempt / TRIES, say("{attempt} fillings tried", attempt=attempt))
        board = _filled(family, puzzle, cells, wishes, attempt, cancel)
        answers = ask_best(board, SEEN, cancel).solutions
        cancel.check()
        if answers and board.solution not in answers and family.wrong(board, board.solution or ()):
            board = replace(board, solution=answers[0])  # where an absent clue says something, the filling may break it
        found = len(answers)
        if found == 1:
            rated += 1
            off = _levels_off(board, wishes.difficulty, cancel)
            unique = (off, board) if unique is None or off < unique[0] else unique
            if off == 0 or rated == RATED:
                break
        elif found and (nearest is None or found < nearest[0]):
            nearest = (found, board)
    mender = Mender(puzzle, cancel, progress, wishes)
    if unique is not None:
        return Mended(unique[1], added=tuple(sorted(cells)), message=mender.missed(unique[1]))
    if nearest is None:
        raise BadPuzzle(say("no filling was found for this pattern of clues"))
    board = nearest[1]
    mended = _with_more(replace(board, solution=None), board.solution, wishes, cancel, progress)
    said = say("no filling of {n} tries was unique by this pattern alone: {more} more clues were added", n=TRIES,
               more=len(mended.added))
    return replace(mended, message=joined([said, mender.missed(mended.puzzle, set(cells))]))


def _with_more(board: Puzzle, meant: Answer | None, wishes: Wishes, cancel: Cancel, progress: Progress) -> Mended:
    """The board with further clues: where they may stand, if that is enough, or else anywhere."""
    try:
        return Mender(board, cancel, progress, wishes).make_unique(meant)
    except Indistinct:
        return Mender(board, cancel, progress, replace(wishes, allowed=None)).make_unique(meant)


def _levels_off(puzzle: Puzzle, wanted: str, cancel: Cancel) -> int:
    """How many levels a puzzle is easier or harder than was wished for."""
    rating = rate(puzzle, cancel) if wanted != ANY else None
    return 0 if rating is None else abs(LEVELS.index(rating.level) - LEVELS.index(wanted)) + (not rating.sure)


def _filled(family: Family, puzzle: Puzzle, cells: set[int], wishes: Wishes, attempt: int, cancel: Cancel) -> Puzzle:
    assert family.making is not None and family.making.full_board is not None
    request = GenerateRequest(puzzle.grid.rows, puzzle.grid.cols, wishes.seed, values=dict(puzzle.params))
    full = family.making.full_board(request, Random(f"pattern {wishes.seed} {attempt}"), cancel)
    kept = wishes.kept_questions(puzzle)
    givens = [puzzle.givens[cell] if cell in kept else value if cell in cells else EMPTY
              for cell, value in enumerate(full.givens)]
    return replace(puzzle.with_givens(givens), solution=full.solution)
