"""Where compiled kernels lie on disk: in the folder that NUMBA_CACHE_DIR names, beside their sources, in the user's cache, or,
if none of them can be written, in a private temporary folder."""

from __future__ import annotations

import hashlib
import os
import stat
import tempfile
from collections.abc import Iterator
from functools import cache
from pathlib import Path


def usual_places(source: Path) -> Iterator[Path]:
    """The folders for what is made from a source, in the order in which they are tried."""
    folder = source.parent
    own_name = f"{folder.name}_{hashlib.sha256(str(folder).encode()).hexdigest()[:16]}"
    named = os.environ.get("NUMBA_CACHE_DIR")
    if named:
        yield Path(named) / own_name
    yield folder / "__pycache__"
    base = os.environ.get("XDG_CACHE_HOME")
    try:
        yield (Path(base) if base else Path.home() / ".cache") / "puzzle-studio" / "kernels" / own_name
    except RuntimeError:  # nobody's home
        return


def private_place() -> Path:
    """A folder that nobody else can write to: what lies in it is executed. RuntimeError: there is none."""
    user = os.getuid() if hasattr(os, "getuid") else 0
    folder = Path(tempfile.gettempdir()) / f"puzzle-studio-kernels-{user}"
    try:
        folder.mkdir(mode=0o700, exist_ok=True)
        found = folder.lstat()
    except OSError as error:
        raise RuntimeError(f"no place for compiled kernels: {error}") from error
    if hasattr(os, "getuid") and (found.st_uid != user or not stat.S_ISDIR(found.st_mode) or found.st_mode & 0o077):
        raise RuntimeError(f"{folder} is not private")
    return folder


@cache
def folder_stamp(folder: Path) -> str:
    """Changes with every source in a folder."""
    digest = hashlib.sha256()
    for path in sorted(folder.glob("*.py")):
        digest.update(path.name.encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()
