"""The raw text of the study's collection: `H W`, then one 5-bit code per cell (see `CODES`)."""

from __future__ import annotations

import itertools

from studio.core.codec import Codec, whole
from studio.core.puzzle import BadPuzzle, Puzzle
from studio.core.say import say
from studio.families.evolomino.model import SHADED, SQUARE, WHITE, Field, field_of, puzzle_of

UP, LEFT, RIGHT, DOWN = (-1, 0), (0, -1), (0, 1), (1, 0)
Step = tuple[int, int]

SQUARE_BIT = 16
SHADED_CODE = 13
# code -> (side it enters from, side it leaves to)
CODES: dict[int, tuple[Step, Step]] = {
    1: (LEFT, RIGHT), 2: (RIGHT, LEFT), 3: (DOWN, UP), 4: (UP, DOWN),
    5: (LEFT, DOWN), 6: (LEFT, UP), 7: (RIGHT, DOWN), 8: (RIGHT, UP),
    9: (DOWN, LEFT), 10: (DOWN, RIGHT), 11: (UP, LEFT), 12: (UP, RIGHT),
}  # fmt: skip
PIECES = {sides: code for code, sides in CODES.items()}


class RawTextError(ValueError):
    """The text is no Evolomino board, or a board has no such text."""


def read_raw(text: str) -> Field:
    """Read one board; arrows are the maximal chains of pieces that lead into each other."""
    rows, cols, codes = _numbers(text)
    givens, pieces = [], {}
    for cell, code in enumerate(codes):
        low = code & (SQUARE_BIT - 1)
        if not 0 <= code < 2 * SQUARE_BIT or low > SHADED_CODE or code == SQUARE_BIT + SHADED_CODE:
            raise RawTextError(say("row {row}, column {col}: no such code {code}", row=cell // cols + 1, col=cell % cols + 1,
                                   code=code))
        givens.append(SHADED if low == SHADED_CODE else SQUARE if code & SQUARE_BIT else WHITE)
        if low in CODES:
            pieces[cell] = CODES[low]
    follower = {cell: _leads_to(rows, cols, cell, pieces) for cell in pieces}
    arrows, rings = _chains({cell: other for cell, other in follower.items() if other is not None}, list(pieces))
    return Field(rows, cols, tuple(givens), arrows, rings)


def write_raw(field: Field) -> str:
    """Write one board; refuses arrows that the codes would join into one."""
    codes = [0] * field.size
    for arrow in field.arrows:
        for cell, code in zip(arrow, _arrow_codes(field.cols, arrow), strict=True):
            codes[cell] = code
    for ring in field.rings:
        closed = (ring[-1], *ring, ring[0])
        for before, cell, after in zip(closed, ring, closed[2:], strict=False):
            codes[cell] = PIECES[_step(field.cols, cell, before), _step(field.cols, cell, after)]
    for cell, given in enumerate(field.givens):
        if given == SHADED:
            codes[cell] = SHADED_CODE
        elif given == SQUARE:
            codes[cell] += SQUARE_BIT
    lines = [" ".join(map(str, codes[r * field.cols : (r + 1) * field.cols])) for r in range(field.rows)]
    text = f"{field.rows} {field.cols}\n" + "\n".join(lines) + "\n"
    if sorted(read_raw(text).arrows) != sorted(field.arrows):
        raise RawTextError(say("one arrow's head runs into another's tail: the raw codes would join them"))
    return text


def _numbers(text: str) -> tuple[int, int, list[int]]:
    try:
        numbers = [whole(word) for word in text.split()]
    except ValueError as error:
        raise RawTextError(say("not a number: {fault}", fault=str(error))) from None
    if len(numbers) < 2 or min(numbers[:2]) < 1:
        raise RawTextError(say("the first line must be `H W`"))
    rows, cols, codes = numbers[0], numbers[1], numbers[2:]
    if len(codes) != rows * cols:
        raise RawTextError(say("{rows} x {cols} needs {wanted} codes, found {count}", rows=rows, cols=cols, wanted=rows * cols,
                               count=len(codes)))
    return rows, cols, codes


def _leads_to(rows: int, cols: int, cell: int, pieces: dict[int, tuple[Step, Step]]) -> int | None:
    down, right = pieces[cell][1]
    row, col = cell // cols + down, cell % cols + right
    other = row * cols + col
    if 0 <= row < rows and 0 <= col < cols and other in pieces and pieces[other][0] == (-down, -right):
        return other
    return None


def _chains(
    follower: dict[int, int], cells: list[int]
) -> tuple[tuple[tuple[int, ...], ...], tuple[tuple[int, ...], ...]]:
    arrows: list[tuple[int, ...]] = []
    rings: list[tuple[int, ...]] = []
    led = set(follower.values())
    seen: set[int] = set()
    for start in [cell for cell in cells if cell not in led] + cells:
        if start in seen:
            continue
        chain = [start]
        seen.add(start)
        while chain[-1] in follower and follower[chain[-1]] not in seen:
            chain.append(follower[chain[-1]])
            seen.add(chain[-1])
        (rings if start in led else arrows).append(tuple(chain))
    return tuple(arrows), tuple(rings)


def _step(cols: int, cell: int, other: int) -> Step:
    return other // cols - cell // cols, other % cols - cell % cols


def _arrow_codes(cols: int, arrow: tuple[int, ...]) -> list[int]:
    """First and last pieces are straight."""
    steps = [_step(cols, a, b) for a, b in itertools.pairwise(arrow)] or [RIGHT]
    entering = [steps[0], *steps]
    leaving = [*steps, steps[-1]]
    return [PIECES[(-e[0], -e[1]), out] for e, out in zip(entering, leaving, strict=False)][: len(arrow)]


class RawText(Codec):
    """`H W`, then a code from 0 to 29 per cell: arrow piece, shading, +16 for a square."""

    id = "evolomino-text"
    name = "Evolomino raw text"

    def confidence(self, text: str, filename: str) -> float:
        try:
            numbers = [whole(word) for word in text.split()]
        except ValueError:
            return 0.0
        if len(numbers) < 3 or len(numbers) != 2 + numbers[0] * numbers[1]:
            return 0.0
        codes = set(numbers[2:])
        if not all(0 <= code < 29 and code not in (14, 15) for code in codes):
            return 0.0
        telling = codes & {13, *range(16, 29)}  # shading and squares: Fillomino texts of numbers rarely look like this
        return 0.9 if "evolo" in filename.lower() else 0.75 if {13, 16} & telling else 0.6 if telling else 0.3

    def read(self, text: str, filename: str) -> Puzzle:
        try:
            field = read_raw(text)
        except RawTextError as fault:
            raise BadPuzzle(say("{name}: {fault}", name=self.name, fault=str(fault))) from None
        for arrow in field.arrows:
            if len(arrow) < 2:
                row, col = divmod(arrow[0], field.cols)
                raise BadPuzzle(say("{name}: the arrow piece in row {row}, column {col} stands alone", name=self.name,
                                    row=row + 1, col=col + 1))
        return puzzle_of(field)

    def write(self, puzzle: Puzzle) -> str:
        try:
            return write_raw(field_of(puzzle))
        except RawTextError as fault:
            raise BadPuzzle(say("{name}: {fault}", name=self.name, fault=str(fault))) from None
