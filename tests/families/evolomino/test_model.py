"""Arrows, borders and the raw text."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from studio.core.puzzle import BadPuzzle
from studio.families.evolomino import FAMILY
from studio.families.evolomino.codecs.raw_text import CODES, RawText, RawTextError, read_raw, write_raw
from studio.families.evolomino.model import Field, best_overlay, borders_of, field_of, grows_into, puzzle_of, trace_paths
from tests.data import shared_data
from tests.families.evolomino.boards import drawn


def test_borders_keep_touching_arrows_apart() -> None:
    """Two arrows in one line, head to tail."""
    arrows = ((0, 1, 2), (3, 4, 5))
    paths = trace_paths(2, 6, borders_of(2, 6, arrows))
    assert paths.arrows == arrows and not paths.rings and not paths.tangles


def test_raw_text_refuses_what_it_would_join() -> None:
    with pytest.raises(RawTextError, match="join"):
        write_raw(Field(1, 6, (0,) * 6, ((0, 1, 2), (3, 4, 5))))
    with pytest.raises(BadPuzzle, match="join"):
        RawText().write(puzzle_of(Field(1, 6, (0,) * 6, ((0, 1, 2), (3, 4, 5)))))


def test_a_closed_ring_is_no_arrow_and_stays_empty() -> None:
    ring = "3 3\n10 5 0\n8 11 0\n1 1 1\n"
    field = read_raw(ring)
    assert field.arrows == ((6, 7, 8),) and len(field.rings) == 1 and set(field.rings[0]) == {0, 1, 3, 4}
    assert [cell for cell in range(9) if field.blocked[cell]] == [0, 1, 3, 4]
    assert write_raw(field).split() == ring.split()
    again = field_of(puzzle_of(field))
    assert again.arrows == field.arrows and {frozenset(r) for r in again.rings} == {frozenset(r) for r in field.rings}


def test_every_code_is_read_and_bad_ones_are_named() -> None:
    assert set(CODES) == set(range(1, 13))
    for text, what in (("2 2\n0 0 0", "needs 4"), ("1 1\n14", "no such code 14"), ("1 1\n29", "no such code 29"),
                       ("x", "not a number"), ("1", "first line"), ("1 1\n40", "no such code")):  # fmt: skip
        with pytest.raises(RawTextError, match=what):
            read_raw(text)


def test_a_piece_alone_is_refused_by_the_codec() -> None:
    with pytest.raises(BadPuzzle, match="stands alone"):
        RawText().read("1 2\n1 0\n", "")


def test_tangled_borders_are_refused() -> None:
    puzzle = drawn("... ... ...", ((1, 0), (1, 1), (1, 2)))
    borders = list(puzzle.borders)
    borders[puzzle.grid.border_between(1, 4)] = 2
    with pytest.raises(BadPuzzle, match="cross or fork"):
        FAMILY.validate(puzzle.__class__(puzzle.family, puzzle.grid, puzzle.givens, tuple(borders)))
    with pytest.raises(BadPuzzle, match="shaded"):
        FAMILY.validate(drawn(".#.", ((0, 0), (0, 1), (0, 2))))


@given(st.sets(st.integers(0, 8), min_size=1), st.integers(-3, 3), st.integers(-3, 3), st.integers(0, 30))
def test_a_block_grows_into_itself_shifted_plus_one(cells: set[int], down: int, right: int, pick: int) -> None:
    """On a board with a wide margin, so that nothing falls off."""
    field = Field(12, 12, (0,) * 144, ())
    before = {(4 + cell // 3) * 12 + 4 + cell % 3 for cell in cells}
    image = {cell + down * 12 + right for cell in before}
    around = sorted({other for cell in image for other in field.neighbours[cell]} - image)
    after = image | {around[pick % len(around)]}
    fit = best_overlay(field, before, after)
    assert grows_into(field, before, after) and not fit.lost and len(fit.added) == 1
    assert not grows_into(field, after, before)


def test_the_whole_collection_survives_the_codec() -> None:
    for path in shared_data("evolomino").glob("*/*.txt"):
        text = path.read_text()
        puzzle = RawText().read(text, path.name)
        FAMILY.validate(puzzle)
        assert RawText().confidence(text, path.name) > 0.5
        assert RawText().write(puzzle).split() == text.split()
