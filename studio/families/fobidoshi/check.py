"""The checker: a given changed, a stripe of more than three circles, circles that cannot be joined."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from studio.core.grid import Grid
from studio.core.puzzle import Answer, Board, Puzzle, Violation
from studio.core.say import say
from studio.families.fobidoshi.model import CIRCLE, CROSS, EMPTY, Field, field


def values_of(board: Board) -> list[int]:
    """What stands in every cell: the given, else the mark."""
    return [given or mark for given, mark in zip(board.givens, board.marks)]


def check(board: Board) -> list[Violation]:
    """Everything that no further mark can mend, in reading order within each rule."""
    return [*_changed_givens(board), *_stripes(board), *_cut_off(board)]


def decided(board: Board) -> bool:
    return EMPTY not in values_of(board)


def is_solution_so_far(board: Board) -> bool:
    """True when leaving the undecided cells without circles solves the puzzle: nobody needs to draw every cross."""
    shape = field(board.grid.rows, board.grid.cols)
    circles = shape.where(values_of(board), CIRCLE)
    return bool(circles) and shape.connected(circles) and not check(board)


DECIDED = {CIRCLE, CROSS}


def solves(puzzle: Puzzle, answer: Answer) -> bool:
    """The same rules on whole masks, for thousands of answers: what `check` would find nothing wrong with."""
    shape = field(puzzle.grid.rows, puzzle.grid.cols)
    if len(answer) != shape.size or not set(answer) <= DECIDED:
        return False
    givens, values = bytes(puzzle.givens), bytes(answer)
    given = int.from_bytes(givens)
    kept = given & int.from_bytes(values) == given  # circle and cross have no bit in common
    circles = shape.circles(values)
    return kept and not shape.fours(circles) and shape.connected(circles)


def _changed_givens(board: Board) -> Iterator[Violation]:
    for cell, (given, mark) in enumerate(zip(board.givens, board.marks)):
        if given and mark and given != mark:
            name = board.grid.cell_name(cell)
            text = (say("the circle given at {cell} was changed", cell=name) if given == CIRCLE else
                    say("the cross given at {cell} was changed", cell=name))
            yield Violation("given", text, (cell,))


def _stripes(board: Board) -> Iterator[Violation]:
    values, grid = values_of(board), board.grid
    lines = [range(row * grid.cols, (row + 1) * grid.cols) for row in range(grid.rows)]
    lines += [range(col, grid.size, grid.cols) for col in range(grid.cols)]
    for line in lines:
        for stripe in runs(values, line):
            if len(stripe) > 3:
                text = say("{count} circles in a row, from {first} to {last}", count=len(stripe),
                           first=grid.cell_name(stripe[0]), last=grid.cell_name(stripe[-1]))
                yield Violation("stripe", text, tuple(stripe))


def runs(values: Sequence[int], line: Sequence[int]) -> Iterator[list[int]]:
    """The maximal stripes of circles along a row or column."""
    run: list[int] = []
    for cell in line:
        if values[cell] == CIRCLE:
            run.append(cell)
        elif run:
            yield run
            run = []
    if run:
        yield run


def _cut_off(board: Board) -> Iterator[Violation]:
    """Circles that crosses separate from the largest region that holds circles; one violation per region."""
    shape = field(board.grid.rows, board.grid.cols)
    values = values_of(board)
    circles = shape.where(values, CIRCLE)
    parts = [region & circles for region in shape.groups(shape.full & ~shape.where(values, CROSS)) if region & circles]
    main = max(parts, key=int.bit_count, default=0)
    for part in parts:
        if part != main:
            yield Violation("connected", _sentence(board.grid, shape, part, main), tuple(shape.cells(part)))


def _sentence(grid: Grid, shape: Field, part: int, main: int) -> str:
    cells = list(shape.cells(part))
    size, around = main.bit_count(), grid.cell_name(shape.first(main))
    if len(cells) == 1:
        return say("the circle at {cell} is cut off from the group of {size} around {around}", cell=grid.cell_name(cells[0]),
                   size=size, around=around)
    where = grid.cell_names(cells[:6]) + (" …" if len(cells) > 6 else "")
    return say("the {count} circles at {cells} are cut off from the group of {size} around {around}", count=len(cells),
               cells=where, size=size, around=around)
