"""The backtracking search: as section 3 has it, the same calls plain and compiled, filmed or not, and every switch switches."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from studio.core.engine import Cancel, Limits, Options, SolveResult, run_engine
from studio.core.puzzle import Answer, Puzzle
from studio.core.trace import Batch, Kind, TraceWriter
from studio.families.fobidoshi import FAMILY
from studio.families.fobidoshi.engines.backtrack import PRESETS, SWITCHES
from studio.families.fobidoshi.kernel import run
from studio.families.fobidoshi.kernel.records import RUNNING, Search, new_search
from studio.families.fobidoshi.kernel.run import FIGURE_15, OURS, THESIS, Improvements
from studio.families.fobidoshi.kernel.search import search
from studio.families.fobidoshi.model import CIRCLE, CROSS, EMPTY, Field
from studio.solvers.kernels import Kernels
from tests.families.fobidoshi.boards import puzzle, random_puzzle, shape_of, small_puzzles

BOARDS = ("o-ooo- ------ x----- --x--o ------ o--o--", "-----o ----o- -o---- --oo-- --o--- o-oo-o",
          "o-o---o- -------o o-o-o-o- o-ooo-oo oo-ooo-o -o-o-o-o o------- -o---o-o",
          "o-o-o-o- oo------ o---o-o- -------o o------- -o-o---o ------oo -o-o-o-o")
SMALL = ("o---- ----- --x-- o---o --x--", "--o- x--- ---o o---")
"""For searches without improvements."""


def random_use(rng: Random) -> Improvements:
    return Improvements(*(rng.random() < 0.6 for _ in range(6)))


class AsWritten:
    """Section 3.2 word by word, with the improvements of 3.3, for one solution: a recursive function on a list of cells."""

    def __init__(self, shape: Field, use: Improvements) -> None:
        self.shape, self.use, self.calls = shape, use, 0

    def circles(self, cells: list[int]) -> list[int]:
        return [cell for cell, value in enumerate(cells) if value == CIRCLE]

    def flooded(self, cells: list[int], over: tuple[int, ...]) -> set[int]:
        reached, ahead = set(self.circles(cells)[:1]), self.circles(cells)[:1]
        while ahead:
            for near in self.shape.neighbours[ahead.pop()]:
                if cells[near] in over and near not in reached:
                    reached.add(near)
                    ahead.append(near)
        return reached

    def is_barred(self, cells: list[int]) -> bool:
        return not self.flooded(cells, (CIRCLE, EMPTY)).issuperset(self.circles(cells))

    def solve(self, cells: list[int]) -> bool:
        self.calls += 1
        for stripe in self.shape.stripes:
            for cell in stripe:
                if cells[cell] == EMPTY and all(cells[other] == CIRCLE for other in stripe if other != cell):
                    cells[cell] = CROSS
        if self.flooded(cells, (CIRCLE,)).issuperset(self.circles(cells)):
            return True
        if self.use.barrier and self.is_barred(cells):
            return False
        empty = [cell for cell, value in enumerate(cells) if value == EMPTY]
        if self.use.good_moves:
            for cell in empty:
                if self.is_barred(with_value(cells, cell, CROSS)):
                    return self.solve(with_value(cells, cell, CIRCLE))
        if self.use.neighbours:
            empty = [cell for cell in empty if any(cells[near] == CIRCLE for near in self.shape.neighbours[cell])]
        return bool(empty) and any(self.solve(with_value(cells, empty[0], value)) for value in (CIRCLE, CROSS))


def with_value(cells: list[int], cell: int, value: int) -> list[int]:
    return [*cells[:cell], value, *cells[cell + 1 :]]


@pytest.mark.parametrize("use", [THESIS, *FIGURE_15.values()], ids=["thesis", *FIGURE_15])
def test_the_thesis_configurations_make_the_calls_that_the_text_describes(use: Improvements) -> None:
    rng = Random(3)
    for _ in range(60):
        board = random_puzzle(rng, 5, 3)
        if CIRCLE not in board.givens or shape_of(board).fours(shape_of(board).where(board.givens, CIRCLE)):
            continue
        literal = AsWritten(shape_of(board), use)
        solved = literal.solve(list(board.givens))
        done = run.backtrack(shape_of(board), board.givens, use, 1, Cancel())
        assert (done.calls, bool(done.found)) == (literal.calls, solved), board.givens


def test_every_mixture_of_switches_finds_all_solutions_once() -> None:
    rng = Random(8)
    for board, solutions in small_puzzles(8, 150, cells=9):
        done = run.backtrack(shape_of(board), board.givens, random_use(rng), 0, Cancel())
        assert done.exhausted and sorted(done.answers) == sorted(solutions), board.givens


def searched(s: Search, board: Puzzle, use: Improvements, wanted: int) -> tuple[Any, ...]:
    run.start(s, board.givens, use)
    answers: list[Answer] = []
    state = RUNNING
    while state == RUNNING:
        state = search(s, wanted, 7)
        answers += run.waiting_answers(s)
    return state, answers, s.calls, s.deepest_call, s.deepest, [int(count) for count in s.counts]


def test_plain_and_compiled_make_the_same_calls() -> None:
    rng = Random(9)
    for _ in range(60):
        board, use, wanted = random_puzzle(rng, 6), random_use(rng), rng.choice((1, 2, 5, 40))
        ways = [new_search(shape_of(board), 0, layout) for layout in (Kernels.PLAIN, None)]
        plain, as_usual = (searched(s, board, use, wanted) for s in ways)
        assert plain == as_usual, (board.givens, use)


def solved(board: Puzzle, wanted: int, film: bool, **values: Any) -> tuple[SolveResult, list[list[int]], list[str]]:
    batches: list[Batch] = []
    trace, limits = TraceWriter(batches.append) if film else TraceWriter(), Limits(60.0)
    result = run_engine(FAMILY.engine("backtrack"), board, Options(wanted, values), limits, trace, Cancel(limits), FAMILY.wrong)
    rules = [rule for batch in batches for rule in batch.rules]
    return result, [row for batch in batches for row in batch.rows.tolist()], rules


SAME = ("nodes", "guesses", "max_depth", "deductions", "conflicts", "backtracks", "recursive_calls", "recursion_depth")


def test_a_filmed_search_is_the_search_that_is_timed() -> None:
    rng = Random(9)
    for _ in range(60):
        board = random_puzzle(rng, 5)
        values = {"preset": rng.choice(list(PRESETS)), rng.choice(SWITCHES)[0]: rng.choice(("on", "off"))}
        filmed, rows, _ = solved(board, 3, True, **values)
        timed, _, _ = solved(board, 3, False, **values)
        assert {name: filmed.stats[name] for name in SAME} == {name: timed.stats[name] for name in SAME}, values
        assert filmed.solutions == timed.solutions
        assert sum(row[0] == Kind.SOLUTION for row in rows) == len(filmed.solutions)


def test_the_film_names_the_rules_of_the_thesis() -> None:
    board = puzzle(BOARDS[0])
    rules = {rule for preset in PRESETS for rule in solved(board, 2, True, preset=preset)[2]}
    assert {"forced-cross", "good-move", "guess", "barrier", "look-ahead", "connected"} <= rules


def test_a_contradiction_is_told_of_the_stray_group_only() -> None:
    batches: list[Batch] = []
    trace = TraceWriter(batches.append)
    board = puzzle("ooxo oxx- xoo- ----")  # the circle in the corner can go down; the three at the left cannot go anywhere
    run.backtrack(shape_of(board), board.givens, THESIS, 2, Cancel(), told=run.Told(trace))
    trace.flush()
    reasons = [reason for batch in batches for reason in batch.reasons]
    conflicts = [row for batch in batches for row in batch.rows.tolist() if row[0] == Kind.CONFLICT]
    assert [set(reasons[row[5]].cells) for row in conflicts] == [{0, 1, 4}]


# --- switches -----------------------------------------------------------------------------------------------------------
SHOWS = {"barrier": ("barrier check", SMALL), "at_once": ("barrier check and good moves", BOARDS)}
"""Good moves go the same way without a barrier check, and one by one, only in more calls. Without them, or with guesses
anywhere, these two switches change the guesses, too."""


@pytest.mark.parametrize("name", [name for name, _, _ in SWITCHES])
def test_each_switch_changes_the_search_and_its_film(name: str) -> None:
    def runs(preset: str, boards: Sequence[str], **switch: str) -> list[tuple[SolveResult, list[list[int]], list[str]]]:
        return [solved(puzzle(drawing), 2, True, preset=preset, **switch) for drawing in boards]

    def numbers(of: list[tuple[SolveResult, list[list[int]], list[str]]], what: str) -> list[int]:
        return [result.stats[what] for result, _, _ in of]

    other = "off" if getattr(THESIS, name) else "on"
    default = (next(iter(PRESETS)), BOARDS)
    for (preset, boards), what in ((default, "recursive_calls"), (SHOWS.get(name, default), "nodes")):
        at_first, switched = runs(preset, boards), runs(preset, boards, **{name: other})
        assert numbers(at_first, what) != numbers(switched, what)
        assert [rows for _, rows, _ in switched] != [rows for _, rows, _ in at_first]


def test_every_preset_is_a_search_of_its_own() -> None:
    nodes = {name: tuple(solved(puzzle(drawing), 2, False, preset=name)[0].stats["recursive_calls"] for drawing in SMALL)
             for name in PRESETS}
    assert len(set(nodes.values())) == len(PRESETS), nodes


def test_switches_take_what_the_command_line_says() -> None:
    engine = FAMILY.engine("backtrack")
    parsed = Options.parse(engine, {"preset": "ours", "barrier": "off"}, 2)
    assert solved(puzzle(BOARDS[0]), 2, False, **parsed.values)[0].stats["nodes"] == run.backtrack(
        shape_of(puzzle(BOARDS[0])), puzzle(BOARDS[0]).givens, replace(OURS, barrier=False), 2, Cancel()).counts[Kind.GUESS] + 1


def test_barrier_check_and_good_moves_only_prune() -> None:
    """With cells taken in reading order a stronger check cannot meet nodes that a weaker one does not."""
    rng = Random(10)
    for _ in range(60):
        board = random_puzzle(rng, 4, 3)
        calls = {name: run.backtrack(shape_of(board), board.givens, use, 0, Cancel()).calls for name, use in FIGURE_15.items()}
        assert calls["both"] <= calls["barrier"] <= calls["none"]
        at_once = replace(FIGURE_15["both"], at_once=True)
        assert run.backtrack(shape_of(board), board.givens, at_once, 0, Cancel()).calls <= calls["both"]


def test_counting_keeps_the_smallest_solution() -> None:
    board = puzzle("o-o --- ---")
    done = run.backtrack(shape_of(board), board.givens, FIGURE_15["none"], 0, Cancel())
    assert done.exhausted and done.found == len(done.answers) == len(set(done.answers)) > 1
    assert done.fewest is not None and done.fewest.count(1) == 3 == min(answer.count(1) for answer in done.answers)


def test_a_limit_of_calls_is_told() -> None:
    board = puzzle(" ".join(["o-----"] + ["------"] * 5))
    short = run.backtrack(shape_of(board), board.givens, THESIS, 0, Cancel(), most_calls=50)
    assert short.gave_up and not short.exhausted and short.calls == 50


def test_what_was_found_is_kept_when_the_time_is_up() -> None:
    board = puzzle(" ".join(["o" + "-" * 9] + ["-" * 10] * 9))
    asked = 0

    def stop() -> bool:
        nonlocal asked
        asked += 1
        return asked > 3

    report, told = run.Counted(), TraceWriter()
    with pytest.raises(Exception, match="cancelled"):
        run.backtrack(shape_of(board), board.givens, THESIS, 0, Cancel(None, stop), report, told=run.Told(told))
    told.flush()
    assert report.found >= len(report.answers) > 100 and told.stats.solutions == report.found and not report.exhausted
