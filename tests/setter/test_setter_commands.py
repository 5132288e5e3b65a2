"""`analyze` and `generate` on the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from studio import cli
from studio.commands.generate import file_name
from studio.core import files, registry
from studio.core.family import make_grid
from studio.core.parts import GenerateRequest
from studio.core.puzzle import Puzzle
from studio.setter.rating import rate

KEYS = {"file", "family", "verdict", "seconds", "forced", "differing", "clashing", "rating", "rules"}


def save(folder: Path, name: str, *givens: int) -> Path:
    size = round(len(givens) ** 0.5)
    path = folder / f"{name}.puzzle"
    files.save(path, Puzzle("_template", make_grid(size, size), givens))
    return path


def analyze(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, list[dict[str, object]]]:
    code = cli.run(["analyze", *arguments, "--json"])
    return code, [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def test_one_json_line_per_puzzle(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    sample = registry.family("_template").samples()[0]
    save(tmp_path, "a", *sample.givens)
    save(tmp_path, "b", 1, 2, 3, 2, 0, 0, 0, 0, 0)
    save(tmp_path, "c", 1, 1, 0, 0)
    code, (unique, several, none) = analyze(capsys, str(tmp_path))
    assert code == 0
    assert set(unique) == KEYS
    assert (unique["verdict"], several["verdict"], none["verdict"]) == ("unique", "unique", "none")
    assert none["clashing"] == [[0, 0], [0, 1]]
    assert none["rating"] is None and none["rules"] == {}
    rating = rate(sample)
    assert rating is not None
    assert unique["rating"] == rating.json()
    assert unique["rules"] == dict(rating.rules)
    clue = sample.clues()[0]
    assert [*sample.grid.rc(clue), sample.givens[clue]] in unique["forced"]  # type: ignore[operator]


def test_several_solutions_are_counted_and_compared(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = save(tmp_path, "many", 1, 2, 3, 0, 0, 0, 0, 0, 0)
    code, (line,) = analyze(capsys, str(path), "--count", "10")
    assert code == 0
    assert line["verdict"] == "multiple" and line["count"] == 2
    assert line["forced"] == [[0, 0, 1], [0, 1, 2], [0, 2, 3]]
    assert line["differing"] == [[r, c] for r in (1, 2) for c in range(3)]


def test_text_for_people(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    save(tmp_path, "a", 1, 1, 0, 0)
    save(tmp_path, "b", *registry.family("_template").samples()[0].givens)
    assert cli.run(["analyze", str(tmp_path)]) == 0
    out = capsys.readouterr().out
    assert "these clash, remove any of them: r1c1, r1c2" in out
    assert "one solution" in out and "easy" in out


def test_bad_files_are_told_and_the_rest_goes_on(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "a.puzzle").write_text("{")
    save(tmp_path, "b", 1, 0, 0, 0)
    code, lines = analyze(capsys, str(tmp_path))
    assert code == 2
    assert [line["verdict"] for line in lines] == ["error", "unique"]
    assert all(set(line) >= KEYS for line in lines)


def generate(folder: Path, *arguments: str) -> int:
    return cli.run(["generate", "_template", "--size", "5x5", "--out", str(folder), *arguments])


def test_generate_writes_unique_puzzles_and_goes_on_where_it_stopped(
        tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert generate(tmp_path / "new", "--count", "2", "--seed", "7", "--difficulty", "easy") == 0
    first = {path.name: path.read_bytes() for path in (tmp_path / "new").iterdir()}
    assert set(first) == {"_template-5x5-easy-00007.puzzle", "_template-5x5-easy-00008.puzzle"}
    capsys.readouterr()
    assert generate(tmp_path / "new", "--count", "3", "--seed", "7", "--difficulty", "easy") == 0
    told = capsys.readouterr()
    assert "2 were there" in told.err
    assert "00009" in told.out and "00007" not in told.out
    assert generate(tmp_path / "again", "--count", "2", "--seed", "7", "--difficulty", "easy") == 0
    assert {path.name: path.read_bytes() for path in (tmp_path / "again").iterdir()} == first
    capsys.readouterr()
    code, lines = analyze(capsys, str(tmp_path / "new"))
    assert code == 0 and {line["verdict"] for line in lines} == {"unique"}


@pytest.mark.parametrize("arguments", [["--size", "5by5"], ["--size", "0x5"], ["--count", "0"], ["-o", "speed=9"], ["-o", "x"]])
def test_bad_wishes_exit_with_two(arguments: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["generate", "_template", "--out", str(tmp_path), *arguments]) == 2
    assert "puzzle-studio:" in capsys.readouterr().err


def test_file_names_tell_requests_apart() -> None:
    family = registry.family("_template")
    plain = GenerateRequest(4, 6, 3)
    names = {file_name(family, request) for request in (
        plain, GenerateRequest(6, 4, 3), GenerateRequest(4, 6, 4), GenerateRequest(4, 6, 3, "hard"),
        GenerateRequest(4, 6, 3, symmetry="half-turn"), GenerateRequest(4, 6, 3, values={"a/b": "../c"}))}
    assert len(names) == 6
    assert all("/" not in name and name.endswith(".puzzle") for name in names)


def test_a_file_name_tells_the_level_that_was_reached(monkeypatch: pytest.MonkeyPatch, tmp_path: Path,
                                                      capsys: pytest.CaptureFixture[str]) -> None:
    from studio.commands import generate as command
    from studio.setter.generate import Generated

    family, wish = registry.family("_template"), GenerateRequest(4, 4, 3, "hard")
    assert file_name(family, wish, "hard") == file_name(family, wish) == "_template-4x4-hard-00003.puzzle"
    assert file_name(family, wish, "easy") == "_template-4x4-easy-for-hard-00003.puzzle"
    assert file_name(family, GenerateRequest(4, 4, 3), "easy") == "_template-4x4-any-00003.puzzle"

    class Nearest(Generated):
        level = "easy"  # type: ignore[assignment]

    made = Nearest(family.blank(4, 4), None, 1)
    asked: list[int] = []
    monkeypatch.setattr(command, "_generate", lambda *wanted: asked.append(1) or made)
    words = f"generate _template --size 4x4 --difficulty hard --seed 3 --out {tmp_path}".split()
    assert cli.run(words) == cli.run(words) == 0
    assert [path.name for path in tmp_path.iterdir()] == ["_template-4x4-easy-for-hard-00003.puzzle"]
    assert len(asked) == 1, "what came instead is there: it is not made again"
    assert "turned out otherwise" in capsys.readouterr().err
