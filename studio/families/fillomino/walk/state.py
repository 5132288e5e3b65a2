"""The working state of a walk (see docs/kernels.md): a division of the board into connected regions, whatever their sizes.

Cells live on a padded board, as in the clause kernel. A division *costs* something for every clue whose region has another
size, and for every border between two regions of the same size; a division that costs nothing is a solution.
"""

from __future__ import annotations

from studio.solvers.kernels import I32, U8, Fixed, Record

OUTSIDE = -1
CONTACT = 5  # the cost of two neighbouring cells in regions of the same size, or in one region across a given border
UNCLUED = 12  # of a region without a given (basic variant)
STEPS = 200  # of an excursion
STAGES = 4  # of an excursion, each of them cooler than the one before
DEAREST = 64  # a step that costs as much is never taken


class Walk(Record):
    """One division of a board of N cells (M with the padding); regions are numbered 0..M-1."""

    cells: Fixed  # padded cells, M
    width: Fixed  # padded row length
    basic: Fixed  # 1: every region must hold a given
    walls: Fixed  # 1: there are given borders
    largest: Fixed  # most cells of a region
    seed: int  # of the random numbers
    cost: int  # of the division
    fresh: int  # numbers of the division in watched cells where they were never seen
    spares: int  # entries of `spare`
    logged: int  # steps in `log`
    nearby: int  # entries of `near`
    watched: int  # entries of `watch`
    clue: I32  # [M] the given number, 0: none
    given: U8  # [M] 1: a number or "?" is given
    wall_right: U8  # [M] 1: a given border to the right of the cell
    wall_below: U8  # [M] 1: one below it
    place: I32  # [N] the cells of the board
    watch: I32  # [N] the cells whose numbers somebody wants to know
    region: I32  # [M] the cell's region, or OUTSIDE
    size: I32  # [M] cells of the region, 0: there is none of this number
    first: I32  # [M] a cell of the region
    after: I32  # [M] the next cell of the same region, in a ring
    before: I32  # [M] and the one before it
    spare: I32  # [M] numbers that no region has
    log: I32  # [2*STEPS] steps since the last solution: the cell, and the region that it came from
    near: I32  # [N] the cells among which steps are drawn
    price: I32  # [M] what a clue costs whose region has so many cells too many or too few
    odds: I32  # [STAGES*DEAREST] how often (of 2^20 times) a step is taken that costs so much
    seen: U8  # [M*(N+1)] 1: some solution has this number in this cell (index number*M + cell)
