"""How Algorithm 1 makes a puzzle, for whoever watches: arrows drawn and taken back, the rest shaded, clues that go and stay."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from studio.core.events import ONE_SOLUTION
from studio.core.making import Diary, kept_words, taken_words
from studio.core.say import say, say_n
from studio.families.evolomino.model import IS_SQUARE, NO_SQUARE, SQUARE, WHITE, Field, puzzle_of

if TYPE_CHECKING:
    from studio.families.evolomino.generate import Draft


def _shown(field: Field) -> tuple[Field, tuple[int, ...]]:
    """Arrows alone, and the squares of their blocks as marks."""
    marks = tuple(IS_SQUARE if given == SQUARE else 0 for given in field.givens)
    return Field(field.rows, field.cols, (WHITE,) * len(field.givens), field.arrows), marks


def arrow(diary: Diary, draft: Draft) -> None:
    """TryAddArrow found room for an arrow with its blocks."""
    if not diary.watched:
        return
    field, marks = _shown(draft.shaded_field())
    cells = [row * draft.cols + col for place in (draft.arrows[-1], *draft.blocks[-1]) for row, col in place]
    text = say_n("an arrow with {n} block, each a square larger than the one before; {percent} % of the board is used",
                 "an arrow with {n} blocks, each a square larger than the one before; {percent} % of the board is used",
                 n=len(draft.blocks[-1]), percent=round(100 * draft.fill()))
    diary.put(puzzle_of(field), sorted(set(cells)), text, marks)


def taken_back(diary: Diary, draft: Draft, failed: int) -> None:
    """Backtrack: told before the draft loses its last arrow."""
    if not diary.watched or not draft.arrows:
        return
    gone = {row * draft.cols + col for place in (draft.arrows[-1], *draft.blocks[-1]) for row, col in place}
    field, marks = _shown(draft.shaded_field())
    fewer = Field(field.rows, field.cols, field.givens, field.arrows[:-1])
    squares = {row * draft.cols + col for block in draft.blocks[-1] for row, col in block}
    left = tuple(0 if cell in squares else mark for cell, mark in enumerate(marks))
    diary.take(puzzle_of(fewer), sorted(gone), say("{failed} arrows in a row found no room: the last one is taken back",
                                                   failed=failed), left)


def shaded(diary: Diary, drawn: Field, field: Field, squares: Sequence[int]) -> None:
    """ShadeAllFreeCells, on the fullest board; with what fits besides."""
    if not diary.watched:
        return
    more = [cell for cell, square in enumerate(squares) if square and drawn.givens[cell] != SQUARE]
    text = (say_n("the fullest board is taken; all else is shaded, all squares are given, and {n} more that fits: one solution",
                  "the fullest board is taken; all else is shaded, all squares are given, and {n} more that fit: one solution",
                  n=len(more)) if more else
            say("the fullest board is taken: all else is shaded, and all squares are given, so that there is one solution"))
    diary.put(puzzle_of(field), more, text, _answer(squares), ONE_SOLUTION)


def _answer(squares: Sequence[int]) -> tuple[int, ...]:
    return tuple(IS_SQUARE if square else NO_SQUARE for square in squares)


def tried(diary: Diary, before: Field, thinner: Field, changed: tuple[int, ...], squares: Sequence[int],
          other: Sequence[int] | None) -> None:
    """One step of CarveToUnique. `other`: the solution that speaks against it."""
    if not diary.watched:
        return
    grid = puzzle_of(before).grid
    if other is None:
        diary.take(puzzle_of(thinner), changed, taken_words(grid, changed), _answer(squares), ONE_SOLUTION)
        return
    differ = [cell for cell, (mine, theirs) in enumerate(zip(squares, other)) if bool(mine) != bool(theirs)]
    word = say("a square") if other[differ[0]] else say("empty")
    diary.keep(puzzle_of(before), puzzle_of(thinner), changed, kept_words(grid, changed, differ[0], word), _answer(squares),
               ONE_SOLUTION, differ)


def tried_by_rules(diary: Diary, before: Field, thinner: Field, changed: tuple[int, ...], squares: Sequence[int], went: bool,
                   difficulty: str) -> None:
    """The same where the rules of a difficulty must suffice."""
    if not diary.watched:
        return
    names = puzzle_of(before).grid.cell_names(changed)
    if went:
        text = say("what is given in {cells} goes: rules of the difficulty {difficulty!r} still suffice", cells=names,
                   difficulty=difficulty)
        diary.take(puzzle_of(thinner), changed, text, _answer(squares), ONE_SOLUTION)
    else:
        text = say("what is given in {cells} stays: without it rules of the difficulty {difficulty!r} do not suffice",
                   cells=names, difficulty=difficulty)
        diary.keep(puzzle_of(before), puzzle_of(thinner), changed, text, _answer(squares))
