"""Icons: small SVGs in `resources/icons`, drawn in the colours of the theme and redrawn when it changes."""

from __future__ import annotations

from functools import cache
from typing import Protocol

from PySide6.QtCore import QByteArray, QObject, QRectF, QSize, Qt
from PySide6.QtGui import QAction, QColor, QIcon, QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtWidgets import QAbstractButton

from studio.core import files
from studio.share.theme import Theme
from studio.ui.look import look

FOLDER = files.resource_folder() / "icons"
SIZE = 20
RATIOS = (1.0, 2.0)
_PROPERTY, _ROLE = "icon_name", "icon_role"


class HasIcon(Protocol):
    def setIcon(self, icon: QIcon) -> None: ...

    def setProperty(self, name: str, value: object) -> bool: ...


@cache
def _source(name: str) -> str:
    try:
        return (FOLDER / f"{name}.svg").read_text("utf-8")
    except (OSError, ValueError):  # gone or damaged: a letter does
        return ""


def exists(name: str) -> bool:
    return bool(name) and bool(_source(name))


def picture(name: str, color: QColor, size: int = SIZE, ratio: float = 1.0) -> QPixmap:
    """One icon in one colour; a name without a file becomes its first letter, so that no button is blank."""
    pixmap = QPixmap(round(size * ratio), round(size * ratio))
    pixmap.setDevicePixelRatio(ratio)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    source = _source(name)
    if source:
        inked = source.replace("currentColor", color.name())
        QSvgRenderer(QByteArray(inked.encode())).render(painter, QRectF(0, 0, size, size))
    else:
        font = painter.font()
        font.setPixelSize(round(size * 0.7))
        font.setBold(True)
        painter.setFont(font)
        painter.setPen(color)
        painter.drawText(QRectF(0, 0, size, size), Qt.AlignmentFlag.AlignCenter, name[:1].upper())
    painter.end()
    return pixmap


def icon(name: str, theme: Theme | None = None, role: str = "text") -> QIcon:
    """An icon in the theme's text colour, faint when disabled, accented when checked."""
    theme = theme or look().theme
    return _drawn(name, *(theme.color(ink).name() for ink in (role, "primary", "line")))


@cache
def _drawn(name: str, ink: str, checked: str, disabled: str) -> QIcon:
    """Drawn once: every page has the same buttons (a fifth of the time that a window took to open)."""
    made = QIcon()
    for ratio in RATIOS:
        made.addPixmap(picture(name, QColor(ink), ratio=ratio))
        made.addPixmap(picture(name, QColor(checked), ratio=ratio), QIcon.Mode.Normal, QIcon.State.On)
        made.addPixmap(picture(name, QColor(disabled), ratio=ratio), QIcon.Mode.Disabled)
    return made


def put_icon(target: HasIcon, name: str, role: str = "text") -> None:
    """Give an action or button an icon that follows the theme."""
    target.setProperty(_PROPERTY, name)
    target.setProperty(_ROLE, role)
    target.setIcon(icon(name, role=role))


def refresh_icons(root: QObject) -> None:
    """Redraw all icons below an object after a change of theme."""
    targets: list[QAction | QAbstractButton] = [*root.findChildren(QAction), *root.findChildren(QAbstractButton)]
    for child in targets:
        name = child.property(_PROPERTY)
        if name:
            child.setIcon(icon(name, role=child.property(_ROLE) or "text"))


def icon_size() -> QSize:
    return QSize(SIZE, SIZE)
