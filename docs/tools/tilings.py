"""Classical tiling problems for the sample library: boards and tile sets that people have asked about for generations.

Whatever has a tiling is stored with one; for the others a proof is asked of the studio, and the notes say why in words.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

from studio.core import files, registry
from studio.core.engine import Cancel, Limits, Options, Status, run_engine
from studio.core.puzzle import Puzzle
from studio.core.trace import TraceWriter
from studio.families.tiling.model.convert import puzzle_of, tiles_from_words
from studio.families.tiling.model.problem import board_from_picture
from studio.families.tiling.model.shapes import Shape, Tile, canonical, normalise

PENTOMINOES = "1:5F 1:5I 1:5L 1:5N 1:5P 1:5T 1:5U 1:5V 1:5W 1:5X 1:5Y 1:5Z"
SECONDS = 120.0


@dataclass(frozen=True)
class Problem:
    title: str
    board: str
    tiles: str | tuple[Tile, ...]
    difficulty: str
    notes: str
    reflections: bool = False
    solvable: bool = True


def rectangle(rows: int, cols: int) -> str:
    return "\n".join(["x" * cols] * rows)


def without(board: str, *cells: tuple[int, int]) -> str:
    rows = [list(row) for row in board.splitlines()]
    for row, col in cells:
        rows[row][col] = "."
    return "\n".join("".join(row) for row in rows)


def triplicated(shape: str, scale: int = 3) -> str:
    """A shape with every cell blown up to scale x scale cells."""
    return "\n".join("".join(ch * scale for ch in row) for row in shape.split("/") for _ in range(scale))


def hexominoes() -> tuple[Tile, ...]:
    """All 35, grown cell by cell from the monomino."""
    shapes: set[Shape] = {((0, 0),)}
    for _ in range(5):
        shapes = {canonical(normalise([*shape, (r + dr, c + dc)]), True) for shape in shapes for r, c in shape
                  for dr, dc in ((0, 1), (1, 0), (0, -1), (-1, 0)) if (r + dr, c + dc) not in shape}
    return tuple(Tile(shape, 1, f"6-{number}") for number, shape in enumerate(sorted(shapes), 1))


def jagged_square(order: int) -> str:
    """The Aztec diamond of an order."""
    half = range(1, order + 1)
    widths = [2 * k for k in (*half, *reversed(half))]
    return "\n".join(("x" * width).center(2 * order, ".") for width in widths)


PROBLEMS = (
    Problem("A Box of Dominoes", rectangle(4, 4), "2", "easy", "The smallest chessboard that is fun: 36 ways with dominoes."),
    Problem("Three Corners", without(rectangle(4, 4), (0, 0)), "3L", "easy",
            "Golomb's first theorem: a board of side 2, 4, 8 … without any one cell can be covered by L-trominoes."),
    Problem("Five Tetrominoes", rectangle(4, 5), "1:4I 1:4L 1:4O 1:4S 1:4T", "easy",
            "Provably impossible: on a chessboard the T covers three cells of one colour and one of the other, the "
            "other four cover two "
            "and two; so the five cover 11 and 9 cells, but the board has 10 of each.", True, False),
    Problem("Two Sets of Tetrominoes", rectangle(5, 8), "2:4I 2:4L 2:4O 2:4S 2:4T", "easy",
            "Twice the five tetrominoes: now the two Ts balance each other, and a 5x8 board works.", True),
    Problem("Aztec Diamond", jagged_square(4), "2", "easy",
            "The Aztec diamond of order 4 has exactly 2^(4*5/2) = 1024 domino coverings."),
    Problem("The Mutilated Chessboard", without(rectangle(8, 8), (0, 0), (7, 7)), "2", "easy",
            "Provably impossible: both missing corners have one colour, but every domino covers one cell of each.",
            solvable=False),
    Problem("Gomory's Gift", without(rectangle(8, 8), (0, 3), (5, 3)), "2", "easy",
            "Take away one cell of each colour, wherever you like: dominoes cover the rest (Gomory's theorem). Walk "
            "once round the "
            "board from cell to cell; the two gaps cut the walk into two stretches of even length."),
    Problem("Straight Trominoes", without(rectangle(8, 8), (2, 2)), "3I", "medium",
            "Golomb: straight trominoes cover the chessboard without one cell only if that cell is one of four. This "
            "is one of them."),
    Problem("A Corner Too Far", without(rectangle(8, 8), (0, 0)), "3I", "medium",
            "Provably impossible: colour the diagonals with three colours in turn. Every straight tromino covers one "
            "cell of each, but "
            "without a corner the colours are 20, 22 and 21 cells.", solvable=False),
    Problem("T Time", rectangle(8, 8), "4T", "easy", "Sixteen T-tetrominoes: four of them make a 4x4 square."),
    Problem("Twenty-five T", rectangle(10, 10), "4T", "medium",
            "Provably impossible: 25 Ts cover three and one cells of a colour each, an odd sum, but the board has 50 "
            "of each colour.",
            solvable=False),
    Problem("Twenty-five L", rectangle(10, 10), "4L", "hard",
            "Provably impossible: colour every second row. Each L covers three and one cells of a colour, so 25 of "
            "them cover an odd "
            "number of dark cells, but the board has 50.", True, False),
    Problem("Straight Tetrominoes on Ten", rectangle(10, 10), "4I", "hard",
            "Provably impossible: colour the diagonals with four colours in turn. Every straight tetromino takes one "
            "of each, but the "
            "board has 25, 26, 25 and 24 cells of them.", solvable=False),
    Problem("Six by Ten", rectangle(6, 10), PENTOMINOES, "hard", "The twelve pentominoes on 6x10: 2339 ways "
            "(Haselgrove 1960).", True),
    Problem("Five by Twelve", rectangle(5, 12), PENTOMINOES, "hard", "The twelve pentominoes on 5x12: 1010 ways.", True),
    Problem("Four by Fifteen", rectangle(4, 15), PENTOMINOES, "fiendish", "The twelve pentominoes on 4x15: 368 ways.", True),
    Problem("Three by Twenty", rectangle(3, 20), PENTOMINOES, "fiendish", "The twelve pentominoes on 3x20: only two "
            "ways.", True),
    Problem("Dudeney's Chessboard", without(rectangle(8, 8), (3, 3), (3, 4), (4, 3), (4, 4)), PENTOMINOES, "fiendish",
            "The chessboard without its middle: 65 ways with the twelve pentominoes (Scott 1958, one of the first "
            "puzzles solved by "
            "computer).", True),
    Problem("Four Lost Corners", without(rectangle(8, 8), (0, 0), (0, 7), (7, 0), (7, 7)), PENTOMINOES, "fiendish",
            "The chessboard without its corners and the twelve pentominoes.", True),
    Problem("The Great P", triplicated("xx/xx/x."), PENTOMINOES.replace("1:5P ", ""), "fiendish",
            "The P-pentomino three times its size, made of nine of the other eleven; two are left over.", True),
    Problem("Ten Ys", rectangle(5, 10), "5Y", "medium", "Ten Y-pentominoes: the smallest rectangle that they "
            "fill.", True),
    Problem("Seven Ls", rectangle(4, 7), "7:4L", "medium", "Seven Ls would have to fill 4x7. Provably impossible: "
            "every second row "
            "dark, each L covers an odd number of dark cells, seven of them an odd number, but there are 14.", True, False),
    Problem("The Thirty-five Hexominoes", rectangle(14, 15), "hexominoes", "fiendish",
            "Provably impossible: on a chessboard 24 of the hexominoes cover three cells of each colour and 11 cover "
            "two and four, an "
            "odd number, so the dark cells are even in number; the board has 105.", True, False),
)


def puzzle_made(problem: Problem, author: str) -> Puzzle:
    tiles = hexominoes() if problem.tiles == "hexominoes" else problem.tiles
    if isinstance(tiles, str):
        tiles = tiles_from_words(tiles)
    made = puzzle_of(board_from_picture(problem.board), tiles, problem.reflections, problem.title)
    return replace(made, author=author, notes=problem.notes, extra={"difficulty": problem.difficulty})


def answered(problem: Problem, puzzle: Puzzle) -> Puzzle:
    """With a solution, or proven to have none; anything else stops the script."""
    family = registry.family("tiling")
    result = run_engine(family.engine("auto"), puzzle, Options(1), Limits(SECONDS), TraceWriter(), Cancel(), family.wrong)
    if result.status is not (Status.SOLVED if problem.solvable else Status.NONE):
        raise SystemExit(f"{problem.title}: {result.status.value} {result.message}")
    return replace(puzzle, solution=result.solutions[0]) if problem.solvable else puzzle


def make_tilings(folder: Path, author: str, file_name: Callable[[int, str], str], again: bool) -> int:
    """Write what is missing; returns how many there are."""
    folder.mkdir(parents=True, exist_ok=True)
    for number, problem in enumerate(PROBLEMS, 1):
        path = folder / file_name(number, problem.title)
        if not path.exists() or again:
            files.save(path, answered(problem, puzzle_made(problem, author)))
            print(f"puzzles/tiling/{path.name}: {'solved' if problem.solvable else 'impossible'}", flush=True)
    return len(PROBLEMS)
