"""The lab's tables run and agree with what is known."""

from __future__ import annotations

from pathlib import Path

import pytest

from studio.families.tiling.model.shapes import NAMED, Tile
from studio.families.tiling.studies.thesis import EXPERIMENTS, colouring_problems, many_unique_problems, proofs, side_by_side


def test_the_built_in_problems_are_those_of_the_thesis() -> None:
    for _, problem in many_unique_problems():
        assert problem.exact
    assert len(colouring_problems()) == 16 and len({e.id for e in EXPERIMENTS}) == len(EXPERIMENTS)


def test_proofs_of_named_files(tmp_path: Path) -> None:
    (tmp_path / "corners_u").write_text(" xxx\nxxxx\nxxxx\nxxx\n\n2\n")
    (tmp_path / "plain_s").write_text("4x4\n\n2\n")
    table = proofs([tmp_path], lambda *_: None)
    assert "checkerboard" in table and "none found" in table


@pytest.mark.slow
def test_side_by_side() -> None:
    table = side_by_side(colouring_problems((6,))[:1], lambda *_: None, "auto,dlx,simple", 20)
    assert table.count(" u") >= 3
    assert Tile(NAMED["2"]).label == "2"


@pytest.mark.slow
def test_larger_boards_are_not_tried_after_a_time_out() -> None:
    corners = [problem for problem in colouring_problems((10, 14)) if problem[0].startswith("2/")]
    table = side_by_side(corners, lambda *_: None, "simple,colouring", 0.2)
    small, large = table.splitlines()[2:4]
    assert "> 0.2" in small and large.split()[1] == "-" and large.endswith(" u")
