"""The fast search for Evolomino: conflict-driven search with lazily explained rules, compiled by numba.

numba looks only at a function's own file when it decides whether its cached code is fresh, not at the files of the functions
it calls. So whenever any file here is newer than the cache, the whole cache goes.
"""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path


def drop_stale_cache(folder: Path) -> None:
    """Delete numba's files in `folder` if a source in it is newer than the oldest of them."""
    cached = [*folder.glob("__pycache__/*.nbi"), *folder.glob("__pycache__/*.nbc")]
    with suppress(OSError):
        newest = max(source.stat().st_mtime for source in folder.glob("*.py"))
        if cached and min(file.stat().st_mtime for file in cached) < newest:
            for file in cached:
                file.unlink(missing_ok=True)


drop_stale_cache(Path(__file__).parent)
