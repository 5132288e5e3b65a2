"""The best of all: cheap proofs first, then short searches, then everything at once in parallel processes."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor

import numpy as np

from studio.core.engine import Cancel, Engine, Limits, Option, Options, SolveResult, Status
from studio.core.puzzle import Puzzle
from studio.core.trace import TraceWriter

from .convert import problem_of
from .placements import Placements, find_placements
from .problem import Problem
from .proof import ColouringProof
from .searching import Collector, Film, TilingSearch, advance
from .trivial import bare_result, trivial_result

FIRST_NODES = 300
SLICE_SECONDS = 0.02
HELPERS_AFTER = 2.5
"""Seconds of own computing before helpers start: Python and OR-Tools cost about one, and may take a core away."""
FILMED_EVENTS = 80_000
"""How much of the first search is filmed before all of them race unfilmed."""
PROOFS_AFTER = 0.1
"""Seconds of own search before the dearer proofs are tried."""


class Contest:
    """One problem and all who work on it in this process."""

    def __init__(self, problem: Problem, placements: Placements, wanted: int, cancel: Cancel, trace: TraceWriter) -> None:
        self.problem = problem
        self.placements = placements
        self.wanted = wanted
        self.cancel = cancel
        self.trace = trace
        self.collectors: dict[str, Collector] = {}
        self.searches: dict[str, TilingSearch] = {}
        self.winner = ""
        self.nodes: dict[str, int] = {}
        self.rounds = 0

    def enter(self, name: str, search: TilingSearch) -> None:
        self.searches[name] = search
        self.collectors[name] = Collector(self.problem, self.wanted)

    def slice(self, name: str, nodes: int) -> SolveResult | None:
        """Let one search go on; the result if it has come to the end of its task."""
        self.cancel.check()
        return self._go_on(name, nodes)

    def _go_on(self, name: str, nodes: int) -> SolveResult | None:
        collector = self.collectors[name]
        while not collector.enough:
            if not advance(self.searches[name], collector, nodes):
                return None
        self.winner = self.winner or name
        return collector.result()

    def _timed_slice(self, name: str) -> SolveResult | None:
        begun = time.perf_counter()
        result = self._go_on(name, self.nodes.setdefault(name, 2000))
        took = time.perf_counter() - begun
        self.nodes[name] = max(200, int(self.nodes[name] * min(4.0, SLICE_SECONDS / max(took, 1e-4))))
        return result

    def round(self, pool: ThreadPoolExecutor) -> SolveResult | None:
        """A slice of the promising searches, side by side; of all of them every fifth time."""
        self.cancel.check()
        self.rounds += 1
        names = [name for name in self.searches if self.rounds % 5 == 0 or self._promising(name)]
        results = list(pool.map(self._timed_slice, names))
        return next((result for result in results if result is not None), None)

    def _promising(self, name: str) -> bool:
        """The two first searches, and the one with restarts every other time.

        A scan whose memo is hardly ever asked twice will not come through on a large board: it waits, too.
        """
        if name == "mrv shuffled":
            return self.rounds % 2 == 0
        totals = self.searches[name].totals()
        lost = name == "table" and totals["nodes"] > 500_000 and totals["hits"] < totals["nodes"] // 1000
        return name in ("table", "mrv") and not lost

    def film(self, name: str, limits: Limits) -> None:
        Film(self.trace).follow(self.searches[name], self.collectors[name], self.cancel, limits)

    def totals(self) -> dict[str, int]:
        totals = {"nodes": 0, "conflicts": 0, "max_depth": 0, "hits": 0}
        for search in self.searches.values():
            for key, value in search.totals().items():
                totals[key] = max(totals[key], value) if key == "max_depth" else totals[key] + value
        return totals


def line_up(problem: Problem, placements: Placements, contest: Contest, memo_bits: int) -> None:
    """The searches, each with its own memo."""
    from .mrv import MrvSearch
    from .table_search import TableSearch, usable

    if usable(problem) and len(placements):
        contest.enter("table", TableSearch(problem, memo_bits))
    contest.enter("mrv", MrvSearch(problem, placements, memo_bits))


def late_entries(problem: Problem, placements: Placements, contest: Contest) -> None:
    """Other orders for boards that resist: a shuffled one finds what a fixed one misses, with restarts all the more."""
    from .mrv import MrvSearch
    from .restarts import RestartingSearch
    from .table_search import TableSearch, usable

    def shuffled(k: int) -> MrvSearch:
        return MrvSearch(problem, placements, 14, np.random.default_rng(k).permutation(len(placements)))

    contest.enter("mrv shuffled", RestartingSearch(shuffled) if contest.wanted == 1 else shuffled(1))
    if usable(problem):
        order = np.random.default_rng(1).permutation(len(problem.orientations))
        contest.enter("table shuffled", TableSearch(problem, 18, order))


def cheap_proof(problem: Problem, placements: Placements) -> ColouringProof | None:
    """A periodic colouring; under a millisecond."""
    from .colouring import find_periodic
    from .verify import verify

    proof = find_periodic(problem, placements)
    if proof is not None:
        verify(problem, proof)
    return proof


def proved(proof: ColouringProof, trace: TraceWriter) -> SolveResult:
    trace.note(proof.caption())
    return SolveResult(Status.NONE, message=proof.caption(), count=0, proof=proof.to_json(), stats={"winner": "colouring"})


class AutoEngine(Engine):
    id = "auto"
    name = "Portfolio"
    description = "Cheap proofs first (area, colourings), then table and most-constrained search, then CP-SAT beside them."
    options = (
        Option("helpers", "Parallel helpers", True, help="start CP-SAT in a process of its own when the board resists"),
        Option("proofs", "Colouring proofs", True, help="look for colourings that prove a board impossible"),
    )

    def solve(self, puzzle: Puzzle, options: Options, limits: Limits, trace: TraceWriter, cancel: Cancel) -> SolveResult:
        problem = problem_of(puzzle)
        known = trivial_result(problem)
        if known is not None:
            return known
        placements = find_placements(problem)
        known = bare_result(problem, placements)
        if known is not None:
            return known
        contest = Contest(problem, placements, options.solutions, cancel, trace)
        try:
            result = self._compete(contest, options)
        finally:
            if not trace.enabled:
                totals = contest.totals()
                trace.count(nodes=totals["nodes"], conflicts=totals["conflicts"], max_depth=totals["max_depth"])
        result.stats = {**contest.totals(), "winner": contest.winner, **result.stats}
        return result

    def _compete(self, contest: Contest, options: Options) -> SolveResult:
        problem, placements = contest.problem, contest.placements
        proofs = bool(options.get("proofs", True))
        line_up(problem, _filtered(problem, placements), contest, 18)
        if contest.trace.enabled:
            if proofs and (proof := cheap_proof(problem, placements)) is not None:
                return proved(proof, contest.trace)
            contest.film(next(iter(contest.searches)), Limits(events=FILMED_EVENTS))
        for name in contest.searches:
            result = contest.slice(name, FIRST_NODES)
            if result is not None:
                return result
        if proofs and (proof := cheap_proof(problem, placements)) is not None:
            return proved(proof, contest.trace)
        return self._race(contest, proofs, bool(options.get("helpers", True)))

    def _race(self, contest: Contest, proofs: bool, helpers: bool) -> SolveResult:
        """Slices of all searches side by side (the kernels release the interpreter), dearer proofs and CP-SAT in between."""
        from .racer import Racer

        started, worked = time.perf_counter(), time.process_time()
        racer: Racer | None = None
        later = _later_proofs(contest) if proofs else iter(())
        next_proof = PROOFS_AFTER
        with ThreadPoolExecutor(max_workers=min(4, os.cpu_count() or 1)) as pool:
            try:
                while True:
                    result = contest.round(pool)
                    if result is not None:
                        return result
                    elapsed = time.perf_counter() - started
                    if elapsed > next_proof:
                        proof = next(later, None)
                        if proof is not None:
                            return proved(proof, contest.trace)
                        next_proof = 2 * (time.perf_counter() - started)  # never more time for proofs than for search
                    if helpers and racer is None and time.process_time() - worked > HELPERS_AFTER:
                        late_entries(contest.problem, contest.placements, contest)
                        racer = Racer(contest.problem, "cpsat", contest.wanted) if contest.wanted in (1, 2) else None
                        helpers = racer is not None
                    if racer is not None and (found := racer.answer()) is not None:
                        contest.winner = "cpsat"
                        return _from_helper(contest, found)
            finally:
                if racer is not None:
                    racer.stop()

    def warm_up(self) -> None:
        from .engines import ColouringEngine, MrvEngine, TableEngine

        for engine in (TableEngine(), MrvEngine(), ColouringEngine()):
            engine.warm_up()
        _warm_filters()


def _warm_filters() -> None:
    from .prefilter import drop_hopeless
    from .problem import rectangle_board
    from .shapes import NAMED, Tile
    from .viable import strike_out

    small = Problem(rectangle_board(4, 4), (Tile(NAMED["1"], 1), Tile(NAMED["3I"])))
    strike_out(small, drop_hopeless(small, find_placements(small)))


def _filtered(problem: Problem, placements: Placements) -> Placements:
    from .prefilter import drop_hopeless, odd_tile

    return drop_hopeless(problem, placements) if odd_tile(problem) is not None else placements


def _later_proofs(contest: Contest) -> Iterator[ColouringProof | None]:
    """The dearer proofs one by one, between slices of search; each None means "not that way"."""
    from .colouring import find_cellwise
    from .dual import find_dual
    from .prover import proofs_after_strikes
    from .verify import verify

    problem, placements = contest.problem, contest.placements
    makers: list[Callable[[], ColouringProof | None]] = []
    if problem.area <= 2500 and len(placements) <= 8000:
        makers.append(lambda: find_dual(problem, placements))
    if problem.area <= 150:
        makers.append(lambda: find_cellwise(problem, placements))
    makers.append(lambda: next(proofs_after_strikes(problem, placements), None))
    if 150 < problem.area <= 400 and len(placements) <= 4000:
        makers.append(lambda: find_cellwise(problem, placements))
    for make in makers:
        found = make()
        if found is not None:
            verify(problem, found)
        yield found


def _from_helper(contest: Contest, found: list[list[list[int]]]) -> SolveResult:
    collector = Collector(contest.problem, contest.wanted)
    for pieces in found:
        collector.add(pieces)
    collector.exhausted = len(found) < contest.wanted
    return collector.result()
