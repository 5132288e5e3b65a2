"""Kernels under the policy COMPILED: loaded from disk as images (`image.py`), or compiled by numba when there is none."""

from __future__ import annotations

import ast
import hashlib
import inspect
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cache, update_wrapper
from pathlib import Path
from threading import RLock
from types import CodeType, FunctionType
from typing import Any, get_args, get_origin, get_type_hints

import numpy as np

from studio.solvers.kernels import image
from studio.solvers.kernels.arrays import array_dtype
from studio.solvers.kernels.guarded import load_numba
from studio.solvers.kernels.places import folder_stamp
from studio.solvers.kernels.policy import Kernels, give_up_compiling, policy, tell_compiling
from studio.solvers.kernels.record import Record, layout_of, part_of
from studio.solvers.kernels.rewrite import (
    AS_INDEX,
    AS_INT,
    BODY,
    NEVER_CHANGES,
    PLACE_OF,
    PLACE_PLUS,
    VIEW,
    Rewritten,
    front,
    rewritten,
    spread,
)

_lock = RLock()


class Kernel:
    """A function that is compiled when Python or another kernel needs it, for exactly the types of its hints.

    What Python calls is cached on disk and brings along what it calls; so a start loads a few functions, not sixty.
    A call with lists, or with a record of lists, runs the plain function: the layout of the data says which way it goes.
    """

    def __init__(self, plain: FunctionType, entry: bool) -> None:
        update_wrapper(self, plain)
        self.plain, self.entry = plain, entry
        self._run: Callable[..., Any] | None = None
        self._takes: dict[int, image.Spell] = {}
        self._spread: Callable[..., tuple[Any, ...]] | None = None
        self._quick: Callable[..., Any] | None = None
        """takes its arguments apart and runs, where that notices lists by itself"""
        self._dispatcher: Any = None
        self._front: Any = None
        self._rewritten: Rewritten | None = None
        self._records: list[int] = []
        self._arrays: list[int] = []
        self._knows_itself = False
        self._twin: FunctionType | None = None

    def __repr__(self) -> str:
        return f"<kernel {self.plain.__qualname__}>"

    def __call__(self, *arguments: Any) -> Any:
        if self._quick is not None:
            try:
                return self._quick(*arguments)
            except AttributeError:  # lists, which have no dtype, or a record of lists
                pass
        if not self._knows_itself:
            self._look_at_hints()
        for position in self._records:
            if arguments[position].parts is None:
                return (self._twin or self.twin())(*arguments)
        for position in self._arrays:
            if type(arguments[position]) is list:
                return (self._twin or self.twin())(*arguments)
        run = self._run or self.prepare()
        return run(*(self._spread(*arguments) if self._spread is not None else arguments))

    def twin(self) -> FunctionType:
        """The plain function, which calls plain functions: nobody looks at its arguments again."""
        if self._twin is None:
            scope = dict(self.plain.__globals__)
            self._twin = FunctionType(self.plain.__code__, scope, self.plain.__name__, self.plain.__defaults__)
            for name, other in self._callees():
                scope[name] = other.twin()
        return self._twin

    def _look_at_hints(self) -> None:
        """Which parameters are records or arrays. (Not when decorated: hints may name what a module defines later.)"""
        hints = _hints(self.plain)
        kinds = [hints.get(name) for name in _parameters(self.plain)]
        self._records = [at for at, kind in enumerate(kinds) if _is_record(kind)]
        self._arrays = [at for at, kind in enumerate(kinds) if array_dtype(kind) is not None]
        self._knows_itself = True

    # --- compiling --------------------------------------------------------------------------------------------------
    def prepare(self) -> Callable[..., Any]:
        """The compiled function, from disk or made now; the plain one where neither can be had."""
        if policy() is Kernels.PLAIN:  # a fork may still choose otherwise: nothing is settled
            return self.twin()
        with _lock:
            self._look_at_hints()
            try:
                self._run = self._from_image() or self._from_numba()
            except (ImportError, OSError, RuntimeError) as error:  # no numba, no source text, no place for a cache
                give_up_compiling(str(error))
                self._run = self.plain
                return self.plain
            count = len(_parameters(self.plain))
            self._spread = _spreader(self._takes, count)
            if self._takes.keys() >= {*self._records, *self._arrays}:
                self._quick = _spreader(self._takes, count, self._run)
            return self._run

    def _from_image(self) -> Callable[..., Any] | None:
        """The function of an image, from disk or made now; None: it cannot be one."""
        try:
            stamp = self.stamp()
            known = image.found(self.plain, stamp) or self._new_image(stamp)
            if known is None:
                return None
            run = image.linked(self.plain, known)
        except (ImportError, AttributeError):  # another LLVM
            return None
        hints = _hints(self.plain)
        for at, name in enumerate(_parameters(self.plain)):
            if hints[name] not in image.NUMBERS:
                self._takes[at] = image.spelling(hints[name], known.needs.get(name, ()))
        return run

    def _new_image(self, stamp: str) -> image.Image | None:
        from studio.solvers.kernels.compiling import short_way, undisturbed

        way = short_way()
        if way is None or not image.can_give(_hints(self.plain)["return"]):
            return None
        tell_compiling(self.plain.__name__)
        with undisturbed():
            made = way.make_image(self.dispatcher(), self.signature(True))
        if made is None:
            return None
        fresh = image.Image(made[0], self.needs(), made[1], made[2])
        image.keep(self.plain, stamp, fresh)
        return fresh

    def _from_numba(self) -> Callable[..., Any]:
        """The function as numba's own object: one that makes arrays, or that an untried numba has compiled."""
        self._compile_front()
        needs, names = self.needs(), list(_parameters(self.plain))
        self._takes = {i: _taker(needs[names[i]]) for i in self._records}
        run: Callable[..., Any] = self.front()
        return run

    def _compile_front(self) -> None:
        """What Python calls, with all that it calls: from disk, or made now."""
        front = self.front()
        if not front.overloads:
            from studio.solvers.kernels.compiling import undisturbed

            self._attach_cache()
            if not holds(front, self.signature(False)):
                tell_compiling(self.plain.__name__)
            with undisturbed():
                front.compile(self.signature(False))
            front.disable_compile()

    def _compile_for_callers(self) -> None:
        """For other kernels, once, for the types of the hints."""
        dispatcher = self.dispatcher()
        if not dispatcher.overloads:
            from studio.solvers.kernels.compiling import compile_for_callers

            compile_for_callers(dispatcher, self.signature(True))
            dispatcher.disable_compile()

    def is_on_disk(self) -> bool:
        """Has an earlier process left it there, made from these very sources?"""
        with _lock:
            with suppress(ImportError, AttributeError):
                if image.found(self.plain, self.stamp()) is not None:
                    return True
            self._attach_cache()
            return holds(self.front(), self.signature(False))

    def _attach_cache(self) -> None:
        front = self.front()
        try:
            from studio.solvers.kernels.cache import KernelCache, kernel_cache

            if not isinstance(front._cache, KernelCache):
                front._cache = kernel_cache(front.py_func, self.stamp())
        except (ImportError, AttributeError, TypeError):  # another numba, another cache: none is better than stale
            return

    def dispatcher(self) -> Any:
        """numba's object for this function as other kernels call it; nothing is compiled before it is needed."""
        if self._dispatcher is None:
            numba = load_numba()
            from studio.solvers.kernels import pointers
            from studio.solvers.kernels.compiling import new_dispatcher

            node = self._source().node
            spread(self._source(), self.needs(), list(self._call_needs()))
            scope: dict[str, Any] = {**self.plain.__globals__, AS_INT: numba.int64, AS_INDEX: numba.uint64,
                                     PLACE_PLUS: pointers.place_plus, VIEW: pointers.carray,
                                     NEVER_CHANGES: pointers.never_changes}
            self._dispatcher = new_dispatcher(_made(node, self.plain, scope), for_callers=True)
            self._compile_when_asked()
            for name, other in self._callees():
                scope[name] = other.dispatcher()
        return self._dispatcher

    def front(self) -> Any:
        """numba's object for this function as Python calls it."""
        if self._front is None:
            from studio.solvers.kernels.compiling import new_dispatcher

            body = self.dispatcher()
            function = body.py_func
            if self._source().records:
                from studio.solvers.kernels.pointers import place_of

                node = front(self._source(), self.needs())
                function = _made(node, self.plain, {**self.plain.__globals__, PLACE_OF: place_of, BODY: body})
            self._front = new_dispatcher(function, for_callers=False)
        return self._front

    def _compile_when_asked(self) -> None:
        """A caller that is compiled asks for this template: then, and for one signature, this function is, too."""
        ask = self._dispatcher.get_call_template

        def get_call_template(arguments: Any, keywords: Any) -> Any:
            self._compile_for_callers()
            return ask(arguments, keywords)

        self._dispatcher.get_call_template = get_call_template

    def signature(self, for_callers: bool) -> Any:
        """numba's types for the hints: callers hand on places, Python arrays."""
        hints = _hints(self.plain)
        result = hints.pop("return")
        needs = self.needs()
        types = [kind for name, hint in hints.items()
                 for kind in (_part_types(hint, needs[name], for_callers) if name in needs else [_numba_type(hint)])]
        return _numba_type(result)(*types)

    # --- records and calls ------------------------------------------------------------------------------------------
    def _source(self) -> Rewritten:
        if self._rewritten is None:
            if self.plain.__closure__:
                raise TypeError(f"kernel {self.plain.__qualname__}: no closures")
            self._rewritten = rewritten(self.plain, _hints(self.plain))
        return self._rewritten

    def needs(self) -> dict[str, tuple[str, ...]]:
        """Per record parameter: the parts that this function and those that it passes the record to use."""
        found = {}
        for name, kind in self._source().records.items():
            used: set[str] = set()
            seen = {(self, name)}
            waiting = [(self, name)]
            while waiting:
                at, parameter = waiting.pop()
                used |= at._source().uses[parameter]
                new = set(at._passes(parameter)) - seen
                seen |= new
                waiting += new
            found[name] = tuple(part for part in layout_of(kind).parts if part in used)
        return found

    def _passes(self, parameter: str) -> Iterator[tuple[Kernel, str]]:
        for call in self._source().calls:
            callee = self._callee(call.name)
            names = list(_parameters(callee.plain))
            for position, record in call.records.items():
                if record == parameter:
                    yield callee, names[position]

    def _call_needs(self) -> Iterator[dict[int, tuple[str, ...]]]:
        for call in self._source().calls:
            callee = self._callee(call.name)
            needs, names = callee.needs(), list(_parameters(callee.plain))
            yield {position: needs[names[position]] for position in call.records}

    def _callee(self, name: str) -> Kernel:
        found = self.plain.__globals__.get(name)
        if not isinstance(found, Kernel):
            raise TypeError(f"kernel {self.plain.__qualname__}: {name} gets a record but is no kernel")
        return found

    def _used(self) -> Iterator[tuple[str, Any]]:
        """The global names of this function and what they stand for."""
        scope = self.plain.__globals__
        return ((name, scope[name]) for name in sorted(_names(self.plain.__code__)) if name in scope)

    def _callees(self) -> Iterator[tuple[str, Kernel]]:
        return ((name, value) for name, value in self._used() if isinstance(value, Kernel))

    def stamp(self) -> str:
        """Changes with everything that goes into the compiled function, in whichever file it stands."""
        digest, folders = hashlib.sha256(), {Path(__file__).parent}
        seen: set[Kernel] = {self}
        waiting = [self]
        while waiting:
            at = waiting.pop()
            modules: list[Any] = [at.plain, *filter(_is_record, _hints(at.plain).values())]
            folders |= {Path(inspect.getfile(module)).parent for module in modules}
            for name, value in at._used():
                if isinstance(value, Kernel):
                    if value not in seen:
                        seen.add(value)
                        waiting.append(value)
                elif isinstance(value, (int, float, str, tuple, np.generic, np.ndarray)):
                    text = value.tobytes().hex() if isinstance(value, np.ndarray) else repr(value)
                    digest.update(f"{at.plain.__module__}.{name}={text};".encode())
        for folder in sorted(folders):
            digest.update(folder_stamp(folder).encode())
        return digest.hexdigest()


