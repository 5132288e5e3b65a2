"""A screen reader at the real window, over AT-SPI: it walks the board as cells, and hears values, verdicts and hints."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]
LAUNCHER = next((path for path in ("/usr/libexec/at-spi-bus-launcher", "/usr/lib/at-spi2-core/at-spi-bus-launcher")
                 if Path(path).exists()), "")
SYSTEM_PYTHON = "/usr/bin/python3"
PATIENCE = 120.0
TREE_ITEM = ("tree item", "table cell")
"""Qt hands its tree items to AT-SPI as cells, also those of its own trees."""


def is_there() -> bool:
    tools = all(map(shutil.which, ("Xvfb", "xdotool", "dbus-daemon"))) and LAUNCHER and Path(SYSTEM_PYTHON).exists()
    return bool(tools) and not subprocess.run([SYSTEM_PYTHON, "-c", "import pyatspi"], capture_output=True).returncode


class Listener:
    """The screen reader's side: what it was told, in order."""

    def __init__(self, env: dict[str, str]) -> None:
        self.env = env
        command = [SYSTEM_PYTHON, str(ROOT / "tests" / "ui" / "screen_reader.py"), "puzzle-studio"]
        self.process = subprocess.Popen(command, env=env, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.heard: list[dict[str, Any]] = []
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.heard.append(json.loads(line))

    def until(self, kind: str, part: str, since: int = 0) -> str:
        """Wait until something of a kind that holds a text is heard."""
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            for each in self.heard[since:]:
                if part in (each.get(kind) or ""):
                    return str(each[kind])
            time.sleep(0.05)
        raise AssertionError(f"never heard {kind} {part!r}, but {self.heard[since:]}")

    def walk(self, kind: str = "table", name: str = "") -> dict[str, Any]:
        """The board as cells, or a list or a tree, as soon as the window shows one."""
        deadline = time.monotonic() + PATIENCE
        assert self.process.stdin is not None
        while time.monotonic() < deadline:
            since = len(self.heard)
            self.process.stdin.write(f"{kind}:{name}\n")
            self.process.stdin.flush()
            while not (told := [each for each in self.heard[since:] if kind in each]) and time.monotonic() < deadline:
                time.sleep(0.05)
            if told and told[0][kind]:
                return told[0]
            time.sleep(0.5)
        raise AssertionError(f"no {kind} was shown")

    def press(self, *keys: str) -> int:
        """Press keys; what is heard from here on is heard because of them."""
        since = len(self.heard)
        subprocess.run(["xdotool", "key", *keys], env=self.env, check=True)
        return since


@pytest.fixture
def listener(tmp_path: Path) -> Iterator[Listener]:
    """A screen, a session bus, the accessibility bus, the studio with a Fillomino before a Fobidoshi, a screen reader."""
    env = {name: value for name, value in os.environ.items() if name not in ("QT_QPA_PLATFORM", "WAYLAND_DISPLAY")}
    runtime = tmp_path / "runtime"
    runtime.mkdir(mode=0o700)
    env |= {"HOME": str(tmp_path), "XDG_RUNTIME_DIR": str(runtime), "QT_LINUX_ACCESSIBILITY_ALWAYS_ON": "1",
            "XDG_CONFIG_HOME": str(tmp_path / "config"), "XDG_DATA_HOME": str(tmp_path / "data")}
    running = []

    def begin(*command: str, **how: Any) -> subprocess.Popen[str]:
        running.append(subprocess.Popen(command, env=env, text=True, stderr=subprocess.DEVNULL, **how))
        return running[-1]

    try:
        screen = begin("Xvfb", "-displayfd", "1", "-screen", "0", "1280x900x24", stdout=subprocess.PIPE)
        bus = begin("dbus-daemon", "--session", "--print-address=1", "--nofork", stdout=subprocess.PIPE)
        assert screen.stdout is not None and bus.stdout is not None
        env["DISPLAY"] = f":{screen.stdout.readline().strip()}"
        env["DBUS_SESSION_BUS_ADDRESS"] = bus.stdout.readline().strip()
        begin(LAUNCHER, "--launch-immediately", "--a11y=1", "--screen-reader=1", stdout=subprocess.DEVNULL)
        time.sleep(1.0)
        boards = [str(ROOT / "puzzles" / name) for name in ("fobidoshi/15-moonlit-path.puzzle", "fillomino/01-doorstep.puzzle")]
        begin(sys.executable, "-m", "studio", *boards, cwd=ROOT)
        reader = Listener(env)
        running.append(reader.process)
        yield reader
    finally:
        for process in reversed(running):
            process.kill()
            process.wait()


@pytest.mark.skipif(not is_there(), reason="needs Xvfb, xdotool, a session bus, at-spi2-core and pyatspi")
def test_the_board_is_walked_and_heard(listener: Listener) -> None:
    board = listener.walk()
    assert board["table"] == "Fillomino, 5 rows, 5 columns" and board["roles"] == ["table cell"]
    assert len(board["cells"]) == 25 and board["cells"][2] == "row 1, column 3: 5, given"
    subprocess.run(["xdotool", "search", "--sync", "--onlyvisible", "--name", "Puzzle Studio", "windowfocus"], env=listener.env,
                   check=True, capture_output=True)
    listener.until("focus", "row 1, column 1")
    listener.until("focus", "row 1, column 2: empty", listener.press("Right"))
    listener.until("said", "row 1, column 2: 3", listener.press("3"))
    listener.until("said", "row 1, column 2: empty", listener.press("ctrl+z"))
    listener.until("said", "ook at", listener.press("F6"))
    since = listener.press("F2")
    listener.until("said", "one solution", since)
    since = listener.press("ctrl+b", "2")
    listener.until("said", "row 1, column 2: 2", since)
    assert "solution" in listener.until("said", "solution", since)
    the_film_is_heard_and_walked(listener)


def the_film_is_heard_and_walked(listener: Listener) -> None:
    """In the other tab: a search is filmed; its steps are heard, its log is a list, its tree a tree that opens and closes."""
    listener.press("ctrl+shift+Tab")
    listener.press("F4")
    listener.until("said", "Solved", listener.press("F5"))
    listener.until("said", ".", listener.press("Right"))  # a step by hand pauses the film
    listener.until("said", "Before the first", listener.press("Home"))
    first = listener.until("said", ".", listener.press("Right"))
    log = listener.walk("list", "Event log")
    assert log["roles"] == ["list item"] and len(log["cells"]) > 100 and log["cells"][0].startswith("1: ")
    assert first.split(".")[0] in log["cells"][0]
    listener.press("slash")
    since = listener.press("Tab")
    assert listener.until("focus", "1: ", since).startswith("1: ")
    listener.until("focus", "2: ", listener.press("Down"))
    tree = listener.walk("tree")
    (root,) = tree["parts"]
    assert root["role"] in TREE_ITEM and root["expanded"] and "the start of the search" in root["name"]
    assert root["inside"] and all("depth 1" in child["name"] for child in root["inside"])
    since = len(listener.heard)
    for _ in range(20):
        if any(each.get("role") in TREE_ITEM for each in listener.heard[since:]):
            break
        listener.press("shift+Tab")
        time.sleep(0.3)
    listener.until("focus", "depth 1", listener.press("Down"))
    listener.press("minus")
    folded = listener.walk("tree")["parts"][0]["inside"][0]
    assert folded["expandable"] and not folded["expanded"] and not folded["inside"]
