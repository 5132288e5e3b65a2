"""A puzzle made under the camera: its account is true, ends on the very puzzle, changes nothing, and is kept by film files."""

from __future__ import annotations

import os

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from studio.core import registry
from studio.core.engine import Cancel, Limits, Status
from studio.core.events import BY_RULES, MAKING, ONE_SOLUTION, Draft, Kind
from studio.core.film import TraceLog
from studio.core.making import Diary
from studio.core.parts import GenerateRequest
from studio.core.puzzle import BadPuzzle, Puzzle
from studio.core.trace import TraceWriter
from studio.setter.analysis import one_up_to_symmetry
from studio.setter.ask import ask_best
from studio.setter.generate import Generated, generate, request_behind
from studio.setter.rating import solvable_within
from studio.share.film import Film
from studio.share.film_file import film_of, film_pieces, read_film, write_film
from studio.share.film_frames import film_frame
from studio.share.film_sides import side_parts
from studio.share.filming import film_of_making
from studio.share.words import log_line, step_words

CASES: list[tuple[str, int, str, dict[str, Any]]] = [
    ("fillomino", 5, "any", {}),
    ("fillomino", 6, "easy", {}),
    ("fillomino", 5, "any", {"questions": True}),
    ("fobidoshi", 5, "any", {}),
    ("fobidoshi", 6, "easy", {}),
    ("fobidoshi", 5, "any", {"crosses": 3}),
    ("fobidoshi", 5, "any", {"method": "random start (thesis 4.1)"}),
    ("fobidoshi", 5, "any", {"method": "random solution (thesis 4.2)"}),
    ("evolomino", 6, "any", {}),
    ("evolomino", 6, "easy", {}),
    ("tiling", 5, "any", {}),
    ("tiling", 6, "medium", {}),
    ("tiling", 6, "any", {"board": "any shape"}),
    ("_template", 4, "any", {}),
]


def made_under_the_camera(family_id: str, size: int, difficulty: str, values: dict[str, Any], seed: int = 3,
                          symmetry: str = "none") -> tuple[GenerateRequest, Generated, TraceLog]:
    family, log = registry.family(family_id), TraceLog(size * size)
    request = GenerateRequest(size, size, seed, difficulty, symmetry, values)
    writer = TraceWriter(log.add)
    made = generate(family, request, Diary(lambda fraction, text: None, writer), Cancel(Limits(120.0)))
    writer.flush()
    return request, made, log


def holds(puzzle: Puzzle, judged: str) -> bool:
    """Whether an engine of another room agrees with what a maker found of a board."""
    family = registry.family(puzzle.family)
    cancel = Cancel(Limits(60.0))
    if judged.startswith(BY_RULES):
        return solvable_within(family, puzzle, judged.removeprefix(BY_RULES), cancel)
    if ask_best(puzzle, 2, cancel).status is Status.UNIQUE:
        return True
    return judged != ONE_SOLUTION and one_up_to_symmetry(family, puzzle, lambda wanted: ask_best(puzzle, wanted, cancel))


def check_account(log: TraceLog) -> Counter[str]:
    """Every judged board is as it is said to be; a step changes nothing beside the cells that it names."""
    checked: Counter[str] = Counter()
    steps = [index for index in range(len(log)) if log.event(index).kind in MAKING]
    assert len(steps) == len(log.drafts)
    before: Draft | None = None
    for index, draft in zip(steps, log.drafts, strict=True):
        event = log.event(index)
        named = {cell for cell, _ in log.event_cells(index)}
        assert event.reason is not None and event.reason.text
        if draft.judged:
            board = draft.tried if event.kind is Kind.KEEP else draft.puzzle
            assert board is not None
            assert holds(board, draft.judged) is not (event.kind is Kind.KEEP), (index, event.reason.text)
            checked[f"{event.kind.name} {draft.judged}"] += 1
        if event.kind in (Kind.TAKE, Kind.KEEP) and before is not None:
            changed = {cell for cell, (old, new) in enumerate(zip(before.puzzle.givens, draft.puzzle.givens)) if old != new}
            assert changed <= named, (index, event.reason.text)
            if event.kind is Kind.KEEP:
                assert draft.puzzle == before.puzzle and draft.tried is not None
        before = draft
    return checked


