"""All tilings into a file, resumed whatever cut it off; symmetric tilings; the smallest rectangle."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from studio import cli
from studio.core import files
from studio.core.engine import Cancel, Cancelled
from studio.core.puzzle import BadPuzzle
from studio.families.tiling.kept import WORDS, name_of, symmetric_tilings
from studio.families.tiling.listing import Stand, divided, list_all, read_all
from studio.families.tiling.model.convert import answer_of_pieces, problem_of, puzzle_of, tiles_from_words
from studio.families.tiling.model.problem import rectangle_board
from studio.families.tiling.model.symmetry import board_symmetries, renumber
from studio.families.tiling.packing import smallest_rectangle
from tests.families.tiling.instances import as_puzzle, instances, solve


def test_the_list_holds_every_tiling_once(tmp_path: Path) -> None:
    tried = 0
    for k, problem in enumerate(instances(14, 21)):
        puzzle, path = as_puzzle(problem), tmp_path / f"{k}.txt"
        stand = list_all(puzzle, path, Cancel(), parts=7)
        found, wanted = list(read_all(path)), solve(puzzle, "table", 0).solutions
        assert len(found) == stand.found == len(set(found)) and set(found) == set(wanted)
        assert stand.remaining == 0 and stand.done == stand.parts
        tried += len(wanted)
    assert tried > 20


def test_a_list_that_was_cut_off_anywhere_goes_on(tmp_path: Path) -> None:
    puzzle, path = puzzle_of(rectangle_board(4, 5), tiles_from_words("2"), False), tmp_path / "list.txt"
    list_all(puzzle, path, Cancel(), parts=20)
    whole = path.read_bytes()
    for cut in (0, len(whole) // 3, len(whole) // 2 + 1, len(whole) - 1):
        path.write_bytes(whole[:cut])
        told: list[Stand] = []
        stand = list_all(puzzle, path, Cancel(), told.append, parts=20)
        assert stand.found == len(set(read_all(path))) == 95 and path.read_bytes() == whole
        assert cut < 100 or told[0].done > 0, "what is whole is kept"
        assert all(each.remaining is not None for each in told if each.share)
    with pytest.raises(BadPuzzle, match="something else"):
        list_all(puzzle_of(rectangle_board(4, 6), tiles_from_words("2"), False), path, Cancel())
    assert path.read_bytes() == whole


def test_stopped_it_keeps_what_is_whole(tmp_path: Path) -> None:
    puzzle, path = puzzle_of(rectangle_board(6, 6), tiles_from_words("2"), False), tmp_path / "list.txt"
    told: list[Stand] = []
    asked = iter([False] * 400 + [True] * 999)
    with pytest.raises(Cancelled):
        list_all(puzzle, path, Cancel(asked=lambda: next(asked)), told.append, parts=50)
    assert 0 < told[-1].done < 50 and list_all(puzzle, path, Cancel(), parts=50).found == 6728


def test_the_parts_share_all_choices_out() -> None:
    parts = divided(problem_of(puzzle_of(rectangle_board(4, 4), tiles_from_words("2 4L"), True)), 30)
    assert len(parts) >= 30 and sum(part.share for part in parts) <= 1
    assert not divided(problem_of(puzzle_of(rectangle_board(1, 3), tiles_from_words("4L"), True)), 30)


def test_symmetric_tilings_are_those_among_all() -> None:
    seen = set()
    for problem in instances(18, 31):
        puzzle = as_puzzle(problem)
        every = set(solve(puzzle, "table", 0).solutions)
        maps = board_symmetries(problem)[1:]
        for image, kept in zip(maps, symmetric_tilings(problem, Cancel()), strict=True):
            same = {answer for answer in every if renumber(np.array(answer)[image]) == answer}
            assert (kept.pieces is None) == (not same)
            if kept.pieces is not None:
                assert answer_of_pieces(puzzle.grid.size, kept.pieces) in same
            seen.add((kept.symmetry, kept.pieces is None))
    assert len(seen) > 3


def test_symmetries_have_names() -> None:
    problem = problem_of(puzzle_of(rectangle_board(4, 4), tiles_from_words("2"), True))
    names = [name_of(problem, image) for image in board_symmetries(problem)[1:]]
    assert sorted(names) == sorted([*WORDS.values(), WORDS["diagonal"], WORDS["quarter-turn"]])


def test_the_smallest_rectangle() -> None:
    found, undecided = smallest_rectangle(tiles_from_words("4L"), False, 6, 10.0)
    assert found is not None and (found.rows, found.cols) == (2, 4) and not undecided
    found, undecided = smallest_rectangle(tiles_from_words("5Y"), True, 10, 10.0)
    assert found is not None and (found.rows, found.cols) == (5, 10) and not undecided
    assert smallest_rectangle(tiles_from_words("4S"), True, 4, 10.0) == (None, [])


def test_the_commands(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file, out = tmp_path / "four.puzzle", tmp_path / "all.txt"
    files.save(file, puzzle_of(rectangle_board(4, 4), tiles_from_words("2"), False))
    assert cli.run(["tilings", "all", str(file), "--out", str(out)]) == 0
    assert "36 tilings" in capsys.readouterr().out and len(list(read_all(out))) == 36
    assert cli.run(["tilings", "symmetric", str(file)]) == 0
    assert capsys.readouterr().out.count("kept by it") == 7
    assert cli.run(["tilings", "smallest", "4L", "--largest", "5"]) == 0
    assert capsys.readouterr().out.strip() == "2x4"
