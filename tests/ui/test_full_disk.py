"""A full disk: old files stay whole, and each failure is one sentence. On a small file system of its own where
one can be had."""

from __future__ import annotations

import contextlib
import os
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from studio.cli import run
from studio.core import files, registry
from studio.core.engine import Limits
from studio.core.puzzle import BadPuzzle
from studio.share.book import write_book
from studio.share.chart_files import write_charts
from studio.share.film_video import write_video
from studio.share.render import render_board
from studio.ui import recovery
from studio.ui.main_window import MainWindow
from tests.ui.conftest import latin, open_latin
from tests.ui.watch.conftest import solved_film

OLD = b"the old file, whole"


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of 64 kB with no room left."""
    place = tmp_path / "disk"
    place.mkdir()
    if os.name != "posix" or subprocess.run(["mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", str(place)],
                                            capture_output=True, check=False).returncode != 0:
        pytest.skip("no small file system can be mounted here")
    try:
        for name in ("old.puzzle", "old.png", "old.svg", "old.pdf", "old.gif", "old.csv", "old.html"):
            (place / name).write_bytes(OLD)
        with contextlib.suppress(OSError), (place / "filling").open("wb", buffering=0) as stream:
            while True:
                stream.write(b"x" * 4096)
        yield place
    finally:
        recovery.end_session()
        subprocess.run(["umount", "--lazy", str(place)], check=False)


def is_whole(path: Path) -> bool:
    left = [each.name for each in path.parent.iterdir() if each.suffix == ".part"]
    return path.read_bytes() == OLD and not left


def test_saving(disk: Path) -> None:
    with pytest.raises(BadPuzzle, match="No space left"):
        files.save(disk / "old.puzzle", latin(1, *(0,) * 15))
    assert is_whole(disk / "old.puzzle")


@pytest.mark.parametrize("ending", ["png", "svg", "pdf"])
def test_pictures(qapp: Any, disk: Path, ending: str) -> None:
    family = registry.family("_template")
    with pytest.raises(BadPuzzle, match="No space left"):
        render_board(family, board(), None, disk / f"old.{ending}")
    assert is_whole(disk / f"old.{ending}")


def board() -> Any:
    from studio.core.puzzle import Board

    return Board(latin(1, *(0,) * 15))


def test_films(qapp: Any, disk: Path) -> None:
    with pytest.raises(BadPuzzle, match="No space left"):
        write_video(solved_film(), disk / "old.gif")
    assert is_whole(disk / "old.gif")


def test_books(qapp: Any, disk: Path) -> None:
    with pytest.raises(BadPuzzle, match="No space left"):
        write_book([latin(1, *(0,) * 15)], [None], disk / "old.pdf")
    assert is_whole(disk / "old.pdf")


@pytest.mark.parametrize("command", [["render", "one.puzzle", "--out"], ["book", "one.puzzle", "--out"]])
def test_commands(qapp: Any, disk: Path, tmp_path: Path, command: list[str], capsys: pytest.CaptureFixture[str],
                  monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    files.save(tmp_path / "one.puzzle", registry.family("_template").samples()[0])
    assert run([*command, str(disk / "old.pdf")]) == 2
    error = capsys.readouterr().err
    assert "No space left" in error and "Traceback" not in error and is_whole(disk / "old.pdf")


def test_bench(qapp: Any, disk: Path, tmp_path: Path) -> None:
    from studio.lab.bench import Bench
    from studio.lab.runs import parse_contender

    bench = Bench([parse_contender("auto")], 1, Limits(60.0))
    bench.run([(tmp_path / "one.puzzle", registry.family("_template").samples()[0])], lambda *_: None)
    bench.close()
    with pytest.raises(BadPuzzle, match="No space left"):
        bench.write_csv(disk / "old.csv")
    with pytest.raises(BadPuzzle):
        write_charts(bench, disk)
    assert is_whole(disk / "old.csv")


def test_autosave(window: MainWindow, disk: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(recovery.progress, "data_folder", lambda: disk)
    page = open_latin(window)
    page.document.set_details("Mine", "", "x" * 5000)
    assert not window.desk.rescue()
    assert "No space left" in window.notice.text.text()
    recovery.end_session()


def test_an_unwritable_out_is_noticed_before_the_work(tmp_path: Path, capsys: pytest.CaptureFixture[str],
                                                     monkeypatch: pytest.MonkeyPatch) -> None:
    from studio.lab.bench import Bench

    monkeypatch.setattr(Bench, "run", lambda *_, **__: pytest.fail("the work began"))
    files.save(tmp_path / "one.puzzle", registry.family("_template").samples()[0])
    (tmp_path / "folder").mkdir()
    for option in ("--out", "--report"):
        assert run(["bench", str(tmp_path / "one.puzzle"), "--engines", "auto", option, str(tmp_path / "folder")]) == 2
        assert "is a folder" in capsys.readouterr().err


def test_a_stopped_bench_does_not_say_that_all_is_done(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from studio.lab.bench import Bench

    def stop(self: Bench, puzzles: Any, *_: Any, **__: Any) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Bench, "run", stop)
    files.save(tmp_path / "one.puzzle", registry.family("_template").samples()[0])
    assert run(["bench", str(tmp_path / "one.puzzle"), "--engines", "auto"]) == 130
