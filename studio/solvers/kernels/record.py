"""Records: the state of a kernel, declared once as a class of arrays and numbers.

    class Search(Record):
        cells: Fixed    # an int that never changes
        depth: int      # an int that does
        level: I32      # an array: its length is said when a record is made
        activity: F64

    s = Search.make(cells=9, level=100, activity=100)

Kernels and Python alike say `s.level[v]` and `s.depth += 1`. In plain Python a record is an ordinary object whose arrays are
lists (three times as fast as arrays of numpy there; but words of 64 bits stay arrays, so that they wrap around as the compiled
ones do). For compiled kernels it is *packed*: its arrays lie one behind another in
one array per dtype, and the int32 one begins with a header of the numbers and of the places where the arrays start. Compiled
functions take arrays by value, seven words each, at every call; with thirty arrays, calls cost more than what they do.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import accumulate
from typing import Annotated, Any, Self, get_type_hints

import numpy as np
from numpy.typing import NDArray

from studio.solvers.kernels.arrays import array_dtype, plain_zeros
from studio.solvers.kernels.policy import Kernels, usual_layout

Fixed = Annotated[int, "fixed"]
"""An int of a record that never changes: compiled kernels read it once."""

INT32, FLOAT64 = np.dtype(np.int32), np.dtype(np.float64)
CONTENTS = (np.ndarray, list)
"""What is no length but what an array begins with."""


def part_of(dtype: np.dtype[Any]) -> str:
    """The name of the array that holds all arrays of this dtype: i32, u8, f64, b8."""
    return f"{dtype.kind}{8 * dtype.itemsize}"


@dataclass(frozen=True)
class Layout:
    """Where the fields of a record class lie when packed."""

    arrays: dict[str, np.dtype[Any]]
    slots: dict[str, int]
    """In the header: of an int its place, of an array the place of its start (the next place holds its end)."""
    floats: dict[str, int]
    """Of a float its place at the beginning of f64."""
    fixed: tuple[str, ...]
    dtypes: tuple[np.dtype[Any], ...]
    header: int
    parts: tuple[str, ...] = field(init=False)
    """What a compiled function is given for a record, in this order (those that it uses)."""
    needed: frozenset[str] = field(init=False)
    """What has to be said when a record is made."""
    known: frozenset[str] = field(init=False)
    groups: tuple[tuple[str, np.dtype[Any], tuple[str, ...], int], ...] = field(init=False)
    """Part, dtype, the arrays in it and where the first of them begins. (Every run makes records, so what can be known of them
    beforehand is.)"""
    rooms: tuple[tuple[str, tuple[tuple[int, str], ...], int, int], ...] = field(init=False)
    """The same for making records: part, its arrays with their places in the header, where the first begins, and the place of
    the end."""
    ends: tuple[int, ...] = field(init=False)
    """Of each part: where in the header its length stands."""
    numbers: tuple[str, ...] = field(init=False)
    """The ints, in the order of the header."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "parts", tuple(map(part_of, self.dtypes)))
        object.__setattr__(self, "needed", frozenset((*self.arrays, *self.fixed)))
        object.__setattr__(self, "known", frozenset((*self.slots, *self.floats)))
        first = {INT32: self.header, FLOAT64: len(self.floats)}
        groups = [(part_of(dtype), dtype, tuple(name for name, other in self.arrays.items() if other == dtype),
                   first.get(dtype, 0)) for dtype in self.dtypes]
        object.__setattr__(self, "groups", tuple(groups))
        before = self.header - len(self.arrays) - len(groups) - 1
        ends = accumulate((len(names) + 1 for _, _, names, _ in groups), initial=before)
        object.__setattr__(self, "ends", (*ends,)[1:])
        rooms = ((part, tuple(enumerate(names, end - len(names))), first, end)
                 for (part, _, names, first), end in zip(self.groups, self.ends))
        object.__setattr__(self, "rooms", tuple(rooms))
        object.__setattr__(self, "numbers", tuple(name for name in self.slots if name not in self.arrays))

    def is_array(self, name: str) -> bool:
        return name in self.arrays

    def knows(self, name: str) -> bool:
        return name in self.known


