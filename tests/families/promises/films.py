"""Promises about films: every event is true on the position that it shows (see `film_checker.py`)."""

from __future__ import annotations

from tests.families.film_checker import check_film, filmed
from tests.families.kit import Kit, promise
from tests.families.promises.thinking import random_values


@promise
def films_tell_the_truth(kit: Kit) -> None:
    rng = kit.rng("films")
    for engine in kit.family.engines():
        for number, case in enumerate(kit.cases[::4] if engine.animated else ()):
            film = filmed(case.puzzle, engine, (0, 2, 1)[number % 3], random_values(engine, rng) if number % 2 else {})
            if "is not installed" not in film.result.message:
                report = check_film(film, list(case.answers))
                assert not report.faults, f"{report.faults[0]} on {case}"
