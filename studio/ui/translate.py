"""The window in the language of its user: Qt asks for every `tr` text, and a window that stands is told anew in place."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QCoreApplication, QLibraryInfo, QLocale, QObject, QTranslator
from PySide6.QtGui import QAction
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QGroupBox,
    QLabel,
    QLineEdit,
    QMenu,
    QPlainTextEdit,
    QSpinBox,
    QTabWidget,
    QWidget,
)

from studio.core import language
from studio.core.language import retold, told


class Words(QTranslator):
    """Answers Qt from the catalogues."""

    def translate(self, context: str, text: str, disambiguation: str | None = None, n: int = -1) -> str:
        return told(text)

    def isEmpty(self) -> bool:
        return False


_installed: list[QTranslator] = []
"""Qt's own texts (OK, Cancel, file dialogs) and ours; Qt does not keep translators alive"""


def speak(code: str) -> None:
    """Use a language ("" is the system's); whatever stands on the screen is told anew."""
    old = language.current()
    language.use(code)
    new = language.current()
    for translator in _installed:
        QCoreApplication.removeTranslator(translator)
    _installed.clear()
    if new != language.ENGLISH:
        own = QTranslator()
        if own.load(QLocale(new), "qtbase", "_", QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)):
            _installed.append(own)
        _installed.append(Words())
    for translator in _installed:
        QCoreApplication.installTranslator(translator)
    if old != new:
        for window in QApplication.topLevelWidgets():
            retell(window, lambda text: retold(text, old, new))


TEXTS: tuple[tuple[type[QObject], tuple[str, ...]], ...] = (
    (QWidget, ("windowTitle", "toolTip", "statusTip", "accessibleName", "accessibleDescription")),
    (QAction, ("text", "iconText", "toolTip", "statusTip")),
    (QLabel, ("text",)), (QAbstractButton, ("text",)), (QGroupBox, ("title",)), (QMenu, ("title",)),
    (QLineEdit, ("placeholderText",)), (QPlainTextEdit, ("placeholderText",)),
    (QAbstractSpinBox, ("specialValueText",)), (QSpinBox, ("suffix", "prefix")),
)
"""what can be read on a widget, by the names of its properties; what a user types is not among them"""


def retell(root: QWidget, words: Callable[[str], str]) -> None:
    """Put every text below a widget into other words."""
    for each in (root, *root.findChildren(QObject)):
        for kind, names in TEXTS:
            if isinstance(each, kind):
                for name in names:
                    _retell_property(each, name, words)
        if isinstance(each, QComboBox):
            for at in range(each.count()):
                each.setItemText(at, words(each.itemText(at)))
        elif isinstance(each, QTabWidget):
            for at in range(each.count()):
                each.setTabText(at, words(each.tabText(at)))
                each.setTabToolTip(at, words(each.tabToolTip(at)))


def _retell_property(each: QObject, name: str, words: Callable[[str], str]) -> None:
    text = each.property(name)
    if isinstance(text, str) and text:
        new = words(text)
        if new != text:
            each.setProperty(name, new)
