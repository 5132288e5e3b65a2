"""Films of every preset and switch tell the truth (the default ones are tested with all families'), and so does a hand-over."""

from __future__ import annotations

import pytest

from studio.core.engine import Cancel, Limits, Options, Status, run_engine
from studio.core.events import Kind
from studio.core.film import TraceLog
from studio.core.trace import TraceWriter
from studio.families.fobidoshi import FAMILY
from studio.families.fobidoshi.engines import auto
from studio.families.fobidoshi.engines.backtrack import PRESETS, SWITCHES
from tests.families.film_boards import boards
from tests.families.film_checker import check_film, filmed, unfilmed

MIXTURES = [*({"preset": preset} for preset in PRESETS), *({name: way} for name, _, _ in SWITCHES for way in ("on", "off"))]
NUMBERS = ("nodes", "deductions", "conflicts", "backtracks", "max_depth")
SMALL = 20


@pytest.mark.parametrize("values", MIXTURES, ids=str)
def test_every_way_to_search_is_filmed_truly(values: dict[str, str]) -> None:
    engine = FAMILY.engine("backtrack")
    for number, (board, solutions) in enumerate(boards("fobidoshi", 10)):
        if board.grid.size > SMALL and values == {"preset": "no improvement"}:
            continue  # a film of a minute
        wanted = (0, 2, 1)[number % 3]
        film, alone = filmed(board, engine, wanted, values), unfilmed(board, engine, wanted, values)
        assert not check_film(film, solutions).faults
        assert [film.result.stats[name] for name in NUMBERS] == [alone.stats[name] for name in NUMBERS]


def test_the_film_shows_when_the_quick_search_hands_over(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(auto, "QUICK_WORK", 0)
    monkeypatch.setattr(auto, "QUICK_CALLS", 2)
    handed_over = 0
    for board, solutions in boards("fobidoshi", 20):
        film = filmed(board, FAMILY.engine("auto"), 2)
        assert not check_film(film, solutions).faults
        assert len(film.result.solutions) == min(2, len(solutions))
        phases = [event for event in map(film.log.event, range(len(film.log))) if event.kind is Kind.PHASE]
        assert [event.rule for event in phases] in ([], ["clause kernel"])
        assert film.result.stats["guesses"] >= film.result.stats["solver"]["decisions"] if phases else True
        handed_over += len(phases)
    assert handed_over


def test_a_film_that_is_long_enough_ends_and_the_search_goes_on() -> None:
    board, engine, limits = FAMILY.samples()[0], FAMILY.engine("backtrack"), Limits(60.0, events=300)
    log = TraceLog(board.grid.size)
    result = run_engine(engine, board, Options(2), limits, TraceWriter(log.add), Cancel(limits), FAMILY.wrong)
    alone = unfilmed(board, engine, 2)
    assert 300 < len(log) < alone.stats["deductions"] and not result.stats["whole"]
    assert result.status is Status.UNIQUE and result.stats["film"]["guesses"] < result.stats["guesses"]
    assert [result.stats[name] for name in NUMBERS] == [alone.stats[name] for name in NUMBERS]
