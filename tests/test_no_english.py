"""Nothing English is left behind: not in the source, and not in what the command line says in the pseudo-language."""

from __future__ import annotations

import contextlib
import os
import re
from pathlib import Path

import pytest

from docs.tools.unmarked import unmarked
from studio import cli
from studio.core import files, language, registry

SENTENCE = re.compile(r"(?<![\w./`{\[-])[A-Za-z]?[a-z]+,? [a-z]{2,}(?: |\b)(?![\w./=(-])")
"""two words in a row"""


def test_sentences_outside_the_window_are_messages() -> None:
    left = [f"{text.path}:{text.line}: {text.text}" for text in unmarked()]
    assert not left, "say it with `say`, mark it, or end its line with “# not for people”:\n" + "\n".join(left)


def outside_brackets(text: str) -> str:
    """What stands in no ⟦…⟧; brackets may lie in each other."""
    kept, depth = [], 0
    for char in text:
        depth += char == "⟦"
        if not depth:
            kept.append(char)
        depth -= char == "⟧"
    return "".join(kept)


IDS = re.compile(r"\S+=[^⟦\n]*?(?:\[[^\]\n]*\])?  |\{[^}\n]*\}|^(?:fillomino|fobidoshi|evolomino|tiling) \S+ ", re.M)
"""options with their choices, choices of an argument, a family with one of its experiments: what is typed is English"""


ENGINES = re.compile("|".join(rf"\b{engine.id}\b" for family in registry.families() for engine in family.engines()))
"""their ids are typed, too"""


def english_in(text: str) -> list[str]:
    """Two words in a row that no bracket holds; not in the usage, where arguments have names."""
    lines = outside_brackets(ENGINES.sub("·", IDS.sub("", text))).splitlines()
    return [match[0] for line in lines if "puzzle-studio " not in line for match in SENTENCE.finditer(line)]


def latin(tmp_path: Path) -> Path:
    """A small Fillomino whose title is no English sentence."""
    path = tmp_path / "f.puzzle"
    puzzle = min(registry.family("fillomino").samples(), key=lambda each: each.grid.size)
    files.save(path, puzzle)
    return path


@pytest.fixture(autouse=True)
def wide(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "4000")
    monkeypatch.setenv("QT_QPA_PLATFORM", os.environ.get("QT_QPA_PLATFORM", "offscreen"))


@pytest.mark.parametrize("name", sorted(cli.commands()))
def test_the_help_of_every_command_is_told(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        cli.run(["--lang", language.PSEUDO, name, "--help"])
    assert english_in(capsys.readouterr().out) == []


LINES = (
    "solve {file}", "solve {file} --unique --pieces", "solve {file} --engine nothing", "solve {folder}/none.puzzle",
    "check {file}", "analyze {file}", "engines fillomino", "engines --options", "convert {file} --to list",
    "convert {file} --to nothing", "doctor --no-engines", "lab fillomino", "lab tiling", "lab evolomino", "lab fobidoshi",
    "shapes", "contrast light", "instances tiling", "generate fillomino --size 4x4 --out {folder}",
    "generate fillomino --size 4",
    "film {file} --out {folder}/a.csv", "bench {file} --engines rules", "mend {file} --out {folder}/b.puzzle",
    "book {file} --out {folder}/c.txt", "export {file} --out {folder}/d.nothing", "render {file} {folder}/e.png",
    "tilings rectangles 3I --largest 4", "solve --nothing", "nothing",
)


@pytest.mark.parametrize("line", LINES)
def test_what_commands_say_is_told(line: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = line.format(file=latin(tmp_path), folder=tmp_path).split()
    with contextlib.suppress(SystemExit):
        cli.run(["--lang", language.PSEUDO, *words])
    said = capsys.readouterr()
    assert english_in(said.out.replace(str(tmp_path), "") + "\n" + said.err.replace(str(tmp_path), "")) == []
    assert language.current() == language.ENGLISH, "and English is spoken again"


def test_a_command_speaks_dutch(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["--lang", "nl", "solve", str(latin(tmp_path)), "--unique"]) == 0
    assert "één oplossing, bewezen uniek" in capsys.readouterr().out
    assert cli.run(["--lang=de", "solve", "nowhere.puzzle"]) == 2
    assert "nowhere.puzzle gibt es nicht" in capsys.readouterr().err
