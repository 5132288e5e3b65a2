"""`bench`: puzzles x engines, one warm worker per engine, every answer checked."""

from __future__ import annotations

import argparse
from pathlib import Path

from studio.commands.common import (
    ANSWERED,
    NOT_ANSWERED,
    STOPPED,
    Command,
    ProgressBar,
    add_crew,
    add_family,
    load,
    make_folder,
    show,
    tell,
)
from studio.core import files
from studio.core.engine import Limits
from studio.core.puzzle import BadPuzzle, Puzzle
from studio.core.say import marked, say
from studio.lab.bench import Bench
from studio.lab.cluster import open_crew
from studio.lab.runs import parse_contender
from studio.lab.store import Store
from studio.lab.table import table


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("paths", nargs="+", metavar="FILE_OR_FOLDER")
    parser.add_argument("--engines", default="auto", help="ids with commas between; options in brackets: rules[order=first]")
    parser.add_argument("--unique", action="store_true", help="ask for a proof of uniqueness")
    parser.add_argument("--time-limit", type=float, default=60.0, metavar="S", help="seconds per solve")
    parser.add_argument("--repeat", type=int, default=1, metavar="N", help="solve each N times and keep the median")
    parser.add_argument("--base", help="the engine that the table's ratios refer to (default: the first)")
    parser.add_argument("--by", choices=("size", "folder", "none"), default="none", help="group the table's rows")
    parser.add_argument("--out", type=Path, metavar="CSV",
                        help="append every run to this file as it arrives; runs that it holds are not done again")
    parser.add_argument("--fresh", action="store_true", help="begin the file of --out anew")
    add_crew(parser)
    parser.add_argument("--report", type=Path, metavar="HTML", help="write table, charts and all runs as one page")
    parser.add_argument("--charts", type=Path, metavar="DIR", help="write the charts as SVG and PNG files into this folder")
    parser.add_argument("--ladder", action="store_true",
                        help="how many boards the rules solve without a guess, per family, within --time-limit each")
    parser.add_argument("--without", default="", metavar="RULES", help="with --ladder: rules switched off, commas between")
    parser.add_argument("--every", type=int, default=1, metavar="N", help="only every Nth board")
    add_family(parser)


def run(arguments: argparse.Namespace) -> int:
    if arguments.repeat < 1 or arguments.time_limit <= 0:
        raise BadPuzzle(say("--repeat and --time-limit are positive numbers"))
    for path in (arguments.out, arguments.report, arguments.charts / "chart" if arguments.charts else None):
        if path is not None:
            make_folder(path.parent)
            files.check_writable(path)
    puzzles: list[tuple[Path, Puzzle]] = []
    for path in files.expand(arguments.paths):
        try:
            puzzles.append((path, load(path, arguments.family)))
        except BadPuzzle as fault:
            tell(say("left out: {fault}", fault=fault))
    if not puzzles:
        raise BadPuzzle(say("none of the files is a puzzle"))
    puzzles = puzzles[:: max(1, arguments.every)]
    if arguments.ladder:
        return _ladder(puzzles, arguments)
    contenders = [parse_contender(text) for text in arguments.engines.split(",") if text]
    store = Store(arguments.out, arguments.fresh) if arguments.out is not None else None
    bar = ProgressBar(len(puzzles) * len(contenders), marked("bench"))
    stopped = False
    bench = Bench(contenders, 2 if arguments.unique else 1, Limits(arguments.time_limit), arguments.repeat,
                  open_crew(arguments.jobs, arguments.cluster), store)
    try:
        bench.run(puzzles, lambda done, text: bar.show(done, text))
    except KeyboardInterrupt:
        stopped = True
        tell(say("stopped; showing what is done"))
    finally:
        bar.close()
        bench.close()
    if bench.resumed:
        tell(say("{resumed} of {count} runs were in {out} already", resumed=bench.resumed,
                 count=len(bench.runs), out=arguments.out))
    if bench.runs:
        show(table(bench, arguments.base, arguments.by))
    for complaint in bench.complaints():
        show(complaint)
    if arguments.out is not None:
        show(say("every run: {out}", out=arguments.out))
    _draw(bench, arguments)
    if stopped:
        return STOPPED
    return ANSWERED if bench.all_answered() else NOT_ANSWERED


def _ladder(puzzles: list[tuple[Path, Puzzle]], arguments: argparse.Namespace) -> int:
    """The rules alone. `--out` lists every board with the rules that it took."""
    from studio.lab import ladder

    bar = ProgressBar(len(puzzles), marked("ladder"))
    try:
        climbs = ladder.run(puzzles, arguments.time_limit, [name for name in arguments.without.split(",") if name], bar.show)
    finally:
        bar.close()
    show(ladder.table(climbs, arguments.by))
    show(ladder.rules_used(climbs))
    if arguments.out is not None:
        files.write_atomically(arguments.out, ladder.csv_text(climbs))
    return ANSWERED


def _draw(bench: Bench, arguments: argparse.Namespace) -> None:
    """The charts, on paper; Qt is loaded only if they are wanted."""
    if not bench.runs or (arguments.charts is None and arguments.report is None):
        return
    from studio.share.chart_files import write_charts, write_report

    if arguments.charts is not None:
        for path in write_charts(bench, arguments.charts):
            show(say("chart: {path}", path=path))
    if arguments.report is not None:
        names = " and ".join(sorted({run.puzzle.family for run in bench.runs}))
        write_report(bench, arguments.report, say("Engines compared: {names}", names=names), arguments.by, arguments.base)
        show(say("report: {path}", path=arguments.report))


COMMAND = Command("bench", "compare engines on many puzzles", configure, run)
