"""How numba is led through a kernel: the passes that a kernel needs, and no question asked twice.

Most of the time that numba takes for a small function goes into its own Python, not into LLVM: passes for closures, generators
and unrolled tuples, which kernels do not have, and a look at every overload of `+` and `<` (lists, strings, dates) at every
place where one stands. Measurements: docs/kernels.md.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from studio.solvers.kernels.guarded import load_numba

load_numba()
from numba.core import typed_passes, types, untyped_passes  # noqa: E402
from numba.core.compiler import CompilerBase  # noqa: E402
from numba.core.compiler_machinery import PassManager  # noqa: E402
from numba.core.types.misc import unliteral  # noqa: E402
from numba.core.typing.context import BaseContext  # noqa: E402

PASSES = (
    (untyped_passes.TranslateByteCode, "bytecode"),
    (untyped_passes.FixupArgs, "parameters"),
    (untyped_passes.IRProcessing, "numba's form"),
    (untyped_passes.GenericRewrites, "constant indices"),
    (untyped_passes.InlineInlinables, "inline kernels"),
    (untyped_passes.ReconstructSSA, "one name per value"),
    (typed_passes.NopythonTypeInference, "types"),
    (typed_passes.AnnotateTypes, "types told"),
    (typed_passes.PreLowerStripPhis, "joins"),
    (typed_passes.IRLegalization, "legal"),
    (typed_passes.NativeLowering, "to LLVM"),
    (typed_passes.NoPythonBackend, "machine code"),
)


class KernelCompiler(CompilerBase):  # type: ignore[misc]
    """numba's passes without those for what no kernel has."""

    def define_pipelines(self) -> list[Any]:
        passes = PassManager("kernel")
        for kind, what in PASSES:
            passes.add_pass(kind, what)
        passes.finalize()
        return [passes]


@contextmanager
def undisturbed() -> Iterator[None]:
    """Without garbage collection: numba makes millions of objects, most of which live as long as the compilation."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


SIMPLE = (types.Integer, types.Float, types.Boolean, types.Array)
_known: dict[Any, Any] = {}
_ask = BaseContext.resolve_function_type


def _resolve(context: Any, function: Any, arguments: Any, keywords: Any) -> Any:
    """The signature by which numbers and arrays are added, compared, indexed: what it was the last time."""
    if keywords or isinstance(function, types.Dispatcher) or not all(isinstance(kind, SIMPLE) for kind in arguments):
        return _ask(context, function, arguments, keywords)
    plain = tuple(map(unliteral, arguments))
    key = (context, function, plain)
    if key not in _known:
        _known[key] = _ask(context, function, plain, keywords)
    return _known[key]


BaseContext.resolve_function_type = _resolve
