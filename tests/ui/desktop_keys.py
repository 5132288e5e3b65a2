"""A desktop that takes keys for itself before any window sees them, as window managers do (X11 only)."""

from __future__ import annotations

import ctypes
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

ASYNC = 1
ALT, CTRL = 0x8, 0x4


@contextmanager
def desktop_takes(names: Sequence[str], held: int = ALT | CTRL) -> Iterator[None]:
    """While inside, these keys with these held ones go nowhere."""
    x11 = ctypes.CDLL("libX11.so.6")
    x11.XOpenDisplay.restype = ctypes.c_void_p
    x11.XDefaultRootWindow.restype = ctypes.c_ulong
    x11.XStringToKeysym.restype = ctypes.c_ulong
    display = ctypes.c_void_p(x11.XOpenDisplay(None))
    root = ctypes.c_ulong(x11.XDefaultRootWindow(display))
    try:
        for name in names:
            symbol = ctypes.c_ulong(x11.XStringToKeysym(name.encode()))
            x11.XGrabKey(display, ctypes.c_int(x11.XKeysymToKeycode(display, symbol)), held, root, 0, ASYNC, ASYNC)
        x11.XSync(display, 0)
        yield
    finally:
        x11.XCloseDisplay(display)
