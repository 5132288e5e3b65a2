"""The mechanism of kernels: records, both ways of running, the cache on disk. The kernel is the one of docs/kernels.md."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import FunctionType
from typing import NamedTuple

import numpy as np
import pytest

from studio.solvers import kernels
from studio.solvers.kernels import F64, I32, U8, Fixed, I64x2, Kernels, Record, Rooms, entry, image, kernel, prepare, zeros
from studio.solvers.kernels.record import layout_of

ROOT = Path(__file__).resolve().parents[2]
BOARD = ('"##.#"', '"..##"', '"#..."')
ASK = f"import islands; print(islands.islands({', '.join(BOARD)}))"
COMPILED = pytest.mark.skipif(kernels.policy() is Kernels.PLAIN, reason="this process runs kernels plain")


class Search(Record):
    cells: Fixed
    depth: int
    bump: float
    level: I32
    other: I32
    seen: U8
    activity: F64


@kernel
def difference(s: Search, v: int) -> int:
    return int(s.seen[v] - s.seen[v + 1])


@kernel
def sum_of(numbers: I32) -> int:
    total = 0
    for number in numbers:
        total += number
    return total


@kernel
def move(s: Search, by: int) -> None:
    level, seen = s.level, s.seen
    for v in range(s.cells):
        level[v] += by + v
        seen[v] = v
    target = s.level if by < 0 else s.other
    target[0] = 7
    s.other[1:3] = s.level[0:2]
    s.bump += 0.5
    s.depth += 1


@entry
def work(s: Search, by: int) -> tuple[int, int]:
    move(s, by)
    s.activity[1] = s.bump
    size: int = len(s.level)
    return difference(s, 2) * s.depth, sum_of(s.level) + size


@entry
def work_of_two(number: int, s: Search, t: Search) -> int:
    return number + s.depth + t.depth


@entry
def large_numbers(s: Search, at: int) -> tuple[int, int, int, int]:
    """Numbers of 32 and 8 bits, and what becomes of them: more than they could hold themselves."""
    large, small = s.level[at], s.seen[at]
    return large * large + s.level[at + 1], large << 20, s.seen[at + 1] - small, min(s.level[at + 1], s.depth, -large)


def search(layout: Kernels) -> Search:
    return Search.make(layout, cells=4, level=4, other=3, seen=5, activity=3, depth=2)


def contents(s: Search) -> list[object]:
    arrays = [list(array) for array in (s.level, s.other, s.seen, s.activity)]
    return [s.cells, s.depth, s.bump, *arrays]


@COMPILED
def test_packed_and_plain_records_go_the_same_way() -> None:
    plain, packed = search(Kernels.PLAIN), search(Kernels.COMPILED)
    assert isinstance(plain.level, list) and isinstance(packed.level, np.ndarray)
    for by in (3, -1, 10):
        assert work(plain, by) == work(packed, by)
        assert contents(plain) == contents(packed)
    assert plain.depth == 5 and work(packed, 0)[0] == -6  # bytes are read as ints: a difference may be negative


def test_arithmetic_of_narrow_numbers_is_that_of_python() -> None:
    found = []
    for layout in Kernels:
        s = search(layout)
        s.level[1], s.level[2], s.seen[1], s.seen[2] = 2_000_000_000, -2_000_000_000, 200, 3
        found.append(large_numbers(s, 1))
    assert found[0] == found[1] == (4 * 10**18 - 2 * 10**9, 2_000_000_000 << 20, -197, -2_000_000_000)


def test_copies_keep_everything_and_may_be_longer() -> None:
    s = search(Kernels.PLAIN)
    s.level[2], s.bump = 5, 1.5
    longer = s.copied(Kernels.COMPILED, level=6)
    assert list(longer.level) == [0, 0, 5, 0, 0, 0] and longer.bump == 1.5 and longer.depth == 2
    back = longer.copied(Kernels.PLAIN)
    assert back.level == [0, 0, 5, 0, 0, 0] and all(type(value) is int for value in back.level)
    assert longer.copied().parts is not longer.parts


@pytest.mark.parametrize("layout", Kernels)
def test_arrays_may_begin_with_something(layout: Kernels) -> None:
    level, seen = np.array([7, 8, 9], dtype=np.int64), [1, 0]
    s = Search.make(layout, cells=4, level=level, other=2, seen=seen, activity=np.array([0.5]), bump=1.5)
    assert contents(s) == [4, 0, 1.5, [7, 8, 9], [0, 0], [1, 0], [0.5]]
    s.level[0], s.seen[0] = 1, 2
    assert level[0] == 7 and seen[0] == 1  # they are copied
    if layout is Kernels.PLAIN:
        assert type(s.level[0]) is int


def test_a_record_says_what_it_misses() -> None:
    with pytest.raises(TypeError, match=r"unknown \['levels'\], missing \['level'\]"):
        Search.make(cells=1, levels=1, other=1, seen=1, activity=1)


def test_rooms_clear_what_is_said_to_begin_as_zeros() -> None:
    """(What else there is of it begins with whatever was in memory.)"""
    rooms = Rooms(Search, cleared=("level", "other", "activity"), variables=("level", "seen", "activity"), pairs=("other",))
    assert rooms.unset == ("seen",)
    blank = rooms.blank({"variables": 5, "pairs": 2}, cells=3, bump=0.5)
    for made in (blank.make(), blank.make()):
        assert (made.cells, made.depth, made.bump) == (3, 0, 0.5)
        assert (list(made.level), list(made.other), list(made.activity)) == ([0] * 5, [0] * 2, [0.0] * 5)
        assert len(made.seen) == 5
        made.level[2] = 7


def test_rooms_clear_the_first_arrays_only() -> None:
    with pytest.raises(TypeError, match="not the last"):
        Rooms(Search, cleared=("other", "seen", "activity"), variables=("level", "seen", "activity"), pairs=("other",))


@COMPILED
def test_a_prepared_kernel_is_called_as_any_other() -> None:
    prepare(work_of_two, ordinary)
    one, other = search(Kernels.COMPILED), search(Kernels.COMPILED)
    other.depth = 5
    assert work_of_two(3, one, other) == 10


@COMPILED
def test_functions_get_only_the_arrays_that_they_use() -> None:
    assert difference.needs() == {"s": ("i32", "u8")}  # type: ignore[attr-defined]
    assert work.needs() == {"s": layout_of(Search).parts}  # type: ignore[attr-defined]


@kernel
def keeps_no_view(s: Search) -> int:
    level = s.level
    return sum_of(level)


@kernel
def has_no_such_field(s: Search) -> int:
    return s.nothing  # type: ignore[attr-defined,no-any-return]


@kernel
def changes_kind(s: Search) -> int:
    name = s.level
    name = s.seen  # type: ignore[assignment]
    return int(name[0])


@kernel
def writes_fixed(s: Search) -> None:
    s.cells = 1


def ordinary(s: Search) -> int:
    return s.depth


@kernel
def calls_python(s: Search) -> int:
    return ordinary(s)


@COMPILED
@pytest.mark.parametrize("wrong, why", [
    (keeps_no_view, "can be indexed only"), (has_no_such_field, "no field nothing"), (changes_kind, "one dtype"),
    (writes_fixed, "is Fixed"), (calls_python, "is no kernel")])
def test_what_cannot_be_packed_is_refused_with_its_place(wrong: FunctionType, why: str) -> None:
    with pytest.raises(TypeError, match=why):
        wrong(search(Kernels.COMPILED))


class Pair(NamedTuple):
    small: I32
    flags: U8


@entry
def spelled(pair: Pair, table: I64x2, s: Search, yes: bool, share: float, number: int) -> bool:
    """Every kind of argument, taken apart."""
    pair.small[0] = table[1, 2] + number
    s.level[1] = len(pair.flags)
    s.bump = share
    return yes


@entry
def largest(table: I64x2, at: int) -> np.uint64:
    return np.uint64(table[0, at])


@entry
def makes_an_array(number: int) -> I32:
    return np.full(3, number, np.int32)


@entry
def divides(s: Search, by: int) -> int:
    return s.depth // by


@COMPILED
def test_every_kind_of_argument_and_result() -> None:
    s, pair = search(Kernels.COMPILED), Pair(np.zeros(2, np.int32), np.zeros(5, np.uint8))
    table = np.arange(6, dtype=np.int64).reshape(2, 3)
    assert spelled(pair, table, s, True, 2.5, np.int32(10)) is True  # type: ignore[arg-type]
    assert (pair.small[0], s.level[1], s.bump) == (15, 5, 2.5)
    assert spelled(pair, table, s, False, 0.5, -5) is False and pair.small[0] == 0
    assert largest(np.array([[1, -1]]), 1) == 2**64 - 1
    with pytest.raises(TypeError, match="contiguous"):
        largest(table[:, ::2], 0)
    with pytest.raises(TypeError, match="int64, not"):
        largest(table.astype(np.int32), 0)  # type: ignore[arg-type]


@COMPILED
def test_what_makes_arrays_lives_with_numba() -> None:
    assert makes_an_array(7).tolist() == [7, 7, 7]


def test_places_are_those_that_numpy_tells(monkeypatch: pytest.MonkeyPatch) -> None:
    long = np.arange(20, dtype=np.int16)
    for array in (long, long[7:], long.reshape(4, 5)):
        assert image.place_of(array) == array.ctypes.data
    monkeypatch.setattr(image, "_read_place", lambda array: 0)  # as if arrays were laid out in another way
    assert image._finder()(long) == long.ctypes.data


@COMPILED
def test_a_division_by_zero_is_told() -> None:
    s = search(Kernels.COMPILED)
    assert divides(s, 2) == 1
    with pytest.raises(ArithmeticError):
        divides(s, 0)


@COMPILED
def test_several_threads_have_results_of_their_own() -> None:
    records = [search(Kernels.COMPILED) for _ in range(4)]
    for number, s in enumerate(records):
        s.depth = 1000 * number
    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(lambda k: [divides(records[k % 4], 1) for _ in range(200)], range(16)))
    assert found == [[1000 * (k % 4)] * 200 for k in range(16)]


FORK = """
import os
from studio.solvers.kernels.policy import Kernels, choose
choose(Kernels.PLAIN, forks_may_differ=True)
import islands
parent = islands.islands({board}), type(islands.Islands.make(width=1, cells=1, land=1, island=1, waiting=1).land)
child = os.fork()
if child == 0:
    choose(Kernels.COMPILED)
