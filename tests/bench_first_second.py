"""How long a person waits for the first answer: `make first-second` (CPU seconds of all processes involved).

In a fresh clone without any cache: the first answer of every family, all library boards or the first of each; what compiling
everything costs; then the same answers warm, and the window's first frame. Nothing here asserts a time: it is for people.
"""

from __future__ import annotations

import argparse
import os
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
FAMILIES = ("fillomino", "fobidoshi", "evolomino", "tiling")
COLD_SECONDS, WARM_SECONDS = 1.5, 0.45
"""What a solve should take at most, of CPU: told, not asserted, for it depends on the machine and on what else it does."""
FIRST_FRAME = """
import sys, time
from studio.ui import app
application = app.application()
window = app.open_window([])
application.processEvents()
window.grab()
print(time.process_time())
sys.stdout.flush()
import os; os._exit(0)
"""


def clone(folder: Path) -> Path:
    """The files of this working copy, and nothing that was made from them."""
    command = ["git", "ls-files", "-co", "--exclude-standard"]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    for name in listed.stdout.splitlines():
        if (ROOT / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, folder / name)
    return folder


def forget(place: Path) -> None:
    """Away with everything that a run leaves behind for the next one."""
    for made in [*place.rglob("__pycache__"), place / ".cache"]:
        shutil.rmtree(made, ignore_errors=True)


def cpu(command: list[str], place: Path) -> tuple[float, float]:
    """CPU seconds of a command with all its processes, and seconds on the clock."""
    caches = {"XDG_CACHE_HOME": str(place / ".cache"), "XDG_DATA_HOME": str(place / ".cache"), "QT_QPA_PLATFORM": "offscreen",
              "XDG_CONFIG_HOME": str(place / ".cache"), "NUMBA_CACHE_DIR": str(place / ".cache" / "numba")}
    before, began = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    usual = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    subprocess.run([sys.executable, *command], cwd=place, env={**usual, **caches}, check=True, stdout=subprocess.DEVNULL,
                   stderr=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, time.perf_counter() - began)


def solve(path: Path, place: Path) -> tuple[float, float]:
    return cpu(["-m", "studio", "solve", "--unique", str(path.relative_to(place))], place)


def tell(what: str, spent: list[tuple[float, str]], limit: float) -> None:
    """Least, median and worst, and every board above what the project asks of itself."""
    ranked = sorted(spent, reverse=True)
    (worst, name), least, median = ranked[0], ranked[-1][0], statistics.median(seconds for seconds, _ in spent)
    above = [f"{board} {seconds:.2f}" for seconds, board in ranked if seconds > limit]
    print(f"{what:16} {len(spent):3} boards: worst {worst:.2f} s ({name}), median {median:.2f} s, least {least:.2f} s; "
          f"{len(spent) - len(above)} of {len(spent)} within {limit:g} s" + (f", not: {', '.join(above)}" if above else ""),
          flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--all", action="store_true", help="all boards of the library, not the first of each family")
    parser.add_argument("--no-warm", action="store_true", help="without compiling everything, and what follows it")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        place = clone(Path(folder))
        most = None if arguments.all else 1
        boards = {name: sorted((place / "puzzles" / name).glob("*.puzzle"))[:most] for name in FAMILIES}
        for name, paths in boards.items():
            spent = []
            for path in paths:
                forget(place)
                spent.append((solve(path, place)[0], path.stem))
            tell(f"cold  {name}", spent, COLD_SECONDS)
        if arguments.no_warm:
            return
        forget(place)
        print(f"warm everything: {cpu(['-m', 'studio', 'warm'], place)[0]:.1f} s")
        for name, paths in boards.items():
            spent = [(min(solve(path, place)[0] for _ in range(3)), path.stem) for path in paths]
            tell(f"warm  {name}", spent, WARM_SECONDS)
        frames = [cpu(["-c", FIRST_FRAME], place) for _ in range(3)]
        first, clock = min(each[0] for each in frames), min(each[1] for each in frames)
        print(f"window, first frame: {first:.2f} s CPU, {clock:.2f} s on the clock")


if __name__ == "__main__":
    main()
