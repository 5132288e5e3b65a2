"""Preferences that outlive the window: typed, with defaults, and one click back to them."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any

from PySide6.QtCore import QByteArray, QSettings

RECENT = 12
BOUNDS: dict[str, tuple[float, float]] = {"speed": (0, 100_000), "autosave_seconds": (1, 600), "limit_seconds": (1, 86_400),
                                          "limit_memory_mb": (128, 1_000_000), "film_events": (10_000, 5_000_000),
                                          "text_size": (0, 40)}
"""what a number may be; anything else in a settings file is damage, and the default is used"""


@dataclass
class Preferences:
    """What the user can choose. The names are the keys in the settings file."""

    theme: str = "system"
    text_size: int = 0
    """points; 0: as the system"""
    still: bool = False
    """no animations"""
    speed: float = 30.0
    """events per second at which a film starts to play; 0 = as fast as it comes"""
    autosave: bool = True
    autosave_seconds: int = 5
    engine: str = "auto"
    limit_seconds: int = 60
    limit_memory_mb: int = 4096
    film_events: int = 1_000_000
    live_verdict: bool = True
    show_mistakes: bool = False
    start_page: bool = True
    labels: bool = True
    """numbers of rows and columns beside the board"""
    cell_pad: bool = False
    """the pad of numbers beside the cell that is clicked, not below the tools"""
    language: str = "en"
    """code of a catalogue; "" is the system's language, if the studio speaks it"""
    author: str = ""
    """of new puzzles"""


class Settings:
    """Reads and writes preferences, the window's layout and the recent files."""

    def __init__(self, store: QSettings | None = None) -> None:
        self.store = store if store is not None else QSettings("puzzle-studio", "puzzle-studio")

    def preferences(self) -> Preferences:
        loaded = Preferences()
        for each in fields(Preferences):
            default = getattr(loaded, each.name)
            value = self.store.value(f"preferences/{each.name}", default)
            setattr(loaded, each.name, _bounded(_typed(value, default), default, BOUNDS.get(each.name)))
        return loaded

    def keep(self, preferences: Preferences) -> None:
        for each in fields(Preferences):
            self.store.setValue(f"preferences/{each.name}", getattr(preferences, each.name))
        self.store.sync()

    def reset(self) -> Preferences:
        """All preferences and the layout as on the first day; files and progress are not touched."""
        self.store.remove("preferences")
        self.store.remove("layout")
        self.store.remove("keys")
        self.store.sync()
        return Preferences()

    def layout(self, name: str) -> QByteArray | None:
        value = self.store.value(f"layout/{name}")
        return value if isinstance(value, QByteArray) and not value.isEmpty() else None

    def keep_layout(self, name: str, state: QByteArray) -> None:
        self.store.setValue(f"layout/{name}", state)

    def recent(self) -> list[str]:
        value = self.store.value("recent", [])
        if isinstance(value, str):
            return [value]
        return [str(item) for item in value] if isinstance(value, list) else []

    def add_recent(self, path: str) -> None:
        known = [path, *(old for old in self.recent() if old != path)]
        self.store.setValue("recent", known[:RECENT])

    def forget_recent(self, path: str | None = None) -> None:
        self.store.setValue("recent", [] if path is None else [old for old in self.recent() if old != path])

    def keys(self) -> dict[str, str]:
        """The user's own shortcuts, by action."""
        known: dict[str, str] = {}
        self.store.beginGroup("keys")
        for name in self.store.childKeys():
            known[name] = str(self.store.value(name, ""))
        self.store.endGroup()
        return known

    def keep_keys(self, wanted: dict[str, str]) -> None:
        self.store.remove("keys")
        for name, keys in wanted.items():
            self.store.setValue(f"keys/{name}", keys)
        self.store.sync()

    def flag(self, name: str, default: str = "") -> str:
        return str(self.store.value(f"flags/{name}", default))

    def keep_flag(self, name: str, value: str) -> None:
        self.store.setValue(f"flags/{name}", value)


def _bounded(value: Any, default: Any, bounds: tuple[float, float] | None) -> Any:
    return value if bounds is None or bounds[0] <= value <= bounds[1] else default


def _typed(value: Any, default: Any) -> Any:
    """Settings files hold texts; give back the default's type, or the default where the text makes no sense."""
    try:
        if isinstance(default, bool):
            return value if isinstance(value, bool) else str(value).lower() in ("true", "1", "yes")
        return type(default)(value)
    except (TypeError, ValueError, OverflowError):
        return default