_layouts: dict[Any, Layout] = {}
_packed_classes: dict[Any, type[Any]] = {}


def layout_of(kind: type[Any]) -> Layout:
    """The layout of a record class, by its hints."""
    if kind not in _layouts:
        _layouts[kind] = _new_layout(kind)
    return _layouts[kind]


def _new_layout(kind: type[Any]) -> Layout:
    arrays: dict[str, np.dtype[Any]] = {}
    numbers: list[str] = []
    floats: list[str] = []
    fixed: list[str] = []
    for name, hint in get_type_hints(kind, include_extras=True).items():
        dtype = array_dtype(hint)
        if name in ("parts", "places"):
            continue
        if dtype is not None and dtype != np.bool_:
            arrays[name] = dtype
        elif hint in (int, float, Fixed):
            (numbers if hint is int else floats if hint is float else fixed).append(name)
        else:
            raise TypeError(f"{kind.__name__}.{name}: a record has arrays of numbers, int, float and Fixed, no {hint!r}")
    dtypes: list[np.dtype[Any]] = [INT32, *([FLOAT64] if floats else [])]
    dtypes += [dtype for dtype in dict.fromkeys(arrays.values()) if dtype not in dtypes]
    slots = {name: slot for slot, name in enumerate((*numbers, *fixed))}
    top = len(slots)
    for dtype in dtypes:
        for name in (name for name, other in arrays.items() if other == dtype):
            slots[name] = top
            top += 1
        top += 1  # where the last of them ends
    return Layout(arrays, slots, {name: at for at, name in enumerate(floats)}, tuple(fixed), tuple(dtypes), top)


class Record:
    """The base of all records. `parts` is what compiled kernels get, None in a record of lists; `places` is where they begin,
    as far as somebody has asked."""

    parts: dict[str, Any] | None = None
    places: dict[str, int] | None = None

    @classmethod
    def make(cls, layout: Kernels | None = None, /, **sizes: Any) -> Self:
        """A record of zeros: `sizes` are the lengths of its arrays, and the numbers that are not to begin with 0. An array or a
        list in place of a length is what the array begins with.

        `layout` is said where it does not follow the policy of the process: a ladder of rules that is Python anyway has no use
        for packed arrays.
        """
        shape = layout_of(cls)
        if not shape.needed <= sizes.keys() <= shape.known:
            unknown, missing = sorted(sizes.keys() - shape.known), sorted(shape.needed - sizes.keys())
            raise TypeError(f"{cls.__name__}: unknown {unknown}, missing {missing}")
        if (layout or usual_layout()) is Kernels.PLAIN:
            return _plain(cls, shape, sizes)
        return _packed(cls, shape, sizes)

    def several(self, *names: str) -> list[int]:
        """Several of its ints at once."""
        if self.parts is None:
            return [getattr(self, name) for name in names]
        shape = layout_of(type(self).__bases__[0])
        ints = self.parts["i32"][: len(shape.slots) - len(shape.arrays)].tolist()  # they come first
        return [ints[shape.slots[name]] for name in names]

    def copied(self, layout: Kernels | None = None, /, **lengths: int) -> Self:
        """A copy, perhaps in the other layout, perhaps with longer arrays (their new ends are zeros)."""
        kind: Any = type(self).__bases__[0] if self.parts is not None else type(self)
        shape = layout_of(kind)
        sizes: dict[str, float] = {name: lengths.get(name, len(getattr(self, name))) for name in shape.arrays}
        sizes |= {name: getattr(self, name) for name in shape.fixed}
        own = Kernels.PLAIN if self.parts is None else Kernels.COMPILED
        copy = kind.make(layout or own, **sizes)
        for name in shape.arrays:
            mine, other = getattr(self, name), getattr(copy, name)
            other[: len(mine)] = mine.tolist() if isinstance(other, list) and not isinstance(mine, list) else mine
        for name in (*shape.slots, *shape.floats):
            if not shape.is_array(name):
                setattr(copy, name, getattr(self, name))
        return copy  # type: ignore[no-any-return]


