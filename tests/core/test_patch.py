"""Parts of boards, boards that grow and shrink, and drawing symmetrically: for every family, from its interface alone."""

from __future__ import annotations

from random import Random

import pytest

from studio.core import registry
from studio.core.patch import Edges, Patch, clearing, cut_out, laid, reshaped
from studio.core.puzzle import BadPuzzle, Board, Change, Puzzle
from studio.core.symmetric import guides, with_partners
from studio.core.turn import SYMMETRIES, TURNS, symmetric_maps, target, turned

BOARDS = [(family.id, sample) for family in registry.families() for sample in family.samples()[:1]]
EVERY = pytest.mark.parametrize(("family_id", "puzzle"), BOARDS, ids=[name for name, _ in BOARDS])


def some_cells(puzzle: Puzzle, seed: int = 3) -> list[int]:
    grid, rng = puzzle.grid, Random(seed)
    rows, cols = sorted(rng.sample(range(grid.rows), 2)), sorted(rng.sample(range(grid.cols), 2))
    return [grid.index(row, col) for row in range(rows[0], rows[1] + 1) for col in range(cols[0], cols[1] + 1)]


@EVERY
def test_a_part_laid_down_where_it_was_changes_nothing(family_id: str, puzzle: Puzzle) -> None:
    board, cells = Board(puzzle), some_cells(puzzle)
    part = cut_out(board, cells)
    row, col = min(board.grid.rc(cell)[0] for cell in cells), min(board.grid.rc(cell)[1] for cell in cells)
    assert laid(board, part, row, col) == []
    board.apply(clearing(board, cells))
    assert not any(board.givens[cell] for cell in cells)
    board.apply(laid(board, part, row, col))
    assert board.puzzle().same_board(puzzle)


@EVERY
def test_a_part_survives_the_clipboard_and_four_turns(family_id: str, puzzle: Puzzle) -> None:
    part = cut_out(Board(puzzle), some_cells(puzzle))
    assert Patch.read(part.text()) == part
    turned_part = part
    for _ in range(4):
        turned_part = turned_part.turned("right")
    assert turned_part == part
    for turn in ("mirror", "flip", "transpose", "half"):
        assert part.turned(turn).turned(turn) == part


@EVERY
def test_the_whole_board_as_a_part_turns_like_the_puzzle(family_id: str, puzzle: Puzzle) -> None:
    whole = cut_out(Board(puzzle), puzzle.grid.cells())
    for turn in TURNS:
        wanted, got = turned(puzzle, turn), whole.turned(turn)
        assert (got.grid, got.givens) == (wanted.grid, wanted.givens)
        assert got.borders == wanted.borders


def test_what_is_no_part_is_none() -> None:
    beyond = '{"puzzle-studio part": 1, "family": "x", "size": [1, 1], "cells": [5], "givens": [0], "borders": []}'
    for text in ("", "hello", '{"puzzle-studio part": 1}', beyond):
        assert Patch.read(text) is None
    with pytest.raises(BadPuzzle):
        cut_out(Board(BOARDS[0][1]), [])


@EVERY
def test_rows_and_columns_come_and_go_on_every_side(family_id: str, puzzle: Puzzle) -> None:
    family = registry.family(family_id)

    def grown(board: Puzzle, edges: Edges) -> Puzzle:
        rows = board.grid.rows + edges.top + edges.bottom
        blank = family.blank(rows, board.grid.cols + edges.left + edges.right, **dict(board.params))
        return reshaped(board, blank, edges)

    for side in ("top", "bottom", "left", "right"):
        larger = grown(puzzle, Edges(**{side: 2}))
        assert larger.grid.size > puzzle.grid.size
        back = grown(larger, Edges(**{side: -2}))
        assert (back.givens, back.borders) == (puzzle.givens, puzzle.borders)


@EVERY
@pytest.mark.parametrize("symmetry", list(SYMMETRIES))
def test_clues_drawn_symmetrically_lie_symmetrically(family_id: str, puzzle: Puzzle, symmetry: str) -> None:
    """Clue by clue, and then all taken away again."""
    family = registry.family(family_id)
    board = Board(family.blank(puzzle.grid.rows, puzzle.grid.cols, **dict(puzzle.params)))
    board.givens = [0] * board.grid.size
    for cell in puzzle.clues():
        change = board.change("givens", cell, puzzle.givens[cell])
        board.apply(with_partners(family.clues, board, [change] if change else [], symmetry))
    drawn = {cell for cell, value in enumerate(board.givens) if value}
    assert drawn >= set(puzzle.clues())
    for to in symmetric_maps(board.grid, symmetry):
        assert {to[cell] for cell in drawn} == drawn
    for cell in puzzle.clues():
        change = board.change("givens", cell, 0)
        board.apply(with_partners(family.clues, board, [change] if change else [], symmetry))
    assert not any(board.givens)


def test_arrows_are_mirrored_with_their_direction() -> None:
    family = next((known for known in registry.families() if known.uses_borders), None)
    if family is None:
        pytest.skip("no family with borders here")
    board = Board(family.blank(3, 4))
    border = board.grid.border_between(4, 5)
    board.apply(with_partners(family.clues, board, [Change("borders", border, 0, 2)], "left-right"))
    to = target(board.grid, "mirror")
    assert board.borders[board.grid.border_between(to[4], to[5])] == 1, "it points at the partner of the cell it pointed at"


def test_every_symmetry_but_none_is_shown() -> None:
    grid = BOARDS[0][1].grid
    assert all(bool(guides(grid, symmetry)) == (symmetry != "none") for symmetry in SYMMETRIES if grid.rows == grid.cols)