@pytest.mark.parametrize(("family_id", "size", "difficulty", "values"), CASES)
def test_the_account_of_a_maker_is_true(family_id: str, size: int, difficulty: str, values: dict[str, Any]) -> None:
    request, made, log = made_under_the_camera(family_id, size, difficulty, values)
    assert log.drafts[-1].puzzle == made.puzzle and log.event(len(log) - 1).kind is Kind.END
    unwatched = generate(registry.family(family_id), request, lambda fraction, text: None, Cancel(Limits(120.0)))
    assert unwatched.puzzle == made.puzzle, "the camera changes nothing"
    assert check_account(log)


def test_symmetric_clues_go_together() -> None:
    _, made, log = made_under_the_camera("fillomino", 5, "any", {}, symmetry="half-turn")
    assert log.drafts[-1].puzzle == made.puzzle and check_account(log)
    groups = [log.event_cells(index) for index in range(len(log)) if log.event(index).kind is Kind.TAKE]
    assert any(len(group) == 2 for group in groups)


def test_a_clue_that_stays_shows_the_other_solution() -> None:
    """Its sentence names a cell and another value; on the tried board there is such a solution."""
    _, made, log = made_under_the_camera("fillomino", 5, "any", {})
    index = next(index for index in range(len(log)) if log.event(index).kind is Kind.KEEP)
    event = log.event(index)
    draft = log.draft_at(index + 1)
    assert draft is not None and draft.tried is not None and event.reason is not None and made.puzzle.solution is not None
    others = [answer for answer in ask_best(draft.tried, 0, Cancel(Limits(30.0))).solutions if answer != made.puzzle.solution]
    differing = [{cell for cell, (a, b) in enumerate(zip(answer, made.puzzle.solution)) if a != b} for answer in others]
    assert set(event.reason.cells) in differing


def a_film(family_id: str = "fobidoshi", size: int = 5, **values: Any) -> Film:
    request, made, log = made_under_the_camera(family_id, size, "any", values)
    return film_of_making(registry.family(family_id), request, log, made)


def test_the_board_is_drawn_as_it_is_at_every_step() -> None:
    for family_id in ("fillomino", "fobidoshi", "evolomino", "tiling"):
        film = a_film(family_id, 6)
        for position in range(len(film) + 1):
            board, overlay, _ = film_frame(film.family, film.puzzle, film.log, position)
            assert film.family.draw(board, overlay)
            words = step_words(film, position)
            assert words.what and (position == 0 or log_line(film, position - 1))
        assert tuple(board.givens) == film.puzzle.givens


def test_a_making_is_kept_by_a_film_file(tmp_path: Path) -> None:
    film = a_film()
    write_film(film, tmp_path / "made.film")
    again = read_film(tmp_path / "made.film")
    assert again.log.drafts == film.log.drafts and again.puzzle == film.puzzle
    assert (again.log.rows == film.log.rows).all() and again.engine.id == film.engine.id == "maker"
    assert again.options.values == film.options.values


@pytest.mark.parametrize("spoil", [b"[[],[]]", b"[1,2]", b"{}", b"[[{}],[[0,-1,\"\",null]]]", b"[[],[[0,0,\"\",null]]]"])
def test_spoiled_drafts_give_a_sentence(spoil: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    film = a_film()
    monkeypatch.setattr("studio.share.film_file.side_parts", lambda log: {**side_parts(log), "drafts": spoil})
    with pytest.raises(BadPuzzle):
        film_of(b"".join(film_pieces(film)))


def test_a_generated_puzzle_knows_the_request_behind_it() -> None:
    request, made, _ = made_under_the_camera("fobidoshi", 5, "any", {"crosses": 3})
    assert request_behind(made.puzzle) == request
    assert request_behind(registry.family("fobidoshi").blank(5, 5)) is None
