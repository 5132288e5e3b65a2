"""The look of the whole application: which theme is on, and everyone who wants to know when it changes."""

from __future__ import annotations

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QColor, QGuiApplication, QPalette
from PySide6.QtWidgets import QApplication

from studio.share.theme import LIGHT, Theme, theme_named
from studio.ui.style import sheet


class Look(QObject):
    """`use` a theme preference ("system", "light", "dark", "safe"); `changed` tells the new theme."""

    changed = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self.theme: Theme = LIGHT
        self.preference = "system"
        self._following = False
        self._worn = False

    def use(self, preference: str) -> None:
        self.preference = preference
        hints = QGuiApplication.styleHints()
        if not self._following:
            self._following = True
            hints.colorSchemeChanged.connect(self._system_changed)
        self._put_on(theme_named(preference, hints.colorScheme() == Qt.ColorScheme.Dark))

    def _system_changed(self) -> None:
        if self.preference == "system":
            self.use("system")

    def _put_on(self, theme: Theme) -> None:
        if theme is self.theme and self._worn:
            return
        app = QApplication.instance()
        self.theme, self._worn = theme, True
        if isinstance(app, QApplication):
            app.setPalette(palette(theme))
            app.setStyleSheet(sheet(theme))
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


_look: Look | None = None


def look() -> Look:
    """The one look of this process."""
    global _look
    if _look is None:
        _look = Look()
    return _look
