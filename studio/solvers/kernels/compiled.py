"""Kernels under the policy COMPILED: the only module here (with `cache.py`) that knows numba, and only when one is needed."""

from __future__ import annotations

import hashlib
import inspect
from collections.abc import Callable, Iterator
from functools import cache, update_wrapper
from operator import itemgetter
from pathlib import Path
from threading import RLock
from types import CodeType, FunctionType
from typing import Any, get_args, get_origin, get_type_hints

import numpy as np

from studio.solvers.kernels.arrays import array_dtype
from studio.solvers.kernels.guarded import load_numba
from studio.solvers.kernels.policy import give_up_compiling, tell_compiling
from studio.solvers.kernels.record import Record, layout_of, part_of
from studio.solvers.kernels.rewrite import AS_INDEX, AS_INT, Rewritten, rewritten, spread

_lock = RLock()


class Kernel:
    """A function that is compiled when Python or another kernel needs it, for exactly the types of its hints.

    What Python calls is cached on disk and brings along what it calls; so a start loads a few functions, not sixty.
    A call with lists, or with a record of lists, runs the plain function: the layout of the data says which way it goes.
    """

    def __init__(self, plain: FunctionType, entry: bool, inline: bool, fastmath: bool) -> None:
        update_wrapper(self, plain)
        self.plain, self.entry, self.inline, self.fastmath = plain, entry, inline, fastmath
        self._run: Callable[..., Any] | None = None
        self._takes: list[tuple[int, Callable[[Any], tuple[Any, ...]]]] = []
        self._dispatcher: Any = None
        self._function: Any = None
        self._for_callers = False
        self._rewritten: Rewritten | None = None
        self._records: list[int] = []
        self._arrays: list[int] = []
        self._knows_itself = False
        self._twin: FunctionType | None = None

    def __repr__(self) -> str:
        return f"<kernel {self.plain.__qualname__}>"

    def __call__(self, *arguments: Any) -> Any:
        if not self._knows_itself:
            self._look_at_hints()
        for position in self._records:
            if arguments[position].parts is None:
                return (self._twin or self.twin())(*arguments)
        for position in self._arrays:
            if type(arguments[position]) is list:
                return (self._twin or self.twin())(*arguments)
        run = self._run or self.prepare()
        if not self._takes:
            return run(*arguments)
        if len(self._takes) == 1 and self._takes[0][0] == 0:
            return run(*self._takes[0][1](arguments[0].parts), *arguments[1:])
        takes = dict(self._takes)
        return run(*(each for i, argument in enumerate(arguments)
                     for each in (takes[i](argument.parts) if i in takes else (argument,))))

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
        with _lock:
            try:
                if not self.inline:
                    self.compile(cached=True)
            except (ImportError, OSError, RuntimeError) as error:  # no numba, no source text, no place for a cache
                give_up_compiling(str(error))
                self._run = self.plain
                return self.plain
            self._look_at_hints()
            needs, names = self.needs(), list(_parameters(self.plain))
            self._takes = [(i, _taker(needs[names[i]])) for i in self._records]
            self._run = self.dispatcher()
            return self._run

    def compile(self, cached: bool) -> None:
        """Compile for the types of the hints, once."""
        if cached and self._for_callers:  # now Python wants it, too
            self._dispatcher, self._for_callers = self._new_dispatcher(), False
        dispatcher = self.dispatcher()
        if not dispatcher.overloads:
            if cached or self.entry:
                from studio.solvers.kernels.pipeline import undisturbed

                self._attach_cache()
                if not dispatcher._cache.holds(self.signature(), dispatcher.targetctx):
                    tell_compiling(self.plain.__name__)
                with undisturbed():
                    dispatcher.compile(self.signature())
            else:
                self._compile_for_callers()
            dispatcher.disable_compile()

    def _compile_for_callers(self) -> None:
        """Compile a function that Python never calls: without wrappers, and only as far as linking needs it. Its callers are
        optimised with all they call, so doing that here as well, and making machine code of it, would be for nothing."""
        from numba.core import compiler, sigutils
        from numba.core.compiler_lock import global_compiler_lock

        from studio.solvers.kernels.pipeline import KernelCompiler

        dispatcher = self.dispatcher()
        arguments, result = sigutils.normalize_signature(self.signature())
        flags = compiler.Flags()
        dispatcher.targetdescr.options.parse_as_flags(flags, dispatcher.targetoptions)
        flags.no_compile = flags.no_cpython_wrapper = flags.no_cfunc_wrapper = True
        target = dispatcher.targetctx
        with global_compiler_lock:
            library = target.codegen().create_library(self.plain.__qualname__)
            library._optimize_final_module = library._finalize_specific = lambda: None
            made = compiler.compile_extra(dispatcher.typingctx, target, dispatcher.py_func, args=arguments, return_type=result,
                                          flags=flags, locals={}, library=library, pipeline_class=KernelCompiler)
            key = object()  # what callers find it by
            target.insert_user_function(key, made.fndesc, [made.library])
            dispatcher.overloads[tuple(arguments)] = made._replace(entry_point=key)
        self._for_callers = True

    def is_on_disk(self) -> bool:
        """Has an earlier process left it there, made from these very sources?"""
        with _lock:
            self._attach_cache()
            dispatcher = self.dispatcher()
            return bool(dispatcher._cache.holds(self.signature(), dispatcher.targetctx))

    def _attach_cache(self) -> None:
        from studio.solvers.kernels.cache import KernelCache, kernel_cache

        dispatcher = self.dispatcher()
        if not isinstance(dispatcher._cache, KernelCache):
            dispatcher._cache = kernel_cache(dispatcher.py_func, self.stamp())

    def dispatcher(self) -> Any:
        """numba's object for this function; nothing is compiled before it is needed."""
        if self._dispatcher is None:
            numba = load_numba()
            node = self._source().node
            spread(self._source(), self.needs(), list(self._call_needs()))
            scope: dict[str, Any] = {**self.plain.__globals__, AS_INT: numba.int64, AS_INDEX: numba.uint64}
            exec(_code(node, self.plain), scope)
            self._function = scope[self.plain.__name__]
            self._dispatcher = self._new_dispatcher()
            for name, other in self._callees():
                scope[name] = other.dispatcher()
        return self._dispatcher

    def _new_dispatcher(self) -> Any:
        from numba import njit

        from studio.solvers.kernels.pipeline import KernelCompiler

        options: dict[str, Any] = {"inline": "always"} if self.inline else {"nogil": True, "fastmath": self.fastmath}
        made = njit(pipeline_class=KernelCompiler, **options)(self._function)
        if not self.inline:
            self._compile_when_asked(made)
        return made

    def _compile_when_asked(self, dispatcher: Any) -> None:
        """A caller that is compiled asks for this template: then, and for one signature, this function is, too."""
        ask = dispatcher.get_call_template

        def get_call_template(arguments: Any, keywords: Any) -> Any:
            self.compile(cached=False)
            return ask(arguments, keywords)

        dispatcher.get_call_template = get_call_template

    def signature(self) -> Any:
        hints = _hints(self.plain)
        result = hints.pop("return")
        needs = self.needs()
        types = [kind for name, hint in hints.items()
                 for kind in (_part_types(hint, needs[name]) if name in needs else [_numba_type(hint)])]
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
        from studio.solvers.kernels.cache import folder_stamp

        digest, folders = hashlib.sha256(), {Path(__file__).parent}
        seen: set[Kernel] = {self}
        waiting = [self]
        while waiting:
            at = waiting.pop()
            modules: list[Any] = [at.plain, *at._source().records.values()]
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


def _code(node: Any, plain: FunctionType) -> CodeType:
    import ast

    return compile(ast.Module([node], []), plain.__code__.co_filename, "exec")


def _taker(parts: tuple[str, ...]) -> Callable[[Any], tuple[Any, ...]]:
    """Takes these parts of a packed record."""
    if len(parts) == 1:
        return lambda found: (found[parts[0]],)
    return itemgetter(*parts) if parts else lambda found: ()


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


def _part_types(kind: type[Record], parts: tuple[str, ...]) -> list[Any]:
    types = load_numba().types
    from numba.np.numpy_support import from_dtype

    arrays = {part_of(dtype): types.Array(from_dtype(dtype), 1, "C") for dtype in layout_of(kind).dtypes}
    return [arrays.get(part, types.int64) for part in parts]


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
        sizes = get_args(arguments[0])
        dimensions = len(sizes) if sizes and sizes[-1] is not Ellipsis else 1
        return types.Array(from_dtype(dtype), dimensions, "C")
    if get_origin(hint) is tuple:
        return types.Tuple(tuple(map(_numba_type, arguments)))
    raise TypeError(f"a kernel cannot take {hint!r}: its hints are int, float, bool, arrays, records and NamedTuples of these")
