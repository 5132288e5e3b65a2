"""What solvers without steps let see: true, kept by film files, and drawn."""

from __future__ import annotations

import os

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from pathlib import Path
from typing import Any

import pytest

from studio.core import files, registry
from studio.core.course import courses, scale_of
from studio.core.engine import Options
from studio.core.events import CANDIDATE, NARROWED, RELAXED, Sample
from studio.core.puzzle import BadPuzzle
from studio.share.film import Film
from studio.share.film_file import film_of, film_pieces, read_film, write_film
from studio.share.film_frames import film_frame
from studio.share.film_sides import side_parts
from studio.share.words import step_words
from tests.families.film_checker import check_film, filmed

LIBRARY = Path(__file__).resolve().parents[2] / "puzzles"


def film_by(path: str, engine: str, values: dict[str, Any] | None = None, wanted: int = 0) -> Any:
    puzzle = files.load(LIBRARY / path).puzzle
    return filmed(puzzle, registry.family(puzzle.family).engine(engine), wanted, values)


def kept(made: Any) -> Film:
    film = Film(made.family, made.puzzle, made.engine, Options(made.wanted), made.log)
    film.finish(made.result)
    return film


CASES = [
    ("tiling/02-three-corners.puzzle", "ilp", {}, RELAXED),
    ("tiling/02-three-corners.puzzle", "ilp", {"variant": "leq-max"}, CANDIDATE),
    ("tiling/02-three-corners.puzzle", "ilp", {"variant": "leq-max", "solver": "cpsat"}, CANDIDATE),
    ("tiling/02-three-corners.puzzle", "csp", {"goal": "most"}, CANDIDATE),
    ("evolomino/01-seeds.puzzle", "ilp", {}, RELAXED),
    ("fillomino/01-*.puzzle", "cpsat", {}, NARROWED),
]


@pytest.mark.parametrize(("path", "engine", "values", "sort"), CASES)
def test_the_film_shows_what_the_solver_tells_and_nothing_untrue(path: str, engine: str, values: dict[str, Any],
                                                                 sort: str) -> None:
    found = sorted(LIBRARY.glob(path))[0]
    made = film_by(str(found.relative_to(LIBRARY)), engine, values)
    assert sort in {glimpse.sort for glimpse in made.log.glimpses}
    truth = film_by(str(found.relative_to(LIBRARY)), "auto").result.solutions
    report = check_film(made, truth)
    assert not report.faults and report.checked["glimpses"] == len(made.log.glimpses)
    assert made.log.samples, "its progress is told as numbers"


def test_candidates_of_pieces_get_better_until_they_cover_the_board() -> None:
    made = film_by("tiling/04-two-sets-of-tetrominoes.puzzle", "csp", {"goal": "most"}, 1)
    covered = [sum(1 for value in glimpse.values if value) for glimpse in made.log.glimpses]
    assert covered == sorted(covered) and len(covered) > 1
    told = [made.log.event(index).reason.text for index in range(len(made.log)) if made.log.glimpse_at(index + 1)]
    assert all(str(count) in text for count, text in zip(covered, told))


def test_as_much_as_can_be_gives_the_same_verdicts_as_covering() -> None:
    for path in ("tiling/02-three-corners.puzzle", "tiling/03-five-tetrominoes.puzzle"):
        assert film_by(path, "csp", {"goal": "most"}).result.status is film_by(path, "csp").result.status


def test_a_relaxed_tiling_covers_every_cell_at_most_once() -> None:
    """Shares of one placement a cell: none is more than whole, and the pieces shown do not overlap by themselves."""
    made = film_by("tiling/02-three-corners.puzzle", "ilp")
    shown = made.log.glimpses[0]
    board = [cell for cell, given in enumerate(made.puzzle.givens) if given >= 0]
    assert all(0 <= share <= 100 for share in shown.shares) and any(shown.shares[cell] for cell in board)
    assert all(shown.shares[cell] > 50 for cell, value in enumerate(shown.values) if value)


def test_an_unfilmed_run_pays_nothing_for_pictures(monkeypatch: pytest.MonkeyPatch) -> None:
    from studio.solvers import ilp
    from tests.families.film_checker import unfilmed

    def never(*_: object) -> None:
        raise AssertionError("nobody watches")

    monkeypatch.setattr(ilp, "tell_relaxation", never)
    puzzle = files.load(LIBRARY / "tiling/02-three-corners.puzzle").puzzle
    assert unfilmed(puzzle, registry.family("tiling").engine("ilp")).status.answered


def test_glimpses_and_numbers_are_kept_by_film_files(tmp_path: Path) -> None:
    film = kept(film_by("tiling/02-three-corners.puzzle", "csp", {"goal": "most"}))
    write_film(film, tmp_path / "a.film")
    again = read_film(tmp_path / "a.film")
    assert again.log.glimpses == film.log.glimpses and again.log.samples == film.log.samples
    position = next(index + 1 for index in range(len(again.log)) if again.log.glimpse_at(index + 1))
    board, overlay, _ = film_frame(again.family, again.puzzle, again.log, position)
    assert overlay.ghosts and not any(board.marks) and again.family.draw(board, overlay)
    assert step_words(again, position).what == "A candidate"


@pytest.mark.parametrize("spoiled", [b'[["relaxed",[1],[]]]', b'[["guess",[],[]]]', b"[1]", b"{}", b"[[",
                                     b'[["candidate",["x"],[]]]'])
def test_a_spoiled_glimpse_gives_a_sentence(spoiled: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    film = kept(film_by("tiling/02-three-corners.puzzle", "csp", {"goal": "most"}))
    monkeypatch.setattr("studio.share.film_file.side_parts", lambda log: {**side_parts(log), "glimpses": spoiled})
    with pytest.raises(BadPuzzle, match="damaged"):
        film_of(b"".join(film_pieces(film)))


def test_best_and_bound_share_a_scale_and_what_was_not_told_is_unknown() -> None:
    told = [Sample(0, {"bound": 60.0, "seconds": 0.0}), Sample(100_000, {"best": 40.0, "conflicts": 7.0})]
    lines = courses(told)
    assert [line.name for line in lines] == ["best", "bound", "conflicts"]
    best, bound, conflicts = lines
    assert scale_of(best, lines) == scale_of(bound, lines) == (40.0, 60.0) and scale_of(conflicts, lines) == (0.0, 7.0)
    assert best.at(0.5) is None and best.at(1.0) == 40.0
