"""A hint as a picture: the trial that it rests on, or the steps before it, on the player's own board."""

from __future__ import annotations

from collections.abc import Sequence

from studio.core.draw import Overlay
from studio.core.language import told
from studio.core.puzzle import Board
from studio.setter.hints import Hint
from studio.share.film_frames import Layer, lay_layers
from studio.share.words import fact_words, supposed_words
from studio.ui.document import Document


def chain_board(board: Board, hint: Hint, layers: Sequence[Layer]) -> Board:
    """The board with what the open chain sets; the player's own one stays as it is."""
    shown = board.copy()
    lay_layers(shown.marks, Overlay(), layers, hint.settings_of)
    return shown


def hint_step_words(document: Document, hint: Hint, layers: Sequence[Layer]) -> str:
    """The step of the chain that is looked at; nothing when none is open."""
    if not layers:
        return ""
    trial, place = layers[-1]
    event, family = trial[place - 1], document.family
    titles = {rule.name: told(rule.title) for rule in family.rulebook.rules} if family.rulebook is not None else {}
    about = fact_words(family, document.board.grid, hint.settings_of, event.cell, event.value)
    step = supposed_words(about, event, lambda name: titles.get(name) or name.replace("-", " "))
    return ". ".join(part for part in (step.what, step.why) if part)
