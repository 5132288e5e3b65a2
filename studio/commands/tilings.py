"""`tilings`: beyond solving: the best packing, random, symmetric and all tilings, and which rectangles a set covers."""

from __future__ import annotations

import argparse
from pathlib import Path
from random import Random

from studio.commands.common import ANSWERED, NOT_ANSWERED, Command, ProgressBar, show, tell
from studio.core import files, registry
from studio.core.engine import Cancel, Cancelled, Limits
from studio.core.say import marked, say


def configure(parser: argparse.ArgumentParser) -> None:
    ways = parser.add_subparsers(dest="way", required=True)
    pack = ways.add_parser("pack", help="as many cells, or pieces, as possible, proven; the board need not be full")
    pack.add_argument("file")
    pack.add_argument("--most", choices=("cells", "pieces"), default="cells")
    pack.add_argument("--time-limit", type=float, default=60.0, metavar="S")
    drawn = ways.add_parser("random", help="a tiling drawn at random, every one as likely as any other")
    drawn.add_argument("file")
    drawn.add_argument("--seed", type=int, default=0)
    every = ways.add_parser("all", help="all tilings into a file; stopped, the same command goes on")
    every.add_argument("file")
    every.add_argument("--out", type=Path, required=True, metavar="FILE")
    every.add_argument("--time-limit", type=float, metavar="S", help="stop after so long; the same command goes on")
    kept = ways.add_parser("symmetric", help="a tiling that looks the same turned or mirrored, for every symmetry of the board")
    kept.add_argument("file")
    kept.add_argument("--time-limit", type=float, default=60.0, metavar="S")
    least = ways.add_parser("smallest", help="the smallest rectangle that a set of tiles covers")
    table = ways.add_parser("rectangles", help="which rectangles a set of tiles covers, with the reason where it does not")
    for each in (table, least):
        each.add_argument("tiles", help="such as '5Y' or '4L 4T'")
        each.add_argument("--largest", type=int, default=10, metavar="N", help="longest side (10)")
        each.add_argument("--reflections", action="store_true", help="pieces may be flipped over")
        each.add_argument("--time-limit", type=float, default=10.0, metavar="S", help="for each rectangle (10)")


def run(arguments: argparse.Namespace) -> int:
    return {"pack": _pack, "random": _random, "all": _all, "symmetric": _symmetric, "smallest": _smallest,
            "rectangles": _rectangles}[arguments.way](arguments)


def _picture(puzzle_path: str, pieces: list[list[int]]) -> str:
    from studio.families.tiling.model.convert import answer_of_pieces

    puzzle = files.load(puzzle_path, "tiling").puzzle
    family = registry.family("tiling")
    return family.notation.solution_text(puzzle, answer_of_pieces(puzzle.grid.size, pieces))


def _pack(arguments: argparse.Namespace) -> int:
    from studio.families.tiling.model.convert import problem_of
    from studio.families.tiling.packing import best_packing

    problem = problem_of(files.load(arguments.file, "tiling").puzzle)
    try:
        found = best_packing(problem, arguments.most, cancel=Cancel(Limits(arguments.time_limit)))
    except Cancelled:
        tell(say("the best packing was not proven in time"))
        return NOT_ANSWERED
    if found is None:
        show(say("there is no packing that uses every tile as often as it must be"))
        return ANSWERED
    print(_picture(arguments.file, [list(piece) for piece in found.pieces]))
    show(say("{count} pieces, {left_open} of {area} cells left open; no packing has more {most}",
              count=len(found.pieces), left_open=found.left_open, area=problem.area, most=arguments.most))
    return ANSWERED


def _random(arguments: argparse.Namespace) -> int:
    from studio.families.tiling.model.convert import problem_of
    from studio.families.tiling.packing import random_tiling

    pieces = random_tiling(problem_of(files.load(arguments.file, "tiling").puzzle), Random(arguments.seed))
    show(say("there is no tiling") if pieces is None else _picture(arguments.file, pieces))
    return ANSWERED


