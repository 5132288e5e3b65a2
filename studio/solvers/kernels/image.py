"""Compiled kernels as plain object code, loaded by LLVM alone.

numba compiles a kernel once. What Python calls is kept on disk as an *image*: the machine code, self-contained, with the name
by which it is called and the parts of records that it takes. Later processes load it through llvmlite and call it through
ctypes, and never import numba, which takes longer than most boards do: that is what makes compiled kernels worth a start.

A function in an image follows numba's calling convention: the place of the result, the place of an error, then the arguments
taken apart into words (of a record one place per part, of an array seven words or nine). It holds no memory of its own: an
array that comes from Python has no owner that an image could count (its first word is 0).
"""

from __future__ import annotations

import ctypes
import hashlib
import json
import os
import platform
import tempfile
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import FunctionType
from typing import Any, get_args, get_origin, get_type_hints

import numpy as np

from studio.solvers.kernels.arrays import array_dtype
from studio.solvers.kernels.places import private_place, usual_places
from studio.solvers.kernels.record import Record

DONE, DONE_WITHOUT_RESULT = 0, -2
"""What a function returns when all went well."""
LOAD_ERRORS = (ImportError, OSError, RuntimeError, AttributeError)
Needs = dict[str, tuple[str, ...]]
Spell = Callable[[Any], tuple[Any, ...]]


@dataclass(frozen=True)
class Image:
    """A compiled function: its name in the machine code, the parts of each record that it takes, what it needs from outside."""

    symbol: str
    needs: Needs
    outside: tuple[str, ...]
    """functions of the C library, such as memset"""
    code: bytes


# --- on disk ------------------------------------------------------------------------------------------------------------------
def _file_name(plain: FunctionType) -> str:
    line = plain.__code__.co_firstlineno
    return f"{Path(plain.__code__.co_filename).stem}.{plain.__qualname__}-{line}.{_machine()}.kernel"


@cache
def _machine() -> str:
    """Machine code is for one kind of processor, and one LLVM reads it."""
    import llvmlite
    from llvmlite import binding as llvm

    about = (llvmlite.__version__, llvm.get_default_triple(), llvm.get_host_cpu_name(), llvm.get_host_cpu_features().flatten(),
             os.environ.get("NUMBA_CPU_NAME"), os.environ.get("NUMBA_CPU_FEATURES"), platform.machine())
    return hashlib.sha256(repr(about).encode()).hexdigest()[:12]


def _all_places(plain: FunctionType) -> Iterator[Path]:
    yield from usual_places(Path(plain.__code__.co_filename))
    with suppress(RuntimeError):
        yield private_place()


def found(plain: FunctionType, stamp: str) -> Image | None:
    """The image of a function that was made from these very sources; None: there is none, or it is damaged."""
    for folder in _all_places(plain):
        with suppress(OSError, ValueError, KeyError, TypeError):
            whole = (folder / _file_name(plain)).read_bytes()
            head, _, code = whole[64:].partition(b"\n")
            about = json.loads(head)
            if hashlib.sha256(whole[64:]).hexdigest().encode() == whole[:64] and about["stamp"] == stamp:
                needs = {name: tuple(parts) for name, parts in about["needs"].items()}
                return Image(about["symbol"], needs, tuple(about["outside"]), code)
    return None


def keep(plain: FunctionType, stamp: str, image: Image) -> None:
    """For later processes. RuntimeError: there is no place for it."""
    about = {"stamp": stamp, "symbol": image.symbol, "needs": image.needs, "outside": image.outside}
    body = json.dumps(about).encode() + b"\n" + image.code
    whole = hashlib.sha256(body).hexdigest().encode() + body
    for folder in usual_places(Path(plain.__code__.co_filename)):
        with suppress(OSError):
            _write(folder / _file_name(plain), whole)
            return
    with suppress(OSError):  # a full disk: compiled again next time
        _write(private_place() / _file_name(plain), whole)


