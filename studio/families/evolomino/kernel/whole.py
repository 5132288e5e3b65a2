"""All of an Evolomino for solvers outside: clauses, and the study's linear model for solvers of linear programs."""

from __future__ import annotations

from collections.abc import Mapping

from studio.core.puzzle import Answer, Puzzle
from studio.families.evolomino.check import IS_SQUARE, NO_SQUARE, field_of
from studio.families.evolomino.engines.ilp_model import EvolominoModel
from studio.families.evolomino.kernel.whole_clauses import MOST_LITERALS, WholeClauses, literals_of
from studio.families.evolomino.model import SQUARE
from studio.solvers.outside import Whole


def whole(puzzle: Puzzle) -> Whole:
    grid = puzzle.grid
    field = field_of(puzzle)
    model = EvolominoModel(field, False)
    x = [column + 1 for column in model.x]
    on_ring = any(field.givens[cell] == SQUARE for ring in field.rings for cell in ring)
    if model.clash or on_ring:  # known before the model is made: nothing can hold
        never = model.linear.variable("never", 0, 0)
        model.linear.add("never", [never], [1], 1, 1)

    def read(values: Mapping[int, int]) -> Answer:
        return tuple(IS_SQUARE if values.get(variable) else NO_SQUARE for variable in x)

    def differs(answer: Answer) -> list[int]:
        return [-variable if mark == IS_SQUARE else variable for variable, mark in zip(x, answer, strict=True)]

    legend = [f"var {variable} : {grid.cell_name(cell)} is a square" for cell, variable in enumerate(x)]  # not for people
    title = f"Evolomino {grid.rows}x{grid.cols} {puzzle.title}".rstrip()
    if literals_of(model.parts) > MOST_LITERALS:
        return Whole(title, read, differs, legend, None, model.linear, model.linear.n_variables)
    written = WholeClauses(field, model.parts)
    return Whole(title, read, differs, legend, written.clauses, model.linear, written.fresh.top)
