"""The log: what went wrong unexpectedly, in a small file that turns over by itself; never more than a few hundred kilobytes."""

from __future__ import annotations

import logging
import os
import platform
import sys
import traceback
from logging.handlers import RotatingFileHandler
from pathlib import Path
from types import TracebackType

from studio import __version__

LARGEST, KEPT = 200_000, 3
_logger = logging.getLogger("puzzle-studio")


def log_file() -> Path:
    """Where the log is: the system's place for such files, or the one that was chosen."""
    chosen = os.environ.get("PUZZLE_STUDIO_LOG")
    if chosen:
        return Path(chosen)
    base = os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state"
    return Path(base) / "puzzle-studio" / "studio.log"


def _open() -> None:
    path = log_file()
    if any(isinstance(each, RotatingFileHandler) and each.baseFilename == os.path.abspath(path) for each in _logger.handlers):
        return
    for old in list(_logger.handlers):
        _logger.removeHandler(old)
        old.close()
    _logger.propagate = False
    _logger.setLevel(logging.INFO)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handler: logging.Handler = RotatingFileHandler(path, maxBytes=LARGEST, backupCount=KEPT, encoding="utf-8", delay=True)
        handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(message)s"))
    except OSError:  # no place for a log is no reason to stop
        handler = logging.NullHandler()
    logging.raiseExceptions = False  # nor is a full disk
    _logger.addHandler(handler)


def note(text: str) -> None:
    _open()
    _logger.info(text)


def fault(kind: type[BaseException], value: BaseException, trace: TracebackType | None) -> str:
    """Write a fault down; the details as text, for whoever wants to copy them."""
    where = f"Puzzle Studio {__version__}, Python {platform.python_version()}, {platform.platform()}"
    details = where + "\n" + "".join(traceback.format_exception(kind, value, trace))
    _open()
    _logger.error(details)
    return details


def details_of(problem: BaseException) -> str:
    return fault(type(problem), problem, problem.__traceback__)


def brief(problem: BaseException) -> str:
    """An unexpected fault in one sentence."""
    text = " ".join(str(problem).split())
    return f"{type(problem).__name__}: {text[:200]}" if text else type(problem).__name__


def to_terminal(details: str) -> None:
    if os.environ.get("PUZZLE_STUDIO_DEBUG"):
        print(details, file=sys.stderr)
