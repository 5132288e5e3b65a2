"""Messages in other languages: files, plural forms, values, and the way back from a sentence to its message."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from studio.core import catalogue, language
from studio.core.catalogue import Catalogue, Message
from studio.core.language import retold, told
from studio.core.say import say, say_n

DUTCH = [
    Message("Open “{0}”\n\tnow", "", ("Open „{0}”\n\tnu",)),
    Message("Cells", "", ("Cellen",)),
    Message("{n} cell is open", "{n} cells are open", ("{n} cel is open", "{n} cellen zijn open")),
    Message("{cell} would join {what}", "", ("{what} zou bij {cell} komen",)),
    Message("two groups", "", ("twee groepen",)),
    Message("{0} of {1}", "", ("{0} van {1}",)),
    Message("{0} from {1}", "", ("{0} uit {1}",)),
]


@pytest.fixture(autouse=True)
def dutch(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    english = [message._replace(forms=(message.one, message.many) if message.many else (message.one,)) for message in DUTCH]
    known = {"nl": Catalogue({each.one: each for each in DUTCH}), "en": Catalogue({each.one: each for each in english})}
    monkeypatch.setattr(language, "catalogue_of", lambda code: known[code])
    monkeypatch.setenv(language.VARIABLE, "nl")
    language._told.cache_clear()
    yield
    language._told.cache_clear()


def test_a_file_and_back(tmp_path: Path) -> None:
    path = tmp_path / "nl.po"
    path.write_text(catalogue.written(DUTCH, "nl", "n != 1", 2), "utf-8")
    again = catalogue.read(path)
    assert list(again.messages.values()) == DUTCH
    assert again.form("{n} cell is open", 1) == "{n} cel is open"
    assert again.form("{n} cell is open", 7) == "{n} cellen zijn open"
    assert again.form("nobody translated this") == "nobody translated this"


def test_a_broken_file_names_its_line(tmp_path: Path) -> None:
    (tmp_path / "x.po").write_text('msgid "a"\nmsgstr "b"\nnonsense\n')
    with pytest.raises(ValueError, match="line 3"):
        catalogue.read(tmp_path / "x.po")


def test_sentences_that_remember_their_values() -> None:
    assert told(say("{cell} would join {what}", cell="r1c2", what=say("two groups"))) == "twee groepen zou bij r1c2 komen"
    assert told(say_n("{n} cell is open", "{n} cells are open", n=1)) == "1 cel is open"
    assert told(say_n("{n} cell is open", "{n} cells are open", n=3)) == "3 cellen zijn open"


def test_finished_sentences_are_recognised() -> None:
    assert told("r1c2 would join two groups") == "twee groepen zou bij r1c2 komen"
    assert told("r1c2 would join two groups. 3 cells are open.") == "twee groepen zou bij r1c2 komen. 3 cellen zijn open."
    assert told("Cells\nnothing of ours") == "Cellen\nnothing of ours"
    assert told("4 of 5") == "4 van 5"
    assert told("3 cells are open: Cells. Cells: two groups.") == "3 cellen zijn open: Cellen. Cellen: twee groepen."
    assert told("two groups from 3 cells are open") == "twee groepen uit 3 cellen zijn open", "all values are words of ours"
    assert told("Cells. r1c2 would join group: 2.") == "Cellen. group: 2 zou bij r1c2 komen.", "a colon within a sentence"
    assert told("drag from a number to spread it") == "drag from a number to spread it", "another sentence with a from"


def test_there_and_back() -> None:
    for text in ("r1c2 would join two groups", "1 cell is open", "8 cells are open", "Cells"):
        assert retold(retold(text, "en", "nl"), "nl", "en") == text


def test_english_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(language.VARIABLE, "en")
    assert told("Cells") == "Cells"


def test_the_systems_language(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("LC_ALL", "LC_MESSAGES"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LANG", "de_AT.UTF-8")
    assert language.system_language() == "de"
    monkeypatch.setenv("LANG", "fr_FR.UTF-8")
    assert language.system_language() == "en"


def test_an_unknown_language_is_refused() -> None:
    with pytest.raises(ValueError, match="there is no language"):
        language.use("tlh")
