"""The window in the language of its user: Qt asks for every `tr` text, and a window that stands is told anew in place."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from PySide6.QtCore import QCoreApplication, QLibraryInfo, QLocale, QTranslator
from PySide6.QtWidgets import QApplication, QWidget

from studio.core import language
from studio.core.language import told
from studio.core.say import marked
from studio.ui import retelling

Made = TypeVar("Made", bound=QWidget)
OF_QT = (marked("Close Tab"), marked("Scroll Left"), marked("Scroll Right"))
"""Qt's words on a window that stands: what is told anew in place must be a message of ours"""


class Words(QTranslator):
    """Answers Qt from the catalogues."""

    def translate(self, context: str, text: str, disambiguation: str | None = None, n: int = -1) -> str | None:  # type: ignore[override]
        if _silent:
            return text
        if context == "QShortcut":
            return None  # names of keys are Qt's: a message of ours may be the same word (Shift)
        answer = told(text)
        retelling.remember(context, text, answer)
        return answer if answer != text else None  # a text of Qt's own, perhaps: Qt's translator knows it

    def isEmpty(self) -> bool:
        return False


_silent: list[bool] = []
"""not empty while something is made in English"""


def made(make: Callable[[], Made]) -> Made:
    """Make a large part of the window in English and tell it in the user's language: so the English of each of its texts is
    known, where a word of another language may stand for several, and it can be told in a third one later."""
    spoken = language.current()
    if spoken == language.ENGLISH:
        return make()
    language.use(language.ENGLISH)
    _silent.append(True)
    try:
        built = make()
    finally:
        _silent.pop()
        language.use(spoken)
    retelling.retell(built, language.ENGLISH, spoken)
    return built


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

