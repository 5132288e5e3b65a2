"""Controls made from Option declarations: a family's parameters, an engine's switches, a generator's wishes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QAbstractSpinBox, QCheckBox, QComboBox, QDoubleSpinBox, QLabel, QLineEdit, QSpinBox, QWidget

from studio.core.engine import Option
from studio.core.language import told
from studio.ui.fields import ChoiceField, RealField, leave_undo
from studio.ui.tight import WrappedCheck
from studio.ui.widgets import form_label, form_layout, number_field

BIGGEST = 1_000_000


class OptionForm(QWidget):
    """A form with one control per option; `values()` gives what is chosen."""

    changed = Signal()

    def __init__(self, options: Sequence[Option], values: Mapping[str, Any] | None = None,
                 parent: QWidget | None = None, written: bool = False) -> None:
        """`written`: lists and tables, too, as text in the notation of the command line; left empty they keep their default."""
        super().__init__(parent)
        self._written: dict[str, QLineEdit] = {}
        self._form = form_layout(self)
        self._controls: dict[str, QWidget] = {}
        self._defaults = {option.name: option.default for option in options}
        for option in options:
            if not simple(option) and not written:
                continue
            control = self._control(option, (values or {}).get(option.name, option.default))
            if not simple(option):
                assert isinstance(control, QLineEdit)
                control.clear()
                self._written[option.name] = control
            self._controls[option.name] = control
            if isinstance(control, QCheckBox):
                self._form.addRow(control)
            else:
                self._form.addRow(form_label(told(option.label)), control)
        self._options = options
        self.tell_anew()

    def tell_anew(self) -> None:
        """Labels, choices and tips in the language that is spoken now."""
        for option in self._options:
            control = self._controls.get(option.name)
            if control is None:
                continue
            control.setToolTip(told(option.help))
            control.setAccessibleName(told(option.label))
            control.setAccessibleDescription(told(option.help))
            if isinstance(control, QCheckBox):
                control.setText(told(option.label))
            elif isinstance(label := self._form.labelForField(control), QLabel):
                label.setText(told(option.label))
            if isinstance(control, ChoiceField):
                for at, choice in enumerate(option.choices):
                    control.setItemText(at, told(str(choice)))
            if option.name in self._written:
                self._written[option.name].setPlaceholderText(told(option.help))

    def _control(self, option: Option, value: Any) -> QWidget:
        if isinstance(option.default, bool):
            box = WrappedCheck(told(option.label))
            box.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            box.setChecked(bool(value))
            box.toggled.connect(self.changed)
            return box
        if option.choices:
            combo = ChoiceField()
            for choice in option.choices:
                combo.addItem(told(str(choice)), choice)
            combo.setCurrentIndex(max(0, combo.findData(value)))
            combo.currentIndexChanged.connect(self.changed)
            return combo
        if isinstance(option.default, int):
            low, high = bounds(option)
            spin = number_field(int(low), int(high), int(value))
            spin.setSpecialValueText(told(option.least))
            spin.valueChanged.connect(self.changed)
            return spin
        if isinstance(option.default, float):
            real = RealField()
            real.setRange(*bounds(option))
            real.setSingleStep(0.05 if bounds(option)[1] <= 1 else 0.5)
            real.lineEdit().setTextMargins(6, 0, 0, 0)
            real.setValue(float(value))
            real.valueChanged.connect(self.changed)
            return real
        line = QLineEdit(str(value))
        line.editingFinished.connect(self.changed)
        return line

    def values(self) -> dict[str, Any]:
        unwritten = [name for name, line in self._written.items() if not line.text().strip()]
        return {name: _value(control) for name, control in self._controls.items() if name not in unwritten}

    def load(self, values: Mapping[str, Any]) -> None:
        """Show these values, without telling anyone: after undo, or another puzzle on the same sheet. What a puzzle does not
        say is shown as its default, which is what it means."""
        for name, control in self._controls.items():
            value = values.get(name, self._defaults[name])
            if name not in self._written and _value(control) != value:
                control.blockSignals(True)
                _put(control, value)
                control.blockSignals(False)

    def leave_undo(self) -> None:
        """Undo is somebody else's, in every control."""
        for control in self._controls.values():
            if isinstance(control, QLineEdit | QAbstractSpinBox):
                leave_undo(control)

    def control(self, name: str) -> QWidget:
        return self._controls[name]

    def __len__(self) -> int:
        return len(self._controls)

    def __bool__(self) -> bool:
        return True


def bounds(option: Option) -> tuple[float, float]:
    return (option.low if option.low is not None else 0, option.high if option.high is not None else BIGGEST)


def simple(option: Option) -> bool:
    """Options whose value is one number, word or switch; lists and tables (a tile set) have tools of their own."""
    return isinstance(option.default, bool | int | float | str)


def _put(control: QWidget, value: Any) -> None:
    if isinstance(control, QCheckBox):
        control.setChecked(bool(value))
    elif isinstance(control, QComboBox):
        control.setCurrentIndex(max(0, control.findData(value)))
    elif isinstance(control, QSpinBox):
        control.setValue(int(value))
    elif isinstance(control, QDoubleSpinBox):
        control.setValue(float(value))
    elif isinstance(control, QLineEdit):
        control.setText(str(value))


def _value(control: QWidget) -> Any:
    if isinstance(control, QCheckBox):
        return control.isChecked()
    if isinstance(control, QComboBox):
        return control.currentData()
    if isinstance(control, QSpinBox | QDoubleSpinBox):
        return control.value()
    assert isinstance(control, QLineEdit)
    return control.text()
