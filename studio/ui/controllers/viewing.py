"""Viewing: zoom, theme, full screen, preferences."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import Signal

from studio.ui import translate
from studio.ui.controllers.controller import Controller
from studio.ui.look import look
from studio.ui.settings import Preferences

THEME_ORDER = ("light", "dark", "safe", "contrast", "system")
ZOOM_STEP = 1.25


class Viewing(Controller):
    reset = Signal()
    """everything is to be as on the first day; preferences already are"""

    # --- view ---------------------------------------------------------------------------------------------------------
    def act_zoom_in(self) -> None:
        self._zoom(ZOOM_STEP)

    def act_zoom_out(self) -> None:
        self._zoom(1 / ZOOM_STEP)

    def _zoom(self, factor: float) -> None:
        page = self.page()
        view = page.active_view() if page is not None else None
        if view is not None:
            view.zoom(factor)

    def act_fit(self) -> None:
        page = self.page()
        view = page.active_view() if page is not None else None
        if view is not None:
            view.fit()

    def act_board(self) -> None:
        self.desk.focus_board()

    def act_labels(self) -> None:
        self.use_preferences(replace(self.desk.preferences, labels=not self.desk.preferences.labels))

    def act_cell_pad(self) -> None:
        self.use_preferences(replace(self.desk.preferences, cell_pad=not self.desk.preferences.cell_pad))

    def act_theme(self) -> None:
        order = THEME_ORDER
        now = look().preference
        following = order[(order.index(now) + 1) % len(order)] if now in order else order[0]
        self.use_preferences(replace(self.desk.preferences, theme=following))
        self.desk.said.emit(self.tr("Theme: {0}").format(following), 3000)

    def act_full_screen(self) -> None:
        if self.desk.window.isFullScreen():
            self.desk.window.showNormal()
        else:
            self.desk.window.showFullScreen()

    # --- preferences ----------------------------------------------------------------------------------------------------
    def act_preferences(self) -> None:
        from studio.ui.dialogs.preferences import PreferencesDialog

        dialog = PreferencesDialog(self.desk.preferences, self.desk.window)
        dialog.applied.connect(self.use_preferences)
        dialog.reset.connect(self.reset_everything)
        dialog.exec()

    def use_preferences(self, preferences: Preferences) -> None:
        before = self.desk.preferences.language
        self.desk.use_preferences(preferences)
        look().use(preferences.theme, preferences.text_size)
        look().still = preferences.still
        if preferences.language != before:  # else what the command line asked for (--lang) goes on
            translate.speak(preferences.language)

    def reset_everything(self) -> None:
        self.use_preferences(self.desk.settings.reset())
        self.reset.emit()
