"""`doctor`: is everything there that the studio needs, and does every engine work? What to do where not."""

from __future__ import annotations

import argparse
import os
import platform
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path

from studio import __version__
from studio.commands.common import ANSWERED, NOT_ANSWERED, Command, show
from studio.core import files, isolate, log, registry
from studio.core.engine import Limits, Options, Status
from studio.core.family import Family
from studio.core.language import told
from studio.core.puzzle import BadPuzzle, Puzzle
from studio.core.say import marked, say, say_n
from studio.run import prepare
from studio.run.job import start_solve

LIBRARIES = ("numpy", "numba", "python-sat", "z3-solver", "ortools", "highspy", "PySide6-Essentials", "pyqtgraph", "pillow")
GOOD, FAIR, BAD = marked("ok"), marked("note"), marked("FAULT")

CACHE, LOG = marked("cache"), marked("log")


@dataclass(frozen=True)
class Finding:
    state: str
    what: str
    advice: str = ""


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("families", nargs="*", help="only the engines of these families")
    parser.add_argument("--seconds", type=float, default=60.0, help="time limit for each engine (60)")
    parser.add_argument("--no-engines", action="store_true", help="look at the installation only")


def run(arguments: argparse.Namespace) -> int:
    chosen = [registry.family(name) for name in arguments.families] or registry.families()
    faults = 0
    for finding in examine([] if arguments.no_engines else chosen, arguments.seconds):
        faults += finding.state == BAD
        show(say("{state:<6}{what}", state=told(finding.state), what=finding.what))
        if finding.advice:
            show(say("      -> {advice}", advice=finding.advice))
    show(say_n("{n} fault; see the advice above.", "{n} faults; see the advice above.", n=faults) if faults
         else say("Everything works."))
    return NOT_ANSWERED if faults else ANSWERED


def examine(chosen: list[Family], seconds: float) -> Iterator[Finding]:
    yield Finding(GOOD, f"Puzzle Studio {__version__}, Python {platform.python_version()}, {platform.platform()}")
    yield Finding(GOOD, say("installed at {root}; the log is {log_file}", root=isolate.ROOT, log_file=log.log_file()))
    yield from _libraries()
    yield _window()
    yield from _folders()
    yield from _data()
    yield from _kernels()
    for trouble in registry.troubles():
        yield Finding(BAD, say("a family cannot be used: {trouble}", trouble=str(trouble)),
                      say("remove or mend the plugin that brings it"))
    for family in chosen:
        yield from _engines(family, seconds)


def _libraries() -> Iterator[Finding]:
    for name in LIBRARIES:
        try:
            yield Finding(GOOD, f"{name} {metadata.version(name)}")
        except metadata.PackageNotFoundError:
            command = f'"{sys.executable}" -m pip install {name}'  # not for people
            yield Finding(BAD, say("{name} is not installed", name=name), command)


def _window() -> Finding:
    """Qt in a process of its own: where a system library is missing it ends the process instead of telling."""
    code = isolate.command("studio.ui.trial:try_window")
    try:
        done = subprocess.run(code, env=isolate.environment(), capture_output=True, text=True, timeout=60, check=False)
    except (OSError, subprocess.TimeoutExpired) as fault:
        return Finding(BAD, say("no window can be tried: {fault}", fault=fault))
    if done.returncode == 0:
        return Finding(GOOD, say("windows: {told}", told=done.stdout.strip()))
    if done.stdout.strip():  # it opened, and told what it lacks
        return Finding(BAD, say("windows: {told}", told=done.stdout.strip()), say("install the studio again"))
    last = (done.stderr.strip().splitlines() or [say("Qt ended without a word")])[-1]
    shown = os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY") or sys.platform in ("win32", "darwin")
    if not shown:
        return Finding(FAIR, say("there is no display here; the command line works without one"))
    return Finding(BAD, say("no window can open: {last}", last=last),
                   say("install Qt's system libraries, on Debian: apt install libegl1 libxkbcommon-x11-0 "
                       "libxcb-cursor0 libxcb-icccm4 libxcb-keysyms1 libxcb-shape0 libdbus-1-3"))


def _folders() -> Iterator[Finding]:
    home = Path.home()
    places = {say("data (recovery, progress)"): Path(os.environ.get("XDG_DATA_HOME") or home / ".local" / "share"),
              say("settings"): Path(os.environ.get("XDG_CONFIG_HOME") or home / ".config"),
              CACHE: prepare.stamp_file().parent, LOG: log.log_file().parent,
              say("temporary files"): Path(tempfile.gettempdir())}
    for name, place in places.items():
        there = next((each for each in (place, *place.parents) if each.is_dir()), place)
        try:
            files.check_writable(there / "puzzle-studio-trial")
            yield Finding(GOOD, say("{name}: {place} can be written", name=name, place=place))
        except BadPuzzle as fault:
            yield Finding(FAIR if name in (CACHE, LOG) else BAD, say("{name}: {fault}", name=name, fault=fault),
                          say("make the folder writable, or point HOME or the XDG variables elsewhere"))


def _data() -> Iterator[Finding]:
    puzzles = len(list(files.library_folder().rglob("*" + files.EXTENSION)))
    icons = len(list((files.resource_folder() / "icons").glob("*.svg")))
    pages = len(list((files.docs_folder() / "guide").glob("*.md")))
    for count, what, folder in ((puzzles, say_n("{n} puzzle in the library", "{n} puzzles in the library", n=puzzles),
                                 files.library_folder()),
                                (icons, say_n("{n} icon", "{n} icons", n=icons), files.resource_folder()),
                                (pages, say_n("{n} page of the guide", "{n} pages of the guide", n=pages),
                                 files.docs_folder())):
        yield Finding(GOOD if count else BAD, say("{what} ({folder})", what=what, folder=folder),
                      "" if count else say("install the studio again"))


def _kernels() -> Iterator[Finding]:
    if prepare.is_prepared():
        yield Finding(GOOD, say("the fast kernels are compiled"))
    else:
        yield Finding(FAIR, say("the fast kernels are not compiled yet: the first solve of each engine waits for it"),
                      "puzzle-studio warm")


def _engines(family: Family, seconds: float) -> Iterator[Finding]:
    puzzle = tiny(family)
    if puzzle is None:
        yield Finding(FAIR, say("{id}: there is no small board to try", id=family.id))
        return
    for engine in family.engines():
        started = time.perf_counter()
        result = start_solve(puzzle, engine.id, Options(), Limits(seconds, 4096), film=False).wait()
        what = say("{family} {engine}: {status}, {seconds:.2f} s with its start", family=family.id, engine=engine.id,
                   status=result.status.value, seconds=time.perf_counter() - started)
        if result.status.answered or (not engine.decides and result.status is not Status.ERROR):
            yield Finding(GOOD, what)
        else:
            yield Finding(BAD, say("{what} ({message})", what=what, message=result.message),
                          say("the library of this engine may be damaged: install it again"))


def tiny(family: Family) -> Puzzle | None:
    return min(family.samples(), key=lambda sample: sample.grid.size, default=None)


COMMAND = Command("doctor", "look whether everything works here, and say what to do where not", configure, run)
