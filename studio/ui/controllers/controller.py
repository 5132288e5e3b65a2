"""What controllers have in common: the desk they work on. Their methods `act_<id>` are the window's actions."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from PySide6.QtCore import QObject

from studio.ui.controllers.desk import Desk
from studio.ui.page import DocumentPage


class Controller(QObject):
    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self.desk = desk

    def page(self) -> DocumentPage | None:
        return self.desk.page()

    def acts(self) -> Iterator[tuple[str, Callable[[], object]]]:
        """The actions that this controller does, by id."""
        for name in dir(type(self)):
            if name.startswith("act_"):
                yield name.removeprefix("act_"), getattr(self, name)
