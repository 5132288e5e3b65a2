"""Check a colouring proof again with plain loops that share nothing with the code that found it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache

from studio.core.say import say
from studio.families.tiling.model.problem import Problem
from studio.families.tiling.model.shapes import Tile
from studio.families.tiling.proofs.proof import ColouringProof

PLAIN_CELLS = 4000
"""Boards up to this size are checked position by position, larger ones offset by offset of the period."""


class FalseProof(Exception):
    """The colouring does not prove what it claims."""


def verify(problem: Problem, proof: ColouringProof) -> None:
    """Raise FalseProof unless the colouring proves that the problem has no tiling."""
    _check_groups(problem, proof)
    small = problem.area <= PLAIN_CELLS
    if not small and proof.strikes:
        raise FalseProof(say("strikes are for small boards only"))
    if not _holds_anywhere(problem, proof):
        positions = Positions(problem) if small else None
        _check_strikes(problem, proof, positions)
        _check_pieces(problem, proof, positions)
    _check_board(problem, proof)


def _holds_anywhere(problem: Problem, proof: ColouringProof) -> bool:
    """Whether the pieces' sums hold at every offset of the period, so that nobody need ask where they can lie. Only looked at
    where there are fewer offsets than cells."""
    high, wide = proof.period
    return not proof.strikes and high * wide < problem.area and next(_wrong_offsets(problem, proof), None) is None


def _value(proof: ColouringProof, tile: int) -> int:
    return next((g.value for g in proof.groups if tile in g.tiles), 0)


def _turned(cells: list[tuple[int, int]]) -> list[tuple[int, int]]:
    return [(c, -r) for r, c in cells]


@lru_cache(maxsize=256)
def _images(tile: Tile, reflections: bool) -> list[list[tuple[int, int]]]:
    """All ways in which a piece may lie, equal ones once. (Nobody changes them.)"""
    cells = list(tile.cells)
    images: dict[tuple[tuple[int, int], ...], None] = {}
    for start in (cells, [(r, -c) for r, c in cells]) if reflections and tile.turns == "all" else (cells,):
        for turn in range(4):
            if tile.turns == "all" or turn == 0 or (turn == 2 and tile.turns == "half"):
                top, left = min(r for r, _ in start), min(c for _, c in start)
                images[tuple(sorted((r - top, c - left) for r, c in start))] = None
            start = _turned(start)
    return [list(image) for image in images]


def _fits(proof: ColouringProof, total: int, value: int) -> bool:
    if proof.modulus:
        return (total - value) % proof.modulus == 0
    return total == value if proof.exact else total >= value


Places = tuple[int, ...]


def bits(places: Iterable[int]) -> int:
    return sum([1 << at for at in places])


class Positions:
    """All positions of all pieces by plain sliding over a flat board with a rim: (places, the same as bits)."""

    def __init__(self, problem: Problem) -> None:
        self.rim = max((max(max(cell) for cell in tile.cells) for tile in problem.tiles), default=0)
        self.width = problem.cols + 2 * self.rim
        self.place = [self.flat(r, c) for r in range(problem.rows) for c in range(problem.cols)]
        self.cells = [self.place[i] for i in problem.board_cells().tolist()]
        board = bits(self.cells)
        self.of_tile: list[list[tuple[Places, int]]] = []
        given = self._given(problem)
        free = not any(given)
        for t, tile in enumerate(problem.tiles):
            found: list[tuple[Places, int]] = []
            for image in _images(tile, problem.reflections):
                offsets = [(r - image[0][0]) * self.width + c - image[0][1] for r, c in image]
                shape = bits(offsets)
                for at in self.cells:
                    mask = shape << at
                    if mask & board == mask and (free or _kept(given, mask, t)):
                        found.append((tuple([at + step for step in offsets]), mask))
            self.of_tile.append(found)

    def _given(self, problem: Problem) -> tuple[list[int], list[int], list[tuple[int, int]]]:
        """What is given, as bits: pairs of one piece, pairs of two, and cells with their tile."""
        given = problem.given
        return ([self.mask(pair) for pair in given.joined], [self.mask(pair) for pair in given.parted],
                [(self.mask((cell,)), tile) for cell, tile in given.named])

    def flat(self, row: int, col: int) -> int:
        return row * self.width + col + self.rim

    def mask(self, cells: Iterable[int]) -> int:
        """Cell numbers of the grid as bits."""
        return bits([self.place[i] for i in cells])

    def row_col(self, at: int) -> tuple[int, int]:
        return at // self.width, at % self.width - self.rim


def _kept(given: tuple[list[int], list[int], list[tuple[int, int]]], mask: int, tile: int) -> bool:
    joined, parted, named = given
    return (all(mask & pair in (0, pair) for pair in joined) and all(mask & pair != pair for pair in parted)
            and all(wanted == tile for cell, wanted in named if mask & cell))


def _check_pieces(problem: Problem, proof: ColouringProof, positions: Positions | None) -> None:
    if positions is None:
        if not proof.everywhere:
            _check_large(problem, proof)
        elif (where := next(_wrong_offsets(problem, proof), None)) is not None:
            raise FalseProof(where)
        return
    weight = {at: proof.weight(*positions.row_col(at)) for at in positions.cells}
    struck = {positions.mask(cells) for cells, _ in proof.strikes}
    for t, tile in enumerate(problem.tiles):
        value = _value(proof, t)
        sums = {mask: sum([weight[at] for at in places]) for places, mask in positions.of_tile[t]}
        wrong = {total for total in set(sums.values()) if not _fits(proof, total, value)}
        for places, mask in positions.of_tile[t] if wrong else ():
            if sums[mask] in wrong and mask not in struck:
                raise FalseProof(say("{tile} at {where} covers another sum than {value}", tile=tile.label,
                                     where=positions.row_col(places[0]), value=value))


def _check_large(problem: Problem, proof: ColouringProof) -> None:
    """The pieces' sums at every position of a large board, one after the other."""
    inside = {divmod(i, problem.cols): proof.weight(*divmod(i, problem.cols)) for i in problem.board_cells().tolist()}
    for t, tile in enumerate(problem.tiles):
        value = _value(proof, t)
        for image in _images(tile, problem.reflections):
            for row, col in inside:
                spots = [(row + r - image[0][0], col + c - image[0][1]) for r, c in image]
                weights = [inside[spot] for spot in spots if spot in inside]
                if len(weights) < len(spots) or _fits(proof, sum(weights), value):
                    continue
                if not problem.given or problem.given.allows([r * problem.cols + c for r, c in spots], t):
                    raise FalseProof(say("{tile} at {where} covers another sum than {value}", tile=tile.label,
                                         where=(row, col), value=value))


