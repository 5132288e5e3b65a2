"""Check a colouring proof again with plain loops that share nothing with the code that found it."""

from __future__ import annotations

from .problem import Problem
from .proof import ColouringProof

PLAIN_CELLS = 4000
"""Boards up to this size are checked position by position, larger ones offset by offset of the period."""


class FalseProof(Exception):
    """The colouring does not prove what it claims."""


def verify(problem: Problem, proof: ColouringProof) -> None:
    """Raise FalseProof unless the colouring proves that the problem has no tiling."""
    _check_groups(problem, proof)
    cells = {(int(i) // problem.cols, int(i) % problem.cols) for i in problem.board_cells()} if (
        problem.area <= PLAIN_CELLS) else None
    if cells is None and not proof.everywhere:
        raise FalseProof("a large board needs a colouring that holds at every offset")
    if proof.strikes and cells is None:
        raise FalseProof("strikes are for small boards only")
    _check_strikes(problem, proof)
    _check_pieces(problem, proof, cells)
    _check_board(problem, proof, cells)


def _value(proof: ColouringProof, tile: int) -> int:
    return next((g.value for g in proof.groups if tile in g.tiles), 0)


def _turned(cells: list[tuple[int, int]]) -> list[tuple[int, int]]:
    return [(c, -r) for r, c in cells]


def _images(cells: list[tuple[int, int]], reflections: bool) -> list[list[tuple[int, int]]]:
    """All turned (and flipped) images, equal ones once."""
    images: dict[tuple[tuple[int, int], ...], None] = {}
    for start in (cells, [(r, -c) for r, c in cells]) if reflections else (cells,):
        for _ in range(4):
            top, left = min(r for r, _ in start), min(c for _, c in start)
            images[tuple(sorted((r - top, c - left) for r, c in start))] = None
            start = _turned(start)
    return [list(image) for image in images]


def _fits(proof: ColouringProof, total: int, value: int) -> bool:
    return (total - value) % proof.modulus == 0 if proof.modulus else total >= value


def _check_pieces(problem: Problem, proof: ColouringProof, cells: set[tuple[int, int]] | None) -> None:
    high, wide = proof.period
    struck = {frozenset(spots) for spots, _ in proof.strikes}
    for t, tile in enumerate(problem.tiles):
        value = _value(proof, t)
        for image in _images(list(tile.cells), problem.reflections):
            r0, c0 = image[0]
            if cells is None:
                starts = [(r, c) for r in range(high) for c in range(wide)]
            else:
                starts = sorted(cells)
            for r, c in starts:
                spots = [(r + dr - r0, c + dc - c0) for dr, dc in image]
                if cells is not None and not all(spot in cells for spot in spots):
                    continue
                if struck and frozenset(r * problem.cols + c for r, c in spots) in struck:
                    continue
                if not _fits(proof, sum(proof.weight(*spot) for spot in spots), value):
                    raise FalseProof(f"{tile.label} at {spots[0]} covers another sum than {value}")


def _masks(problem: Problem) -> list[tuple[int, int]]:
    """(tile, cells as a bit mask) of every position of every piece, by plain sliding."""
    board = sum(1 << int(i) for i in problem.board_cells())
    found = set()
    for t, tile in enumerate(problem.tiles):
        for image in _images(list(tile.cells), problem.reflections):
            top, left = min(r for r, _ in image), min(c for _, c in image)
            high, wide = max(r for r, _ in image) - top, max(c for _, c in image) - left
            for r in range(problem.rows - high):
                for c in range(problem.cols - wide):
                    mask = sum(1 << ((r + dr - top) * problem.cols + c + dc - left) for dr, dc in image)
                    if mask & board == mask:
                        found.add((t, mask))
    return sorted(found)


def _check_strikes(problem: Problem, proof: ColouringProof) -> None:
    """Each struck position leaves its witness to positions that clash with it or were struck before."""
    if not proof.strikes:
        return
    everything = _masks(problem)
    tile_of = {mask: t for t, mask in everything}
    by_witness: dict[int, list[tuple[int, int]]] = {}
    for t, mask in everything:
        for i in range(problem.board.size):
            if mask >> i & 1:
                by_witness.setdefault(i, []).append((t, mask))
        by_witness.setdefault(-1 - t, []).append((t, mask))
    gone: set[int] = set()
    for cells, witness in proof.strikes:
        mask = sum(1 << i for i in cells)
        tile = tile_of.get(mask)
        if tile is None:
            raise FalseProof("a struck position is none")
        _check_witness(problem, tile, mask, witness)
        alone = problem.tiles[tile].count == 1
        for t, other in by_witness.get(witness, ()):
            if not (other & mask or other in gone or (alone and t == tile)):
                raise FalseProof("a struck position is possible")
        gone.add(mask)


def _check_witness(problem: Problem, tile: int, mask: int, witness: int) -> None:
    """The witness must be covered in every tiling, and not by the struck piece itself."""
    if witness >= 0:
        if not problem.board.ravel()[witness] or mask >> witness & 1:
            raise FalseProof("the witness need not be covered by another piece")
        return
    used_up = sum(t.size * (t.count or 0) for t in problem.tiles) == problem.area
    if tile == -1 - witness or not used_up or any(t.count is None for t in problem.tiles):
        raise FalseProof("the witness tile need not be used")


def _check_board(problem: Problem, proof: ColouringProof, cells: set[tuple[int, int]] | None) -> None:
    if cells is not None:
        total = sum(proof.weight(r, c) for r, c in cells)
    else:
        high, wide = proof.period
        total = 0
        for r in range(high):
            for c in range(wide):
                total += int(problem.board[r::high, c::wide].sum()) * proof.table[r][c]
    pieces = sum(g.count * g.value for g in proof.groups)
    if total != proof.board_sum or pieces != proof.pieces_sum:
        raise FalseProof("the sums in the proof are not those of the board and the pieces")
    if proof.modulus:
        if (total - pieces) % proof.modulus == 0:
            raise FalseProof("the board's sum is what the pieces cover")
    elif total >= pieces:
        raise FalseProof("the board's sum is not smaller than what the pieces cover")


def _check_groups(problem: Problem, proof: ColouringProof) -> None:
    seen: set[int] = set()
    for group in proof.groups:
        if seen & set(group.tiles):
            raise FalseProof("a tile is counted twice")
        seen |= set(group.tiles)
        if group.value == 0:
            continue
        if proof.modulus:
            if group.value % proof.modulus and set(_totals(problem, group.tiles)) != {group.count}:
                raise FalseProof(f"the areas do not force {group.count} pieces")
        elif group.value > 0:
            if set(_totals(problem, group.tiles)) != {group.count}:
                raise FalseProof(f"the areas do not force {group.count} pieces")
        elif max(_totals(problem, group.tiles), default=0) > group.count:
            raise FalseProof(f"there may be more than {group.count} pieces")


def _totals(problem: Problem, tiles: tuple[int, ...]) -> set[int]:
    """How many pieces of these tiles together the areas allow."""
    area = problem.area
    if len(problem.tiles) == len(tiles) and len({t.size for t in problem.tiles}) == 1:
        size = problem.tiles[0].size
        return {area // size} if area % size == 0 else set()
    states = {(0, 0)}  # (area so far, pieces of these tiles so far)
    exact = all(t.count is not None for t in problem.tiles) and sum(
        t.size * (t.count or 0) for t in problem.tiles) == area
    if exact:
        return {sum(problem.tiles[t].count or 0 for t in tiles)}
    for k, tile in enumerate(problem.tiles):
        top = area // tile.size if tile.count is None else min(tile.count, area // tile.size)
        mine = k in tiles
        states = {
            (a + n * tile.size, p + n * mine) for a, p in states for n in range(top + 1) if a + n * tile.size <= area
        }
        if len(states) > 200_000:
            raise FalseProof("too many ways to add up the area")
    return {p for a, p in states if a == area}
