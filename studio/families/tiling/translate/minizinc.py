"""The MiniZinc model as text: the geost model of section 2.6 where all pieces must be used, else one by placements."""

from __future__ import annotations

from studio.families.tiling.model.placements import find_placements
from studio.families.tiling.model.problem import Problem
from studio.families.tiling.model.shapes import variants


def minizinc_text(problem: Problem) -> str:
    return _geost_text(problem) if problem.exact else _placement_text(problem)


def _array(values: list[str]) -> str:
    return "[" + ", ".join(values) + "]"


def _geost_text(problem: Problem) -> str:
    """Objects with shapes out of unit squares inside a bounding box; holes are fixed objects."""
    offsets: dict[tuple[int, int], int] = {}
    shapes: list[str] = []
    allowed: list[str] = []
    for tile in problem.tiles:
        numbers = []
        for shape in variants(tile.cells, problem.reflections):
            squares = [offsets.setdefault(cell, len(offsets) + 1) for cell in shape]
            shapes.append("{" + ", ".join(map(str, squares)) + "}")
            numbers.append(str(len(shapes)))
        allowed += ["{" + ", ".join(numbers) + "}"] * (tile.count or 0)
    pieces = len(allowed)
    holes = [divmod(i, problem.cols) for i in range(problem.board.size) if not problem.board.ravel()[i]]
    unit = offsets.setdefault((0, 0), len(offsets) + 1)
    shapes.append("{" + str(unit) + "}")
    allowed += ["{" + str(len(shapes)) + "}"] * len(holes)
    squares_text = ", ".join(f"{c}, {r}" for r, c in offsets)
    lines = [
        "% polyomino tiling: pieces as objects of one geost constraint",
        'include "globals.mzn";',
        f"int: n = {len(allowed)};  % pieces, then holes",
        f"int: m = {len(offsets)};  % unit squares",
        "array[1..m, 1..2] of int: rect_size = array2d(1..m, 1..2, [1 | _ in 1..2 * m]);",
        f"array[1..m, 1..2] of int: rect_offset = array2d(1..m, 1..2, [{squares_text}]);",
        f"array[1..{len(shapes)}] of set of int: shape = {_array(shapes)};",
        f"array[1..n] of set of int: allowed = {_array(allowed)};",
        f"array[1..n, 1..2] of var 0..{max(problem.rows, problem.cols)}: position;",
        f"array[1..n] of var 1..{len(shapes)}: kind;",
        "constraint forall(i in 1..n)(kind[i] in allowed[i]);",
        f"constraint geost_bb(2, rect_size, rect_offset, shape, position, kind, [0, 0], [{problem.cols}, {problem.rows}]);",
    ]
    for k, (r, c) in enumerate(holes, pieces + 1):
        lines.append(f"constraint position[{k}, 1] = {c} /\\ position[{k}, 2] = {r};")
    lines += ["solve satisfy;", 'output [show(kind), "\\n", show(position), "\\n"];']
    return "\n".join(lines) + "\n"


def _placement_text(problem: Problem) -> str:
    """One variable per placement: needed where some pieces may be left over."""
    placements = find_placements(problem)
    start, owner = placements.by_cell(problem.board.size)
    lines = [
        "% polyomino tiling: x[p] = placement p is used",
        f"array[1..{max(len(placements), 1)}] of var bool: x;",
    ]
    for i in problem.board_cells():
        terms = " + ".join(f"x[{int(p) + 1}]" for p in owner[start[i] : start[i + 1]]) or "0"
        lines.append(f"constraint {terms} = 1;  % cell {int(i) // problem.cols + 1},{int(i) % problem.cols + 1}")
    for t, limit in enumerate(problem.limits):
        if limit is not None:
            mine = [str(p + 1) for p in range(len(placements)) if placements.tile[p] == t]
            lines.append(f"constraint sum(p in {{{', '.join(mine)}}})(x[p]) <= {limit};  % {problem.tiles[t].label}")
    lines += ["solve satisfy;", 'output ["placements used: ", show([p | p in index_set(x) where fix(x[p])]), "\\n"];']
    return "\n".join(lines) + "\n"
