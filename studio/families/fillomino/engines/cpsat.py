"""The CP-SAT chapter's model: a forest of parent pointers, with distances against cycles and subtree sizes for the regions."""

from __future__ import annotations

from typing import Any

from studio.core.engine import Cancel, Engine, Limits, Option, Options, SolveResult
from studio.core.events import NARROWED, Glimpse
from studio.core.grid import Grid
from studio.core.puzzle import Answer, Puzzle
from studio.core.say import say, say_n
from studio.core.trace import TraceWriter
from studio.families.fillomino.model import QUESTION, is_basic, limit_of, walls_of
from studio.solvers.cpsat import CpSatRuns, narrowed

PRESOLVE_SECONDS = 2.0


def largest_region(grid: Grid, givens: tuple[int, ...]) -> int:
    """V_max: the largest clue, or the largest connected set of empty cells (thesis 4.2) if that is more."""
    empty = [cell for cell in grid.cells() if givens[cell] <= 0]
    hidden = max((len(part) for part in grid.components(empty)), default=0)
    return max(hidden, *givens, 1)


class ForestModel:
    """Variables per cell: value, root or parent among the neighbours, distance from the root, root's number, subtree size."""

    def __init__(self, puzzle: Puzzle, given_most: int = 0) -> None:
        from ortools.sat.python import cp_model

        self.grid, self.model = puzzle.grid, cp_model.CpModel()
        basic = is_basic(puzzle)
        clues = [given for given in puzzle.givens if given > 0]
        told = basic and QUESTION not in puzzle.givens
        self.most = max(clues, default=1) if told else largest_region(puzzle.grid, puzzle.givens)
        self.needed = min(self.most, limit_of(puzzle) or self.most)
        self.most = max(given_most, *clues, 1) if given_most else self.needed
        model, most, cells = self.model, self.most, self.grid.cells()
        self.value = [model.new_int_var(1, most, f"v{c}") for c in cells]
        self.distance = [model.new_int_var(0, most - 1, f"d{c}") for c in cells]
        self.root_id = [model.new_int_var(0, self.grid.size - 1, f"rid{c}") for c in cells]
        self.subtree = [model.new_int_var(1, most, f"sub{c}") for c in cells]
        self.root = [model.new_bool_var(f"root{c}") for c in cells]
        # "the parent of a is its neighbour b"; together with `root` a one-hot form of the chapter's pointer
        self.parent = {(a, b): model.new_bool_var(f"p{a}_{b}") for a in cells for b in self.grid.neighbours(a)}
        for cell in cells:
            if puzzle.givens[cell] > 0:
                model.add(self.value[cell] == puzzle.givens[cell])
            elif basic and not puzzle.givens[cell]:
                model.add(self.root[cell] == 0)  # every region holds a clue and can be rooted there
            self._cell(cell)
        for a, b in self.grid.adjacent_pairs():
            self._same_value_same_region(a, b)
        for a, b in walls_of(puzzle):
            model.add(self.value[a] != self.value[b])

    def _cell(self, cell: int) -> None:
        model, around = self.model, self.grid.neighbours(cell)
        root = self.root[cell]
        model.add_exactly_one([root, *(self.parent[cell, other] for other in around)])
        model.add(self.distance[cell] == 0).only_enforce_if(root)
        model.add(self.root_id[cell] == cell).only_enforce_if(root)
        model.add(self.value[cell] == self.subtree[cell]).only_enforce_if(root)
        for other in around:
            points = self.parent[cell, other]
            model.add(self.value[cell] == self.value[other]).only_enforce_if(points)
            model.add(self.distance[cell] == self.distance[other] + 1).only_enforce_if(points)
            model.add(self.root_id[cell] == self.root_id[other]).only_enforce_if(points)
        model.add(self.subtree[cell] == 1 + sum(self._contribution(other, cell) for other in around))

    def _contribution(self, child: int, cell: int) -> Any:
        """What a neighbour adds to the cell's subtree: its own subtree if it points here, else nothing."""
        part = self.model.new_int_var(0, self.most, "")
        points = self.parent[child, cell]
        self.model.add(part == self.subtree[child]).only_enforce_if(points)
        self.model.add(part == 0).only_enforce_if(points.negated())
        return part

    def _same_value_same_region(self, a: int, b: int) -> None:
        same = self.model.new_bool_var("")
        self.model.add(self.value[a] == self.value[b]).only_enforce_if(same)
        self.model.add(self.value[a] != self.value[b]).only_enforce_if(same.negated())
        self.model.add(self.root_id[a] == self.root_id[b]).only_enforce_if(same)

    def forbid(self, answer: Answer) -> None:
        """Another answer than this one (the forest below a solution is not unique, its numbers are what counts)."""
        self.model.add_forbidden_assignments(self.value, [answer])


