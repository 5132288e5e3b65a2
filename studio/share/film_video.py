"""Films as moving pictures: GIF by Pillow, MP4 and WebM by PyAV, which brings its own encoders."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
from PySide6.QtGui import QImage

from studio.core.files import writing
from studio.core.puzzle import BadPuzzle
from studio.core.say import say
from studio.share.film import Film
from studio.share.film_look import FilmLook, positions, seconds_of
from studio.share.film_picture import FilmPainter

Progress = Callable[[float, str], None]
ENDINGS = (".gif", ".mp4", ".webm")
RATE = 25
"""pictures a second of MP4 and WebM; a step that stands longer is shown again, which costs next to nothing"""
CODECS = {".mp4": ("libx264", {"crf": "20", "preset": "veryfast"}),
          ".webm": ("libvpx-vp9", {"crf": "30", "b": "0", "cpu-used": "5"})}
SHORTEST_GIF = 0.02
"""Browsers show shorter frames slowly."""


def write_video(film: Film, path: str | Path, look: FilmLook | None = None, progress: Progress | None = None) -> None:
    """Write the moving picture; BadPuzzle with one sentence if that cannot be done."""
    path, look = Path(path), look or FilmLook()
    ending = path.suffix.lower()
    if ending not in ENDINGS:
        raise BadPuzzle(say("a moving picture ends in {endings}, not in {suffix!r}", endings=', '.join(ENDINGS),
                            suffix=path.suffix or path.name))
    encode = _gif if ending == ".gif" else _encoder(ending)
    with writing(path) as stream:
        stream.write(encode(film, look, progress))


def pictures(film: Film, look: FilmLook, progress: Progress | None) -> Iterator[tuple[QImage, float]]:
    """The frames and how long each stands."""
    painter = FilmPainter(film, look)
    shown = positions(film, look)
    for number, (position, seconds) in enumerate(zip(shown, seconds_of(film, look, shown))):
        yield painter.picture(position), seconds
        if progress is not None:
            progress((number + 1) / len(shown), say("drawing frames"))


def pixels_of(image: QImage) -> np.ndarray:
    """A picture as rows of red, green and blue."""
    raw = np.frombuffer(bytes(image.constBits()), np.uint8).reshape(image.height(), image.bytesPerLine())
    return np.ascontiguousarray(raw[:, : 3 * image.width()].reshape(image.height(), image.width(), 3))


def _gif(film: Film, look: FilmLook, progress: Progress | None) -> bytes:
    from PIL import Image

    made, durations = [], []
    for image, seconds in pictures(film, look, progress):
        picture = Image.fromarray(pixels_of(image))
        made.append(picture.quantize(64, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE))
        durations.append(round(1000 * max(SHORTEST_GIF, seconds)))
    stream = io.BytesIO()
    made[0].save(stream, "GIF", save_all=True, append_images=made[1:], duration=durations, loop=0, optimize=False)
    return stream.getvalue()


def _encoder(ending: str) -> Callable[[Film, FilmLook, Progress | None], bytes]:
    try:
        import av
    except ImportError:
        raise BadPuzzle(say("to write {ending} films the studio needs the package av (pip install "
                            "'puzzle-studio[video]'); GIF and HTML films need nothing more", ending=ending)) from None
    codec, _ = CODECS[ending]
    try:
        av.Codec(codec, "w")
    except Exception:
        raise BadPuzzle(say("this installation of av cannot write {ending} films (it has no {codec}); try another kind",
                            ending=ending, codec=codec)) from None
    return lambda film, look, progress: _encode(av, ending, film, look, progress)


def _encode(av: Any, ending: str, film: Film, look: FilmLook, progress: Progress | None) -> bytes:
    codec, settings = CODECS[ending]
    stream = io.BytesIO()
    with av.open(stream, "w", format=ending[1:]) as container:
        track: Any = None
        shown, clock = 0, 0.0
        for image, seconds in pictures(film, look, progress):
            if track is None:
                track = container.add_stream(codec, rate=RATE, options=settings)
                track.width, track.height, track.pix_fmt = image.width(), image.height(), "yuv420p"
            clock += seconds
            frame = av.VideoFrame.from_ndarray(pixels_of(image), format="rgb24")
            while shown == 0 or shown < round(clock * RATE):
                frame.pts, frame.time_base = shown, Fraction(1, RATE)
                container.mux(track.encode(frame))
                shown += 1
        container.mux(track.encode(None))
    return stream.getvalue()
