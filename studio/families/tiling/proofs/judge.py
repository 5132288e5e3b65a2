"""Judge a player's numbers: do they show that there is no tiling? If not, which placements spoil the argument?

Whatever is accepted has gone through `verify`, which shares nothing with what is done here.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from math import gcd

import numpy as np
import numpy.typing as npt

from studio.core.parts import Judgement
from studio.core.say import marked, say
from studio.families.tiling.model.placements import Placements, find_placements
from studio.families.tiling.model.problem import Problem
from studio.families.tiling.proofs.proof import ColouringProof, Group, covers
from studio.families.tiling.proofs.story import number, proof_json
from studio.families.tiling.proofs.trivial import trivial_result
from studio.families.tiling.proofs.verify import PLAIN_CELLS, FalseProof, totals, verify
from studio.families.tiling.proofs.viable import strike_out

Ints = npt.NDArray[np.int64]
PATTERN = marked("yours")


def judge(problem: Problem, weights: Sequence[int]) -> Judgement:
    """`weights`: a number for every cell of the grid."""
    numbers = np.where(problem.board.ravel(), np.array(weights, dtype=np.int64), 0)
    if not numbers.any():
        return Judgement(False, (say("Give some cells a number first; a cell without one counts 0."),))
    known = trivial_result(problem)
    if known is not None:
        return Judgement(False, (say("No numbers are needed here."), *(step["text"] for step in (known.proof or {})["steps"])))
    places = find_placements(problem)
    return _accepted(problem, numbers, places) or _refused(problem, numbers, places)


# --- what holds ---------------------------------------------------------------------------------------------------------


def _accepted(problem: Problem, numbers: Ints, places: Placements) -> Judgement | None:
    for proof in _arguments(problem, numbers, places):
        try:
            verify(problem, proof)
        except FalseProof:
            continue
        told = proof_json(problem, proof, places)
        return Judgement(True, (str(told["caption"]),), proof=told)
    return None


def _arguments(problem: Problem, numbers: Ints, places: Placements) -> Iterator[ColouringProof]:
    """What the numbers could prove, the easiest to check first; then without the positions that no tiling can have."""
    yield from _from(problem, numbers, places)
    if problem.area > PLAIN_CELLS:
        return
    left, struck = strike_out(problem, places)
    for proof in _from(problem, numbers, left) if struck is not None else ():
        assert struck is not None
        over = _sums(places, numbers) - np.array([proof.tile_value(t) for t in range(len(problem.tiles))])[places.tile]
        obeying = over % proof.modulus == 0 if proof.modulus else over == 0 if proof.exact else over >= 0
        yield replace(proof, strikes=struck.needed_for(~obeying[struck.order]))


def _from(problem: Problem, numbers: Ints, places: Placements) -> Iterator[ColouringProof]:
    spans = _Spans(problem, numbers, places)
    for modulus in spans.moduli():
        yield from _some(_equal(problem, numbers, spans, modulus))
    for sign in (1, -1):
        yield from _some(_bounded(problem, numbers * sign, _Spans(problem, numbers * sign, places)))


def _some(proof: ColouringProof | None) -> Iterator[ColouringProof]:
    if proof is not None:
        yield proof


class _Spans:
    """The least and the largest sum of every tile, and the step between its sums (0: there is only one)."""

    def __init__(self, problem: Problem, numbers: Ints, places: Placements) -> None:
        sums = _sums(places, numbers)
        self.least, self.most, self.step = [], [], []
        for t in range(len(problem.tiles)):
            mine = np.unique(sums[places.tile == t])
            self.least.append(int(mine[0]) if len(mine) else 0)
            self.most.append(int(mine[-1]) if len(mine) else 0)
            self.step.append(gcd(*(int(value) for value in mine - mine[0])) if len(mine) else 0)

    @property
    def common(self) -> int:
        """0: every tile has one sum; else the largest number by which each tile has one remainder."""
        return gcd(*self.step)

    def moduli(self) -> list[int]:
        """0 for exact sums; else what remainders may be taken by, the largest first."""
        common = self.common
        return [0] if common == 0 else [d for d in range(common, 1, -1) if common % d == 0]


def _sums(places: Placements, numbers: Ints) -> Ints:
    return np.add.reduceat(numbers[places.cells], places.start[:-1]) if len(places) else np.zeros(0, dtype=np.int64)


def _equal(problem: Problem, numbers: Ints, spans: _Spans, modulus: int) -> ColouringProof | None:
    """Every tile covers one sum (by the modulus); how many pieces cover something must be certain. No judgement yet of the
    board's own sum."""
    values = [value % modulus if modulus else value for value in spans.least]
    groups = []
    for value in sorted(set(values) - {0}):
        tiles = tuple(t for t, mine in enumerate(values) if mine == value)
        counts = _totals(problem, tiles)
        if len(counts) != 1:
            return None
        groups.append(Group(tiles, counts.pop(), value))
    return _proof(problem, numbers, tuple(groups), modulus, exact=not modulus)


