"""`generate FAMILY`: new puzzles with one solution each, into a folder. Stopping keeps what is done; starting again goes on."""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from studio.commands.cells import add_only, cells_named
from studio.commands.common import ANSWERED, NOT_ANSWERED, Command, ProgressBar, add_crew, make_folder, note, show, tell
from studio.core import files, registry
from studio.core.engine import Limits, SolveResult, pairs
from studio.core.family import Family
from studio.core.film import TraceLog
from studio.core.grid import Grid
from studio.core.parts import GenerateRequest
from studio.core.puzzle import BadPuzzle
from studio.core.say import marked, say, say_n
from studio.lab.cluster import open_crew
from studio.lab.crew import Hold
from studio.run.job import start
from studio.setter.carve import SYMMETRIES
from studio.setter.clue_wish import number_of_clues
from studio.setter.generate import ANY, DIFFICULTIES, Generated
from studio.setter.requests import Generate


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("family", help="the puzzle family")
    parser.add_argument("--size", help="ROWSxCOLUMNS, such as 10x10 (default: the family's usual size)")
    parser.add_argument("--difficulty", choices=DIFFICULTIES, default=ANY, help="the wanted difficulty (any)")
    parser.add_argument("--symmetry", choices=SYMMETRIES, default="none", help="how the clues lie (none)")
    parser.add_argument("--clues", metavar="N", help="how many clues, or N%% of the cells (as few as possible)")
    add_only(parser)
    parser.add_argument("--count", type=int, default=1, metavar="N", help="how many puzzles")
    parser.add_argument("--seed", type=int, default=1, help="number of the first puzzle; the same seed gives the same puzzle")
    parser.add_argument("--option", "-o", action="append", default=[], metavar="K=V", help="an option of the generator")
    parser.add_argument("--time-limit", type=float, metavar="S", help="seconds per puzzle")
    parser.add_argument("--out", type=Path, default=Path(), metavar="DIR", help="folder to write to (default: here)")
    parser.add_argument("--json", action="store_true", help="one JSON line per puzzle")
    parser.add_argument("--film", action="append", default=[], metavar="ENDING",
                        help="also how each puzzle was made, step by step, beside it: film, html, mp4, webm, gif, csv or jsonl")
    add_crew(parser)


def run(arguments: argparse.Namespace) -> int:
    family = registry.family(arguments.family)
    if arguments.count < 1:
        raise BadPuzzle(say("--count is a positive number"))
    first = _request(family, arguments, arguments.seed)
    _check_films(arguments)
    make_folder(arguments.out)
    bar = ProgressBar(arguments.count, marked("generating"), always=True)
    done = skipped = failed = other = 0
    try:
        requests = [_request(family, arguments, arguments.seed + number) for number in range(arguments.count)]
        wanted = [each for each in requests if not any((arguments.out / name).exists() for name in file_names(family, each))]
        skipped = len(requests) - len(wanted)
        for request, made, log in _made(family, wanted, arguments, bar):
            if isinstance(made, SolveResult):
                bar.close()
                tell(say("seed {seed}: {message}", seed=request.seed, message=made.message))
                failed += 1
                continue
            path = arguments.out / file_name(family, request, made.level, made.rating is None or made.rating.sure)
            files.save(path, made.puzzle)
            if log is not None:
                _write_films(family, request, made, log, path, arguments.film)
            done += 1
            other += first.difficulty not in (ANY, made.words)
            _tell(path, made, arguments.json, bar)
    except KeyboardInterrupt:
        bar.close()
        tell(say("stopped; {done} puzzles are done, the same command goes on from there", done=done))
        return 130
    finally:
        bar.close()
    note(_summary(family, first.difficulty, arguments.out, done, skipped, other))
    return NOT_ANSWERED if failed else ANSWERED


def file_names(family: Family, request: GenerateRequest) -> list[str]:
    """All names that the answer to a request may have."""
    return [file_name(family, request, level, sure) for level in DIFFICULTIES for sure in (True, False)]


def file_name(family: Family, request: GenerateRequest, level: str = ANY, sure: bool = True) -> str:
    """Tells apart what differs between requests, so that a batch can be resumed; and tells the level that was reached, where it
    is not the wanted one (`medium-for-hard`, or `at-least-medium-for-hard` where the rating was stopped)."""
    reached = level if sure else f"at-least-{level}"
    told = request.difficulty if ANY in (level, request.difficulty) or reached == request.difficulty else \
        f"{reached}-for-{request.difficulty}"
    parts = [family.id, f"{request.rows}x{request.cols}", told]
    parts += [request.symmetry] if request.symmetry != "none" else []
    parts += [f"{request.clues}-clues"] if request.clues else []
    parts += [f"only-{_short(request.only)}"] if request.only else []
    parts += [f"{name}-{value}" for name, value in sorted(request.values.items())]
    return re.sub(r"[^\w.-]+", "_", "-".join([*parts, f"{request.seed:05d}"])) + files.EXTENSION


def _short(cells: frozenset[int]) -> str:
    """A name for a set of cells, so that a batch can be resumed."""
    return hashlib.sha1(repr(sorted(cells)).encode()).hexdigest()[:8]


