"""What a puzzle holds, field by field, and which of it does not come back from another format.

The account is measured, not declared: a text is written, read again, and the two are compared. So it holds for every format of
every family, plugins too, and for fields that are added later.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from studio.core.puzzle import Puzzle
from studio.core.say import marked, say

QUESTION = ("grid", "givens", "borders", "params")
"""Fields that make up the question: without one of them another puzzle is asked."""
DETAILS = ("title", "author", "notes", "solution")
PLAYED = ("marks", "pencil", "trials")
FIELDS = (*QUESTION, *DETAILS, "extra", *PLAYED, "player")
"""All fields; "player" is what else a player's state holds (the time)."""
_WORDS = {"grid": marked("size of the board"), "givens": marked("givens"), "borders": marked("borders"),
          "marks": marked("player's marks"), "pencil": marked("player's notes"), "trials": marked("player's trials"),
          "player": marked("player's time"), "title": marked("title"), "author": marked("author"), "notes": marked("notes"),
          "solution": marked("solution")}
_EXTRAS = {"pzpr": marked("facts of puzz.link"), "penpa": marked("facts of Penpa+"), "janko": marked("facts of janko.at"),
           "difficulty": marked("difficulty"), "generated": marked("generated"), "rating": marked("rating"),
           "tags": marked("tags")}
"""what other houses wrote beside a board, which we keep for them"""


@dataclass(frozen=True)
class Loss:
    """A field that a text does not keep, what a person calls it, and whether the text asks another question without it."""

    field: str
    name: str
    question: bool = False


def losses(puzzle: Puzzle, player: Mapping[str, Any], again: Puzzle, played: Mapping[str, Any],
           harmless: Sequence[str] = ()) -> list[Loss]:
    """What of a puzzle and a player's state is missing, or otherwise, in what was read back."""
    found = [Loss(name, _WORDS.get(name, name), True) for name in ("grid", "givens", "borders")
             if _board_part(puzzle, name, again) != _board_part(again, name, puzzle)]
    found += [Loss("params", name, True) for name in _other_params(puzzle, again)]
    found = [Loss(loss.field, loss.name, loss.question and loss.field not in harmless) for loss in found]
    found += [Loss(name, _WORDS.get(name, name)) for name in DETAILS
              if getattr(puzzle, name) and getattr(again, name) != getattr(puzzle, name)]
    found += [Loss("extra", _EXTRAS.get(key, key)) for key, value in puzzle.extra.items() if again.extra.get(key) != value]
    return found + _played(puzzle, player, again, played)


def _board_part(puzzle: Puzzle, name: str, other: Puzzle) -> object:
    """A part of the board, comparable: on boards of unequal size only the size is compared, no borders are as good as zeros."""
    if name == "grid":
        return puzzle.grid
    if puzzle.grid != other.grid:
        return None
    return (puzzle.borders if any(puzzle.borders) else ()) if name == "borders" else puzzle.givens


def _other_params(puzzle: Puzzle, again: Puzzle) -> Iterable[str]:
    """The parameters that are otherwise, in words; one that is not told is the family's default."""
    from studio.core import registry

    family = registry.family(puzzle.family)
    options = {option.name: option for option in family.parameters}
    defaults = {name: option.default for name, option in options.items()}
    ours, theirs = (family.plain_params({**defaults, **each.params}) for each in (puzzle, again))
    for name, value in ours.items():
        if value != theirs.get(name):
            word = options[name].label.lower() if name in options else name
            yield f"{word} ({value})" if isinstance(value, str | int) and not isinstance(value, bool) else word


def _played(puzzle: Puzzle, player: Mapping[str, Any], again: Puzzle, played: Mapping[str, Any]) -> list[Loss]:
    found = []
    if _marks(puzzle, player) != (_marks(again, played) if again.grid == puzzle.grid else None):
        as_solution = again.solution is not None and _marks(puzzle, player) == list(again.solution)
        found += [] if as_solution or not _started(puzzle, player) else ["marks"]
    pencil, theirs = player.get("pencil") or [], played.get("pencil") or []
    found += ["pencil"] if any(pencil) and list(pencil) != list(theirs) else []
    found += ["trials"] if player.get("trials") and player["trials"] != played.get("trials") else []
    rest = {key: value for key, value in player.items() if key not in PLAYED and value}
    found += ["player"] if any(played.get(key) != value for key, value in rest.items()) else []
    return [Loss(name, _WORDS[name]) for name in found]


def _marks(puzzle: Puzzle, player: Mapping[str, Any]) -> list[int]:
    from studio.core import registry

    return list(player.get("marks") or registry.family(puzzle.family).start_marks(puzzle))


def _started(puzzle: Puzzle, player: Mapping[str, Any]) -> bool:
    return bool(player.get("marks")) and _marks(puzzle, player) != _marks(puzzle, {})


def told_name(loss: Loss) -> str:
    """What a field is called, in the user's language; of a parameter its label and its value."""
    from studio.core.language import ENGLISH, current, told  # files know formats, and the catalogues are files

    word, bracket, value = loss.name.partition(" (")
    label = told(word) if told(word) != word or loss.field != "params" else told(word[:1].upper() + word[1:])
    if current() == ENGLISH:
        label = word
    return f"{label} ({told(value[:-1])})" if bracket else label


def in_words(found: Sequence[Loss], format_name: str) -> str:
    """One sentence about what a format would lose; "" for nothing."""
    question = ", ".join(told_name(loss) for loss in found if loss.question)
    details = ", ".join(dict.fromkeys(told_name(loss) for loss in found if not loss.question))
    if question and details:
        return say("{format} cannot tell the {question}, so that another question would be asked, nor keep the {details}",
                   format=format_name, question=question, details=details)
    if question:
        return say("{format} cannot tell the {question}, so that another question would be asked",
                   format=format_name, question=question)
    return say("{format} does not keep the {details}", format=format_name, details=details) if details else ""
