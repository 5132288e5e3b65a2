"""`peers`: our engines beside clingo, CP-SAT and exact-cover packages on the same boards, in one run."""

from __future__ import annotations

import argparse
import os
from pathlib import Path

from studio.commands.common import ANSWERED, Command, ProgressBar, make_folder, show, tell
from studio.core import files, registry
from studio.core.puzzle import BadPuzzle, Puzzle
from studio.core.say import say
from studio.lab.findings import about_this_machine, as_text
from studio.lab.peers.page import SIZES, Comparison, compare, markdown
from studio.lab.peers.programs import PEERS


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("families", nargs="*", metavar="FAMILY", help="which ones; without any all four")
    parser.add_argument("--boards", type=Path, metavar="FOLDER", help="these boards instead of the library's (one family)")
    parser.add_argument("--seconds", type=float, default=10.0, metavar="S", help="seconds a board, each solver")
    parser.add_argument("--largest", type=int, metavar="N", help="growth curves up to boards of this side")
    parser.add_argument("--page", type=Path, metavar="FILE", help="write a page with tables and growth curves")


def run(arguments: argparse.Namespace) -> int:
    known = list(SIZES)
    wrong = [name for name in arguments.families if name not in known]
    if wrong:
        raise BadPuzzle(say("there are no peers for {wrong!r} (there are for: {known})", wrong=wrong[0],
                            known=', '.join(known)))
    chosen = arguments.families or known
    if arguments.boards is not None and len(chosen) != 1:
        raise BadPuzzle(say("--boards goes with one family"))
    for package in sorted({peer.package for peer in PEERS if peer.family in chosen and not peer.installed}):
        tell(say("{package} is not installed (pip install puzzle-studio[peers]): left out",
                 package=package))
    found = [_compare(family_id, arguments) for family_id in chosen]
    if arguments.page is not None:
        command = ["puzzle-studio peers", *arguments.families, f"--seconds {arguments.seconds:g}"]
        _write(found, arguments.page, " ".join(command))
        show(say("written: {path}", path=arguments.page))
    return ANSWERED


def _compare(family_id: str, arguments: argparse.Namespace) -> Comparison:
    sizes = [side for side in SIZES[family_id] if arguments.largest is None or side <= arguments.largest]
    bar = ProgressBar(100, family_id, always=True)
    try:
        found = compare(family_id, arguments.seconds, lambda part, text: bar.show(100 * part, text),
                        _named(arguments.boards, family_id), sizes)
    finally:
        bar.close()
    show(registry.family(family_id).name)
    show(as_text(found.table))
    show(as_text(found.growth))
    return found


def _named(folder: Path | None, family_id: str) -> list[Puzzle] | None:
    if folder is None:
        return None
    return [files.load(path, family_id).puzzle for path in files.expand([folder])]


def _write(found: list[Comparison], page: Path, command: str) -> None:
    """The page and its pictures beside it; Qt is loaded only now."""
    from studio.lab.figures import charts_of
    from studio.share.chart_files import draw_charts

    folder = page.parent / "pictures"
    make_folder(folder)
    pictures = {}
    for each in found:
        charts = charts_of(each.growth, f"performance-{each.family}")
        draw_charts(charts, folder)
        if charts:
            pictures[each.family] = f"pictures/{charts[0].id}.png"
    about = dict(about_this_machine())
    if hasattr(os, "getloadavg"):
        about["load"] = say("{getloadavg:.1f} on {cpu_count} cores", getloadavg=os.getloadavg()[2],
                            cpu_count=os.cpu_count())
    files.write_atomically(page, markdown(found, about, command, pictures))


COMMAND = Command("peers", "our engines beside other solvers on the same boards, with ratios and growth curves", configure, run)
