"""What needs no widget: the log's filter, events in words, exports."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest

from studio.core import registry
from studio.core.engine import Options
from studio.core.events import Batch
from studio.core.film import TraceLog
from studio.core.puzzle import BadPuzzle
from studio.core.trace import NO_CELL, Kind, Reason, TraceWriter, move_cell
from studio.share.film import Film
from studio.share.film_events import COLUMNS, write_events
from studio.share.words import claim, log_line, step_words
from studio.ui.watch.chart_kit import clock, round_up, short, squeeze
from studio.ui.watch.log_index import LogIndex, Wanted
from tests.ui.watch.conftest import kinds_of, random_film, solved_film, told_film


def test_a_filtered_log_lists_exactly_its_kinds() -> None:
    film = random_film(1, 500)
    kinds = kinds_of(film)
    wanted = frozenset({Kind.GUESS, Kind.SOLUTION})
    index = LogIndex()
    growing = TraceLog(film.log.cells)
    index.choose(Wanted(wanted), growing)
    for start, end in ((0, 200), (200, 250), (250, 251), (251, len(film.log))):
        growing.add(Batch(film.log.rows[start:end].copy()))
        index.update(growing)
    listed = [index.event(row) for row in range(len(index))]
    assert listed == [i for i, kind in enumerate(kinds) if kind in wanted]
    for event in range(len(film.log)):
        assert index.row(event) == sum(1 for hit in listed if hit <= event) - 1


def test_an_unfiltered_log_is_the_film() -> None:
    film = random_film(2, 100)
    index = LogIndex()
    index.update(film.log)
    assert len(index) == len(film.log) and index.event(17) == 17 and index.row(17) == 17
    assert index.row(10**6) == len(film.log) - 1


def everything(trace: TraceWriter) -> None:
    trace.declare_move([(0, 1), (1, 1)])
    trace.deduce(5, 3, "only-place", Reason("no other cell of the row can be 3", (4, 6)))
    trace.deduce(6, -2, "elimination")
    trace.guess(0, 4)
    trace.guess(move_cell(0), 1)
    trace.conflict(7, "contradiction", Reason("no value is left for this cell", (7,)))
    trace.backtrack(1)
    trace.restart()
    trace.cut([1, 2], "they hang apart")
    trace.solution((1,) * 16)
    trace.note("done")


def test_events_in_words() -> None:
    film = told_film(everything)
    assert [claim(film, i) for i in range(4)] == ["r2c2 = 3", "r2c3 is not 2", "r1c1 = 4", "r1c1, r1c2"]
    assert "no other cell" in step_words(film, 1).why
    assert step_words(film, 3).what == "Guess 1: r1c1 = 4"
    assert step_words(film, 5).what == "Contradiction at r2c4" and step_words(film, 5).why == "No value is left for this cell."
    assert step_words(film, 6, undone=3).what == "Back to depth 1: 3 cells undone"
    assert step_words(film, 8).why == "They hang apart."
    assert step_words(film, 0).kind is None and step_words(None, 0).what == ""
    assert all(log_line(film, i) for i in range(len(film.log)))
    bare = told_film(lambda trace: (trace.conflict(3), trace.conflict())[0])
    assert [log_line(bare, i) for i in range(2)] == ["r1c4", "no way on from here"]
    assert "no guess to take back" in step_words(bare, 2).why
    assert step_words(bare, 2, seen="no piece covers r1c1").why == "No piece covers r1c1."


def test_a_decision_about_no_cell_is_told_in_its_own_words() -> None:
    film = told_film(lambda trace: trace.guess(NO_CELL, 0, Reason("r1c1 does not belong to the block of r3c1", (0, 8))))
    assert claim(film, 0) == log_line(film, 0) == "r1c1 does not belong to the block of r3c1"
    step = step_words(film, 1)
    assert step.what == "Guess 1: r1c1 does not belong to the block of r3c1" and step.why.startswith("The search tries")
    helper = told_film(lambda trace: trace.guess(NO_CELL, 0, Reason("an auxiliary variable"), "auxiliary decision"))
    assert step_words(helper, 1).what == "Guess 1: a helper variable" and step_words(helper, 1).why == "An auxiliary variable."


def test_a_sentence_that_begins_with_a_cell_keeps_its_name() -> None:
    film = told_film(lambda trace: trace.deduce(0, 1, "rule", Reason("because")) or trace.note("r1c1 is special"))
    assert step_words(film, 2).why == "r1c1 is special."


def test_values_are_told_in_the_family_s_words() -> None:
    family = registry.family("evolomino")
    puzzle, log = family.blank(4, 4), TraceLog(16)
    trace = TraceWriter(log.add)
    trace.deduce(5, 1, "only-place")
    trace.guess(6, 2)
    trace.deduce(7, -1, "elimination")
    trace.flush()
    film = Film(family, puzzle, family.engines()[0], Options(), log)
    assert [claim(film, i) for i in range(3)] == ["r2c2 is a square", "r2c3 is empty", "r2c4 is not a square"]


def test_csv_and_json_lines_hold_every_event(tmp_path: Path) -> None:
    film = told_film(everything)
    write_events(film, tmp_path / "events.csv")
    rows = list(csv.DictReader((tmp_path / "events.csv").open(encoding="utf-8")))
    assert len(rows) == len(film.log) and tuple(rows[0]) == COLUMNS
    assert (rows[0]["row"], rows[0]["column"], rows[0]["value"], rows[0]["cause"]) == ("2", "2", "3", "r2c1 r2c3")
    assert rows[3]["cells"] == "r1c1 r1c2"
    told: list[float] = []
    write_events(film, tmp_path / "events.jsonl", lambda fraction, text: told.append(fraction))
    lines = [json.loads(line) for line in (tmp_path / "events.jsonl").read_text("utf-8").splitlines()]
    assert [line["kind"] for line in lines] == [kind.name.lower() for kind in kinds_of(film)]
    assert lines[1]["value"] == -2 and told


@pytest.mark.parametrize("name", ["events.txt", "no/such/folder/events.csv"])
def test_what_cannot_be_written_is_one_sentence(tmp_path: Path, name: str) -> None:
    with pytest.raises(BadPuzzle, match="written"):
        write_events(solved_film(), tmp_path / name)


def test_numbers_for_small_places() -> None:
    assert [short(n) for n in (0, 7, 12.4, 999, 1000, 1234, 123_456, 2_000_000)] == \
        ["0", "7", "12", "999", "1k", "1.2k", "123k", "2M"]
    assert [clock(s) for s in (0.0123, 2.5, 125)] == ["12 ms", "2.50 s", "2:05 min"]
    assert [round_up(n) for n in (0, 1, 7, 26, 101)] == [1, 1, 8, 30, 120]


def test_squeezing_keeps_peaks() -> None:
    high = [1] * 1000
    high[617] = 99
    columns, lows, highs = squeeze(list(range(1000)), [0] * 1000, high, 1000, 100)
    assert len(columns) == 100 and highs.max() == 99 and highs[61] == 99 and lows.max() == 0
