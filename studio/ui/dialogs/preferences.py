"""Preferences: look, films, saving, engines and limits; one click brings everything back."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QGroupBox,
    QLineEdit,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from studio.core import language, registry
from studio.share.theme import THEMES
from studio.ui.fields import ChoiceField
from studio.ui.settings import Preferences
from studio.ui.tight import WrappedCheck
from studio.ui.widgets import fitting, form_label, form_layout, number_field

TEXT_SIZES = (0, 9, 10, 11, 12, 14, 16, 18, 20, 24)
SPEEDS = (1.0, 5.0, 10.0, 30.0, 100.0, 1000.0, 0.0)


class PreferencesDialog(QDialog):
    """`applied(preferences)` on OK; `reset` when everything should be as on the first day."""

    applied = Signal(object)
    reset = Signal()

    def __init__(self, preferences: Preferences, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Preferences"))
        self._build()
        self.load(preferences)

    def _build(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 16, 16, 16)
        column.setSpacing(12)
        groups = QWidget()
        inner = QVBoxLayout(groups)
        inner.setContentsMargins(0, 0, 0, 0)
        inner.setSpacing(12)
        for group in (self._look(), self._films(), self._saving(), self._thinking()):
            inner.addWidget(group)
        column.addWidget(fitting(groups), 1)
        standard = QDialogButtonBox.StandardButton
        self.buttons = QDialogButtonBox(standard.Ok | standard.Cancel | standard.RestoreDefaults)
        everything = self.buttons.button(standard.RestoreDefaults)
        everything.setText(self.tr("Reset everything"))
        everything.setToolTip(self.tr("All preferences and the window's layout as at the start"))
        everything.clicked.connect(self._reset)
        self.buttons.accepted.connect(self._apply)
        self.buttons.rejected.connect(self.reject)
        column.addWidget(self.buttons)

    def _group(self, title: str, *rows: tuple[str, QWidget]) -> QGroupBox:
        group = QGroupBox(title)
        form = form_layout(group)
        form.setContentsMargins(10, 10, 10, 10)
        for text, field in rows:
            if text:
                field.setAccessibleName(text)
                form.addRow(form_label(text), field)
            else:
                form.addRow(field)
        return group

    def _look(self) -> QGroupBox:
        self.theme = ChoiceField()
        self.theme.addItem(self.tr("As the system"), "system")
        for theme in THEMES.values():
            self.theme.addItem(self.tr(theme.name), theme.id)
        self.language = ChoiceField()
        for code, name in (("", self.tr("As the system")), *language.NAMES.items()):
            self.language.addItem(name, code)
        self.text_size = ChoiceField()
        for points in TEXT_SIZES:
            self.text_size.addItem(self.tr("{0} pt").format(points) if points else self.tr("As the system"), points)
        self.still = WrappedCheck(self.tr("Nothing moves by itself (no animations)"))
        self.start_page = WrappedCheck(self.tr("Begin with the start page, not with the file that was open last"))
        self.labels = WrappedCheck(self.tr("Numbers of rows and columns beside the board"))
        self.author = QLineEdit()
        self.author.setPlaceholderText(self.tr("of new puzzles"))
        return self._group(self.tr("Look"), (self.tr("Theme"), self.theme), (self.tr("Text size"), self.text_size),
                           ("", self.still), (self.tr("Language"), self.language), ("", self.start_page),
                           ("", self.labels), (self.tr("Author"), self.author))

    def _films(self) -> QGroupBox:
        self.speed = ChoiceField()
        for speed in SPEEDS:
            text = self.tr("As fast as it comes") if not speed else self.tr("{0:g} events per second").format(speed)
            self.speed.addItem(text, speed)
        self.film_events = self._number(10_000, 5_000_000, 10_000)
        return self._group(self.tr("Films"), (self.tr("Starting speed"), self.speed),
                           (self.tr("Events kept"), self.film_events))

    def _saving(self) -> QGroupBox:
        self.autosave = WrappedCheck(self.tr("Keep a copy of unsaved work, to bring it back after a crash"))
        self.autosave_seconds = self._number(1, 600, 1, self.tr(" s"))
        return self._group(self.tr("Saving"), ("", self.autosave), (self.tr("After"), self.autosave_seconds))

    def _thinking(self) -> QGroupBox:
        self.live = WrappedCheck(self.tr("Tell while drawing whether the puzzle has one solution"))
        self.mistakes = WrappedCheck(self.tr("Show broken rules while playing"))
        self.engine = ChoiceField()
        known: dict[str, str] = {}
        for family in registry.families():
            for engine in family.engines():
                known.setdefault(engine.id, engine.id if engine.id != "auto" else self.tr("The family's best (auto)"))
        for engine_id, text in known.items():
            self.engine.addItem(text, engine_id)
        self.seconds = self._number(1, 86_400, 10, self.tr(" s"))
        self.memory = self._number(128, 1_000_000, 256, self.tr(" MB"))
        return self._group(self.tr("Thinking"), ("", self.live), ("", self.mistakes), (self.tr("Engine to watch"), self.engine),
                           (self.tr("Time limit"), self.seconds), (self.tr("Memory limit"), self.memory))

    def _number(self, low: int, high: int, step: int, suffix: str = "") -> QSpinBox:
        made = number_field(low, high)
        made.setSingleStep(step)
        made.setSuffix(suffix)
        made.setGroupSeparatorShown(True)
        return made

    def load(self, preferences: Preferences) -> None:
        wanted: tuple[tuple[ChoiceField, object], ...] = (
            (self.theme, preferences.theme), (self.text_size, preferences.text_size),
            (self.speed, preferences.speed), (self.engine, preferences.engine),
            (self.language, preferences.language))
        for combo, value in wanted:
            combo.setCurrentIndex(max(0, combo.findData(value)))
        self.still.setChecked(preferences.still)
        self.start_page.setChecked(preferences.start_page)
        self.labels.setChecked(preferences.labels)
        self.cell_pad = preferences.cell_pad  # chosen beside the pad itself, and kept
        self.author.setText(preferences.author)
        self.film_events.setValue(preferences.film_events)
        self.autosave.setChecked(preferences.autosave)
        self.autosave_seconds.setValue(preferences.autosave_seconds)
        self.live.setChecked(preferences.live_verdict)
        self.mistakes.setChecked(preferences.show_mistakes)
        self.seconds.setValue(preferences.limit_seconds)
        self.memory.setValue(preferences.limit_memory_mb)

    def chosen(self) -> Preferences:
        return Preferences(
            theme=self.theme.currentData(), text_size=self.text_size.currentData(), still=self.still.isChecked(),
            speed=self.speed.currentData(), autosave=self.autosave.isChecked(),
            autosave_seconds=self.autosave_seconds.value(), engine=self.engine.currentData(),
            limit_seconds=self.seconds.value(), limit_memory_mb=self.memory.value(), film_events=self.film_events.value(),
            live_verdict=self.live.isChecked(), show_mistakes=self.mistakes.isChecked(), start_page=self.start_page.isChecked(),
            labels=self.labels.isChecked(), cell_pad=self.cell_pad, language=self.language.currentData(),
            author=self.author.text().strip())

    def _apply(self) -> None:
        self.applied.emit(self.chosen())
        self.accept()

    def _reset(self) -> None:
        self.load(Preferences())
        self.reset.emit()
