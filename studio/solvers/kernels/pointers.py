"""How compiled kernels hand a record on: as the places where its arrays begin, one word each.

numba passes an array as seven words, at every call, and takes it apart and puts it together again in every function. Kernels
need none of them but the place. Measurements: docs/kernels.md.
"""

from __future__ import annotations

from typing import Any

from studio.solvers.kernels.guarded import load_numba

load_numba()
from numba import carray, types  # noqa: E402
from numba.extending import intrinsic  # noqa: E402

__all__ = ["carray", "never_changes", "place_of", "place_plus"]


@intrinsic
def place_of(typing: Any, array: Any) -> Any:
    """Where an array begins."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return context.make_array(signature.args[0])(context, builder, arguments[0]).data

    return types.CPointer(array.dtype)(array), generate


@intrinsic
def place_plus(typing: Any, place: Any, count: Any) -> Any:
    """So many entries further."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.gep(arguments[0], [arguments[1]])

    return place(place, types.int64), generate


@intrinsic
def never_changes(typing: Any, place: Any, slot: Any) -> Any:
    """An entry that stays what it is as long as the record lives: it need not be read again after something was written."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        found = builder.load(builder.gep(arguments[0], [arguments[1]]))
        found.set_metadata("invariant.load", builder.module.add_metadata([]))
        return builder.sext(found, context.get_value_type(types.int64))

    return types.int64(place, types.int64), generate
