"""The builder: a board's rules as named clauses and lazily enforced constraints. What it builds *is* a clause kernel.

    rules = Constraints(grid)
    sea = rules.cells("the sea")                                   # a variable a cell
    rules.answer(sea, yes=SEA, no=LAND)                            # what they say about the answer
    rules.connected(sea, Name("sea-connected", "the sea must stay connected: one of these cells joins its parts"))
    rules.no_block(sea, 2, 2, Name("no-pool", "these four cells must not all be sea"))
    regions(rules, {cell: -lit for cell, lit in sea.items()}, {12: 3, 40: None}, noun="island")   # solvers.constraints.region
    LazySat(rules).solve()

Clauses said inside `with rules.under(literal):` hold only while the literal is true; `rules.clue(cell)` makes such a literal
and, where clues are assumptions, registers it.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Protocol

from studio.core.bits import padded_grid
from studio.core.clauses import Clause, Clue, Why
from studio.core.grid import Grid
from studio.core.puzzle import Answer
from studio.core.say import marked, say
from studio.solvers.constraints.cardinality import Variables, counted
from studio.solvers.constraints.connected import Connected, Members, Rooted
from studio.solvers.constraints.counters import Count, partial_counts
from studio.solvers.constraints.graph import Graph
from studio.solvers.constraints.names import Name, NamedClauses
from studio.solvers.constraints.patterns import runs, windows

Meaning = str | Callable[[], str]
Literals = Mapping[int, int]
"""From cells (or the nodes of another graph) to literals."""
FEW = 6
"""cells that the meaning of a count names"""
MOST = 16
"""literals of a count whose cells it is about: of thousands the first will do"""
NO_MODEL = Name("no-solution", marked("the clues already contradict each other"))


class Lazy(Protocol):
    """A constraint that is enforced by cuts."""

    name: Name
    members: Members

    def cuts(self, model: Sequence[int]) -> list[Clause]:
        """Clauses that the model breaks and every solution keeps; empty if the model keeps the constraint."""
        ...


@dataclass
class _Counter:
    """The variables of one counting encoding; what they mean is worked out when somebody asks."""

    first: int
    last: int
    literals: Sequence[int]
    clauses: Sequence[Clause]
    name: Name
    _counts: dict[int, Count] | None = None

    def counts(self) -> dict[int, Count]:
        if self._counts is None:
            self._counts = partial_counts(self.literals, self.clauses, self.first, self.last)
        return self._counts


class Constraints:
    """See the module. `assume_clues`: as `Thinking.clauses` means it (a clue holds only while its literal is assumed)."""

    def __init__(self, grid: Grid, assume_clues: bool = False) -> None:
        self.grid = grid
        self.graph: Graph = padded_grid(grid.rows, grid.cols)
        self.assume_clues = assume_clues
        self.literals: list[tuple[int, int, int]] = []
        self.assumptions: dict[Clue, int] = {}
        self.lazy: list[Lazy] = []
        self.settled_cells: dict[int, int] = {}
        """cells of the answer that no literal names, and their value"""
        self._said, self._cut = NamedClauses(), NamedClauses()
        self.clauses: list[Clause] = self._said.clauses
        self.variables = Variables(0)
        self._meaning: dict[int, tuple[Meaning, tuple[int, ...]]] = {}
        self._blocks: list[tuple[int, str, Sequence[int]]] = []
        self._counters: list[_Counter] = []
        self._guard: list[int] = []
        self._joining: tuple[int, set[int]] = 0, set()

    # --- variables ----------------------------------------------------------------------------------------------------------
    @property
    def top(self) -> int:
        return self.variables.top

    @top.setter
    def top(self, value: int) -> None:
        self.variables.top = value

    def variable(self, meaning: Meaning = "", cells: tuple[int, ...] = ()) -> int:
        """A new variable. `meaning` says when it is true ("the island of 5 has this cell"), `cells` what it is about. Where
        there are thousands, `meaning` may make its words when somebody asks."""
        literal = self.variables()
        if cells or meaning:
            self._meaning[literal] = meaning, cells
        return literal

    def cells(self, meaning: str, cells: Iterable[int] | None = None) -> dict[int, int]:
        """One variable for each cell (of the board, if none are named)."""
        chosen = self.grid.cells() if cells is None else list(cells)
        first = self.top + 1
        self._blocks.append((first, meaning, chosen))
        self.top += len(chosen)
        return dict(zip(chosen, range(first, self.top + 1)))

    def meaning(self, literal: int) -> str:
        """What a literal says; empty for one of an encoding's own."""
        said = self.about(literal)[0]
        return said if literal > 0 or not said else say("not: {said}", said=said)

    def about(self, literal: int) -> tuple[str, tuple[int, ...]]:
        """The meaning of a literal's variable, and its cells. A kernel with many variables may work it out here instead."""
        variable = abs(literal)
        if variable in self._meaning:
            meant, about = self._meaning[variable]
            return meant if isinstance(meant, str) else meant(), about
        for first, meaning, cells in self._blocks:
            if first <= variable < first + len(cells):
                return meaning, (cells[variable - first],)
        at = bisect_right(self._counters, variable, key=lambda counter: counter.first) - 1
        counter = self._counters[at] if at >= 0 else None
        return self._counted(variable, counter) if counter is not None and variable <= counter.last else ("", ())

    def _counted(self, variable: int, counter: _Counter) -> tuple[str, tuple[int, ...]]:
        """A variable of a counting encoding: what it counts, or else what the count is for."""
        count = counter.counts().get(variable)
        words = counter.name.words if isinstance(counter.name.words, str) else counter.name.rule
        if count is None:
            return say("a part of the count for: {rule}", rule=words), self._all_cells(counter.literals[:MOST])
        cells = self._all_cells(count.literals[:MOST])
        where = self.grid.cell_names(cells[:FEW]) + (" …" if len(cells) > FEW else "")
        if not cells:
            return say("at least {least} of {n} counted, for: {rule}", least=count.least, n=len(count.literals), rule=words), ()
        return say("at least {least} of {where} counted, for: {rule}", least=count.least, where=where, rule=words), cells

    def _all_cells(self, literals: Iterable[int]) -> tuple[int, ...]:
        return tuple(dict.fromkeys(cell for lit in literals for cell in self.cells_about(lit)))

    def cells_about(self, literal: int) -> tuple[int, ...]:
        """The cells of `about`; a kernel whose words cost something gives them without."""
        return self.about(literal)[1]

    def cells_of(self, clause: Iterable[int]) -> tuple[int, ...]:
        """The cells that the literals of a clause are about, each once."""
        return self._all_cells(clause)

    def answer(self, literals: Literals, yes: int, no: int | None = None) -> None:
        """What literals say about the answer: `yes` where one is true, `no` (if given) where it is not."""
        for cell, literal in literals.items():
            self.literals.append((cell, yes, literal))
            if no is not None:
                self.literals.append((cell, no, -literal))

    # --- clauses ------------------------------------------------------------------------------------------------------------
    def add(self, clause: Iterable[int], name: Name) -> None:
        self.extend([[*clause]], name)

    def extend(self, clauses: Iterable[Clause], name: Name) -> None:
        """Clauses of one name. An empty one is said by a variable, because solvers dislike it."""
        guard = self._guard
        found = [[*guard, *clause] for clause in clauses] if guard else clauses if isinstance(clauses, list) else list(clauses)
        if not all(found):
            never = self.variable()
            found = [clause for clause in found if clause] + [[never], [-never]]
        self._said.add(found, name)

    @contextmanager
    def under(self, literal: int | None) -> Iterator[None]:
        """What is said inside holds only while the literal is true (None: always)."""
        before = self._guard
        self._guard = before if literal is None else [*before, -literal]
        try:
            yield
        finally:
            self._guard = before

    def clue(self, clue: Clue, meaning: str = marked("this clue holds")) -> int | None:
        """The literal under which a clue holds; None where clues always do. Use: `with rules.under(rules.clue(cell)):`."""
        if not self.assume_clues:
            return None
        cells = (clue,) if isinstance(clue, int) else ()
        literal = self.assumptions[clue] = self.variable(meaning, cells)
        return literal

    # --- counting -----------------------------------------------------------------------------------------------------------
    def exactly(self, count: int, literals: Iterable[int], name: Name) -> None:
        self.between(count, count, literals, name)

    def at_most(self, count: int, literals: Iterable[int], name: Name) -> None:
        self.between(0, count, literals, name)

    def at_least(self, count: int, literals: Iterable[int], name: Name) -> None:
        chosen = list(literals)
        self.between(count, len(chosen), chosen, name)

    def between(self, low: int, high: int, literals: Iterable[int], name: Name) -> None:
        """The encoding is chosen by size (`cardinality.counted`)."""
        chosen = list(literals)
        if name.cells is None:
            name = Name(name.rule, name.words, self.cells_of(chosen))
        first = self.top + 1
        clauses = counted(chosen, low, high, self.variables)
        self.extend(clauses, name)
        self.counting(chosen, clauses, range(first, self.top + 1), name)

    def counting(self, literals: Sequence[int], clauses: Sequence[Clause], made: range, name: Name) -> None:
        """Clauses that count these literals have made these variables: remember for what. In rising order."""
        if made:
            self._counters.append(_Counter(made[0], made[-1], literals, clauses, name))

    # --- patterns -----------------------------------------------------------------------------------------------------------
    def never_all(self, groups: Iterable[Iterable[int]], literals: Literals, name: Name) -> None:
        """In no group of cells are all literals true; a group with a cell that has no literal cannot be."""
        members = (tuple(group) for group in groups)
        self.extend(([-literals[cell] for cell in group] for group in members if all(cell in literals for cell in group)), name)

    def no_block(self, literals: Literals, rows: int, cols: int, name: Name) -> None:
        """No window of this size is full ("no 2x2")."""
        self.never_all(windows(self.grid, rows, cols), literals, name)

    def no_run(self, literals: Literals, length: int, name: Name) -> None:
        """No straight run of this length is full ("no four in a row")."""
        self.never_all(runs(self.grid, length), literals, name)

    # --- what hangs together ------------------------------------------------------------------------------------------------
    def connected(self, literals: Literals, name: Name, fixed: Iterable[int] = (), graph: Graph | None = None) -> Connected:
        """All true ones are connected through true ones. `fixed`: nodes true in every solution, whatever is assumed."""
        constraint = Connected(Members(graph or self.graph, literals, fixed), name, self._guard)
        self.lazy.append(constraint)
        return constraint

    def rooted(self, literals: Literals, roots: Iterable[int], name: Name, graph: Graph | None = None) -> Rooted:
        """Every connected group of true ones has a root in it."""
        constraint = Rooted(Members(graph or self.graph, literals), roots, name, self._guard)
        self.lazy.append(constraint)
        return constraint

    # --- what the shared loops ask (core.clauses.Clauses) -------------------------------------------------------------------
    def cuts(self, model: Sequence[int]) -> list[Clause]:
        found: list[Clause] = []
        for constraint in self.lazy:
            new = constraint.cuts(model)
            if new:
                found += self.cut(new, constraint.name)
        return found

    def cut(self, clauses: list[Clause], name: Name) -> list[Clause]:
        """Give a kernel's own cuts a name."""
        self._cut.add(clauses, name)
        return clauses

    def cut_cells(self, clause: Clause) -> tuple[int, ...]:
        """Of a set that falls apart the cells that could join it: the same for all clauses of one group."""
        if self._joining[0] != len(self.lazy):
            sets = [each.members.literals.values() for each in self.lazy]
            self._joining = len(self.lazy), {lit for some in sets for lit in some}
        name = self._cut.name_of(clause)
        if name is not None and name.cells is not None:
            return name.cells
        joining = self.cells_of(lit for lit in clause if lit in self._joining[1])
        if joining:
            return joining
        reason = self.reason(clause)
        return reason.cells if reason is not None else self.cells_of(clause)

    def reason(self, clause: Clause) -> Why | None:
        name = self._said.name_of(clause) or self._cut.name_of(clause)
        return None if name is None else name.said_of(clause, self.cells_of(clause))

    def decode(self, model: Sequence[int]) -> Answer:
        answer, seen = [0] * self.grid.size, len(model)
        for cell, value in self.settled_cells.items():
            answer[cell] = value
        for cell, value, lit in self.literals:
            if (abs(lit) <= seen and model[abs(lit) - 1] > 0) is (lit > 0):
                answer[cell] = value
        return tuple(answer)
