"""An engine's search, filmed in a process of its own from the beginning to the end."""

from __future__ import annotations

from collections.abc import Callable

from studio.core import registry
from studio.core.engine import Limits, Options
from studio.core.film import TraceLog
from studio.core.puzzle import Puzzle
from studio.run.job import Message, start_solve
from studio.share.film import Film


def record(puzzle: Puzzle, engine_id: str = "auto", options: Options | None = None, limits: Limits | None = None,
           grew: Callable[[int], None] | None = None) -> Film:
    """Run an engine under the camera; `grew` is told how many events there are. BadPuzzle if there is no such engine."""
    family = registry.family(puzzle.family)
    engine = family.engine(engine_id)
    options, limits = options or Options(), limits or Limits()
    film = Film(family, puzzle, engine, options, TraceLog(puzzle.grid.size, limits.events))

    def listen(message: Message) -> None:
        if message.kind == "batch":
            film.log.add(message.value)
            if grew is not None:
                grew(len(film.log))

    film.finish(start_solve(puzzle, engine.id, options, limits, film=True).wait(on_message=listen))
    return film
