"""How shall `connected` be enforced? Nurikabe boards, four ways, CPU seconds for the verdict (none, one or several solutions).

    python -m tests.solvers.constraints.bench_connected [--seconds 20] [--way kit] [board ...]

- cuts: clauses only after a complete answer fell apart            - levels: reachability written out for every island at once
- propagator: cuts on CaDiCaL's partial assignments, by its hook   - kit: what `solvers.constraints` does (see region.py)
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch

from studio.core.engine import Cancel, Cancelled
from studio.core.family import make_grid
from studio.solvers.constraints import Connected, Constraints, Rooted
from studio.solvers.constraints import region as region_module
from studio.solvers.constraints.region import _Builder, _Region, longest_way
from studio.solvers.sat import LazySat
from tests.solvers.constraints.nurikabe import rules_of

BOARDS = {
    "one 12": "10x10: 44=12",
    "one ?": "10x10: 44=?",
    "12 and ?": "10x10: 22=12 77=?",
    "? and ?": "10x10: 0=? 99=?",
    "12, ?, 3": "10x10: 12=12 55=? 87=3",
    "12, ?, 3 apart": "10x10: 0=12 45=? 99=3",
    "20, 12, 13": "10x10: 12=20 55=12 87=13",
    "15x15 12, ?, 3": "15x15: 32=12 120=? 200=3",
    "unique 10a": "10x10: 5=1 7=1 9=1 11=1 13=2 25=1 27=3 30=1 41=5 44=2 47=1 58=1 61=4 65=2 86=2 89=3 91=3",
    "unique 10b": "10x10: 5=4 9=1 10=1 29=1 30=2 33=4 35=3 38=1 51=6 54=2 59=3 66=5 72=1 89=3 91=2 95=1",
    "unique 15a": "15x15: 0=3 3=2 10=4 14=3 22=2 31=1 33=1 47=1 50=2 52=1 55=1 57=4 61=1 68=2 71=1 78=3 81=2 85=1 87=1 89=1 "
                  "97=1 108=4 111=4 117=2 119=1 128=3 138=1 142=4 146=1 155=2 162=3 166=4 180=1 183=2 185=1 189=1 192=4 194=1 "
                  "202=3 211=1 213=2 218=1 220=1 224=3",
    "unique 15b": "15x15: 6=1 8=3 12=1 15=1 19=4 28=4 31=2 37=4 40=1 54=1 67=2 70=1 80=4 83=2 86=4 89=2 90=4 109=1 111=4 113=2 "
                  "118=1 123=1 131=2 137=4 156=1 160=4 165=2 170=4 176=4 179=3 183=4 188=4 190=1 210=1 215=1 219=3 221=1 223=2",
    "unique 15c": "15x15: 3=2 14=1 19=2 22=1 26=2 30=2 36=1 39=2 43=1 49=4 53=4 57=3 59=2 60=1 76=1 78=4 87=2 95=1 97=3 99=3 "
                  "119=2 120=3 123=4 126=1 130=2 144=1 148=2 152=2 155=3 157=3 160=1 165=1 171=4 177=3 194=2 196=1 203=3 214=4 "
                  "222=3 224=1",
}
"""The unique ones were grown at random and their clues moved until one solution was left."""


def rules_of_text(text: str) -> Constraints:
    size, clues = text.split(": ")
    rows, cols = map(int, size.split("x"))
    pairs = (clue.split("=") for clue in clues.split())
    return rules_of(make_grid(rows, cols), {int(cell): None if value == "?" else int(value) for cell, value in pairs})


class PartialCuts:
    """Cuts as soon as a partial assignment cuts a set in two: an external propagator (python-sat's hook of CaDiCaL)."""

    is_lazy = False

    def __init__(self, rules: Constraints) -> None:
        self.sets: list[Any] = [each._cuts if isinstance(each, _Region) else each for each in rules.lazy]
        self.watch: dict[int, list[tuple[int, int, bool]]] = {}
        for at, each in enumerate(self.sets):
            for node, lit in each.members.literals.items():
                self.watch.setdefault(abs(lit), []).append((at, each.members.graph.bits[node], lit > 0))
        self.true = [each.members.fixed for each in self.sets]
        self.possible = [each.members.possible for each in self.sets]
        self.trail: list[list[int]] = [[]]
        self.assigned: set[int] = set()
        self.changed: set[int] = set()
        self.queue: list[list[int]] = []

    def attach(self, solver: Any) -> None:
        solver.connect_propagator(self)
        for variable in self.watch:
            solver.observe(variable)

    def on_assignment(self, lit: int, fixed: bool = False) -> None:
        if abs(lit) in self.assigned:
            return
        self.assigned.add(abs(lit))
        self.trail[-1].append(lit)
        for at, bit, positive in self.watch[abs(lit)]:
            if (lit > 0) is positive:
                self.true[at] |= bit
            else:
                self.possible[at] &= ~bit
            self.changed.add(at)

    def on_new_level(self) -> None:
        self.trail.append([])

    def on_backtrack(self, to: int) -> None:
        while len(self.trail) > to + 1:
            for lit in self.trail.pop():
                self.assigned.discard(abs(lit))
                for at, bit, positive in self.watch[abs(lit)]:
                    if (lit > 0) is positive:
                        self.true[at] &= ~bit
                    else:
                        self.possible[at] |= bit

    def propagate(self) -> list[int]:
        for at in sorted(self.changed):
            self._look(self.sets[at], self.true[at], self.possible[at])
        self.changed.clear()
        return []

    def _look(self, constraint: Any, true: int, possible: int) -> None:
        graph = constraint.members.graph
        groups = [group for group in graph.groups(possible) if group & true]
        if isinstance(constraint, Rooted):
            lost = [group for group in groups if not group & constraint.roots]
            self.queue += [self._about(constraint._cut(group), true & group, constraint) for group in lost]
        elif len(groups) > 1:
            main = max(groups, key=lambda group: (bool(group & constraint.members.fixed), (group & true).bit_count()))
            for group in groups:
                if group != main:
                    self.queue.append(self._about(constraint._cut(group, main & true), true & group, constraint))

    @staticmethod
    def _about(clauses: list[list[int]], true: int, constraint: Any) -> list[int]:
        """Of the clauses of a group the one about a cell that is in the set."""
        first = -constraint.members.literals[constraint.members.graph.cells(true)[0]]
        return next(clause for clause in clauses if clause[0] == first)

    def check_model(self, model: list[int]) -> bool:
        return True

    def decide(self) -> int:
        return 0

    def provide_reason(self, lit: int) -> list[int]:
        return []

    def has_clause(self) -> bool:
        return bool(self.queue)

    def add_clause(self) -> list[int]:
        return self.queue.pop()


def _only_cuts(builder: _Builder, root: int, mine: dict[int, int], size: int | None) -> None:
    builder.rules.rooted(mine, [root], builder.name("connected", "connected"))


def _only_levels(builder: _Builder, root: int, mine: dict[int, int], size: int | None) -> None:
    region = _Region(builder.rules, mine, root, builder.name("connected", "connected"))
    longest = size - 1 if size is not None else longest_way(builder.rules.grid, mine)
    builder.rules.extend(region.levels(longest), region.level_name)


@contextmanager
def way_of(name: str) -> Iterator[None]:
    instead = {"cuts": _only_cuts, "propagator": _only_cuts, "levels": _only_levels}.get(name)
    if instead is None:
        yield
        return
    with patch.object(region_module._Builder, "_connect", instead):
        yield


def verdict(text: str, way: str, seconds: float) -> str:
    start = time.process_time()
    with way_of(way):
        rules = rules_of_text(text)
    cancel = Cancel(asked=lambda: time.process_time() - start > seconds)
    found = 0
    with LazySat(rules, cancel) as sat:
        if way == "propagator":
            assert all(isinstance(each, Connected | Rooted) for each in rules.lazy)
            PartialCuts(rules).attach(sat.solver)
        try:
            for _ in sat.answers():
                found += 1
                if found == 2:
                    break
        except Cancelled:
            return "-"
        return f"{time.process_time() - start:.2f} ({found}; {sat.rounds} rounds)"


def main(arguments: list[str]) -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--way", action="append", choices=["cuts", "levels", "propagator", "kit"])
    parser.add_argument("board", nargs="*")
    chosen = parser.parse_args(arguments)
    ways = chosen.way or ["cuts", "levels", "propagator", "kit"]
    print("| board | " + " | ".join(ways) + " |")
    print("|---" * (len(ways) + 1) + "|")
    for name in chosen.board or BOARDS:
        print(f"| {name} | " + " | ".join(verdict(BOARDS[name], way, chosen.seconds) for way in ways) + " |", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
