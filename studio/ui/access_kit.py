"""Parts of self-painted widgets for assistive technology: what every cell, line or node answers alike.

Qt asks for interfaces by number and holds no reference to Python objects, so a holder keeps the parts it has given out as
long as its widget lives. Only parts that somebody asked for are ever made: a log may have a million lines.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol, TypeVar

from PySide6.QtCore import QObject, QRect
from PySide6.QtGui import QAccessible, QAccessibleEvent, QAccessibleInterface
from PySide6.QtWidgets import QAccessibleWidget, QWidget
from shiboken6 import isValid

SomeHolder = TypeVar("SomeHolder", bound="PartHolder")


class Holder(Protocol):
    """What a part asks the interface of its widget."""

    def there(self, number: int) -> bool: ...

    def words(self, number: int) -> str: ...

    def place(self, number: int) -> QRect: ...

    def focused(self, number: int) -> bool: ...


class Part(QAccessibleInterface):
    """One numbered part of a widget. It answers by asking the widget as it is now."""

    ROLE = QAccessible.Role.ListItem

    def __init__(self, holder: QAccessibleInterface, number: int) -> None:
        super().__init__()
        self.holder, self.number = holder, number

    @property
    def _asked(self) -> Holder:
        return self.holder  # type: ignore[return-value]  # every holder of parts answers these

    def isValid(self) -> bool:
        return bool(self.holder.isValid()) and self._asked.there(self.number)

    def object(self) -> QObject | None:  # type: ignore[override]  # the stubs know no None
        return None

    def parent(self) -> QAccessibleInterface:
        return self.holder

    def child(self, index: int) -> QAccessibleInterface | None:  # type: ignore[override]  # the stubs know no None
        return None

    def childCount(self) -> int:
        return 0

    def childAt(self, x: int, y: int) -> QAccessibleInterface | None:  # type: ignore[override]  # the stubs know no None
        return None

    def indexOfChild(self, child: QAccessibleInterface) -> int:
        return -1

    def role(self) -> QAccessible.Role:
        return self.ROLE

    def rect(self) -> QRect:
        return self._asked.place(self.number) if self.isValid() else QRect()

    def text(self, kind: QAccessible.Text) -> str:
        if kind not in (QAccessible.Text.Name, QAccessible.Text.Value) or not self.isValid():
            return ""
        return self._asked.words(self.number)

    def setText(self, kind: QAccessible.Text, text: str) -> None:
        """Parts are changed by keys and strokes."""

    def state(self) -> QAccessible.State:
        state = QAccessible.State()
        state.focusable = state.selectable = True
        state.invalid = not self.isValid()
        state.focused = self.isValid() and self._asked.focused(self.number)
        state.selected = state.focused
        return state


class PartHolder(QAccessibleWidget):
    """The interface of a widget with parts; says which part a number names, and keeps it."""

    PART = Part

    def __init__(self, widget: QWidget, role: QAccessible.Role) -> None:
        super().__init__(widget, role)
        self._widget = widget
        self._parts: dict[int, Part] = {}

    def isValid(self) -> bool:
        return bool(isValid(self._widget))

    def part(self, number: int) -> Part:
        if number not in self._parts:
            self._parts[number] = self.PART(self, number)
        return self._parts[number]


_holders: dict[int, PartHolder] = {}


def holder_of(widget: QWidget, make: Callable[[], SomeHolder]) -> SomeHolder:
    """The one interface of a widget, made when it is asked for the first time; those of widgets that are gone go, too."""
    for key in [key for key, holder in _holders.items() if not holder.isValid()]:
        del _holders[key]
    if id(widget) not in _holders:
        _holders[id(widget)] = make()
    return _holders[id(widget)]  # type: ignore[return-value]  # a widget is always asked for with its own kind


def on_screen(box: QRect, within: QWidget) -> QRect:
    """Where a box of a widget is on the screen."""
    return QRect(within.mapToGlobal(box.topLeft()), box.size())


def has_focus(part: Part) -> None:
    """This part is what has the focus now."""
    QAccessible.updateAccessibility(QAccessibleEvent(part, QAccessible.Event.Focus))
