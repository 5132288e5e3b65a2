"""A helper process of the portfolio: one solver on one problem, the answer back through a pipe.

Started by `isolate.command("studio.families.tiling.race.racer:main")`. Its input stays open as long as the parent
lives: when it closes, the helper ends itself, so that nothing is left behind however the parent went.
"""

from __future__ import annotations

import contextlib
import os
import pickle
import subprocess
import sys
import threading
from typing import Any

from studio.core import isolate, lifeline
from studio.families.tiling.model.placements import Placements
from studio.families.tiling.model.problem import Problem


class Racer:
    """The parent's side: starts the helper, looks now and then whether it has answered."""

    def __init__(self, problem: Problem, solver: str, wanted: int) -> None:
        command = isolate.command("studio.families.tiling.race.racer:main", str(os.getpid()))
        self.process = lifeline.start(lambda: subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=isolate.environment()))
        lifeline.guard(self.process.pid)
        self._answer: bytes | None = None
        self._thread = threading.Thread(target=self._listen, args=(pickle.dumps((problem, solver, wanted)),), daemon=True)
        self._thread.start()

    def _listen(self, task: bytes) -> None:
        try:
            assert self.process.stdin is not None and self.process.stdout is not None
            self.process.stdin.write(len(task).to_bytes(8, "big") + task)
            self.process.stdin.flush()
            self._answer = self.process.stdout.read()
        except (OSError, ValueError):
            self._answer = b""

    def answer(self) -> list[list[list[int]]] | None:
        """All tilings found (as lists of pieces), once the helper is done; None before, or if it cannot tell."""
        if not self._answer:
            return None
        found: list[list[list[int]]] | None = pickle.loads(self._answer)
        return found

    def stop(self) -> None:
        self.process.kill()
        self.process.wait()
        lifeline.release(self.process.pid)
        self._thread.join(1.0)
        for pipe in (self.process.stdin, self.process.stdout):
            if pipe is not None:
                with contextlib.suppress(OSError):
                    pipe.close()


FOLDINGS, FOLDED_SECONDS = 2, 6.0
"""How many folded boards are tried first, and for how long each."""


def tilings_by_cpsat(problem: Problem, wanted: int) -> list[list[list[int]]]:
    """Up to ``wanted`` tilings by CP-SAT; fewer mean that there are no more. A symmetric one is looked for first."""
    from studio.core.engine import Cancel
    from studio.families.tiling.model.placements import find_placements
    from studio.families.tiling.translate.ilp import build_model
    from studio.solvers.ilp import load

    placements = find_placements(problem)
    if wanted == 1 and (tiling := symmetric_by_cpsat(problem, placements)) is not None:
        return [tiling]
    solver = load(build_model(problem, placements), "cpsat")
    found: list[list[list[int]]] = []
    while len(found) < wanted:
        values = solver.solve(Cancel())
        if values is None:
            break
        chosen = [p for p in range(len(placements)) if values[p]]
        found.append([placements.of(p) for p in chosen])
        solver.add(chosen, [-1] * len(chosen), 1 - len(chosen))
    return found


def symmetric_by_cpsat(problem: Problem, placements: Placements) -> list[list[int]] | None:
    from studio.core.engine import Cancel, Cancelled, Limits
    from studio.families.tiling.kernel.symmetric import find_foldings
    from studio.families.tiling.translate.ilp import build_model
    from studio.solvers.ilp import load

    for folded in find_foldings(problem, placements)[:FOLDINGS]:
        small, options = folded.as_problem(problem)
        try:
            values = load(build_model(small, options), "cpsat").solve(Cancel(Limits(FOLDED_SECONDS)))
        except Cancelled:
            continue
        if values is not None:
            return [piece for p in range(len(options)) if values[p] for piece in folded.unfold(p)]
    return None


def refuted_by_highs(problem: Problem, wanted: int) -> list[list[list[int]]] | None:
    """No tilings, if linear programming (and the cuts of HiGHS) refutes the board; None if it has a tiling, which is left to
    others: HiGHS is good at proofs by counting and slow at finding."""
    from studio.core.engine import Cancel
    from studio.families.tiling.model.placements import find_placements
    from studio.families.tiling.translate.ilp import build_model
    from studio.solvers.ilp import load

    solver = load(build_model(problem, find_placements(problem)), "highs")
    return [] if solver.solve(Cancel()) is None else None


SOLVERS: dict[str, Any] = {"cpsat": tilings_by_cpsat, "highs": refuted_by_highs}


def _watch_parent() -> None:
    """Our input ends when the parent does."""
    while sys.stdin.buffer.read(1):
        pass
    os._exit(0)


def main() -> None:
    lifeline.die_with_parent(int(sys.argv[1]))
    length = int.from_bytes(sys.stdin.buffer.read(8), "big")
    problem, solver, wanted = pickle.loads(sys.stdin.buffer.read(length))
    threading.Thread(target=_watch_parent, daemon=True).start()
    found = SOLVERS[solver](problem, wanted)
    sys.stdout.buffer.write(pickle.dumps(found))
    sys.stdout.buffer.flush()
    os._exit(0)
