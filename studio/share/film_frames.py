"""A film's frame as an overlay: one place that says how deduced, guessed, contradicted and undone cells are told apart."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from studio.core.draw import Overlay
from studio.core.events import KIND, PROOF, RULE, VALUE, Event, Glimpse, Trial
from studio.core.family import Family
from studio.core.film import TraceLog
from studio.core.puzzle import Board, Puzzle, Violation
from studio.core.trace import Kind


def film_board(family: Family, puzzle: Puzzle, log: TraceLog, position: int) -> tuple[Board, Overlay]:
    """The board after the first `position` events, and the overlay that explains the last of them."""
    board, overlay, _ = film_frame(family, puzzle, log, position)
    return board, overlay


def film_frame(family: Family, puzzle: Puzzle, log: TraceLog, position: int) -> tuple[Board, Overlay, str]:
    """The same, and what the family sees in a contradiction of which the engine told nothing; mostly nothing."""
    if log.drafts:
        return (*_draft_frame(family, puzzle, log, position), "")
    frame, undone = log.frame(position)
    values = frame.values.tolist()
    start = family.start_marks(puzzle)
    marks = [value or first for value, first in zip(values, start)]
    overlay = Overlay(undone=tuple(undone))
    guessed, depths = frame.guessed.tolist(), frame.depths.tolist()
    overlay.guessed = {cell: depths[cell] for cell, value in enumerate(values) if value and guessed[cell]}
    overlay.deduced = {cell: value for cell, value in enumerate(values) if value and not guessed[cell]}
    overlay.depths = {cell: depths[cell] for cell in overlay.deduced}
    solution = log.solution_at(position)
    if solution is not None:
        marks = list(solution)
    _show_glimpse(log.glimpse_at(position), overlay)
    board, seen = Board(puzzle, marks), ""
    overlay.proof = proof_at(log, position)
    if position > 0:
        _explain(log, min(position, len(log)) - 1, overlay)
        dead = dead_end(family, board, log, position)
        if dead is not None:
            overlay.conflict, seen = dead.cells, dead.message
    return board, overlay, seen


def _draft_frame(family: Family, puzzle: Puzzle, log: TraceLog, position: int) -> tuple[Board, Overlay]:
    """A puzzle in the making: its board after the last step of its maker, an empty one before the first."""
    draft, overlay = log.draft_at(position), Overlay()
    if draft is None:
        blank = family.blank(puzzle.grid.rows, puzzle.grid.cols)
        return Board(blank, family.start_marks(blank)), overlay
    _explain(log, min(position, len(log)) - 1, overlay)
    marks = draft.marks if draft.marks is not None else family.start_marks(draft.puzzle)
    return Board(draft.puzzle, marks), overlay


def _show_glimpse(shown: Glimpse | None, overlay: Overlay) -> None:
    """What a solver lets see: values faintly, shares as shades. It is no part of the position."""
    if shown is not None:
        overlay.ghosts = {cell: value for cell, value in enumerate(shown.values) if value}
        overlay.shades = {cell: share / 100 for cell, share in enumerate(shown.shares) if share}


def proof_at(log: TraceLog, position: int) -> dict[str, Any] | None:
    """The proof that a film tells: from its first step on, with the number of the step that is told; whole at the end."""
    if log.proof is None or not 0 < position <= len(log):
        return None
    told = log.rules.index(PROOF) if PROOF in log.rules else -2
    steps = np.flatnonzero(log.rows[:position, RULE] == told)
    at_end = log.rows[position - 1, KIND] == Kind.END
    if at_end or not len(steps):
        return log.proof if at_end else None
    return {**log.proof, "step": int(log.rows[steps[-1], VALUE])}


def dead_end(family: Family, board: Board, log: TraceLog, position: int) -> Violation | None:
    """What the family sees in a contradiction of which the engine told neither a cell nor a reason."""
    event = log.event(min(position, len(log)) - 1)
    if event.kind is not Kind.CONFLICT or event.reason is not None or event.cell >= 0:
        return None
    return family.dead_end(board)


def _explain(log: TraceLog, index: int, overlay: Overlay) -> None:
    """What the current step is about: its cells, its causes, what it rules out."""
    explain_event(log.settings, log.event(index), overlay)


Settings = Callable[[int, int], list[tuple[int, int]]]
"""The cells that a cell or move of an event stands for, with their values."""


def explain_event(settings: Settings, event: Event, overlay: Overlay) -> None:
    """Outline what an event is about: in a film, or in a trial anywhere."""
    about = settings(event.cell, event.value)
    cells = tuple(cell for cell, _ in about)
    causes = event.reason.cells if event.reason is not None else ()
    if event.kind == Kind.CONFLICT:
        overlay.conflict = tuple(dict.fromkeys((*cells, *causes)))
    elif event.kind == Kind.CUT:
        overlay.cut = causes or cells
    else:
        overlay.current, overlay.causes = cells, causes
        if event.kind == Kind.DEDUCE and event.value < 0:
            overlay.excluded = {cell: abs(value) for cell, value in about}


Layer = tuple[Trial, int]
"""A trial, and how many of its steps have been told."""


def trial_frame(family: Family, puzzle: Puzzle, log: TraceLog, position: int, layers: Sequence[Layer]) -> tuple[Board, Overlay]:
    """The board inside a trial of the event before `position`: what stood before that event, and the supposition with what
    follows in a layer of its own. The last layer is the one that is looked at; each before it waits for its last step."""
    board, overlay = film_board(family, puzzle, log, position - 1)
    overlay = Overlay(deduced=overlay.deduced, guessed=overlay.guessed, depths=overlay.depths)
    marks = list(board.marks)
    lay_layers(marks, overlay, layers, log.settings)
    return Board(puzzle, marks), overlay


def lay_layers(marks: list[int], overlay: Overlay, layers: Sequence[Layer], settings: Settings) -> None:
    """Put what the open trials set onto marks and overlay: which level set it, by which step; the last one is explained."""
    shown, order = dict[int, int](), dict[int, int]()
    for level, (trial, place) in enumerate(layers, 1):
        order = {}
        for number, event in enumerate(trial[: place if level == len(layers) else place - 1], 1):
            if event.kind is not Kind.CONFLICT:
                touched = settings(event.cell, event.value)
                order.update((cell, number) for cell, _ in touched if event.value > 0 or cell not in order)
                if event.value > 0:
                    for cell, value in touched:
                        marks[cell], shown[cell] = value, level
    overlay.trial, overlay.order = shown, order
    trial, place = layers[-1]
    if 0 < place <= len(trial):
        explain_event(settings, trial[place - 1], overlay)
