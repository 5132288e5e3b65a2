"""The Python door: what it promises, its notebooks and its pages."""

from __future__ import annotations

import importlib.util
import json
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import studio

ROOT = Path(__file__).resolve().parents[2]
ADDRESS = "https://puzz.link/p?fillomino/6/6/h4j53g2k5233k2g14j3h"


def test_importing_costs_nothing() -> None:
    code = ("import sys, studio; print(sorted(set(sys.modules) & {'numpy', 'PySide6', 'studio.core', 'studio.api'}), "
            "'load' in dir(studio))")
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT, check=True)
    assert done.stdout.strip() == "[] True"


def test_load_solve_check(tmp_path: Path) -> None:
    puzzle = studio.load(ADDRESS)
    solved = puzzle.solve(solutions=2)
    assert solved.status == "unique" and solved.complete and puzzle.is_solution(solved.grids[0])
    wrong = solved.grids[0].copy()
    wrong[0, 0] = 1
    assert puzzle.check(wrong) and not puzzle.is_solution(wrong)
    assert "<svg" in puzzle._repr_svg_() and "<svg" in solved._repr_svg_()
    puzzle.save(tmp_path / "x.puzzle")
    assert (studio.load(tmp_path / "x.puzzle").givens == puzzle.givens).all()
    assert (studio.load(puzzle.to("fillomino-url")).givens == puzzle.givens).all()
    assert len(studio.load_all(f"{ADDRESS} and https://puzz.link/p?fillomino/5/5/g1k34g2h5h4n")) == 2


def test_nothing_is_dropped_unasked() -> None:
    basic = studio.new("fillomino", [[1, 0], [0, 0]], variant="basic")
    with pytest.raises(studio.BadPuzzle, match="variant"):
        basic.to("fillomino-url")
    assert basic.to("fillomino-url", lossy=True).startswith("https://")


def test_numpy_there_and_back() -> None:
    cells = np.array([[0, 3], [0, 0]])
    puzzle = studio.new("fillomino", cells)
    assert (np.asarray(puzzle) == cells).all() and puzzle.shape == (2, 2)
    assert (puzzle.with_givens([[1, 0], [0, 0]]).givens[0] == [1, 0]).all()
    for bad in ([1, 2], [[1, 2, 3]]):
        with pytest.raises(studio.BadPuzzle):
            puzzle.with_givens(bad)


def test_faults_are_sentences() -> None:
    for act in (lambda: studio.load("no/such.file"), lambda: studio.load("x x\n. x"),
                lambda: studio.load(ADDRESS).solve("nobody")):
        with pytest.raises(studio.BadPuzzle) as caught:
            act()
        assert "\n" not in str(caught.value)


@pytest.mark.parametrize("notebook", sorted((ROOT / "docs" / "notebooks").glob("*.ipynb")), ids=lambda path: path.stem)
def test_a_notebook_runs(notebook: Path) -> None:
    """Cell by cell in one process; what a cell ends with shows itself, as a notebook would ask it to."""
    cells = ["".join(cell["source"]) for cell in json.loads(notebook.read_text())["cells"] if cell["cell_type"] == "code"]
    shown = "[getattr(last, name)() for name in ('_repr_html_', '_repr_svg_') if hasattr(last, name)]"
    program = ["import ast", f"cells = {cells!r}", "space = {}", "for cell in cells:", "    tree = ast.parse(cell)",
               "    end = tree.body.pop() if isinstance(tree.body[-1], ast.Expr) else None",
               "    exec(compile(tree, '<cell>', 'exec'), space)",
               "    last = eval(compile(ast.Expression(end.value), '<cell>', 'eval'), space) if end is not None else None",
               f"    {shown}", "print('done')"]
    done = subprocess.run([sys.executable, "-c", "\n".join(program)], capture_output=True, text=True, cwd=ROOT, timeout=300)
    assert done.returncode == 0 and done.stdout.endswith("done\n"), done.stderr[-2000:]


def test_the_pages_are_made_from_the_docstrings() -> None:
    spec = importlib.util.spec_from_file_location("make_api", ROOT / "docs" / "tools" / "make_api.py")
    assert spec is not None and spec.loader is not None
    maker = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(maker)
    assert maker.PAGE.read_text(encoding="utf-8") == maker.page(), "run: python docs/tools/make_api.py"
    for name in studio.__all__:
        assert getattr(studio, name).__doc__, f"{name} has no docstring"
