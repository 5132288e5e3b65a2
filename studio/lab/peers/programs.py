"""What the peers are asked, written as plainly as their users would: ASP for clingo, exact cover for the packages."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from itertools import islice, pairwise
from typing import Any

from studio.core import registry
from studio.core.engine import Cancel, Limits, Options, run_engine
from studio.core.puzzle import Answer, Puzzle
from studio.core.trace import TraceWriter

Solve = Callable[[Puzzle, int], list[Answer]]
"""solve(puzzle, wanted): up to so many different answers, fewer only if there are no more"""


@dataclass(frozen=True)
class Peer:
    """A solver under test; `package` must be installed, `speaks` says whether it can be asked about a board at all."""

    id: str
    family: str
    solve: Solve
    package: str = ""
    speaks: Callable[[Puzzle], bool] = lambda puzzle: True
    ours: bool = False
    warm: Callable[[], None] = lambda: None
    """compile and load whatever the first board would otherwise pay for"""

    @property
    def installed(self) -> bool:
        return not self.package or find_spec(self.package) is not None


class NoAnswer(Exception):
    """It stopped without knowing."""


def engine_peer(family_id: str, engine_id: str, label: str = "", ours: bool = False, **values: Any) -> Peer:
    """One of the studio's own engines: our best, or a published model on an outside solver."""

    def solve(puzzle: Puzzle, wanted: int) -> list[Answer]:
        family = registry.family(family_id)
        limits = Limits()
        result = run_engine(family.engine(engine_id), puzzle, Options(wanted, values), limits, TraceWriter(), Cancel(limits),
                            family.wrong)
        if not result.answered:
            raise NoAnswer(result.message)
        return list(result.solutions)

    def warm() -> None:
        registry.family(family_id).engine(engine_id).warm_up()

    return Peer(label or engine_id, family_id, solve, ours=ours, warm=warm)


# --- clingo ------------------------------------------------------------------------------------------------------------------
def _clingo_models(program: str, wanted: int) -> Iterator[list[Any]]:
    import clingo

    control = clingo.Control([str(wanted), "--warn=none"])
    control.add("base", [], program)
    control.ground([("base", [])])
    with control.solve(yield_=True) as handle:
        for model in handle:
            yield list(model.symbols(shown=True))
        if handle.get().unknown:
            raise NoAnswer("clingo was interrupted")


def _cells(puzzle: Puzzle) -> str:
    grid = puzzle.grid
    near = "".join(f"near({a},{b}). near({b},{a}). " for a, b in grid.adjacent_pairs())
    return f"cell(0..{grid.size - 1}). {near}"


FOBIDOSHI = """
{ circle(X) } :- cell(X).
circle(X) :- given(X,1).  :- circle(X), given(X,2).
:- line(A,B,C,D), circle(A), circle(B), circle(C), circle(D).
start(X) :- X = #min { Y : circle(Y) }, cell(X).
reached(X) :- start(X).
reached(Y) :- reached(X), near(X,Y), circle(Y).
:- circle(X), not reached(X).  :- not circle(X) : cell(X).
#show circle/1.
"""


def clingo_fobidoshi(puzzle: Puzzle, wanted: int) -> list[Answer]:
    grid = puzzle.grid
    facts = [_cells(puzzle), *(f"given({i},{value})." for i, value in enumerate(puzzle.givens) if value)]
    for row in range(grid.rows):
        for col in range(grid.cols):
            at = row * grid.cols + col
            if col + 3 < grid.cols:
                facts.append(f"line({at},{at + 1},{at + 2},{at + 3}).")
            if row + 3 < grid.rows:
                facts.append(f"line({at},{at + grid.cols},{at + 2 * grid.cols},{at + 3 * grid.cols}).")
    found = []
    for shown in _clingo_models("\n".join(facts) + FOBIDOSHI, wanted):
        circles = {symbol.arguments[0].number for symbol in shown}
        found.append(tuple(1 if i in circles else 2 for i in grid.cells()))
    return found


FILLOMINO = """
{ v(X,N) : N = 1..most } = 1 :- cell(X).
v(X,N) :- given(X,N).
joined(X,Y) :- near(X,Y), v(X,N), v(Y,N).
r(X,X) :- cell(X).
r(X,Z) :- r(X,Y), joined(Y,Z).
:- v(X,N), #count { Y : r(X,Y) } != N.
#show v/2.
"""
BASIC = "held(X) :- r(X,Y), given(Y,_).  :- cell(X), not held(X).\n"


def clingo_fillomino(puzzle: Puzzle, wanted: int) -> list[Answer]:
    """Exact: a region may be as large as the board."""
    facts = [_cells(puzzle), f"#const most={puzzle.grid.size}."]
    facts += [f"given({i},{value})." for i, value in enumerate(puzzle.givens) if value]
    rules = FILLOMINO + (BASIC if puzzle.params.get("variant") == "basic" else "")
    found = []
    for shown in _clingo_models("\n".join(facts) + rules, wanted):
        values = {symbol.arguments[0].number: symbol.arguments[1].number for symbol in shown}
        found.append(tuple(values[i] for i in puzzle.grid.cells()))
    return found


