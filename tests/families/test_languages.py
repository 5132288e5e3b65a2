"""What the families say can be told in another language: every word of it belongs to a message of the catalogues.

Here messages are those that the source marks, whatever has been translated so far, and the language is one in which no letter
of English is left: whatever can be read in what it tells was glued together, or never marked. By hand:
`python -m tests.families.test_languages [FAMILY]` lists it all.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from itertools import islice
from random import Random

import pytest

from docs.tools.make_catalogues import messages
from studio.core import language, registry
from studio.core.catalogue import Catalogue, Message
from studio.core.clauses import why
from studio.core.deduction import Contradiction
from studio.core.engine import Option
from studio.core.events import Event, Reason
from studio.core.family import Family
from studio.core.language import ENGLISH, PSEUDO, told
from studio.core.puzzle import BadPuzzle, Board, Puzzle
from studio.solvers.search import Ladder
from tests.families.film_checker import filmed

FAMILIES = [family for family in registry.all_families() if type(family).__module__.startswith("studio.")]
"""those of the house: a family from outside cannot bring a catalogue of its own yet"""
SIZES = (6, 9)
SMALL = 16
"""cells of a sample that every engine films"""
EVENTS = 3000
CLAUSES = 400
CELLS = re.compile(r"\br\d+c\d+\b|'[^']*'")
"""names of cells, and what somebody wrote"""
NAMES = re.compile(r"Z3|CaDiCaL|cadical195|CP-SAT|HiGHS|MiniZinc|DLX|SAT|SMT|ILP|LIA|Penpa\+|PencilBox|Fillomino"
                   r"|board\.txt|evolmino|fillomino|\bmod\b|Gecode|Tiler|Fobidoshi|Evolomino|pzprv3|puzz\.link|janko|Simon|MIP|CNF")
"""what is called the same in every language"""
WORD = re.compile(r"[A-Za-z]{2,}")


# --- a language without English ---------------------------------------------------------------------------------------------
def _unreadable(template: str) -> str:
    return "".join(part if number % 2 else re.sub("[A-Za-z]", "ж", part)
                   for number, part in enumerate(re.split(r"(\{[^{}]*\})", template)))


@cache
def _catalogues() -> dict[str, Catalogue]:
    known = [Message(one, many, (one, many) if many else (one,)) for one, many in messages()]
    other = [each._replace(forms=tuple(f"⟦{_unreadable(form)}⟧" for form in each.forms)) for each in known]
    return {ENGLISH: Catalogue({each.one: each for each in known}), PSEUDO: Catalogue({each.one: each for each in other})}


@pytest.fixture(autouse=True)
def pseudo(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(language, "catalogue_of", lambda code: _catalogues()[code])
    monkeypatch.setenv(language.VARIABLE, PSEUDO)
    language._told.cache_clear()
    yield
    language._told.cache_clear()


def english(texts: Iterable[str]) -> list[str]:
    """What is still English after it was told, with the text that it was made from."""
    found = []
    for text in {re.sub(r"\d+", "#", text): text for text in texts}.values():  # alike but for numbers: one of them
        plain = NAMES.sub("", CELLS.sub("", told(text)))
        if WORD.search(plain):
            found.append(f"{text} -> {told(text)}")
    return found


def travelled(text: str) -> str:
    """A sentence that has been in a file, or in another process: it has forgotten how it was made."""
    return "".join(text)


# --- what a family says ---------------------------------------------------------------------------------------------------
def option_words(options: Iterable[Option], technical: bool = False) -> Iterator[str]:
    """Labels, helps and choices; those of engines and studies are names of techniques, the same everywhere."""
    for option in options:
        yield from (option.label, option.help)
        yield from (choice for choice in option.choices if isinstance(choice, str) and not technical)


def table_words(family: Family) -> Iterator[str]:
    """What stands in tables: names, tips, options, rules."""
    yield from (family.name, family.summary, family.rules_text, family.borders_hold)
    yield from family.notation.words.values()
    yield from option_words(family.parameters)
    yield from option_words(family.making.options if family.making else ())
    yield from (rule.title for rule in (family.rulebook.rules if family.rulebook else ()))
    yield from (name for _, name in (family.clues.kinds if family.clues else ()))
    yield from family.clues.words if family.clues else ()
    if family.supply is not None:
        yield from (*family.supply.words, *family.supply.sets())
        yield from option_words(family.supply.fields)
    if family.arguments is not None:
        yield family.arguments.goal
    for engine in family.engines():
        yield from (engine.name, engine.description, engine.film_note, getattr(engine, "legend", ""))
        yield from option_words(engine.options, technical=True)
    for tool in family.tools(Board(family.samples()[0])):
        yield from (tool.label, tool.tip)
    for experiment in family.studies.experiments() if family.studies else ():
        yield from (experiment.title, experiment.help)
        yield from option_words(experiment.options, technical=True)


def small_boards(family: Family, count: int = 3) -> list[Puzzle]:
    rng = Random(5)
    found = [family.trials.random_puzzle(rng, size) for _ in range(count) for size in SIZES] if family.trials else []
    return [*found, min(family.samples(), key=lambda puzzle: puzzle.grid.size)]


def event_words(events: Iterable[Event], titles: dict[str, str]) -> Iterator[str]:
    for event in events:
        yield titles.get(event.rule) or event.rule.replace("_", " ").replace("-", " ")
        if event.reason is not None:
            yield from reason_words(event.reason, titles)


def reason_words(reason: Reason, titles: dict[str, str]) -> Iterator[str]:
    yield reason.text
    for trial in reason.trials:
        yield from event_words(trial, titles)
    for link in reason.graph:
        yield from (link.text, link.because)


def film_words(family: Family) -> Iterator[str]:
    titles = {rule.name: rule.title for rule in (family.rulebook.rules if family.rulebook else ())}
    for engine in family.engines():
        for puzzle in small_boards(family):
            try:
                family.validate(puzzle)
            except BadPuzzle as fault:
                yield str(fault)
                continue
            if not engine.animated:
                continue
            film = filmed(puzzle, engine, 2)
            yield film.result.message
            yield from event_words((film.log.event(index) for index in range(min(EVENTS, len(film.log)))), titles)


def ladder_words(family: Family) -> Iterator[str]:
    """Hints to the end: the ladder's own conclusions, and why it comes to none."""
    book = family.rulebook
    for puzzle in (*small_boards(family), *family.samples()[:2]) if book else ():
        assert book is not None
        try:
            state = book.state(puzzle)
            state.telling = True
            state.start()
            for applied in islice(Ladder(book.rules).conclusions(state, None), EVENTS):
                yield travelled(applied.step.reason.text)
        except (Contradiction, BadPuzzle) as clash:
            yield travelled(str(clash))