def _write(path: Path, whole: bytes) -> None:
    """In one step: another process reads all of it or nothing."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=path.name)
    try:
        with os.fdopen(handle, "wb") as stream:
            stream.write(whole)
        os.replace(name, path)
    except OSError:
        with suppress(OSError):
            os.unlink(name)
        raise


# --- in memory ----------------------------------------------------------------------------------------------------------------
@cache
def _engine() -> Any:
    from llvmlite import binding as llvm

    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    machine = llvm.Target.from_default_triple().create_target_machine(jit=True, codemodel="jitdefault")
    return llvm.create_mcjit_compiler(llvm.parse_assembly(""), machine)


def is_outside(name: str) -> bool:
    """Is it a function that every process has?"""
    from llvmlite import binding as llvm

    return not name.startswith(("NRT_", "numba_", "Py", "_Py", "_ZN")) and bool(llvm.address_of_symbol(name))


def linked(plain: FunctionType, image: Image) -> Callable[..., Any]:
    """The function, for arguments taken apart by `spelling`. OSError: something that it needs is missing here."""
    from llvmlite import binding as llvm

    if not all(map(is_outside, image.outside)):
        raise OSError(f"{image.symbol} needs one of {image.outside}")
    engine = _engine()
    engine.add_object_file(llvm.ObjectFileRef.from_data(image.code))
    engine.finalize_object()
    hints = dict(get_type_hints(plain))
    give = _result(hints.pop("return"))
    words = [word for name, hint in hints.items() for word in _words(hint, len(image.needs.get(name, ())))]
    address = engine.get_function_address(image.symbol)
    native = ctypes.CFUNCTYPE(ctypes.c_int32, ctypes.c_void_p, ctypes.c_void_p, *words)(address)
    return _caller(plain.__qualname__, native, *give)


def _caller(name: str, native: Any, room: Any, read: Callable[[Any], Any]) -> Callable[..., Any]:
    fault = ctypes.c_void_p()
    at_fault = ctypes.byref(fault)
    by_reference = ctypes.byref

    def call(*words: Any) -> Any:
        result = room()  # its own: several threads may be in here
        try:
            status = native(by_reference(result), at_fault, *words)
        except ctypes.ArgumentError:  # numbers of numpy are no ints to ctypes
            status = native(by_reference(result), at_fault, *map(_as_python, words))
        if status not in (DONE, DONE_WITHOUT_RESULT):
            raise ArithmeticError(f"kernel {name}: a division by zero or the like")
        return read(result)

    return call


def _as_python(word: Any) -> Any:
    return word.item() if isinstance(word, np.generic) else word


NUMBERS: dict[Any, Any] = {int: ctypes.c_int64, float: ctypes.c_double, bool: ctypes.c_uint8}


def _number(hint: Any) -> Any:
    if isinstance(hint, type) and issubclass(hint, np.integer):
        return getattr(ctypes, f"c_{np.dtype(hint).name}")
    return NUMBERS[hint]


def _words(hint: Any, parts: int) -> list[Any]:
    """The types of the words of one argument."""
    dtype = array_dtype(hint)
    if isinstance(hint, type) and issubclass(hint, Record):
        return [ctypes.c_void_p] * parts
    if dtype is not None:
        return [ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int64, ctypes.c_int64, ctypes.c_void_p,
                *[ctypes.c_int64] * (2 * dimensions(hint))]
    if fields := _fields(hint):
        return [word for field in fields for word in _words(field, 0)]
    return [_number(hint)]


def _fields(hint: Any) -> list[Any]:
    """The hints of what a tuple holds."""
    if isinstance(hint, type) and issubclass(hint, tuple) and hasattr(hint, "_fields"):
        return list(get_type_hints(hint).values())
    return list(get_args(hint)) if get_origin(hint) is tuple else []


def dimensions(hint: Any) -> int:
    """Of an array's hint."""
    sizes = get_args(get_args(hint)[0])
    return len(sizes) if sizes and sizes[-1] is not Ellipsis else 1


def _result(hint: Any) -> tuple[Any, Callable[[Any], Any]]:
    """Room for a result, and how it is read."""
    if hint in (None, type(None)):
        return ctypes.c_int64, lambda room: None
    fields = _fields(hint)
    if fields and all(field is int for field in fields):
        return ctypes.c_int64 * len(fields), tuple
    if hint is bool:
        return ctypes.c_uint8, lambda room: bool(room.value)
    return _number(hint), lambda room: room.value


def can_give(hint: Any) -> bool:
    """Can an image give such a result? Not an array: it would have to own it."""
    fields = _fields(hint)
    return all(field is int for field in fields) if fields else array_dtype(hint) is None


# --- arguments ----------------------------------------------------------------------------------------------------------------
def spelling(hint: Any, parts: tuple[str, ...]) -> Spell:
    """How an argument is taken apart."""
    dtype = array_dtype(hint)
    if isinstance(hint, type) and issubclass(hint, Record):
        return lambda record: tuple(map((record.places or places_of(record)).__getitem__, parts))
    if dtype is not None:
        count = dimensions(hint)
        return _line_words(dtype) if count == 1 else lambda array: _array_words(array, dtype, count)
    if fields := _fields(hint):
        spells = [spelling(field, ()) for field in fields]
        return lambda values: tuple(word for spell, value in zip(spells, values, strict=True) for word in spell(value))
    return lambda number: (number,)


def places_of(record: Record) -> dict[str, int]:
    """Where the parts of a packed record begin: asked once, for they stay where they are."""
    parts: Any = record.parts
    record.places = {part: place_of(array) for part, array in parts.items()}
    return record.places


AFTER_THE_HEAD = object.__basicsize__
"""Where an array of numpy, as an object, tells the place of its first entry: behind what every object begins with. numpy's
binary interface promises it; `array.ctypes.data` says the same, but makes an object for it and takes eight times as long, which
small boards notice: their kernels are called for some microseconds."""


def _told_place(array: Any) -> int:
    return array.ctypes.data  # type: ignore[no-any-return]


def _read_place(array: Any, read: Any = ctypes.c_size_t.from_address, head: int = AFTER_THE_HEAD) -> int:
    return read(id(array) + head).value  # type: ignore[no-any-return]


def _finder() -> Callable[[Any], int]:
    """How places are found here: by reading them, if that gives what numpy says."""
    probes = [np.zeros(3, np.int8), np.zeros((2, 2)), np.zeros(9, np.int32)[4:]]
    by_id = platform.python_implementation() == "CPython"
    return _read_place if by_id and all(_read_place(probe) == _told_place(probe) for probe in probes) else _told_place


place_of = _finder()


def _line_words(dtype: np.dtype[Any]) -> Spell:
    """The words of an array of one dimension. Nearly all are, and one look tells that such an array is as it should be."""
    width, step = dtype.itemsize, (dtype.itemsize,)

    def words(array: Any) -> tuple[int, ...]:
        if array.dtype is not dtype or array.strides != step:
            return _array_words(array, dtype, 1)
        length = len(array)
        return (0, 0, length, width, place_of(array), length, width)

    return words


def _array_words(array: Any, dtype: np.dtype[Any], count: int) -> tuple[int, ...]:
    if (array.dtype is not dtype and array.dtype != dtype) or array.ndim != count or not array.flags.c_contiguous:
        raise TypeError(f"a kernel takes contiguous arrays of {count} dimensions of {dtype}, not {array.ndim} of {array.dtype}")
    return (0, 0, array.size, array.itemsize, place_of(array), *array.shape, *array.strides)