def _all(arguments: argparse.Namespace) -> int:
    from studio.families.tiling.listing import Stand, list_all

    puzzle = files.load(arguments.file, "tiling").puzzle
    bar = ProgressBar(1000, marked("tilings"), always=True)
    seen: list[Stand] = []

    def told(stand: Stand) -> None:
        seen.append(stand)
        known = {"done": stand.done, "parts": stand.parts, "found": stand.found}
        bar.show(round(1000 * stand.share), say("{done} of {parts} parts, {found:,} found", **known) if stand.remaining is None
                 else say("{done} of {parts} parts, {found:,} found, about {remaining:,} to come", remaining=stand.remaining,
                          **known))

    try:
        stand = list_all(puzzle, arguments.out, Cancel(Limits(arguments.time_limit)), told)
    except (Cancelled, KeyboardInterrupt):
        bar.close()
        last = seen[-1]
        known = {"found": last.found, "file": arguments.out, "done": last.done, "parts": last.parts}
        if last.remaining is None:
            tell(say("stopped: {found:,} tilings in {file}, {done} of {parts} parts done. The same command "
                     "goes on.", **known))
        else:
            tell(say("stopped: {found:,} tilings in {file}, {done} of {parts} parts done; about {remaining:,} "
                     "are to come (an estimate). The same command goes on.", remaining=last.remaining, **known))
        return NOT_ANSWERED
    bar.close()
    show(say("{found:,} tilings in {out}: all there are", found=stand.found, out=arguments.out))
    return ANSWERED


def _symmetric(arguments: argparse.Namespace) -> int:
    from studio.families.tiling.kept import symmetric_tilings
    from studio.families.tiling.model.convert import problem_of

    problem = problem_of(files.load(arguments.file, "tiling").puzzle)
    try:
        found = symmetric_tilings(problem, Cancel(Limits(arguments.time_limit)))
    except Cancelled:
        tell(say("not decided in time"))
        return NOT_ANSWERED
    for kept in found:
        show(say("{symmetry}: no tiling is kept by it", symmetry=kept.symmetry) if kept.pieces is None
             else say("{symmetry}: kept by it:", symmetry=kept.symmetry))
        if kept.pieces is not None:
            print(_picture(arguments.file, kept.pieces))
    if not found:
        show(say("no symmetry keeps the board and its tiles"))
    return ANSWERED


def _smallest(arguments: argparse.Namespace) -> int:
    from studio.families.tiling.model.convert import tiles_from_words
    from studio.families.tiling.packing import smallest_rectangle

    tiles = tiles_from_words(arguments.tiles)
    found, undecided = smallest_rectangle(tiles, arguments.reflections, arguments.largest, arguments.time_limit)
    told = (f"{found.rows}x{found.cols}" if found is not None
            else say("no rectangle with sides up to {largest}", largest=arguments.largest))
    open_ones = ", ".join(f"{each.rows}x{each.cols}" for each in undecided)
    show(say("{answer} (smaller ones that were not decided in time: {open_ones})", answer=told, open_ones=open_ones)
         if undecided else told)
    return NOT_ANSWERED if undecided else ANSWERED


def _rectangles(arguments: argparse.Namespace) -> int:
    from studio.families.tiling.model.convert import tiles_from_words
    from studio.families.tiling.packing import rectangles

    show(say("| rectangle | tiled | why not |\n|---|---|---|"))
    tiles = tiles_from_words(arguments.tiles)
    for found in rectangles(tiles, arguments.reflections, arguments.largest, arguments.time_limit):
        told = {True: say("yes"), False: say("no"), None: say("not decided in time")}[found.tiled]
        show(say("| {rows}x{cols} | {told} | {reason} |", rows=found.rows, cols=found.cols, told=told, reason=found.reason))
    return ANSWERED


COMMAND = Command("tilings", "best packings, random, symmetric and all tilings; which rectangles a set covers", configure, run)
