"""One array for the compiled kernel where the sources speak of thirty.

Compiled functions take a tuple of arrays apart at every call: with thirty arrays, that made most of two minutes of
compilation. So the arrays of a `State` lie one behind another in one array, and in what numba compiles `s.value[p]` reads
`s.numbers[<where the values begin> + p]`. Plain Python runs the sources as they are.
"""

from __future__ import annotations

import ast
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

from studio.families.fillomino.kernel.state import FLAGS, LENGTHS, State, length_of

Size = tuple[int, int, int, int]


class Packed(NamedTuple):
    """What compiled functions get for a `State`."""

    numbers: Any  # int32
    flags: Any  # uint8
    cells: int
    values: int
    width: int
    basic: int


def starts(flags: bool) -> tuple[dict[str, Size], Size]:
    """Where the numbers (or flags) begin, and where the last one ends, as coefficients of (1, K, M, K*M)."""
    found: dict[str, Size] = {}
    end: Size = (0, 0, 0, 0)
    for name, size in LENGTHS.items():
        if (name in FLAGS) == flags:
            found[name] = end
            end = (end[0] + size[0], end[1] + size[1], end[2] + size[2], end[3] + size[3])
    return found, end


START = {"numbers": starts(False)[0], "flags": starts(True)[0]}


def packed_state(cells: int, values: int, width: int, basic: int) -> State:
    """A state of views into two arrays."""
    import numpy as np

    whole = {"numbers": np.zeros(length_of(starts(False)[1], cells, values), "i4"),
             "flags": np.zeros(length_of(starts(True)[1], cells, values), "u1")}
    views = {}
    for kind, places in START.items():
        for name, place in places.items():
            start = length_of(place, cells, values)
            views[name] = whole[kind][start : start + length_of(LENGTHS[name], cells, values)]
    packed = Packed(whole["numbers"], whole["flags"], cells, values, width, basic)
    return State(cells=cells, values=values, width=width, basic=basic, packed=packed, **views)


def packed_copy(state: State) -> State:
    """A plain state as compiled functions take it."""
    copy = packed_state(state.cells, state.values, state.width, state.basic)
    for name in LENGTHS:
        getattr(copy, name)[:] = getattr(state, name)
    return copy


def packed_functions(module: ModuleType) -> Any:
    """The code of a module's functions, with the state's arrays packed."""
    path = str(module.__file__)
    tree = ast.parse(Path(path).read_text(encoding="utf-8"))
    functions: list[ast.stmt] = [_Packing().visit(node) for node in tree.body if isinstance(node, ast.FunctionDef)]
    return compile(ast.fix_missing_locations(ast.Module(functions, [])), path, "exec")


class _Packing(ast.NodeTransformer):
    """Rewrites one function. Local names for arrays (`mark = s.mark`) are looked through."""

    def __init__(self) -> None:
        self.local: dict[str, str] = {}

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.FunctionDef:
        node.returns = None
        for argument in node.args.args:
            argument.annotation = None
        return self.generic_visit(node)  # type: ignore[return-value]

    def visit_Assign(self, node: ast.Assign) -> ast.AST | list[ast.Assign]:
        target, value = node.targets[0], node.value
        several = isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple)
        pairs = list(zip(target.elts, value.elts)) if several else [(target, value)]  # type: ignore[attr-defined]
        if not any(_array(source) for _, source in pairs):
            return self.generic_visit(node)
        for name, source in pairs:
            if _array(source):
                assert isinstance(name, ast.Name)
                self.local[name.id] = _array(source)
        others = [ast.Assign([name], self.visit(source)) for name, source in pairs if not _array(source)]
        return [ast.copy_location(other, node) for other in others]

    def visit_Subscript(self, node: ast.Subscript) -> ast.AST:
        name = _array(node.value) or (self.local.get(node.value.id, "") if isinstance(node.value, ast.Name) else "")
        index = self.visit(node.slice)
        if not name:
            return ast.copy_location(ast.Subscript(node.value, index, node.ctx), node)
        kind = "flags" if name in FLAGS else "numbers"
        whole = ast.parse(f"s.{kind}", mode="eval").body
        return ast.copy_location(ast.Subscript(whole, _plus(START[kind][name], index), node.ctx), node)


def _array(node: ast.expr) -> str:
    """The name of the state's array that this is, or nothing."""
    is_state = isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "s"
    return node.attr if is_state and node.attr in LENGTHS else ""  # type: ignore[attr-defined]


def _plus(start: Size, index: ast.expr) -> ast.expr:
    """An index counted from where an array begins."""
    names = ("1", "s.values", "s.cells", "s.values * s.cells")
    terms = " + ".join(f"{factor} * {name}" for factor, name in zip(start, names) if factor)
    return ast.BinOp(ast.parse(terms, mode="eval").body, ast.Add(), index) if terms else index
