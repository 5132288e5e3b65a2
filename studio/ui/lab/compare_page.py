"""Engines compared: choose on the left, see on the right, save what came out."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFileDialog, QProgressBar, QWidget

from studio.core.language import told
from studio.core.puzzle import BadPuzzle
from studio.lab.bench import Bench
from studio.share.chart_files import write_charts, write_report
from studio.ui.ask_path import save_path
from studio.ui.lab.comparison import Comparison
from studio.ui.lab.halves import halves
from studio.ui.lab.results import Results
from studio.ui.lab.setup_panel import SetupPanel
from studio.ui.library_model import user_folder
from studio.ui.look import look
from studio.ui.widgets import Folding, button, label, plain_tip, row, scrolling, set_state


class ComparePage(QWidget):
    """`opened(run, bench)`: let me watch this one."""

    opened = Signal(object, object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setup = SetupPanel()
        self.results = Results()
        self.comparison = Comparison(self)
        self._build_controls()
        self._lay_out()
        self.comparison.progressed.connect(self._progress)
        self.comparison.grew.connect(self._grew)
        self.comparison.finished.connect(self._finished)
        self.results.opened.connect(self.opened)
        self._show_running(False)

    def _build_controls(self) -> None:
        self.go = button(self.tr("Compare"), "chart", self.compare, primary=True)
        self.halt = button(self.tr("Stop"), "stop", self.stop, self.tr("What is done stays"))
        self.bar = QProgressBar()
        self.bar.setRange(0, 1000)
        self.bar.setTextVisible(False)
        self.bar.setAccessibleName(self.tr("Progress"))
        self.message = label(wrap=True)
        self.saves = [button(self.tr("Save report …"), "save", self.save_report, self.tr("Table, charts and runs as one page")),
                      button(self.tr("Save charts …"), "image", self.save_charts, self.tr("As SVG and PNG, into a folder")),
                      button(self.tr("Save runs …"), "", self.save_runs, self.tr("As CSV, for other programs"))]

    def _lay_out(self) -> None:
        left, right = halves(self)
        left.addWidget(scrolling(self.setup), 1)
        for each in (self.message, self.bar, self.go, self.halt):
            left.addWidget(each)
        right.addWidget(self.results, 1)
        right.addLayout(row(Folding(*self.saves), stretch=True))

    # --- running ------------------------------------------------------------------------------------------------------
    def compare(self) -> None:
        try:
            bench = self.setup.bench()
        except BadPuzzle as fault:
            self._say("bad", str(fault))
            return
        if not self.setup.paths and not self.setup.boards:
            self._say("bad", self.tr("Choose some boards first."))
            return
        self._show_running(True)
        self._say("busy", self.tr("Starting …"))
        self.comparison.start(bench, self.setup.paths, self.setup.family.id, self.setup.boards)
        self.results.show_bench(bench)

    def stop(self) -> None:
        self.comparison.stop()

    def _progress(self, fraction: float, text: str) -> None:
        self.bar.setValue(round(1000 * fraction))
        self._say("busy", text)

    def _grew(self) -> None:
        self.results.refresh()

    def _finished(self, fault: str) -> None:
        bench = self.comparison.bench
        assert bench is not None
        self.results.refresh()
        self._show_running(False)
        if fault:
            self._say("bad", fault)
            return
        boards = len({run.path for run in bench.runs})
        text = self.tr("{0} boards, {1} runs.").format(boards, len(bench.runs))
        if self.comparison.left_out:
            text += " " + self.tr("{0} files left out.").format(len(self.comparison.left_out))
        self.message.setToolTip(plain_tip("\n".join(map(told, self.comparison.left_out[:20]))))
        self._say("good" if boards and not bench.complaints() else "warn", text)

    def _show_running(self, running: bool) -> None:
        self.setup.setEnabled(not running)
        self.go.setVisible(not running)
        self.halt.setVisible(running)
        self.bar.setVisible(running)
        for each in self.saves:
            each.setEnabled(not running and self._bench() is not None)

    def _bench(self) -> Bench | None:
        bench = self.comparison.bench
        return bench if bench is not None and bench.runs else None

    def _say(self, state: str, text: str) -> None:
        set_state(self.message, "verdict", state)
        self.message.setText(told(text))

    # --- saving -------------------------------------------------------------------------------------------------------
    def save_report(self) -> None:
        chosen = save_path(self, self.tr("Save report"), user_folder() / "report.html", {"HTML": (".html",)})
        title = self.tr("Engines compared: {0}").format(told(self.setup.family.name))
        name = str(chosen[0]) if chosen else ""
        self._save(name, lambda bench, path: write_report(bench, path, title, self.results.group.currentData()))

    def save_charts(self) -> None:
        name = QFileDialog.getExistingDirectory(self, self.tr("Save charts"), str(user_folder()))
        self._save(name, lambda bench, path: write_charts(bench, path, look().theme))

    def save_runs(self) -> None:
        chosen = save_path(self, self.tr("Save runs"), user_folder() / "runs.csv", {"CSV": (".csv",)})
        self._save(str(chosen[0]) if chosen else "", lambda bench, path: bench.write_csv(path))

    def _save(self, name: str, write: Callable[[Bench, Path], object]) -> None:
        bench = self._bench()
        if not name or bench is None:
            return
        try:
            Path(name).parent.mkdir(parents=True, exist_ok=True)
            write(bench, Path(name))
        except (BadPuzzle, OSError) as fault:
            self._say("bad", str(fault))
            return
        self._say("good", self.tr("Saved: {0}").format(name))
