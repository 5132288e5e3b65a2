"""A colouring proof told step by step, as a person would check it: plain data for pictures, films and exports.

`steps` turns a proof into sentences, each with the cells that it is about; `proof_json` puts them into the proof that travels
with a result; `proved` tells them as events.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from studio.core.engine import SolveResult, Status
from studio.core.trace import Reason, TraceWriter
from studio.families.tiling.model.placements import Placements, find_placements
from studio.families.tiling.model.problem import HUGE, Problem
from studio.families.tiling.proofs.proof import ColouringProof, Group

SHOWN_VALUES = 6
BARE = "a cell that no piece covers"
EXAMPLE_SIDE = 60
"""Of a huge board, examples are looked for in this corner."""


@dataclass(frozen=True)
class Step:
    """One sentence, the cells that it points at, and (of a left-out position) the cell that nothing could cover."""

    text: str
    cells: tuple[int, ...] = ()
    witness: tuple[int, ...] = ()

    def to_json(self) -> dict[str, Any]:
        return {"text": self.text, "cells": list(self.cells), "witness": list(self.witness)}


def number(value: int) -> str:
    """With a proper minus sign."""
    return str(value).replace("-", "−")


def summed(values: Iterable[int]) -> str:
    """1 + 0 − 1"""
    text = ""
    for value in values:
        text += f" {'−' if value < 0 else '+'} {abs(value)}" if text else number(value)
    return text or "0"


def steps(problem: Problem, proof: ColouringProof, placements: Placements | None = None) -> list[Step]:
    """The whole argument. The placements are looked for where nobody has them."""
    if proof.pattern == BARE and not proof.groups:
        return list(_bare(problem, proof))
    return [_numbers(problem, proof), *_left_out(problem, proof), *_tiles(problem, proof, placements or _placements(problem)),
            *_counts(proof), _pieces(proof), _board(problem, proof), _verdict(proof)]


# --- the steps ----------------------------------------------------------------------------------------------------------


def _bare(problem: Problem, proof: ColouringProof) -> Iterator[Step]:
    yield from _left_out(problem, proof)
    cell = next(int(i) for i in problem.board_cells() if proof.weight(*divmod(int(i), problem.cols)))
    left = " of those that are left" if proof.strikes else ""
    yield Step(f"No position{left} covers this cell. So there is no tiling.", (cell,))


def _by_value(problem: Problem, proof: ColouringProof) -> dict[int, int]:
    """Number -> how many cells of the board bear it; larger ones first."""
    high, wide = proof.period
    found: Counter[int] = Counter()
    for r in range(high):
        for c in range(wide):
            found[proof.table[r][c]] += int(np.count_nonzero(problem.board[r::high, c::wide]))
    return {value: found[value] for value in sorted(found, reverse=True) if found[value]}


def _numbers(problem: Problem, proof: ColouringProof) -> Step:
    counted = _by_value(problem, proof)
    parts = [f"{number(value)} on {many} cell{'s' if many > 1 else ''}" for value, many in counted.items()]
    listed = ", ".join(parts[:SHOWN_VALUES]) + (" …" if len(parts) > SHOWN_VALUES else "")
    how = "" if proof.pattern == "one by one" else f" ({proof.pattern})"
    mod = f" Sums are counted mod {proof.modulus}: only the remainder after division by {proof.modulus} matters." \
        if proof.modulus else ""
    return Step(f"Every cell gets a number{how}: {listed}.{mod}")


def _left_out(problem: Problem, proof: ColouringProof) -> Iterator[Step]:
    """Positions that no tiling can have, with the first of them as an example."""
    if not proof.strikes:
        return
    many = len(proof.strikes)
    cells, witness = proof.strikes[0]
    shown = (witness,) if witness >= 0 else ()
    what = "the marked cell" if witness >= 0 else f"the {problem.tiles[-1 - witness].label}, which must be used,"
    rest = f" The same goes, one after the other, for {many - 1} more positions." if many > 1 else ""
    yield Step(f"A piece cannot lie here: {what} would have nothing left that covers it.{rest}"
               if witness >= 0 else f"A piece cannot lie here: {what} would have no place left.{rest}", cells, shown)


def _tiles(problem: Problem, proof: ColouringProof, placements: Placements) -> Iterator[Step]:
    """For each tile what it covers, wherever it lies, with an example."""
    examples = _examples(problem, proof, placements)
    for t, tile in enumerate(problem.tiles):
        value, cells = proof.tile_value(t), examples.get(t, ())
        covered = [proof.weight(*divmod(i, problem.cols)) for i in cells]
        if not cells:
            yield Step(f"Tile {tile.label}: it fits nowhere.")
            continue
        total = f"{summed(covered)} = {number(sum(covered))}"
        if proof.modulus:
            total += f" ≡\u00a0{value}\u00a0mod\u00a0{proof.modulus}" if sum(covered) != value else ""
            yield Step(f"Tile {tile.label}: {total}, here as wherever it lies.", cells)
        elif proof.exact:
            yield Step(f"Tile {tile.label}: {total}, here as wherever it lies.", cells)
        else:
            yield Step(f"Tile {tile.label}: {total} here; wherever it lies, at least {number(value)}.", cells)


def _examples(problem: Problem, proof: ColouringProof, places: Placements) -> dict[int, tuple[int, ...]]:
    """A position of each tile that counts: one over different numbers, if there is one; of an inequality, a tight one."""
    if not len(places):
        return {}
    high, wide = proof.period
    table, row, col = np.array(proof.table), places.cells // problem.cols, places.cells % problem.cols
    weight, starts = table[row % high, col % wide], places.start[:-1]
    over = np.zeros(len(places), dtype=np.int64)
    if not proof.modulus:
        values = np.array([proof.tile_value(t) for t in range(len(problem.tiles))])
        over = np.add.reduceat(weight, starts) - values[places.tile]
    spread = np.maximum.reduceat(weight, starts) - np.minimum.reduceat(weight, starts)
    struck = {tuple(sorted(cells)) for cells, _ in proof.strikes}
    best: dict[int, tuple[int, ...]] = {}
    for p in np.lexsort((np.arange(len(places)), -spread, over, places.tile)).tolist():
        t = int(places.tile[p])
        if t in best:
            continue
        cells = tuple(places.of(p))
        if tuple(sorted(cells)) not in struck:
            best[t] = cells
        if len(best) == len(problem.tiles):
            break
    return best


def _placements(problem: Problem) -> Placements:
    """All positions; of a huge board those in a corner."""
    if problem.area > HUGE:
        board = np.zeros_like(problem.board)
        board[:EXAMPLE_SIDE, :EXAMPLE_SIDE] = problem.board[:EXAMPLE_SIDE, :EXAMPLE_SIDE]
        problem = Problem(board, problem.tiles, problem.reflections)
    return find_placements(problem)


def _counts(proof: ColouringProof) -> Iterator[Step]:
    """How many pieces there are of those that cover something, by what they cover."""
    groups: dict[int, list[Group]] = {}
    for group in proof.groups:
        if group.value:
            groups.setdefault(group.value, []).append(group)
    for value, same in groups.items():
        many = sum(group.count for group in same)
        pieces = "1 piece" if many == 1 else f"{many} pieces"
        if proof.modulus:
            what = f"that cover{'s' if many == 1 else ''} {value % proof.modulus}: {_named(proof, same)}"
            yield Step(f"By the areas, every tiling has {pieces} {what}.")
        else:
            how = "at most" if value < 0 and not proof.exact else "exactly"
            more = "" if proof.exact else " or more"
            yield Step(f"Every tiling has {how} {pieces} of {_named(proof, same)}, with {number(value)}{more} each.")


def _named(proof: ColouringProof, groups: list[Group]) -> str:
    tiles = [t for group in groups for t in group.tiles]
    names = [proof.tile_names[t] if t < len(proof.tile_names) else f"{t + 1}" for t in tiles]
    if len(names) == len(proof.tile_names) and len(names) > 1:
        return "all of them"
    if len(names) == 1:
        return f"tile {names[0]}"
    listed = ", ".join(names[:SHOWN_VALUES]) + (" …" if len(names) > SHOWN_VALUES else "")
    return f"the tiles {listed}"


def _times(many: int, value: int) -> str:
    return f"{many}\u00a0·\u00a0{number(value) if value >= 0 else f'({number(value)})'}"


def _pieces(proof: ColouringProof) -> Step:
    shares: Counter[int] = Counter()
    for group in proof.groups:
        if group.value:
            shares[group.value] += group.count
    if not shares:
        least = "" if proof.exact else "at least "
        return Step(f"So all pieces of a tiling together cover 0 mod {proof.modulus}." if proof.modulus
                    else f"So all pieces of a tiling together cover {least}0.")
    each = " + ".join(_times(count, value) for value, count in shares.items())
    if proof.modulus:
        rest = proof.pieces_sum % proof.modulus
        end = f" ≡\u00a0{rest}\u00a0mod\u00a0{proof.modulus}" if rest != proof.pieces_sum else f" mod {proof.modulus}"
        return Step(f"So all pieces of a tiling together cover {each} = {proof.pieces_sum}{end}.")
    least = "" if proof.exact else "at least "
    return Step(f"So all pieces of a tiling together cover {least}{each} = {number(proof.pieces_sum)}.")


def _board(problem: Problem, proof: ColouringProof) -> Step:
    counted = {value: many for value, many in _by_value(problem, proof).items() if value}
    parts = [_times(many, value) for value, many in counted.items()]
    shown = " + ".join(parts) if len(parts) <= SHOWN_VALUES else "all numbers added up"
    mod = ""
    if proof.modulus and proof.board_sum % proof.modulus != proof.board_sum:
        mod = f" ≡\u00a0{proof.board_sum % proof.modulus}\u00a0mod\u00a0{proof.modulus}"
    return Step(f"But the whole board bears {shown} = {number(proof.board_sum)}{mod}.")


def _verdict(proof: ColouringProof) -> Step:
    if proof.modulus:
        board, pieces = proof.board_sum % proof.modulus, proof.pieces_sum % proof.modulus
        return Step(f"{board} is not {pieces} mod {proof.modulus}. So there is no tiling.")
    unlike = "not" if proof.exact else "less than"
    return Step(f"{number(proof.board_sum)} is {unlike} {number(proof.pieces_sum)}. So there is no tiling.")


# --- where it goes ------------------------------------------------------------------------------------------------------


def proof_json(problem: Problem, proof: ColouringProof, placements: Placements | None = None) -> dict[str, Any]:
    """The proof as it travels with a result: with its steps, so that a picture of any of them can be drawn."""
    told_steps = [step.to_json() for step in steps(problem, proof, placements)]
    return {**proof.to_json(), "caption": told(problem, proof), "steps": told_steps}


def told(problem: Problem, proof: ColouringProof) -> str:
    """The caption; of a balance with the numbers of cells, which is what a person counts."""
    counted = {value: many for value, many in _by_value(problem, proof).items() if value}
    if not proof.exact or proof.pieces_sum or len(counted) != 2:
        return proof.caption()
    (one, many), (other, few) = counted.items()
    head = proof.caption().rsplit(" So all pieces", 1)[0]
    return f"{head} But the board has {many} cells with {number(one)} and {few} with {number(other)}. So there is no tiling."


def proved(problem: Problem, proof: ColouringProof, trace: TraceWriter, placements: Placements | None = None) -> SolveResult:
    """The result of a proof, told step by step where somebody films."""
    data = proof_json(problem, proof, placements)
    tell_steps(data, trace, "colouring")
    return SolveResult(Status.NONE, message=data["caption"], count=0, proof=data, everything=True)


def tell_steps(data: dict[str, Any], trace: TraceWriter, rule: str) -> None:
    """Each step as an event that draws it, where somebody films; then the contradiction of the whole board."""
    with trace.filming():
        for k, step in enumerate(data["steps"] if trace.enabled else (), 1):
            trace.proof_step(k, step["text"], [*step["cells"], *step["witness"]])
        last = data["steps"][-1]
        trace.conflict(last["cells"][0] if last["cells"] else -1, rule, Reason(last["text"], tuple(last["cells"])))
