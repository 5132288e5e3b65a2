"""The best of all: cheap proofs first, then short searches, then everything at once, at last a helper process beside."""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor

from studio.core.engine import Cancel, Cancelled, Engine, Limits, Option, Options, SolveResult, Status
from studio.core.puzzle import Puzzle
from studio.core.say import marked
from studio.core.trace import TraceWriter
from studio.families.tiling.model.convert import problem_of
from studio.families.tiling.model.placements import Placements, find_placements
from studio.families.tiling.model.problem import HUGE, Problem
from studio.families.tiling.proofs.proof import ColouringProof
from studio.families.tiling.proofs.story import proved
from studio.families.tiling.proofs.trivial import known_at_once, places_result, told
from studio.families.tiling.race.contest import Contest
from studio.families.tiling.race.schedule import Schedule
from studio.families.tiling.race.story import tell_race, tell_unfinished
from studio.solvers.kernels import Kernels, is_on_disk, policy

FIRST_NODES = 300
TABLE_NODES = 400
"""Positions of the table search's first slice, for each variant of a tile: they take a tenth of a microsecond each, and the
cheap proofs, which come next, take longer the more variants there are."""
MOST_TABLE_NODES = 6_000
"""More are not looked at first: where kernels run plain they take a third of a second by then."""
SMALL = 64
"""Boards of so many cells get a dear proof, too, when a search has found that they have no tiling."""
MEMO_BITS = 10
"""The memos begin small (most boards need a few hundred positions) and grow with the search."""


def cheap_proof(problem: Problem, placements: Placements | None) -> ColouringProof | None:
    """A balance or a periodic colouring; a millisecond, or a few."""
    from studio.families.tiling.proofs.balance import find_kind_proof
    from studio.families.tiling.proofs.verify import verify

    proof = find_kind_proof(problem, placements)
    if proof is not None:
        verify(problem, proof)
    return proof


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
        known = known_at_once(problem, None, trace)
        if known is not None:
            return known
        proofs = bool(options.get("proofs", True))
        if problem.area > HUGE and proofs and (proof := cheap_proof(problem, None)) is not None:
            return proved(problem, proof, trace)  # millions of placements are not made for nothing
        contest = Contest(problem, options.solutions, cancel, trace)
        try:
            return self._compete(contest, proofs, bool(options.get("helpers", True)))
        except Cancelled:
            tell_race(contest, "")
            raise
        finally:
            totals = contest.totals()
            trace.count(**{name: totals[name] for name in ("guesses", "backtracks", "conflicts", "max_depth", "restarts")},
                        cuts=0, deductions=0)

    def _compete(self, contest: Contest, proofs: bool, helpers: bool) -> SolveResult:
        """First each search for a moment, then a cheap proof (before the second search, if it is there for the asking), then
        the race."""
        raced = False
        table = contest.slice("table", self._table_nodes(contest.problem)) if contest.enter_table(MEMO_BITS) else None
        if table is None or table.status is Status.NONE:
            known = places_result(contest.problem, contest.placements)
            if known is not None:
                contest.proofs = 1
                tell_unfinished(contest)
                return told(known, contest.trace)
        found: SolveResult | ColouringProof | None = table
        if found is None and proofs and _is_seen_at_once(contest):
            found = self._reason(contest)
        if found is None:
            found = self._second_search(contest)
        if proofs and (found is None or (isinstance(found, SolveResult) and found.status is Status.NONE)):
            found = self._reason(contest) or found
        if found is None:
            found, raced = self._race(contest, proofs, helpers)
        stats = {"winner": contest.winner or "colouring", "memo_hits": contest.totals()["memo_hits"],
                 "searches": {name: entry.search.totals()["nodes"] for name, entry in contest.entries.items()},
                 "decided_by": marked("the first of two processes") if raced else marked("counted work")}
        if isinstance(found, ColouringProof):
            contest.proofs = 1
            tell_race(contest, "colouring")
            result = proved(contest.problem, found, contest.trace, contest.placements)
        else:
            result = found
            tell_race(contest, contest.winner, result.solutions)
        result.stats = {**stats, **result.stats}
        return result

    @staticmethod
    def _second_search(contest: Contest) -> SolveResult | None:
        contest.enter_mrv(_filtered(contest.problem, contest.placements), MEMO_BITS)
        return contest.slice("mrv", FIRST_NODES)

    @staticmethod
    def _table_nodes(problem: Problem) -> int:
        return min(TABLE_NODES * len(problem.orientations), MOST_TABLE_NODES)

    def _reason(self, contest: Contest) -> SolveResult | ColouringProof | None:
        """Why there is no tiling, where that is quickly seen, also if a search has just come to its end: small boards deserve a
        reason, too."""
        from studio.families.tiling.proofs.cases import find_cases, proved_by_cases
        from studio.families.tiling.proofs.prover import prove_impossible

        problem = contest.problem
        proof = cheap_proof(problem, contest.placements)
        if proof is None and (cases := find_cases(problem)) is not None:
            contest.winner = "colouring"
            return proved_by_cases(problem, cases, contest.trace)
        if proof is None and problem.area <= SMALL and contest.winner:
            proof = prove_impossible(problem, contest.placements, SMALL)
        return proof

    def _race(self, contest: Contest, proofs: bool, helpers: bool) -> tuple[SolveResult | ColouringProof, bool]:
        """Slices of all searches side by side (the kernels release the interpreter), dearer proofs and CP-SAT in between."""
        schedule = Schedule(contest, proofs, helpers)
        with ThreadPoolExecutor(max_workers=min(4, os.cpu_count() or 1)) as pool:
            try:
                while True:
                    found = contest.round(pool) or schedule.between_rounds()
                    if found is not None:
                        return found, schedule.raced
            finally:
                schedule.stop()

    def load(self) -> None:
        """The two searches that every board meets first. What proves, filters and dives is loaded in a few milliseconds by the
        boards that come to it; where it would have to be compiled, that is done now."""
        from studio.families.tiling.engines.mrv import MrvEngine
        from studio.families.tiling.engines.table import TableEngine
        from studio.families.tiling.proofs import howell, viable

        there = is_on_disk(howell._find_missing) and is_on_disk(viable._strike)
        if policy() is Kernels.COMPILED and not there:
            self.warm_up()
            return
        TableEngine().warm_up()
        MrvEngine().warm_up()

    def warm_up(self) -> None:
        from studio.families.tiling.engines.colouring import ColouringEngine
        from studio.families.tiling.engines.mrv import MrvEngine
        from studio.families.tiling.engines.table import TableEngine

        for engine in (TableEngine(), MrvEngine(), ColouringEngine()):
            engine.warm_up()
        _warm_filters()
        _warm_finders()


def _is_seen_at_once(contest: Contest) -> bool:
    from studio.families.tiling.proofs.colouring import is_seen_at_once

    return is_seen_at_once(contest.problem, contest.placements)


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
