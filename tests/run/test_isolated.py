"""No code from the current folder: modules with standard names beside a puzzle, or in the home folder, are never executed."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from studio.core import files, isolate, registry

ROOT = Path(__file__).resolve().parents[2]
HOSTILE = ("socket", "multiprocessing", "pickle", "threading", "signal", "json", "random", "struct", "queue", "tempfile",
           "subprocess", "traceback", "logging", "dataclasses", "typing", "enum", "contextlib", "selectors", "inspect", "heapq",
           "bisect", "hashlib", "resource", "sitecustomize", "secrets", "numpy", "z3", "pysat", "numba", "__future__")
TILES = "2:4L 2:4J 4O"


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """A folder with puzzles and hostile modules: whichever is executed leaves its name in `told`. It is also the home."""
    folder = tmp_path / "puzzles from the internet"
    folder.mkdir()
    told = tmp_path / "told"
    for name in HOSTILE:
        (folder / f"{name}.py").write_text(f"open({str(told)!r}, 'a').write({name!r} + '\\n')\nraise SystemExit(66)\n")
    sample = registry.family("_template").samples()[0]  # needs nothing compiled
    files.save(folder / "one.puzzle", sample)
    files.save(folder / "tiles.puzzle", registry.family("tiling").blank(4, 5, tiles=TILES, reflections=False))
    script = tmp_path / "bin" / "puzzle-studio"  # as an installation starts it: its own folder first on the path
    script.parent.mkdir()
    script.write_text(f"import sys\nsys.path.insert(1, {str(ROOT)!r})\nfrom studio.__main__ import main\nsys.exit(main())\n")
    return folder


def start(place: Path, *arguments: str, code: str = "") -> subprocess.CompletedProcess[str]:
    env = {**os.environ, "HOME": str(place), "QT_QPA_PLATFORM": "offscreen", "XDG_CONFIG_HOME": str(place / "config"),
           "XDG_DATA_HOME": str(place / "data"), "PYTHONPATH": ""}
    env.pop("PYTHONSAFEPATH", None)
    script = place.parent / "bin" / "puzzle-studio"
    if code:
        script = script.with_name("window")
        script.write_text(f"import sys\nsys.path.insert(1, {str(ROOT)!r})\n{code}")
    return subprocess.run([sys.executable, str(script), *arguments], cwd=place, env=env, capture_output=True, text=True,
                          timeout=240)


def executed(place: Path) -> str:
    told = place.parent / "told"
    return told.read_text() if told.exists() else ""


@pytest.mark.parametrize("arguments", [
    ("solve", "one.puzzle", "--engine", "auto"), ("solve", "tiles.puzzle", "--engine", "auto"), ("check", "one.puzzle"),
    ("analyze", "one.puzzle"), ("mend", "one.puzzle"), ("render", "one.puzzle", "one.svg"),
    ("bench", "one.puzzle", "--engines", "auto")], ids=lambda arguments: f"{arguments[0]}-{arguments[1].partition('.')[0]}")
def test_no_command_executes_what_lies_beside_a_puzzle(place: Path, arguments: tuple[str, ...]) -> None:
    done = start(place, *arguments)
    assert executed(place) == "", done.stderr
    assert done.returncode != 66, done.stderr


def test_numba_takes_no_settings_from_beside_a_puzzle(place: Path) -> None:
    """With PyYAML installed it would: among them the folder from which compiled code is loaded."""
    pytest.importorskip("yaml")
    (place / ".numba_config.yaml").write_text("disable_jit: 1\ncache_dir: here\n")
    code = ("from studio.solvers.kernels.guarded import load_numba\n"
            "config = load_numba().core.config\nconfig.reload_config()\nprint(config.DISABLE_JIT, repr(config.CACHE_DIR))\n"
            "import yaml\nprint(yaml.safe_load('a: 1'))\n")
    done = start(place, code="from studio.core import isolate\nisolate.harden()\n" + code)
    assert done.stdout.splitlines() == ["0 ''", "{'a': 1}"], done.stderr


WINDOW = """
from studio.__main__ import main
from studio.ui import app
from PySide6.QtCore import QTimer
a = app.application()
w = app.open_window(["one.puzzle"])
page = next(page for _, page in w.pages())
page.start_watching("auto")
def look():
    if page.watch.film is not None and page.watch.film.result is not None:
        print("solved", page.watch.film.result.status.value)
        a.quit()