print(islands.islands({board}), type(islands.Islands.make(width=1, cells=1, land=1, island=1, waiting=1).land).__name__,
      parent[0], parent[1].__name__, flush=True)
os._exit(0) if child == 0 else os.waitpid(child, 0)
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no forks")
def test_a_fork_of_a_plain_process_may_run_compiled_kernels(folder: Path) -> None:
    ask(folder)  # made ahead
    told = ask(folder, FORK.format(board=", ".join(BOARD))).splitlines()
    assert sorted(told) == ["3 list 3 list", "3 ndarray 3 list"]


def test_zeros_are_lists_where_kernels_are_plain() -> None:
    assert zeros(I32, 2, Kernels.PLAIN) == [0, 0] and zeros(F64, 1, Kernels.COMPILED).dtype == np.float64


# --- whole processes, with the kernel of the page ---------------------------------------------------------------------------
@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The kernel of docs/kernels.md as a module, its constant in a file of its own."""
    found = re.search(r"```python\n(.*?)```", (ROOT / "docs/kernels.md").read_text("utf-8"), re.S)
    assert found
    constant = re.search(r"^OUTSIDE = .*\n", found[1], re.M)
    assert constant
    package = tmp_path / "code"
    package.mkdir()
    (package / "constants.py").write_text(constant[0])
    (package / "islands.py").write_text(found[1].replace(constant[0], "from constants import OUTSIDE\n"))
    return package


def ask(folder: Path, command: str = ASK, **environment: str) -> str:
    """What Python prints in a process of its own; imported modules are not written as bytecode, so that tests can edit them."""
    path = os.pathsep.join([str(folder), str(ROOT)])
    own = {"PYTHONPATH": path, "PYTHONDONTWRITEBYTECODE": "1", "PATH": os.environ["PATH"], **environment}
    python = [sys.executable, "-W", "default", "-c", command]
    done = subprocess.run(python, env=own, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip() + ("\n" + done.stderr.strip() if done.stderr.strip() else "")


LISTEN = "from studio.solvers.kernels.policy import when_compiling; made = []; when_compiling(made.append); "
MADE = "; import sys; print(*made, 'numba' in sys.modules)"
"""Which kernels were compiled, and whether numba was there."""
COLD, WARM = "3\nnumber_islands True", "3\nFalse"


def cached_files(place: Path) -> list[Path]:
    return sorted([*place.rglob("*.kernel"), *place.rglob("*.nb[ic]")])


def test_plain_processes_never_import_numba(folder: Path) -> None:
    assert ask(folder, ASK + "; import sys; print('numba' in sys.modules)", PUZZLE_STUDIO_KERNELS="plain") == "3\nFalse"
    assert not cached_files(folder)


def test_only_what_python_calls_is_kept_and_later_loaded_without_numba(folder: Path) -> None:
    assert ask(folder, LISTEN + ASK + MADE) == COLD
    assert {path.name.split("-")[0] for path in cached_files(folder)} == {"islands.number_islands"}
    assert ask(folder, LISTEN + ASK + MADE) == WARM
    on_disk = "import islands; from studio.solvers.kernels import is_on_disk; print(is_on_disk(islands.number_islands))"
    assert ask(folder, on_disk) == "True"
    (folder / "constants.py").write_text("OUTSIDE = 1\n")  # another file than the kernel's own: numba would not notice
    assert ask(folder, on_disk) == "False"
    assert ask(folder, LISTEN + ASK + MADE) == "6\nnumber_islands True"
    assert ask(folder, ASK, PUZZLE_STUDIO_KERNELS="plain") == "6"


def test_the_cache_lies_where_numba_is_told_to_put_it(folder: Path, tmp_path: Path) -> None:
    place = tmp_path / "elsewhere"
    assert ask(folder, LISTEN + ASK + MADE, NUMBA_CACHE_DIR=str(place)) == COLD
    assert cached_files(place) and not cached_files(folder)
    assert ask(folder, LISTEN + ASK + MADE, NUMBA_CACHE_DIR=str(place)) == WARM


def test_another_numba_compiles_by_what_it_promises(folder: Path) -> None:
    """The short way leans on numba's inside; with versions that it was not tried with nothing of it is used."""
    other = "import studio.solvers.kernels.compiling as c; c.KNOWN = (); "
    used = "; import sys; print('studio.solvers.kernels.pipeline' in sys.modules)"
    hits = "; k = islands.number_islands.front(); print(sum(k.stats.cache_hits.values()), sum(k.stats.cache_misses.values()))"
    assert ask(folder, other + ASK + used + hits) == "3\nFalse\n0 1"
    assert ask(folder, other + ASK + used + hits) == "3\nFalse\n1 0"
    assert not list(folder.rglob("*.kernel"))
    changed = "import studio.solvers.kernels.compiling as c, numba.core.untyped_passes as u; del u.IRProcessing; "
    assert ask(folder, changed + "print(c.short_way())") == "None"


