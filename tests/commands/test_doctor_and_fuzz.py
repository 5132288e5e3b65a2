"""`doctor` finds what is missing and says what to do; `fuzz` finds what is wrong and stays silent where nothing is."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice
from pathlib import Path
from random import Random

import pytest

from studio.cli import run
from studio.commands import doctor
from studio.core import files, log, registry
from studio.core.engine import Cancel, Limits, Options, SolveResult, run_engine
from studio.core.puzzle import Puzzle
from studio.core.trace import TraceWriter
from studio.lab import fuzz

LATIN = registry.family("_template")


def here(puzzle: Puzzle, engine_id: str, options: Options) -> SolveResult:
    family = registry.family(puzzle.family)
    limits = Limits(20.0)
    return run_engine(family.engine(engine_id), puzzle, options, limits, TraceWriter(), Cancel(limits), family.wrong)


def test_the_doctor_tries_every_engine(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["doctor", "_template"]) in (0, 1)
    told = capsys.readouterr().out
    for engine in LATIN.engines():
        assert f"ok    _template {engine.id}: " in told
    assert "puzzles in the library" in told and "icons" in told and "numpy" in told


def test_the_doctor_says_what_is_missing(monkeypatch: pytest.MonkeyPatch, tmp_path: Path,
                                         capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(doctor, "LIBRARIES", ("numpy", "no-such-library"))
    monkeypatch.setattr(files, "library_folder", lambda: tmp_path)
    assert run(["doctor", "--no-engines"]) == 1
    told = capsys.readouterr().out
    assert "FAULT no-such-library is not installed" in told and "pip install no-such-library" in told
    assert "FAULT 0 puzzles in the library" in told


def test_a_broken_engine_is_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    class Broken:
        def wait(self) -> SolveResult:
            return SolveResult(fuzz.Status.ERROR, message="its library is damaged")

    monkeypatch.setattr(doctor, "start_solve", lambda *_, **__: Broken())
    found = list(doctor._engines(LATIN, 5.0))
    assert found and all(finding.state == doctor.BAD and finding.advice for finding in found)


def test_fuzzing_finds_nothing_where_nothing_is(capsys: pytest.CaptureFixture[str]) -> None:
    for _, trouble in islice(fuzz.rounds(3, [LATIN], here, spoils=20), 60):
        assert trouble is None, trouble.what


def test_fuzzing_finds_an_engine_that_tells_too_few() -> None:
    family = registry.family("_shading")
    first = family.engines()[0].id

    def half(puzzle: Puzzle, engine_id: str, options: Options) -> SolveResult:
        result = here(puzzle, engine_id, options)
        return replace(result, solutions=result.solutions[:1], count=None) if engine_id == first else result

    boards = fuzz.boards(family, Random(1))
    assert any(fuzz.compare(family, next(boards), half) for _ in range(30))


def test_fuzzing_finds_a_reader_that_breaks(monkeypatch: pytest.MonkeyPatch) -> None:
    codec = LATIN.codecs()[0]
    monkeypatch.setattr(type(codec), "read", lambda self, text, name: [][1])
    found = [trouble for _, trouble in islice(fuzz.rounds(1, [LATIN], here, spoils=40), 400) if trouble]
    assert found and "reader broke" in found[0].what


def test_fuzz_as_a_command(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fuzz.rounds, "__defaults__", (here, 20))
    assert run(["fuzz", "_template", "--minutes", "0.02"]) == 0
    assert "no trouble" in capsys.readouterr().err


def test_an_unexpected_error_is_one_sentence_and_in_the_log(monkeypatch: pytest.MonkeyPatch, tmp_path: Path,
                                                            capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setenv("PUZZLE_STUDIO_LOG", str(tmp_path / "log" / "studio.log"))
    monkeypatch.setattr("studio.commands.engines.registry.families", lambda: [][1])
    assert run(["engines"]) == 70
    error = capsys.readouterr().err
    assert "IndexError" in error and "Traceback" not in error and len(error.splitlines()) == 1
    assert "Traceback" in (tmp_path / "log" / "studio.log").read_text()


def test_the_log_turns_over(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PUZZLE_STUDIO_LOG", str(tmp_path / "studio.log"))
    for _ in range(60):
        log.note("x" * 20_000)
    sizes = [path.stat().st_size for path in tmp_path.iterdir()]
    assert len(sizes) == log.KEPT + 1 and max(sizes) <= log.LARGEST + 25_000
    monkeypatch.setenv("PUZZLE_STUDIO_LOG", str(tmp_path / "studio.log" / "no-folder"))
    log.note("a log that cannot be written stops nobody")

