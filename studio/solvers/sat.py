"""SAT with lazily added cuts, and what every family gets from it: solve, prove unique, forced cells, clashing clues.

python-sat's CaDiCaL is incremental and takes assumptions, so one solver serves a whole conversation about one board.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any

from studio.core.clauses import Clause, Clauses
from studio.core.engine import Cancel
from studio.core.puzzle import Answer
from studio.core.say import say

DEFAULT_SOLVER = "cadical195"
QUICK_SOLVER = "minisat22"
"""For many small questions about one board: it begins each of them at once."""
SLICE = 3000
"""Conflicts between two looks at the clock: some tenths of a second."""
ROUND = 10
"""Conflicts that one more round of cuts counts as, where a question has a limit."""
FLIPS = 3
"""Candidates that a search for a counterexample is led away from. With none it takes many steps; with all of them the models
are so far from any solution that cuts take over (a 20x20 board: 0.7 s with three, 11 s with none, 42 s with all)."""


class WrongAnswer(Exception):
    """A kernel's answer that the family's checker refused: a fault of the studio, never shown as a solution."""


class Undecided(Exception):
    """A question on which as much work was spent as the asker wanted; it can be asked again, and what was learnt stays."""


class LazySat:
    """One incremental solver for one clause kernel. `cuts` counts the lazily added clauses."""

    def __init__(self, kernel: Clauses, cancel: Cancel | None = None, solver: str = DEFAULT_SOLVER,
                 on_cut: Callable[[Clause], None] | None = None, wrong: Callable[[Answer], list[str]] | None = None,
                 on_add: Callable[[Clause], None] | None = None) -> None:
        from pysat.solvers import Solver  # not at import: menus and the command line must start quickly

        self.kernel = kernel
        self.solver: Any = Solver(name=solver, bootstrap_with=kernel.clauses)
        self.cancel = cancel or Cancel()
        self.cuts = 0
        self.rounds = 0
        self._sliced = solver in (DEFAULT_SOLVER, QUICK_SOLVER)
        self._on_cut, self._on_add = on_cut, on_add
        self._wrong = wrong
        self._next = kernel.top
        self._left: int | None = None
        """conflicts that may still be spent on the question at hand; None: as many as it takes"""
        moves: Mapping[int, Sequence[tuple[int, int]]] = getattr(kernel, "moves", {})
        self._pieces = {tuple(sorted(cell for cell, _ in cells)): lit for lit, cells in moves.items()}

    def close(self) -> None:
        self.solver.delete()

    def __enter__(self) -> LazySat:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def new_variable(self) -> int:
        self._next = max(self._next, self.kernel.top) + 1
        self.kernel.top = self._next
        return self._next

    def add(self, clause: Iterable[int]) -> None:
        """Any further clause; whoever watches is told before."""
        told = list(clause)
        if self._on_add is not None:
            self._on_add(told)
        self.solver.add_clause(told)

    def model(self, assumptions: Sequence[int] = ()) -> list[int] | None:
        """A model that no lazy rule objects to, or None; afterwards `core` names the assumptions to blame."""
        while True:
            self.cancel.check()
            self.rounds += 1
            self._spend(ROUND)
            if not self._satisfiable(list(assumptions)):
                return None
            model: list[int] = self.solver.get_model()
            model += range(-len(model) - 1, -self.kernel.top - 1, -1)  # variables that the solver never saw are false
            cuts = self.kernel.cuts(model)
            if not cuts:
                return model
            self.cuts += len(cuts)
            if self._on_cut is not None:  # told before any is added: adding one takes the answer back that a film shows
                for clause in cuts:
                    self._on_cut(clause)
            for clause in cuts:
                self.solver.add_clause(clause)

    def _satisfiable(self, assumptions: list[int]) -> bool:
        """One call of the solver, in slices so that it can be cancelled: native code does not look at the clock."""
        if not self._sliced:
            return bool(self.solver.solve(assumptions=assumptions))
        while True:
            before = self._conflicts()
            self.solver.conf_budget(SLICE if self._left is None else min(SLICE, self._left))
            status: bool | None = self.solver.solve_limited(assumptions=assumptions)
            self._spend(self._conflicts() - before if status is None else 0)
            if status is not None:
                return status
            self.cancel.check()

    def _conflicts(self) -> int:
        return 0 if self._left is None else int(self.solver.accum_stats()["conflicts"])

    def _spend(self, conflicts: int) -> None:
        if self._left is not None:
            self._left -= conflicts
            if self._left <= 0:
                raise Undecided

    def core(self) -> list[int]:
        return list(self.solver.get_core() or [])

    def solve(self, assumptions: Sequence[int] = (), conflicts: int | None = None) -> Answer | None:
        """Raises `Undecided` after so many conflicts, if there is a limit."""
        self._left = conflicts
        try:
            model = self.model(assumptions)
        finally:
            self._left = None
        if model is None:
            return None
        answer = self.kernel.decode(model)
        faults = self._wrong(answer) if self._wrong is not None else []
        if faults:
            raise WrongAnswer(say("the clause kernel gave a wrong answer: {fault}", fault=faults[0]))
        return answer

    def told(self, answer: Sequence[int]) -> list[int]:
        """The literals that are true in an answer and together tell it from all others. Marks (0 = open) will do, too."""
        told = getattr(self.kernel, "told", None)
        if told is not None:
            return list(told(answer))
        found = [lit for cell, value, lit in self.kernel.literals if answer[cell] == value]
        if self._pieces:
            parts: dict[int, list[int]] = {}
            for cell, number in enumerate(answer):
                if number:
                    parts.setdefault(number, []).append(cell)
            found += [self._pieces[tuple(part)] for part in parts.values() if tuple(part) in self._pieces]
        return found

    def named_cells(self) -> Iterator[tuple[int, int]]:
        """(cell, literal) for every literal that says something about a cell."""
        for cell, _, lit in self.kernel.literals:
            yield cell, lit
        for piece, lit in self._pieces.items():
            for cell in piece:
                yield cell, lit

    def prefer(self, literals: Iterable[int]) -> None:
        """Literals that the solver shall try first where it has to choose."""
        self.solver.set_phases(list(literals))

    def block(self, answer: Answer, guard: int | None = None) -> None:
        """No longer give this answer; with a guard literal, only while the guard is assumed."""
        clause = [-lit for lit in self.told(answer)]
        self.add(clause if guard is None else [-guard, *clause])

    def answers(self, assumptions: Sequence[int] = ()) -> Iterator[Answer]:
        """All answers, each once (for good: they stay blocked in this solver)."""
        while (answer := self.solve(assumptions)) is not None:
            yield answer
            self.block(answer)

    def second(self, answer: Answer, assumptions: Sequence[int] = ()) -> Answer | None:
        """Another answer under the same assumptions, leaving the solver open for other questions."""
        guard = self.new_variable()
        self.block(answer, guard)
        other = self.solve([*assumptions, guard])
        self.add([-guard])
        return other


def forced_cells(sat: LazySat, answer: Answer, assumptions: Sequence[int] = (), others: Iterable[Answer] = (),
                 settled: Collection[int] = (), met: Callable[[Answer], object] = lambda answer: None) -> list[tuple[int, int]]:
    """The backbone: the (cell, value) pairs of `answer` that every solution shares. `others` are solutions known already,
    `settled` cells that are known to be the same in all; `met` is told every solution that turns up.

    Candidates shrink with every counterexample: each call asks for a solution that differs in at least one of them. The
    solver is led back to the last solution but for a few candidates: near a solution few lazy rules are broken.
    """
    last = sat.told(answer)
    candidates = set(last)
    for other in others:
        candidates.intersection_update(sat.told(other))
    sure = {lit for cell, _, lit in sat.kernel.literals if cell in settled} & candidates
    candidates -= sure
    while candidates:
        flips = spread(sorted(candidates), FLIPS)
        sat.prefer([*(lit for lit in last if lit not in flips), *(-lit for lit in flips)])
        guard = sat.new_variable()
        sat.add([-guard, *(-lit for lit in candidates)])
        counterexample = sat.solve([*assumptions, guard])
        sat.add([-guard])
        if counterexample is None:
            break
        met(counterexample)
        last = sat.told(counterexample)
        candidates.intersection_update(last)
    named, forced = set(), set()
    for cell, lit in sat.named_cells():
        named.add(cell)
        if lit in candidates or lit in sure:
            forced.add(cell)
    return [(cell, value) for cell, value in enumerate(answer) if value and (cell in forced or cell not in named)]


def spread(items: Sequence[int], count: int) -> set[int]:
    """A few items from all over a sequence."""
    return {items[len(items) * number // count] for number in range(count)} if items else set()


def dimacs(clauses: Sequence[Sequence[int]], top: int, comments: Iterable[str] = ()) -> str:
    """DIMACS CNF text with `c` lines."""
    lines = [f"c {comment}" for comment in comments]
    lines.append(f"p cnf {top} {len(clauses)}")  # not for people
    lines += [" ".join(map(str, clause)) + " 0" for clause in clauses]
    return "\n".join(lines) + "\n"