def test_without_a_cache_it_is_compiled_every_time(folder: Path) -> None:
    """Where numba's cache is not the one that we know: no cache, rather than a stale one."""
    other = ("import sys, studio.solvers.kernels.compiling as c; c.KNOWN = (); "
             "sys.modules['studio.solvers.kernels.cache'] = None; ")
    assert ask(folder, other + ASK) == "3" and not cached_files(folder)


def test_damaged_files_are_compiled_anew(folder: Path) -> None:
    ask(folder)
    path, = cached_files(folder)
    whole = path.read_bytes()
    for spoiled in (b"", b"no image", whole[:100] + b"x" + whole[101:], whole[:-1]):
        path.write_bytes(spoiled)
        assert ask(folder, LISTEN + ASK + MADE) == COLD
        assert ask(folder, LISTEN + ASK + MADE) == WARM


def test_damaged_files_of_numba_are_compiled_anew(folder: Path) -> None:
    """The cache of an untried numba."""
    other = "import studio.solvers.kernels.compiling as c; c.KNOWN = (); "
    hits = "; k = islands.number_islands.front(); print(sum(k.stats.cache_hits.values()), sum(k.stats.cache_misses.values()))"
    ask(folder, other + ASK)
    index, data = (next(folder.rglob(f"*.{kind}")) for kind in ("nbi", "nbc"))
    whole = data.read_bytes()
    for path, spoiled in ((index, b"no index"), (data, whole[:100] + b"x" + whole[101:])):
        path.write_bytes(spoiled)
        assert ask(folder, other + ASK + hits) == "3\n0 1", path.suffix
        assert ask(folder, other + ASK + hits) == "3\n1 0", path.suffix


def test_where_nothing_can_be_written(folder: Path, tmp_path: Path) -> None:
    """No usual place: a private temporary folder. Not even that: plain Python, and a word about it."""
    nowhere = tmp_path / "a file"
    nowhere.write_text("")
    beside = folder / "__pycache__"
    beside.write_text("")  # a file where the folder should be: not even root can write into it
    usual = {"HOME": str(nowhere), "XDG_CACHE_HOME": str(nowhere), "NUMBA_CACHE_DIR": str(nowhere)}
    private = tmp_path / "tmp"
    private.mkdir()
    assert ask(folder, LISTEN + ASK + MADE, TMPDIR=str(private), **usual) == COLD
    assert cached_files(private) and ask(folder, LISTEN + ASK + MADE, TMPDIR=str(private), **usual) == WARM
    shared = next(private.iterdir())
    shared.chmod(0o777)  # others could have put code there: not used
    told = ask(folder, ASK + "; import studio.solvers.kernels as k; print(k.policy())", TMPDIR=str(private), **usual)
    assert told.startswith("3\nplain") and "plain Python" in told
