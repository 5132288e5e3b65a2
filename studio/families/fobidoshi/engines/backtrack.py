"""`backtrack`: the search of section 3 of the thesis, every improvement a switch."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from studio.core.engine import Cancel, Engine, Limits, Option, Options, SolveResult
from studio.core.puzzle import Puzzle
from studio.core.say import marked
from studio.core.trace import Kind, TraceWriter
from studio.families.fobidoshi.kernel.run import FIGURE_15, OURS, THESIS, Counted, Improvements, Told, backtrack
from studio.families.fobidoshi.model import field

AS_THE_THESIS, AS_OURS = marked("as in the thesis"), marked("ours")
PRESETS: dict[str, Improvements] = {
    AS_THE_THESIS: THESIS,
    marked("no improvement"): FIGURE_15["none"],
    marked("barrier check"): FIGURE_15["barrier"],
    marked("good moves"): FIGURE_15["good moves"],
    marked("barrier check and good moves"): FIGURE_15["both"],
    AS_OURS: OURS,
}
AS_PRESET = marked("as the preset")
SWITCHES = (
    ("barrier", marked("Barrier check"), marked("3.3.1: go back as soon as crosses separate circles")),
    ("good_moves", marked("Good moves"), marked("3.3.2: put a circle where a cross would be a barrier")),
    ("neighbours", marked("Guess beside circles"), marked("3.3.3: guess only cells next to a circle")),
    ("at_once", marked("All good moves at once"),
     marked("ours: all good moves and the crosses they force in one call, instead of one move a call (needs barrier check and "
            "good moves)")),
    ("confined_first", marked("Most confined group first"),
     marked("ours: guess at an exit of the group that has the fewest (then 3.3.3 has nothing left to do)")),
    ("look_ahead", marked("Look ahead"),
     marked("ours: try the exits of the most confined group with and without a circle before a guess")),
)


class BacktrackEngine(Engine):
    """Section 3 of the thesis, each improvement a switch; reports recursive calls and depth as in Figure 15."""

    id = "backtrack"
    name = "Backtracking"
    description = "The search of the Fobidoshi thesis: forced crosses, barrier check, good moves; every improvement a switch."
    options = (
        Option("preset", "Improvements", AS_THE_THESIS, tuple(PRESETS), "which improvements the search has, unless a switch "
               "below says otherwise"),
        *(Option(name, label, AS_PRESET, (AS_PRESET, marked("on"), marked("off")), text) for name, label, text in SWITCHES),
    )

    def solve(self, puzzle: Puzzle, options: Options, limits: Limits, trace: TraceWriter, cancel: Cancel) -> SolveResult:
        shape, done = field(puzzle.grid.rows, puzzle.grid.cols), Counted()
        try:
            backtrack(shape, puzzle.givens, chosen(options), options.solutions, cancel, done, told=Told(trace, limits.events))
        finally:
            tell_totals(trace, done)
        stats = {"recursive_calls": done.calls, "recursion_depth": done.max_depth}
        return SolveResult.of(done.answers, done.exhausted, options.solutions, stats=stats, count=done.found)

    def warm_up(self) -> None:
        backtrack(field(1, 1), (0,), OURS, 1, Cancel())


def chosen(options: Options) -> Improvements:
    """The preset, with the switches that were set otherwise."""
    use = PRESETS[options.get("preset", AS_THE_THESIS)]
    set_apart = {name: _is_on(options.get(name, AS_PRESET)) for name, _, _ in SWITCHES
                 if options.get(name, AS_PRESET) != AS_PRESET}
    return replace(use, **set_apart)


def _is_on(value: Any) -> bool:
    return value in ("on", True)


def tell_totals(trace: TraceWriter, done: Counted) -> None:
    """The run's totals: the kernel counts what a film tells."""
    counts = done.counts
    trace.count(guesses=counts[Kind.GUESS], conflicts=counts[Kind.CONFLICT], backtracks=counts[Kind.BACKTRACK],
                deductions=counts[Kind.DEDUCE], max_depth=done.deepest, restarts=0, cuts=0)
