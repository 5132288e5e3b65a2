"""Conversion to SAT (section 2.4): AMO, AMO-ordered and AMK translations with every at-most-one encoding of the thesis."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial

from studio.core.engine import Options
from studio.core.say import marked, say
from studio.families.tiling.kernel.clauses import COVER, floor_name, limit_name
from studio.families.tiling.model.placements import Placements
from studio.families.tiling.model.problem import Problem
from studio.families.tiling.translate.symmetry import break_board, break_pieces
from studio.solvers.constraints import Name
from studio.solvers.constraints.cardinality import AT_MOST_ONE, Variables, at_most, counted

IN_ORDER = Name("pieces-in-order", say("of equal pieces the first lies first: their order makes no difference"))
ONE_OF_TURNED = Name("one-of-turned", say("of tilings that turn into each other only one is looked for"))
ONCE = Name("once", say("a piece lies on the board once"))
USED = Name("all-used", say("all pieces together have just the area of the board: each is used"))
TRANSLATIONS = ("amk", "amo", "amo-ordered")
COVERS = (marked("exactly one"), marked("at least one"))
SYMMETRIES = (marked("off"), marked("pieces"), marked("board"), marked("all"))


@dataclass(frozen=True)
class Part:
    """Clauses of one name, and the variables that they made for themselves to count `literals`."""

    name: Name
    literals: Sequence[int]
    clauses: Sequence[list[int]]
    made: range


@dataclass
class Encoding:
    """CNF; ``placement[v]`` is what variable v stands for (auxiliary ones are missing)."""

    clauses: list[list[int]]
    top: int
    placement: dict[int, int]
    copy: dict[int, int]
    parts: list[Part] = field(default_factory=list)

    def say(self, name: Name, literals: Sequence[int], write: Callable[[Variables], list[list[int]]],
            variables: Variables) -> None:
        """Write clauses about these literals, under a name."""
        first = variables.top + 1
        clauses = write(variables)
        self.parts.append(Part(name, literals, clauses, range(first, variables.top + 1)))
        self.clauses += clauses


@dataclass(frozen=True)
class Wishes:
    """The switches of the engine."""

    translation: str = "amk"
    amo: str = "sequential"
    amk: str = "cardinality network"
    opt1: bool = True
    opt2: bool = True
    opt3: bool = True
    cover: str = "exactly one"
    symmetry: str = "off"

    @classmethod
    def of(cls, options: Options) -> Wishes:
        plain = cls()
        return cls(**{name: options.get(name, getattr(plain, name)) for name in cls.__dataclass_fields__})


def granted(problem: Problem, wishes: Wishes) -> Wishes:
    """What can be had on this problem: "at least one" on every cell is right only if all pieces together have just the area of
    the board (2.4.1), and then every tile must be counted."""
    if wishes.cover == "exactly one":
        return wishes
    return replace(wishes, opt2=False) if problem.exact else replace(wishes, cover="exactly one")


def encode(problem: Problem, placements: Placements, wishes: Wishes) -> Encoding:
    """The formula F1 and F2 of the chosen translation."""
    wishes = granted(problem, wishes)
    plain = wishes.translation == "amk"
    variables = Variables(0)
    found = Encoding([], 0, {}, {})
    by_piece = _make_variables(problem, placements, wishes, variables, found, plain)
    _cover_cells(problem, placements, wishes, variables, found)
    _demand(problem, by_piece, plain, variables, found, placements)
    for t, rows in by_piece.items():
        position = {p: k for k, p in enumerate(_position_order(placements, t))}
        if plain:
            _count_amk(problem, t, rows[0], wishes, variables, found)
        else:
            _count_amo(problem, rows, wishes, variables, found)
            if wishes.symmetry in ("pieces", "all") and wishes.translation == "amo":
                placed = [[(position[found.placement[v]], v) for v in row] for row in rows]
                found.say(IN_ORDER, (), partial(break_pieces, placed), variables)
    if wishes.symmetry in ("board", "all"):
        found.say(ONE_OF_TURNED, (), partial(break_board, problem, placements, found.placement), variables)
    found.top = variables.top
    return found


def _position_order(placements: Placements, tile: int) -> list[int]:
    mine = [p for p in range(len(placements)) if placements.tile[p] == tile]
    return sorted(mine, key=lambda p: (int(placements.cells[placements.start[p]]), p))


def _make_variables(problem: Problem, placements: Placements, wishes: Wishes, variables: Variables, found: Encoding,
                    plain: bool) -> dict[int, list[list[int]]]:
    """Variables x(v, d_x, d_y, j); per tile one row of variables for each piece (one row in all without pieces)."""
    rows: dict[int, list[list[int]]] = {}
    for t, tile in enumerate(problem.tiles):
        order = _position_order(placements, t)
        told_apart = tile.count is not None and not (wishes.opt2 and problem.limits[t] is None)
        pieces = min(tile.count or 0, problem.area // tile.size) if told_apart and not plain else 1
        lines = []
        for j in range(pieces):
            # optimisation 1: the j-th piece stays off the first j positions
            part = order[j:] if wishes.opt1 or wishes.translation == "amo-ordered" else order
            line = []
            for p in part:
                v = variables()
                found.placement[v], found.copy[v] = p, j
                line.append(v)
            lines.append(line)
        if told_apart:
            rows[t] = lines
    return rows


def _cover_cells(problem: Problem, placements: Placements, wishes: Wishes, variables: Variables, found: Encoding) -> None:
    """(2.2) and (2.8): exactly one piece on every cell; or at least one, where the areas do the rest."""
    covers: dict[int, list[int]] = {int(i): [] for i in problem.board_cells()}
    for v, p in found.placement.items():
        for i in placements.of(p):
            covers[i].append(v)
    amo = AT_MOST_ONE[wishes.amo] if wishes.cover == "exactly one" else None
    for cell, lits in covers.items():
        name = Name(COVER.rule, COVER.words, (cell,))
        found.say(name, lits, lambda fresh, lits=lits: [list(lits), *(amo(lits, fresh) if amo else ())], variables)  # type: ignore[misc]


def _demand(problem: Problem, by_piece: dict[int, list[list[int]]], plain: bool, variables: Variables, found: Encoding,
            placements: Placements) -> None:
    """Tiles that must be used: the first pieces of a tile lie somewhere; where they are not told apart, so many placements."""
    for t, tile in enumerate(problem.tiles):
        if tile.least and not plain and t in by_piece:
            some = [list(row) for row in by_piece[t][: tile.least]] + [[]] * (tile.least > len(by_piece[t]))
            found.say(floor_name(t + 1, tile.least), (), lambda _, some=some: some, variables)  # type: ignore[misc]
        elif tile.least:
            lits = [v for v, p in found.placement.items() if placements.tile[p] == t]
            found.say(floor_name(t + 1, tile.least), lits, partial(counted, lits, tile.least, len(lits)), variables)


def _count_amk(problem: Problem, tile: int, lits: list[int], wishes: Wishes, variables: Variables, found: Encoding) -> None:
    """(2.9): at most c_i of a tile; exactly so many if all must be used (optimisation 3)."""
    exactly = wishes.opt3 and problem.exact
    count = problem.tiles[tile].count or 0
    found.say(limit_name(tile + 1, count), lits, lambda fresh: at_most(lits, count, wishes.amk, fresh, exactly), variables)


def _count_amo(problem: Problem, rows: list[list[int]], wishes: Wishes, variables: Variables, found: Encoding) -> None:
    """(2.3): every piece at most once; optimisation 3: exactly once. Ordered: pieces of a tile in order of position."""
    if wishes.translation == "amo-ordered":
        found.say(IN_ORDER, (), partial(ordered_rows, rows), variables)
    else:
        for lits in rows:
            found.say(ONCE, lits, partial(AT_MOST_ONE[wishes.amo], lits), variables)
    if wishes.opt3 and problem.exact:
        found.say(USED, (), lambda _: [list(lits) for lits in rows], variables)


def ordered_rows(rows: list[list[int]], variables: Variables) -> list[list[int]]:
    """The AMO-ordered encoding of one tile (Figure 2.2): a sequential counter per piece, and clauses between the counters."""
    ladders, clauses = [], []
    for lits in rows:
        ladder, own = _ladder(lits, variables)
        ladders.append(ladder)
        clauses += own
    return clauses + order_rows(ladders)


def order_rows(ladders: list[list[int]]) -> list[list[int]]:
    """y(j, i) -> y(j-1, i+1): if a piece lies at or before a position, so does the piece before it. Row j begins one position
    later than row j-1, so both entries stand for the same position."""
    return [[-y, ladders[j - 1][i + 1]] for j in range(1, len(ladders)) for i, y in enumerate(ladders[j])]


def _ladder(lits: list[int], variables: Variables) -> tuple[list[int], list[list[int]]]:
    """(2.6) and (2.7): y_i is true from the piece's position on; one fewer than literals."""
    y = [variables() for _ in lits[:-1]]
    clauses = [[-y[i], y[i + 1]] for i in range(len(y) - 1)]
    clauses += [[-lits[i], y[i]] for i in range(len(y))]
    clauses += [[-lits[i + 1], -y[i]] for i in range(len(y))]
    return y, clauses
