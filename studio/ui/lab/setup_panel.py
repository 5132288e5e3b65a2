"""What to compare: a family, its boards, its engines, and how long each may think."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QFileDialog,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QVBoxLayout,
    QWidget,
)

from studio.core import files, registry
from studio.core.engine import Limits
from studio.core.family import Family
from studio.core.language import told
from studio.core.puzzle import BadPuzzle, Puzzle
from studio.lab.bench import Bench
from studio.lab.runs import Contender, parse_contender
from studio.ui.fields import ChoiceField
from studio.ui.library_model import user_folder
from studio.ui.tight import WrappedCheck
from studio.ui.widgets import Folding, button, form_label, form_layout, label, number_field, section

ROLE = Qt.ItemDataRole.UserRole
ALWAYS_CHOSEN = "auto"


class SetupPanel(QWidget):
    """`changed` when there is something else to compare."""

    changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.paths: list[Path] = []
        self.boards: list[tuple[Path, Puzzle]] = []
        """puzzles at hand that may lie in no file: the open documents"""
        self._build_fields()
        self._lay_out()
        self._family_chosen()

    def _build_fields(self) -> None:
        self.family_box = ChoiceField()
        for family in registry.families():
            self.family_box.addItem(told(family.name), family.id)
        self.family_box.currentIndexChanged.connect(self._family_chosen)
        self.puzzles = label(wrap=True)
        self.engines = QListWidget()
        self.engines.setAccessibleName(self.tr("Engines"))
        self.engines.setMinimumHeight(150)
        self.engines.itemChanged.connect(self.changed)
        self.variants = QLineEdit()
        self.variants.setPlaceholderText(self.tr("e.g. rules[order=first]"))
        self.variants.setToolTip(self.tr("Engines with options in brackets, commas between; compared like the others"))
        self.variants.editingFinished.connect(self.changed)
        self.unique = WrappedCheck(self.tr("Prove that the solution is the only one"))
        self.unique.setChecked(True)
        self.seconds = number_field(1, 3600, 10)
        self.seconds.setSuffix(self.tr(" s"))
        self.repeat = number_field(1, 99, 1)
        self.repeat.setToolTip(self.tr("Each board is solved this often; the median counts"))

    def _lay_out(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        form = form_layout()
        self.family_box.setAccessibleName(self.tr("Family"))
        form.addRow(form_label(self.tr("Family")), self.family_box)
        column.addLayout(form)
        column.addWidget(section(self.tr("Boards")))
        column.addWidget(self.puzzles)
        column.addWidget(Folding(button(self.tr("Library"), "library", self.use_library, self.tr("The samples of this family")),
                                 button(self.tr("Files …"), "open", self.add_files, self.tr("Choose puzzle files")),
                                 button(self.tr("Folder …"), "", self.add_folder, self.tr("All puzzle files of a folder"))))
        column.addWidget(section(self.tr("Engines")))
        column.addWidget(self.engines, 1)
        limits = form_layout()
        for text, field in ((self.tr("Variants"), self.variants), (self.tr("Time for each"), self.seconds),
                            (self.tr("Repeat"), self.repeat)):
            field.setAccessibleName(text)
            limits.addRow(form_label(text), field)
        column.addLayout(limits)
        column.addWidget(self.unique)

    # --- what is chosen -----------------------------------------------------------------------------------------------
    @property
    def family(self) -> Family:
        return registry.family(self.family_box.currentData())

    def choose_family(self, family_id: str) -> None:
        self.family_box.setCurrentIndex(max(0, self.family_box.findData(family_id)))

    def contenders(self) -> list[Contender]:
        """The ticked engines, then the variants; BadPuzzle if one is not written rightly."""
        items = [self.engines.item(i) for i in range(self.engines.count())]
        found = [Contender(item.data(ROLE)) for item in items if item.checkState() == Qt.CheckState.Checked]
        for text in filter(None, (part.strip() for part in self.variants.text().split(","))):
            contender = parse_contender(text)
            self.family.engine(contender.engine)
            if contender not in found:
                found.append(contender)
        if not found:
            raise BadPuzzle(self.tr("Tick at least one engine."))
        return found

    def bench(self) -> Bench:
        limits = Limits(float(self.seconds.value()))
        return Bench(self.contenders(), 2 if self.unique.isChecked() else 1, limits, self.repeat.value())

    # --- boards -------------------------------------------------------------------------------------------------------
    def use_library(self) -> None:
        self._use([files.sample_folder(self.family.id)])

    def use_boards(self, boards: list[tuple[Path, Puzzle]]) -> None:
        """Puzzles at hand instead of files."""
        self.paths, self.boards = [], boards
        self._tell()

    def add_files(self) -> None:
        chosen, _ = QFileDialog.getOpenFileNames(self, self.tr("Boards to compare"), str(user_folder()))
        if chosen:
            self._use([Path(each) for each in chosen])

    def add_folder(self) -> None:
        chosen = QFileDialog.getExistingDirectory(self, self.tr("Boards to compare"), str(user_folder()))
        if chosen:
            self._use([Path(chosen)])

    def _use(self, paths: list[Path]) -> None:
        self.paths, self.boards = paths, []
        self._tell()

    def _tell(self) -> None:
        count = len(self.boards)
        try:
            count += len(files.expand(self.paths)) if self.paths else 0
        except BadPuzzle:
            count = 0
        where = ", ".join(path.name for path in [*self.paths, *(path for path, _ in self.boards)][:3])
        self.puzzles.setText(self.tr("{0} from {1}").format(count, where) if count else self.tr("No boards chosen yet."))
        self.changed.emit()

    def _family_chosen(self) -> None:
        self.engines.blockSignals(True)
        self.engines.clear()
        for engine in self.family.engines():
            item = QListWidgetItem(f"{told(engine.name)}  ({engine.id})")
            item.setToolTip(told(engine.description))
            item.setData(ROLE, engine.id)
            item.setFlags(Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsUserCheckable | Qt.ItemFlag.ItemIsSelectable)
            first = self.engines.count() < 2 or engine.id == ALWAYS_CHOSEN
            item.setCheckState(Qt.CheckState.Checked if first else Qt.CheckState.Unchecked)
            self.engines.addItem(item)
        self.engines.blockSignals(False)
        self.use_library()
