"""What the films of tiling searches say, in particular: the smallest offence, the portfolio's story, proofs step by step."""

from __future__ import annotations

import numpy as np
import pytest

from studio.core.engine import Cancel, Limits, Options, SolveResult, run_engine
from studio.core.events import PROOF, Event, Kind
from studio.core.film import TraceLog
from studio.core.puzzle import Puzzle
from studio.core.trace import TraceWriter
from studio.families.tiling import FAMILY
from studio.families.tiling.draw.proof import proof_lines
from studio.families.tiling.model.convert import puzzle_of, tiles_from_words
from studio.families.tiling.model.problem import board_from_picture, rectangle_board
from studio.families.tiling.samples import PENTOMINOES


def film(puzzle: Puzzle, engine: str, wanted: int = 1, **values: object) -> tuple[list[Event], SolveResult]:
    log = TraceLog(puzzle.grid.size)
    result = run_engine(FAMILY.engine(engine), puzzle, Options(wanted, values), Limits(60), TraceWriter(log.add), Cancel(),
                        FAMILY.wrong)
    return [log.event(k) for k in range(len(log))], result


def board(rows: int, cols: int, words: str, reflections: bool = False) -> Puzzle:
    return puzzle_of(rectangle_board(rows, cols), tiles_from_words(words), reflections)


def pentominoes(rows: int, cols: int) -> Puzzle:
    return board(rows, cols, " ".join(f"1:{name}" for name in PENTOMINOES), True)


@pytest.mark.parametrize("engine", ["table", "mrv", "simple", "dlx"])
def test_a_search_for_all_ends_with_everything_seen(engine: str) -> None:
    events, result = film(board(3, 4, "2"), engine, 0)
    kinds = [event.kind for event in events]
    assert kinds.count(Kind.SOLUTION) == len(result.solutions) == 11
    assert kinds[-1] is Kind.END and "11 solutions" in (events[-1].reason.text if events[-1].reason else "")
    after = [kinds[k + 1] for k, kind in enumerate(kinds[:-1]) if kind is Kind.SOLUTION]
    assert set(after) <= {Kind.BACKTRACK, Kind.END}, "after a solution the search goes on, it does not contradict itself"


@pytest.mark.parametrize("engine", ["table", "mrv"])
def test_a_bad_pocket_is_told_as_the_pocket_alone(engine: str) -> None:
    """A pocket is the offence, not the board; and it really is cut off."""
    puzzle = pentominoes(5, 12)
    events, _ = film(puzzle, engine)
    pockets = [event for event in events if event.kind is Kind.CONFLICT and event.rule == "bad-pocket"]
    assert pockets
    for event in pockets:
        assert event.reason is not None
        cells = set(event.reason.cells)
        assert 0 < len(cells) < 60 and len(cells) % 5
        assert f"{len(cells)} cell" in event.reason.text


def test_a_dead_end_names_the_cell_that_nothing_covers() -> None:
    puzzle = puzzle_of(board_from_picture("xxx\nx.x\nxxx"), tiles_from_words("3I 1:2"), False)
    for engine in ("simple", "dlx", "mrv", "table"):
        events, _ = film(puzzle, engine, 0)
        bare = [event for event in events if event.kind is Kind.CONFLICT and event.rule == "bare-cell"]
        assert all(event.reason is not None and len(event.reason.cells) == 1 for event in bare)


def test_equal_pieces_in_another_order_are_no_contradiction() -> None:
    """Optimisation 1 leaves orders of equal pieces out: a dead end of one order only is a remark, not a contradiction."""
    events, result = film(board(2, 4, "3:2 2:1"), "dlx", 0)
    assert result.complete
    told = [event for event in events if event.kind is Kind.SOLUTION]
    assert len(told) == len(result.solutions)


