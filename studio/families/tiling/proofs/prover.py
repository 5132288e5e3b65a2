"""All colouring proofs in one place, the one that is easiest to check first; nothing leaves here unverified."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import numpy.typing as npt

from studio.families.tiling.model.counts import area_is_sum
from studio.families.tiling.model.placements import Placements
from studio.families.tiling.model.problem import Problem
from studio.families.tiling.proofs.balance import find_balance
from studio.families.tiling.proofs.colouring import find_cellwise, find_periodic
from studio.families.tiling.proofs.dual import find_dual
from studio.families.tiling.proofs.proof import BARE, ONE_BY_ONE, ColouringProof
from studio.families.tiling.proofs.trivial import bare_cell
from studio.families.tiling.proofs.verify import PLAIN_CELLS, verify
from studio.families.tiling.proofs.viable import strike_out

CELLWISE = 150


def bare_cell_proof(problem: Problem, placements: Placements) -> ColouringProof | None:
    """The plainest proof: one cell that nothing covers, as a colouring with -1 there and 0 elsewhere."""
    bare = bare_cell(problem, placements)
    if bare is None:
        return None
    cells = [[0] * problem.cols for _ in range(problem.rows)]
    cells[bare // problem.cols][bare % problem.cols] = -1
    names = tuple(tile.label for tile in problem.tiles)
    return ColouringProof(
        tuple(map(tuple, cells)), 0, (), -1, 0, BARE, names, everywhere=False)


def proofs(problem: Problem, placements: Placements | None, cellwise: int = CELLWISE) -> Iterator[ColouringProof]:
    """Candidates, cheapest to find and to check first."""
    if placements is None:
        yield from _kindest(problem, None, find_periodic(problem, None))
        return
    yield from _some(bare_cell_proof(problem, placements))
    yield from _kindest(problem, placements, find_modular(problem, placements, cellwise))
    if problem.area > PLAIN_CELLS:
        return  # a number of its own for each of so many cells is nothing to look at, and strikes cannot be checked
    yield from _some(find_dual(problem, placements))
    yield from proofs_after_strikes(problem, placements, cellwise)


def _kindest(problem: Problem, placements: Placements | None, modular: ColouringProof | None) -> Iterator[ColouringProof]:
    """A balance before remainders. It is a colouring for every modulus, so there is none where no period does."""
    if modular is not None and modular.pattern != ONE_BY_ONE:
        yield from _some(find_balance(problem, placements))
    yield from _some(modular)


def proofs_after_strikes(problem: Problem, placements: Placements, cellwise: int = CELLWISE) -> Iterator[ColouringProof]:
    """Colourings that need only hold for the placements that survive."""
    left, struck = strike_out(problem, placements)
    if struck is None:
        return
    for found in _after_strikes(problem, left, cellwise):
        broken = ~_obeying(problem, placements, found)[struck.order]
        yield replace(found, strikes=struck.needed_for(broken), everywhere=False)


def _obeying(problem: Problem, placements: Placements, proof: ColouringProof) -> npt.NDArray[np.bool_]:
    """Which placements cover what the proof says."""
    high, wide = proof.period
    table = np.tile(np.array(proof.table), (-(-problem.rows // high), -(-problem.cols // wide)))
    weight = table[: problem.rows, : problem.cols].ravel()
    sums = np.add.reduceat(weight[placements.cells], placements.start[:-1])
    over = sums - np.array([proof.tile_value(t) for t in range(len(problem.tiles))])[placements.tile]
    return over % proof.modulus == 0 if proof.modulus else over >= 0


def _after_strikes(problem: Problem, left: Placements, cellwise: int) -> Iterator[ColouringProof]:
    bare = bare_cell_proof(problem, left)
    if bare is not None:
        yield bare
        return
    yield from _some(find_dual(problem, left))
    yield from _some(find_modular(problem, left, cellwise))


def find_modular(problem: Problem, placements: Placements, cellwise: int) -> ColouringProof | None:
    """A colouring modulo some number: cell by cell on small boards (a period is preferred), else periodic."""
    find = find_cellwise if problem.area <= cellwise else find_periodic
    return find(problem, placements)


def _some(found: ColouringProof | None) -> Iterator[ColouringProof]:
    if found is not None:
        yield found


def prove_impossible(problem: Problem, placements: Placements | None, cellwise: int = CELLWISE) -> ColouringProof | None:
    """A verified colouring proof, or None. Boards whose area is no sum of pieces need no colouring."""
    return next(different_proofs(problem, placements, cellwise), None)


def different_proofs(problem: Problem, placements: Placements | None, cellwise: int = CELLWISE) -> Iterator[ColouringProof]:
    """Verified proofs, the kindest first, no two with the same numbers."""
    if not problem.area or not problem.tiles or not area_is_sum(problem):
        return
    seen = set()
    for found in proofs(problem, placements, cellwise):
        if (found.table, found.modulus) not in seen:
            seen.add((found.table, found.modulus))
            verify(problem, found)
            yield found