def _names(code: CodeType) -> set[str]:
    """All global names of a function, also those inside comprehensions."""
    inner = (constant for constant in code.co_consts if isinstance(constant, CodeType))
    return set(code.co_names).union(*map(_names, inner))


def holds(front: Any, signature: Any) -> bool:
    """Does its cache have this signature?"""
    holds = getattr(front._cache, "holds", None)
    return holds is not None and bool(holds(signature, front.targetctx))


def _made(node: ast.FunctionDef, plain: FunctionType, scope: dict[str, Any]) -> Any:
    """The function of a piece of syntax, as if it stood where `plain` stands."""
    exec(compile(ast.Module([node], []), plain.__code__.co_filename, "exec"), scope)
    return scope[plain.__name__]


def _as_tuple(*words: Any) -> tuple[Any, ...]:
    return words


def _spreader(takes: dict[int, image.Spell], count: int, then: Callable[..., Any] = _as_tuple) -> Callable[..., Any]:
    """All arguments taken apart, and what then is done with them, in one expression: small boards call kernels so often that
    a loop is felt."""
    names = [f"a{at}" for at in range(count)]
    words = [f"*t{at}({name})" if at in takes else name for at, name in enumerate(names)]
    spread: Callable[..., Any] = eval(f"lambda {', '.join(names)}: then({', '.join(words)})",
                                      {"then": then, **{f"t{at}": take for at, take in takes.items()}})
    return spread