timer = QTimer()
timer.timeout.connect(look)
timer.start(50)
QTimer.singleShot(120_000, a.quit)
a.exec()
from studio.run import pool
pool.shutdown_pools()
"""


def test_the_window_executes_nothing_beside_a_puzzle(place: Path) -> None:
    done = start(place, code=WINDOW)
    assert executed(place) == "", done.stderr
    assert "solved" in done.stdout, done.stderr


HELPERS = """
from studio.__main__ import main
from studio.core import registry
from studio.families.tiling.model.convert import problem_of
from studio.families.tiling.race.racer import Racer
from studio.core import files
from studio.lab.studies import SupervisedBench
from studio.run import prepare
import subprocess, time
if __name__ == "__main__":
    puzzle = files.load("tiles.puzzle").puzzle
    racer = Racer(problem_of(puzzle), "cpsat", 1)
    while racer.process.poll() is None:
        time.sleep(0.05)
    time.sleep(0.2)
    print("racer", racer.answer() is not None)
    racer.stop()
    prepare.is_prepared = lambda: False
    compiling = prepare.prepare_in_background()
    time.sleep(3)
    prepare.stop(compiling)
    bench = SupervisedBench(registry.family("tiling"), [])
    print("alone", bench.solve(puzzle, "auto").status.value)
    bench.close()
"""


def test_helpers_execute_nothing_beside_a_puzzle(place: Path) -> None:
    done = start(place, code=HELPERS)
    assert executed(place) == "", done.stderr
    assert done.stdout.split() == ["racer", "True", "alone", "solved"], done.stderr


def test_children_find_the_studio_of_their_parent(tmp_path: Path) -> None:
    """Also where another one is installed: the parent's own location is passed on, behind the standard library."""
    path = isolate.safe_path()
    assert path.index(isolate.ROOT) > path.index(os.path.dirname(os.__file__))
    command = isolate.command("studio.core.isolate:harden")
    assert "-P" in command and repr(isolate.ROOT) in command[-1]


def test_the_current_folder_is_taken_off_the_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PYTHONPATH", "")
    given = ["", str(tmp_path), ".", "relative", str(tmp_path / "kept")]
    assert [entry for entry in isolate.safe_path(given) if entry != isolate.ROOT] == [str(tmp_path / "kept")]
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    assert str(tmp_path) in isolate.safe_path(given)


def test_a_frozen_studio_starts_itself_as_helper(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    command = isolate.command("studio.core.isolate:_library", "one")
    assert command == [sys.executable, isolate.HELPER, "studio.core.isolate:_library", "one"]
    monkeypatch.setattr(sys, "argv", ["puzzle-studio", *command[1:]])
    assert isolate.helped() and sys.argv == ["puzzle-studio", "one"]


def test_one_thread_of_linear_algebra_unless_the_user_wants_more(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two threads that wait for each other on a busy machine take many times the CPU time of our small matrices."""
    ask = [sys.executable, "-c", "import os; from studio import __main__; print(os.environ['OPENBLAS_NUM_THREADS'])"]
    for wish, expected in ((None, "1"), ("3", "3")):
        monkeypatch.delenv(isolate.ALGEBRA_THREADS, raising=False)
        if wish is not None:
            monkeypatch.setenv(isolate.ALGEBRA_THREADS, wish)
        assert subprocess.run(ask, cwd=ROOT, capture_output=True, text=True, check=True).stdout.strip() == expected
        assert isolate.environment()[isolate.ALGEBRA_THREADS] == expected
        with isolate.safe_start():
            assert os.environ[isolate.ALGEBRA_THREADS] == expected
        assert os.environ.get(isolate.ALGEBRA_THREADS) == wish
