"""A file that one process holds: who else wants it is told so."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import IO


def hold(path: Path) -> IO[bytes] | None:
    """Hold a lock file until the stream is closed, or the process is gone; None if someone else holds it. Where locks do not
    work (some network folders), nobody does."""
    stream = path.open("ab")
    try:
        if sys.platform == "win32":
            import msvcrt

            stream.seek(0)
            msvcrt.locking(stream.fileno(), msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(stream, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except (BlockingIOError, PermissionError):
        stream.close()
        return None
    except OSError:
        return stream
    return stream
