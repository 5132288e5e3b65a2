"""The thesis to the letter: its strategies and depth, its SMT encoding, van Bussel's other one, the chapter's V."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from studio.core import files, registry
from studio.core.engine import Options, SolveResult, Status
from studio.core.puzzle import Puzzle
from studio.core.study import Workbench
from studio.families.fillomino.thesis.board import ThesisBoard
from studio.families.fillomino.thesis.strategies import Reachability
from studio.families.fillomino.trials import FillominoTrials
from tests.data import shared_data

FILLOMINO = registry.family("fillomino")


def board(text: str, **params: Any) -> Puzzle:
    rows = [[0 if token == "." else int(token) for token in row.split()] for row in text.split("/")]
    head = f"{len(rows)} {len(rows[0])}\n"
    plain = files.parse(head + "\n".join(" ".join(map(str, row)) for row in rows), "a.txt", "fillomino")
    return plain.puzzle.with_params(**{**plain.puzzle.params, **params})


def solve(puzzle: Puzzle, engine: str = "thesis", solutions: int = 1, **values: Any) -> SolveResult:
    return Workbench(FILLOMINO).solve(puzzle, engine, 60.0, solutions, **values)


def baron(name: str) -> Puzzle:
    return files.load(shared_data("fillomino") / "baron" / f"{name}.txt", "fillomino").puzzle


def test_reachability_asks_about_every_group_on_the_board() -> None:
    small = board("9 . 9 . / 3 . 3 . / . . . 9", variant="basic")
    assert solve(small, forced=False).stats["guesses"] == 0
    assert solve(small, forced=False, reachability=False).stats["guesses"] > 0


def test_single_exit_and_reachability_suffice_as_published() -> None:
    without = []
    for path in sorted((shared_data("fillomino") / "baron").iterdir()):
        result = solve(files.load(path, "fillomino").puzzle, forced=False)
        assert result.answered
        if result.stats["guesses"]:
            without.append((path.stem, result.stats["max_depth"]))
    assert without == [("10x10PB9", 5), ("15x20PB5", 1)]  # published: just these two of the odd ones, 6 and 1


def test_both_directions_of_the_search_conclude_the_same() -> None:
    for path in sorted((shared_data("fillomino") / "baron").iterdir())[:6]:
        state = ThesisBoard(files.load(path, "fillomino").puzzle)
        assert Reachability(False)._from_groups(state) != [] and _open(state, Reachability(False)._from_groups(state)) == _open(
            state, Reachability(True)._from_cells(state))


def _open(state: ThesisBoard, reached: list[set[int]]) -> list[set[int]]:
    return [numbers for cell, numbers in enumerate(reached) if not state.numbers[cell]]


@pytest.mark.parametrize("values", [{}, {"order": "fewest"}, {"order": "crowded", "values": "near"}, {"order": "last"},
                                    {"values": "large"}, {"single_exit": False, "forced": False, "reachability": False}])
def test_it_agrees_with_the_kernel_on_random_boards(values: dict[str, Any]) -> None:
    rng = random.Random(7)
    for _ in range(25):
        puzzle = FillominoTrials().random_puzzle(rng, 9)
        ours = solve(puzzle, "auto", 3)
        theirs = solve(puzzle, "thesis", 3, **values)
        assert (theirs.status, len(theirs.solutions)) == (ours.status, len(ours.solutions)), puzzle


def test_the_exported_encoding_is_exactly_the_thesis() -> None:
    puzzle, smt = baron("5x10PB1"), FILLOMINO.engine("smt")
    text = smt.export(puzzle, Options())["smt2"]
    assert text.count("(assert") == 816
    assert smt.export(puzzle, Options(values={"clue_roots": True}))["smt2"].count("(assert") == 816 + 29


@pytest.mark.parametrize("values", [{"encoding": "warshall"}, {"clue_roots": True}, {}])
def test_encodings_agree_on_random_boards(values: dict[str, Any]) -> None:
    rng = random.Random(11)
    for _ in range(12):
        puzzle = FillominoTrials().random_puzzle(rng, 8)
        ours, theirs = solve(puzzle, "auto", 3), solve(puzzle, "smt", 3, **values)
        assert (theirs.status, len(theirs.solutions)) == (ours.status, len(ours.solutions)), puzzle


def test_warshall_refuses_large_boards_in_a_sentence() -> None:
    large = board(" / ".join([" ".join("." * 10)] * 9))
    with pytest.raises(RuntimeError, match="at most 81 cells"):
        solve(large, "smt", encoding="warshall")


@pytest.mark.parametrize("rules", ["thesis", "ours"])
def test_the_hybrid_takes_either_rules(rules: str, tmp_path: Path) -> None:
    for puzzle in FILLOMINO.samples()[:2]:
        assert solve(puzzle, "hybrid", 2, rules=rules).status is Status.UNIQUE


def test_the_chapters_v_limits_what_is_looked_for() -> None:
    lonely = board(". . / . .")  # no clue: one region of 4, or others
    assert solve(lonely, "cpsat", 0, V=4).status is solve(lonely, "cpsat", 0).status
    few = solve(lonely, "cpsat", 0, V=3)
    assert not few.complete and "at most 3" in few.message
