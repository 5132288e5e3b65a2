"""How numba is led through a kernel: the passes that a kernel needs, and no question asked twice.

Most of the time that numba takes for a small function goes into its own Python, not into LLVM: passes for closures, generators
and unrolled tuples, which kernels do not have, and a look at every overload of `+` and `<` (lists, strings, dates) at every
place where one stands. Measurements: docs/kernels.md. All of this leans on numba's inside: `compiling.py` decides when.
"""

from __future__ import annotations

from typing import Any

from studio.solvers.kernels.guarded import load_numba

load_numba()
from llvmlite import binding as llvm  # noqa: E402
from numba.core import compiler, sigutils, typed_passes, types, untyped_passes  # noqa: E402
from numba.core.compiler import CompilerBase  # noqa: E402
from numba.core.compiler_lock import global_compiler_lock  # noqa: E402
from numba.core.compiler_machinery import PassManager  # noqa: E402
from numba.core.types.misc import CPointer, unliteral  # noqa: E402
from numba.core.typing.context import BaseContext  # noqa: E402

from studio.solvers.kernels.image import is_outside  # noqa: E402

PASSES = (
    (untyped_passes.TranslateByteCode, "bytecode"),
    (untyped_passes.FixupArgs, "parameters"),
    (untyped_passes.IRProcessing, "numba's form"),
    (untyped_passes.GenericRewrites, "constant indices"),
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


def compile_for_callers(dispatcher: Any, signature: Any) -> None:
    """Compile a function that Python never calls: without wrappers, and only as far as linking needs it. Its callers are
    optimised with all they call, so doing that here as well, and making machine code of it, would be for nothing."""
    arguments, result = sigutils.normalize_signature(signature)
    flags = compiler.Flags()
    dispatcher.targetdescr.options.parse_as_flags(flags, dispatcher.targetoptions)
    flags.no_compile = flags.no_cpython_wrapper = flags.no_cfunc_wrapper = True
    target = dispatcher.targetctx
    with global_compiler_lock:
        library = target.codegen().create_library(dispatcher.py_func.__qualname__)
        library._optimize_final_module = library._finalize_specific = lambda: None
        made = compiler.compile_extra(dispatcher.typingctx, target, dispatcher.py_func, args=arguments, return_type=result,
                                      flags=flags, locals={}, library=library, pipeline_class=KernelCompiler)
        key = object()  # what callers find it by
        target.insert_user_function(key, made.fndesc, [made.library])
        dispatcher.overloads[tuple(arguments)] = made._replace(entry_point=key)


def make_image(dispatcher: Any, signature: Any) -> tuple[str, tuple[str, ...], bytes] | None:
    """A function with all that it calls as machine code that any process can load: its name in there, what it needs from
    outside, the code. None: it needs more than the C library (it makes arrays, say), so it has to live with numba."""
    arguments, result = sigutils.normalize_signature(signature)
    flags = compiler.Flags()
    dispatcher.targetdescr.options.parse_as_flags(flags, dispatcher.targetoptions)
    flags.no_compile = flags.no_cpython_wrapper = flags.no_cfunc_wrapper = True
    target = dispatcher.targetctx
    with global_compiler_lock:
        library = target.codegen().create_library(dispatcher.py_func.__qualname__)
        library._finalize_final_module = lambda: setattr(library, "_finalized", True)  # numba need not run it
        made = compiler.compile_extra(dispatcher.typingctx, target, dispatcher.py_func, args=arguments, return_type=result,
                                      flags=flags, locals={}, library=library, pipeline_class=KernelCompiler)
        symbol: str = made.fndesc.llvm_func_name
        _close_before_it_is_optimized(library, symbol)
        library.finalize()
        outside = tuple(sorted(each.name for each in library._final_module.functions
                               if each.is_declaration and not each.name.startswith("llvm.")))
        if not all(map(is_outside, outside)):
            return None
        return symbol, outside, target.codegen()._tm.emit_object(library._final_module)


NOTHING_TO_FREE = "define void @NRT_MemInfo_call_dtor(i8* %0) { ret void }"
"""What numba calls when the last one lets go of an array: in an image nobody owns one."""


def _close_before_it_is_optimized(library: Any, symbol: str) -> None:
    """Only the function itself is seen from outside: what it calls is put in its place, or dropped."""
    optimize = library._optimize_final_module

    def close() -> None:
        module = library._final_module
        if any(each.name == "NRT_MemInfo_call_dtor" for each in module.functions):
            module.link_in(llvm.parse_assembly(NOTHING_TO_FREE))
        for each in module.functions:
            if not each.is_declaration and each.name != symbol:
                each.linkage = llvm.Linkage.internal
        optimize()

    library._optimize_final_module = close


SIMPLE = (types.Integer, types.Float, types.Boolean, types.Array, CPointer)
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
