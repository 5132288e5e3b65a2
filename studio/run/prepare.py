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


def signature() -> str:
    """Changes whenever compiled kernels may have to be made anew: other sources, another Python or numba, another place."""
    digest = hashlib.sha256(sys.version.encode())
    with contextlib.suppress(PackageNotFoundError):
        digest.update(version("numba").encode())
    digest.update(os.environ.get("NUMBA_CACHE_DIR", "").encode())  # another place: what was compiled lies elsewhere
    for folder in ("families", "solvers"):
        for path in sorted((ROOT / folder).rglob("*.py")):
            digest.update(f"{path}{path.stat().st_mtime_ns}".encode())
    return digest.hexdigest()


def stamp_file() -> Path:
    base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(base) / "puzzle-studio" / "compiled"


def is_prepared() -> bool:
    try:
        return signature() in stamp_file().read_text().split()
    except OSError:
        return False


def note_prepared() -> None:
    """Remember this signature beside those of other installations (the newest few)."""
    path = stamp_file()
    with contextlib.suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        known = path.read_text().split() if path.exists() else []
        path.write_text("\n".join([*known[-7:], signature()]) + "\n")


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