class Rooms:
    """How long the arrays of a record class are, said once by what they are indexed by: `Rooms(Search, cells=("level",))`.

    For a record of eighty arrays on a board of twenty-five cells, adding lengths up one by one in Python takes half as long as
    the search itself: one product of a table with what is said gives the whole header. And where kernels write most arrays
    before they read them, it can be said which are `cleared`, the first ones of the class: the others begin with whatever
    there is."""

    def __init__(self, kind: type[Any], cleared: tuple[str, ...] | None = None, **names: tuple[str, ...]) -> None:
        self._kind, self.names = kind, names
        self.unset = () if cleared is None else tuple(name for name in layout_of(kind).arrays if name not in cleared)
        self._said: tuple[tuple[str, ...], tuple[str, ...]] | None = None
        self._table: NDArray[np.float64] = np.zeros((0, 0))
        self._clear = [_first_of(names, self.unset) for _, _, names, _ in layout_of(kind).groups]

    def make(self, counts: dict[str, int], **numbers: float) -> Any:
        """A record: how many there are of what its arrays are indexed by, and its numbers that are not to begin with 0."""
        return self.blank(counts, **numbers).make()

    def blank(self, counts: dict[str, int], **numbers: float) -> Blank:
        """All that can be known of such a record before it is made, for whoever makes it again and again."""
        shape = layout_of(self._kind)
        if usual_layout() is Kernels.PLAIN:
            lengths = {name: counts[what] for what, names in self.names.items() for name in names}
            return Blank(self._kind, None, (), {**lengths, **numbers})
        said = (*counts,), (*numbers,)
        if said != self._said:
            self._table, self._said = self._sums(shape, *said), said
        header = (self._table @ np.array([*counts.values(), *numbers.values(), 1.0])).astype(np.int32)  # (exact: below 2**31)
        clear = [int(header[end if name is None else shape.slots[name]]) for name, end in zip(self._clear, shape.ends)]
        return Blank(self._kind, header, clear, numbers)

    def _sums(self, shape: Layout, counted: tuple[str, ...], told: tuple[str, ...]) -> NDArray[np.float64]:
        """By place of the header: which number it is; or how many entries of each kind lie before the array that starts
        there."""
        column = {name: counted.index(what) for what, names in self.names.items() for name in names}
        if column.keys() != shape.arrays.keys() or not set(told) <= shape.known:
            raise TypeError(f"{self._kind.__name__}: not every array has a length, or something has one that is none")
        table = np.zeros((shape.header, len(counted) + len(told) + 1))
        for at, name in enumerate(told, len(counted)):
            if name in shape.slots:
                table[shape.slots[name], at] = 1
        for (_, _, names, first), end in zip(shape.groups, shape.ends):
            begin = end - len(names)
            table[begin, -1] = first
            for at, name in enumerate(names, begin + 1):
                table[at, column[name]] = 1
            table[begin : end + 1] = table[begin : end + 1].cumsum(axis=0)
        return table


def _first_of(names: tuple[str, ...], unset: tuple[str, ...]) -> str | None:
    """The first array of a part that nobody clears; None: all are cleared."""
    found = [name for name in names if name in unset]
    if tuple(found) != names[len(names) - len(found) :]:
        raise TypeError(f"{found} are not the last ones of {names}")
    return found[0] if found else None


