"""Makes the films that the guide tells people to begin with (`docs/guide/watching.md`), tests what it says of them, draws them.

    python -m docs.tools.make_films OUT [--only NAME]

Writes for each a `.film` and a sheet of four moments with words, depth and tree, to be looked at. Ends with 1 if a claim fails.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from PySide6.QtGui import QImage, QPainter

from studio.core import files, registry
from studio.core.engine import Limits, Options, Status
from studio.core.events import CANDIDATE, KIND, NARROWED, RELAXED, Kind
from studio.core.film import TraceLog
from studio.core.making import Maker
from studio.core.parts import GenerateRequest
from studio.run.job import start_solve
from studio.share.film import Film
from studio.share.film_file import write_film
from studio.share.film_look import FilmLook
from studio.share.film_picture import FilmPainter
from studio.share.filming import record_making
from studio.share.theme import DARK, LIGHT

ROOT = Path(__file__).resolve().parents[2]
SECONDS = 60.0
HEIGHT = 300


def count(film: Film, kind: Kind) -> int:
    return int((film.log.rows[:, KIND] == kind).sum())


Claim = tuple[str, Callable[[Sequence[Film]], bool]]


@dataclass(frozen=True)
class GuideFilm:
    """A line of the guide's table: the puzzle, one or two engines with options, and what the line says."""

    name: str
    path: str
    engines: tuple[tuple[str, dict[str, Any]], ...]
    claims: tuple[Claim, ...] = field(default=())


def worded(film: Film) -> bool:
    """Every number with its reason."""
    rows = film.log.rows
    return all(film.log.event(index).reason is not None for index in np.flatnonzero(rows[:, KIND] == Kind.DEDUCE).tolist())


def status(film: Film) -> Status | None:
    return film.result.status if film.result is not None else None


def _guesses(film: Film) -> int:
    return count(film, Kind.GUESS)


FILMS = (
    GuideFilm("mosaic", "fillomino/13-mosaic.puzzle", (("rules", {}),),
              (("without one guess", lambda films: _guesses(films[0]) == 0),
               ("every number with its reason", lambda films: worded(films[0])))),
    GuideFilm("tectonics", "fillomino/20-tectonics.puzzle", (("rules", {}),),
              (("guesses", lambda films: _guesses(films[0]) > 0),
               ("contradictions", lambda films: count(films[0], Kind.CONFLICT) > 0),
               ("a tree", lambda films: films[0].grow_tree() and films[0].tree.size > 1))),
    GuideFilm("tangle", "fobidoshi/19-tangle.puzzle", (("backtrack", {}), ("backtrack", {"good_moves": False})),
              (("a search", lambda films: _guesses(films[0]) > 0),
               ("good moves save guesses", lambda films: _guesses(films[0]) < _guesses(films[1])))),
    GuideFilm("spiders-thread", "fobidoshi/20-spiders-thread.puzzle", (("auto", {"quick": False}),),
              (("conflicts", lambda films: count(films[0], Kind.CONFLICT) > 0),
               ("rules added because an answer broke them", lambda films: count(films[0], Kind.CUT) > 0),
               ("teal outlines", lambda films: all(160 <= theme.color("cut").hue() <= 200 for theme in (LIGHT, DARK))))),
    GuideFilm("bonsai", "evolomino/16-bonsai.puzzle", (("search", {}),),
              (("solved", lambda films: status(films[0]) in (Status.SOLVED, Status.UNIQUE)),
               ("without one guess", lambda films: _guesses(films[0]) == 0),
               ("every square and every cross with its reason", lambda films: worded(films[0])))),
    GuideFilm("dudeney", "tiling/18-dudeneys-chessboard.puzzle", (("mrv", {}), ("simple", {})),
              (("it pays to look for the cell with the fewest possibilities",
                lambda films: _guesses(films[0]) < _guesses(films[1])),)),
    GuideFilm("mutilated", "tiling/06-the-mutilated-chessboard.puzzle", (("colouring", {}),),
              (("no search at all", lambda films: _guesses(films[0]) == 0),
               ("a proof", lambda films: films[0].log.proof is not None),
               ("nobody will ever do it", lambda films: status(films[0]) is Status.NONE))),
    GuideFilm("count", "tiling/04-two-sets-of-tetrominoes.puzzle", (("count", {}),),
              (("the frontier sweeps", lambda films: "swept" in " ".join(_notes(films[0]))),
               ("the exact number", lambda films: (films[0].result.count or 0) > 1 if films[0].result else False))),
    GuideFilm("candidates", "tiling/04-two-sets-of-tetrominoes.puzzle", (("csp", {"goal": "most"}),),
              (("candidates cover more and more", lambda films: _improving(films[0])),
               ("until everything is covered", lambda films: status(films[0]) is Status.SOLVED))),
    GuideFilm("relaxed", "evolomino/10-greenhouse.puzzle", (("ilp", {}),),
              (("shades before the search", lambda films: _first_glimpse(films[0]) == RELAXED),
               ("solved", lambda films: status(films[0]) is Status.SOLVED))),
    GuideFilm("presolve", "fillomino/13-mosaic.puzzle", (("cpsat", {}),),
              (("numbers settled before the search", lambda films: _first_glimpse(films[0]) == NARROWED),
               ("solved", lambda films: status(films[0]) is Status.SOLVED))),
    GuideFilm("making", "", ((Maker.id, {"family": "fillomino", "size": 6, "seed": 3}),),
              (("regions grow", lambda films: count(films[0], Kind.PUT) > 5),
               ("clues go and stay", lambda films: count(films[0], Kind.TAKE) > 0 and count(films[0], Kind.KEEP) > 0),
               ("it ends on the puzzle", lambda films: films[0].log.drafts[-1].puzzle == films[0].puzzle))),
)


