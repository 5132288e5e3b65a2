"""The `rules` engine: the shared driver, with the care that hidden regions larger than every clue need."""

from __future__ import annotations

from studio.core.engine import Cancel, Limits, Options, SolveResult
from studio.core.puzzle import Answer, Puzzle
from studio.core.trace import TraceWriter
from studio.families.fillomino.kernel.warm import warm_up
from studio.families.fillomino.model import stands_alone
from studio.families.fillomino.rules.state import FillominoDeduction
from studio.solvers.rule_engine import RuleEngine
from studio.solvers.search import Ladder, Search


class FillominoRuleEngine(RuleEngine):
    """Explained search over both variants. `max_depth` in the statistics is the thesis' difficulty (section 6.2)."""

    def solve(self, puzzle: Puzzle, options: Options, limits: Limits, trace: TraceWriter, cancel: Cancel) -> SolveResult:
        rules = self.book.rules
        ladder = Ladder.without(rules, [rule.name for rule in rules if not options.get(rule.name, True)])
        order = str(options.get("order", self.default_order))
        at_least = 0
        while True:
            state = FillominoDeduction(puzzle, at_least)
            search = Search(state, ladder, trace, cancel, order)
            found = self._real(puzzle, search, state, options.solutions)
            if not state.doubtful or (options.solutions and len(found) >= options.solutions):
                return SolveResult.of(found, search.exhausted, options.solutions)
            # A hidden region larger than all numbers in play may stand for several: tell them apart.
            at_least = max(len(region) for region in state.doubtful)
            trace.backtrack(0)
            trace.note(f"once more, with every size up to {at_least} told apart")

    def warm_up(self) -> None:
        warm_up()

    def _real(self, puzzle: Puzzle, search: Search, state: FillominoDeduction, wanted: int) -> list[Answer]:
        """Answers whose largest hidden regions do not touch a region of their size, each once.

        Once a hidden region is in doubt there is no use in going on past the wanted number: all is searched anew anyway.
        """
        found: dict[Answer, None] = {}
        for seen, answer in enumerate(search.solutions(), 1):
            if stands_alone(puzzle.grid, answer):
                found[answer] = None
            if wanted and (len(found) >= wanted or (state.doubtful and seen >= wanted)):
                break
        return list(found)