def _wrong_offsets(problem: Problem, proof: ColouringProof) -> Iterator[str]:
    """Where in the period, wherever the board is, a piece has another sum than the proof says."""
    high, wide = proof.period
    rim = max((max(max(cell) for cell in tile.cells) for tile in problem.tiles), default=0)
    width = wide + rim
    numbers = [proof.weight(r, c) for r in range(high + rim) for c in range(width)]
    for t, tile in enumerate(problem.tiles):
        value = _value(proof, t)
        for image in _images(tile, problem.reflections):
            steps = [r * width + c for r, c in image]
            for at in [r * width + c for r in range(high) for c in range(wide)]:
                if not _fits(proof, sum([numbers[at + step] for step in steps]), value):
                    yield say("{tile} at offset {where} covers another sum than {value}", tile=tile.label,
                              where=divmod(at, width), value=value)


def _check_strikes(problem: Problem, proof: ColouringProof, positions: Positions | None) -> None:
    """Each struck position leaves its witness to positions that clash with it or were struck before."""
    if not proof.strikes or positions is None:
        return
    struck = {positions.mask(cells) for cells, _ in proof.strikes}
    known = {mask: (t, places) for t, found in enumerate(positions.of_tile) for places, mask in found if mask in struck}
    left = _coverers(positions, {named if named < 0 else positions.place[named] for _, named in proof.strikes})
    for cells, named in proof.strikes:
        mask = positions.mask(cells)
        if mask not in known:
            raise FalseProof(say("a struck position is none"))
        tile, places = known[mask]
        _check_witness(problem, tile, cells, named)
        witness = named if named < 0 else positions.place[named]
        alone = tile if problem.tiles[tile].count == 1 else -1
        if any(t != alone for other, t in left.get(witness, {}).items() if not other & mask):
            raise FalseProof(say("a struck position is possible"))
        for entry in (*places, -1 - tile):
            if entry in left:
                left[entry].pop(mask, None)


