"""Our own experiments: colouring proofs found and verified, and all tilings of 6x10 by the twelve pentominoes."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

from studio.core.say import marked, say
from studio.core.study import Column, Experiment, Finding, Value, Workbench, columns
from studio.families.tiling.model.problem import HUGE, Problem, rectangle_board
from studio.families.tiling.model.shapes import NAMED, Tile
from studio.families.tiling.samples import PENTOMINOES
from studio.families.tiling.studies.contest import named_instances
from studio.families.tiling.studies.instances import colouring_families, forbidden


def _finding(head: tuple[Column, ...], rows: Sequence[Sequence[Value]], *notes: str) -> Finding:
    return Finding(head, tuple(tuple(row) for row in rows), notes=notes)


def proofs(bench: Workbench) -> Finding:
    """Every problem's colouring proof, found and verified, with its time; huge boards included."""
    from studio.families.tiling.engines.colouring import ColouringEngine
    from studio.families.tiling.model.placements import find_placements
    from studio.families.tiling.proofs.prover import prove_impossible

    known = [*colouring_families(22), *forbidden("4I", [(1002, 1002)]), *forbidden("4L", [(1002, 1002)])]
    problems = named_instances(bench, known, say("the families of Figure 3.4 by their recipes, and two of a million cells"))
    ColouringEngine().warm_up()
    rows: list[list[Value]] = []
    for k, each in enumerate(problems):
        bench.progress(k / len(problems), each.name)
        problem = each.problem
        started = time.perf_counter()
        placements = find_placements(problem) if problem.area <= HUGE else None
        proof = prove_impossible(problem, placements)
        took = 1000 * (time.perf_counter() - started)
        kind = "-" if proof is None else f"mod {proof.modulus}" if proof.modulus else marked("inequality")
        rows.append([each.name, took, kind, proof.caption() if proof else marked("none found")])
    return _finding(columns("problem", "ms", "kind", "proof"), rows)


def pentominoes(bench: Workbench) -> Finding:
    """All 6x10 tilings by the twelve pentominoes: Algorithm X, the searches, and the count, in one run."""
    from studio.families.tiling.engines.count import CountEngine
    from studio.families.tiling.engines.dlx import DlxEngine
    from studio.families.tiling.engines.mrv import MrvEngine
    from studio.families.tiling.engines.table import TableEngine
    from studio.families.tiling.kernel.counting import count_tilings
    from studio.families.tiling.kernel.cover import DlxSearch, Switches
    from studio.families.tiling.kernel.mrv import MrvSearch
    from studio.families.tiling.kernel.table import TableSearch
    from studio.families.tiling.model.placements import find_placements

    for engine in (DlxEngine(), TableEngine(), MrvEngine(), CountEngine()):
        engine.warm_up()
    problem = Problem(rectangle_board(6, 10), tuple(Tile(NAMED[name], 1, name) for name in PENTOMINOES), True)
    ways: dict[str, Callable[[], int]] = {
        marked("dlx (Algorithm X)"): lambda: _find_all(DlxSearch(problem, Switches())),
        marked("table search"): lambda: _find_all(TableSearch(problem, 20)),
        marked("most constrained, memo"): lambda: _find_all(MrvSearch(problem, find_placements(problem), 20)),
        marked("frontier count"): lambda: count_tilings(problem),
    }
    rows: list[list[Value]] = []
    base = 0.0
    for k, (name, way) in enumerate(ways.items()):
        bench.progress(k / len(ways), name)
        started = time.process_time()
        number = way()
        took = time.process_time() - started
        base = base or took
        rows.append([name, number, took, took / base])
    return _finding(columns("way", "tilings", "cpu s", "of Algorithm X"), rows)


def _find_all(search: object) -> int:
    from studio.solvers.kernels.search import DONE, SOLUTION

    found = 0
    while True:
        code = search.run(10**9)  # type: ignore[attr-defined]
        if code == SOLUTION:
            search.pieces()  # type: ignore[attr-defined]
            found += 1
        elif code == DONE:
            return found


EXPERIMENTS = (
    Experiment("proofs", "Colouring proofs found and verified", proofs, "problem files may be named"),
    Experiment("pentominoes", "All tilings of 6x10 by the twelve pentominoes", pentominoes, takes_boards=False),
)
