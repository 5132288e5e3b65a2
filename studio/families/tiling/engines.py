"""The search engines: simple backtracking (2.2), Algorithm X (2.3), the most-constrained and the table search, counting."""

from __future__ import annotations

from abc import abstractmethod

from studio.core.engine import Cancel, Engine, Limits, Option, Options, SolveResult, Status
from studio.core.puzzle import Puzzle
from studio.core.trace import TraceWriter

from .convert import problem_of
from .placements import find_placements
from .problem import HUGE, Problem
from .searching import CountingSearch, drive
from .trivial import bare_result, trivial_result

MEMO = Option("memo", "Failure memo", True, help="know failed positions again (compared word for word)")


class SearchEngine(Engine):
    """A compiled, resumable search; the trivial impossibilities come first."""

    @abstractmethod
    def search(self, problem: Problem, options: Options) -> CountingSearch: ...

    def solve(self, puzzle: Puzzle, options: Options, limits: Limits, trace: TraceWriter, cancel: Cancel) -> SolveResult:
        problem = problem_of(puzzle)
        known = trivial_result(problem)
        if known is None:
            known = bare_result(problem, find_placements(problem))
        if known is not None:
            return known
        return drive(self.search(problem, options), problem, options.solutions, limits, trace, cancel)

    def warm_up(self) -> None:
        from .problem import rectangle_board
        from .shapes import NAMED, Tile

        small = Problem(rectangle_board(2, 3), (Tile(NAMED["2"], 2), Tile(NAMED["1"], 2)))
        self.search(small, Options()).run(10)


class SimpleEngine(SearchEngine):
    id = "simple"
    name = "Simple backtracking"
    description = "Lays a piece on the top-left open cell and goes back where none fits (section 2.2); no memo, no pruning."
    options = (
        Option("order", "Order of the variants", "default", ("default", "frequent first", "rare first", "fill top row"),
               "which variant is tried first (section 2.2.1)"),
    )

    def search(self, problem: Problem, options: Options) -> CountingSearch:
        from .simple import SimpleSearch

        return SimpleSearch(problem, str(options.get("order", "default")))


class DlxEngine(SearchEngine):
    id = "dlx"
    name = "Algorithm X"
    description = "Knuth's Algorithm X with dancing links on the exact-cover translation (section 2.3), compiled, without memo."
    options = (
        Option("pieces", "Several equal pieces", "duplicated", ("duplicated", "counters"),
               "one item and a copy of all options per piece, as in the thesis, or one counter per tile"),
        Option("opt1", "Optimisation 1", True, help="the j-th piece of a tile stays off the first j-1 positions"),
        Option("opt2", "Optimisation 2", True, help="a tile with enough pieces for the whole board is not counted"),
        Option("opt3", "Optimisation 3", True, help="if all pieces must be used, their items are primary"),
    )

    def search(self, problem: Problem, options: Options) -> CountingSearch:
        if options.get("pieces", "duplicated") == "counters":
            from .mrv import MrvSearch

            return MrvSearch(problem, find_placements(problem), 0)
        from .dlx import DlxSearch, Switches

        return DlxSearch(problem, Switches(*(bool(options.get(name, True)) for name in ("opt1", "opt2", "opt3"))))


class MrvEngine(SearchEngine):
    id = "mrv"
    name = "Most constrained cell"
    description = "Covers the cell with the fewest placements, with counters per tile and an exact memo of failed positions."
    options = (MEMO,)

    def search(self, problem: Problem, options: Options) -> CountingSearch:
        from .mrv import MrvSearch

        return MrvSearch(problem, find_placements(problem), 20 if options.get("memo", True) else 0)


class TableEngine(SearchEngine):
    id = "table"
    name = "Bitboard tables"
    description = "Scans along the short side and reads what fits from tables; cuts impossible pockets and known failures."
    options = (MEMO,)

    def search(self, problem: Problem, options: Options) -> CountingSearch:
        from .mrv import MrvSearch
        from .table_search import TableSearch, usable

        bits = 20 if options.get("memo", True) else 0
        if usable(problem):
            return TableSearch(problem, bits)
        return MrvSearch(problem, find_placements(problem), bits)  # pieces too wide for tables


class CountEngine(Engine):
    id = "count"
    name = "Count all tilings"
    description = "The exact number of tilings by a frontier method with numbers of any length; shows one of them."
    options = (Option("symmetry", "Up to symmetry", False, help="count tilings that are turned or mirrored images only once"),)
    animated = False

    def solve(self, puzzle: Puzzle, options: Options, limits: Limits, trace: TraceWriter, cancel: Cancel) -> SolveResult:
        from .counting import count_tilings, count_up_to_symmetry

        problem = problem_of(puzzle)
        known = trivial_result(problem)
        if known is not None:
            known.count = len(known.solutions)
            return known
        up_to = bool(options.get("symmetry", False))
        number = (count_up_to_symmetry if up_to else count_tilings)(problem, cancel.check)
        if number == 0:
            return SolveResult(Status.NONE, message="there is no tiling", count=0)
        shown = drive(TableEngine().search(problem, Options()), problem, 1, limits, TraceWriter(), cancel).solutions
        kind = "tiling" if number == 1 else "tilings"
        status = Status.UNIQUE if number == 1 else Status.MULTIPLE
        return SolveResult(status, shown, f"{number} {kind}{' up to symmetry' if up_to else ''}", count=number,
                           stats={"count": str(number)})

    def warm_up(self) -> None:
        from .counting import count_tilings
        from .frontier import warm_up
        from .problem import rectangle_board
        from .shapes import NAMED, Tile

        warm_up()
        board = rectangle_board(2, 3)
        count_tilings(Problem(board, (Tile(NAMED["2"]),)))
        count_tilings(Problem(board, (Tile(NAMED["2"], 2), Tile(NAMED["1"], 2))))
        TableEngine().warm_up()


class ColouringEngine(Engine):
    id = "colouring"
    name = "Colouring proofs"
    description = ("Looks for numbers on the cells that no pieces can add up to (section 3.4): a proof that is drawn. "
                   "Says nothing about boards that have a tiling.")
    options = (
        Option("cells", "Cell by cell up to", 150, (), "largest board (in cells) for colourings without a period", 0, 600),
    )
    animated = False

    def solve(self, puzzle: Puzzle, options: Options, limits: Limits, trace: TraceWriter, cancel: Cancel) -> SolveResult:
        from .prover import prove_impossible

        problem = problem_of(puzzle)
        known = trivial_result(problem)
        if known is not None and known.status is Status.NONE:
            return known
        placements = find_placements(problem) if problem.area <= HUGE else None
        proof = prove_impossible(problem, placements, int(options.get("cells", 150)))
        if proof is None:
            return SolveResult(Status.TIMEOUT, message="no colouring proof found; this says nothing about tilings")
        trace.note(proof.caption())
        return SolveResult(Status.NONE, message=proof.caption(), count=0, proof=proof.to_json())

    def warm_up(self) -> None:
        from .problem import board_from_picture
        from .prover import prove_impossible
        from .shapes import NAMED, Tile
        from .viable import warm_up

        warm_up()
        board = board_from_picture(".xx\nxxx\nxxx\nxx.")
        small = Problem(board, (Tile(NAMED["2"]),))
        prove_impossible(small, find_placements(small))
        tiles = (Tile(NAMED["3L"], 3), Tile(NAMED["1"], 2), Tile(NAMED["4T"], 1))
        whole = Problem(board_from_picture("xxx\nxxx\nxxx\nxxx"), tiles)
        prove_impossible(whole, find_placements(whole))
