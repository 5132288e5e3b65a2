"""How far the player came with the library's puzzles, whose files are not theirs to change."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from PySide6.QtCore import QStandardPaths

from studio.core import files
from studio.core.puzzle import BadPuzzle, Puzzle


def data_folder() -> Path:
    """The studio's own folder in the user's home."""
    return Path(QStandardPaths.writableLocation(QStandardPaths.StandardLocation.AppDataLocation))


def key_of(puzzle: Puzzle) -> str:
    question = (puzzle.family, puzzle.grid.rows, puzzle.grid.cols, puzzle.givens, puzzle.borders,
                json.dumps(dict(puzzle.params), sort_keys=True, default=str))
    return hashlib.sha1(repr(question).encode()).hexdigest()


def keep_progress(puzzle: Puzzle, player: Mapping[str, Any]) -> str:
    """Remember the player's state for a puzzle whose file is not theirs to change; a sentence if that failed."""
    try:
        folder = data_folder() / "progress"
        folder.mkdir(parents=True, exist_ok=True)
        files.write_atomically(folder / f"{key_of(puzzle)}.json", json.dumps(dict(player)))
    except (OSError, BadPuzzle) as fault:
        return str(fault)
    return ""


def progress_of(puzzle: Puzzle) -> dict[str, Any]:
    try:
        kept = json.loads((data_folder() / "progress" / f"{key_of(puzzle)}.json").read_text("utf-8"))
    except (OSError, ValueError):
        return {}
    return kept if isinstance(kept, dict) and _fits(kept, puzzle) else {}


def _fits(player: Mapping[str, Any], puzzle: Puzzle) -> bool:
    """True if the kept state is one of this board: anything else is worth nothing here and must not stop anyone."""
    levels = player.get("trials", [])
    if not isinstance(levels, list) or not all(isinstance(level, dict) for level in levels):
        return False
    layers = [level.get(name) for level in (player, *levels) for name in ("marks", "pencil")]
    return all(layer is None or (isinstance(layer, list) and len(layer) == puzzle.grid.size
                                 and all(type(value) is int for value in layer)) for layer in layers)
