"""MiniZinc models as text, and how their answers are read: the study's geost model (section 2.6) out of unit squares or strips,
the regular-expression model, and one by placements. Equal pieces are ordered, so that each tiling is an answer once.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from studio.core.say import say
from studio.families.tiling.model.placements import find_placements
from studio.families.tiling.model.problem import Problem
from studio.families.tiling.model.shapes import Shape
from studio.families.tiling.translate.csp import barred_places, strips
from studio.families.tiling.translate.regular import END, START, Automaton, regular_model

MODELS = ("geost", "regular", "placements")
Decode = Callable[[Mapping[str, Any]], list[list[int]]]


def minizinc_text(problem: Problem, model: str = "geost", squares: bool = True, order: bool = True) -> str:
    """The model; without an exact set of pieces there is no geost model, as in the study, and placements take its place."""
    return minizinc_model(problem, model if problem.exact or model != "geost" else "placements", squares, order)[0]


def minizinc_model(problem: Problem, model: str, squares: bool = True, order: bool = True) -> tuple[str, Decode]:
    """Text, and how to read the variables of an answer as pieces."""
    if model == "regular":
        return _regular(problem)
    if model == "placements":
        return _placements(problem)
    if not problem.exact:
        raise RuntimeError(say("the geost model needs a set of pieces of exactly the board's area (section 2.6.1); take the "
                               "model regular or placements"))
    return _geost(problem, squares, order)


def _array(values: Sequence[object]) -> str:
    return "[" + ", ".join(map(str, values)) + "]"


def _set(values: Sequence[object]) -> str:
    return "{" + ", ".join(map(str, values)) + "}"


def _rectangles(shape: Shape, squares: bool) -> list[tuple[int, int, int]]:
    return [(r, c, 1) for r, c in shape] if squares else strips(shape)


def _geost(problem: Problem, squares: bool, order: bool) -> tuple[str, Decode]:
    """Objects with shapes out of rectangles inside a bounding box; holes are fixed objects."""
    rectangles: dict[tuple[int, int, int], int] = {}
    shapes: list[Shape] = []
    parts: list[str] = []
    allowed: list[str] = []
    equal: list[tuple[int, int]] = []
    for tile in problem.tiles:
        numbers = []
        for shape in tile.variants(problem.reflections):
            parts.append(_set([rectangles.setdefault(each, len(rectangles) + 1) for each in _rectangles(shape, squares)]))
            shapes.append(shape)
            numbers.append(len(shapes))
        equal += [(k, k + 1) for k in range(len(allowed) + 1, len(allowed) + (tile.count or 0))]
        allowed += [_set(numbers)] * (tile.count or 0)
    pieces = len(allowed)
    holes = [divmod(i, problem.cols) for i in range(problem.board.size) if not problem.board.ravel()[i]]
    parts.append(_set([rectangles.setdefault((0, 0, 1), len(rectangles) + 1)]))
    allowed += [_set([len(parts)])] * len(holes)
    offsets = ", ".join(f"{c}, {r}" for r, c, _ in rectangles)
    sizes = ", ".join(f"{width}, 1" for _, _, width in rectangles)
    lines = [
        "% polyomino tiling: pieces as objects of one geost constraint",
        'include "geost.mzn";',
        f"int: n = {len(allowed)};  % pieces, then holes",
        f"int: m = {len(rectangles)};  % rectangles",
        f"array[1..m, 1..2] of int: rect_size = array2d(1..m, 1..2, [{sizes}]);",
        f"array[1..m, 1..2] of int: rect_offset = array2d(1..m, 1..2, [{offsets}]);",
        f"array[1..{len(parts)}] of set of int: shape = {_array(parts)};",
        f"array[1..n] of set of int: allowed = {_array(allowed)};",
        f"array[1..n, 1..2] of var 0..{max(problem.rows, problem.cols)}: position;",
        f"array[1..n] of var 1..{len(parts)}: kind;",
        "constraint forall(i in 1..n)(kind[i] in allowed[i]);",
        f"constraint geost_bb(2, rect_size, rect_offset, shape, position, kind, [0, 0], [{problem.cols}, {problem.rows}]);",
    ]
    lines += [f"constraint position[{k}, 1] = {c} /\\ position[{k}, 2] = {r};" for k, (r, c) in enumerate(holes, pieces + 1)]
    if order:
        # several pieces may have the same corner (an L around a square): then the kinds differ
        lines += [f"constraint {_key(problem, a, len(parts))} < {_key(problem, b, len(parts))};" for a, b in equal]
    lines += _barred(problem, shapes)
    lines += ["solve satisfy;", 'output [show(kind), "\\n", show(position), "\\n"];']

    def decode(values: Mapping[str, Any]) -> list[list[int]]:
        found = []
        for kind, (x, y) in zip(values["kind"][:pieces], values["position"][:pieces], strict=True):
            found.append([(y + r) * problem.cols + x + c for r, c in shapes[kind - 1]])
        return found

    return "\n".join(lines) + "\n", decode


def _barred(problem: Problem, shapes: Sequence[Shape]) -> list[str]:
    """Places that what is given rules out."""
    places = barred_places(problem) if problem.given else {}
    return [f"constraint forall(i in 1..n)(not (kind[i] = {kind} /\\ position[i, 1] = {col} /\\ position[i, 2] = {row}));"
            for kind, shape in enumerate(shapes, 1) for row, col in places.get(shape, ())]


def _key(problem: Problem, piece: int, kinds: int) -> str:
    return f"(position[{piece}, 2] * {problem.cols + 1} + position[{piece}, 1]) * {kinds + 1} + kind[{piece}]"


def _table(machine: Automaton) -> str:
    """The transitions as MiniZinc wants them: a row per state, a column per letter (1 and 2), 0 where there is none."""
    table = [[0, 0] for _ in range(machine.states)]
    for state, bit, following in machine.steps:
        table[state][bit] = following + 1
    return f"array2d(1..{machine.states}, 1..2, {_array([entry for row in table for entry in row])})"


def _regular(problem: Problem) -> tuple[str, Decode]:
    model = regular_model(problem)
    pieces, cells = len(model.pieces), len(model.real)
    real = [place + 1 for place, inside in enumerate(model.real) if inside]
    none = [place + 1 for place, inside in enumerate(model.real) if not inside]
    lines = [
        "% polyomino tiling after Lagerkvist and Pesant: x[i, c] = piece i covers cell c; a cell more after each row",
        'include "regular.mzn";',
        'include "lex_greatereq.mzn";',
        f"array[1..{pieces}, 1..{cells}] of var 0..1: x;",
        f"constraint forall(c in {_set(real)})(sum(i in 1..{pieces})(x[i, c]) = 1);",
        f"constraint forall(c in {_set(none)}, i in 1..{pieces})(x[i, c] = 0);",
    ]
    for i, tile in enumerate(model.pieces, 1):
        machine = model.automata[tile]
        lines.append(f"constraint regular([x[{i}, c] + 1 | c in 1..{cells}], {machine.states}, 2, {_table(machine)}, "
                     f"{START + 1}, {_set([START + 1, END + 1])});  % {problem.tiles[tile].label}")
        if i > 1 and model.pieces[i - 2] == tile:
            lines.append(f"constraint lex_greatereq([x[{i - 1}, c] | c in 1..{cells}], [x[{i}, c] | c in 1..{cells}]);")
    lines += [f"constraint sum(c in 1..{cells})(x[{n + 1}, c]) > 0;" for n in model.needed]
    lines += [] if model.possible else ["constraint false;"]
    for tile, mine in enumerate(model.barred):
        owners = _set([i for i, t in enumerate(model.pieces, 1) if t == tile])
        for places in mine:
            covered = f"sum(c in {_set([place + 1 for place in places])})(x[i, c])"
            lines.append(f"constraint forall(i in {owners})({covered} < {len(places)});")
    lines += ["solve satisfy;", 'output [show(x), "\\n"];']
    return "\n".join(lines) + "\n", lambda values: model.decode(values["x"])


def _placements(problem: Problem) -> tuple[str, Decode]:
    """One variable per placement."""
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
        mine = _set([p + 1 for p in range(len(placements)) if placements.tile[p] == t])
        least, label = problem.tiles[t].least, problem.tiles[t].label
        lines += [f"constraint sum(p in {mine})(x[p]) <= {limit};  % {label}"] if limit is not None else []
        lines += [f"constraint sum(p in {mine})(x[p]) >= {least};  % {label}"] if least else []
    lines += ["solve satisfy;", 'output ["placements used: ", show([p | p in index_set(x) where fix(x[p])]), "\\n"];']
    return "\n".join(lines) + "\n", lambda values: [placements.of(p) for p, used in enumerate(values["x"]) if used]