def _notes(film: Film) -> list[str]:
    events = (film.log.event(index) for index in range(len(film)))
    return [event.reason.text for event in events if event.kind is Kind.NOTE and event.reason is not None]


def _improving(film: Film) -> bool:
    covered = [sum(1 for value in glimpse.values if value) for glimpse in film.log.glimpses if glimpse.sort == CANDIDATE]
    return len(covered) > 1 and covered == sorted(covered)


def _first_glimpse(film: Film) -> str:
    return film.log.glimpses[0].sort if film.log.glimpses else ""


def made(path: str, engine: str, values: dict[str, Any]) -> Film:
    if engine == Maker.id:
        size = int(values["size"])
        return record_making(registry.family(str(values["family"])), GenerateRequest(size, size, int(values["seed"])))[1]
    puzzle = files.load(ROOT / "puzzles" / path).puzzle
    family, options = registry.family(puzzle.family), Options(1, values)
    film = Film(family, puzzle, family.engine(engine), options, TraceLog(puzzle.grid.size, 400_000), running=True)
    limits = Limits(SECONDS, events=400_000)
    film.finish(start_solve(puzzle, engine, options, limits, film=True).wait(
        on_message=lambda message: film.log.add(message.value) if message.kind == "batch" else None))
    return film


def moments(film: Film) -> list[int]:
    """A step early on, the first guess, contradiction, try in vain and glimpses that there are, and the end."""
    kinds = film.log.rows[:, KIND]
    telling = (Kind.GUESS, Kind.CONFLICT, Kind.KEEP)
    first = [int(found[0]) + 1 for kind in telling if len(found := np.flatnonzero(kinds == kind))]
    first += [position for position in range(1, min(len(film), 200) + 1) if film.log.glimpse_at(position)][:2]
    wanted = [max(1, len(film) // 8), *first, len(film) // 2, len(film)]
    return [*sorted(dict.fromkeys(wanted))[:3], len(film)]


def sheet(film: Film) -> QImage:
    painter = FilmPainter(film, FilmLook("full", height=HEIGHT))
    frames = [painter.picture(position) for position in moments(film)]
    whole = QImage(2 * frames[0].width(), 2 * frames[0].height(), QImage.Format.Format_RGB32)
    whole.fill(0xFFFFFF)
    brush = QPainter(whole)
    for number, frame in enumerate(frames[:4]):
        brush.drawImage(number % 2 * frame.width(), number // 2 * frame.height(), frame)
    brush.end()
    return whole


def main() -> int:
    parser = argparse.ArgumentParser(description="makes and tests the guide's films")
    parser.add_argument("out", type=Path)
    parser.add_argument("--only", default="", help="the films whose name contains this")
    chosen = parser.parse_args()
    chosen.out.mkdir(parents=True, exist_ok=True)
    failed = 0
    for line in FILMS:
        if chosen.only in line.name:
            films = [made(line.path, engine, values) for engine, values in line.engines]
            for number, film in enumerate(films, 1):
                name = line.name if len(films) == 1 else f"{line.name}-{number}"
                write_film(film, chosen.out / f"{name}.film")
                sheet(film).save(str(chosen.out / f"{name}.png"))
            for words, holds in line.claims:
                good = holds(films)
                failed += not good
                print(f"{'holds' if good else 'FAILS'}  {line.name}: {words} "
                      f"({', '.join(f'{_guesses(film):,} guesses, {len(film):,} events' for film in films)})", flush=True)
    return min(failed, 1)


if __name__ == "__main__":
    sys.exit(main())