def test_a_portfolio_tells_who_searched_and_shows_the_winner() -> None:
    puzzle = board(8, 8, "1:1 3I")  # too hard for the first slice of either
    events, result = film(puzzle, "auto")
    phases = [event for event in events if event.kind is Kind.PHASE]
    assert {event.rule for event in phases} >= {"table", "mrv"}
    assert phases[-1].rule == result.stats["winner"]
    assert phases[-1].reason is not None and "won" in phases[-1].reason.text
    shown = events[events.index(phases[-1]) + 1 :]
    guesses = sum(event.kind is Kind.GUESS for event in shown)
    assert guesses + 1 == result.stats["searches"][result.stats["winner"]], "the winner's film is its whole search"
    assert shown[-1].kind is Kind.SOLUTION
    times = [event.seconds for event in shown]
    assert times == sorted(times) and times[-1] > times[0], "events have the times that they had in the race"


def test_filming_changes_no_decision_of_the_portfolio() -> None:
    for puzzle in (pentominoes(5, 12), board(9, 9, "3I 1:1"), board(10, 10, "4L"), board(6, 6, "2")):
        watched = film(puzzle, "auto", 2)[1]
        alone = run_engine(FAMILY.engine("auto"), puzzle, Options(2), Limits(60), TraceWriter(), Cancel(), FAMILY.wrong)
        assert watched.solutions == alone.solutions
        names = ("nodes", "guesses", "backtracks", "conflicts", "max_depth", "winner", "searches")
        assert [watched.stats[name] for name in names] == [alone.stats[name] for name in names]


def mutilated() -> Puzzle:
    grid = np.ones((8, 8), dtype=np.bool_)
    grid[0, 0] = grid[7, 7] = False
    return puzzle_of(grid, tiles_from_words("2"), False)


@pytest.mark.parametrize("engine", ["auto", "colouring"])
@pytest.mark.parametrize("puzzle", [mutilated(), board(10, 10, "4L")], ids=["chessboard", "4L"])
def test_a_colouring_proof_is_told_step_by_step(engine: str, puzzle: Puzzle) -> None:
    events, result = film(puzzle, engine)
    steps = [event for event in events if event.rule == PROOF]
    assert result.proof is not None and [event.value for event in steps] == list(range(1, len(result.proof["steps"]) + 1))
    texts = [event.reason.text for event in steps if event.reason is not None]
    assert "number" in texts[0] and "no tiling" in texts[-1]
    example = next(event.reason for event in steps if event.reason is not None and event.reason.cells)
    problem_tile = 2 if puzzle.grid.size == 64 else 4
    assert len(example.cells) == problem_tile, "an example of the tile is pointed at"
    contradiction = next(event for event in events if event.kind is Kind.CONFLICT)
    assert contradiction.depth == 0 and events.index(contradiction) > events.index(steps[-1])
    assert events[-1].kind is Kind.END


def test_the_sums_in_the_steps_are_those_of_the_board() -> None:
    _, result = film(mutilated(), "colouring")
    assert result.proof is not None
    text = " ".join(step["text"] for step in result.proof["steps"]).replace("\u00a0", " ")
    assert "1 on 30 cells, −1 on 32 cells" in text
    assert "30 · 1 + 32 · (−1) = −2" in text
    assert proof_lines({**result.proof, "step": 2})[0].startswith("2 of ")
    assert len(proof_lines(result.proof)) == len(result.proof["steps"])


@pytest.mark.parametrize("engine", ["auto", "table", "mrv", "dlx"])
def test_a_stopped_search_keeps_its_tilings(engine: str) -> None:
    """`--solutions 0` on a board with thousands of tilings, stopped early: what was found stays."""
    trace = TraceWriter()
    stop = Cancel(None, lambda: len(trace.found) >= 3)
    result = run_engine(FAMILY.engine(engine), pentominoes(6, 10), Options(0), Limits(), trace, stop, FAMILY.wrong)
    assert not result.complete and len(result.solutions) >= 3 and result.stopped == "cancelled"
