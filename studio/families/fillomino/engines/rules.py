"""The `rules` engine: the shared driver, with the care that hidden regions larger than every clue need."""

from __future__ import annotations

from studio.core.engine import Cancel, Limits, Options, SolveResult
from studio.core.puzzle import Puzzle
from studio.core.say import marked, say
from studio.core.trace import TraceWriter
from studio.families.fillomino.engines.hidden import HiddenTrace, exact_state
from studio.families.fillomino.kernel.warm import warm_up
from studio.families.fillomino.rules.state import FillominoDeduction
from studio.solvers.rule_engine import RuleEngine, in_search
from studio.solvers.search import Ladder, Search


class FillominoRuleEngine(RuleEngine):
    """Explained search over both variants. `max_depth` in the statistics is the thesis' difficulty (section 6.2)."""

    def solve(self, puzzle: Puzzle, options: Options, limits: Limits, trace: TraceWriter, cancel: Cancel) -> SolveResult:
        rules = self.book.rules
        ladder = Ladder.without(rules, [rule.name for rule in rules if not options.get(rule.name, in_search(rule))])
        order = str(options.get("order", self.default_order))
        film, at_least = HiddenTrace(trace, puzzle), 0
        while True:
            state = exact_state(puzzle, at_least)
            search = Search(state, ladder, film.over(state), cancel, order, why=self.why(puzzle, state, order))
            self._look(search, state, trace, options.solutions)
            if not state.doubtful or (options.solutions and len(trace.found) >= options.solutions):
                return SolveResult.of(list(trace.found), search.exhausted, options.solutions)
            # A hidden region larger than all numbers in play may stand for several: tell them apart.
            at_least = max(len(region) for region in state.doubtful)
            trace.phase(marked("once more"), say("once more, with every size up to {at_least} told apart", at_least=at_least))

    def warm_up(self) -> None:
        warm_up()

    def _look(self, search: Search, state: FillominoDeduction, trace: TraceWriter, wanted: int) -> None:
        """Search until enough real answers are told.

        Once a hidden region is in doubt there is no use in going on past the wanted number: all is searched anew anyway.
        """
        for seen, _ in enumerate(search.solutions(), 1):
            if wanted and (len(trace.found) >= wanted or (state.doubtful and seen >= wanted)):
                break
