"""The best of all: cheap proofs first, then short searches, then everything at once in parallel processes."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor

from studio.core.engine import Cancel, Engine, Limits, Option, Options, SolveResult, Status
from studio.core.puzzle import Puzzle
from studio.core.trace import TraceWriter
from studio.families.tiling.kernel.searching import Collector
from studio.families.tiling.model.convert import problem_of
from studio.families.tiling.model.placements import Placements, find_placements
from studio.families.tiling.model.problem import HUGE, Problem
from studio.families.tiling.proofs.proof import ColouringProof
from studio.families.tiling.proofs.trivial import bare_result, trivial_result
from studio.families.tiling.race.contest import Contest
from studio.families.tiling.race.racer import Racer

FIRST_NODES = 300
FINDERS_AFTER = 0.08
"""Seconds of own search before those enter that only find tilings."""
HELPERS_AFTER, HELPERS_AFTER_DIVES = 0.6, 5.0
"""Seconds of own computing before helpers start: Python and OR-Tools cost about one, and may take a core away."""
FILMED_EVENTS = 80_000
"""How much of the first search is filmed before all of them race unfilmed."""
PROOFS_AFTER = 0.1
"""Seconds of own search before the dearer proofs are tried."""


def cheap_proof(problem: Problem, placements: Placements | None) -> ColouringProof | None:
    """A periodic colouring; under a millisecond."""
    from studio.families.tiling.proofs.colouring import find_periodic
    from studio.families.tiling.proofs.verify import verify

    proof = find_periodic(problem, placements)
    if proof is not None:
        verify(problem, proof)
    return proof


def proved(proof: ColouringProof, trace: TraceWriter) -> SolveResult:
    trace.note(proof.caption())
    return SolveResult(Status.NONE, message=proof.caption(), count=0, proof=proof.to_json(), stats={"winner": "colouring"})


class Schedule:
    """What happens between the rounds of a contest, by the clock."""

    def __init__(self, contest: Contest, proofs: bool, helpers: bool) -> None:
        self._contest = contest
        self._started, self._worked = time.perf_counter(), time.process_time()
        self._proofs = _later_proofs(contest) if proofs else iter(())
        self._next_proof = PROOFS_AFTER
        self._found_early = False
        self._helpers = helpers
        self._racer: Racer | None = None

    def between_rounds(self) -> SolveResult | None:
        contest, elapsed = self._contest, time.perf_counter() - self._started
        if elapsed > FINDERS_AFTER and not self._found_early:
            self._found_early = True
            contest.finders()
        if elapsed > self._next_proof:
            proof = next(self._proofs, None)
            if proof is not None:
                return proved(proof, contest.trace)
            self._next_proof = 2 * (time.perf_counter() - self._started)  # never more time for proofs than for search
        wait = HELPERS_AFTER_DIVES if "dives" in contest.searches else HELPERS_AFTER
        if self._helpers and time.process_time() - self._worked > wait:
            self._helpers = False
            contest.late_entries()
            if contest.wanted in (1, 2):
                self._racer = Racer(contest.problem, "cpsat", contest.wanted)
        if self._racer is not None and (found := self._racer.answer()) is not None:
            contest.winner = "cpsat"
            return _from_helper(contest, found)
        return None

    def stop(self) -> None:
        if self._racer is not None:
            self._racer.stop()


class AutoEngine(Engine):
    id = "auto"
    name = "Portfolio"
    description = ("Cheap proofs first (area, colourings), then table and most-constrained search, then symmetric tilings, "
                   "dives and CP-SAT beside them.")
    options = (
        Option("helpers", "Parallel helpers", True, help="start CP-SAT in a process of its own when the board resists"),
        Option("proofs", "Colouring proofs", True, help="look for colourings that prove a board impossible"),
    )

    def solve(self, puzzle: Puzzle, options: Options, limits: Limits, trace: TraceWriter, cancel: Cancel) -> SolveResult:
        problem = problem_of(puzzle)
        known = trivial_result(problem)
        if known is not None:
            return known
        if problem.area > HUGE and options.get("proofs", True) and (proof := cheap_proof(problem, None)) is not None:
            return proved(proof, trace)  # millions of placements are not made for nothing
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
                trace.count(guesses=totals["nodes"], conflicts=totals["conflicts"], max_depth=totals["max_depth"])
        result.stats = {**contest.totals(), "winner": contest.winner, **result.stats}
        return result

    def _compete(self, contest: Contest, options: Options) -> SolveResult:
        problem, placements = contest.problem, contest.placements
        proofs = bool(options.get("proofs", True))
        contest.line_up(_filtered(problem, placements), 18)
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
        schedule = Schedule(contest, proofs, helpers)
        with ThreadPoolExecutor(max_workers=min(4, os.cpu_count() or 1)) as pool:
            try:
                while True:
                    result = contest.round(pool) or schedule.between_rounds()
                    if result is not None:
                        return result
            finally:
                schedule.stop()

    def warm_up(self) -> None:
        from studio.families.tiling.engines.colouring import ColouringEngine
        from studio.families.tiling.engines.mrv import MrvEngine
        from studio.families.tiling.engines.table import TableEngine

        for engine in (TableEngine(), MrvEngine(), ColouringEngine()):
            engine.warm_up()
        _warm_filters()
        _warm_finders()


def _warm_finders() -> None:
    from studio.families.tiling.kernel.dives import DivingSearch
    from studio.families.tiling.kernel.memo import grown
    from studio.families.tiling.kernel.table import TableSearch
    from studio.families.tiling.model.problem import rectangle_board
    from studio.families.tiling.model.shapes import NAMED, Tile

    small = Problem(rectangle_board(8, 17), (Tile(NAMED["4O"], 33), Tile(NAMED["2"], 4)))
    DivingSearch(small, find_placements(small)).run(10)
    grown(TableSearch(small, 4).memo)


def _warm_filters() -> None:
    from studio.families.tiling.model.problem import rectangle_board
    from studio.families.tiling.model.shapes import NAMED, Tile
    from studio.families.tiling.proofs.prefilter import drop_hopeless
    from studio.families.tiling.proofs.viable import strike_out

    small = Problem(rectangle_board(4, 4), (Tile(NAMED["1"], 1), Tile(NAMED["3I"])))
    strike_out(small, drop_hopeless(small, find_placements(small)))


def _filtered(problem: Problem, placements: Placements) -> Placements:
    from studio.families.tiling.proofs.prefilter import drop_hopeless, odd_tile

    return drop_hopeless(problem, placements) if odd_tile(problem) is not None else placements


def _later_proofs(contest: Contest) -> Iterator[ColouringProof | None]:
    """The dearer proofs one by one, between slices of search; each None means "not that way"."""
    from studio.families.tiling.proofs.colouring import find_cellwise
    from studio.families.tiling.proofs.dual import find_dual
    from studio.families.tiling.proofs.prover import proofs_after_strikes
    from studio.families.tiling.proofs.verify import verify

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
