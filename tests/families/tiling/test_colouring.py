"""Colouring proofs: found where they should be, never false, checked by plain code, drawn."""

from __future__ import annotations

import json
import random
from dataclasses import replace

import numpy as np
import pytest

from studio.core.draw import Overlay, Text
from studio.core.engine import Status
from studio.core.puzzle import Board
from studio.families.tiling import FAMILY
from studio.families.tiling.codecs.tiler_text import load
from studio.families.tiling.model.counts import forced_counts
from studio.families.tiling.model.placements import find_placements
from studio.families.tiling.model.problem import Problem, board_from_picture, rectangle_board
from studio.families.tiling.model.shapes import NAMED, Tile
from studio.families.tiling.proofs.balance import PRIME, _weights, what_is_left
from studio.families.tiling.proofs.colouring import find_cellwise, find_periodic
from studio.families.tiling.proofs.dual import find_dual
from studio.families.tiling.proofs.howell import MODULUS, missing, separate, span_of, witness
from studio.families.tiling.proofs.lattice import Lattice
from studio.families.tiling.proofs.patterns import CHECKERBOARD, linear, simple_patterns, torus
from studio.families.tiling.proofs.prefilter import drop_hopeless
from studio.families.tiling.proofs.proof import ColouringProof
from studio.families.tiling.proofs.prover import prove_impossible
from studio.families.tiling.proofs.verify import FalseProof, verify
from tests.data import shared_data
from tests.families.tiling.instances import as_puzzle, instances, solve


def tiles(*names: str) -> tuple[Tile, ...]:
    found = []
    for name in names:
        count, _, word = name.rpartition(":")
        found.append(Tile(NAMED[word], int(count) if count else None, word))
    return tuple(found)


def square(n: int, *names: str) -> Problem:
    return Problem(rectangle_board(n, n), tiles(*names))


def corners(n: int) -> Problem:
    board = rectangle_board(n, n).copy()
    board[0, 0] = board[-1, -1] = False
    return Problem(board, tiles("2"))


PROVABLE = [corners(8), corners(30), square(6, "4I"), square(10, "4I"), square(6, "4L"), square(10, "4L"), square(22, "4L"),
            square(4, "3:4T", "1:4O"), square(6, "8:4T", "1:4O"), Problem(rectangle_board(5, 8), tiles("4O"))]


@pytest.mark.parametrize("problem", PROVABLE, ids=lambda p: f"{p.rows}x{p.cols} {' '.join(t.label for t in p.tiles)}")
def test_the_classics_are_proved(problem: Problem) -> None:
    proof = prove_impossible(problem, find_placements(problem))
    assert proof is not None
    verify(problem, proof)
    assert "no tiling" in proof.caption()
    assert ColouringProof.from_json(json.loads(json.dumps(proof.to_json()))) == proof


@pytest.mark.parametrize("name", ["4L", "4I"])
def test_a_million_cells(name: str) -> None:
    problem = Problem(rectangle_board(1002, 1002), tiles(name))
    proof = prove_impossible(problem, None)
    assert proof is not None and max(proof.period) <= 6


def test_4l_on_10x10_is_proved_by_stripes_of_two_colours() -> None:
    proof = find_periodic(square(10, "4L"), find_placements(square(10, "4L")))
    assert proof is not None and proof.modulus == 2 and sorted(proof.period) == [1, 2]
    assert {w for row in proof.table for w in row} == {0, 1}
    assert "every 4L covers 1 mod 2" in proof.caption() and "25·1" in proof.caption()


def test_every_way_alone_proves_something() -> None:
    board = square(6, "4I")
    placements = find_placements(board)
    for way in (find_periodic, find_cellwise, find_dual):
        proof = way(board, placements)
        assert proof is not None
        verify(board, proof)
    hard = square(6, "8:4T", "1:4O")
    assert find_periodic(hard, find_placements(hard)) is None
    inequality = find_dual(hard, find_placements(hard))
    assert inequality is not None and inequality.modulus == 0 and "at least" in inequality.caption()


def test_no_false_proof_on_random_boards() -> None:
    """Whatever is proved impossible has no tiling by search."""
    proved = 0
    for problem in instances(250, 77):
        proof = prove_impossible(problem, find_placements(problem))
        if proof is not None:
            proved += 1
            assert solve(as_puzzle(problem), "simple").status is Status.NONE
    assert proved > 20