def tell_presolve(forest: ForestModel, puzzle: Puzzle, trace: TraceWriter) -> None:
    """What CP-SAT's presolve makes of the cells, for the film alone: decided ones, and how far the others are narrowed."""
    left = narrowed(forest.model, forest.value, PRESOLVE_SECONDS)
    if left is None:
        trace.note(say("CP-SAT's presolve tells nothing of single cells here"))
        return
    kept = [sum(high - low + 1 for low, high in zip(ranges[::2], ranges[1::2])) for ranges in left]
    values = tuple(ranges[0] if size == 1 else 0 for size, ranges in zip(kept, left))
    shares = tuple(round(100 * (forest.most - size) / max(1, forest.most - 1)) for size in kept)
    found = sum(1 for value, given in zip(values, puzzle.givens) if value and given <= 0)
    trace.glimpse(Glimpse(NARROWED, values, shares), say_n(
        "CP-SAT's presolve decides {n} cell; the darker a cell, the fewer of the numbers up to {most} are left to it",
        "CP-SAT's presolve decides {n} cells; the darker a cell, the fewer of the numbers up to {most} are left to it",
        n=found, most=forest.most))


class CpSatEngine(Engine):
    """Parent-pointer forest on OR-Tools' CP-SAT."""

    id = "cpsat"
    name = "Parent pointers on CP-SAT"
    description = "The chapter's model: every cell points to its parent or is a root; subtree sizes make the regions."
    options = (
        Option("workers", "Parallel workers", 1, (), "threads that CP-SAT may use", 1, 64),
        Option("V", "Largest value V", 0, (), "the chapter's V, which its reader has to know; 0: as large as a region can be",
               0, 10_000),
    )
    animated = False

    def solve(self, puzzle: Puzzle, options: Options, limits: Limits, trace: TraceWriter, cancel: Cancel) -> SolveResult:
        forest = ForestModel(puzzle, int(options.get("V", 0)))
        whole = forest.most >= forest.needed
        if trace.enabled:
            with trace.filming():
                tell_presolve(forest, puzzle, trace)
        found: list[Answer] = []
        runs = CpSatRuns(trace, int(options.get("workers", 1)))
        while not options.solutions or len(found) < options.solutions:
            solver = runs.run(forest.model, cancel)
            trace.note(say("CP-SAT: {branches:,} branches and {conflicts:,} conflicts so far", branches=runs.branches,
                           conflicts=runs.conflicts))
            if solver is None:
                said = "" if whole else say("only regions of at most {most} cells were looked for", most=forest.most)
                return SolveResult.of(found, whole, options.solutions, message=said)
            answer = tuple(solver.value(variable) for variable in forest.value)
            trace.solution(answer)
            found.append(answer)
            forest.forbid(answer)
        return SolveResult.of(found, False, options.solutions)

    def warm_up(self) -> None:
        from ortools.sat.python import cp_model

        cp_model.CpSolver().solve(cp_model.CpModel())
