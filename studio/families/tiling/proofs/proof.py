"""A colouring proof: numbers on the cells that no set of pieces can add up to. Plain data, and its caption."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from studio.core.say import listed, marked, say, say_n
from studio.families.tiling.model.words import either

MANY_NAMES = 8
"""More names than this are only counted in the caption; the tray shows each tile's number."""

BARE = marked("a cell that no piece covers")
ONE_BY_ONE = marked("one by one")
"""the pattern of a proof in which every cell has a number of its own"""
NO_TILING = say("So there is no tiling.")
Table = tuple[tuple[int, ...], ...]


@dataclass(frozen=True)
class TileBound:
    """What every piece of a tile covers: exactly ``value`` (mod the modulus), or at least ``value`` (modulus 0)."""

    tile: int
    name: str
    value: int


@dataclass(frozen=True)
class Group:
    """Tiles whose pieces are known in number: together ``count`` pieces (at most, for an inequality)."""

    tiles: tuple[int, ...]
    count: int
    value: int


@dataclass(frozen=True)
class ColouringProof:
    """Every cell (r, c) bears ``table[r % P][c % Q]``.

    modulus m > 0: every piece of a group covers ``value`` mod m, any other piece 0 mod m; the groups' counts are
    forced by the area; the board's sum differs from the pieces' sum mod m.
    modulus 0 (inequality): every piece of a group covers at least ``value``, any other piece at least 0; the board's
    sum is smaller than the pieces can have.
    """

    table: Table
    modulus: int
    groups: tuple[Group, ...]
    board_sum: int
    pieces_sum: int
    pattern: str
    tile_names: tuple[str, ...] = ()
    everywhere: bool = True
    """True if the pieces' sums hold at every offset of the table, not only at those that the board allows."""
    strikes: tuple[tuple[tuple[int, ...], int], ...] = ()
    """Placements left out of account, in order: (cells, witness), see viable.py."""
    exact: bool = False
    """Of an inequality: every piece covers exactly its value (see balance.py). Then the board's sum may be larger, too, if all
    groups' counts are forced."""

    @property
    def period(self) -> tuple[int, int]:
        return len(self.table), len(self.table[0])

    def weight(self, row: int, col: int) -> int:
        return self.table[row % len(self.table)][col % len(self.table[0])]

    def tile_value(self, tile: int) -> int:
        """What every piece of a tile covers (at least)."""
        value = next((group.value for group in self.groups if tile in group.tiles), 0)
        return value % self.modulus if self.modulus else value

    def caption(self) -> str:
        """The argument in words that a reader can check on the picture."""
        return listed([*opening(self), _comparison(self), NO_TILING, *struck_out(self)], " ")

    def to_json(self, caption: str = "") -> dict[str, Any]:
        """``caption``: another than its own."""
        return {
            "kind": "colouring",
            "table": [list(row) for row in self.table],
            "modulus": self.modulus,
            "groups": [{"tiles": list(g.tiles), "count": g.count, "value": g.value} for g in self.groups],
            "board_sum": self.board_sum,
            "pieces_sum": self.pieces_sum,
            "pattern": self.pattern,
            "tile_names": list(self.tile_names),
            "everywhere": self.everywhere,
            "exact": self.exact,
            "strikes": [[list(cells), witness] for cells, witness in self.strikes],
            "caption": caption or self.caption(),
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> ColouringProof:
        groups = tuple(Group(tuple(g["tiles"]), int(g["count"]), int(g["value"])) for g in data["groups"])
        return cls(
            tuple(tuple(int(w) for w in row) for row in data["table"]),
            int(data["modulus"]),
            groups,
            int(data["board_sum"]),
            int(data["pieces_sum"]),
            str(data["pattern"]),
            tuple(data.get("tile_names", ())),
            bool(data.get("everywhere", True)),
            tuple((tuple(cells), int(witness)) for cells, witness in data.get("strikes", ())),
            bool(data.get("exact", False)),
        )


def _names(proof: ColouringProof, tiles: Sequence[int]) -> str:
    names = [proof.tile_names[t] if t < len(proof.tile_names) else say("tile {number}", number=t + 1) for t in tiles]
    if len(names) == len(proof.tile_names) and len(names) > 4:
        return say("piece")
    if len(names) > MANY_NAMES:
        return say("one of {count} tiles", count=len(names))
    return either(names) if len(names) <= 3 else either([listed(names[:-1]), names[-1]])


def _grouped(proof: ColouringProof) -> list[tuple[list[int], int]]:
    """(tiles, value) for the caption: tiles with the same value are named together, the rest has 0."""
    values: dict[int, list[int]] = {}
    seen: set[int] = set()
    for group in proof.groups:
        values.setdefault(group.value, []).extend(group.tiles)
        seen.update(group.tiles)
    rest = [t for t in range(len(proof.tile_names)) if t not in seen]
    if rest:
        values.setdefault(0, []).extend(rest)
    return [(sorted(tiles), value) for value, tiles in values.items()]


def _by_value(proof: ColouringProof) -> dict[int, int]:
    """Value -> number of pieces that cover it, zeros left out."""
    counted: dict[int, int] = {}
    for group in proof.groups:
        if group.value:
            counted[group.value] = counted.get(group.value, 0) + group.count
    return counted


def covers(proof: ColouringProof) -> str:
    """What the pieces cover: "every 4T covers 1, every 4I or 4O covers 0"."""
    by = proof.modulus
    return listed(say("every {tile} covers {sum}", tile=_names(proof, tiles), sum=_signed(value % by if by else value))
                  for tiles, value in _grouped(proof))


def _signed(value: int) -> str:
    return str(value).replace("-", "−")


# --- the sentences of a caption -------------------------------------------------------------------------------------------


def opening(proof: ColouringProof) -> list[str]:
    """What stands on the cells, and what the pieces cover of it."""
    if proof.modulus:
        return [say("Numbers on the cells ({pattern}), sums counted mod {m}.", pattern=proof.pattern, m=proof.modulus),
                say("Wherever it lies, {covers} mod {m}.", covers=covers(proof), m=proof.modulus)]
    if proof.exact:
        return [say("Numbers on the cells ({pattern}).", pattern=proof.pattern),
                say("Wherever it lies, {covers}.", covers=covers(proof))]
    least = listed(say("every {tile} covers at least {sum}", tile=_names(proof, tiles), sum=value)
                   for tiles, value in _grouped(proof))
    return [say("Numbers on the cells."), say("Wherever it lies, {covers}.", covers=least)]


def _comparison(proof: ColouringProof) -> str:
    """The pieces' sum beside the board's."""
    counted = _by_value(proof)
    if proof.modulus:
        return _modular_comparison(proof, counted)
    if not counted:
        return (say("So all pieces together cover 0, but the board sums to {board}.", board=proof.board_sum) if proof.exact else
                say("So all pieces together cover at least 0, but the board sums to {board}.", board=proof.board_sum))
    each = " + ".join(f"{count}·({value})" for value, count in counted.items())
    if proof.exact:
        return say("The pieces together cover {each} = {pieces}, but the board sums to {board}.", each=each,
                   pieces=proof.pieces_sum, board=proof.board_sum)
    return say("The pieces together cover at least {each} = {pieces}, but the board sums to {board}.", each=each,
               pieces=proof.pieces_sum, board=proof.board_sum)


def _modular_comparison(proof: ColouringProof, counted: Mapping[int, int]) -> str:
    m = proof.modulus
    board, rest = proof.board_sum, proof.board_sum % m
    if not counted:
        return say("So all pieces together cover 0 mod {m}, but the board sums to {board} ≡ {rest} mod {m}.", m=m, board=board,
                   rest=rest)
    each = " + ".join(f"{count}·{value % m}" for value, count in counted.items())
    return say("The pieces together: {each} = {pieces} ≡ {left} mod {m}, but the board sums to {board} ≡ {rest} mod {m}.",
               each=each, pieces=proof.pieces_sum, left=proof.pieces_sum % m, m=m, board=board, rest=rest)


def struck_out(proof: ColouringProof) -> list[str]:
    """A sentence about the positions that are left out of account, if there are any."""
    if not proof.strikes:
        return []
    return [say_n("({n} position counts for nothing: each leaves something that no piece can cover.)",
                  "({n} positions count for nothing: each leaves something that no piece can cover.)", n=len(proof.strikes))]
