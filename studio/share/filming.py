"""An engine's search, or a generator's work, filmed in a process of its own from the beginning to the end."""

from __future__ import annotations

from collections.abc import Callable

from studio.core import registry
from studio.core.engine import Limits, Options, SolveResult, Status
from studio.core.family import Family
from studio.core.film import TraceLog
from studio.core.making import Maker
from studio.core.parts import GenerateRequest
from studio.core.puzzle import BadPuzzle, Puzzle
from studio.run.job import Message, start, start_solve
from studio.setter.generate import Generated
from studio.setter.requests import Generate
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


def film_of_making(family: Family, request: GenerateRequest, log: TraceLog, made: Generated) -> Film:
    """What a generator told, as a film of the puzzle that came of it."""
    assert family.making is not None
    asked = {"seed": request.seed, "difficulty": request.difficulty, "symmetry": request.symmetry, "clues": request.clues}
    film = Film(family, made.puzzle, Maker(family.making.options), Options(1, {**asked, **dict(request.values)}), log)
    known = [made.puzzle.solution] if made.puzzle.solution is not None else []
    film.finish(SolveResult(Status.UNIQUE if known else Status.SOLVED, known, seconds=log.seconds, everything=bool(known)))
    return film


def record_making(family: Family, request: GenerateRequest, limits: Limits | None = None,
                  listen: Callable[[Message], None] | None = None) -> tuple[Generated, Film]:
    """Let a puzzle be made under the camera; BadPuzzle with the generator's sentence if it makes none."""
    log = TraceLog(request.rows * request.cols, (limits or Limits()).events)

    def heard(message: Message) -> None:
        if message.kind == "batch":
            log.add(message.value)
        elif listen is not None:
            listen(message)

    made = start(Generate(family.id, request), limits, film=True).wait(on_message=heard)
    if isinstance(made, SolveResult):
        raise BadPuzzle(made.message)
    return made, film_of_making(family, request, log, made)
