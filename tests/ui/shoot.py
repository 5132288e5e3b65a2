"""Takes screenshots of the real window: every family in every mode and theme, at 1x and 2x.

    python -m tests.ui.shoot --out docs/screenshots [--family fillomino] [--themes light,dark,safe] [--scales 1,2]

Starts its own X server (Xvfb) when there is no display. Not a test: it makes the pictures that people look at.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

PATIENCE = 90.0
WINDOW = (1280, 820)


@contextmanager
def x_server() -> Iterator[str]:
    """A display to draw on: an Xvfb of our own."""
    read, write = os.pipe()
    server = subprocess.Popen(["Xvfb", "-displayfd", str(write), "-screen", "0", "2720x1800x24", "-nolisten", "tcp"],
                              pass_fds=(write,), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    os.close(write)
    try:
        with os.fdopen(read) as stream:
            yield ":" + stream.readline().strip()
    finally:
        server.terminate()
        server.wait()


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, default=Path("docs/screenshots"))
    parser.add_argument("--family", default="")
    parser.add_argument("--themes", default="light,dark,safe")
    parser.add_argument("--modes", default="pages,draw,play,watch")
    parser.add_argument("--scales", default="1,2")
    parser.add_argument("--scale", type=float, default=0.0, help=argparse.SUPPRESS)
    return parser.parse_args()


def main() -> int:
    chosen = arguments()
    if chosen.scale:
        return shoot(chosen)
    if shutil.which("Xvfb") is None:
        print("Xvfb is needed for screenshots of the real window")
        return 2
    with x_server() as display:
        for scale in chosen.scales.split(","):
            env = {**os.environ, "DISPLAY": display, "QT_QPA_PLATFORM": "xcb", "QT_SCALE_FACTOR": scale}
            command = [sys.executable, "-m", "tests.ui.shoot", *sys.argv[1:], "--scale", scale]
            subprocess.run(command, env=env, check=True)
    return 0


def shoot(chosen: argparse.Namespace) -> int:
    """One scale, in this process: Qt reads its scale factor only once."""
    from PySide6.QtCore import QSettings

    from studio.core import registry
    from studio.run import pool
    from studio.ui import app, progress
    from studio.ui.settings import Settings

    with tempfile.TemporaryDirectory() as folder:
        progress.data_folder = lambda: Path(folder)
        application = app.application()
        settings = Settings(QSettings(str(Path(folder) / "settings.ini"), QSettings.Format.IniFormat))
        window = app.open_window([], settings)
        window.resize(*WINDOW)
        studio = Studio(window, application.processEvents, chosen)
        for theme in chosen.themes.split(","):
            studio.use_theme(theme)
            if "pages" in chosen.modes and not chosen.family:
                studio.pages()
            for family in registry.families():
                if chosen.family in ("", family.id):
                    studio.family(family)
        for number in range(window.tabs.count() - 1, 0, -1):
            page = window.tabs.widget(number)
            if hasattr(page, "close_page"):
                page.close_page()
        pool.shutdown_pools()
        os._exit(0)  # no questions about unsaved samples


def slim(path: Path) -> None:
    """256 colours are enough for a window, and a third of the size."""
    from PIL import Image

    with Image.open(path) as picture:
        few = picture.convert("RGB").quantize(256, method=Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
    few.save(path, optimize=True)


class Studio:
    """The window under the camera."""

    def __init__(self, window, pump: Callable[[], None], chosen: argparse.Namespace) -> None:  # type: ignore[no-untyped-def]
        self.window, self.pump, self.chosen = window, pump, chosen
        self.theme = ""
        chosen.out.mkdir(parents=True, exist_ok=True)

    def use_theme(self, theme: str) -> None:
        from dataclasses import replace

        self.theme = theme
        self.window.viewing.use_preferences(replace(self.window.desk.preferences, theme=theme))

    def wait(self, done: Callable[[], object] = lambda: False, seconds: float = 0.4) -> None:
        deadline = time.perf_counter() + seconds
        while time.perf_counter() < deadline and not done():
            self.pump()
            time.sleep(0.01)

    def picture(self, name: str) -> None:
        self.wait()
        suffix = "" if self.chosen.scale == 1 else f"@{self.chosen.scale:g}x"
        path = self.chosen.out / f"{name}-{self.theme}{suffix}.png"
        self.window.grab().save(str(path), "PNG")
        slim(path)
        print(path, flush=True)

    def pages(self) -> None:
        self.window.act("home")
        self.picture("start")
        self.window.act("library")
        self.wait(lambda: not self.window.desk.library_page.shelf.loading, PATIENCE)
        self.picture("library")
        self.window.act("demo")
        self.film(self.window.page(), "demo")
        self.close(self.window.page())

    def family(self, family) -> None:  # type: ignore[no-untyped-def]
        from studio.ui.document import Document

        sample = family.samples()[min(1, len(family.samples()) - 1)]
        document = Document(sample)
        page = self.window.add_document(document)
        if "draw" in self.chosen.modes:
            self.wait(lambda: not page.live.busy and page.live.latest is not None, PATIENCE)
            self.wait(seconds=1.0)
            self.picture(f"{family.id}-draw")
        if "play" in self.chosen.modes:
            self.play(page, family)
        if "watch" in self.chosen.modes:
            self.watch(page, family)
        self.close(page)

    def close(self, page) -> None:  # type: ignore[no-untyped-def]
        page.close_page()
        self.window.tabs.removeTab(self.window.tabs.indexOf(page))
        self.window.desk._autosaves.pop(page.document).remove()

    def play(self, page, family) -> None:  # type: ignore[no-untyped-def]
        page.set_mode("play")
        panel = page.play_panel
        for trial in (False, True):
            if trial:
                page.document.begin_trial()
            for _ in range(3):
                panel._forget()
                panel.hint()
                self.wait(lambda: panel._hint is not None, PATIENCE)
                for _ in range(2):
                    panel.hint()
                panel.do_hint()
        panel.hint()
        self.wait(lambda: panel._hint is not None, PATIENCE)
        for _ in range(2):
            panel.hint()
        self.picture(f"{family.id}-play")

    def watch(self, page, family) -> None:  # type: ignore[no-untyped-def]
        engines = [engine.id for engine in family.engines()]
        page.start_watching("rules" if "rules" in engines else engines[0])
        self.film(page, f"{family.id}-watch")

    def film(self, page, name: str) -> None:  # type: ignore[no-untyped-def]
        watch = page.watch
        self.wait(lambda: not watch.lanes[0].recorder.running, PATIENCE)
        film = watch.film
        if film is not None:
            watch.player.pause()
            watch.player.go_in(film, max(1, len(film.log) * 2 // 3))
        self.picture(name)


if __name__ == "__main__":
    sys.exit(main())
