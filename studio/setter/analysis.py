"""What a setter asks of any board: is it unique, what is forced, where do solutions differ, which clues clash, how many?

The verdict comes from the family's best engine. The rest comes from its clause kernel, on one incremental solver per question.
Partial verdicts are reported as they become known, so that a window can show them while the rest is still being thought about.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Hashable, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field, replace
from typing import Any

from studio.core import registry
from studio.core.clauses import Clue
from studio.core.engine import Cancel, Cancelled, SolveResult, Status
from studio.core.family import Family
from studio.core.puzzle import Answer, Puzzle
from studio.core.say import say
from studio.core.trace import TraceWriter
from studio.setter.ask import ask_best, shorter
from studio.setter.clashes import FIRST_SECONDS, MORE_SECONDS, ClashSearch
from studio.setter.forced import counterexamples, proven
from studio.solvers.sat import LazySat, forced_cells

UNIQUE, MULTIPLE, NONE, TIMEOUT = "unique", "multiple", "none", "timeout"
MANY, MANY_SECONDS = 64, 0.4
"""Solutions that are collected, and for how long, before the clause kernel is asked what they all share."""
KERNEL_SECONDS = 0.2
"""How long it is asked before counterexamples are hunted with the best engine; it is lost on large boards with few clues."""


TELL_SECONDS = 0.1
"""A growing number is told so often at most."""
REASON_SECONDS = 2.0
"""How long a first clash is looked for if the engine has told why there is no solution (a colouring, an area)."""


@dataclass(frozen=True)
class Verdict:
    """Everything known so far. None = not known (yet); `stage` tells what the report is about:
    verdict, forced, count, clash, done."""

    verdict: str
    seconds: float = 0.0
    solution: Answer | None = None
    second: Answer | None = None
    forced: tuple[tuple[int, int], ...] | None = None
    """(cell, value): what all solutions share, givens included"""
    differing: tuple[int, ...] = ()
    """cells on which solutions differ; while `forced` is None only those on which the two known ones do"""
    clashing: tuple[Clue, ...] | None = None
    """clues that cannot hold together; () if the board fails without any clue"""
    minimal: bool = True
    """none of the clashing clues is superfluous; False if time ran out before that was known"""
    smallest: bool = False
    """no smaller clash exists"""
    count: int = 0
    counted_all: bool = False
    """`count` is the number of all solutions, not only of those looked for"""
    one_up_to_symmetry: bool = False
    """several solutions, but all of them the same up to the board's own symmetries"""
    message: str = ""
    proof: dict[str, Any] | None = None
    """the engine's own proof that there is no solution (a colouring), as plain JSON"""
    stage: str = "verdict"

    @property
    def known(self) -> bool:
        return self.verdict != TIMEOUT


