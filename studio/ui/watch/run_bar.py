"""What is run: the engine, its options, how many solutions, how long; and the button that starts or stops it."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QComboBox, QFrame, QScrollArea, QSpinBox, QToolButton, QVBoxLayout, QWidget

from studio.core.engine import Engine, Limits, Options
from studio.core.family import Family
from studio.core.language import told
from studio.core.say import marked
from studio.ui.flowing import Flowing
from studio.ui.icons import put_icon
from studio.ui.look import scaled
from studio.ui.option_form import OptionForm
from studio.ui.tight import WrappedCheck
from studio.ui.widgets import ElidedLabel, button, label, row

FIND = ((1, marked("one solution")), (2, marked("is it unique?")), (10, marked("up to 10")), (100, marked("up to 100")),
        (0, marked("all solutions")))


class EngineField(QComboBox):
    """Names of engines, which end in dots where there is less room than they need."""

    def __init__(self) -> None:
        super().__init__()
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()  # Qt's own keeps what it was when fewer letters do


class RunBar(QWidget):
    """`asked` when Run is pressed, `stopped` when Stop is."""

    asked = Signal()
    stopped = Signal()
    chosen = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.family: Family | None = None
        self.form: OptionForm | None = None
        self.popup: QFrame | None = None
        self._memory: int | None = 4096
        self._events = Limits().events
        self._kept: dict[str, dict[str, Any]] = {}
        self._running = False
        self.engines = EngineField()
        self.engines.setAccessibleName(self.tr("Engine"))
        self.engines.currentIndexChanged.connect(self._engine_chosen)
        self.run = button(self.tr("Run"), "play", self._pressed, self.tr("Let the engine solve the puzzle and film it (F5)"),
                          primary=True)
        self.options_button = QToolButton()
        self.options_button.setText(self.tr("Options"))
        put_icon(self.options_button, "settings")
        self.options_button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.options_button.clicked.connect(lambda _checked=False: self.show_options())
        self.options_button.setAccessibleName(self.tr("Engine options"))
        self.options_button.setToolTip(self.tr("The engine's own switches: rules on or off, order of guesses, solver …"))
        self.film = WrappedCheck(self.tr("Film the search"))
        self.film.setChecked(True)
        self.film.setToolTip(self.tr("Without a film an engine runs as fast as it can, and shows its answer and its numbers"))
        self.wanted = QComboBox()
        for count, text in FIND:
            self.wanted.addItem(self.tr(text), count)
        self.wanted.setAccessibleName(self.tr("How many solutions"))
        self.wanted.setToolTip(self.tr("When the search may stop"))
        self.seconds = QSpinBox()
        self.seconds.setRange(1, 86_400)
        self.seconds.setValue(60)
        self.seconds.setSuffix(self.tr(" s"))
        self.seconds.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        self.seconds.setMaximumWidth(scaled(46) + 46)
        self.seconds.setAccessibleName(self.tr("Time limit in seconds"))
        self.seconds.setToolTip(self.tr("Time limit"))
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(5)
        top = row(self.engines, self.run)
        top.setStretch(0, 1)
        column.addLayout(top)
        find, within = self._words = label(self.tr("Find"), "muted"), label(self.tr("within"), "muted")
        self.status = ElidedLabel()
        self.status.setAccessibleName(self.tr("Result"))
        wish, limit = QWidget(), QWidget()
        wish.setLayout(row(find, self.wanted))
        limit.setLayout(row(within, self.seconds))
        self._column, self._beside = column, row(Flowing(self.options_button, wish, limit))
        column.addLayout(self._beside)
        self.set_narrow(False)

    def set_narrow(self, narrow: bool, tight: bool = False) -> None:
        """The result stands beside the options where there is room, else below them; the engine's name may end in dots.
        Where it is very tight, fields speak for themselves (and in their tips)."""
        for words in self._words:
            words.setVisible(not tight)
        self.engines.setMinimumContentsLength(9 if narrow else 14)
        for layout in (self._beside, self._column):
            layout.removeWidget(self.status)
        if narrow:
            self._column.addWidget(self.status)
            self._beside.addStretch(1)
        else:
            self._beside.addWidget(self.status, 1)

    # --- the choice ---------------------------------------------------------------------------------------------------
    def set_family(self, family: Family, prefer: str = "") -> None:
        """Offer a family's engines; the chosen one is kept if the family has it too."""
        keep = prefer or self.engine_id
        self.family = family
        blocked = self.engines.blockSignals(True)
        self.engines.clear()
        for engine in family.engines():
            self.engines.addItem(self._name_of(engine), engine.id)
            self.engines.setItemData(self.engines.count() - 1, told(engine.description), Qt.ItemDataRole.ToolTipRole)
        self.engines.setCurrentIndex(max(0, self.engines.findData(keep)))
        self.engines.blockSignals(blocked)
        self._engine_chosen()

    def tell_anew(self) -> None:
        """Names of engines in another language, and the words of a box that lies in a window of its own."""
        for at in range(self.engines.count()):
            engine = self.family.engine(self.engines.itemData(at)) if self.family is not None else None
            if engine is not None:
                self.engines.setItemText(at, self._name_of(engine))
        self.film.setText(self.tr("Film the search"))
        self.film.setToolTip(self.tr("Without a film an engine runs as fast as it can, and shows its answer and its numbers"))

    def _name_of(self, engine: Engine) -> str:
        named = told(engine.name)
        return named if engine.animated else self.tr("{name} (progress only)").format(name=named)

    @property
    def engine_id(self) -> str:
        return str(self.engines.currentData() or "")

    @property
    def engine(self) -> Engine | None:
        return self.family.engine(self.engine_id) if self.family is not None and self.engine_id else None

    def choose(self, engine_id: str, options: Options | None = None, limits: Limits | None = None) -> None:
        """Set the controls as a caller wants them."""
        index = self.engines.findData(engine_id)
        if index >= 0:
            if options is not None and options.values:
                self._kept[engine_id] = dict(options.values)
            self.engines.setCurrentIndex(index)
            self._engine_chosen()
        if options is not None:
            if self.wanted.findData(options.solutions) < 0:
                self.wanted.addItem(self.tr("up to {count:,}").format(count=options.solutions), options.solutions)
            self.wanted.setCurrentIndex(self.wanted.findData(options.solutions))
        if limits is not None:
            self.seconds.setValue(int(limits.seconds or 3600))
            self._memory, self._events = limits.memory_mb, limits.events

    def options(self) -> Options:
        return Options(int(self.wanted.currentData()), self.form.values() if self.form is not None else {})

    def limits(self) -> Limits:
        return Limits(float(self.seconds.value()), self._memory, self._events)

    def _engine_chosen(self) -> None:
        engine = self.engine
        if engine is None:
            return
        self.engines.setToolTip("\n".join(filter(None, (told(engine.description), told(engine.film_note)))))
        self.engines.setAccessibleDescription(told(engine.description))
        self._make_form(engine)
        self.chosen.emit()

    def _make_form(self, engine: Engine) -> None:
        """The engine's switches in a small window below the button, which stays while they are set."""
        self.form = OptionForm(engine.options, self._kept.get(engine.id))
        self.form.changed.connect(self._keep)
        self.form.layout().setContentsMargins(12, 10, 12, 10)  # type: ignore[union-attr]
        scroll = QScrollArea()
        scroll.setWidgetResizable(True)
        scroll.setFrameShape(QFrame.Shape.NoFrame)
        scroll.setWidget(self.form)
        hint = self.form.sizeHint()
        scroll.setFixedSize(max(260, hint.width() + 24), min(440, hint.height() + 8))
        if self.popup is not None:
            self.film.setParent(None)
            self.popup.deleteLater()
        self.popup = QFrame(self, Qt.WindowType.Popup)
        self.popup.setFrameShape(QFrame.Shape.StyledPanel)
        self.popup.setAccessibleName(self.tr("Engine options"))
        inside = QVBoxLayout(self.popup)
        inside.setContentsMargins(1, 1, 1, 1)
        inside.addWidget(scroll)
        scroll.setVisible(len(self.form) > 0)
        below = row(self.film)
        below.setContentsMargins(12, 2, 12, 10)
        inside.addLayout(below)
        self._tell_changes()

    def show_options(self) -> None:
        """Open the switches, the first one ready for the keyboard; Escape closes."""
        if self.popup is None or self.form is None:
            return
        self.popup.move(self.options_button.mapToGlobal(self.options_button.rect().bottomLeft()))
        self.popup.show()
        first = self.form.nextInFocusChain()
        if first is not None:
            first.setFocus(Qt.FocusReason.TabFocusReason)

    def _keep(self) -> None:
        if self.form is not None:
            self._kept[self.engine_id] = self.form.values()
        self._tell_changes()
        self.chosen.emit()

    def _tell_changes(self) -> None:
        engine = self.engine
        if engine is None or self.form is None:
            return
        values = self.form.values()
        changed = sum(1 for option in engine.options if option.name in values and values[option.name] != option.default)
        self.options_button.setText(self.tr("Options ({count})").format(count=changed) if changed else self.tr("Options"))

    # --- the button ---------------------------------------------------------------------------------------------------
    def set_running(self, running: bool) -> None:
        if running == self._running:
            return
        self._running = running
        self.run.setText(self.tr("Stop") if running else self.tr("Run"))
        self.run.setAccessibleName(self.run.text())
        put_icon(self.run, "stop" if running else "play")
        self._paint_run_icon()

    def _paint_run_icon(self) -> None:
        """On the accent colour the icon is drawn in the colour of its text."""
        from PySide6.QtGui import QIcon

        from studio.ui.icons import picture
        from studio.ui.look import look

        name = "stop" if self._running else "play"
        self.run.setIcon(QIcon(picture(name, look().theme.color("on_primary"), ratio=2.0)))

    def showEvent(self, event: Any) -> None:
        self._paint_run_icon()
        super().showEvent(event)

    def _pressed(self) -> None:
        (self.stopped if self._running else self.asked).emit()
