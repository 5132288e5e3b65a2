"""A window that stands, told in another language: every text on it goes by the English that it was made from.

That English is kept with the widget once it is known. A widget made in another language is asked where its text came from: what
Qt was asked for on behalf of its class, then what the catalogue recognises. Capitals, tags and gaps around a text stay.
What makes its texts from something else (actions from their table, a step of a film) has a method `tell_anew`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache

from PySide6.QtCore import QObject, QSignalBlocker, Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractSpinBox,
    QComboBox,
    QGroupBox,
    QLabel,
    QLineEdit,
    QListWidget,
    QMenu,
    QPlainTextEdit,
    QSpinBox,
    QTableWidget,
    QTabWidget,
    QWidget,
)

from studio.core.language import ENGLISH, catalogue_of, retold

TEXTS: tuple[tuple[type[QObject], tuple[str, ...]], ...] = (
    (QWidget, ("windowTitle", "toolTip", "statusTip", "accessibleName", "accessibleDescription")),
    (QAction, ("text", "iconText", "toolTip", "statusTip")),
    (QLabel, ("text",)), (QAbstractButton, ("text",)), (QGroupBox, ("title",)), (QMenu, ("title",)),
    (QLineEdit, ("placeholderText",)), (QPlainTextEdit, ("placeholderText",)),
    (QAbstractSpinBox, ("specialValueText",)), (QSpinBox, ("suffix", "prefix")),
)
"""what can be read on a widget, by the names of its properties; what a user types is not among them"""
_ROUND = re.compile(r"([^\w<]*)(.*?)(\s*[▾▸]?)", re.DOTALL)
UNTOLD = "english in every language"
"""a property of widgets that say what is not translated: a title, a line of the changelog"""
_KEY = re.compile(r"(?: \(|（)[^()（）]*[)）]$")
_MNEMONIC = re.compile(r"\(&\w\)")
_PARTS = re.compile(r"(<[^>]*>|  +| · |\n| \(\d+\))")

_asked: dict[tuple[str, str], str] = {}
"""(who asked, what was answered) -> the English that was asked for: two messages may be the same word in one language"""


def remember(who: str, english: str, answer: str) -> None:
    _asked[who, answer] = english


def forget_answers() -> None:
    """Another language is spoken: the answers of the last one are none any more."""
    _asked.clear()


def retell(root: QWidget, old: str, new: str) -> None:
    """Put every text below a widget into another language."""
    everything = [each for each in (root, *root.findChildren(QObject)) if not each.property(UNTOLD)]
    for each in everything:
        for name, text, put in readable(each):
            if text:
                told = _retold_at(each, name, text, old, new)
                if told != text:
                    put(told)
    for each in everything:
        if callable(again := getattr(each, "tell_anew", None)):
            again()


def _retold_at(each: QObject, name: str, text: str, old: str, new: str) -> str:
    kept = each.property(f"english {name}")
    english = kept[1] if isinstance(kept, list) and kept[0] == text else english_of(each, text, old)
    told = dressed(english, ENGLISH, new)
    each.setProperty(f"english {name}", [told, english])  # also where both are the same word: another message may be it, too
    return told


def readable(each: QObject) -> Iterator[tuple[str, str, Callable[[str], object]]]:
    """The texts of one object: a name for each, the text and what puts another in its place."""
    for kind, names in TEXTS:
        if isinstance(each, kind):
            for name in names:
                text = each.property(name)
                if isinstance(text, str) and not _follows(each, name, text):
                    yield name, text, lambda told, name=name: each.setProperty(name, told)  # type: ignore[misc]
    for name in getattr(each, "PAINTED", ()):  # words that a widget paints itself, by the names of its attributes
        yield name, getattr(each, name), lambda told, name=name: setattr(each, name, told)  # type: ignore[misc]
    if isinstance(each, QComboBox):
        for at in range(each.count()):
            yield f"item {at}", each.itemText(at), lambda told, at=at: each.setItemText(at, told)  # type: ignore[misc]
    elif isinstance(each, QTabWidget):
        for at in range(each.count()):
            yield f"tab {at}", each.tabText(at), lambda told, at=at: each.setTabText(at, told)  # type: ignore[misc]
            yield f"tip {at}", each.tabToolTip(at), lambda told, at=at: each.setTabToolTip(at, told)  # type: ignore[misc]
    elif isinstance(each, QListWidget | QTableWidget):
        yield from _items(each)


def _follows(each: QObject, name: str, text: str) -> bool:
    """Qt makes it from the action's name, as long as nobody says something else."""
    return isinstance(each, QAction) and name != "text" and text == each.text().replace("&", "").removesuffix("...")