def plain_fillomino(puzzle: Puzzle) -> bool:
    """Numbers only: no question marks, borders or told limit."""
    return min(puzzle.givens) >= 0 and not any(puzzle.borders) and not puzzle.params.get("limit")


# --- tilings as exact cover ---------------------------------------------------------------------------------------------------
@dataclass(frozen=True)
class Cover:
    """Options as lists of items; the first `cells` items must be covered, the others at most once."""

    options: list[list[int]]
    cells: int
    items: int
    pieces: list[list[int]]


def cover_of(puzzle: Puzzle) -> Cover:
    """As the tiling thesis translates it, with all its optimisations."""
    from studio.families.tiling.kernel.cover import Switches, translate
    from studio.families.tiling.model.convert import problem_of
    from studio.families.tiling.model.placements import find_placements

    problem = problem_of(puzzle)
    placements = find_placements(problem)
    t = translate(problem, placements, Switches())
    start = t.start.tolist()
    items = t.items.tolist()
    options = [items[a:b] for a, b in pairwise(start)]
    return Cover(options, t.primary, t.primary + t.secondary, [placements.of(int(p)) for p in t.placement])


def _tiling(puzzle: Puzzle, pieces: Sequence[Sequence[int]]) -> Answer:
    from studio.families.tiling.model.convert import answer_of_pieces

    return answer_of_pieces(puzzle.grid.size, pieces)


def by_exact_cover(puzzle: Puzzle, wanted: int) -> list[Answer]:
    """The package has no items that may stay uncovered: each gets an option of its own."""
    import exact_cover
    import numpy as np
    from exact_cover.error import NoSolution

    cover = cover_of(puzzle)
    if not cover.options:
        return []
    spare = cover.items - cover.cells
    matrix = np.zeros((len(cover.options) + spare, cover.items), dtype=np.int32)
    for row, option in enumerate(cover.options):
        matrix[row, option] = 1
    for k in range(spare):
        matrix[len(cover.options) + k, cover.cells + k] = 1
    if (matrix.sum(axis=0) == 0).any():
        return []
    try:
        first = wanted == 1
        found = [exact_cover.get_exact_cover(matrix)] if first else exact_cover.get_all_solutions(matrix, max_count=wanted)
    except NoSolution:
        return []
    return [_tiling(puzzle, [cover.pieces[row] for row in rows if row < len(cover.options)]) for rows in found]


def by_xcover(puzzle: Puzzle, wanted: int) -> list[Answer]:
    import xcover

    cover = cover_of(puzzle)
    covered = {item for option in cover.options for item in option}
    if not set(range(cover.cells)) <= covered:
        return []
    chosen = xcover.covers(cover.options, primary=list(range(cover.cells)),
                           secondary=[item for item in range(cover.cells, cover.items) if item in covered])
    return [_tiling(puzzle, [cover.pieces[row] for row in rows]) for rows in islice(chosen, wanted)]


COVER = "{ used(O) : in(O,I) } = 1 :- must(I).  :- may(I), 2 { used(O) : in(O,I) }.\n#show used/1.\n"


def clingo_cover(puzzle: Puzzle, wanted: int) -> list[Answer]:
    cover = cover_of(puzzle)
    facts = [f"must(0..{cover.cells - 1})."]
    facts += [f"may({cover.cells}..{cover.items - 1})."] if cover.items > cover.cells else ["may(none) :- #false."]
    facts += [f"in({o},{item})." for o, option in enumerate(cover.options) for item in option]
    if not cover.options:
        return []
    return [_tiling(puzzle, [cover.pieces[symbol.arguments[0].number] for symbol in shown])
            for shown in _clingo_models("\n".join(facts) + "\n" + COVER, wanted)]


PEERS: tuple[Peer, ...] = (
    engine_peer("fillomino", "auto", "ours", ours=True),
    engine_peer("fillomino", "cpsat", "CP-SAT (the chapter's model)"),
    Peer("clingo", "fillomino", clingo_fillomino, "clingo", plain_fillomino),
    engine_peer("fobidoshi", "auto", "ours", ours=True),
    Peer("clingo", "fobidoshi", clingo_fobidoshi, "clingo"),
    engine_peer("evolomino", "auto", "ours", ours=True),
    engine_peer("evolomino", "ilp", "CP-SAT (the paper's model)", solver="cpsat"),
    engine_peer("tiling", "auto", "ours", ours=True),
    Peer("exact-cover", "tiling", by_exact_cover, "exact_cover"),
    Peer("xcover", "tiling", by_xcover, "xcover"),
    Peer("clingo", "tiling", clingo_cover, "clingo"),
    engine_peer("tiling", "ilp", "CP-SAT (placements)", solver="cpsat"),
)


def peers_of(family_id: str) -> list[Peer]:
    return [peer for peer in PEERS if peer.family == family_id]
