"""Spoiled files: whatever is cut, doubled, blown up or mistyped, the answer is a puzzle or one sentence, never a traceback;
soon, and in little room."""

from __future__ import annotations

import random
import resource
from pathlib import Path

import pytest

from studio.cli import run
from studio.core import files, registry
from studio.core.codec import whole
from studio.core.puzzle import BadPuzzle
from studio.lab.spoil import read, spoiled, texts
from studio.ui.library_model import shelf

READERS = [(family.id, reader, name, text) for family in registry.all_families() for reader, name, text in texts(family)]
IDS = [f"{family}-{reader}" for family, reader, _, _ in READERS]
BIG = "9" * 5000
NATIVE = '{"format": "puzzle-studio", "version": 1, '


def spoil(family: str, reader: str, name: str, text: str, tries: int) -> None:
    rng = random.Random(f"spoil {family} {reader}")
    for _ in range(tries):
        trouble = read(spoiled(text, rng), name)
        assert trouble is None, f"{trouble.what}: {trouble.text[:400]!r}"


@pytest.mark.parametrize("reader", READERS, ids=IDS)
def test_a_spoiled_file_is_read_or_refused_in_one_sentence(reader: tuple[str, str, str, str]) -> None:
    spoil(*reader, tries=200)


@pytest.mark.slow
@pytest.mark.parametrize("reader", READERS, ids=IDS)
def test_a_hundred_thousand_spoiled_files_of_each_reader(reader: tuple[str, str, str, str]) -> None:
    spoil(*reader, tries=100_000)
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss < 500_000  # kilobytes


def test_superscript_digits_are_no_digits() -> None:
    with pytest.raises(BadPuzzle):
        files.parse("begin\npuzzle fillomino\nproblem\n² 1\n1 -\nend\n", "a.txt")


@pytest.mark.parametrize("text", [
    f"3 3\n{BIG} 0 0\n0 0 0\n0 0 0\n", f"{BIG} 3\n1 1 1", f"https://puzz.link/p?fillomino/{BIG}/3/11", f"latin {BIG} 2\n1 1",
    f"begin\npuzzle fillomino\nsize {BIG}\nproblem\n- -\n- -\nend", f"{BIG}x3\n\n4L\n", f"3x4\n\n{BIG}:4L\n",
    NATIVE + f'"family": "fillomino", "size": [{BIG}, 3], "givens": []}}',
    NATIVE + f'"family": "fillomino", "size": [1, 1], "givens": ["{BIG}"]}}',
    NATIVE + f'"family": "tiling", "size": [1, 1], "givens": ["1"], "params": {{"tiles": "{BIG}:4L"}}}}'], ids=range(10))
def test_numbers_of_thousands_of_digits_are_refused(text: str) -> None:
    with pytest.raises(BadPuzzle) as refused:
        files.parse(text, "a.problem" if "x" in text[:5010] and "puzz" not in text else "")
    assert "cannot be read (" not in str(refused.value), "a reader broke"


def test_a_huge_number_ends_no_batch_and_hides_no_entry(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    files.save(tmp_path / "b.puzzle", registry.family("_template").samples()[0])
    (tmp_path / "a.puzzle").write_text(NATIVE + f'"family": "_template", "size": [{BIG}, 3]}}')
    assert run(["convert", str(tmp_path), "--out", str(tmp_path / "out")]) == 2
    assert [path.name for path in (tmp_path / "out").iterdir()] == ["b.puzzle"]
    assert len(capsys.readouterr().err.splitlines()) == 2
    assert [entry.path for entry in shelf([tmp_path / "out"], samples=False)] == [tmp_path / "out" / "b.puzzle"]


@pytest.mark.parametrize("text", ["8x8\n\n" + "\n\n".join(["2000x2000"] * 800), "8x8\n\n" + "\n\n".join(["200x200"] * 1000),
                                  "8x8\n\n" + "R" * 2000 + "D" * 2000 + "L" * 2000 + "U" * 2000, "x" * 2_000_000,
                                  "8x8\n\n" + "\n\n".join(["x" * 30] * 2000)], ids=range(5))
def test_a_few_letters_do_not_become_millions_of_cells(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    import tracemalloc

    tracemalloc.start()
    with pytest.raises(BadPuzzle):
        files.parse(text, "a.problem")
    assert tracemalloc.get_traced_memory()[1] < 100_000_000
    tracemalloc.stop()


@pytest.mark.parametrize("text", ["\n" * 200_000, " " * 200_000, "\r\n" * 100_000, "\n" * 200_000 + "x", "1" + " " * 200_000,
                                  "begin" + "\n" * 200_000, "[problem]" + "\n" * 200_000])
def test_blank_lines_are_read_in_a_moment(text: str) -> None:
    trouble = read(text, "")
    assert trouble is None, trouble.what


@pytest.mark.parametrize("text, number", [("12", 12), (" 7\n", 7), ("-3", -3), ("000000000000012", 12)])
def test_whole_numbers(text: str, number: int) -> None:
    assert whole(text) == number


@pytest.mark.parametrize("text", ["", "x", "1.5", "9" * 10, BIG, "1_0_x"])
def test_what_is_no_whole_number(text: str) -> None:
    with pytest.raises(BadPuzzle):
        whole(text)