def fault_words(family: Family) -> Iterator[str]:
    """What is wrong with answers, half answers and puzzles that are none."""
    rng = Random(3)
    for puzzle in (*small_boards(family), *family.samples()[:2]):
        values = sorted(family.notation.words) or sorted({*puzzle.givens, 1, 2, 3})
        for filled in (0.3, 0.7, 1.0) * 8:
            marks = [rng.choice([value for value in values if value > 0]) if rng.random() < filled else 0
                     for _ in puzzle.grid.cells()]
            board = Board(puzzle, marks)
            yield from (violation.message for violation in family.check(board))
            yield from (family.describe_cell(board, cell) for cell in islice(puzzle.grid.cells(), 12))
        for value in (-9, -1, 77, 10 ** 6):
            yield from faults_of(lambda: family.validate(puzzle.with_givens((value, *puzzle.givens[1:]))))  # noqa: B023
        for clue in (family.clues.every(puzzle) if family.clues else [])[:20]:
            yield family.clue_name(puzzle, clue)
        if family.clues:
            yield family.clues.count(puzzle)


def faults_of(act: Callable[[], object]) -> Iterator[str]:
    try:
        act()
    except BadPuzzle as fault:
        yield str(fault)


def clause_words(family: Family) -> Iterator[str]:
    for puzzle in small_boards(family, 1) if family.thinking and family.thinking.clauses else ():
        try:
            kernel = family.kernel(puzzle, True)
        except BadPuzzle:
            continue
        for clause in kernel.clauses[:: max(1, len(kernel.clauses) // CLAUSES)]:
            reason = why(kernel, clause)
            if reason is not None:
                yield travelled(reason.text)
                yield reason.rule.replace("-", " ")


def codec_words(family: Family) -> Iterator[str]:
    """What the readers of foreign formats say to spoiled texts."""
    rng = Random(1)
    for codec in family.codecs():
        for puzzle in family.samples()[:2]:
            try:
                text = codec.write(puzzle)
            except (BadPuzzle, NotImplementedError) as fault:
                yield str(fault)
                continue
            for _ in range(30):
                at = rng.randrange(len(text))
                spoiled = text[:at] + rng.choice(["x", " 999", "", "\n", "-7"]) + text[at + rng.randint(0, 6):]
                yield from faults_of(lambda: codec.read(spoiled, "board.txt"))  # noqa: B023


def page_words(family: Family) -> Iterator[str]:
    """What the rules of web pages say; each of it is among the words that a page gets in its language."""
    rules = family.page_rules
    if rules is not None:
        said = re.findall(r'\bbroken\("([^"]*)"', rules.script)
        assert said and set(said) == set(rules.words) and rules.script.count("found.push") == 1
        assert all(re.findall(r"\{\w+\}", told(text)) == re.findall(r"\{\w+\}", text) for text in rules.words)
        yield from (re.sub(r"\{\w+\}", "7", text) for text in rules.words)


PARTS: dict[str, Callable[[Family], Iterator[str]]] = {
    "tables": table_words, "films": film_words, "ladder": ladder_words, "faults": fault_words, "clauses": clause_words,
    "codecs": codec_words, "pages": page_words}


@pytest.mark.parametrize("part", PARTS)
@pytest.mark.parametrize("family", FAMILIES, ids=lambda family: family.id)
def test_no_english_is_left(family: Family, part: str) -> None:
    assert not english(filter(None, PARTS[part](family)))


def main(names: list[str]) -> int:
    import os
    import time

    language.catalogue_of = lambda code: _catalogues()[code]  # type: ignore[assignment]
    os.environ[language.VARIABLE] = PSEUDO
    count = 0
    for family in FAMILIES:
        for part, words in PARTS.items():
            if not names or family.id in names or part in names:
                started = time.process_time()
                left = english(filter(None, words(family)))
                count += len(left)
                print(f"{family.id} {part}: {len(left)} ({time.process_time() - started:.1f} s)", *left, sep="\n    ")
    return count


if __name__ == "__main__":
    sys.exit(min(1, main(sys.argv[1:])))