class Blank:
    """A record yet to be made: its header and how much of each part is cleared, or its sizes if it is one of lists."""

    def __init__(self, kind: type[Any], header: NDArray[np.int32] | None, clear: Sequence[int], numbers: Mapping[str, float]
                 ) -> None:
        self._kind, self._header, self._numbers = kind, header, numbers
        if header is not None:
            shape = layout_of(kind)
            self._class = _class_of(kind)
            self._parts = [(part, dtype, int(header[end]), to)
                           for (part, dtype, _, _), end, to in zip(shape.groups, shape.ends, clear, strict=True)]
            self._floats = [(at, numbers.get(name, 0.0)) for name, at in shape.floats.items()]

    def make(self) -> Any:
        if self._header is None:
            return self._kind.make(Kernels.PLAIN, **self._numbers)
        record: Any = object.__new__(self._class)
        record.parts = parts = {}
        for part, dtype, length, clear in self._parts:
            if clear == length:  # (a large table is only cleared where somebody looks)
                parts[part] = np.zeros(length, dtype)
            else:
                parts[part] = array = np.empty(length, dtype)
                array[:clear] = 0
        parts["i32"][: len(self._header)] = self._header
        for at, number in self._floats:
            parts["f64"][at] = number
        return record


def _plain(kind: type[Any], shape: Layout, sizes: dict[str, Any]) -> Any:
    record: Any = object.__new__(kind)
    for name, dtype in shape.arrays.items():
        setattr(record, name, _plain_array(dtype, sizes[name]))
    for name in (*shape.slots, *shape.floats):
        if not shape.is_array(name):
            setattr(record, name, sizes.get(name, 0.0 if name in shape.floats else 0))
    return record


def _plain_array(dtype: np.dtype[Any], size: Any) -> Any:
    if not isinstance(size, CONTENTS):
        return plain_zeros(dtype, int(size))
    array = plain_zeros(dtype, len(size))
    array[:] = size.tolist() if isinstance(array, list) and not isinstance(size, list) else size
    return array


def _packed(kind: type[Any], shape: Layout, sizes: dict[str, Any]) -> Any:
    header = [int(sizes.get(name, 0)) for name in shape.numbers]
    header += [0] * (shape.header - len(header))
    contents = []
    for part, arrays, at, end in shape.rooms:
        for place, name in arrays:
            header[place], size = at, sizes[name]
            if type(size) is not int and isinstance(size, CONTENTS):
                contents.append((part, at, size))
                size = len(size)
            at += int(size)
        header[end] = at
    whole = [header[end] for end in shape.ends]
    record = Blank(kind, np.array(header, np.int32), whole, sizes).make()
    for part, start, values in contents:
        record.parts[part][start : start + len(values)] = values
    return record


def _class_of(kind: type[Any]) -> type[Any]:
    """Of packed records of this kind."""
    if kind not in _packed_classes:
        _packed_classes[kind] = _packed_class(kind, layout_of(kind))
    return _packed_classes[kind]


def _packed_class(kind: type[Any], shape: Layout) -> type[Any]:
    """A record class whose numbers lie in the header."""
    numbers = {name: _number("i32", slot, int) for name, slot in shape.slots.items() if not shape.is_array(name)}
    floats = {name: _number("f64", slot, float) for name, slot in shape.floats.items()}

    def view(record: Any, name: str) -> Any:
        """An array, when Python first asks for it (kernels never do, and there are many)."""
        if name not in shape.arrays:
            raise AttributeError(f"{kind.__name__} has no field {name}")
        start, end = record.parts["i32"][shape.slots[name] : shape.slots[name] + 2].tolist()
        found = record.parts[part_of(shape.arrays[name])][start:end]
        setattr(record, name, found)
        return found

    return type(kind.__name__, (kind,), {**numbers, **floats, "__module__": kind.__module__, "__getattr__": view})


def _number(part: str, slot: int, as_number: type[Any]) -> property:
    def read(record: Any) -> Any:
        return as_number(record.parts[part][slot])

    def write(record: Any, value: float) -> None:
        record.parts[part][slot] = value

    return property(read, write)
