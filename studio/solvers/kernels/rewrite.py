"""A kernel's source as numba gets it: records taken apart.

In what is compiled, a record parameter `s` is the few parts of it that the function and those it calls use (`s__i32`, `s__u8`),
each as the place where it begins (`pointers.py`), and

    s.level[v]              is  s__i32[uint64(start + v)]       start = never_changes(s__i32, 17); slot 17 of the header says it
    s.depth += 1            is  s__i32[4] += 1
    s.cells                 is  never_changes(s__i32, 9)        a Fixed
    level = s.level         is  level = start                   `level[v]` is then s__i32[uint64(level + v)]
    g(s, v)                 is  g(s__i32, v)                    for a kernel g that needs this part
    g(s.level)              is  g(carray(place_plus(s__i32, start), end - start))       a view

Unsigned numbers are read as int64, so that arithmetic is that of Python (an unsigned byte less another one may be negative);
numba itself widens signed ones. Indices are unsigned: an index that may be negative is compared with 0 at every access, and
loops over it stay scalar.
"""

from __future__ import annotations

import ast
import inspect
import textwrap
from dataclasses import dataclass, field
from types import FunctionType
from typing import Any, NamedTuple

from studio.solvers.kernels.record import Layout, Record, layout_of, part_of

AS_INT = "__as_int64"
AS_INDEX = "__as_index"
PLACE_OF = "__place_of"
PLACE_PLUS = "__place_plus"
VIEW = "__carray"
NEVER_CHANGES = "__never_changes"
BODY = "__body"
AS_THEY_ARE = ("u64", "b8", "i8", "i16", "i32", "i64")  # and floats: their entries are not read as int64


class Call(NamedTuple):
    """A call of another kernel that gets records."""

    node: ast.Call
    name: str
    records: dict[int, str]  # which argument is which record parameter


@dataclass
class Rewritten:
    """One function with its records taken apart, but for the calls that pass them on."""

    node: ast.FunctionDef
    records: dict[str, type[Record]]
    uses: dict[str, set[str]]  # record parameter -> parts that this very function touches
    calls: list[Call] = field(default_factory=list)


def rewritten(function: FunctionType, hints: dict[str, Any]) -> Rewritten:
    """The source of a function, with the records among its parameters taken apart."""
    lines, first = inspect.getsourcelines(function)
    tree = ast.parse(textwrap.dedent("".join(lines)))
    ast.increment_lineno(tree, first - 1)
    node = tree.body[0]
    assert isinstance(node, ast.FunctionDef)
    records = {name: hint for name, hint in hints.items() if isinstance(hint, type) and issubclass(hint, Record)}
    rewriter = _Rewriter(function, records)
    node.body = [new for statement in node.body for new in rewriter.statement(statement)]
    node.decorator_list, node.returns = [], None
    for argument in node.args.args:
        argument.annotation = None
    return Rewritten(node, records, rewriter.uses, rewriter.calls)


def spread(done: Rewritten, needs: dict[str, tuple[str, ...]], calls: list[dict[int, tuple[str, ...]]]) -> None:
    """Spread the records out: in the parameters (`needs`: their parts) and in the calls (`calls`: parts per argument)."""
    arguments = []
    for argument in done.node.args.args:
        names = [part_name(argument.arg, part) for part in needs[argument.arg]] if argument.arg in needs else [argument.arg]
        arguments += [ast.arg(name) for name in names]
    done.node.args.args = arguments
    for call, parts in zip(done.calls, calls):
        given: list[ast.expr] = []
        for position, value in enumerate(call.node.args):
            if position in call.records:
                given += [_name(part_name(call.records[position], part)) for part in parts[position]]
            else:
                given.append(value)
        call.node.args = given
    ast.fix_missing_locations(done.node)


def front(done: Rewritten, records: dict[str, tuple[str, ...]]) -> ast.FunctionDef:
    """What Python calls: it takes the records' parts as arrays and hands on the places where they begin."""
    parameters = [argument.arg for argument in done.node.args.args]
    arrays = {part_name(record, part) for record, parts in records.items() for part in parts}
    given = (f"{PLACE_OF}({name})" if name in arrays else name for name in parameters)
    tree = ast.parse(f"def {done.node.name}({', '.join(parameters)}):\n    return {BODY}({', '.join(given)})")
    ast.increment_lineno(tree, done.node.lineno - 1)
    made = tree.body[0]
    assert isinstance(made, ast.FunctionDef)
    return made


