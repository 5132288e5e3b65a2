"""Looks at the whole studio: every mode, page and dialog at several text sizes, scales, languages, themes and screens.

    python -m tests.ui.shoot --out FOLDER [--points 10,16,20] [--languages en,nl,de,ja] [--themes light,dark,safe,contrast]
                             [--screens 1366x768@1,...] [--scenes start,draw] [--every]

Makes contact sheets of every setting, with all scenes below their names, and prints (and writes to cut.txt) what is cut off,
elided against its will, or beyond the screen; at the end how many pictures and how many such findings there are (exit code 1
if any). Each size of text meets each language on each screen, the themes in turn; `--every` takes every theme with all of them
(`make matrix`: 144 settings, an hour or two). A screen is named by its size in usual pixels and the scale at which it is shown.
Not a test: it makes pictures to look at. Needs Xvfb, and a font with Japanese signs.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from itertools import product
from pathlib import Path

SCREENS = "1366x768@1,1280x720@1.5,1366x768@2"
ACROSS, DOWN = 3, 4
"""scenes on one sheet: few enough to be read"""
THUMB = 620
"""pixels of their width"""


@contextmanager
def x_server(size: str = "2720x1800") -> Iterator[str]:
    """A display to draw on: an Xvfb of our own."""
    read, write = os.pipe()
    server = subprocess.Popen(["Xvfb", "-displayfd", str(write), "-screen", "0", f"{size}x24", "-nolisten", "tcp"],
                              pass_fds=(write,), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    os.close(write)
    try:
        with os.fdopen(read) as stream:
            yield ":" + stream.readline().strip()
    finally:
        server.terminate()
        server.wait()


@dataclass(frozen=True)
class Setting:
    language: str
    points: int
    theme: str

    def __str__(self) -> str:
        return f"{self.language}-{self.points}pt-{self.theme}"


def settings(chosen: argparse.Namespace, turn: int) -> list[Setting]:
    """Every language with every size of text; the themes in turn, beginning elsewhere on every screen."""
    themes = chosen.themes.split(",")
    pairs = list(product(chosen.languages.split(","), map(int, chosen.points.split(","))))
    if chosen.every:
        return [Setting(language, points, theme) for language, points in pairs for theme in themes]
    return [Setting(language, points, themes[(number + turn) % len(themes)]) for number, (language, points) in enumerate(pairs)]


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--points", default="10,16,20")
    parser.add_argument("--languages", default="en,nl,de,ja")
    parser.add_argument("--themes", default="light,dark,safe,contrast")
    parser.add_argument("--screens", default=SCREENS)
    parser.add_argument("--scenes", default="", help="only those whose names begin so")
    parser.add_argument("--every", action="store_true")
    parser.add_argument("--screen", default="", help=argparse.SUPPRESS)
    parser.add_argument("--turn", type=int, default=0, help=argparse.SUPPRESS)
    return parser.parse_args()


def main() -> int:
    chosen = arguments()
    if chosen.screen:
        return shoot(chosen)
    if shutil.which("Xvfb") is None:
        print("Xvfb is needed for screenshots of the real window")
        return 2
    chosen.out.mkdir(parents=True, exist_ok=True)
    for old in ("cut.txt", "seen.txt"):
        (chosen.out / old).unlink(missing_ok=True)
    for turn, screen in enumerate(chosen.screens.split(",")):
        size, scale = screen.split("@")
        width, height = (round(int(side) * float(scale)) for side in size.split("x"))
        with x_server(f"{width}x{height}") as display:
            env = {**os.environ, "DISPLAY": display, "QT_QPA_PLATFORM": "xcb", "QT_SCALE_FACTOR": scale}
            for language in chosen.languages.split(","):  # each from the start, as its users see it
                command = [sys.executable, "-m", "tests.ui.shoot", *sys.argv[1:], "--screen", screen, "--turn", str(turn)]
                subprocess.run([*command, "--languages", language], env=env, check=True)
                turn += 1
    pictures, found = counted(chosen.out / "seen.txt"), counted(chosen.out / "cut.txt")
    print(f"{pictures} pictures, {found} findings")
    return 1 if found else 0


def shoot(chosen: argparse.Namespace) -> int:
    """One screen, in this process: Qt reads its scale factor only once."""
    from PySide6.QtCore import QSettings

    from studio.ui import app, progress
    from studio.ui.settings import Settings
    from tests.ui import scenes
    from tests.ui.cut import cut, too_large

    with tempfile.TemporaryDirectory() as folder:
        progress.data_folder = lambda: Path(folder)
        app.application()
        kept = Settings(QSettings(str(Path(folder) / "settings.ini"), QSettings.Format.IniFormat))
        kept.keep(replace(kept.preferences(), language=chosen.languages))
        window = app.open_window([], kept)
        room = window.screen().availableGeometry().size()
        window.resize(room)
        window.move(0, 0)
        wanted = [each for each in scenes.scenes() if each.name.startswith(tuple(chosen.scenes.split(",")))]
        for setting in settings(chosen, chosen.turn):
            window.viewing.use_preferences(replace(window.desk.preferences, language=setting.language, theme=setting.theme,
                                                   text_size=setting.points, live_verdict=False, still=True))
            window.resize(room)
            scenes.let_pass(0.2)
            shots = []
            for scene in wanted:
                with scenes.opened(window, scene) as seen:
                    scenes.let_pass(0.15)
                    shots.append((scene.name, picture(seen)))
                    faults = [*cut(seen), *too_large(seen, room)]
                    for fault in dict.fromkeys(faults):
                        tell(chosen.out, f"{chosen.screen} {setting} {scene.name}: {fault}")
            for page, at in enumerate(range(0, len(shots), ACROSS * DOWN), 1):
                sheet(shots[at : at + ACROSS * DOWN], chosen.out / f"{chosen.screen}-{setting}-{page}.png")
            note(chosen.out / "seen.txt", *(f"{chosen.screen} {setting} {name}" for name, _ in shots))
        os._exit(0)  # no questions about unsaved samples


def tell(folder: Path, line: str) -> None:
    print(line, flush=True)
    note(folder / "cut.txt", line)


def note(path: Path, *lines: str) -> None:
    with path.open("a", encoding="utf-8") as stream:
        stream.writelines(line + "\n" for line in lines)


def counted(path: Path) -> int:
    return len(path.read_text("utf-8").splitlines()) if path.exists() else 0


def picture(seen):  # type: ignore[no-untyped-def]
    from PIL import Image
    from PySide6.QtGui import QImage

    image = seen.grab().toImage().convertToFormat(QImage.Format.Format_RGB888)
    size, stride = (image.width(), image.height()), image.bytesPerLine()
    return Image.frombuffer("RGB", size, bytes(image.constBits()), "raw", "RGB", stride, 1)


def sheet(shots, path: Path) -> None:  # type: ignore[no-untyped-def]
    """All scenes of a setting on one picture, each under its name."""
    from PIL import Image, ImageDraw

    small = []
    for name, shot in shots:
        width = min(THUMB, shot.width)
        small.append((name, shot.resize((width, max(1, round(shot.height * width / shot.width))), Image.Resampling.LANCZOS)))
    rows = [small[at : at + ACROSS] for at in range(0, len(small), ACROSS)]
    heights = [max(shot.height for _, shot in each) + 22 for each in rows]
    whole = Image.new("RGB", (ACROSS * (THUMB + 8), sum(heights)), "#888888")
    pen, top = ImageDraw.Draw(whole), 0
    for each, height in zip(rows, heights, strict=True):
        for place, (name, shot) in enumerate(each):
            pen.text((place * (THUMB + 8) + 4, top + 5), name, fill="white")
            whole.paste(shot, (place * (THUMB + 8), top + 20))
        top += height
    whole.save(path)
    print(path, flush=True)


if __name__ == "__main__":
    sys.exit(main())
