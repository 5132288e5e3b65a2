"""SAT with lazily added cuts, and what every family gets from it: solve, prove unique, forced cells, clashing clues.

python-sat's CaDiCaL is incremental and takes assumptions, so one solver serves a whole conversation about one board.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from studio.core.clauses import Clause, Clauses, Clue
from studio.core.engine import Cancel
from studio.core.puzzle import Answer

DEFAULT_SOLVER = "cadical195"


class LazySat:
    """One incremental solver for one clause kernel. `cuts` counts the lazily added clauses."""

    def __init__(self, kernel: Clauses, cancel: Cancel | None = None, solver: str = DEFAULT_SOLVER,
                 on_cut: Callable[[Clause], None] | None = None) -> None:
        from pysat.solvers import Solver  # not at import: menus and the command line must start quickly

        self.kernel = kernel
        self.solver: Any = Solver(name=solver, bootstrap_with=kernel.clauses)
        self.cancel = cancel or Cancel()
        self.cuts = 0
        self.rounds = 0
        self._on_cut = on_cut
        self._next = kernel.top

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
        self.solver.add_clause(list(clause))

    def model(self, assumptions: Sequence[int] = ()) -> list[int] | None:
        """A model that no lazy rule objects to, or None; afterwards `core` names the assumptions to blame."""
        while True:
            self.cancel.check()
            self.rounds += 1
            if not self.solver.solve(assumptions=list(assumptions)):
                return None
            model: list[int] = self.solver.get_model()
            cuts = self.kernel.cuts(model)
            if not cuts:
                return model
            for clause in cuts:
                self.cuts += 1
                if self._on_cut is not None:
                    self._on_cut(clause)
                self.solver.add_clause(clause)

    def core(self) -> list[int]:
        return list(self.solver.get_core() or [])

    def solve(self, assumptions: Sequence[int] = ()) -> Answer | None:
        model = self.model(assumptions)
        return None if model is None else self.kernel.decode(model)

    def block(self, answer: Answer, guard: int | None = None) -> None:
        """No longer give this answer; with a guard literal, only while the guard is assumed."""
        clause = [-lit for cell, value, lit in self.kernel.literals if answer[cell] == value]
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


def forced_literals(sat: LazySat, answer: Answer, assumptions: Sequence[int] = (),
                    others: Iterable[Answer] = ()) -> list[tuple[int, int]]:
    """The backbone: the (cell, value) pairs of `answer` that every solution shares.

    Candidates shrink with every counterexample: each call asks for a solution that differs in at least one of them.
    """
    candidates = {(cell, value): lit for cell, value, lit in sat.kernel.literals if answer[cell] == value}
    for other in others:
        candidates = {key: lit for key, lit in candidates.items() if other[key[0]] == key[1]}
    while candidates:
        guard = sat.new_variable()
        sat.add([-guard, *(-lit for lit in candidates.values())])
        other = sat.solve([*assumptions, guard])
        sat.add([-guard])
        if other is None:
            break
        candidates = {key: lit for key, lit in candidates.items() if other[key[0]] == key[1]}
    return sorted(candidates)


def clashing_clues(sat: LazySat, clues: Sequence[Clue]) -> list[Clue]:
    """A minimal unsatisfiable set of clues: unsolvable together, solvable when any one is dropped."""
    literal = sat.kernel.assumptions
    by_literal = {literal[clue]: clue for clue in clues}
    if sat.solve(list(by_literal)) is not None:
        return []
    core = [lit for lit in by_literal if lit in set(sat.core())]
    needed: list[int] = []
    while core:
        candidate = core.pop()
        if sat.solve([*needed, *core]) is not None:
            needed.append(candidate)
        else:
            blamed = set(sat.core())
            core = [lit for lit in core if lit in blamed]
    return [by_literal[lit] for lit in needed]


def dimacs(clauses: Sequence[Sequence[int]], top: int, comments: Iterable[str] = ()) -> str:
    """DIMACS CNF text with `c` lines."""
    lines = [f"c {comment}" for comment in comments]
    lines.append(f"p cnf {top} {len(clauses)}")
    lines += [" ".join(map(str, clause)) + " 0" for clause in clauses]
    return "\n".join(lines) + "\n"
