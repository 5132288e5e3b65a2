"""Compiling the fast kernels ahead of need: once per installation, in the background, out of everybody's way."""

from __future__ import annotations

import contextlib
import hashlib
import os
import signal
import subprocess
import sys
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from studio.core import isolate, lifeline, registry

ROOT = Path(__file__).resolve().parents[1]


def signature(family_id: str) -> str:
    """Changes whenever a family's compiled kernels may have to be made anew: other sources, another Python or numba, another
    place."""
    digest = hashlib.sha256(f"{family_id} {sys.version}".encode())
    with contextlib.suppress(PackageNotFoundError):
        digest.update(version("numba").encode())
    digest.update(os.environ.get("NUMBA_CACHE_DIR", "").encode())  # another place: what was compiled lies elsewhere
    for folder in (ROOT / "families" / family_id, ROOT / "solvers"):
        for path in sorted(folder.rglob("*.py")):
            digest.update(f"{path}{path.stat().st_mtime_ns}".encode())
    return digest.hexdigest()


def stamp_file() -> Path:
    base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(base) / "puzzle-studio" / "compiled"


def is_prepared(*family_ids: str) -> bool:
    """Whether the kernels of these families (of all, if none is named) have been compiled."""
    try:
        known = stamp_file().read_text().split()
    except OSError:
        return False
    return all(signature(each) in known for each in family_ids or _all())


def how_many_prepared() -> tuple[int, int]:
    """How many of the families have their kernels compiled, and how many there are."""
    return sum(is_prepared(each) for each in _all()), len(_all())


def note_prepared(*family_ids: str) -> None:
    """Remember these families beside those of other installations (the newest few)."""
    path = stamp_file()
    with contextlib.suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        new = [signature(each) for each in family_ids or _all()]
        known = [each for each in (path.read_text().split() if path.exists() else []) if each not in new]
        path.write_text("\n".join([*known[-31:], *new]) + "\n")


def _all() -> list[str]:
    return [family.id for family in registry.families()]


def prepare_in_background() -> subprocess.Popen[bytes] | None:
    """Compile at low priority in a process of its own, if it has not been done; the caller ends it when it leaves."""
    if is_prepared():
        return None
    command = isolate.command("studio.__main__:main", "warm", "--quiet", "--parent", str(os.getpid()))
    quiet = {"stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    made: subprocess.Popen[bytes] = lifeline.start(
        lambda: subprocess.Popen(command, env=isolate.environment(), start_new_session=True, **quiet))  # type: ignore[call-overload]
    lifeline.guard(made.pid)
    return made


def stop(compiling: subprocess.Popen[bytes]) -> None:
    """End a background compilation and its children; what is compiled stays."""
    with contextlib.suppress(OSError):
        if hasattr(os, "killpg"):
            os.killpg(compiling.pid, signal.SIGKILL)
        compiling.kill()
    compiling.wait()
    lifeline.release(compiling.pid)


def warm_family(family_id: str, parent: int) -> None:
    """Load and compile everything of one family; for a child process."""
    lifeline.die_with_parent(parent)
    if hasattr(os, "nice"):
        os.nice(10)
    for engine in registry.family(family_id).engines():
        engine.warm_up()
