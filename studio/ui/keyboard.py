"""Keys on any layout: letters and digits by the key's place where the layout has others there.

On a Cyrillic or Greek keyboard no key gives an "a": the key at that place counts. On AZERTY the digits need Shift: without it
the key in the row of digits counts. Where a layout gives a Latin letter itself, that letter counts: it is printed there.
"""

from __future__ import annotations

import sys

from PySide6.QtCore import QKeyCombination, Qt
from PySide6.QtGui import QKeyEvent, QKeySequence

ROWS = ("qwertyuiop", "asdfghjkl", "zxcvbnm")
DIGITS = "1234567890"
_FIRST = {"linux": (10, (24, 38, 52)), "win32": (2, (16, 30, 44))}
"""scan codes: of the digit 1, and of the first letter of each row (X11 and Wayland count evdev's codes plus eight)"""


def _places() -> dict[int, str]:
    digits, rows = _FIRST["win32" if sys.platform == "win32" else "linux"]
    found = {digits + at: digit for at, digit in enumerate(DIGITS)}
    return found | {first + at: letter for first, row in zip(rows, ROWS) for at, letter in enumerate(row)}


PLACES = _places()


def typed(event: QKeyEvent) -> str:
    """What a key means on a board: its text, or the Latin letter or digit of its place."""
    text = event.text()
    place = PLACES.get(event.nativeScanCode(), "")
    if not place or not text.strip():
        return text
    if place.isdigit():
        moved = event.modifiers() & (Qt.KeyboardModifier.ShiftModifier | Qt.KeyboardModifier.GroupSwitchModifier)
        return text if (text.isascii() and text.isdigit()) or moved else place
    if text.isascii():
        return text
    return place.upper() if event.modifiers() & Qt.KeyboardModifier.ShiftModifier else place


def shortcut_at(event: QKeyEvent) -> QKeySequence | None:
    """The shortcut that a key would be on a Latin layout; None where it is one by itself."""
    place, key = PLACES.get(event.nativeScanCode(), ""), event.key()
    modifiers = event.modifiers()
    held = modifiers & (Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier)
    if not place or not held.value or key < 0x80 or key >= 0x01000000:
        return None
    return QKeySequence(QKeyCombination(modifiers & ~Qt.KeyboardModifier.GroupSwitchModifier, Qt.Key(ord(place.upper()))))


def letter_key(event: QKeyEvent) -> Qt.Key:
    """The key as Latin layouts name it: for keys that are letters in a film or a tree."""
    key, text = event.key(), typed(event)
    if text.strip() and not event.text().isascii() and len(text) == 1 and text.isascii():
        return Qt.Key(ord(text.upper()))
    return Qt.Key(key)
