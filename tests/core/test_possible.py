"""What is still possible: exclusions stand until a step back takes them back, and small print has room for all of it."""

from __future__ import annotations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from studio.core import registry
from studio.core.draw import Line, Small, Text, small_print
from studio.core.events import Batch, Kind
from studio.core.film import TraceLog
from studio.core.grid import Grid
from studio.core.possible import Exclusions, Gone, ValueSlate, slate_of


def _film(rows: list[tuple[int, int, int, int]], moves: list[tuple[tuple[int, int], ...]] | None = None) -> TraceLog:
    log = TraceLog(9)
    packed = np.array([[kind, depth, cell, value, -1, -1, at] for at, (kind, depth, cell, value) in enumerate(rows)], np.int32)
    log.add(Batch(packed, moves=moves or []))
    return log


@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(st.sampled_from(["out", "guess", "back"]), st.integers(0, 8), st.integers(1, 4)), max_size=60),
       st.integers(1, 5))
def test_exclusions_stand_until_a_step_back_takes_them_back(steps: list[tuple[str, int, int]], bite: int) -> None:
    """Against a plain walk through the events, at every position, also while the film grows."""
    rows: list[tuple[int, int, int, int]] = []
    depth, standing, expected = 0, list[tuple[int, int, int]](), [set[tuple[int, int]]()]
    for what, cell, value in steps:
        if what == "guess":
            depth += 1
            rows.append((Kind.GUESS, depth, cell, value))
        elif what == "back":
            depth = min(depth, value - 1)
            standing = [entry for entry in standing if entry[0] <= depth]
            rows.append((Kind.BACKTRACK, depth, -1, 0))
        else:
            standing.append((depth, cell, value))
            rows.append((Kind.DEDUCE, depth, cell, -value))
        expected.append({(cell, value) for _, cell, value in standing})
    log, exclusions = TraceLog(9), None
    for start in range(0, len(rows), bite):
        part = _film(rows[start : start + bite])
        log.add(Batch(part.rows.copy()))
        exclusions = exclusions or Exclusions(log)
        for position in range(len(log) + 1):
            gone = exclusions.at(position)
            assert {(cell, value) for cell, values in gone.values.items() for value in values} == expected[position]


def test_moves_that_are_ruled_out_are_told_by_their_cells() -> None:
    log = _film([(Kind.DEDUCE, 0, -2, -1), (Kind.DEDUCE, 0, -3, -1)], [((0, 1), (1, 1)), ((1, 2), (2, 2))])
    assert Exclusions(log).at(1).moves == {frozenset({0, 1})}
    assert Exclusions(log).at(2).moves == {frozenset({0, 1}), frozenset({1, 2})}


def test_a_slate_leaves_out_what_is_ruled_out_and_keeps_it_struck() -> None:
    slate = ValueSlate([(1, 2, 3), (2,), (1, 2, 3, 4)], str, open_ended=4)
    gone = Gone({0: {2}, 2: {4, 1}})
    left = slate.left([0, 0, 0], gone)
    assert left[0] == Small((("1", True), ("2", False), ("3", True))) and 1 not in left
    assert left[2].places == (("1", False), ("2", True), ("3", True), ("4+", True))  # "4" alone does not rule out "4 and more"
    assert slate.keeps([0, 0, 0], gone, (1, 2, 9)) == [] and slate.keeps([0, 0, 0], gone, (2, 2, 1)) == [0, 2]
    assert slate.left([1, 2, 3], gone) == {}


def test_small_print_stays_in_its_cell_and_never_hides_a_value() -> None:
    grid = Grid(3, 3)
    for count in range(1, 60):
        places = tuple((str(value), value % 3 != 0) for value in range(1, count + 1))
        shapes = small_print(grid, 4, Small(places))
        texts = [shape for shape in shapes if isinstance(shape, Text)]
        assert texts and all(1 < shape.x < 2 and 1 < shape.y < 2 for shape in texts)
        if count <= 16:
            assert [shape.text for shape in texts] == [text for text, _ in places]
            assert sum(isinstance(shape, Line) for shape in shapes) == sum(not left for _, left in places)
        else:
            assert sum(1 for _, left in places if left) == _told(" ".join(shape.text for shape in texts))


def _told(text: str) -> int:
    """How many values a text of ranges tells of."""
    if text.endswith("×"):
        return int(text[:-1])
    return sum(int(end or start) - int(start) + 1 for start, _, end in (word.partition("–") for word in text.split()))


def test_every_family_with_a_ladder_has_a_slate() -> None:
    for family in registry.all_families():
        if family.rulebook is not None:
            puzzle = family.samples()[0]
            slate = slate_of(family, puzzle)
            assert slate is not None, family.id
            left = slate.left(family.start_marks(puzzle), Gone())
            assert left and all(small.words() for small in left.values()), family.id