def test_no_false_proof_on_the_collection_and_enough_true_ones() -> None:
    proved, unsolvable = 0, 0
    for file in sorted(shared_data("tiling").rglob("*_[su]")):
        problem = load(file)
        proof = prove_impossible(problem, find_placements(problem))
        if file.name.endswith("_u"):
            unsolvable += 1
            proved += proof is not None
        else:
            assert proof is None, file
    assert proved / unsolvable >= 38 / 43


def test_struck_placements_are_checked_again() -> None:
    problem = load(shared_data("tiling") / "misc" / "02_u")
    proof = prove_impossible(problem, find_placements(problem))
    assert proof is not None and proof.strikes
    with pytest.raises(FalseProof):  # in another order the strikes no longer follow from each other
        verify(problem, replace(proof, strikes=tuple(reversed(proof.strikes))))


TAMPERED = [
    ("weights", lambda p: replace(p, table=tuple(tuple(w + (k == 0) for k, w in enumerate(row)) for row in p.table))),
    ("board sum", lambda p: replace(p, board_sum=p.board_sum + 1)),
    ("pieces sum", lambda p: replace(p, pieces_sum=p.pieces_sum + p.modulus)),
    ("count", lambda p: replace(p, groups=tuple(replace(g, count=g.count + 1) for g in p.groups),
                                pieces_sum=sum((g.count + 1) * g.value for g in p.groups))),
    ("modulus", lambda p: replace(p, modulus=3)),
]


@pytest.mark.parametrize("tamper", [case[1] for case in TAMPERED], ids=[case[0] for case in TAMPERED])
def test_a_tampered_proof_is_refused(tamper: object) -> None:
    problem = square(10, "4L")
    proof = prove_impossible(problem, find_placements(problem))
    with pytest.raises(FalseProof):
        verify(problem, tamper(proof))  # type: ignore[operator]


def test_a_proof_for_one_board_is_none_for_another() -> None:
    problem = square(10, "4L")
    proof = prove_impossible(problem, find_placements(problem))
    assert proof is not None
    with pytest.raises(FalseProof):
        verify(square(8, "4L"), proof)


def test_the_proof_is_drawn_with_its_caption() -> None:
    puzzle = FAMILY.samples()[4]
    result = solve(puzzle, "colouring")
    assert result.status is Status.NONE and result.proof is not None
    shapes = FAMILY.draw(Board(puzzle), Overlay(proof=result.proof))
    texts = [shape.text for shape in shapes if isinstance(shape, Text)]
    assert sum(text in ("0", "1") for text in texts) == 100
    assert "So there is no tiling." in " ".join(texts)


def test_colouring_says_nothing_about_solvable_boards() -> None:
    result = solve(FAMILY.samples()[0], "colouring")
    assert result.status is Status.TIMEOUT and result.message == "no colouring proof found; this says nothing about tilings"


