"""No code from the current folder: child processes find Python's own modules and ours, whatever lies beside a puzzle.

`python -c` and `python -m` look into the current folder first, and so would every worker and helper that the studio starts:
a `socket.py` beside a puzzle would be executed. `harden` is called before anything else is imported (so this module imports
nothing that is not there already, not even `__future__`); it cleans the path of this process and tells all that follow.

It also comes before numpy, and says that a process of ours is one thread of linear algebra: the matrices here have a few dozen
columns, and threads that wait for each other on a busy machine took ten times the CPU time of the sums themselves.
"""

import os
import sys

HELPER = "--studio-helper"
"""A frozen studio starts itself with this word and a target as helper."""
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
"""Where this process found the studio; its children must find the same one."""
ALGEBRA_THREADS = "OPENBLAS_NUM_THREADS"
"""What numpy asks, at its import, for the number of its threads; a user's own wish stands."""


def _absolute(entries: list[str]) -> list[str]:
    """The entries of a search path that do not depend on the current folder."""
    return [entry for entry in entries if entry and os.path.isabs(entry)]


def _library() -> tuple[str, ...]:
    """The folders of the standard library."""
    folder = os.path.dirname(os.path.abspath(os.__file__))
    return (folder, os.path.join(folder, "lib-dynload"))


def safe_path(path: list[str] | None = None) -> list[str]:
    """A search path without the current folder, except where someone named it in PYTHONPATH.

    The studio's own folder stands behind the standard library, so that nothing in a checkout takes a standard name.
    """
    named = _absolute(os.environ.get("PYTHONPATH", "").split(os.pathsep))
    try:
        here = os.path.realpath(os.getcwd())
    except OSError:  # the folder is gone
        here = ""
    kept = [entry for entry in _absolute(list(sys.path if path is None else path))
            if entry in named or os.path.realpath(entry) != here]
    if getattr(sys, "frozen", False):
        return kept
    library = [place for place, entry in enumerate(kept) if os.path.abspath(entry) in _library()]
    behind = max(library, default=-1) + 1
    ahead = [place for place, entry in enumerate(kept) if os.path.realpath(entry) == os.path.realpath(ROOT)]
    if not ahead or (ahead[0] < behind and kept[ahead[0]] not in named):
        kept = [*kept[:behind], ROOT, *kept[behind:]]
        for place in reversed(ahead):
            if place < behind:
                del kept[place]
    return kept


def harden() -> None:
    """Clean this process's search path, and let whatever it starts do the same."""
    os.environ.update(_variables())
    sys.path[:] = safe_path()


class safe_start:
    """While Python's own ways of starting children (multiprocessing) are used: the child's path is clean from its first line
    on. To be used by one thread at a time."""

    def __enter__(self) -> None:
        self._saved = {name: os.environ.get(name) for name in ("PYTHONSAFEPATH", "PYTHONPATH", ALGEBRA_THREADS)}
        os.environ.update(_variables())
        sys.path[:] = safe_path()

    def __exit__(self, *_: object) -> None:
        for name, value in self._saved.items():
            if value is None:
                os.environ.pop(name, None)
            else:
                os.environ[name] = value


def _variables() -> dict[str, str]:
    named = os.environ.get("PYTHONPATH")
    cleaned = {} if named is None else {"PYTHONPATH": os.pathsep.join(_absolute(named.split(os.pathsep)))}
    return {"PYTHONSAFEPATH": "1", ALGEBRA_THREADS: os.environ.get(ALGEBRA_THREADS, "1"), **cleaned}


def command(target: str, *arguments: str) -> list[str]:
    """The command line that calls `target` ("package.module:function") in a Python of its own."""
    if getattr(sys, "frozen", False):
        return [sys.executable, HELPER, target, *arguments]
    module, _, function = target.partition(":")
    code = f"import sys; sys.path[:] = {safe_path()!r}; from {module} import {function}; sys.exit({function}())"
    return [sys.executable, "-P", "-c", code, *arguments]


def environment() -> dict[str, str]:
    """The environment for such a child: as ours, but with no way in through the current folder."""
    return {**os.environ, **_variables()}


def helped() -> bool:
    """True in a frozen helper: sys.argv is then as its target expects it, and the target has run."""
    if not (getattr(sys, "frozen", False) and len(sys.argv) > 2 and sys.argv[1] == HELPER):
        return False
    module, _, function = sys.argv[2].partition(":")
    del sys.argv[1:3]
    import importlib

    getattr(importlib.import_module(module), function)()
    return True
