"""The study's instances by recipe, and its tables and figures at a small setting."""

from __future__ import annotations

import shutil
from pathlib import Path

import numpy as np
import pytest

from studio.core import registry
from studio.families.tiling.codecs.tiler_text import load
from studio.families.tiling.studies.configurations import ILP, sat_contenders
from studio.families.tiling.studies.contest import Contender, Contest
from studio.families.tiling.studies.instances import collection, colouring_families, many_unique
from studio.families.tiling.studies.thesis import EXPERIMENTS
from tests.data import shared_data
from tests.families.studying import study
from tests.families.tiling.instances import as_puzzle, solve


def test_the_instances_of_the_case_studies() -> None:
    unique = {each.name: each.problem for each in many_unique()}
    assert len(unique) == 25 and all(problem.exact for problem in unique.values())
    assert sum(name.endswith("_u") for name in unique) == 4
    board = unique["many-unique/2-3-4-5-06x21_s"]
    assert (board.cols, board.rows) == (6, 21), "Tiler writes width x height"
    growing = colouring_families(100)
    assert len({each.name for each in growing}) == len(growing) == 33
    assert {each.family for each in growing} == {"2/corners", "3I/L-square", "4I", "4L"}
    assert not any(each.solvable for each in growing)


def test_recipes_give_the_boards_of_the_collection() -> None:
    """Every instance by recipe is the one of the study's files, but for the boards that are drawn anew."""
    recipes = {each.name: each.problem for each in collection()}
    assert len(recipes) > 200
    for file in sorted(shared_data("tiling").rglob("*_[su]")):
        name = f"{file.parent.name}/{file.name}"
        ours, theirs = recipes[name], load(file)
        assert ours.tiles == theirs.tiles and ours.reflections == theirs.reflections, name
        if "snake" not in name and "mess" not in name:
            assert np.array_equal(ours.board, theirs.board), name


def test_instances_are_as_their_names_say() -> None:
    for each in collection():
        result = solve(as_puzzle(each.problem), "auto")
        assert result.status.answered and bool(result.solutions) == each.solvable, each.name


def test_configurations_are_those_of_the_study() -> None:
    ids = {name for each in EXPERIMENTS for name in (each.id, *each.also)}
    assert {"section-3.2.1", "section-3.2.2", "section-3.2.3", "section-3.2.4", "figure-3.2", "figure-3.3", "figure-3.4",
            "many-unique", "colouring"} <= ids
    options = next(each for each in EXPERIMENTS if each.id == "section-3.2.2").values({})
    assert len(sat_contenders(["cadical", "glucose"], ["no-breaker", "breaker"], options["translations"])) == 40
    assert len([each for each in ILP if each.values["solver"] == "highs"]) == 8


def test_section_3_2_1() -> None:
    found = study("tiling", "section-3.2.1", classes="mixed", cells=25)
    assert found.row("mixed/4Os-4T-04x04_u")["answer"] == "unsolvable" and len(found.plots[0].series) == 5
    assert found.row("solved")["dlx"] == len(found.rows) - 2
    assert isinstance(found.row("mixed/1-3I-05x05_s")["simple_rare-first"], float)


def test_sections_3_2_2_and_3() -> None:
    found = study("tiling", "section-3.2.2", classes="mixed", cells=16, translations="amo-auto,amo-ordered,amk-bdd,amk-card",
                  breaker="no-breaker,breaker")
    assert len(found.columns) == 10 and found.row("solved")["sat_cadical_breaker_amo-ordered"] == len(found.rows) - 2
    found = study("tiling", "section-3.2.3", classes="mixed", cells=16, solvers="highs,cbc,scip,cpsat")
    assert len(found.columns) == 26 and {row[1] for row in found.rows[:-2]} == {"solvable", "unsolvable"}


def test_section_3_2_4(tmp_path: Path) -> None:
    (tmp_path / "small_s").write_text("3x4\n\n1:4L\n\n1:3I\n\n1:3L\n\n1:2\n")
    found = study("tiling", "section-3.2.4", [tmp_path])
    models = len([column for column in found.columns if column.name.startswith("minizinc")])
    assert models == (4 if shutil.which("minizinc") else 0)
    assert all(isinstance(time, float) for time in found.rows[0][2:])


def test_figure_3_2(tmp_path: Path) -> None:
    (tmp_path / "small'_s").write_text("5x6\n\n1:5P\n\n1:5L\n\n1:5Y\n\n1:5V\n\n1:5N\n\n1:5U\n")
    found = study("tiling", "many-unique", [tmp_path])
    assert [column.name for column in found.columns] == ["problem", "answer", "simple", "dlx", "sat", "ilp"]
    assert any("simple / dlx" in note for note in found.notes)


def test_figure_3_3() -> None:
    found = study("tiling", "figure-3.3")
    angle = found.row("3I/L-square-05x10_u")
    assert angle["cells of each colour"] == angle["cells of each colour (published)"] == "26, 25, 24"
    assert all(row[-1] for row in found.rows) and found.row("4L/10x10_u")["a piece covers"] == "1+3 or 3+1"


def test_figure_3_4() -> None:
    found = study("tiling", "colouring", largest=6, contenders="simple,dlx,sat,ilp,ilp[cpsat],colouring")
    assert {row[1] for row in found.rows[:-2]} == {"unsolvable"} and len(found.plots) == 5


def test_linear_programs_prove_large_colourable_boards() -> None:
    """The study's main finding: no branching on the first three families."""
    for each in colouring_families(22):
        if each.group != "4L" and max(each.problem.board.shape) == 22:
            result = solve(as_puzzle(each.problem), "ilp")
            assert not result.solutions and result.status.answered and result.stats["nodes"] <= 1, each.name


def test_larger_boards_are_not_tried_after_a_time_out() -> None:
    from studio.core.study import Workbench

    boards = [each for each in colouring_families(22) if each.family == "2/corners" and each.problem.area > 150]
    bench = Workbench(registry.family("tiling"))
    contest = Contest(bench, boards, [Contender("simple", "simple"), Contender("colouring", "colouring")], 0.2)
    found = contest.finding("growth")
    assert [row[2] for row in found.rows[:2]] == ["> 0.2", None] and all(isinstance(row[3], float) for row in found.rows[:2])
    assert found.row("solved")["simple"] == 0 and found.rows[-1][2] == pytest.approx(0.4)


def test_proofs_of_named_files(tmp_path: Path) -> None:
    (tmp_path / "corners_u").write_text(" xxx\nxxxx\nxxxx\nxxx\n\n2\n")
    (tmp_path / "plain_s").write_text("4x4\n\n2\n")
    proofs = study("tiling", "proofs", [tmp_path]).column("proof")
    assert "checkerboard" in str(proofs[0]) and proofs[1] == "none found"
