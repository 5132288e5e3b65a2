"""The collection's raw text as a file format of the studio."""

from __future__ import annotations

from studio.core.codec import Codec
from studio.core.family import make_grid
from studio.core.puzzle import BadPuzzle, Puzzle
from studio.families.evolomino.check import field_of
from studio.families.evolomino.field import Field, borders_of
from studio.families.evolomino.rawtext import RawTextError, read_raw, write_raw


def puzzle_of(field: Field, title: str = "", solution: tuple[int, ...] | None = None) -> Puzzle:
    """A field as a puzzle of the studio."""
    paths = [*field.arrows, *((*ring, ring[0]) for ring in field.rings)]
    borders = borders_of(field.rows, field.cols, paths)
    return Puzzle("evolomino", make_grid(field.rows, field.cols), field.givens, borders, title=title, solution=solution)


class RawText(Codec):
    """`H W`, then a code from 0 to 29 per cell: arrow piece, shading, +16 for a square."""

    id = "evolomino-text"
    name = "Evolomino raw text"

    def confidence(self, text: str, filename: str) -> float:
        try:
            numbers = [int(word) for word in text.split()]
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
            raise BadPuzzle(f"{self.name}: {fault}") from None
        for arrow in field.arrows:
            if len(arrow) < 2:
                row, col = divmod(arrow[0], field.cols)
                raise BadPuzzle(f"{self.name}: the arrow piece in row {row + 1}, column {col + 1} stands alone")
        return puzzle_of(field)

    def write(self, puzzle: Puzzle) -> str:
        try:
            return write_raw(field_of(puzzle))
        except RawTextError as fault:
            raise BadPuzzle(f"{self.name}: {fault}") from None
