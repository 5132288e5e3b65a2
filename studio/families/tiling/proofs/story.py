"""A colouring proof told step by step, as a person would check it: plain data for pictures, films and exports.

`steps` turns a proof into sentences, each with the cells that it is about; `proof_json` puts them into the proof that travels
with a result; `proved` tells them as events.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import pairwise
from typing import Any

import numpy as np

from studio.core.engine import SolveResult, Status
from studio.core.say import listed, say, say_n
from studio.core.trace import Reason, TraceWriter
from studio.families.tiling.model.placements import Placements, find_placements
from studio.families.tiling.model.problem import HUGE, Problem
from studio.families.tiling.proofs.proof import BARE, NO_TILING, ONE_BY_ONE, ColouringProof, Group, opening, struck_out

SHOWN_VALUES = 6
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
    counted = count_numbers(problem, proof)
    return [_numbers(proof, counted), *_left_out(problem, proof), *_tiles(problem, proof, placements or _placements(problem)),
            *_counts(proof), _pieces(proof), _board(proof, counted), _verdict(proof)]


# --- the steps ----------------------------------------------------------------------------------------------------------


def _bare(problem: Problem, proof: ColouringProof) -> Iterator[Step]:
    yield from _left_out(problem, proof)
    cell = next(int(i) for i in problem.board_cells() if proof.weight(*divmod(int(i), problem.cols)))
    bare = (say("No position of those that are left covers this cell.") if proof.strikes else
            say("No position covers this cell."))
    yield Step(listed([bare, NO_TILING], " "), (cell,))


@lru_cache(maxsize=1)
def count_numbers(problem: Problem, proof: ColouringProof) -> dict[int, int]:
    """Number -> how many cells of the board bear it; larger ones first. (Several sentences speak of it.)"""
    high, wide = proof.period
    found: Counter[int] = Counter()
    for r in range(high):
        for c in range(wide):
            found[proof.table[r][c]] += int(np.count_nonzero(problem.board[r::high, c::wide]))
    return {value: found[value] for value in sorted(found, reverse=True) if found[value]}


def _numbers(proof: ColouringProof, counted: Mapping[int, int]) -> Step:
    parts = [say_n("{value} on {n} cell", "{value} on {n} cells", n=many, value=number(value))
             for value, many in counted.items()]
    numbers = _shortened(parts)
    text = (say("Every cell gets a number: {numbers}.", numbers=numbers) if proof.pattern == ONE_BY_ONE else
            say("Every cell gets a number ({pattern}): {numbers}.", pattern=proof.pattern, numbers=numbers))
    if not proof.modulus:
        return Step(text)
    return Step(listed([text, say("Sums are counted mod {m}: only the remainder after division by {m} matters.",
                                  m=proof.modulus)], " "))


def _shortened(parts: Sequence[str]) -> str:
    said = listed(parts[:SHOWN_VALUES])
    return say("{first} …", first=said) if len(parts) > SHOWN_VALUES else said


def _left_out(problem: Problem, proof: ColouringProof) -> Iterator[Step]:
    """Positions that no tiling can have, with the first of them as an example."""
    if not proof.strikes:
        return
    many = len(proof.strikes)
    cells, witness = proof.strikes[0]
    shown = (witness,) if witness >= 0 else ()
    text = (say("A piece cannot lie here: the marked cell would have nothing left that covers it.") if witness >= 0 else
            say("A piece cannot lie here: the {tile}, which must be used, would have no place left.",
                tile=problem.tiles[-1 - witness].label))
    rest = say_n("The same goes, one after the other, for {n} more position.",
                 "The same goes, one after the other, for {n} more positions.", n=many - 1)
    yield Step(listed([text, rest], " ") if many > 1 else text, cells, shown)


def _tiles(problem: Problem, proof: ColouringProof, placements: Placements) -> Iterator[Step]:
    """For each tile what it covers, wherever it lies, with an example."""
    examples = _examples(problem, proof, placements)
    for t, tile in enumerate(problem.tiles):
        value, cells = proof.tile_value(t), examples.get(t, ())
        covered = [proof.weight(*divmod(i, problem.cols)) for i in cells]
        if not cells:
            yield Step(say("Tile {tile}: it fits nowhere.", tile=tile.label))
            continue
        total = f"{summed(covered)} = {number(sum(covered))}"
        if proof.modulus and sum(covered) != value:
            total += f" ≡\u00a0{value}\u00a0mod\u00a0{proof.modulus}"
        if proof.modulus or proof.exact:
            yield Step(say("Tile {tile}: {total}, here as wherever it lies.", tile=tile.label, total=total), cells)
        else:
            yield Step(say("Tile {tile}: {total} here; wherever it lies, at least {least}.", tile=tile.label, total=total,
                           least=number(value)), cells)


def _examples(problem: Problem, proof: ColouringProof, places: Placements) -> dict[int, tuple[int, ...]]:
    """A position of each tile that counts: one over different numbers, if there is one; of an inequality, a tight one."""
    if not len(places):
        return {}
    high, wide = proof.period
    table, row, col = np.array(proof.table), places.cells // problem.cols, places.cells % problem.cols
    weight, starts = table[row % high, col % wide], places.start[:-1]
    rank = np.minimum.reduceat(weight, starts) - np.maximum.reduceat(weight, starts)
    if not proof.modulus:
        values = np.array([proof.tile_value(t) for t in range(len(problem.tiles))])
        over = np.add.reduceat(weight, starts) - values[places.tile]
        rank += over * (1 - int(rank.min()))  # a tight one before any other
    first = np.searchsorted(places.tile, np.arange(len(problem.tiles) + 1)).tolist()
    struck = {frozenset(cells) for cells, _ in proof.strikes}
    best: dict[int, tuple[int, ...]] = {}
    for t, (begin, end) in enumerate(pairwise(first)):
        ranks = rank[begin:end]
        order = np.argsort(ranks, kind="stable") if struck else [ranks.argmin()] if end > begin else []
        lying = (tuple(places.of(begin + int(p))) for p in order)
        if (cells := next((cells for cells in lying if frozenset(cells) not in struck), None)) is not None:
            best[t] = cells
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
        yield Step(_counted(proof, many, value, _named(proof, same)))


def _counted(proof: ColouringProof, many: int, value: int, tiles: str) -> str:
    if proof.modulus:
        return say_n("By the areas, every tiling has {n} piece that covers {value}: {tiles}.",
                     "By the areas, every tiling has {n} pieces that cover {value}: {tiles}.", n=many,
                     value=value % proof.modulus, tiles=tiles)
    if proof.exact:
        return say_n("Every tiling has exactly {n} piece of {tiles}, with {value} each.",
                     "Every tiling has exactly {n} pieces of {tiles}, with {value} each.", n=many, tiles=tiles,
                     value=number(value))
    if value < 0:
        return say_n("Every tiling has at most {n} piece of {tiles}, with {value} or more each.",
                     "Every tiling has at most {n} pieces of {tiles}, with {value} or more each.", n=many, tiles=tiles,
                     value=number(value))
    return say_n("Every tiling has exactly {n} piece of {tiles}, with {value} or more each.",
                 "Every tiling has exactly {n} pieces of {tiles}, with {value} or more each.", n=many, tiles=tiles,
                 value=number(value))


def _named(proof: ColouringProof, groups: list[Group]) -> str:
    tiles = [t for group in groups for t in group.tiles]
    names = [proof.tile_names[t] if t < len(proof.tile_names) else f"{t + 1}" for t in tiles]
    if len(names) == len(proof.tile_names) and len(names) > 1:
        return say("all of them")
    if len(names) == 1:
        return say("tile {number}", number=names[0])
    return say("the tiles {tiles}", tiles=_shortened(names))


def _times(many: int, value: int) -> str:
    return f"{many}\u00a0·\u00a0{number(value) if value >= 0 else f'({number(value)})'}"


def _pieces(proof: ColouringProof) -> Step:
    shares: Counter[int] = Counter()
    for group in proof.groups:
        if group.value:
            shares[group.value] += group.count
    if not shares:
        return Step(_together(proof, f"0 mod {proof.modulus}" if proof.modulus else "0"))
    each = " + ".join(_times(count, value) for value, count in shares.items())
    if proof.modulus:
        rest = proof.pieces_sum % proof.modulus
        end = f" ≡\u00a0{rest}\u00a0mod\u00a0{proof.modulus}" if rest != proof.pieces_sum else f" mod {proof.modulus}"
        return Step(_together(proof, f"{each} = {proof.pieces_sum}{end}"))
    return Step(_together(proof, f"{each} = {number(proof.pieces_sum)}"))


def _together(proof: ColouringProof, total: str) -> str:
    if proof.modulus or proof.exact:
        return say("So all pieces of a tiling together cover {total}.", total=total)
    return say("So all pieces of a tiling together cover at least {total}.", total=total)


def _board(proof: ColouringProof, counted: Mapping[int, int]) -> Step:
    parts = [_times(many, value) for value, many in counted.items() if value]
    total = f"= {number(proof.board_sum)}"
    if proof.modulus and proof.board_sum % proof.modulus != proof.board_sum:
        total += f" ≡\u00a0{proof.board_sum % proof.modulus}\u00a0mod\u00a0{proof.modulus}"
    return Step(say("But the whole board bears {each} {total}.", each=" + ".join(parts), total=total)
                if len(parts) <= SHOWN_VALUES else
                say("But the whole board bears all numbers added up {total}.", total=total))


def _verdict(proof: ColouringProof) -> Step:
    if proof.modulus:
        board, pieces = proof.board_sum % proof.modulus, proof.pieces_sum % proof.modulus
        said = say("{board} is not {pieces} mod {m}.", board=board, pieces=pieces, m=proof.modulus)
    elif proof.exact:
        said = say("{board} is not {pieces}.", board=number(proof.board_sum), pieces=number(proof.pieces_sum))
    else:
        said = say("{board} is less than {pieces}.", board=number(proof.board_sum), pieces=number(proof.pieces_sum))
    return Step(listed([said, NO_TILING], " "))


# --- where it goes ------------------------------------------------------------------------------------------------------


def proof_json(problem: Problem, proof: ColouringProof, placements: Placements | None = None) -> dict[str, Any]:
    """The proof as it travels with a result: with its steps, so that a picture of any of them can be drawn."""
    told_steps = [step.to_json() for step in steps(problem, proof, placements)]
    return {**proof.to_json(told(problem, proof)), "steps": told_steps}


def told(problem: Problem, proof: ColouringProof) -> str:
    """The caption; of a balance with the numbers of cells, which is what a person counts."""
    counted = {value: many for value, many in count_numbers(problem, proof).items() if value}
    if not proof.exact or proof.pieces_sum or len(counted) != 2:
        return proof.caption()
    (one, many), (other, few) = counted.items()
    said = say("But the board has {many} cells with {one} and {few} with {other}.", many=many, one=number(one), few=few,
               other=number(other))
    return listed([*opening(proof), said, NO_TILING, *struck_out(proof)], " ")


def proved(problem: Problem, proof: ColouringProof, trace: TraceWriter, placements: Placements | None = None) -> SolveResult:
    """The result of a proof, told step by step where somebody films; else it is put into words when somebody reads them."""

    @cache
    def told_proof() -> dict[str, Any]:
        return proof_json(problem, proof, placements)

    if trace.enabled:
        tell_steps(told_proof(), trace, "colouring")
    else:
        trace.conflict(rule="colouring")
    return SolveResult(Status.NONE, message=lambda: str(told_proof()["caption"]), count=0, proof=told_proof, everything=True)


def tell_steps(data: dict[str, Any], trace: TraceWriter, rule: str) -> None:
    """Each step as an event that draws it, where somebody films; then the contradiction of the whole board."""
    with trace.filming():
        for k, step in enumerate(data["steps"] if trace.enabled else (), 1):
            trace.proof_step(k, step["text"], [*step["cells"], *step["witness"]])
        last = data["steps"][-1]
        trace.conflict(last["cells"][0] if last["cells"] else -1, rule, Reason(last["text"], tuple(last["cells"])))