def _items(view: QListWidget | QTableWidget) -> Iterator[tuple[str, str, Callable[[str], object]]]:
    model, role = view.model(), Qt.ItemDataRole.DisplayRole
    columns = view.columnCount() if isinstance(view, QTableWidget) else 0
    for column in range(columns):
        text = model.headerData(column, Qt.Orientation.Horizontal)
        if isinstance(text, str):
            yield f"head {column}", text, lambda told, column=column: model.setHeaderData(  # type: ignore[misc]
                column, Qt.Orientation.Horizontal, told)
    with QSignalBlocker(view):  # nobody has changed anything
        for at in range(model.rowCount()):
            for column in range(max(columns, 1)):
                index = model.index(at, column)
                if isinstance(text := index.data(role), str):
                    yield f"cell {at} {column}", text, lambda told, index=index: model.setData(index, told, role)  # type: ignore[misc]


# --- where a text came from ----------------------------------------------------------------------------------------------
def english_of(each: QObject, text: str, old: str) -> str:
    """The English of a finished text: its own class knows best, then those around it."""
    if old == ENGLISH:
        return text
    near: QObject | None = each
    while near is not None:
        for kind in type(near).__mro__:
            if (kind.__name__, text) in _asked and not kind.__module__.startswith("PySide6"):  # every widget is a QObject
                return _asked[kind.__name__, text]
        near = near.parent()
    return _asked.get(("actions", text)) or _asked.get(("QObject", text)) or dressed(text, old, ENGLISH)


def dressed(text: str, old: str, new: str) -> str:
    """A text in another language, with what it wears: tags, gaps, capitals."""
    if text in _bare(old) and not catalogue_of(old).is_exact(text):
        return bare(retold(_bare(old)[text], old, new))
    if old == new or not any(map(str.isalpha, text)) or _is_whole(text, old):
        return retold(text, old, new)
    before, inner, after = _ROUND.fullmatch(text).groups()  # type: ignore[union-attr]
    if before or after:
        return f"{before}{dressed(inner, old, new)}{after}"
    if text.isupper() and (found := _by_capitals(old).get(text)):
        return retold(found, old, new).upper()
    parts = _PARTS.split(text)
    if len(parts) > 1:
        return "".join(part if _PARTS.fullmatch(part) else dressed(part, old, new) for part in parts)
    small = text[:1].lower() + text[1:]
    if small != text and _is_whole(small, old):
        told = retold(small, old, new)
        return told[:1].upper() + told[1:]
    return retold(text, old, new)


def _is_whole(text: str, code: str) -> bool:
    """One message: not several, of which the last happens to end like one."""
    found = catalogue_of(code).recognise(text)
    return found is not None and not any(value != value.strip() or _PARTS.search(value) for value in found.values.values())


def bare(text: str) -> str:
    """A name as it stands on buttons and in tips: without its mnemonic, its dots, its key."""
    return _KEY.sub("", plain(text).removesuffix(" …"))


def plain(text: str) -> str:
    """A name without its mnemonic, which stands in brackets where no letter of the name is one (“保存(&S)”)."""
    return _MNEMONIC.sub("", text).replace("&", "")


@cache
def _bare(code: str) -> dict[str, str]:
    forms = (form for message in catalogue_of(code).messages.values() for form in message.forms if "{" not in form)
    return {bare(form): form for form in forms if bare(form) not in ("", form)}


@cache
def _by_capitals(code: str) -> dict[str, str]:
    """The texts of a language by how they look in capitals."""
    return {form.upper(): form for message in catalogue_of(code).messages.values() for form in message.forms if "{" not in form}
