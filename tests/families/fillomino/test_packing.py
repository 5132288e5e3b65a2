"""The compiled kernel's one array: every array of a state has its own place in it, and the rewritten sources find it."""

from __future__ import annotations

import ast

import pytest

from studio.families.fillomino.kernel import packing
from studio.families.fillomino.kernel.board import KERNEL
from studio.families.fillomino.kernel.state import LENGTHS, plain_state


def test_arrays_share_no_place() -> None:
    state = packing.packed_state(30, 4, 6, 0)
    for number, name in enumerate(LENGTHS, 1):
        assert len(getattr(state, name)) == len(getattr(plain_state(30, 4, 6, 0), name))
        getattr(state, name)[:] = number
    assert all((getattr(state, name) == number).all() for number, name in enumerate(LENGTHS, 1))
    assert state.packed.numbers.all()
    assert state.packed.flags.all()


def test_a_copy_says_the_same() -> None:
    state = plain_state(12, 2, 4, 1)
    state.value[5], state.poss[17] = 1, 1
    copy = packing.packed_copy(state)
    assert copy.value.tolist() == state.value
    assert copy.poss.tolist() == state.poss


@pytest.mark.parametrize("name", list(LENGTHS))
def test_rewritten_sources_read_the_same_entry(name: str) -> None:
    state = packing.packed_state(20, 3, 5, 0)
    getattr(state, name)[:] = range(1, len(getattr(state, name)) + 1)
    tree = ast.parse(f"def read(s, i):\n    base, local = 1, s.{name}\n    return s.{name}[i], local[base + i]")
    function = packing._Packing().visit(tree.body[0])
    scope: dict[str, object] = {}
    exec(compile(ast.fix_missing_locations(ast.Module([function], [])), "test", "exec"), scope)
    assert scope["read"](state.packed, 1) == (2, 3)  # type: ignore[operator]


def test_every_function_of_the_kernel_is_rewritten() -> None:
    """No array of a state is left that compiled functions could not find."""
    for module in KERNEL:
        names = {name for code in packing.packed_functions(module).co_consts if hasattr(code, "co_names")
                 for name in code.co_names}
        assert not names.intersection(LENGTHS)