class SolutionTrace(TraceWriter):
    """Keeps the solutions of a search that may be stopped before it answers."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[Answer] = []

    def solution(self, answer: Answer, ticks: int | None = None) -> None:
        self.found.append(tuple(answer))
        super().solution(answer)


class CountingTrace(TraceWriter):
    """Tells now and then how many solutions a search has met."""

    def __init__(self, tell: Callable[[int], object]) -> None:
        super().__init__()
        self.solutions_met = 0
        self._tell_count, self._told_at = tell, time.perf_counter()

    def solution(self, answer: Answer, ticks: int | None = None) -> None:
        super().solution(answer)
        self.solutions_met += 1
        if time.perf_counter() - self._told_at >= TELL_SECONDS:
            self._told_at = time.perf_counter()
            self._tell_count(self.solutions_met)


Report = Callable[[Verdict], None]


@dataclass
class Spread:
    """Where the solutions met so far differ: it only grows, and is told now and then while it does."""

    family: Family
    puzzle: Puzzle
    base: Verdict
    tell: Callable[[Verdict], Verdict]
    _contents: Sequence[Hashable] = ()
    _cells: set[int] = field(default_factory=set)
    _last: float = 0.0

    def __post_init__(self) -> None:
        assert self.base.solution is not None
        self._contents = self.family.contents(self.puzzle, self.base.solution)
        self._cells = set(self.base.differing)

    def met(self, *answers: Answer) -> None:
        """Solutions that turned up."""
        before = len(self._cells)
        for answer in answers:
            other = self.family.contents(self.puzzle, answer)
            self._cells.update(cell for cell, pair in enumerate(zip(self._contents, other)) if pair[0] != pair[1])
        if len(self._cells) > before and time.perf_counter() - self._last >= TELL_SECONDS:
            self._last = time.perf_counter()
            self.tell(self.verdict(self.base))

    def verdict(self, verdict: Verdict) -> Verdict:
        """The verdict with all that is known about where solutions differ."""
        return replace(verdict, differing=tuple(sorted(self._cells | set(verdict.differing))))


@dataclass
class Analysis:
    """One board under analysis. `run` answers; every step of it tells `report` what has become known."""

    puzzle: Puzzle
    cancel: Cancel = field(default_factory=Cancel)
    report: Report = lambda verdict: None
    count_up_to: int = 2
    newest: tuple[int, ...] = ()
    """cells that were changed last, if known: clues near them are blamed first"""
    first_clash_seconds: float = FIRST_SECONDS
    clash_seconds: float = MORE_SECONDS
    want_forced: bool = True
    want_clash: bool = True

    def __post_init__(self) -> None:
        self.family: Family = registry.family(self.puzzle.family)
        self.family.validate(self.puzzle)
        self._started = time.perf_counter()
        self._latest = Verdict(TIMEOUT)

    def run(self) -> Verdict:
        result = self._answer()
        verdict = self._verdict(result)
        self._tell(verdict)
        try:
            if verdict.verdict == MULTIPLE:
                verdict = self._forced(verdict, result.solutions) if self.want_forced else verdict
                if images := self._images(result):
                    verdict = replace(verdict, one_up_to_symmetry=True, count=images, counted_all=True)
                verdict = self._counted(verdict) if self.count_up_to > verdict.count and not verdict.counted_all else verdict
            elif verdict.verdict == NONE and self.want_clash:
                verdict = self._clash(verdict)
        except Cancelled:
            verdict = replace(self._latest, message=say("stopped before everything was known"))
        return self._tell(replace(verdict, stage="done"))

    def _tell(self, verdict: Verdict) -> Verdict:
        self._latest = verdict = replace(verdict, seconds=time.perf_counter() - self._started)
        self.report(verdict)
        return verdict

    # --- the verdict ------------------------------------------------------------------------------------------------
    def _answer(self) -> SolveResult:
        """The best engine's checked answer; the clause kernel's where that engine fails."""
        result = self._ask(2, TraceWriter())
        return self._by_clauses(2, result) if result.status is Status.ERROR else result

    def _ask(self, wanted: int, trace: TraceWriter, cancel: Cancel | None = None) -> SolveResult:
        return ask_best(self.puzzle, wanted, cancel or self.cancel, trace)

    def _by_clauses(self, wanted: int, failed: SolveResult) -> SolveResult:
        found: list[Answer] = []
        exhausted = True
        if self.family.kernel is None:
            return failed
        try:
            with self._solver(self.cancel) as sat:
                for answer in sat.answers():
                    found.append(answer)
                    if len(found) == wanted:
                        exhausted = False
                        break
        except Cancelled as stop:
            return SolveResult(stop.status)
        return SolveResult.of(found, exhausted, wanted)

    def _verdict(self, result: SolveResult) -> Verdict:
        solutions = result.solutions
        if result.status is Status.NONE:
            return Verdict(NONE, counted_all=True, message=result.message, proof=result.proof)
        if result.status is Status.UNIQUE:
            forced = tuple((cell, value) for cell, value in enumerate(solutions[0]) if value)
            return Verdict(UNIQUE, solution=solutions[0], forced=forced, count=1, counted_all=True)
        if result.status is Status.MULTIPLE:
            differing = differing_cells(self.family, self.puzzle, solutions)
            return Verdict(MULTIPLE, solution=solutions[0], second=solutions[1], differing=differing, count=2)
        return Verdict(TIMEOUT, solution=solutions[0] if solutions else None, count=len(solutions),
                       message=result.message or say("not decided in time"))

    def _images(self, result: SolveResult) -> int:
        """How many solutions there are, if all of them are images of one; else 0."""
        return images_of_one(self.family, self.puzzle, lambda wanted: self._ask(wanted, TraceWriter())) if all_the_same(
            self.family, self.puzzle, result.solutions) else 0

    def _counted(self, verdict: Verdict) -> Verdict:
        """How many solutions there are, up to the bound; if time runs out, how many were seen."""
        trace = CountingTrace(lambda count: self._tell(replace(verdict, count=max(2, count))))
        result = self._ask(self.count_up_to, trace)
        if result.status is Status.MULTIPLE:
            count = result.count if result.count is not None else len(result.solutions)
            exact = result.complete and (result.count is not None or count < self.count_up_to)
        else:
            count, exact = max(2, trace.solutions_met), False
        return self._tell(replace(verdict, count=count, counted_all=exact, stage="count"))

    # --- what all solutions share ------------------------------------------------------------------------------------
    def _forced(self, verdict: Verdict, solutions: Sequence[Answer]) -> Verdict:
        """By the family's own quick way; or by intersection, as many boards have few solutions; or by the clause kernel."""
        solution, grid = solutions[0], self.puzzle.grid
        known = self._with_images(solutions)
        self._spread = Spread(self.family, self.puzzle, verdict, self._tell)
        held = set(grid.cells()) - set(differing_cells(self.family, self.puzzle, known))
        if any(solution[cell] for cell in held):
            quick = self.family.engine("auto").agreed_cells(self.puzzle, self.cancel, self._met)
            if quick is not None:
                held = quick
            else:
                shared, verdict = self._shared(verdict, known)
                if shared is None:
                    return self._spread.verdict(verdict)
                held = shared
        forced = tuple((cell, value) for cell, value in enumerate(solution) if value and cell in held)
        differing = tuple(cell for cell, value in enumerate(solution) if value and cell not in held)
        return self._tell(replace(verdict, forced=forced, differing=differing, stage="forced"))

    def _met(self, answer: Answer) -> None:
        """A solution of the engine's on its way to what all share: told, if the checker says that it is one."""
        if not self.family.wrong(self.puzzle, answer):
            self._spread.met(answer)

    def _shared(self, verdict: Verdict, known: list[Answer]) -> tuple[set[int] | None, Verdict]:
        """The cells that all solutions share (None: nobody can tell, for the family has no clause kernel); and the verdict,
        with the number of solutions if all of them were seen."""
        trace = SolutionTrace()
        result = self._ask(MANY, trace, shorter(self.cancel, MANY_SECONDS))
        self.cancel.check()
        if result.answered and len(result.solutions) < MANY:
            differing = differing_cells(self.family, self.puzzle, [known[0], *result.solutions])
            verdict = replace(verdict, count=len(result.solutions), counted_all=True)
            return set(self.puzzle.grid.cells()) - set(differing), verdict
        seen = result.solutions or [answer for answer in trace.found if not self.family.wrong(self.puzzle, answer)]
        seen = [*known, *self._with_images(seen)]
        self._spread.met(*seen)
        settled = self._surveyed(seen)
        if self._held(seen) <= settled:
            return self._held(seen), verdict
        try:
            if self.family.kernel is not None:
                return self._by_kernel(seen, shorter(self.cancel, KERNEL_SECONDS), settled), verdict
        except Cancelled:
            self.cancel.check()
        settled |= proven(self.family, self.puzzle, self.cancel)
        seen += counterexamples(self.family, self.puzzle, seen, settled, self.cancel, self._spread.met)
        held = self._held(seen)
        if held <= settled:
            return held, verdict
        return (None if self.family.kernel is None else self._by_kernel(seen, self.cancel, settled)), verdict

    def _held(self, seen: Sequence[Answer]) -> set[int]:
        """The cells on which these solutions agree."""
        return set(self.puzzle.grid.cells()) - set(differing_cells(self.family, self.puzzle, seen))

    def _surveyed(self, seen: list[Answer]) -> set[int]:
        """The family's own survey from the first solution, if it has one: the cells that it proves to be the same in all
        solutions. What it meets is added to the solutions seen."""
        if self.family.thinking is None or self.family.thinking.survey is None:
            return set()
        survey = self.family.thinking.survey(self.puzzle, seen[0], self.cancel)
        for answer in survey.others(self._held(seen)):
            if not self.family.wrong(self.puzzle, answer):
                seen.append(answer)
                self._spread.met(answer)
        return survey.same()

    def _by_kernel(self, seen: Sequence[Answer], cancel: Cancel, settled: AbstractSet[int] = frozenset()) -> set[int]:
        with self._solver(cancel) as sat:
            return {cell for cell, _ in forced_cells(sat, seen[0], others=seen, settled=settled, met=self._spread.met)}

    def _with_images(self, solutions: Sequence[Answer]) -> list[Answer]:
        return [image for answer in solutions for image in self.family.images(self.puzzle, answer)]

    def _solver(self, cancel: Cancel) -> LazySat:
        assert self.family.kernel is not None
        kernel = self.family.kernel(self.puzzle, False)
        self.cancel.check()
        return LazySat(kernel, cancel, wrong=lambda answer: self.family.wrong(self.puzzle, answer))

    # --- which clues clash --------------------------------------------------------------------------------------------
    def _clash(self, verdict: Verdict) -> Verdict:
        if self.family.clues is None:
            return verdict
        patience = min(self.first_clash_seconds, REASON_SECONDS) if verdict.message else self.first_clash_seconds
        search = ClashSearch(self.family, self.puzzle, self.cancel, self.newest, patience, self.clash_seconds)
        for found in search.run():
            verdict = self._tell(replace(verdict, clashing=found.clues, minimal=found.minimal, smallest=found.smallest,
                                         stage="clash"))
        if verdict.clashing is None:
            verdict = replace(verdict, message=verdict.message or say("no small set of clues to blame was found"))
        return verdict

