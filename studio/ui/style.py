"""The style sheet: calm surfaces, one accent colour, eight-pixel rhythm. All colours come from the theme's `ui` table."""

from __future__ import annotations

from string import Template

from studio.core import files
from studio.share.theme import Theme

PARTS = files.resource_folder() / "icons"

_SHEET = Template("""
QToolTip { background: $tip; color: $on_tip; border: 0; padding: 5px 8px; }
QMainWindow, QDialog { background: $window; }
QMenuBar { background: $panel; border-bottom: 1px solid $line; padding: 2px 6px; }
QMenuBar::item { padding: 4px 9px; border-radius: 4px; background: transparent; }
QMenuBar::item:selected { background: $hover; }
QMenu { background: $panel; border: 1px solid $line; padding: 5px; }
QMenu::item { padding: 5px 26px 5px 12px; border-radius: 4px; }
QMenu::icon { padding-left: 8px; }
QMenu::item:selected { background: $soft; color: $text; }
QMenu::item:disabled { color: $muted; }
QMenu::separator { height: 1px; background: $line; margin: 5px 8px; }
QStatusBar { background: $panel; border-top: 1px solid $line; color: $muted; }
QStatusBar QLabel { color: $muted; padding: 0 6px; }
QStatusBar::item { border: 0; }

QToolBar { background: $panel; border: 0; border-bottom: 1px solid $line; spacing: 3px; padding: 5px 8px; }
QToolBar::separator { width: 1px; background: $line; margin: 5px 6px; }
QToolButton { border: 1px solid transparent; border-radius: 6px; padding: 5px; color: $text; background: transparent; }
QToolButton:hover { background: $hover; }
QToolButton:checked { background: $soft; color: $primary; border-color: $primary; }
QToolButton:focus { border: 2px solid $primary; padding: 4px; }
QToolButton:disabled { color: $muted; }
QToolButton::menu-indicator { image: none; }
QToolButton#mode { padding: 6px 16px; font-weight: 600; border-radius: 0; border: 1px solid $line; margin: 0;
                   background: $base; }
QToolButton#mode:hover { background: $hover; }
QToolButton#mode:checked { background: $primary; color: $on_primary; border-color: $primary; }
QToolButton#mode:focus { border: 2px solid $text; padding: 5px 15px; }
QToolButton#mode[edge="first"] { border-top-left-radius: 7px; border-bottom-left-radius: 7px; border-right: 0; }
QToolButton#mode[edge="last"] { border-top-right-radius: 7px; border-bottom-right-radius: 7px; border-left: 0; }
QToolButton#tool { padding: 6px 8px; text-align: left; }
QToolButton#tool:focus { padding: 5px 7px; }

QTabWidget::pane { border: 0; border-top: 1px solid $line; }
QTabBar { background: $window; qproperty-drawBase: 0; }
QTabBar::tab { padding: 7px 14px; margin: 4px 0 0 4px; border: 1px solid transparent; border-bottom: 0;
               border-top-left-radius: 7px; border-top-right-radius: 7px; color: $muted; background: transparent; }
QTabBar::tab:hover { background: $hover; color: $text; }
QTabBar::tab:selected { background: $panel; color: $text; border-color: $line; }
QTabBar::close-button { image: url($parts/part-close.svg); subcontrol-position: right; }
QTabBar::close-button:hover { image: url($parts/part-close-hover.svg); }
QTabBar:focus::tab:selected { border-color: $primary; color: $primary; }

QPushButton { padding: 6px 14px; border: 1px solid $line; border-radius: 6px; background: $base; color: $text; }
QPushButton:hover { background: $hover; }
QPushButton:pressed { background: $line; }
QPushButton:focus { border: 2px solid $primary; padding: 5px 13px; }
QPushButton#key { padding: 6px 4px; }
QPushButton#key:focus { padding: 5px 3px; }
QPushButton:disabled { color: $muted; background: $panel; }
QPushButton:checked { background: $soft; border-color: $primary; color: $primary; }
QPushButton[primary="true"], QPushButton:default { background: $primary; color: $on_primary; border-color: $primary;
    font-weight: 600; }
QPushButton[primary="true"]:focus, QPushButton:default:focus { border: 2px solid $text; padding: 5px 13px; }
QPushButton[primary="true"]:disabled, QPushButton:default:disabled { background: $line; color: $muted; border-color: $line; }
QPushButton#card { text-align: left; padding: 14px 16px; border-radius: 10px; background: $base; }
QPushButton#card:hover { border-color: $primary; background: $soft; }
QPushButton#card:focus { border: 2px solid $primary; padding: 13px 15px; }
QPushButton[flat="true"] { border-color: transparent; background: transparent; color: $primary; padding: 4px 8px;
    text-align: left; }
QPushButton[flat="true"]:hover { background: $hover; }
QPushButton[flat="true"]:focus { border: 2px solid $primary; padding: 3px 7px; }

QLineEdit, QPlainTextEdit, QTextEdit, QTextBrowser { padding: 5px 8px; border: 1px solid $line; border-radius: 6px;
    background: $base; color: $text; selection-background-color: $primary; selection-color: $on_primary; }
QLineEdit:focus, QPlainTextEdit:focus, QTextEdit:focus, QTextBrowser:focus { border: 2px solid $primary; padding: 4px 7px; }
QComboBox, QSpinBox, QDoubleSpinBox { padding: 5px 8px; border: 1px solid $line; border-radius: 6px; background: $base;
    color: $text; selection-background-color: $primary; selection-color: $on_primary; }
QAbstractSpinBox QLineEdit { border: 0; padding: 0 6px; background: transparent; }
QSpinBox, QDoubleSpinBox { padding: 5px 20px 5px 7px; }
QComboBox:focus, QSpinBox:focus, QDoubleSpinBox:focus { border: 2px solid $primary; }
QComboBox:disabled, QSpinBox:disabled, QDoubleSpinBox:disabled { color: $muted; background: $panel; }
QComboBox::drop-down { border: 0; width: 22px; }
QComboBox::down-arrow { image: url($parts/part-down.svg); width: 14px; height: 14px; }
QComboBox QAbstractItemView { background: $panel; border: 1px solid $line; padding: 4px; outline: 0;
    selection-background-color: $soft; selection-color: $text; }
QSpinBox::up-button, QDoubleSpinBox::up-button { border: 0; width: 20px; subcontrol-position: top right; }
QSpinBox::down-button, QDoubleSpinBox::down-button { border: 0; width: 20px; subcontrol-position: bottom right; }
QSpinBox::up-arrow, QDoubleSpinBox::up-arrow { image: url($parts/part-up.svg); width: 12px; height: 12px; }
QSpinBox::down-arrow, QDoubleSpinBox::down-arrow { image: url($parts/part-down.svg); width: 12px; height: 12px; }
QListView, QTreeView, QTableView { background: $base; border: 1px solid $line; border-radius: 6px; outline: 0; color: $text; }
QListView:focus, QTreeView:focus, QTableView:focus { border: 2px solid $primary; }
QListView::item { padding: 4px; border-radius: 6px; }
QTreeView::item, QTableView::item { padding: 4px 6px; }
QListView::item:selected, QTreeView::item:selected, QTableView::item:selected { background: $soft; color: $text; }
QHeaderView::section { background: $panel; border: 0; border-bottom: 1px solid $line; padding: 5px 8px; color: $muted; }

QScrollArea { border: 0; background: transparent; }
QScrollBar:vertical { width: 11px; background: transparent; margin: 0; }
QScrollBar:horizontal { height: 11px; background: transparent; margin: 0; }
QScrollBar::handle { background: $line; border-radius: 4px; margin: 2px; min-height: 28px; min-width: 28px; }
QScrollBar::handle:hover { background: $muted; }
QScrollBar::add-line, QScrollBar::sub-line, QScrollBar::add-page, QScrollBar::sub-page { background: none; border: 0;
    width: 0; height: 0; }
QSplitter::handle { background: $line; }
QSplitter::handle:horizontal { width: 1px; }
QSplitter::handle:vertical { height: 1px; }
QProgressBar { border: 0; border-radius: 4px; background: $line; max-height: 8px; min-height: 8px; }
QProgressBar::chunk { background: $primary; border-radius: 4px; }
QSlider::groove:horizontal { height: 4px; border-radius: 2px; background: $line; }
QSlider::sub-page:horizontal { height: 4px; border-radius: 2px; background: $primary; }
QSlider::handle:horizontal { width: 14px; height: 14px; margin: -5px 0; border-radius: 7px; background: $primary; }
QSlider::handle:horizontal:focus { border: 2px solid $text; width: 12px; height: 12px; margin: -6px 0; border-radius: 8px; }
QCheckBox, QRadioButton { spacing: 7px; }
QCheckBox::indicator, QListView::indicator {
    width: 14px; height: 14px; border: 1px solid $muted; border-radius: 4px; background: $base; }
QCheckBox::indicator:hover, QCheckBox::indicator:focus { border-color: $primary; }
QCheckBox::indicator:checked, QListView::indicator:checked {
    background: $primary; border-color: $primary; image: url($parts/part-$tick.svg); }
QCheckBox::indicator:disabled { border-color: $line; }
QCheckBox:focus, QRadioButton:focus { color: $primary; text-decoration: underline; }
QGroupBox { border: 1px solid $line; border-radius: 8px; margin-top: 9px; padding: 12px 8px 8px 8px; }
QGroupBox::title { subcontrol-origin: margin; left: 10px; padding: 0 4px; color: $muted; }

QWidget#side { background: $panel; }
QWidget#tools { background: $panel; }
QFrame#card { background: $base; border: 1px solid $line; border-radius: 9px; }
QFrame#rule { background: $line; max-height: 1px; min-height: 1px; border: 0; }
QLabel[role="title"] { font-size: ${pt21}pt; font-weight: 650; }
QLabel[role="heading"] { font-size: ${pt12}pt; font-weight: 600; }
QLabel[role="section"] { color: $muted; font-size: ${pt9}pt; font-weight: 600; letter-spacing: 0.5px; }
QLabel[role="muted"] { color: $muted; }
QLabel[role="strong"] { font-weight: 600; }
QLabel[role="clock"] { font-size: ${pt22}pt; font-weight: 300; }
QDialogButtonBox { dialogbuttonbox-buttons-have-icons: 0; }
QLabel#verdict { font-size: ${pt12}pt; }
QLabel[verdict="solved"] { color: $good; font-size: ${pt13}pt; font-weight: 650; }
QLabel[verdict="good"] { color: $good; font-weight: 600; }
QLabel[verdict="bad"] { color: $bad; font-weight: 600; }
QLabel[verdict="warn"] { color: $warn; font-weight: 600; }
QLabel[verdict="busy"] { color: $muted; font-weight: 600; }
QLabel#message[verdict="hint"] { color: $text; font-weight: 400; }
""")


SIZES = (9, 12, 13, 21, 22)
"""points of headings and small print, beside usual text of 10"""


def sheet(theme: Theme, points: float = 10.0) -> str:
    sizes = {f"pt{each}": f"{each * max(1.0, points / 10):.1f}" for each in SIZES}
    tick = "check-dark" if theme.dark else "check-light"
    return _SHEET.substitute(theme.ui, **sizes, parts=PARTS.as_posix(), tick=tick)