def _bounded(problem: Problem, numbers: Ints, spans: _Spans) -> ColouringProof | None:
    """Every tile covers at least something; the board may have less than that."""
    groups = []
    for value in sorted(set(spans.least) - {0}):
        tiles = tuple(t for t, mine in enumerate(spans.least) if mine == value)
        counts = _totals(problem, tiles)
        if not counts:
            return None
        if value < 0 or len(counts) == 1:
            groups.append(Group(tiles, max(counts), value))
    return _proof(problem, numbers, tuple(groups), 0, exact=False)


def _totals(problem: Problem, tiles: tuple[int, ...]) -> set[int]:
    try:
        return totals(problem, tiles)
    except FalseProof:  # too many ways to add up
        return set()


def _proof(problem: Problem, numbers: Ints, groups: tuple[Group, ...], modulus: int, exact: bool) -> ColouringProof:
    table = tuple(tuple(int(w) for w in row) for row in numbers.reshape(problem.rows, problem.cols))
    return ColouringProof(table, modulus, groups, int(numbers.sum()), sum(g.count * g.value for g in groups), PATTERN,
                          tuple(tile.label for tile in problem.tiles), everywhere=False, exact=exact)


# --- what does not ------------------------------------------------------------------------------------------------------


def _refused(problem: Problem, numbers: Ints, places: Placements) -> Judgement:
    spans = _Spans(problem, numbers, places)
    if spans.common == 1:
        return _spoiled(problem, numbers, places, spans)
    for modulus in spans.moduli():
        proof = _equal(problem, numbers, spans, modulus)
        if proof is not None:
            return _nothing_forbidden(proof)
    return Judgement(False, (
        say("Every tile covers the same wherever it lies, but how many pieces of each kind a tiling has is not certain."),
        say("So the pieces' sum is not certain either. Give tiles that may be left out 0.")))


def _nothing_forbidden(proof: ColouringProof) -> Judgement:
    mod = f" mod {proof.modulus}" if proof.modulus else ""
    pieces, board = proof.pieces_sum, proof.board_sum
    if proof.modulus:
        pieces, board = pieces % proof.modulus, board % proof.modulus
    return Judgement(False, (
        say("Good: wherever it lies, {covers}{mod}.", covers=covers(proof), mod=mod),
        say("So all pieces together cover {pieces}{mod}, and the board bears {board}{mod} as well: this forbids nothing.",
            pieces=number(pieces), board=number(board), mod=mod)))


def _spoiled(problem: Problem, numbers: Ints, places: Placements, spans: _Spans) -> Judgement:
    """Two positions of one tile with different sums, near each other."""
    tile = min((t for t, step in enumerate(spans.step) if step), key=lambda t: (spans.step[t], t))
    mine, sums = np.flatnonzero(places.tile == tile), _sums(places, numbers)
    values, counts = np.unique(sums[mine], return_counts=True)
    usual = int(values[counts.argmax()])
    middle = {p: np.mean([divmod(i, problem.cols) for i in places.of(p)], axis=0) for p in mine.tolist()}
    odd = next(p for p in mine.tolist() if sums[p] != usual)
    even = min((p for p in mine.tolist() if sums[p] == usual), key=lambda p: float(np.abs(middle[p] - middle[odd]).sum()))
    return Judgement(False, (
        say("{tile} covers {sum} here, but {other} there.", tile=problem.tiles[tile].label, sum=number(int(sums[odd])),
            other=number(usual)),
        say("Numbers that forbid a tiling give a tile the same sum wherever it lies, or at least the same remainder.")),
        tuple(places.of(odd)), tuple(places.of(even)))
