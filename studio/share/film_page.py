"""A film as one web page that plays by itself: boards as SVG, steps with their reasons, depth and tree; nothing is fetched."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from difflib import SequenceMatcher
from html import escape
from pathlib import Path
from typing import Any

import numpy as np

from studio.core import files
from studio.core.draw import Overlay, Shape, extent
from studio.core.events import Kind
from studio.core.language import told
from studio.core.puzzle import Board
from studio.core.say import say
from studio.share.film import Film
from studio.share.film_frames import film_frame, trial_frame
from studio.share.film_look import FilmLook, about, positions
from studio.share.page_words import page_template
from studio.share.svg import SvgShapes
from studio.share.theme import DARK
from studio.share.tree_layout import lay_out
from studio.share.words import claim, kind_name, step_words, trial_words

MOST_STEPS = 2000
"""Steps of a page: a longer film is shown in evenly spread ones, and the page says so."""
WHOLE_EVERY = 50
MOST_NODES = 3000
Progress = Callable[[float, str], None]


def write_film_page(film: Film, path: str | Path, look: FilmLook | None = None, progress: Progress | None = None) -> None:
    """Write the page; BadPuzzle with one sentence if that cannot be done."""
    files.write_atomically(Path(path), film_page(film, look or FilmLook(), progress))


def film_page(film: Film, look: FilmLook, progress: Progress | None = None) -> str:
    made = PageMaker(film, look)
    data = made.data(progress)
    page, script = page_template("film")
    themes = (look.theme, look.theme) if look.theme.dark else (look.theme, DARK)
    left, top, width, height = made.box
    parts = {"title": escape(film.puzzle.title or told(film.family.name)), "about": escape(about(film)),
             "box": f"{left:g} {top:g} {width:g} {height:g}", "css": made.svg.css(themes[0]), "dark": made.svg.css(themes[1]),
             "script": script, "data": json.dumps(data, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")}
    return re.sub(r"\{\{(\w+)\}\}", lambda place: parts[place[1]], page)


class PageMaker:
    """Gathers a film's boards as numbers of shapes, each shape told once and each board as changes of the one before."""

    def __init__(self, film: Film, look: FilmLook) -> None:
        self.film, self.look = film, look
        self.svg = SvgShapes()
        self.box = (0.0, 0.0, 1.0, 1.0)
        self._numbers: dict[str, int] = {}
        self._frames: list[list[int]] = []

    def data(self, progress: Progress | None) -> dict[str, Any]:
        film = self.film
        film.grow_tree()
        shown = positions(film, self.look, MOST_STEPS)
        steps = []
        for number, position in enumerate(shown):
            steps.append(self._step(position))
            if progress is not None:
                progress(0.95 * number / len(shown), say("drawing the steps"))
        whole, changes = self._packed()
        tree, leaves, note = self._tree(shown)
        return {"kinds": [kind_name(kind) for kind in Kind], "events": len(film), "deepest": film.log.stats.max_depth or 0,
                "steps": steps, "shapes": list(self._numbers), "whole": whole, "changes": changes, "tree": tree,
                "leaves": leaves, "treenote": note}

    # --- steps and boards -----------------------------------------------------------------------------------------------
    def _step(self, position: int) -> dict[str, Any]:
        film = self.film
        board, overlay, seen = film_frame(film.family, film.puzzle, film.log, position)
        words = step_words(film, position, len(overlay.undone), seen)
        step = {"n": position, "k": -1 if words.kind is None else int(words.kind), "d": words.depth, "w": words.what,
                "y": words.why, "f": self._frame(board, overlay), "o": film.tree.node_at(position, film.log.rows)}
        trials = self._trials(position)
        return {**step, "t": trials} if trials else step

    def _trials(self, position: int) -> list[list[dict[str, Any]]]:
        film = self.film
        reason = film.log.event(position - 1).reason if position else None
        found = []
        for trial in reason.trials if reason is not None else ():
            steps = []
            for place, event in enumerate(trial):
                words = trial_words(film, event)
                board, overlay = trial_frame(film.family, film.puzzle, film.log, position, [(trial, place + 1)])
                steps.append({"k": int(event.kind), "d": event.depth, "w": words.what, "y": words.why,
                              "f": self._frame(board, overlay)})
            found.append(steps)
        return found

    def _frame(self, board: Board, overlay: Overlay) -> int:
        shapes: list[Shape] = self.film.family.draw(board, overlay)
        if not self._frames:
            self.box = extent(shapes, board.grid)
        self._frames.append([self._numbers.setdefault(each, len(self._numbers)) for each in self.svg.elements(shapes)])
        return len(self._frames) - 1

    def _packed(self) -> tuple[list[Any], list[Any]]:
        """Every so often a whole board, else what changed: (from, to, new shapes) in the list of the board before."""
        whole: list[Any] = []
        changes: list[Any] = []
        for number, frame in enumerate(self._frames):
            full = number % WHOLE_EVERY == 0
            whole.append(frame if full else 0)
            changes.append(difference(self._frames[number - 1], frame) if number else [])
        return whole, changes

    # --- the tree -------------------------------------------------------------------------------------------------------
    def _tree(self, shown: Sequence[int]) -> tuple[list[Any], int, str]:
        tree = self.film.tree
        if tree.size < 2:
            return [], 0, ""
        if tree.size > MOST_NODES:
            return [], 0, told(say("The search tree has {size:,} nodes, too many for this page.", size=tree.size))
        layout = lay_out(tree, set())
        places = np.searchsorted(np.array(shown), tree.events + 1).clip(0, len(shown) - 1)
        helper = told(say("a helper decision"))
        names = [told(say("the beginning")), *(claim(self.film, int(event)) or helper for event in tree.events[1:])]
        facts = zip(layout.at.round(2).tolist(), layout.depths.tolist(), tree.parents.tolist(), layout.states.tolist(),
                    places.tolist(), names)
        nodes = [list(fact) for fact in facts]
        return nodes, layout.leaves, told(say("{size:,} nodes; click one to go there.", size=tree.size))


def difference(before: list[int], after: list[int]) -> list[list[Any]]:
    """What turns one list into another: stretches of the old one with what stands there now."""
    low, most = 0, min(len(before), len(after))
    while low < most and before[low] == after[low]:
        low += 1
    high = 0
    while high < most - low and before[-1 - high] == after[-1 - high]:
        high += 1
    old, new = before[low : len(before) - high], after[low : len(after) - high]
    match = SequenceMatcher(None, old, new, autojunk=False)
    return [[low + i, low + j, new[k:m]] for tag, i, j, k, m in match.get_opcodes() if tag != "equal"]