def _coverers(positions: Positions, witnesses: set[int]) -> dict[int, dict[int, int]]:
    """The positions that could serve each witness, with their tiles: those over the cell, or those of the tile."""
    found: dict[int, dict[int, int]] = {witness: {} for witness in witnesses}
    looked_at = bits([at for at in witnesses if at >= 0])
    for t, of_tile in enumerate(positions.of_tile):
        for places, mask in of_tile:
            if mask & looked_at:
                for at in places:
                    if at in found:
                        found[at][mask] = t
        if -1 - t in found:
            found[-1 - t] = {mask: t for _, mask in of_tile}
    return found


def _check_witness(problem: Problem, tile: int, cells: tuple[int, ...], witness: int) -> None:
    """The witness must be covered in every tiling, and not by the struck piece itself."""
    if witness >= 0:
        if not problem.board.flat[witness] or witness in cells:
            raise FalseProof(say("the witness need not be covered by another piece"))
        return
    used_up = sum(t.size * (t.count or 0) for t in problem.tiles) == problem.area
    if tile == -1 - witness or not used_up or any(t.count is None for t in problem.tiles):
        raise FalseProof(say("the witness tile need not be used"))


def _check_board(problem: Problem, proof: ColouringProof) -> None:
    high, wide = proof.period
    total = 0
    for r in range(high):
        for c in range(wide):
            if proof.table[r][c]:
                total += int(problem.board[r::high, c::wide].sum()) * proof.table[r][c]
    pieces = sum(g.count * g.value for g in proof.groups)
    if total != proof.board_sum or pieces != proof.pieces_sum:
        raise FalseProof(say("the sums in the proof are not those of the board and the pieces"))
    if proof.modulus:
        if (total - pieces) % proof.modulus == 0:
            raise FalseProof(say("the board's sum is what the pieces cover"))
    elif total == pieces or (total > pieces and not proof.exact):
        raise FalseProof(say("the board's sum is not smaller than what the pieces cover"))


def _check_groups(problem: Problem, proof: ColouringProof) -> None:
    seen: set[int] = set()
    for group in proof.groups:
        if seen & set(group.tiles):
            raise FalseProof(say("a tile is counted twice"))
        seen |= set(group.tiles)
        if group.value == 0:
            continue
        if proof.modulus:
            if group.value % proof.modulus and set(totals(problem, group.tiles)) != {group.count}:
                raise FalseProof(say("the areas do not force {count} pieces", count=group.count))
        elif group.value > 0 or (proof.exact and proof.board_sum > proof.pieces_sum):
            if set(totals(problem, group.tiles)) != {group.count}:
                raise FalseProof(say("the areas do not force {count} pieces", count=group.count))
        elif max(totals(problem, group.tiles), default=0) > group.count:
            raise FalseProof(say("there may be more than {count} pieces", count=group.count))


def totals(problem: Problem, tiles: tuple[int, ...]) -> set[int]:
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
        states = {(a + n * tile.size, p + n * mine) for a, p in states for n in range(tile.least, top + 1)
                  if a + n * tile.size <= area}
        if len(states) > 200_000:
            raise FalseProof(say("too many ways to add up the area"))
    return {p for a, p in states if a == area}
