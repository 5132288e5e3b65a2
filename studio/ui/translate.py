"""The window in the language of its user: Qt asks for every `tr` text, and a window that stands is told anew in place."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QLibraryInfo, QLocale, QTranslator
from PySide6.QtWidgets import QApplication

from studio.core import language
from studio.core.language import told
from studio.ui import retelling


class Words(QTranslator):
    """Answers Qt from the catalogues."""

    def translate(self, context: str, text: str, disambiguation: str | None = None, n: int = -1) -> str | None:  # type: ignore[override]
        if context == "QShortcut":
            return None  # names of keys are Qt's: a message of ours may be the same word (Shift)
        answer = told(text)
        retelling.remember(context, text, answer)
        return answer

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
            retelling.retell(window, old, new)
        retelling.forget_answers()

