"""`tilings`: beyond solving: the best packing of a board, a random tiling, which rectangles a set of tiles covers."""

from __future__ import annotations

import argparse
from random import Random

from studio.commands.common import ANSWERED, NOT_ANSWERED, Command, say
from studio.core import files, registry
from studio.core.engine import Cancel, Cancelled, Limits


def configure(parser: argparse.ArgumentParser) -> None:
    ways = parser.add_subparsers(dest="way", required=True)
    pack = ways.add_parser("pack", help="as many cells, or pieces, as possible, proven; the board need not be full")
    pack.add_argument("file")
    pack.add_argument("--most", choices=("cells", "pieces"), default="cells")
    pack.add_argument("--time-limit", type=float, default=60.0, metavar="S")
    drawn = ways.add_parser("random", help="a tiling drawn at random, every one as likely as any other")
    drawn.add_argument("file")
    drawn.add_argument("--seed", type=int, default=0)
    table = ways.add_parser("rectangles", help="which rectangles a set of tiles covers, with the reason where it does not")
    table.add_argument("tiles", help="such as '5Y' or '4L 4T'")
    table.add_argument("--largest", type=int, default=10, metavar="N", help="longest side (10)")
    table.add_argument("--reflections", action="store_true", help="pieces may be flipped over")
    table.add_argument("--time-limit", type=float, default=10.0, metavar="S", help="for each rectangle (10)")


def run(arguments: argparse.Namespace) -> int:
    return {"pack": _pack, "random": _random, "rectangles": _rectangles}[arguments.way](arguments)


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
        say("puzzle-studio: the best packing was not proven in time")
        return NOT_ANSWERED
    if found is None:
        print("there is no packing that uses every tile as often as it must be")
        return ANSWERED
    print(_picture(arguments.file, [list(piece) for piece in found.pieces]))
    print(f"{len(found.pieces)} pieces, {found.left_open} of {problem.area} cells left open; "
          f"no packing has more {arguments.most}")
    return ANSWERED


def _random(arguments: argparse.Namespace) -> int:
    from studio.families.tiling.model.convert import problem_of
    from studio.families.tiling.packing import random_tiling

    pieces = random_tiling(problem_of(files.load(arguments.file, "tiling").puzzle), Random(arguments.seed))
    print("there is no tiling" if pieces is None else _picture(arguments.file, pieces))
    return ANSWERED


def _rectangles(arguments: argparse.Namespace) -> int:
    from studio.families.tiling.model.convert import tiles_from_words
    from studio.families.tiling.packing import rectangles

    print("| rectangle | tiled | why not |\n|---|---|---|")
    tiles = tiles_from_words(arguments.tiles)
    for found in rectangles(tiles, arguments.reflections, arguments.largest, arguments.time_limit):
        told = {True: "yes", False: "no", None: "not decided in time"}[found.tiled]
        print(f"| {found.rows}x{found.cols} | {told} | {found.reason} |", flush=True)
    return ANSWERED


COMMAND = Command("tilings", "best packings, random tilings, and which rectangles a set of tiles covers", configure, run)