def _call(name: str, *arguments: ast.expr) -> ast.Call:
    return ast.Call(_name(name), list(arguments), [])


def part_name(record: str, part: str) -> str:
    return f"{record}__{part}"


def _name(name: str) -> ast.Name:
    return ast.Name(name, ast.Load())


class _Rewriter(ast.NodeTransformer):
    def __init__(self, function: FunctionType, records: dict[str, type[Record]]) -> None:
        self.function = function
        self.layouts: dict[str, Layout] = {name: layout_of(kind) for name, kind in records.items()}
        self.aliases: dict[str, tuple[str, str]] = {}  # local name of an array -> its record and part
        self.uses: dict[str, set[str]] = {name: set() for name in records}
        self.calls: list[Call] = []

    def statement(self, node: ast.stmt) -> list[ast.stmt]:
        new = self.visit(node)
        return new if isinstance(new, list) else [new]

    def wrong(self, node: ast.AST, why: str) -> TypeError:
        code = self.function.__code__
        return TypeError(f"{code.co_filename}:{getattr(node, 'lineno', 0)} in kernel {code.co_name}: {why}")

    # --- the pieces -------------------------------------------------------------------------------------------------
    def part(self, record: str, part: str) -> ast.Name:
        self.uses[record].add(part)
        return _name(part_name(record, part))

    def header(self, record: str, slot: int) -> ast.expr:
        """An entry of the header that never changes."""
        return _call(NEVER_CHANGES, self.part(record, "i32"), ast.Constant(slot))

    def array(self, node: ast.expr) -> tuple[str, str] | None:
        """The record and the part in which this array lies; None if it is no array of a record."""
        if isinstance(node, ast.Name):
            return self.aliases.get(node.id)
        if isinstance(node, ast.IfExp):
            body, other = self.array(node.body), self.array(node.orelse)
            return body if body == other else None
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id in self.layouts:
            dtype = self.layouts[node.value.id].arrays.get(node.attr)
            return (node.value.id, part_of(dtype)) if dtype is not None else None
        return None

    def start(self, node: ast.expr) -> ast.expr:
        """Where an array starts in its part."""
        if isinstance(node, ast.Name):
            return _name(node.id)
        if isinstance(node, ast.IfExp):
            return ast.IfExp(self.visit(node.test), self.start(node.body), self.start(node.orelse))
        assert isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name)
        return self.header(node.value.id, self.layouts[node.value.id].slots[node.attr])

    def end(self, node: ast.expr) -> ast.expr:
        if not isinstance(node, ast.Attribute) or not isinstance(node.value, ast.Name):
            raise self.wrong(node, "a local name of an array can be indexed only: say s.name here")
        return self.header(node.value.id, self.layouts[node.value.id].slots[node.attr] + 1)

    # --- statements -------------------------------------------------------------------------------------------------
    def visit_AnnAssign(self, node: ast.AnnAssign) -> Any:
        if node.value is None:
            return []
        return self.visit(ast.copy_location(ast.Assign([node.target], node.value), node))

    def visit_Assign(self, node: ast.Assign) -> Any:
        target, value = node.targets[0], node.value
        if isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple) and len(target.elts) == len(value.elts):
            value.elts = [self.assigned(name, source) for name, source in zip(target.elts, value.elts)]
            target.elts = [self.visit(name) for name in target.elts]
            return node
        node.value = self.assigned(target, value)
        node.targets = [self.visit(target) for target in node.targets]
        return node

    def assigned(self, target: ast.expr, value: ast.expr) -> ast.expr:
        """What is assigned to one target: of an array of a record, its start."""
        array = self.array(value)
        known = self.aliases.get(target.id) if isinstance(target, ast.Name) else None
        if array is None:
            if known is not None:
                raise self.wrong(target, "a local name of an array keeps to arrays")
            new: ast.expr = self.visit(value)
            return new
        if not isinstance(target, ast.Name) or known not in (None, array):
            raise self.wrong(target, "a local name keeps to arrays of one dtype of one record")
        start = self.start(value)
        self.aliases[target.id] = array
        return start

    # --- expressions ------------------------------------------------------------------------------------------------
    def visit_Subscript(self, node: ast.Subscript) -> ast.expr:
        array = self.array(node.value)
        if array is None:
            return self.generic_visit(node)  # type: ignore[return-value]
        record, part = array
        whole = self.part(record, part)
        if isinstance(node.slice, ast.Slice):
            piece = node.slice
            lower = self.plus(self.start(node.value), self.visit(piece.lower)) if piece.lower else self.start(node.value)
            upper = self.plus(self.start(node.value), self.visit(piece.upper)) if piece.upper else self.end(node.value)
            return ast.copy_location(self.view(whole, lower, upper, node.ctx), node)
        entry = ast.Subscript(whole, self.index(self.start(node.value), self.visit(node.slice)), node.ctx)
        return ast.copy_location(self.read(entry, part), node)

    @staticmethod
    def view(whole: ast.expr, start: ast.expr, end: ast.expr, context: ast.expr_context) -> ast.expr:
        """A stretch of a part, as an array; to be written to, all of it."""
        length = ast.BinOp(end, ast.Sub(), start)
        found = _call(VIEW, _call(PLACE_PLUS, whole, start), length)
        return found if isinstance(context, ast.Load) else ast.Subscript(found, ast.Slice(), context)

    @staticmethod
    def plus(start: ast.expr, index: ast.expr) -> ast.expr:
        return ast.BinOp(start, ast.Add(), index)

    def index(self, start: ast.expr, offset: ast.expr) -> ast.expr:
        return _call(AS_INDEX, self.plus(start, offset))

    @staticmethod
    def read(entry: ast.Subscript, part: str) -> ast.expr:
        if not isinstance(entry.ctx, ast.Load) or part[0] == "f" or part in AS_THEY_ARE:
            return entry
        return _call(AS_INT, entry)

    def visit_Attribute(self, node: ast.Attribute) -> ast.expr:
        if not isinstance(node.value, ast.Name) or node.value.id not in self.layouts:
            return self.generic_visit(node)  # type: ignore[return-value]
        record, layout = node.value.id, self.layouts[node.value.id]
        if not layout.knows(node.attr):
            raise self.wrong(node, f"{record} has no field {node.attr}")
        if node.attr in layout.fixed:
            if not isinstance(node.ctx, ast.Load):
                raise self.wrong(node, f"{record}.{node.attr} is Fixed")
            return ast.copy_location(self.header(record, layout.slots[node.attr]), node)
        if layout.is_array(node.attr):  # neither indexed nor given a local name: a view
            whole = self.part(record, part_of(layout.arrays[node.attr]))
            return ast.copy_location(self.view(whole, self.start(node), self.end(node), node.ctx), node)
        part = "f64" if node.attr in layout.floats else "i32"
        slot = layout.floats[node.attr] if part == "f64" else layout.slots[node.attr]
        entry = ast.Subscript(self.part(record, part), ast.Constant(slot), node.ctx)
        return ast.copy_location(self.read(entry, part), node)

    def visit_Name(self, node: ast.Name) -> ast.expr:
        if node.id in self.layouts:
            raise self.wrong(node, f"the record {node.id} can be passed on to kernels only, as it is")
        if node.id in self.aliases and isinstance(node.ctx, ast.Load):
            raise self.wrong(node, f"{node.id}, a local name of an array, can be indexed only: say s.name here")
        return node

    def visit_Call(self, node: ast.Call) -> ast.expr:
        if isinstance(node.func, ast.Name) and node.func.id == "len" and node.args and self.array(node.args[0]):
            length = ast.BinOp(self.end(node.args[0]), ast.Sub(), self.start(node.args[0]))
            return ast.copy_location(length, node)
        passed = {i: value.id for i, value in enumerate(node.args) if isinstance(value, ast.Name) and value.id in self.layouts}
        if passed:
            if not isinstance(node.func, ast.Name):
                raise self.wrong(node, "a kernel is called by its name (import it, not its module)")
            self.calls.append(Call(node, node.func.id, passed))
        node.args = [value if i in passed else self.visit(value) for i, value in enumerate(node.args)]
        node.keywords = [self.visit(keyword) for keyword in node.keywords]
        return node