def test_forced_counts_by_brute_force() -> None:
    from itertools import product

    rng = random.Random(5)
    for _ in range(120):
        names = rng.sample(["1", "2", "3I", "4O", "5P"], rng.randint(1, 3))
        words = [rng.choice(["", "1:", "2:", "3:"]) + name for name in names]
        problem = Problem(rectangle_board(rng.randint(1, 4), rng.randint(1, 5)), tiles(*words))
        tops = [problem.area // t.size if t.count is None else min(t.count, problem.area // t.size) for t in problem.tiles]
        ways = [way for way in product(*(range(top + 1) for top in tops))
                if sum(n * t.size for n, t in zip(way, problem.tiles, strict=True)) == problem.area]
        forced = forced_counts(problem)
        for k, n in enumerate(forced):
            if n is not None and ways:
                assert {way[k] for way in ways} == {n}
        if ways and len(problem.tiles) > 1:
            assert [len({way[k] for way in ways}) == 1 for k in range(len(forced))] == [n is not None for n in forced]


def test_howell_form_against_brute_force() -> None:
    rng = random.Random(1)
    outside = 0
    for _ in range(400):
        n, width = rng.choice([2, 4, 6, 8, 12, 9, 30]), rng.randint(1, 3)
        rows = np.array([[rng.randrange(-3, n) for _ in range(width)] for _ in range(rng.randint(1, 3))], dtype=np.int64)
        vector = np.array([rng.randrange(n) for _ in range(width)], dtype=np.int64)
        span = {(0,) * width}
        for row in rows:
            span = {tuple((x + k * int(v)) % n for x, v in zip(s, row, strict=True)) for s in span for k in range(n)}
        y = separate(rows, vector, n)
        inside = tuple(int(x) for x in vector) in span
        assert (len(y) == 0) == inside == (missing(span_of(rows, n), vector) < 0)
        if not inside:
            outside += 1
            assert not ((rows @ y) % n).any() and (vector @ y) % n
    assert outside > 100


def test_the_form_serves_one_vector_after_another() -> None:
    """Whatever was asked before, the answers are those of a fresh span."""
    rng = random.Random(2)
    for _ in range(60):
        n, width = rng.choice([4, 6, 12, 30]), rng.randint(2, 4)
        rows = np.array([[rng.randrange(n) for _ in range(width)] for _ in range(40)], dtype=np.int64) * rng.choice([1, 2, 3])
        kept = span_of(rows, n)
        for _ in range(8):
            vector = np.array([rng.randrange(n) for _ in range(width)], dtype=np.int64)
            assert np.array_equal(witness(kept, vector), separate(rows, vector, n))


def test_the_prefilter_drops_only_hopeless_places() -> None:
    """One monomino among straight trominoes: every place that is dropped has no tiling."""
    problem = square(5, "1:1", "3I")
    placements = find_placements(problem)
    kept = drop_hopeless(problem, placements)
    mine = {placements.of(p)[0] for p in range(len(placements)) if placements.tile[p] == 0}
    left = {kept.of(p)[0] for p in range(len(kept)) if kept.tile[p] == 0}
    assert left < mine
    for cell in mine - left:
        board = rectangle_board(5, 5).copy()
        board[cell // 5, cell % 5] = False
        assert solve(as_puzzle(Problem(board, tiles("3I"))), "simple").status is Status.NONE
    big = square(23, "1:1", "3I")
    found = drop_hopeless(big, find_placements(big))
    assert int((found.tile == 0).sum()) == 49 and MODULUS % 27 == 0


def test_a_bare_cell_is_the_plainest_proof() -> None:
    problem = Problem(board_from_picture("xx.\nxxx\n..x\n..x\n..x"), tiles("4O", "2:4L"))
    proof = prove_impossible(problem, find_placements(problem))
    assert proof is None or "no tiling" in proof.caption()


def test_a_prime_tells_like_fractions_whether_a_balance_can_be_broken() -> None:
    """Before numbers are looked for it is asked modulo a prime whether there can be any."""
    met = set()
    for problem in PROVABLE:
        lattice = Lattice(problem, None)
        for side in (2, 3, 4, 5):
            rows, board = lattice.rows(torus(side, side)), lattice.vector(torus(side, side))
            can_break = lattice.misses(torus(side, side), PRIME)
            met.add(can_break)
            assert can_break == (what_is_left(rows, board) is not None)
    assert met == {True, False}


def test_what_is_remembered_of_the_tiles_says_what_the_rows_say() -> None:
    """Tiles' forms, a few placements and single cells are short ways to the answer of the plain rows."""
    met = set()
    for problem in instances(60, 7):
        if not problem.area or not problem.tiles:
            continue
        lattice = Lattice(problem, find_placements(problem))
        for pattern in (CHECKERBOARD, torus(4, 4), torus(5, 5), linear(1, 1, 7, "")):
            rows, vector = lattice.rows(pattern), lattice.vector(pattern)
            plain = len(separate(rows, vector, MODULUS)) > 0
            found = lattice.witness(pattern, MODULUS)
            assert lattice.misses(pattern, MODULUS) == bool(found) == plain
            assert lattice.cells_miss or not plain
            if found:
                assert not ((rows @ found.numbers) % MODULUS).any() and (vector @ found.numbers) % MODULUS
            met.add((plain, found.everywhere))
    assert {True, False} == {plain for plain, _ in met}


def test_a_balance_of_small_numbers_is_never_passed_over() -> None:
    """Where single cells say that there is none, no pattern has one."""
    for problem in instances(60, 8):
        if problem.area and problem.tiles:
            lattice = Lattice(problem, find_placements(problem))
            if lattice.is_small and not lattice.may_balance():
                assert all(_weights(lattice, pattern) is None for pattern in simple_patterns(4, 4))
