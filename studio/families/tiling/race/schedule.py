"""What happens between the rounds of a contest: dearer proofs, finders, a helper process; all but the last by counted work."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from studio.core.engine import SolveResult
from studio.families.tiling.kernel.searching import Collector
from studio.families.tiling.proofs.proof import ColouringProof
from studio.families.tiling.race.contest import Contest
from studio.families.tiling.race.racer import Racer

FINDERS_AFTER = 12_000_000
"""Work of the own searches before those enter that only find tilings (a hundred million is about a second)."""
PROOFS_AFTER = 15_000_000
"""Work before the dearer proofs are tried; twice as much before the next one."""
HELPERS_AFTER, HELPERS_AFTER_DIVES = 60_000_000, 500_000_000
"""Work before the helper starts: Python and OR-Tools cost about a second, and may take a core away."""


class Schedule:
    """Called after every round."""

    def __init__(self, contest: Contest, proofs: bool, helpers: bool) -> None:
        self._contest = contest
        self._proofs = later_proofs(contest) if proofs else iter(())
        self._next_proof = PROOFS_AFTER
        self._found_early = False
        self._helpers = helpers
        self._racers: dict[str, Racer] = {}
        self.raced = False
        """True once a helper process was at work beside: who comes first is then up to the machine."""

    def between_rounds(self) -> SolveResult | ColouringProof | None:
        contest, work = self._contest, self._contest.work
        if work > FINDERS_AFTER and not self._found_early:
            self._found_early = True
            contest.finders()
        if work > self._next_proof:
            self._next_proof = 2 * work
            proof = next(self._proofs, None)
            if proof is not None:
                return proof
        if self._helpers and work > (HELPERS_AFTER_DIVES if "dives" in contest.entries else HELPERS_AFTER):
            self._helpers = False
            contest.late_entries()
            if contest.wanted in (1, 2):
                self._racers = {name: Racer(contest.problem, name, contest.wanted) for name in ("cpsat", "highs")}
                self.raced = True
        for name, racer in self._racers.items():
            if (found := racer.answer()) is not None:
                contest.winner = name
                return _from_helper(contest, found)
        return None

    def stop(self) -> None:
        for racer in self._racers.values():
            racer.stop()


def later_proofs(contest: Contest) -> Iterator[ColouringProof | None]:
    """The dearer proofs one by one, between slices of search; each None means "not that way"."""
    from studio.families.tiling.proofs.colouring import find_cellwise
    from studio.families.tiling.proofs.dual import find_dual
    from studio.families.tiling.proofs.prover import proofs_after_strikes
    from studio.families.tiling.proofs.verify import PLAIN_CELLS, verify

    problem, placements = contest.problem, contest.placements
    makers: list[Callable[[], ColouringProof | None]] = []
    if problem.area <= 2500 and len(placements) <= 8000:
        makers.append(lambda: find_dual(problem, placements))
    if problem.area <= 150:
        makers.append(lambda: find_cellwise(problem, placements))
    if problem.area <= PLAIN_CELLS:  # strikes are checked position by position
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
