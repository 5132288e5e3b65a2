"""Tables and figures of the studies, made again and shown beside the published ones."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFileDialog, QProgressBar, QTreeWidget, QTreeWidgetItem, QVBoxLayout, QWidget

from studio.core import registry
from studio.core.engine import SolveResult
from studio.core.language import told
from studio.core.puzzle import BadPuzzle
from studio.core.study import Finding
from studio.lab.studies import RunStudy, find
from studio.ui.ask_path import save_path
from studio.ui.jobs import Watcher
from studio.ui.lab.finding_view import FindingView
from studio.ui.lab.halves import halves
from studio.ui.library_model import user_folder
from studio.ui.option_form import OptionForm
from studio.ui.widgets import button, label, row, set_state

ROLE = Qt.ItemDataRole.UserRole


class StudiesPage(QWidget):
    finished = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.paths: list[Path] = []
        self._branches: list[QTreeWidgetItem] = []
        self._watcher = Watcher(self)
        self._watcher.progressed.connect(self._progress)
        self._watcher.partial.connect(self._growing)
        self._watcher.finished.connect(self._finished)
        self._build()
        self._lay_out()
        self._fill()
        self._show_running(False)

    def _build(self) -> None:
        self.tree = QTreeWidget()
        self.tree.setHeaderHidden(True)
        self.tree.setAccessibleName(self.tr("Tables"))
        self.tree.currentItemChanged.connect(self._chosen)
        self.title, self.help = label(role="heading", wrap=True), label(role="muted", wrap=True)
        self.options = OptionForm(())
        self._form_place = QVBoxLayout()
        self.folder = button(self.tr("Boards …"), "open", self.choose_folder, self.tr("A folder, for tables that want boards"))
        self.where = label(role="muted", wrap=True)
        self.go = button(self.tr("Make the table"), "step", self.run, primary=True)
        self.halt = button(self.tr("Stop"), "stop", self.stop)
        self.keep = button(self.tr("Save …"), "save", self.save, self.tr("As a report, a table, data or pictures"))
        self.bar = QProgressBar()
        self.bar.setRange(0, 1000)
        self.bar.setTextVisible(False)
        self.message = label(wrap=True)
        self.output = FindingView()

    def _lay_out(self) -> None:
        left, right = halves(self)
        left.addWidget(self.tree, 1)
        self._form_place.addWidget(self.options)
        left.addLayout(self._form_place)
        left.addLayout(row(self.folder, self.where, stretch=True))
        for each in (self.message, self.bar, self.go, self.halt):
            left.addWidget(each)
        right.addWidget(self.title)
        right.addWidget(self.help)
        right.addWidget(self.output, 1)
        right.addLayout(row(self.keep, stretch=True))

    def _fill(self) -> None:
        for family in registry.families():
            branch = QTreeWidgetItem([told(family.name)])
            branch.setFlags(Qt.ItemFlag.ItemIsEnabled)
            for each in family.experiments():
                leaf = QTreeWidgetItem([told(each.title)])
                leaf.setToolTip(0, told(each.title))
                leaf.setData(0, ROLE, (family.id, each.id))
                branch.addChild(leaf)
            if branch.childCount():
                self.tree.addTopLevelItem(branch)
                self._branches.append(branch)
        self.tree.expandAll()
        self.choose_family(registry.families()[0].id)

    # --- choosing -----------------------------------------------------------------------------------------------------
    def _leaves(self) -> list[QTreeWidgetItem]:
        return [leaf for branch in self._branches for i in range(branch.childCount()) if (leaf := branch.child(i)) is not None]

    def choose(self, family_id: str, experiment_id: str = "") -> None:
        for leaf in self._leaves():
            if leaf.data(0, ROLE)[0] == family_id and experiment_id in ("", leaf.data(0, ROLE)[1]):
                self.tree.setCurrentItem(leaf)
                return

    def choose_family(self, family_id: str) -> None:
        if not self._watcher.running:
            self.choose(family_id)

    def _chosen(self, leaf: QTreeWidgetItem | None) -> None:
        if leaf is not None and leaf.data(0, ROLE) is not None:
            family_id, experiment_id = leaf.data(0, ROLE)
            experiment = find(registry.family(family_id), experiment_id)
            self.title.setText(told(experiment.title))
            self.help.setText(told(experiment.help))
            self.folder.setEnabled(experiment.takes_boards)
            self._form_place.removeWidget(self.options)
            self.options.hide()  # until it is gone it would lie over the list
            self.options.deleteLater()
            self.options = OptionForm(experiment.options)
            self._form_place.addWidget(self.options)

    def choose_folder(self) -> None:
        chosen = QFileDialog.getExistingDirectory(self, self.tr("Boards for the table"), str(user_folder()))
        self.paths = [Path(chosen)] if chosen else []
        self.where.setText(self.paths[0].name if self.paths else "")

    # --- running ------------------------------------------------------------------------------------------------------
    def run(self) -> None:
        leaf = self.tree.currentItem()
        chosen = leaf.data(0, ROLE) if leaf is not None else None
        if chosen is None:
            self._say("bad", self.tr("Choose a table first."))
            return
        experiment = find(registry.family(chosen[0]), chosen[1])
        options = {name: str(value) for name, value in self.options.values().items()}
        try:
            experiment.values(options)
        except BadPuzzle as fault:
            self._say("bad", str(fault))
            return
        self._show_running(True)
        self._say("busy", self.tr("Starting …"))
        self._watcher.start(RunStudy(chosen[0], chosen[1], self.paths if experiment.takes_boards else [], options))

    def stop(self) -> None:
        if self._watcher.running:
            self._watcher.cancel()
            self._show_running(False)
            self._say("", self.tr("Stopped."))

    def _progress(self, fraction: float, text: str) -> None:
        self.bar.setValue(round(1000 * fraction))
        self._say("busy", text)

    def _growing(self, so_far: Any) -> None:
        if isinstance(so_far, Finding):
            self.output.show_growing(so_far, "so-far")

    def _finished(self, result: Any) -> None:
        self._show_running(False)
        if isinstance(result, SolveResult):
            self._say("bad", result.message or result.status.value)
        else:
            self._say("good", self.tr("Done."))
            self.output.show_made(result)
            self.keep.setEnabled(True)
        self.finished.emit()

    def _show_running(self, running: bool) -> None:
        for each in (self.tree, self.options, self.folder):
            each.setEnabled(not running)
        self.go.setVisible(not running)
        self.halt.setVisible(running)
        self.bar.setVisible(running)
        self.keep.setEnabled(not running and self.output.made is not None)

    def _say(self, state: str, text: str) -> None:
        set_state(self.message, "verdict", state)
        self.message.setText(told(text))

    def save(self) -> None:
        made = self.output.made
        assert made is not None
        kinds = {self.tr("Report"): (".html",), self.tr("Table"): (".csv",), self.tr("All data"): (".json",),
                 self.tr("Text"): (".txt",), self.tr("Chart"): (".svg", ".png", ".pdf")}
        name = f"{made.family} {made.experiment}.html"
        chosen = save_path(self, self.tr("Save"), user_folder() / name, kinds)
        if chosen is None:
            return
        from studio.share.chart_files import write_finding

        try:
            written = write_finding(made, chosen[0])
        except BadPuzzle as fault:
            self._say("bad", str(fault))
            return
        self._say("good", self.tr("Saved: {0}").format(", ".join(map(str, written))))