def _taker(parts: tuple[str, ...]) -> image.Spell:
    """Takes these parts of a packed record."""
    return lambda record: tuple(map(record.parts.__getitem__, parts))


def _is_record(hint: Any) -> bool:
    return isinstance(hint, type) and issubclass(hint, Record)


def _parameters(plain: FunctionType) -> dict[str, Any]:
    """The hints of the parameters as they are written, in order."""
    code = plain.__code__
    return {name: plain.__annotations__.get(name) for name in code.co_varnames[: code.co_argcount]}


@cache
def _cached_hints(plain: FunctionType) -> dict[str, Any]:
    return get_type_hints(plain)


def _hints(plain: FunctionType) -> dict[str, Any]:
    return dict(_cached_hints(plain))


def _part_types(kind: type[Record], parts: tuple[str, ...], as_places: bool) -> list[Any]:
    types = load_numba().types
    from numba.np.numpy_support import from_dtype

    known = {part_of(dtype): from_dtype(dtype) for dtype in layout_of(kind).dtypes}
    arrays = {part: types.CPointer(entry) if as_places else types.Array(entry, 1, "C") for part, entry in known.items()}
    return [arrays[part] for part in parts]


@cache
def _numba_type(hint: Any) -> Any:
    """numba's name for a type hint of a kernel."""
    types = load_numba().types
    from numba.np.numpy_support import from_dtype

    simple = {int: types.int64, float: types.float64, bool: types.boolean, type(None): types.none}
    if hint in simple:
        return simple[hint]
    if isinstance(hint, type) and issubclass(hint, np.generic):
        return from_dtype(np.dtype(hint))
    if isinstance(hint, type) and issubclass(hint, tuple) and hasattr(hint, "_fields"):
        return types.NamedTuple(tuple(map(_numba_type, get_type_hints(hint).values())), hint)
    dtype, arguments = array_dtype(hint), get_args(hint)
    if dtype is not None:
        return types.Array(from_dtype(dtype), image.dimensions(hint), "C")
    if get_origin(hint) is tuple:
        return types.Tuple(tuple(map(_numba_type, arguments)))
    raise TypeError(f"a kernel cannot take {hint!r}: its hints are int, float, bool, arrays, records and NamedTuples of these")
