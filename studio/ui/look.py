"""The look of the whole application: which theme is on, and everyone who wants to know when it changes."""

from __future__ import annotations

from PySide6.QtCore import QObject, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFont, QGuiApplication, QPalette
from PySide6.QtWidgets import QApplication

from studio.share.theme import LIGHT, Theme, theme_named
from studio.ui.style import sheet

DESIGNED = 10.0
"""points of the text that lengths in pixels were chosen for"""


class Look(QObject):
    """`use` a theme preference ("system", "light", "dark", "safe", "contrast") and a text size; `changed` tells the new theme.

    Without a size of the user's own the system's is kept."""

    changed = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self.theme: Theme = LIGHT
        self.preference = "system"
        self.points = DESIGNED
        """the size of usual text"""
        self.still = False
        """nothing moves by itself"""
        self._system: QFont | None = None
        self._following = False
        self._worn = False

    def use(self, preference: str, text_size: int | None = None) -> None:
        """`text_size`: in points; 0 is the system's, None leaves it as it is."""
        self.preference = preference
        sized = text_size is not None and self._set_size(text_size)
        hints = QGuiApplication.styleHints()
        if not self._following:
            self._following = True
            hints.colorSchemeChanged.connect(self._system_changed)
        self._put_on(theme_named(preference, hints.colorScheme() == Qt.ColorScheme.Dark), sized)

    def _set_size(self, points: int) -> bool:
        """True if text has another size now."""
        app = QApplication.instance()
        if not isinstance(app, QApplication):
            return False
        if self._system is None:
            self._system = QFont(app.font())
        font = QFont(self._system)
        if points:
            font.setPointSizeF(float(points))
        if font.pointSizeF() == self.points and font == app.font():
            return False
        self.points = font.pointSizeF()
        app.setFont(font)
        return True

    def _system_changed(self) -> None:
        if self.preference == "system":
            self.use("system")

    def _put_on(self, theme: Theme, sized: bool = False) -> None:
        if theme is self.theme and self._worn and not sized:
            return
        app = QApplication.instance()
        self.theme, self._worn = theme, True
        if isinstance(app, QApplication):
            app.setPalette(palette(theme))
            app.setStyleSheet(sheet(theme, self.points))
        self.changed.emit(theme)


def palette(theme: Theme) -> QPalette:
    """Qt's own roles from the theme's window colours; Fusion draws everything else from them."""
    role, colors = QPalette.ColorRole, QPalette()
    pairs = {role.Window: "window", role.WindowText: "text", role.Base: "base", role.AlternateBase: "panel", role.Text: "text",
             role.Button: "panel", role.ButtonText: "text", role.Highlight: "primary", role.HighlightedText: "on_primary",
             role.ToolTipBase: "tip", role.ToolTipText: "on_tip", role.PlaceholderText: "muted", role.Link: "primary",
             role.BrightText: "bad", role.Mid: "line", role.Light: "panel", role.Dark: "line", role.Accent: "primary"}
    for each, name in pairs.items():
        colors.setColor(each, theme.color(name))
    faint = QColor(theme.color("muted"))
    faint.setAlphaF(0.6)
    for each in (role.WindowText, role.Text, role.ButtonText):
        colors.setColor(QPalette.ColorGroup.Disabled, each, faint)
    return colors


def scaled(pixels: float) -> int:
    """A length that was designed for usual text, for the text that is on."""
    return round(pixels * max(1.0, look().points / DESIGNED))


def share_of_screen(part: float, upright: bool = False) -> int:
    """So many pixels of the screen's width or height."""
    return round(part * (_room().height() if upright else _room().width()))


def _room() -> QSize:
    screen = QGuiApplication.primaryScreen()
    return screen.availableGeometry().size() if screen is not None else QSize(1280, 800)


_look: Look | None = None


def look() -> Look:
    """The one look of this process."""
    global _look
    if _look is None:
        _look = Look()
    return _look
