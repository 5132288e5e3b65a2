"""Drives an installed studio as a user in an empty home does: looks it over, solves, films, compiles, opens the window."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FAMILIES = ("evolomino", "fillomino", "fobidoshi", "tiling")
HARD_TILING = "tiling/23-the-thirty-five-hexominoes.puzzle"
PATIENCE = 300.0


class Installed:
    """A command that starts the studio, in a place with nothing of ours: an empty home, an empty current folder."""

    def __init__(self, command: list[str], place: Path) -> None:
        self.command, self.place = command, place
        self.home, self.here = place / "home", place / "here"
        for folder in (self.home, self.here):
            folder.mkdir(parents=True)

    def environment(self, **more: str) -> dict[str, str]:
        return {"HOME": str(self.home), "PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8", "QT_QPA_PLATFORM": "offscreen", **more}

    def run(self, *words: str) -> str:
        done = subprocess.run([*self.command, *words], cwd=self.here, env=self.environment(), capture_output=True, text=True,
                              timeout=PATIENCE, check=False)
        assert done.returncode == 0, f"{words}: {done.returncode}\n{done.stdout[-2000:]}\n{done.stderr[-2000:]}"
        return done.stdout

    def library(self) -> Path:
        """Where its own samples lie, by its own account."""
        told = next(line for line in self.run("doctor", "--no-engines").splitlines() if "puzzles in the library" in line)
        return Path(told.split("(")[1].rstrip(")"))


def drive(studio: Installed) -> None:
    """All that an installation has to show; raises where it does not."""
    everything_works(studio)
    every_family_solves(studio)
    kernels_compile(studio)
    films_are_written(studio)
    nothing_hostile_is_run(studio)


def everything_works(studio: Installed) -> None:
    told = studio.run("doctor")
    assert "Everything works." in told
    assert "actions with icons" in told and "pages to read" in told
    samples = len(list((ROOT / "puzzles").glob("*/*.puzzle")))
    assert f"{samples} puzzles on the shelf" in told


def every_family_solves(studio: Installed) -> None:
    library = studio.library()
    assert ROOT not in library.parents, f"that is the checkout: {library}"
    for family in FAMILIES:
        board = sorted((library / family).glob("*.puzzle"))[0]
        told = json.loads(studio.run("solve", str(board), "--json"))
        assert "solved" in json.dumps(told), told
    studio.run("solve", str(library / HARD_TILING))


def kernels_compile(studio: Installed) -> None:
    studio.run("warm", "fobidoshi")
    board = sorted((studio.library() / "fobidoshi").glob("*.puzzle"))[0]
    assert '"compiled"' in studio.run("--kernels", "compiled", "solve", str(board), "--engine", "backtrack", "--json")


def films_are_written(studio: Installed) -> None:
    board = sorted((studio.library() / "fillomino").glob("*.puzzle"))[0]
    studio.run("film", str(board), "--engine", "rules", "--frames", "10", "--out", "a.gif", "--out", "a.html",
               "--out", "a.film")
    assert (studio.here / "a.gif").read_bytes()[:4] == b"GIF8"
    assert (studio.here / "a.film").stat().st_size > 1000 and "<svg" in (studio.here / "a.html").read_text("utf-8")
    studio.run("film", "a.film", "--frames", "5", "--out", "again.gif")


def nothing_hostile_is_run(studio: Installed) -> None:
    """A module beside the puzzle, with the name of one that every worker imports."""
    for name in ("socket", "numpy", "random"):
        (studio.here / f"{name}.py").write_text("open('hostile', 'w').write('run')\n")
    board = sorted((studio.library() / "evolomino").glob("*.puzzle"))[0]
    studio.run("solve", str(board))
    assert not (studio.here / "hostile").exists()


def window_opens(studio: Installed) -> None:
    """On a real X server: the window with the studio's name comes up, with a board given to it, and goes when told."""
    number = next(n for n in range(70, 99) if not Path(f"/tmp/.X{n}-lock").exists())
    screen = subprocess.Popen(["Xvfb", f":{number}", "-screen", "0", "1400x900x24"], stderr=subprocess.DEVNULL)
    board = sorted((studio.library() / "fillomino").glob("*.puzzle"))[0]
    there = studio.environment(DISPLAY=f":{number}", QT_QPA_PLATFORM="xcb")
    try:
        _until(lambda: Path(f"/tmp/.X11-unix/X{number}").exists(), "the X server")
        window = subprocess.Popen([*studio.command, str(board)], cwd=studio.here, env=there, stderr=subprocess.PIPE, text=True)
        try:
            _until(lambda: _named(there, "Puzzle Studio"), "the window")
            assert window.poll() is None
        finally:
            window.terminate()
            _, said = window.communicate(timeout=60)
        assert "Traceback" not in said, said
    finally:
        screen.terminate()
        screen.wait()


def has_screen() -> bool:
    return all(shutil.which(tool) for tool in ("Xvfb", "xdotool"))


def _named(there: dict[str, str], name: str) -> bool:
    found = subprocess.run(["xdotool", "search", "--onlyvisible", "--name", name], env={**os.environ, **there},
                           capture_output=True, text=True, check=False)
    return bool(found.stdout.strip())


def _until(check, what: str) -> None:  # type: ignore[no-untyped-def]
    deadline = time.monotonic() + 120
    while not check():
        assert time.monotonic() < deadline, f"waited in vain for {what}"
        time.sleep(0.2)
