"""`lab FAMILY [EXPERIMENT]`: tables and figures of the studies, made again beside the published ones."""

from __future__ import annotations

import argparse
from pathlib import Path

from studio.commands.common import ANSWERED, Command, ProgressBar, add_crew, make_folder, show, tell
from studio.core import files, registry
from studio.core.engine import pairs
from studio.core.family import Family
from studio.core.say import say
from studio.core.study import CPU, WALL, Experiment
from studio.lab.cluster import open_crew
from studio.lab.findings import Made, as_text
from studio.lab.store import Store
from studio.lab.studies import SupervisedBench, find, make


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("family", nargs="?")
    parser.add_argument("experiment", nargs="?",
                        help="which one, or several with commas between; without it the family's experiments are listed")
    parser.add_argument("paths", nargs="*", type=Path,
                        help="puzzle files or folders; without any an experiment makes its boards, and says how")
    parser.add_argument("--option", "-o", action="append", default=[], metavar="K=V", help="an option of the experiment")
    parser.add_argument("--as", dest="way", metavar="WAY", help="short for -o as=WAY (how to count)")
    parser.add_argument("--out", type=Path, metavar="CSV",
                        help="append every run to this file as it arrives; runs that it holds are not done again")
    parser.add_argument("--fresh", action="store_true", help="begin the file of --out anew")
    parser.add_argument("--clock", choices=(WALL, CPU), default=WALL,
                        help="cpu: tell the processor's seconds, which a busy machine hardly changes; limits stay as they are")
    add_crew(parser)
    parser.add_argument("--save", type=Path, metavar="DIR", help="write CSV, JSON, SVG and PNG files into this folder")
    parser.add_argument("--report", type=Path, metavar="HTML", help="write all of it as one page")


def run(arguments: argparse.Namespace) -> int:
    shown = [registry.family(arguments.family)] if arguments.family else registry.families()
    if not arguments.experiment:
        for family in shown:
            _list(family)
        return ANSWERED
    options = pairs([*arguments.option, *([f"as={arguments.way}"] if arguments.way else [])])
    chosen = [find(shown[0], each) for each in arguments.experiment.split(",") if each]
    for experiment in chosen:
        experiment.values(options)  # a wrong one is told before anything runs
    for path in (arguments.report, arguments.save / "file" if arguments.save else None):
        if path is not None:
            make_folder(path.parent)
            files.check_writable(path)
    if arguments.out is not None:
        make_folder(arguments.out.parent)
    store = Store(arguments.out, arguments.fresh) if arguments.out is not None else None
    findings = []
    try:
        for experiment in chosen:
            findings.append(_make(shown[0], experiment, options, store, arguments))
            show(experiment.title)
            show(as_text(findings[-1].finding))
    finally:
        if store is not None:
            store.close()
    _write(findings, arguments)
    return ANSWERED


def _make(family: Family, experiment: Experiment, options: dict[str, str], store: Store | None, arguments: argparse.Namespace
          ) -> Made:
    bar = ProgressBar(100, experiment.id, always=True)
    bench = SupervisedBench(family, arguments.paths, lambda fraction, text: bar.show(100 * fraction, text), store,
                            open_crew(arguments.jobs, arguments.cluster))
    bench.clock = arguments.clock
    try:
        return make(family, experiment, bench, options)
    finally:
        bar.close()
        if bench.resumed:
            tell(say("{resumed} of {asked} runs were done before and stand in the file",
                     resumed=bench.resumed, asked=bench.asked))


def _list(family: Family) -> None:
    for each in family.experiments():
        show(say("{family} {id:<18} {title}", family=family.id, id=each.id, title=each.title))
        indent = f"{'':<{len(family.id) + 20}}"
        if each.help:
            show(say("{indent}{help}", indent=indent, help=each.help))
        if each.options:
            print(indent + " ".join(f"-o {option.name}={option.default}" for option in each.options))


def _write(findings: list[Made], arguments: argparse.Namespace) -> None:
    """Files; Qt is loaded only if pictures are wanted."""
    if arguments.save is None and arguments.report is None:
        return
    from studio.share.chart_files import write_finding_report, write_findings

    if arguments.save is not None:
        for path in write_findings(findings, arguments.save):
            show(say("written: {path}", path=path))
    if arguments.report is not None:
        write_finding_report(findings, arguments.report)
        show(say("report: {path}", path=arguments.report))


COMMAND = Command("lab", "make tables and figures of the studies again", configure, run)