def _request(family: Family, arguments: argparse.Namespace, seed: int) -> GenerateRequest:
    rows, cols = _size(arguments.size) if arguments.size else family.default_size
    known = {option.name: option for option in (family.making.options if family.making else ())}
    values: dict[str, Any] = {}
    for name, text in pairs(arguments.option).items():
        if name not in known:
            raise BadPuzzle(say("the {name} generator has no option {name2!r} (it has: {known})", name=family.name,
                                name2=name, known=', '.join(known) or 'none'))
        values[name] = known[name].parse(text)
    clues = number_of_clues(arguments.clues, rows * cols) if arguments.clues is not None else 0
    only = cells_named(Grid(rows, cols), arguments.only) or frozenset()
    return GenerateRequest(rows, cols, seed, arguments.difficulty, arguments.symmetry, values, clues, only)


def _size(text: str) -> tuple[int, int]:
    match = re.fullmatch(r"(\d{1,3})x(\d{1,3})", text.strip().lower())
    if match is None or "0" in match.groups():
        raise BadPuzzle(say("a size is written ROWSxCOLUMNS, such as 10x10, not {text!r}", text=text))
    return int(match[1]), int(match[2])


def make_one(wish: tuple[str, GenerateRequest, Limits], hold: Hold) -> Generated | SolveResult:
    """One puzzle, wherever the crew works."""
    family_id, request, limits = wish
    made: Generated | SolveResult = hold.wait(start(Generate(family_id, request), limits, pool=hold.pool(family_id)))
    return made


def _made(family: Family, wanted: list[GenerateRequest], arguments: argparse.Namespace,
          bar: ProgressBar) -> Iterator[tuple[GenerateRequest, Generated | SolveResult, TraceLog | None]]:
    """The puzzles as they come: one by one with progress inside each, or by a crew."""
    if arguments.jobs == 1 and arguments.cluster is None:
        for number, request in enumerate(wanted):
            log = TraceLog(request.rows * request.cols) if arguments.film else None
            yield request, _generate(family, request, arguments, bar, number, log), log
        return
    crew = open_crew(arguments.jobs, arguments.cluster)
    try:
        wishes = [(family.id, request, Limits(arguments.time_limit)) for request in wanted]
        for number, (wish, made) in enumerate(crew.do(make_one, wishes), 1):
            bar.show(number, say("seed {seed}", seed=wish[1].seed))
            yield wish[1], made, None
    finally:
        crew.close()


def _generate(family: Family, request: GenerateRequest, arguments: argparse.Namespace, bar: ProgressBar,
              number: int, log: TraceLog | None) -> Generated | SolveResult:
    job = start(Generate(family.id, request), Limits(arguments.time_limit), film=log is not None)

    def tell_progress(message: Any) -> None:
        if message.kind == "progress":
            fraction, text = message.value
            bar.show(number + fraction, text)
        elif message.kind == "batch" and log is not None:
            log.add(message.value)

    bar.show(number, say("seed {seed}", seed=request.seed))
    try:
        made: Generated | SolveResult = job.wait(on_message=tell_progress)
    except KeyboardInterrupt:
        job.cancel()
        raise
    return made


def _summary(family: Family, difficulty: str, folder: Path, done: int, skipped: int, other: int) -> str:
    made: str = say_n("{n} new {family} puzzle", "{n} new {family} puzzles", n=done, family=family.name)
    if difficulty != ANY:
        made = say("{made} ({difficulty})", made=made, difficulty=difficulty)
    made = say("{made} in {folder}", made=made, folder=folder)
    if skipped:
        made = say("{made}, {skipped} were there", made=made, skipped=skipped)
    if other:
        made = say("{made}; {other} of them turned out otherwise: the nearest that was found", made=made, other=other)
    return made


def _check_films(arguments: argparse.Namespace) -> None:
    """What a film can be written as, before anything is made."""
    if not arguments.film:
        return
    if arguments.jobs != 1 or arguments.cluster is not None:
        raise BadPuzzle(say("a puzzle is filmed while it is made here: --film goes without --jobs and --cluster"))
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    from studio.share import film_out

    for ending in arguments.film:
        film_out.check_ending(Path(f"film.{ending.lstrip('.')}"))


def _write_films(family: Family, request: GenerateRequest, made: Generated, log: TraceLog, path: Path,
                 endings: list[str]) -> None:
    from studio.share import film_out
    from studio.share.film_look import FilmLook
    from studio.share.filming import film_of_making

    film = film_of_making(family, request, log, made)
    for ending in endings:
        film_out.write(film, path.with_suffix(f".{ending.lstrip('.')}"), FilmLook("caption", speed=4.0))


def _tell(path: Path, made: Generated, wants_json: bool, bar: ProgressBar) -> None:
    bar.close()
    clues = len(made.puzzle.clues())
    if wants_json:
        rating = made.rating.json() if made.rating else None
        print(json.dumps({"file": str(path), "family": made.puzzle.family, "clues": clues, "rating": rating,
                          "attempts": made.attempts, **({"missed": made.missed} if made.missed else {})}), flush=True)
    else:
        told: str = say_n("{path}: {n} clue", "{path}: {n} clues", n=clues, path=path)
        if made.rating:
            told = say("{told}, {level} ({rule})", told=told, level=made.rating.words, rule=made.rating.hardest_rule)
        show(told)
        if made.missed:
            tell(made.missed)


COMMAND = Command("generate", "make puzzles with one solution each", configure, run, asks_workers=True)
