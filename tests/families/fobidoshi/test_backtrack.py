"""The backtracking search: the compiled and the explained one make the same calls; every switch only prunes."""

from __future__ import annotations

from itertools import islice
from random import Random

from studio.core.engine import Cancel
from studio.core.trace import Batch, Kind, TraceWriter
from studio.families.fobidoshi.kernel import fast
from studio.families.fobidoshi.kernel.explained import BASIC, FIGURE_15, THESIS, Backtracking, Improvements
from studio.families.fobidoshi.model import given_position
from tests.families.fobidoshi.boards import puzzle, random_puzzle, shape_of


def explained(board, use: Improvements, wanted: int, trace: TraceWriter | None = None) -> tuple:  # type: ignore[no-untyped-def]
    search = Backtracking(shape_of(board), given_position(board), use, trace or TraceWriter(), Cancel())
    answers = list(islice(search.solutions(), wanted or None))
    return answers, search.calls, search.max_depth


def test_compiled_and_explained_search_make_the_same_calls() -> None:
    rng = Random(8)
    for _ in range(250):
        board = random_puzzle(rng, 5)
        use = Improvements(*(rng.random() < 0.6 for _ in range(5)))
        wanted = rng.choice((1, 2, 5, 40))
        fastly = fast.backtrack(shape_of(board), board.givens, use, wanted, Cancel())
        answers, calls, depth = explained(board, use, wanted)
        assert (fastly.answers, fastly.calls, fastly.max_depth) == (answers, calls, depth), (board.givens, use)


def test_a_filmed_search_makes_the_same_calls() -> None:
    rng = Random(9)
    for _ in range(80):
        board = random_puzzle(rng, 5)
        use = Improvements(*(rng.random() < 0.6 for _ in range(5)))
        batches: list[Batch] = []
        trace = TraceWriter(batches.append)
        assert explained(board, use, 3, trace) == explained(board, use, 3)
        trace.flush()
        kinds = [row[0] for batch in batches for row in batch.rows.tolist()]
        assert kinds.count(Kind.SOLUTION) == len(explained(board, use, 3)[0])


def test_the_film_names_the_thesis_rules() -> None:
    batches: list[Batch] = []
    trace = TraceWriter(batches.append)
    board = puzzle("o-ooo- ------ x----- --x--o ------ o--o--")
    explained(board, THESIS, 2, trace)
    explained(board, FIGURE_15["barrier"], 2, trace)
    trace.flush()
    rules = {rule for batch in batches for rule in batch.rules}
    assert {"forced_cross", "good_move", "guess", "barrier"} <= rules


def test_barrier_check_and_good_moves_only_prune() -> None:
    """With cells taken in reading order a stronger check cannot meet nodes that a weaker one does not."""
    rng = Random(10)
    for _ in range(60):
        board = random_puzzle(rng, 4, 3)
        calls = {name: fast.backtrack(shape_of(board), board.givens, use, 0, Cancel()).calls for name, use in FIGURE_15.items()}
        assert calls["both"] <= calls["barrier"] <= calls["none"]
        at_once = Improvements(True, True, False, True, False)
        assert fast.backtrack(shape_of(board), board.givens, at_once, 0, Cancel()).calls <= calls["both"]


def test_counting_keeps_the_smallest_solution() -> None:
    board = puzzle("o-o --- ---")
    done = fast.backtrack(shape_of(board), board.givens, BASIC, 0, Cancel())
    assert done.exhausted and done.found == len(done.answers) == len(set(done.answers)) > 1
    assert done.fewest is not None and done.fewest.count(1) == 3 == min(answer.count(1) for answer in done.answers)


def test_a_limit_of_calls_is_told() -> None:
    board = puzzle(" ".join(["o-----"] + ["------"] * 5))
    short = fast.backtrack(shape_of(board), board.givens, THESIS, 0, Cancel(), most_calls=50)
    assert short.gave_up and not short.exhausted and short.calls == 50
    search = Backtracking(shape_of(board), given_position(board), THESIS, TraceWriter(), Cancel(), 50)
    assert sum(1 for _ in search.solutions()) > 0 and search.gave_up and not search.exhausted
