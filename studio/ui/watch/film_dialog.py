"""How a moving picture shall look: layout, size, speed, pauses, and which part of the film."""

from __future__ import annotations

from PySide6.QtWidgets import QDialog, QDialogButtonBox, QDoubleSpinBox, QFormLayout, QLabel, QSpinBox, QWidget

from studio.share.film import Film
from studio.share.film_look import FEWEST_PIXELS, MOST_PIXELS, FilmLook, positions, seconds_of
from studio.share.film_picture import CELL
from studio.ui.fields import ChoiceField
from studio.ui.look import look


class FilmDialog(QDialog):
    """Asks, and says how long the picture will be."""

    def __init__(self, film: Film, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.film = film
        self.setWindowTitle(self.tr("A moving picture"))
        self.layout_box = ChoiceField()
        for name, text in (("full", self.tr("Board, words, depth and tree")), ("caption", self.tr("Board and words")),
                           ("board", self.tr("Board alone"))):
            self.layout_box.addItem(text, name)
        usual = max(FEWEST_PIXELS, min(MOST_PIXELS, round(CELL * (film.puzzle.grid.rows + 0.5))))
        self.height_box = self._number(FEWEST_PIXELS, MOST_PIXELS, usual, self.tr(" pixels"))
        self.speed = self._decimal(0.2, 200.0, 12.0, self.tr(" steps a second"))
        self.pause = self._decimal(0.0, 20.0, 0.0, self.tr(" s"))
        self.first = self._number(0, len(film), 0)
        self.last = self._number(0, len(film), len(film))
        self.frames = self._number(2, 20_000, 400)
        self.length = QLabel()
        form = QFormLayout(self)
        for text, field in ((self.tr("Show"), self.layout_box), (self.tr("Height of the board"), self.height_box),
                            (self.tr("Speed"), self.speed), (self.tr("Stay longer at guesses and contradictions"), self.pause),
                            (self.tr("From event"), self.first), (self.tr("to event"), self.last),
                            (self.tr("Pictures at most"), self.frames)):
            form.addRow(text, field)
            field.setAccessibleName(text)
        form.addRow(self.length)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel)
        buttons.button(QDialogButtonBox.StandardButton.Ok).setText(self.tr("Save as …"))
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        form.addRow(buttons)
        for box in (self.speed, self.pause, self.first, self.last, self.frames):
            box.valueChanged.connect(lambda _value: self._tell())  # type: ignore[attr-defined]
        self._tell()

    @staticmethod
    def _number(low: int, high: int, value: int, suffix: str = "") -> QSpinBox:
        box = QSpinBox()
        box.setRange(low, high)
        box.setValue(value)
        box.setSuffix(suffix)
        return box

    @staticmethod
    def _decimal(low: float, high: float, value: float, suffix: str) -> QDoubleSpinBox:
        box = QDoubleSpinBox()
        box.setRange(low, high)
        box.setDecimals(1)
        box.setValue(value)
        box.setSuffix(suffix)
        return box

    def film_look(self) -> FilmLook:
        first, last = sorted((self.first.value(), self.last.value()))
        return FilmLook(self.layout_box.currentData(), look().theme, self.height_box.value(), self.speed.value(),
                        self.pause.value(), first, last, self.frames.value())

    def _tell(self) -> None:
        chosen = self.film_look()
        shown = positions(self.film, chosen)
        part = len(positions(self.film, chosen, len(self.film) + 2))
        seconds = sum(seconds_of(self.film, chosen, shown))
        text = (self.tr("{0} pictures, {1} seconds") if len(shown) == part else
                self.tr("{0} of {2} steps, evenly spread; {1} seconds"))
        self.length.setText(text.format(f"{len(shown):,}", f"{seconds:.1f}", f"{part:,}"))