SYMMETRIES = 8
"""A board has no more: nine solutions cannot be one."""


def all_the_same(family: Family, puzzle: Puzzle, solutions: Sequence[Answer]) -> bool:
    return set(solutions) <= set(family.images(puzzle, solutions[0]))


def one_up_to_symmetry(family: Family, puzzle: Puzzle, ask: Callable[[int], SolveResult]) -> bool:
    """Do all solutions count as one? `ask` looks for so many of them."""
    return images_of_one(family, puzzle, ask) > 0


def images_of_one(family: Family, puzzle: Puzzle, ask: Callable[[int], SolveResult]) -> int:
    """The number of solutions, if all of them count as one; 0 if they do not, or nobody knows."""
    result = ask(SYMMETRIES + 1)
    whole = result.answered and result.status in (Status.UNIQUE, Status.MULTIPLE) and len(result.solutions) <= SYMMETRIES
    return len(result.solutions) if whole and all_the_same(family, puzzle, result.solutions) else 0


def differing_cells(family: Family, puzzle: Puzzle, answers: Sequence[Answer]) -> tuple[int, ...]:
    """The cells on which some of the answers differ."""
    first = family.contents(puzzle, answers[0])
    found: set[int] = set()
    for answer in answers[1:]:
        other = family.contents(puzzle, answer)
        found.update(cell for cell in puzzle.grid.cells() if first[cell] != other[cell])
    return tuple(sorted(found))


def analyse(puzzle: Puzzle, cancel: Cancel | None = None, report: Report | None = None, **wishes: Any) -> Verdict:
    """The whole answer; `wishes` are fields of Analysis such as count_up_to."""
    return Analysis(puzzle, cancel or Cancel(), report or (lambda verdict: None), **wishes).run()
