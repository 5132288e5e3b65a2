"""Helping: the command palette, rules, the guide, the list of keys."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtGui import QKeySequence

from studio.core import registry
from studio.core.family import Family
from studio.core.language import told
from studio.ui.actions import Actions
from studio.ui.command_palette import Command, CommandPalette
from studio.ui.controllers.controller import Controller
from studio.ui.controllers.desk import Desk
from studio.ui.controllers.filing import Filing
from studio.ui.controllers.puzzling import Puzzling
from studio.ui.document import WATCH
from studio.ui.retelling import plain

if TYPE_CHECKING:
    from studio.ui.dialogs.guide import GuideWindow


class Helping(Controller):
    actions_table: Actions
    """what can be done; the window sets it once its menus stand"""

    def __init__(self, desk: Desk, filing: Filing, puzzling: Puzzling) -> None:
        super().__init__(desk)
        self._filing, self._puzzling = filing, puzzling
        self.guide_window: GuideWindow | None = None

    def act_palette(self) -> None:
        self.command_palette = CommandPalette(self.commands(), self.desk.window)
        self.command_palette.open_over(self.desk.window)

    def commands(self) -> list[Command]:
        """Everything that can be done now, for the command palette."""
        found = []
        for menu in self.actions_table.menus.values():
            for action in menu.actions():
                if action.isSeparator() or action.menu() is not None or not action.isEnabled() or not action.text():
                    continue
                keys = action.shortcut().toString(QKeySequence.SequenceFormat.NativeText)
                found.append(Command(plain(action.text()), action.trigger, keys, plain(menu.title())))
        page = self.page()
        if page is not None and page.mode != WATCH:
            for tool in page.palette_column.tools:
                choose = partial(page.palette_column.choose, tool.id)
                found.append(Command(told(tool.label), choose, tool.shortcut, self.tr("Tool")))
        for family in registry.families():
            name, new_of = told(family.name), partial(self._puzzling.new_of, family.id)
            found += [Command(name, new_of, "", self.tr("New")),
                      Command(name, partial(self.show_rules, family), "", self.tr("Rules"))]
        for path in self.desk.settings.recent():
            found.append(Command(path, lambda path=path: self._filing.open_path(path), "", self.tr("Open")))  # type: ignore[misc]
        return found

    def act_rules(self) -> None:
        page = self.page()
        known = registry.families()
        self.show_rules(page.document.family if page is not None else known[0])

    def show_rules(self, family: Family) -> None:
        from studio.ui.dialogs.help import RulesDialog

        self.rules_dialog = RulesDialog(family, self.desk.window)
        self.rules_dialog.more.connect(self.show_guide)
        self.rules_dialog.show()

    def act_guide(self) -> None:
        self.show_guide()

    def act_tutorials(self) -> None:
        """The list of tutorials on the guide's first page."""
        self.show_guide()
        if self.guide_window is not None:
            self.guide_window.go_to_heading("Tutorials, step by step")

    def show_guide(self, page: str = "") -> None:
        from studio.ui.dialogs.guide import FIRST, GuideWindow

        if self.guide_window is None:
            self.guide_window = GuideWindow(self.desk.window)
        self.guide_window.show_page(page or FIRST)

    def act_keys(self) -> None:
        from studio.ui.dialogs.keys import KeysDialog

        page = self.page()
        tools = page.palette_column.tools if page is not None and page.mode != WATCH else []
        self.keys_dialog = KeysDialog(self.actions_table, tools, self.desk.settings.keys(), self.desk.window)
        self.keys_dialog.changed.connect(self.desk.settings.keep_keys)
        self.keys_dialog.show()

    def act_about(self) -> None:
        from studio.ui.dialogs.help import AboutDialog

        self.about_dialog = AboutDialog(self.desk.window)
        self.about_dialog.show()
