"""Conversion to SAT (section 2.4): AMO, AMO-ordered and AMK translations with every at-most-one encoding of the thesis."""

from __future__ import annotations

from dataclasses import dataclass

from studio.core.engine import Options
from studio.families.tiling.model.placements import Placements
from studio.families.tiling.model.problem import Problem
from studio.families.tiling.model.symmetry import board_symmetries
from studio.solvers.constraints.cardinality import AT_MOST_ONE, Variables, at_most

SOLVERS = ("cadical195", "cadical153", "glucose42", "maplechrono", "lingeling", "minisat22", "cryptominisat")
TRANSLATIONS = ("amk", "amo", "amo-ordered")


@dataclass
class Encoding:
    """CNF; ``placement[v]`` is what variable v stands for (auxiliary ones are missing)."""

    clauses: list[list[int]]
    top: int
    placement: dict[int, int]
    copy: dict[int, int]


@dataclass(frozen=True)
class Wishes:
    """The switches of the engine."""

    translation: str = "amk"
    amo: str = "sequential"
    amk: str = "cardinality network"
    opt1: bool = True
    opt2: bool = True
    opt3: bool = True
    symmetry: bool = False

    @classmethod
    def of(cls, options: Options) -> Wishes:
        plain = cls()
        return cls(**{name: options.get(name, getattr(plain, name)) for name in cls.__dataclass_fields__})


def encode(problem: Problem, placements: Placements, wishes: Wishes) -> Encoding:
    """The formula F1 and F2 of the chosen translation."""
    plain = wishes.translation == "amk"
    variables = Variables(0)
    found = Encoding([], 0, {}, {})
    by_piece = _make_variables(problem, placements, wishes, variables, found, plain)
    _cover_cells(problem, placements, wishes, variables, found)
    for t, rows in by_piece.items():
        if plain:
            _count_amk(problem, t, rows[0], wishes, variables, found)
        else:
            _count_amo(problem, rows, wishes, variables, found)
    if wishes.symmetry:
        found.clauses += break_symmetry(problem, placements, found, variables)
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
        counted = tile.count is not None and not (wishes.opt2 and problem.limits[t] is None)
        pieces = min(tile.count or 0, problem.area // tile.size) if counted and not plain else 1
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
        if counted:
            rows[t] = lines
    return rows


def _cover_cells(problem: Problem, placements: Placements, wishes: Wishes, variables: Variables, found: Encoding) -> None:
    """(2.2) and (2.8): exactly one piece on every cell."""
    covers: dict[int, list[int]] = {int(i): [] for i in problem.board_cells()}
    for v, p in found.placement.items():
        for i in placements.of(p):
            covers[i].append(v)
    amo = AT_MOST_ONE[wishes.amo]
    for lits in covers.values():
        found.clauses.append(list(lits))
        found.clauses += amo(lits, variables)


def _count_amk(problem: Problem, tile: int, lits: list[int], wishes: Wishes, variables: Variables, found: Encoding) -> None:
    """(2.9): at most c_i of a tile; exactly so many if all must be used (optimisation 3)."""
    exactly = wishes.opt3 and problem.exact
    found.clauses += at_most(lits, problem.tiles[tile].count or 0, wishes.amk, variables, exactly)


def _count_amo(problem: Problem, rows: list[list[int]], wishes: Wishes, variables: Variables, found: Encoding) -> None:
    """(2.3): every piece at most once; optimisation 3: exactly once. Ordered: pieces of a tile in order of position."""
    exactly = wishes.opt3 and problem.exact
    amo = AT_MOST_ONE[wishes.amo]
    ladders: list[list[int]] = []
    for lits in rows:
        if wishes.translation == "amo-ordered":
            ladder, clauses = _ladder(lits, variables)
            found.clauses += clauses
            ladders.append(ladder)
        else:
            found.clauses += amo(lits, variables)
        if exactly:
            found.clauses.append(list(lits))
    for j in range(1, len(ladders)):
        # row j begins at position j, so its entry i is position j + i; if piece j lies at or before a position,
        # piece j-1 lies before it: y_j(q) -> y_(j-1)(q-1), and row j-1 has position q-1 at the same entry
        for i, y in enumerate(ladders[j]):
            if i < len(ladders[j - 1]):
                found.clauses.append([-y, ladders[j - 1][i]])


def _ladder(lits: list[int], variables: Variables) -> tuple[list[int], list[list[int]]]:
    """Sequential counter with a variable after every literal: y_i = "the piece lies at or before position i"."""
    y = [variables() for _ in lits]
    clauses = [[-lit, y[i]] for i, lit in enumerate(lits)]
    clauses += [[-y[i], y[i + 1]] for i in range(len(y) - 1)]
    clauses += [[-lits[i + 1], -y[i]] for i in range(len(y) - 1)]
    clauses += [[-y[i], lits[i], *([y[i - 1]] if i else [])] for i in range(len(y))]
    return y, clauses


def break_symmetry(problem: Problem, placements: Placements, found: Encoding, variables: Variables) -> list[list[int]]:
    """Static symmetry breaking: for every symmetry of the board the placements come lexicographically no later (2.4.4)."""
    if any(found.copy.values()):
        return []
    var_of = {frozenset(placements.of(p)): v for v, p in found.placement.items()}
    clauses: list[list[int]] = []
    for perm in board_symmetries(problem)[1:]:
        pairs = []
        for cells, v in var_of.items():
            image = var_of.get(frozenset(int(perm[i]) for i in cells))
            if image is not None and image != v:
                pairs.append((v, image))
        clauses += _lex_leader(pairs[:60], variables)
    return clauses


def _lex_leader(pairs: list[tuple[int, int]], variables: Variables) -> list[list[int]]:
    """x_1 x_2 … >= x'_1 x'_2 … : the first difference has x true."""
    clauses: list[list[int]] = []
    equal: int | None = None
    for a, b in pairs:
        head = [] if equal is None else [-equal]
        clauses.append([*head, a, -b])
        following = variables()
        # following <- equal so far and a = b; only this direction is needed
        clauses.append([*head, following, a, b])
        clauses.append([*head, following, -a, -b])
        equal = following
    return clauses


