"""Telling screen readers what just happened, where the platform has one listening."""

from __future__ import annotations

from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent
from PySide6.QtWidgets import QWidget

from studio.core.language import told


def say(widget: QWidget, words: str) -> None:
    """Speak a sentence without moving the focus."""
    if words and QAccessible.isActive():
        QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(widget, told(words)))
