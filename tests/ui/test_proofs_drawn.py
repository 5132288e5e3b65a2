"""A proof that there is no solution is drawn: in Draw beside the verdict, in films frame by frame, and in exports."""

from __future__ import annotations

from typing import Any

import numpy as np

from studio.core import registry
from studio.core.draw import Overlay, Text
from studio.core.engine import Cancel, Limits, Options, SolveResult, Status, run_engine
from studio.core.events import Kind
from studio.core.film import TraceLog
from studio.core.puzzle import Board, Puzzle
from studio.core.trace import TraceWriter
from studio.families.tiling.model.convert import puzzle_of, tiles_from_words
from studio.setter.analysis import Verdict, analyse
from studio.share.film_frames import film_frame
from studio.ui.document import Document
from studio.ui.modes.verdict_card import VerdictCard
from studio.ui.verdict import LiveVerdict

FAMILY = registry.family("tiling")


def proved() -> tuple[Puzzle, TraceLog, SolveResult]:
    board = np.ones((6, 6), bool)
    board[0, 0] = board[5, 5] = False
    puzzle = puzzle_of(board, tiles_from_words("2"), True)
    log = TraceLog(puzzle.grid.size)
    engine = FAMILY.engine("colouring")
    result = run_engine(engine, puzzle, Options(1), Limits(20), TraceWriter(log.add), Cancel(), FAMILY.wrong)
    log.proof = result.proof
    return puzzle, log, result


def test_every_step_of_the_proof_has_a_frame_and_the_last_shows_it_whole() -> None:
    puzzle, log, result = proved()
    assert result.status is Status.NONE and result.proof is not None and len(result.proof["steps"]) >= 4
    told = [film_frame(FAMILY, puzzle, log, position)[1].proof for position in range(len(log) + 1)]
    numbers = [proof.get("step") for proof in told if proof is not None]
    assert set(range(1, len(result.proof["steps"]) + 1)) <= set(numbers)
    assert log.event(len(log) - 1).kind is Kind.END and told[-1] == result.proof and told[0] is None


def test_the_board_bears_the_numbers_and_the_sentence_of_the_step() -> None:
    puzzle, log, result = proved()
    position = next(p for p in range(len(log)) if (film_frame(FAMILY, puzzle, log, p)[1].proof or {}).get("step") == 2)
    board, overlay, _ = film_frame(FAMILY, puzzle, log, position)
    texts = [shape.text for shape in FAMILY.draw(board, overlay) if hasattr(shape, "text")]
    assert texts.count("1") >= 14 and result.proof is not None
    assert result.proof["steps"][1]["text"].split()[0] in " ".join(texts)


def test_draw_shows_the_proof_and_does_not_advise_to_remove_cells(qtbot: Any) -> None:
    puzzle, _, result = proved()
    document = Document(puzzle)
    live = LiveVerdict(document, Limits(10))
    card = VerdictCard(document, live)
    qtbot.addWidget(card)
    live.latest = Verdict("none", counted_all=True, message=result.message, proof=result.proof, clashing=(1, 2), stage="done")
    card._told(live.latest)
    assert "look" in card.headline.text() and "emove" not in card.detail.text()
    overlay = card.overlay()
    assert overlay.proof == result.proof and not overlay.clashing
    card.proof.go(2)
    assert result.proof is not None
    assert card.overlay().proof == {**result.proof, "step": 2}
    assert card.overlay().causes == tuple(result.proof["steps"][1]["cells"])
    card.proof.look.setChecked(False)
    assert card.overlay().proof is None


def test_words_of_a_proof_lie_below_what_the_tray_says() -> None:
    """Too few pieces, and the tray below the board: the argument is not written over the sum of the cells."""
    family = registry.family("tiling")
    puzzle = family.blank(8, 9, tiles=",".join(f"1:5{name}" for name in "FILNPTUVWXYZ"))
    proof = analyse(puzzle).proof
    assert proof is not None
    shapes = family.draw(Board(puzzle), Overlay(proof=proof, aspect=1.0))
    written = [shape for shape in shapes if isinstance(shape, Text)]
    total = next(shape for shape in written if "pieces for" in shape.text)
    told = [shape for shape in written if shape.text.startswith(("1.", "2."))]
    assert told and total.y > puzzle.grid.rows, "the tray does not lie below"
    assert all(shape.y - shape.size / 2 > total.y + total.size / 2 - 0.05 for shape in told)
