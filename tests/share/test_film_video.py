"""Moving pictures, read again by another decoder: frames, size, duration."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from studio.core.puzzle import BadPuzzle
from studio.share import film_video
from studio.share.film_look import LAST_SECONDS, FilmLook, positions, seconds_of
from studio.share.film_picture import FilmPainter
from studio.share.film_video import write_video
from tests.ui.watch.conftest import solved_film


def probe(path: Path) -> dict[str, Any]:
    """What ffmpeg's own reader says."""
    if shutil.which("ffprobe") is None:
        pytest.skip("no other decoder here")
    command = ["ffprobe", "-v", "error", "-count_frames", "-show_streams", "-show_format", "-of", "json", str(path)]
    read = json.loads(subprocess.run(command, capture_output=True, check=True, text=True).stdout)
    return {**read["format"], **read["streams"][0]}


@pytest.mark.parametrize("layout", ["board", "caption", "full"])
@pytest.mark.parametrize("ending", ["mp4", "webm"])
def test_another_decoder_reads_what_was_asked_for(ending: str, layout: str, tmp_path: Path, qapp: Any) -> None:
    pytest.importorskip("av")
    film, look = solved_film(solutions=1), FilmLook(layout, height=150, speed=20, pause=0.3, last=12)
    write_video(film, tmp_path / f"film.{ending}", look)
    read = probe(tmp_path / f"film.{ending}")
    seconds = sum(seconds_of(film, look, positions(film, look)))
    assert (read["width"], read["height"]) == FilmPainter(film, look).size
    assert read["codec_name"] == {"mp4": "h264", "webm": "vp9"}[ending]
    assert int(read["nb_read_frames"]) == round(seconds * film_video.RATE)
    assert abs(float(read["duration"]) - seconds) < 0.1


def test_a_film_as_gif(tmp_path: Path, qapp: Any) -> None:
    film, told = solved_film(solutions=2), []
    write_video(film, tmp_path / "film.gif", FilmLook(frames=12), lambda part, text: told.append(part))
    with Image.open(tmp_path / "film.gif") as picture:
        assert 2 <= picture.n_frames <= 12
        first = picture.convert("RGB").tobytes()
        picture.seek(picture.n_frames - 1)
        assert picture.convert("RGB").tobytes() != first
        assert picture.info["duration"] == 1000 * LAST_SECONDS
    assert told[-1] == 1.0


def test_positions_cover_both_ends() -> None:
    film = solved_film(solutions=4)
    everything = positions(film, FilmLook(frames=10**6))
    assert everything == list(range(len(film) + 1))
    spread = positions(film, FilmLook(frames=5))
    assert (spread[0], spread[-1], len(spread)) == (0, len(film), 5)
    assert positions(film, FilmLook(first=2, last=4)) == [2, 3, 4]


def test_what_cannot_be_is_told_in_one_sentence(tmp_path: Path, qapp: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    film = solved_film(solutions=1)
    with pytest.raises(BadPuzzle, match=r"ends in \.gif"):
        write_video(film, tmp_path / "film.avi")
    for wrong in ({"layout": "round"}, {"height": 5}, {"speed": 0.0}, {"pause": -1.0}, {"first": 5, "last": 2}, {"frames": 1}):
        with pytest.raises(BadPuzzle):
            FilmLook(**wrong)
    monkeypatch.setitem(sys.modules, "av", None)
    with pytest.raises(BadPuzzle, match="needs the package av"):
        write_video(film, tmp_path / "film.mp4")
    assert not (tmp_path / "film.mp4").exists()
